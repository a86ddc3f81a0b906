//! What the command lines do not know of: files, the environment, and pages that belong together.

use clap::Command;

/// A name and what is to be said about it.
pub type Note = (&'static str, &'static str);

const FORMULA: Note = (
    "FILE.cnf",
    "A formula in DIMACS, or one clause a line in names; as it is, or compressed by gzip, bzip2, xz or zstd, which is seen by its \
     bytes and not by its name.",
);
const PUZZLE: Note = (
    "PUZZLE",
    "A text; every usual way of writing such a puzzle is read. The guide of the puzzle in docs/ shows them.",
);
const NO_COLOR: Note = ("NO_COLOR", "Set to something: no colours.");
const TERM: Note = ("TERM", "Set to dumb: no colours.");
const TMPDIR: Note =
    ("TMPDIR", "Where formulas for an external solver are written, and removed after it; /tmp by default.");
const PATH: Note = ("PATH", "Where external solvers are looked for.");

/// Paragraphs that go on where the help of a program ends, for it is one screen.
pub fn description(tool: &str) -> &'static [&'static str] {
    match tool {
        "solver" => &[
            "The answer is `s SATISFIABLE` with a model in v lines, `s UNSATISFIABLE`, or `s UNKNOWN` where a limit or a signal \
             ended the run. Lines that begin with c are remarks and statistics. A model is checked against the clauses of the \
             file before it is printed; a refutation can be had with a proof, which cnfcheck(1) checks.",
            "Options of engines have headings of their own below. A switch among them is turned off by `--no-NAME` or \
             `--NAME=false`; an option of an engine that is not in use is wrong usage.",
        ],
        _ => &[],
    }
}

/// The files of a program that its options do not explain.
pub fn files(tool: &str, command: &Command) -> Vec<Note> {
    let more: &[Note] = match tool {
        "solver" => &[
            FORMULA,
            ("FILE.rec", "Beside the simplified formula of --simplify: the removed clauses, for cnfcheck reconstruct."),
            ("FILE.gz, FILE.zst", "A proof of such a name is written compressed."),
        ],
        "cnfcheck" => &[
            FORMULA,
            ("ANSWER", "The s and v lines of a solver, MiniSat's result file, or a .sol file of signed names."),
            ("PROOF", "DRAT, DSR or LRAT, in text or binary, plain or compressed."),
        ],
        "cnfcompare" => &[
            FORMULA,
            (
                "cnfcompare.jsonl",
                "The journal: every run as it ends. A race that was killed goes on from it with --resume.",
            ),
            ("cnfcompare.jsonl.work", "A folder for the runs' own files, removed at the end."),
        ],
        "cnfquery" => &[FORMULA, ("FILE.gcnf", "A formula whose clauses are in groups (p gcnf), for cores of groups.")],
        "coloring" => &[("GRAPH", "DIMACS (.col), neighbours one state a line, or GeoJSON.")],
        "cnfshuffle" => &[FORMULA],
        _ if command.find_subcommand("decode").is_some() => &[PUZZLE],
        _ => &[],
    };
    more.to_vec()
}

/// The variables of the environment that a program, or one of its commands, obeys.
pub fn environment(tool: &str, command: &Command) -> Vec<Note> {
    let calls_solvers = |command: &Command| {
        let mut flags = command.get_arguments().filter_map(|arg| arg.get_long());
        flags.any(|flag| ["solver", "solvers"].contains(&flag))
    };
    let more: &[Note] = match tool {
        "solver" => &[
            ("PAGER", "The program that shows a page of --help-all or --help-engine; less by default."),
            ("LESS", "The options of less; FRX by default."),
            ("RUST_LOG", "A log for developers on standard error, such as debug."),
        ],
        _ if calls_solvers(command) || command.get_subcommands().any(calls_solvers) => &[PATH, TMPDIR],
        _ => &[],
    };
    [NO_COLOR, TERM].iter().chain(more).copied().collect()
}

/// The pages besides the program's own that the page of a command refers to.
pub fn related(page: &str) -> &'static [&'static str] {
    match page {
        "cnfcheck-count" => &["cnfquery-count"],
        "cnfcheck-model" | "cnfcheck-reconstruct" | "cnfcheck-drat" | "cnfcheck-dsr" | "cnfcheck-lrat" => &["solver"],
        "cnfquery-count" => &["cnfcheck-count"],
        "cnfquery-backbone" | "cnfquery-core" => &["cnfcheck-lrat"],
        _ if page.ends_with("-encode") || page.ends_with("-decode") => &["solver"],
        _ if page.ends_with("-solve") => &["solver", "cnfcompare"],
        _ => &[],
    }
}
