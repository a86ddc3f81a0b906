//! `cnfquery models --sample`.

use super::models::{Lines, ModelsArgs, Sink};
use super::run::Run;
use gemsat::cnf::{Document, Var};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::frame;
use gemsat::limits::Stop;
use gemsat::reason::count::{Drawn, Sampler, digits};

pub fn sample(args: &ModelsArgs, number: u64, document: &Document, shown: &[Var], run: &Run) -> Result<Exit, Failure> {
    let mut sink = Sink::open(args, run, None)?;
    let mut lines = Lines::new(shown, document.names.as_ref(), args.json);
    let mut drawn = 0;
    let (count, ended) = match Sampler::new(&document.formula, shown, run.circuit_bytes(), args.seed, &run.limits) {
        Err(stop) => (None, Some(stop)),
        Ok(None) => (Some("0".to_owned()), None),
        Ok(Some(mut sampler)) => {
            let mut ended = None;
            while drawn < number && ended.is_none() {
                match sampler.draw(&run.limits) {
                    Drawn::Model(model) => {
                        drawn += 1;
                        if !args.no_witness {
                            sink.write(lines.line(0, |lit| if model.is_true(lit) { 1 } else { -1 }))?;
                        }
                    }
                    Drawn::Stopped(stop) => ended = Some(stop),
                    Drawn::Wrong => {
                        return Err(Failure::Internal("what was drawn is no model; please report this".into()));
                    }
                }
                if drawn.is_multiple_of(256) && sink.closed() {
                    ended = Some(Stop::Interrupted);
                }
            }
            (digits(sampler.count(), &run.limits).ok(), ended)
        }
    };
    frame::begin_answer();
    sink.settle()?;
    let unsatisfiable = count.as_deref() == Some("0");
    if args.json {
        let known = count.map_or("null".into(), |count| format!("\"{count}\""));
        let stopped = ended.map_or("null".into(), |stop| format!("\"{stop}\""));
        run.line(format_args!("{{\"drawn\":{drawn},\"of\":{known},\"stopped\":{stopped}}}"));
    } else {
        run.line(match (unsatisfiable, drawn) {
            (true, _) => "s UNSATISFIABLE",
            (false, 0) => "s UNKNOWN",
            _ => "s SATISFIABLE",
        });
        let of = count.map_or(String::new(), |count| format!(" of {count} models"));
        let end = ended.map_or(String::new(), |stop| format!("; stopped: {stop}"));
        run.line(format_args!("c {drawn} drawn{of}{end}"));
    }
    Ok(match (unsatisfiable, drawn) {
        (true, _) => Exit::NoSolution,
        (false, 0) => Exit::Done,
        _ => Exit::Solved,
    })
}
