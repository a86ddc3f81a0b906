//! What does not go together: what is asked for, beside what it has no effect, and why. Every way to call the solver
//! says so from this table.

use crate::proof::Tracer;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// That an option is on.
    Option(&'static str),
    /// Several threads.
    Threads,
}

/// What else there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// A proof.
    Proof,
    /// A proof in a format without substitutions.
    PlainProof,
    /// A proof of all calls.
    ProofOfCalls,
    /// Clauses and assumptions that may come later.
    LaterCalls,
}

/// What has no effect, beside what, and why.
pub const TABLE: [(What, Beside, &str); 5] = [
    (What::Option("gauss"), Beside::Proof, "sums of parity constraints would be too long in it"),
    (What::Option("symmetry"), Beside::PlainProof, "only a DSR proof can say why breaking symmetries is sound"),
    (What::Option("symmetry"), Beside::LaterCalls, "a later clause or an assumption may destroy a symmetry"),
    (What::Option("factor"), Beside::LaterCalls, "later clauses may have the variables that would be added"),
    (What::Threads, Beside::ProofOfCalls, "one thread writes it"),
];

/// What a solver is asked for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The options that were set to true.
    options: Vec<String>,
    threads: bool,
    beside: Vec<Beside>,
}

impl Asked {
    /// An option is set.
    pub fn option(&mut self, name: &str, value: &str) {
        self.options.retain(|known| known != name);
        if ["true", "on", "1"].contains(&value) {
            self.options.push(name.to_owned());
        }
    }

    /// So many threads search.
    pub fn threads(&mut self, count: usize) {
        self.threads = count > 1;
    }

    /// A proof is written.
    pub fn proof(&mut self, tracer: &dyn Tracer) {
        self.beside.retain(|&beside| beside == Beside::LaterCalls);
        self.beside.push(Beside::Proof);
        if !tracer.supports_substitutions() {
            self.beside.push(Beside::PlainProof);
        }
        if tracer.follows_calls() {
            self.beside.push(Beside::ProofOfCalls);
        }
    }

    /// Clauses and assumptions may come later.
    pub fn later_calls(&mut self) {
        self.beside.push(Beside::LaterCalls);
    }

    /// What of this has no effect, as sentences.
    pub fn without_effect(&self) -> Vec<String> {
        let asked = |what: &What| match what {
            What::Option(name) => self.options.iter().any(|option| option == name),
            What::Threads => self.threads,
        };
        let rows = TABLE.iter().filter(|(what, beside, _)| asked(what) && self.beside.contains(beside));
        rows.map(|(what, beside, why)| {
            let what = match what {
                What::Option(name) => format!("option '{name}' has no effect"),
                What::Threads => "several threads have no effect".into(),
            };
            let beside = match beside {
                Beside::Proof => "with a proof",
                Beside::PlainProof => "with a proof in this format",
                Beside::ProofOfCalls => "with a proof of all calls",
                Beside::LaterCalls => "in a solver to which clauses and assumptions may come later",
            };
            format!("{what} {beside}: {why}")
        })
        .collect()
    }
}
