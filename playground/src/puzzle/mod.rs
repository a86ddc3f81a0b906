//! Puzzles: each as cells that hold values, with a picture from the library's own drawing.

mod coloring;
mod gems;
mod queens;
mod sudoku;
mod tenner;

use crate::formula;
use crate::run::Run;
use gemsat::cnf::{Assignment, Lit, Var};
use gemsat::encode::Encoding;
use gemsat::engine::{Observer, Verdict};
use gemsat::limits::{Limits, Stop};
use gemsat::observe::{Board, Recorder};
use gemsat::puzzle::Remark;
use gemsat::reason::backbone::backbone;
use gemsat::reason::{Incremental, enumerate};
use serde_json::{Value, json};

/// What each cell holds in a solution, or in all of them: a digit, a colour, 1 for a queen or a trap and 0 for none.
pub type Values = Vec<Option<u16>>;

/// Solutions are counted one by one up to this number.
const MOST_COUNTED: u64 = 10_000;

/// The most bytes of a CNF that the page shows.
const MOST_CNF: usize = 4 << 20;

/// A place of the picture that can be chosen and changed. Lengths are in the picture's units.
pub struct Spot {
    /// The row that it belongs to.
    pub row: usize,
    /// Left, top, width and height; `None` where the picture has an element `fill-N` for cell N.
    pub place: Option<[usize; 4]>,
    /// Its name and what it holds, for people who do not see the picture.
    pub name: String,
}

/// The picture and its cells.
pub struct View {
    /// The picture.
    pub svg: String,
    /// Its cells.
    pub spots: Vec<Spot>,
    /// Colours that fill the elements `fill-N`, and the element `one-N` to be shown with them.
    pub fills: Vec<Option<(String, String)>>,
}

/// Clues, and what they do.
pub struct Reason {
    /// A sentence.
    pub words: String,
    /// The cells whose clues it speaks of.
    pub marked: Vec<usize>,
    /// The cells that it explains.
    pub about: Option<usize>,
    /// Whether the clues contradict each other.
    pub contradiction: bool,
}

impl Reason {
    /// The clues contradict each other.
    pub fn contradiction(words: impl Into<String>, marked: Vec<usize>) -> Reason {
        Reason { words: words.into(), marked, about: None, contradiction: true }
    }

    /// There is a solution, and more cannot be said.
    pub fn consistent(words: impl Into<String>) -> Reason {
        Reason { words: words.into(), marked: Vec::new(), about: None, contradiction: false }
    }

    /// The clues decide about a cell.
    pub fn forced(words: impl Into<String>, marked: Vec<usize>, cell: usize) -> Reason {
        Reason { words: words.into(), marked, about: Some(cell), contradiction: false }
    }
}

/// A puzzle of any kind.
pub trait Puzzle {
    /// The puzzle in a form that can be read again, for links.
    fn text(&self) -> String;

    /// How its text was read, where it could be read in more than one way.
    fn remarks(&self) -> &[Remark] {
        &[]
    }

    /// What may be put into a cell: the key, and what it means.
    fn keys(&self) -> Vec<(String, String)>;

    /// The picture with these values.
    fn view(&self, values: &Values) -> View;

    /// Puts what a key stands for into a cell; the blank takes the next of the usual ones. Digits that were typed one after
    /// the other come together.
    fn edit(&mut self, cell: usize, key: &str) -> Result<(), String>;

    /// What may be done with two cells, if anything: the word on its key.
    fn pairing(&self) -> Option<&'static str> {
        None
    }

    /// Does that.
    fn pair(&mut self, _a: usize, _b: usize) -> Result<(), String> {
        Err("Cells of this puzzle are not joined.".into())
    }

    /// The puzzle as a formula.
    fn encoding(&self, local: bool) -> Result<Encoding, String>;

    /// What a literal says of a cell.
    fn meaning(&self, lit: Lit) -> Option<(usize, u16)>;

    /// Whether these values solve the puzzle.
    fn check(&self, values: &Values) -> Result<(), String>;

    /// The board on which a search is played.
    fn board(&self, num_vars: u32) -> Board;

    /// Why there is no solution, or what forces a cell.
    fn explain(&self, cell: Option<usize>, limits: &Limits) -> Result<Reason, String>;

    /// The number of solutions where there is a better way than one by one.
    fn count(&self, _limits: &Limits) -> Option<Result<String, Stop>> {
        None
    }

    /// The chances of the cells, drawn, where they can be counted.
    fn chances(&self, _limits: &Limits) -> Option<String> {
        None
    }

    /// The number of cells.
    fn num_cells(&self) -> usize;

    /// The number of cells that hold a value in a solution.
    fn num_fillable(&self) -> usize {
        self.num_cells()
    }
}

