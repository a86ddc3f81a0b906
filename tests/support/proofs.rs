//! Checking proofs that are bytes, spoiling them, and running `cnfcheck`.

use gemsat::check::drat::DratOptions;
use gemsat::check::format::{ProofEncoding, System};
use gemsat::check::read::Proof;
use gemsat::check::{CheckError, Fault, Outcome, Place, auto, drat, lrat};
use gemsat::cnf::Formula;
use gemsat::limits::Limits;
use gemsat::util::rng::Rng;
use std::process::{Command, Output, Stdio};

/// A verdict: verified, or where and why not.
pub type Verdict = Result<(), CheckError>;

/// The verdict of a check without limits.
pub fn verdict<T>(outcome: Outcome<T>) -> Verdict {
    match outcome {
        Outcome::Verified(_) => Ok(()),
        Outcome::Rejected(error) | Outcome::Unreadable(error) => Err(error),
        Outcome::Unknown(stop) => panic!("no limits were set: {stop}"),
    }
}

/// A fault in this line.
pub fn at(line: u64, fault: Fault) -> Verdict {
    Err(CheckError { place: Some(Place::Line(line)), fault })
}

/// The proof in the encoding that its first bytes show.
pub fn proof(bytes: &[u8]) -> Proof<&[u8]> {
    Proof::new(bytes, ProofEncoding::candidates(bytes)[0])
}

/// The verdict on an LRAT proof.
pub fn check_lrat(formula: &Formula, bytes: &[u8]) -> Verdict {
    verdict(lrat::check(formula, &mut proof(bytes), &Limits::none()))
}

/// The verdict on a DRAT proof.
pub fn check_drat(formula: &Formula, bytes: &[u8], forward: bool) -> Verdict {
    let options = DratOptions { forward, ..DratOptions::default() };
    verdict(drat::check(formula, &mut proof(bytes), options, &Limits::none()))
}

/// The format in which a proof of unknown format is verified, if it is.
pub fn verified_as(formula: &Formula, bytes: &[u8], system: Option<System>) -> Option<String> {
    let checked = auto::check(formula, || Ok(bytes), system, DratOptions::default(), &Limits::none());
    checked.outcome.is_verified().then(|| checked.format.to_string())
}

/// The proof with up to three changed bytes, words or lines.
pub fn mutate(rng: &mut Rng, proof: &[u8], binary: bool) -> Vec<u8> {
    let mut mutant = proof.to_vec();
    for _ in 0..rng.below(4) {
        if mutant.is_empty() {
            break;
        }
        if binary || rng.below(8) == 0 {
            let place = rng.index(mutant.len());
            match rng.below(5) {
                0 => mutant[place] = rng.below(256) as u8,
                1 => mutant[place] ^= 1 << rng.below(8),
                2 => mutant.truncate(place),
                3 => drop(mutant.remove(place)),
                _ => mutant.insert(place, [0, b'a', b'd', 2, 0x80, 0xff][rng.index(6)]),
            }
            continue;
        }
        let text = String::from_utf8_lossy(&mutant).into_owned();
        let mut lines: Vec<Vec<String>> =
            text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
        let (line, other) = (rng.index(lines.len()), rng.index(lines.len()));
        match rng.below(5) {
            0 => drop(lines.remove(line)),
            1 => lines.swap(line, other),
            2 => {
                let copy = lines[other].clone();
                lines.insert(line, copy);
            }
            kind => {
                let word = rng.index(lines[line].len());
                let words = &mut lines[line];
                match kind {
                    3 => drop(words.remove(word)),
                    _ => {
                        words[word] = match rng.below(6) {
                            0 => "0".to_owned(),
                            1 => "4294967297".to_owned(),
                            2 => (rng.below(100) + 1).to_string(),
                            3 => format!("-{}", rng.below(10) + 1),
                            4 => words[rng.index(words.len())].clone(),
                            _ => match words[word].strip_prefix('-') {
                                Some(positive) => positive.to_owned(),
                                None => format!("-{}", words[word]),
                            },
                        }
                    }
                }
            }
        }
        mutant = lines.iter().map(|line| line.join(" ") + "\n").collect::<String>().into_bytes();
    }
    mutant
}

/// Runs `cnfcheck` with the texts of some files, which are named `0`, `1`, ... in the arguments.
pub fn cnfcheck(files: &[&[u8]], args: &str, stdin: &[u8]) -> Output {
    use std::io::Write;
    let folder = tempfile::tempdir().expect("a folder");
    for (index, bytes) in files.iter().enumerate() {
        std::fs::write(folder.path().join(index.to_string()), bytes).expect("written");
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_cnfcheck"))
        .args(args.split(' '))
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cnfcheck runs");
    // It may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin);
    child.wait_with_output().expect("cnfcheck ends")
}
