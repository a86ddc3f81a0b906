//! Workers that sleep in place of solving, to measure the coordinator and the queue alone.
//!
//! ```text
//! cargo run --release -p gemsat-cubes --example simulate -- DIR SERVER WORKERS MILLISECONDS...
//! ```
//!
//! Each worker takes a cube, sleeps for the next of these durations, and writes that its cube is refuted - which nobody has
//! shown: the run's directory is for nothing else. It ends with the run, and prints which part of their time the workers slept.

use futures_util::future::join_all;
use gemsat_cubes::directory::Directory;
use gemsat_cubes::queue::{Queue, Server, simulate};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [directory, url, workers, durations @ ..] = &args[..] else {
        return Err("usage: simulate DIR SERVER WORKERS MILLISECONDS...".into());
    };
    let directory = Directory::open(Path::new(directory))?;
    let durations: Vec<u64> = durations.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    let workers: usize = workers.parse()?;
    let token = std::env::var("CNFCUBES_TOKEN").ok();
    let server = Server { url: url.clone(), token, ca: None, lease: Duration::from_secs(10) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let queue = Queue::connect(&server, &directory.run.id, || false).await?.ok_or("no connection")?;
        let began = Instant::now();
        let all = (0..workers).map(|worker| simulate::worker(&directory, &queue, worker, &durations));
        let slept = join_all(all).await;
        let first = slept.iter().filter_map(|worker| worker.first).min().unwrap_or(began);
        let last = slept.iter().filter_map(|worker| worker.last).max().unwrap_or(began);
        let (span, cubes) =
            (last.duration_since(first).as_secs_f64(), slept.iter().map(|worker| worker.cubes).sum::<u64>());
        let busy: f64 = slept.iter().map(|worker| worker.slept.as_secs_f64()).sum();
        println!(
            "{cubes} cubes in {span:.2} s by {workers} workers, {:.1} % of whose time was idle",
            100.0 * (1.0 - busy / (span * workers as f64))
        );
        Ok(())
    })
}
