//! The sample formulas: what the tools make is what lies there, and every engine agrees with the folder, or says
//! nothing.

use gemsat::cnf::{model, read_path};
use gemsat::engine::Verdict;
use gemsat::engines;
use gemsat::limits::{Limits, cpu_time};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cnf")
}

fn files(verdict: &str) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(samples().join(verdict)).expect("a folder of samples");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

#[test]
fn the_tools_make_the_samples_byte_for_byte() {
    let tools = Path::new(env!("CARGO_BIN_EXE_solver")).parent().expect("a folder");
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
    let readme = std::fs::read_to_string(samples().join("README.md")).expect("the list of samples");
    let mut made = 0;
    for line in readme.lines() {
        let Some((file, command)) = line.strip_prefix("| ").and_then(|line| {
            let (file, rest) = line.split_once(" | ")?;
            Some((file, rest.split_once("| `")?.1.strip_suffix("` |")?))
        }) else {
            continue;
        };
        let command = command.replace("\\|", "|");
        let output = Command::new("sh").arg("-c").arg(&command).env("PATH", &path).output().expect("a shell");
        let sample = std::fs::read(samples().join(file)).expect("the sample");
        assert!(output.stdout == sample, "'{command}' no longer makes {file}");
        made += 1;
    }
    assert!(made >= 16, "only {made} samples have a command");
}

#[test]
fn every_engine_agrees_with_the_folders() {
    for (folder, satisfiable) in [("sat", true), ("unsat", false)] {
        for file in files(folder) {
            let formula = read_path(&file, &Default::default(), &Limits::none()).expect("a legal text").formula;
            for name in engines::names() {
                let mut engine = engines::by_name(name).expect("it was listed");
                // CDCL has to answer: what else runs on the machine must not count.
                let patience = Limits { memory: Some(2 << 30), ..Limits::none() };
                let limits = match name {
                    "cdcl" => Limits { cpu: Some(cpu_time() + Duration::from_secs(300)), ..patience },
                    _ => patience.with_wall_time(Duration::from_millis(300)),
                };
                let shown = file.display();
                match engine.solve(formula.clone(), &limits, None) {
                    Verdict::Sat(found) => {
                        assert!(satisfiable, "{name} says {shown} is satisfiable");
                        assert_eq!(model::first_falsified(&found, &formula), None, "{name} on {shown}");
                    }
                    Verdict::Unsat => assert!(!satisfiable, "{name} says {shown} is unsatisfiable"),
                    Verdict::Unknown(stop) => assert_ne!(name, "cdcl", "{shown}: {stop}"),
                }
            }
        }
    }
}
