//! Runs what threads share (`src/parallel/team.rs` and `src/parallel/proof.rs`) under the model checker loom: every
//! order of their steps with at most [`PREEMPTIONS`] preemptions.
//!
//! loom's condition variable does not wake after a time, so an order in which a thread waits for a notice that nobody
//! gives ends in a deadlock, which loom reports.

mod parallel;

use gemsat::{cnf, proof};

/// What the sources under test take from the engine.
mod cdcl {
    pub mod share {
        use gemsat::cnf::Lit;
        use gemsat::proof::ClauseId;

        #[derive(Clone, Debug)]
        pub struct SharedClause {
            pub lits: Vec<Lit>,
            // Read by those who import.
            #[expect(dead_code)]
            pub glue: u32,
            pub id: ClauseId,
        }
    }
}

/// The flag that ends a run, of loom's parts.
mod limits {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicBool, Ordering};

    #[derive(Clone, Debug, Default)]
    pub struct StopFlag(Arc<AtomicBool>);

    impl StopFlag {
        pub fn raise(&self) {
            self.0.store(true, Ordering::Relaxed);
        }

        pub fn raised(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }
}

/// Preemptions in an order of steps.
const PREEMPTIONS: usize = 2;

fn main() {
    for (name, model) in parallel::models::MODELS {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(PREEMPTIONS);
        let orders = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
        let counted = std::sync::Arc::clone(&orders);
        builder.check(move || {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            model();
        });
        println!("{name}: {} orders", orders.load(std::sync::atomic::Ordering::Relaxed));
    }
}
