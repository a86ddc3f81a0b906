//! The headers are made of the sources: `GEMSAT_HEADERS=write cargo test -p gemsat-ipasir headers` writes them, and
//! without the variable the test says whether they are up to date.

use std::path::Path;

use cbindgen::{Builder, Config, DocumentationStyle, Language};

const CONDITIONS: &str = "\
/* A solver's pointer is from ipasir_init, ipasir2_init or gemsat_clone and not yet released. Any number of solvers may
 * be used at once; one solver only by one thread at a time, gemsat_interrupt and gemsat_clear_interrupt aside. While a
 * call is under way, other calls on the same solver do nothing and say so. Callbacks must not release the solver, and
 * must not throw. A literal is a number other than 0 and -2^31; texts end with 0; arrays have as many elements as said.
 */";

const FIND_OPTION: &str = "\
/* The option of this name. */
static inline ipasir2_errorcode ipasir2_get_option_handle(void *solver, const char *name,
                                                          const ipasir2_option **handle) {
  const ipasir2_option *options = 0;
  int count = 0;
  ipasir2_errorcode error = ipasir2_options(solver, &options, &count);
  for (int i = 0; error == IPASIR2_E_OK && i < count; i++) {
    if (!strcmp(options[i].name, name)) {
      *handle = &options[i];
      return IPASIR2_E_OK;
    }
  }
  return error == IPASIR2_E_OK ? IPASIR2_E_UNSUPPORTED_OPTION : error;
}";

fn header(source: &str, guard: &str, includes: &[&str], trailer: Option<&str>) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = Config {
        language: Language::C,
        cpp_compat: true,
        documentation_style: DocumentationStyle::C99,
        include_guard: Some(guard.into()),
        header: Some(CONDITIONS.into()),
        sys_includes: includes.iter().map(|&name| name.to_owned()).collect(),
        no_includes: true,
        trailer: trailer.map(str::to_owned),
        line_length: 110,
        usize_is_size_t: true,
        ..Config::default()
    };
    let mut text = Vec::new();
    let builder = Builder::new().with_config(config).with_src(folder.join("src").join(source));
    builder.generate().expect("the source parses").write(&mut text);
    String::from_utf8(text).expect("headers are text")
}

#[test]
fn headers_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let made = [
        ("ipasir.h", header("ipasir.rs", "ipasir_h_INCLUDED", &["stdint.h"], None)),
        ("ipasir2.h", header("ipasir2.rs", "INTERFACE_IPASIR2_H_", &["stdint.h", "string.h"], Some(FIND_OPTION))),
        ("gemsat.h", header("extra.rs", "GEMSAT_H", &["stddef.h", "stdint.h", "ipasir.h"], None)),
    ];
    for (name, text) in made {
        let path = folder.join(name);
        if std::env::var_os("GEMSAT_HEADERS").is_some() {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(&path, &text).expect("the header can be written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == text, "{name} differs: GEMSAT_HEADERS=write cargo test -p gemsat-ipasir headers");
    }
}
