//! Settings that have no effect in some circumstances, such as parity constraints when a proof is written. Every way to
//! call the solver (program, crate, Python, C, RustSAT) takes what it says about this from the one table here.

use crate::proof::Tracer;

/// What the user may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// An option that is on.
    Option(&'static str),
    /// Several threads.
    Threads,
}

/// How the solver is used otherwise, by which a setting may lose its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circumstance {
    /// A proof is written in a format without substitutions: DRAT or LRAT, not DSR.
    PlainProof,
    /// One proof of all calls is written (LIDRUP).
    ProofOfCalls,
    /// More clauses and assumptions may come after an answer.
    LaterCalls,
    /// A proof is written, and more clauses and assumptions may come after an answer.
    ProofWithLaterCalls,
}

/// Each setting that has no effect, the circumstance in which it has none, and why.
pub const WITHOUT_EFFECT: [(Setting, Circumstance, &str); 5] = [
    (
        Setting::Option("gauss"),
        Circumstance::ProofWithLaterCalls,
        "later clauses may have the variables that the proof would add",
    ),
    (
        Setting::Option("symmetry"),
        Circumstance::PlainProof,
        "only a DSR proof can say why breaking symmetries is sound",
    ),
    (
        Setting::Option("symmetry"),
        Circumstance::ProofWithLaterCalls,
        "a later clause or an assumption may destroy a symmetry",
    ),
    (Setting::Option("factor"), Circumstance::LaterCalls, "later clauses may have the variables that would be added"),
    (Setting::Threads, Circumstance::ProofOfCalls, "one thread writes it"),
];

/// What the user has set so far, and how the solver is used.
#[derive(Clone, Debug, Default)]
pub struct Requests {
    /// The options that were set to true.
    options: Vec<String>,
    /// Whether several threads search.
    threads: bool,
    /// Whether a proof is written.
    proof: bool,
    circumstances: Vec<Circumstance>,
}

impl Requests {
    /// Notes that an option was set to this value.
    pub fn option(&mut self, name: &str, value: &str) {
        self.options.retain(|known| known != name);
        if ["true", "on", "1"].contains(&value) {
            self.options.push(name.to_owned());
        }
    }

    /// Notes how many threads search.
    pub fn threads(&mut self, count: usize) {
        self.threads = count > 1;
    }

    /// Notes that this proof is written.
    pub fn proof(&mut self, tracer: &dyn Tracer) {
        self.circumstances.retain(|&circumstance| circumstance == Circumstance::LaterCalls);
        self.proof = true;
        if !tracer.supports_substitutions() {
            self.circumstances.push(Circumstance::PlainProof);
        }
        if tracer.follows_calls() {
            self.circumstances.push(Circumstance::ProofOfCalls);
        }
    }

    /// Notes that more clauses and assumptions may come after an answer.
    pub fn later_calls(&mut self) {
        self.circumstances.push(Circumstance::LaterCalls);
    }

    fn holds(&self, circumstance: Circumstance) -> bool {
        match circumstance {
            Circumstance::ProofWithLaterCalls => self.proof && self.holds(Circumstance::LaterCalls),
            _ => self.circumstances.contains(&circumstance),
        }
    }

    /// Why this option, set to this value now, would have no effect; `None` where it has one.
    pub fn refusal(&self, name: &str, value: &str) -> Option<String> {
        let mut alone = Requests { options: Vec::new(), threads: false, ..self.clone() };
        alone.option(name, value);
        let sentences = alone.without_effect();
        (!sentences.is_empty()).then(|| sentences.join("; "))
    }

    /// One sentence for each setting that has no effect, with the reason.
    pub fn without_effect(&self) -> Vec<String> {
        let wished = |setting: &Setting| match setting {
            Setting::Option(name) => self.options.iter().any(|option| option == name),
            Setting::Threads => self.threads,
        };
        let rows =
            WITHOUT_EFFECT.iter().filter(|(setting, circumstance, _)| wished(setting) && self.holds(*circumstance));
        rows.map(|(setting, circumstance, why)| {
            let setting = match setting {
                Setting::Option(name) => format!("option '{name}' has no effect"),
                Setting::Threads => "several threads have no effect".into(),
            };
            let circumstance = match circumstance {
                Circumstance::PlainProof => "with a proof in this format",
                Circumstance::ProofOfCalls => "with a proof of all calls",
                Circumstance::LaterCalls => "in a solver to which clauses and assumptions may come later",
                Circumstance::ProofWithLaterCalls => {
                    "with a proof in a solver to which clauses and assumptions may come later"
                }
            };
            format!("{setting} {circumstance}: {why}")
        })
        .collect()
    }
}
