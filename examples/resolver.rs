//! A dependency resolver: which versions of some packages go together, and the newest of those; and where none do,
//! which wishes contradict each other.
//!
//! cargo run --example resolver

use gemsat::reason::core::minimal_core;
use gemsat::{AtMostOne, Limits, Lit, Solver, Stop, minimize};
use std::collections::BTreeMap;

/// A package, a version, and what it needs: packages with the versions that will do.
type Release = (&'static str, u32, &'static [(&'static str, &'static [u32])]);

const RELEASES: &[Release] = &[
    ("web", 2, &[("json", &[3]), ("tls", &[1, 2])]),
    ("web", 1, &[("json", &[1, 2])]),
    ("cli", 1, &[("json", &[2, 3]), ("tls", &[2])]),
    ("old", 1, &[("json", &[1])]),
    ("json", 3, &[]),
    ("json", 2, &[]),
    ("json", 1, &[]),
    ("tls", 2, &[("json", &[2])]),
    ("tls", 1, &[]),
];

pub(crate) fn main() -> Result<(), Stop> {
    let mut solver = Solver::new();
    // A yes-no question for each release: "is it installed?"
    let mut installed: BTreeMap<(&str, u32), Lit> = BTreeMap::new();
    for &(name, version, _) in RELEASES {
        installed.insert((name, version), solver.new_var().into());
    }
    let versions = |name: &str| -> Vec<Lit> {
        installed.iter().filter(|((known, _), _)| *known == name).map(|(_, &lit)| lit).collect()
    };
    for &(name, version, needs) in RELEASES {
        for &(needed, good) in needs {
            // Not this release, or one of the good versions of what it needs.
            let choices = good.iter().map(|&version| installed[&(needed, version)]);
            solver.add_clause(choices.chain([!installed[&(name, version)]]));
        }
    }
    for name in ["web", "cli", "old", "json", "tls"] {
        AtMostOne::Auto.encode(&mut solver, &versions(name));
    }

    // What the user wants, each wish behind a switch, so that a contradiction can be named. (A contradiction of as few
    // wishes as possible is `smallest_core`, with the same arguments.)
    let mut wants = Vec::new();
    for name in ["web", "cli", "old"] {
        let [switch] = solver.new_lits();
        solver.add_clause(versions(name).into_iter().chain([!switch]));
        wants.push((switch, name));
    }
    let switches: Vec<Lit> = wants.iter().map(|&(switch, _)| switch).collect();
    let core = minimal_core(&mut solver, &[], &switches, &Limits::none())?.expect("they need different versions");
    let blamed: Vec<&str> = core.named(wants.iter().copied()).members;
    println!("not together: {blamed:?}");
    assert_eq!(blamed, ["cli", "old"]);

    // Without `old`: as new as can be, at a cost of 1 for each version that a release is behind, and few packages.
    solver.add_clause([switches[0]]);
    solver.add_clause([switches[1]]);
    let newest = |name: &str| RELEASES.iter().filter(|release| release.0 == name).map(|release| release.1).max();
    let cost = |&(name, version): &(&str, u32)| 1 + 10 * u64::from(newest(name).map_or(0, |newest| newest - version));
    let wishes: Vec<(u64, Lit)> = installed.iter().map(|(release, &lit)| (cost(release), !lit)).collect();
    let best = minimize(&mut solver, &wishes, &Limits::none())?.expect("there is a choice");
    let chosen: Vec<_> = installed.iter().filter(|&(_, &lit)| best.model[lit]).map(|(&release, _)| release).collect();
    println!("{chosen:?}");
    assert_eq!(chosen, [("cli", 1), ("json", 2), ("tls", 2), ("web", 1)]);
    Ok(())
}