/// Answers a question about a puzzle.
pub fn ask(question: &Value) -> Result<Value, String> {
    let run = Run::new(question);
    let text = question["text"].as_str().unwrap_or_default();
    let shape = question["shape"].as_str().unwrap_or_default();
    let seed = question["seed"].as_u64().unwrap_or(0);
    let kind = question["kind"].as_str().unwrap_or_default();
    let verb = question["verb"].as_str().unwrap_or_default();
    let mut puzzle: Box<dyn Puzzle> = match (kind, verb) {
        ("sudoku", "new") => Box::new(sudoku::blank(shape)?),
        ("sudoku", "generate") => Box::new(sudoku::generate(shape, seed, &run.limits)?),
        ("sudoku", _) => Box::new(sudoku::read(text)?),
        ("queens", "new") => Box::new(queens::blank(shape)?),
        ("queens", "generate") => Box::new(queens::generate(shape, seed, &run.limits)?),
        ("queens", _) => Box::new(queens::read(text)?),
        ("gems", "new") => Box::new(gems::blank(shape)?),
        ("gems", "generate") => Box::new(gems::generate(shape, seed, &run.limits)?),
        ("gems", _) => Box::new(gems::read(text)?),
        ("coloring", "new") => Box::new(coloring::blank(shape, text)?),
        ("coloring", "generate") => Box::new(coloring::generate(shape, seed)?),
        ("coloring", _) => Box::new(coloring::read(text)?),
        ("tenner", "new") => Box::new(tenner::blank(shape)?),
        ("tenner", "generate") => Box::new(tenner::generate(shape, seed, &run.limits)?),
        ("tenner", _) => Box::new(tenner::read(text)?),
        _ => return Err(format!("there is no puzzle '{kind}'")),
    };
    let cell = question["cell"].as_u64().map(|cell| cell as usize).filter(|&cell| cell < puzzle.num_cells());
    if verb == "edit" {
        let cell = cell.ok_or("there is no such cell")?;
        let other = question["with"].as_u64().map(|other| other as usize);
        match other.filter(|&other| other < puzzle.num_cells() && other != cell) {
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
        "explain" => {
            let reason = puzzle.explain(cell, &run.limits)?;
            answer["status"] = json!(if reason.contradiction { "UNSATISFIABLE" } else { "SATISFIABLE" });
            answer["words"] = json!(reason.words);
            answer["marked"] = json!(reason.marked);
            answer["about"] = json!(reason.about);
        }
        "cnf" => {
            let encoding = puzzle.encoding(false)?;
            let mut text = Vec::new();
            encoding.write_dimacs(&mut text).map_err(|error| error.to_string())?;
            let (vars, clauses) = (encoding.formula.num_vars(), encoding.formula.num_clauses());
            answer["words"] = json!(format!("{vars} variables, {clauses} clauses"));
            text.truncate(MOST_CNF);
            answer["cnf"] = json!(String::from_utf8_lossy(&text));
        }
        _ => {}
    }
    if !puzzle.remarks().is_empty() {
        let remarks: Vec<String> = puzzle.remarks().iter().map(|remark| format!("Line {remark}.")).collect();
        answer["words"] =
            json!(format!("{} {}", remarks.join(" "), answer["words"].as_str().unwrap_or_default()).trim());
    }
    let view = puzzle.view(&values);
    let spots: Vec<Value> =
        view.spots.into_iter().map(|spot| json!({ "row": spot.row, "place": spot.place, "name": spot.name })).collect();
    answer["svg"] = json!(answer["svg"].as_str().map_or(view.svg, str::to_string));
    answer["spots"] = json!(spots);
    answer["fills"] = json!(view.fills);
    answer["keys"] = json!(puzzle.keys());
    answer["pairing"] = json!(puzzle.pairing());
    answer["text"] = json!(puzzle.text());
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
    let mut engine = formula::engine(question)?;
    let encoding = puzzle.encoding(!engine.is_complete())?;
    let num_vars = encoding.formula.num_vars();
    let mut recorder = (question["verb"] == "play").then(|| {
        let mut recorder = Recorder::new(engine.name(), num_vars as usize);
        recorder.set_options(&engine.options());
        recorder
    });
    engine.set_reporter(run.reporter());
    let observer = recorder.as_mut().map(|recorder| recorder as &mut dyn Observer);
    let verdict = engine.solve(encoding.formula, &run.limits, observer);
    answer["counters"] = formula::counters(&*engine);
    match &verdict {
        Verdict::Sat(model) => {
            *values = of_model(puzzle, model);
            puzzle.check(values).map_err(|words| format!("internal error: {words}"))?;
            answer["status"] = json!("SATISFIABLE");
            answer["words"] = json!("The solution was checked by the puzzle's own rules.");
        }
        Verdict::Unsat => {
            answer["status"] = json!("UNSATISFIABLE");
            answer["words"] = json!("There is no solution. Explain shows the clues that contradict each other.");
        }
        Verdict::Unknown(stop) => {
            answer["status"] = json!("UNKNOWN");
            answer["words"] = json!(format!("No answer: {}.", run.why(*stop)));
        }
    }
    if let Some(recorder) = recorder {
        answer["page"] = json!(formula::play(recorder, &verdict, &*engine, |_| puzzle.board(num_vars)));
    }
    Ok(())
}

fn of_model(puzzle: &dyn Puzzle, model: &Assignment) -> Values {
    let mut values = vec![None; puzzle.num_cells()];
    for (cell, value) in model.lits().filter_map(|lit| puzzle.meaning(lit)) {
        values[cell].get_or_insert(value);
    }
    values
}

fn count(puzzle: &dyn Puzzle, run: &Run) -> Result<String, String> {
    let counted = match puzzle.count(&run.limits) {
        Some(counted) => counted.map_err(|stop| run.why(stop))?,
        None => {
            let encoding = puzzle.encoding(false)?;
            let vars: Vec<Var> = encoding.puzzle_vars().collect();
            let mut oracle = Incremental::new(&encoding.formula);
            let seen = enumerate::count(&mut oracle, &vars, Some(MOST_COUNTED), &run.limits);
            match seen.stopped {
                Some(Err(stop)) => format!("at least {} ({})", seen.models, run.why(stop)),
                Some(Ok(())) => format!("more than {MOST_COUNTED}"),
                None => seen.models.to_string(),
            }
        }
    };
    Ok(match counted.as_str() {
        "0" => "There is no solution.".to_string(),
        "1" => "There is exactly 1 solution.".to_string(),
        many => format!("There are {many} solutions."),
    })
}

fn certain(puzzle: &dyn Puzzle, run: &Run, values: &mut Values, answer: &mut Value) -> Result<(), String> {
    let encoding = puzzle.encoding(false)?;
    let vars: Vec<Var> = encoding.puzzle_vars().collect();
    let mut oracle = Incremental::new(&encoding.formula);
    let Some(lits) = backbone(&mut oracle, &vars, &run.limits).map_err(|stop| run.why(stop))? else {
        answer["status"] = json!("UNSATISFIABLE");
        answer["words"] = json!("There is no solution. Explain shows the clues that contradict each other.");
        return Ok(());
    };
    for (cell, value) in lits.into_iter().filter_map(|lit| puzzle.meaning(lit)) {
        values[cell] = Some(value);
    }
    let known = values.iter().flatten().count();
    answer["status"] = json!("SATISFIABLE");
    let cells = puzzle.num_fillable();
    let are = if known == 1 { "1 cell is" } else { &format!("{known} cells are") };
    answer["words"] = json!(match puzzle.chances(&run.limits) {
        Some(svg) => {
            answer["svg"] = json!(svg);
            format!("{are} certain. The numbers are chances of a trap in percent.")
        }
        None => format!("{are} the same in every solution, of {cells}."),
    });
    Ok(())
}

/// A cell's place in words, from 1.
fn place((row, column): (usize, usize)) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// What ends a question without an answer, in words.
fn stopped(stop: Stop) -> String {
    format!("no answer: {stop}")
}

/// Clues that contradict, in words.
fn contradicting(count: usize) -> String {
    match count {
        1 => "The marked clue alone leaves no solution.".to_string(),
        2 => "The two marked clues contradict each other.".to_string(),
        count => format!("The {count} marked clues contradict each other, and none of them can be left out."),
    }
}

/// What forces a cell, in words.
fn forcing(place: &str, value: &str, count: usize) -> String {
    match count {
        0 => format!("{place} is {value}: the rules alone force it."),
        1 => format!("{place} is {value}: the marked clue forces it."),
        count => format!("{place} is {value}: the {count} marked clues force it."),
    }
}
