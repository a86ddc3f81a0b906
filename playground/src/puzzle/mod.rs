//! Puzzles on the page: whatever kind the registry knows, through its face.

mod explain;

use crate::formula;
use crate::run::Run;
use gemsat::cnf::{Formula, Var};
use gemsat::engine::{Observer, Verdict};
use gemsat::observe::Recorder;
use gemsat::puzzle::face::{Asking, Chanced, Total, Unanswered, Values};
use gemsat::puzzle::registry::Kind;
use gemsat::puzzle::{Puzzle, Remark};
use gemsat::reason::{Incremental, Oracle};
use gemsat::util::words::many;
use serde_json::{Value, json};

/// Solutions are counted one by one up to this number.
const MOST_COUNTED: u64 = 10_000;

/// The most bytes of a CNF that the page shows.
const MOST_CNF: usize = 4 << 20;

/// The most cells of a puzzle that the page shows.
const MOST_CELLS: usize = 1_600;

/// Answers a question about a puzzle.
pub fn ask(question: &Value) -> Result<Value, String> {
    let run = Run::new(question);
    let text = question["text"].as_str().unwrap_or_default();
    let shape = question["shape"].as_str().unwrap_or_default();
    let seed = question["seed"].as_u64().unwrap_or(0);
    let kind = question["kind"].as_str().unwrap_or_default();
    let verb = question["verb"].as_str().unwrap_or_default();
    let kind = Kind::by_name(kind).ok_or_else(|| format!("there is no puzzle '{kind}'"))?;
    let mut solution = None;
    let (mut puzzle, remarks): (Box<dyn Puzzle>, Vec<Remark>) = match verb {
        "new" => (kind.blank(shape, text)?, Vec::new()),
        "generate" => (kind.generate(shape, seed, &run.limits)?, Vec::new()),
        "deal" => {
            let (puzzle, values) = kind.deal(shape, seed, &run.limits)?;
            solution = Some(values);
            (puzzle, Vec::new())
        }
        _ => {
            let mut reading = kind.read(text, &[]).map_err(|error| error.to_string())?;
            match reading.puzzle.len() {
                1 => (reading.puzzle.remove(0), reading.remarks),
                count => return Err(format!("the page takes one puzzle, found {count}")),
            }
        }
    };
    if puzzle.num_cells() > MOST_CELLS {
        let name = kind.name;
        return Err(format!(
            "The page takes puzzles of up to {MOST_CELLS} cells; the program {name} takes larger ones."
        ));
    }
    if let Some(total) = question["total"].as_str() {
        let number = (!total.trim().is_empty()).then(|| total.trim().parse::<usize>()).transpose();
        puzzle.set_total(number.map_err(|_| format!("A total is a number, found '{total}'."))?)?;
    }
    let cell = question["cell"].as_u64().map(|cell| cell as usize).filter(|&cell| cell < puzzle.num_spots());
    if verb == "edit" {
        let cell = cell.ok_or("there is no such cell")?;
        let other = question["with"].as_u64().map(|other| other as usize);
        match other.filter(|&other| other < puzzle.num_spots() && other != cell) {
            Some(other) => puzzle.pair(cell, other)?,
            None => puzzle.edit(cell, question["key"].as_str().unwrap_or_default())?,
        }
    }
    let puzzle = &*puzzle;
    let mut values = vec![None; puzzle.num_cells()];
    let mut answer = json!({});
    match verb {
        "solve" | "play" => solve(puzzle, question, &run, &mut values, &mut answer)?,
        "count" => answer["words"] = json!(count(puzzle, &run)?),
        "certain" => certain(puzzle, &run, &mut values, &mut answer)?,
        "explain" => explain::explain(puzzle, cell, &run, &mut values, &mut answer)?,
        "next" => explain::next(kind, puzzle, &run, &mut values, &mut answer)?,
        "cnf" => {
            let encoding = puzzle.encode(false).map_err(|error| error.to_string())?;
            let mut text = Vec::new();
            encoding.write_dimacs(&mut text).map_err(|error| error.to_string())?;
            let (vars, clauses) = (encoding.formula.num_vars(), encoding.formula.num_clauses());
            answer["words"] = json!(format!("{vars} variables, {clauses} clauses"));
            text.truncate(MOST_CNF);
            answer["cnf"] = json!(String::from_utf8_lossy(&text));
        }
        _ => {}
    }
    if !remarks.is_empty() {
        let remarks: Vec<String> = remarks.iter().map(|remark| format!("Line {remark}.")).collect();
        let words = answer["words"].as_str().unwrap_or_default();
        answer["words"] = json!(format!("{} {words}", remarks.join(" ")).trim());
    }
    let view = puzzle.view(&values);
    let spots: Vec<Value> =
        view.spots.into_iter().map(|spot| json!({ "row": spot.row, "place": spot.place, "name": spot.name })).collect();
    answer["svg"] = json!(answer["svg"].as_str().map_or(view.svg, str::to_string));
    answer["spots"] = json!(spots);
    answer["fills"] = json!(view.fills);
    answer["keys"] = json!(puzzle.keys());
    answer["pairing"] = json!(puzzle.pairing());
    if let Some(Total { number, most, words }) = puzzle.total() {
        answer["total"] = json!({ "number": number, "most": most, "words": words });
    }
    answer["text"] = json!(puzzle.text());
    answer["solution"] = json!(solution);
    answer["seconds"] = json!(run.seconds());
    Ok(answer)
}

