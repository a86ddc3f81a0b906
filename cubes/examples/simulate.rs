//! Workers that sleep in place of solving, to measure the coordinator and the queue alone.
//!
//! ```text
//! cargo run --release -p gemsat-cubes --example simulate -- DIR SERVER WORKERS MILLISECONDS...
//! ```
//!
//! Each worker takes a cube, sleeps for the next of these durations, and writes that its cube is refuted - which nobody
//! has shown: the run's directory is for nothing else. It ends with the run, and prints which part of their time the
//! workers did not sleep, every ten seconds for these and at the end for all.

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
    let server = Server { url: url.clone(), token, ca: None, lease: Duration::from_secs(3) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let queue = Queue::connect(&server, &directory.run.id, || false).await?.ok_or("no connection")?;
        let (began, done) = (Instant::now(), simulate::Done::default());
        let all = join_all((0..workers).map(|worker| simulate::worker(&directory, &queue, worker, &durations, &done)));
        let report = async {
            let (mut time, mut cubes, mut slept) = (Instant::now(), 0, Duration::ZERO);
            loop {
                tokio::time::sleep(Duration::from_secs(10)).await;
                let span = time.elapsed().as_secs_f64();
                let (more, rest) = (done.cubes.get() - cubes, (done.slept() - slept).as_secs_f64());
                let idle = 100.0 * (1.0 - rest / (span * workers as f64));
                let (at, rate) = (began.elapsed().as_secs(), more as f64 / span);
                println!("{at:>5} s {:>8} cubes {rate:>6.0} a second, {idle:>5.1} % idle", done.cubes.get());
                (time, cubes, slept) = (Instant::now(), done.cubes.get(), done.slept());
            }
        };
        tokio::select! {
            _ = all => {}
            () = report => {}
        }
        let (first, last) = (done.first.get().unwrap_or(began), done.last.get().unwrap_or(began));
        let span = last.duration_since(first).as_secs_f64();
        let idle = 100.0 * (1.0 - done.slept().as_secs_f64() / (span * workers as f64));
        let cubes = done.cubes.get();
        println!("{cubes} cubes in {span:.2} s by {workers} workers, {idle:.1} % of whose time was idle");
        Ok(())
    })
}
