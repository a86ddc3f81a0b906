//! dev
use gemsat::{
    check::{self, Outcome, drat, lrat, read::*},
    cnf::*,
    limits::Limits,
};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&a[2]).unwrap();
    let mut f = Formula::new();
    for l in text.lines() {
        if l.starts_with('c') || l.starts_with('p') {
            continue;
        }
        if l.starts_with('%') {
            break;
        }
        for w in l.split_whitespace() {
            let n: i32 = w.parse().unwrap();
            if n == 0 { f.try_close().unwrap() } else { f.try_push(Lit::from_dimacs(n).unwrap()).unwrap() }
        }
    }
    let mut p = Proof::new(std::fs::File::open(&a[3]).unwrap()).unwrap();
    eprintln!("{:?}", p.system(f.num_clauses() as u64));
    if a[1] == "lrat" {
        println!("{:?}", lrat::check(&f, &mut p, &Limits::none()));
    } else {
        match drat::check(&f, &mut p, drat::Options { forward: a[1] == "fwd", record: a.len() > 4 }, &Limits::none()) {
            Outcome::Verified(r) => {
                println!(
                    "s VERIFIED added {} checked {} rat {} ign {:?} {:?}",
                    r.added, r.checked, r.rat, r.ignored_units, r.ignored_unknown
                );
                if let Some(t) = r.trimmed {
                    println!("core {} lemmas {}", t.core().len(), t.num_lemmas());
                    if a.len() > 4 {
                        t.write_lrat(std::io::BufWriter::new(std::fs::File::create(&a[4]).unwrap())).unwrap();
                        t.write_drat(std::io::BufWriter::new(
                            std::fs::File::create(format!("{}.drat", &a[4])).unwrap(),
                        ))
                        .unwrap();
                        t.write_core(
                            &f,
                            std::io::BufWriter::new(std::fs::File::create(format!("{}.cnf", &a[4])).unwrap()),
                        )
                        .unwrap();
                    }
                }
            }
            Outcome::Refuted(r) => println!("s REFUTED {r}"),
            Outcome::Unknown(s) => println!("{s}"),
        }
    }
}
