//! Lays the functions of the program `solver` out for the linker, those that ordinary runs use side by side, and links the
//! C library in.
//!
//! **Why it pays.** The system maps a program in pieces of 64 kB around what is used. 0.8 MB of the solver's 2.4 MB of
//! code are, but they lay all over it, so that a formula of two variables took 4.0 MB where Kissat takes 2.2; laid out
//! it takes 2.6. The list, src/layout.ld, is made by `tests/layout`; functions that it does not know are as they were.
//!
//! Relative relocations in their packed form are 0.1 MB less that the loader reads; it knows them from glibc 2.36 on. The
//! part of libgcc that unwinds the stack is linked in, which is 0.1 MB less than loading all of it. Of the C library, linked
//! in and laid out with the rest, an ordinary run maps 0.3 MB instead of 1.4, and it starts 15 % faster. That is what the
//! target feature `crt-static` does too, but a package cannot set it; where the archive is missing, the library is loaded.
//!
//! Only for glibc, and only where nobody chose a linker: not all of them read such lists.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    let list = Path::new("src/layout.ld");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", list.display());
    if !usual_linker() {
        return;
    }
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    println!("cargo:rustc-link-arg-bin=solver=-T");
    println!("cargo:rustc-link-arg-bin=solver={}", Path::new(&root).join(list).display());
    let glibc = glibc();
    if glibc.is_some_and(|version| version >= (2, 36)) {
        println!("cargo:rustc-link-arg-bin=solver=-Wl,-z,pack-relative-relocs");
    }
    if has_archives(&["libgcc_eh.a"]) {
        let mut replaced = vec![("libgcc_s.so", "INPUT ( -lgcc_eh )")];
        // Before 2.34 glibc was several libraries, which need more care.
        if glibc.is_some_and(|version| version >= (2, 34)) && has_archives(&["rcrt1.o", "libc.a", "libm.a"]) {
            replaced.extend([("libc.so", "GROUP ( -l:libc.a -lgcc_eh -lgcc )"), ("libm.so", "INPUT ( -l:libm.a )")]);
            println!("cargo:rustc-link-arg-bin=solver=-static-pie");
        }
        replace_shared_libraries(&replaced);
    }
}

/// Has the linker read these lines where it looks for these shared libraries, which it finds before the real ones.
fn replace_shared_libraries(replaced: &[(&str, &str)]) {
    let folder = env::var("OUT_DIR").expect("cargo names a folder for what is made here");
    for (name, line) in replaced {
        fs::write(Path::new(&folder).join(name), format!("{line}\n")).expect("that folder can be written to");
    }
    println!("cargo:rustc-link-arg-bin=solver=-L{folder}");
}

/// Whether the linker is the one that comes with Rust or with the C compiler of this machine.
fn usual_linker() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|is| is == value);
    let native = env::var("HOST").ok() == env::var("TARGET").ok();
    let chosen = env::var_os("RUSTC_LINKER").is_some()
        || env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("link"));
    native && !chosen && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu")
}

/// The version of this machine's C library.
fn glibc() -> Option<(u32, u32)> {
    let told = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?.stdout;
    let (major, minor) = std::str::from_utf8(&told).ok()?.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Whether the C compiler, which links, has these files: it gives paths to those that it has, else bare names.
fn has_archives(names: &[&str]) -> bool {
    names.iter().all(|name| {
        let told = Command::new("cc").arg(format!("-print-file-name={name}")).output();
        told.is_ok_and(|told| told.stdout.starts_with(b"/"))
    })
}