fn solve(
    puzzle: &dyn Puzzle,
    question: &Value,
    run: &Run,
    values: &mut Values,
    answer: &mut Value,
) -> Result<(), String> {
    let mut engine = formula::engine(question, |name| name.parse().ok().and_then(Var::from_dimacs))?;
    if let Some(why) = puzzle.hopeless().into_iter().next() {
        return Err(why);
    }
    let encoding = puzzle.encode(!engine.is_complete()).map_err(|error| error.to_string())?;
    let num_vars = encoding.formula.num_vars();
    let mut recorder = (question["verb"] == "play").then(|| {
        let mut recorder = Recorder::new(engine.name(), num_vars);
        recorder.set_options(&engine.options());
        recorder.set_clauses(&encoding.formula);
        recorder
    });
    engine.set_reporter(run.reporter());
    let observer = recorder.as_mut().map(|recorder| recorder as &mut dyn Observer);
    let verdict = engine.solve(encoding.formula, &run.limits, observer);
    answer["counters"] = formula::counters(&*engine);
    match &verdict {
        Verdict::Sat(model) => {
            *values = puzzle.decode(model);
            puzzle.check(values).map_err(|broken| format!("internal error: {broken}"))?;
            answer["status"] = json!("SATISFIABLE");
            answer["words"] = json!("The solution was checked by the puzzle's own rules.");
        }
        Verdict::Unsat => {
            answer["status"] = json!("UNSATISFIABLE");
            answer["words"] = json!("There is no solution; “Explain” shows why.");
        }
        Verdict::Unknown(stop) => {
            answer["status"] = json!("UNKNOWN");
            answer["words"] = json!(format!("No answer: {}.", run.why(*stop)));
        }
    }
    if let Some(recorder) = recorder {
        answer["page"] = json!(formula::play(recorder, &verdict, &*engine, |_| puzzle.board(puzzle.words(num_vars))));
    }
    Ok(())
}

/// Asks a puzzle, with the solver to answer its questions about formulas.
fn asked<R>(run: &Run, ask: impl FnOnce(&Asking<'_>) -> Result<R, Unanswered>) -> Result<R, String> {
    let oracle = |formula: &Formula| Box::new(Incremental::new(formula)) as Box<dyn Oracle>;
    ask(&Asking { oracle: &oracle, chosen: false, limits: &run.limits }).map_err(|why| match why {
        Unanswered::Stopped(stop) => run.why(stop),
        Unanswered::Impossible(why) => why,
    })
}

fn count(puzzle: &dyn Puzzle, run: &Run) -> Result<String, String> {
    let counted = match puzzle.count(&run.limits) {
        Some(counted) => counted.map_err(|stop| run.why(stop))?.to_string(),
        None => {
            let mut found = 0;
            let mut see = |_: &Values| {
                found += 1;
                found <= MOST_COUNTED
            };
            let all = asked(run, |asking| puzzle.each(asking, &mut see));
            match all {
                Ok(true) => found.to_string(),
                Ok(false) => format!("more than {MOST_COUNTED}"),
                Err(why) if found == 0 => return Err(why),
                Err(why) => format!("at least {found} ({why})"),
            }
        }
    };
    Ok(match counted.as_str() {
        "0" => "There is no solution.".to_string(),
        "1" => "There is exactly 1 solution.".to_string(),
        many => format!("There are {many} solutions."),
    })
}

/// What is fixed so that values can be told apart, as the continuation of a sentence.
fn naming(puzzle: &dyn Puzzle) -> String {
    puzzle.naming().map_or(String::new(), |words| format!(", given {words}"))
}

fn certain(puzzle: &dyn Puzzle, run: &Run, values: &mut Values, answer: &mut Value) -> Result<(), String> {
    let Some(found) = asked(run, |asking| puzzle.certain(asking))? else {
        answer["status"] = json!("UNSATISFIABLE");
        answer["words"] = json!("There is no solution; “Explain” shows why.");
        return Ok(());
    };
    let open = |values: &Values| values.iter().filter(|value| value.is_none()).count();
    let (before, after) = (open(&puzzle.given()), open(&found));
    let given = puzzle.given();
    let new: Vec<usize> = (0..found.len()).filter(|&cell| found[cell].is_some() && given[cell].is_none()).collect();
    answer["certain"] = json!(new);
    *values = found;
    answer["status"] = json!("SATISFIABLE");
    let are = if before - after == 1 { "1 cell is" } else { &format!("{} cells are", before - after) };
    answer["words"] = json!(match puzzle.chances(&run.limits) {
        Some(Chanced { svg, words, safest }) => {
            answer["svg"] = json!(svg);
            answer["safest"] = json!(safest);
            format!("{are} certain. {words}")
        }
        None => format!("{are} the same in every solution, of {}{}.", many(before, "open cell"), naming(puzzle)),
    });
    Ok(())
}
