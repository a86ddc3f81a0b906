//! Every verb of every tool has a hard task, and is ended in every way that a run may be ended: by the limits on time,
//! CPU time and memory, by signals, by a reader that goes, by a full disk, and by the system's limits on files and
//! memory. It ends at once, says so in one line, with the right exit code, and leaves nothing half written.
//!
//! The verbs come from the programs' own help, so that a new one has a row here or fails the test.

use crate::support::tool::{program, programs};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a verb is given, blanks between the words; files are those of [`prepare`].
enum Task {
    /// More than can be done in the time of this test.
    Hard(&'static str, Says),
    /// It waits for its standard input, which nobody writes; and once more, with lines that come slowly and never end.
    Waits(&'static str, Says),
    /// Nothing, for this reason.
    Nothing(&'static str),
}

use Says::{Bounds, Core, Formula, Race, Runs, Sentence, Solver};
use Task::{Hard, Nothing, Waits};

/// How a verb says that it was ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    /// A line `UNKNOWN (why)` on standard output.
    Sentence,
    /// A line `s UNKNOWN` on standard output.
    Solver,
    /// The same, or `s UNSATISFIABLE` with exit code 20, and that the search was stopped.
    Core,
    /// On standard error, with exit code 1: a formula that is not whole is none.
    Formula,
    /// A line of what is known on standard error, and what belongs to it on standard output; or a sentence.
    Bounds,
    /// A line for each of so many runs, each of which has the whole time; or a sentence.
    Runs(u32),
    /// A table of so many runs, each of which has the whole time; what interrupts it on standard error, with exit code
    /// 1.
    Race(u32),
}

/// All verbs of all tools, and flags of theirs that lead elsewhere. Without a verb: what a tool does that has others,
/// too.
const ROWS: &[(&str, &str, Task)] = &[
    ("cnfcheck", "", Waits("hard.cnf -", Solver)),
    ("cnfcheck", "", Hard("large.cnf large.drat", Solver)),
    ("cnfcheck", "count", Waits("hard.cnf -", Solver)),
    ("cnfcheck", "count", Hard("large.cnf large.ddnnf", Solver)),
    ("cnfcheck", "drat", Waits("hard.cnf -", Solver)),
    ("cnfcheck", "drat", Hard("large.cnf large.drat --lrat x.lrat", Solver)),
    ("cnfcheck", "drat", Hard("large.cnf large.drat --forward", Solver)),
    ("cnfcheck", "drat", Hard("large.cnf large.drat --derivation", Solver)),
    ("cnfcheck", "dsr", Waits("hard.cnf -", Solver)),
    ("cnfcheck", "dsr", Hard("large.cnf large.drat --forward", Solver)),
    ("cnfcheck", "lidrup", Waits("hard.cnf -", Solver)),
    ("cnfcheck", "lidrup", Hard("large.cnf large.lidrup", Solver)),
    ("cnfcheck", "lrat", Waits("hard.cnf -", Solver)),
    ("cnfcheck", "lrat", Hard("large.cnf large.lrat", Solver)),
    ("cnfcheck", "lrat", Hard("large.cnf large.lrat --threads 2", Solver)),
    ("cnfcheck", "model", Waits("large.cnf -", Solver)),
    ("cnfcheck", "reconstruct", Waits("large.cnf - large.cnf", Solver)),
    ("cnfcompare", "", Hard("hard.cnf --engines cdcl,probsat", Race(2))),
    ("cnfcompare", "show", Nothing("prints what a journal holds; races have a row above")),
    ("cnfmake", "", Hard("ksat -n 10000000 -m 20000000", Formula)),
    ("cnfquery", "backbone", Hard("hard.cnf", Solver)),
    ("cnfquery", "backbone", Hard("hard.cnf --equivalences", Solver)),
    ("cnfquery", "core", Hard("hard.cnf", Solver)),
    ("cnfquery", "core", Hard("refuted.cnf --smallest", Core)),
    ("cnfquery", "core", Hard("large.cnf", Solver)),
    ("cnfquery", "count", Hard("hard.cnf", Solver)),
    ("cnfquery", "count", Hard("free.cnf", Solver)),
    ("cnfquery", "implied", Hard("--clause 1 hard.cnf", Solver)),
    ("cnfquery", "models", Hard("hard.cnf", Solver)),
    ("cnfshuffle", "", Hard("large.cnf", Formula)),
    ("coloring", "check", Waits("dense.col -", Sentence)),
    ("coloring", "count", Hard("random.col -k 12", Sentence)),
    ("coloring", "decode", Waits("", Sentence)),
    ("coloring", "draw", Hard("random.col -o x.svg", Bounds)),
    ("coloring", "encode", Hard("dense.col -k 300", Formula)),
    ("coloring", "explain", Hard("random.col -k 16", Sentence)),
    ("coloring", "generate", Nothing("at most 2000 countries, a third of a second")),
    ("coloring", "solve", Hard("random.col", Bounds)),
    ("coloring", "solve", Hard("dense.col", Bounds)),
    ("coloring", "solve", Hard("random.col -k 16 --certain", Sentence)),
    ("gems", "batch", Hard("boards --step-limit 1000000000000", Runs(5))),
    ("gems", "check", Waits("-", Sentence)),
    ("gems", "check", Hard("gems.txt none.txt", Sentence)),
    ("gems", "count", Hard("gems.txt", Sentence)),
    ("gems", "count", Hard("mines.txt --mines 450", Sentence)),
    ("gems", "decode", Waits("", Sentence)),
    ("gems", "draw", Hard("gems.txt --solve -o x.svg", Sentence)),
    ("gems", "encode", Hard("wide.txt", Formula)),
    ("gems", "explain", Hard("gems.txt", Sentence)),
    ("gems", "generate", Hard("--rows 60 --cols 60 --unique", Sentence)),
    ("gems", "solve", Hard("gems.txt", Sentence)),
    ("gems", "solve", Hard("mines.txt --mines 450 --certain", Sentence)),
    ("gems", "solve", Hard("mines.txt --mines 450 --probabilities", Sentence)),
    ("queens", "check", Waits("8 -", Sentence)),
    ("queens", "count", Hard("26", Sentence)),
    ("queens", "decode", Waits("", Sentence)),
    ("queens", "draw", Hard("1500 --solve -o x.svg", Sentence)),
    ("queens", "encode", Hard("2000", Formula)),
    ("queens", "explain", Hard("300 --cell 1,1", Sentence)),
    ("queens", "generate", Hard("63 --unique --placed 3", Sentence)),
    ("queens", "solve", Hard("1000", Sentence)),
    ("solver", "", Hard("hard.cnf", Solver)),
    ("solver", "", Hard("large.cnf --simplify x.cnf", Solver)),
    ("sudoku", "check", Waits("-", Sentence)),
    ("sudoku", "check", Hard("many.txt", Sentence)),
    ("sudoku", "count", Hard("blank.txt --limit 999999999", Sentence)),
    ("sudoku", "decode", Waits("", Sentence)),
    ("sudoku", "draw", Hard("large.txt --solve -o x.svg", Sentence)),
    ("sudoku", "encode", Hard("large.txt", Formula)),
    ("sudoku", "explain", Hard("large.txt", Sentence)),
    ("sudoku", "generate", Hard("--size 49", Sentence)),
    ("sudoku", "solve", Hard("large.txt", Sentence)),
    ("sudoku", "solve", Hard("large.txt --certain", Sentence)),
    ("tenner", "check", Waits("-", Sentence)),
    ("tenner", "compare", Hard("tenner.txt", Runs(3))),
    ("tenner", "count", Hard("tenner.txt", Sentence)),
    ("tenner", "decode", Waits("", Sentence)),
    ("tenner", "draw", Hard("tenner.txt --solve -o x.svg", Sentence)),
    ("tenner", "encode", Waits("-", Formula)),
    ("tenner", "explain", Hard("tenner.txt", Sentence)),
    ("tenner", "generate", Hard("--rows 8 --unique --count 100000", Sentence)),
    ("tenner", "solve", Hard("tenner.txt", Sentence)),
    ("tenner", "solve", Hard("tenner.txt --certain", Sentence)),
];

/// What is known not to hold yet: a tool and a way to end it.
const NOT_YET: &[(&str, End)] = &[];

/// The ways to end a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Time,
    Cpu,
    Memory,
    Interrupt,
    Terminate,
    Closed,
    FullDisk,
    FileSize,
    AddressSpace,
}

use End::{AddressSpace, Closed, Cpu, FileSize, FullDisk, Interrupt, Memory, Terminate, Time};

const ENDS: [End; 9] = [Time, Cpu, Memory, Interrupt, Terminate, Closed, FullDisk, FileSize, AddressSpace];

/// What a run may take to end, beside the time for which others hold the processors.
const AT_ONCE: Duration = Duration::from_millis(500);

/// Tries of a run that is late, each with the same time: the walk loads the machine, and not all that holds a run up is
/// seen. Other faults count at once.
const TRIES: u32 = 2;

/// What a run that waits for its input may take to end at a signal: it is awoken.
const AWOKEN: Duration = Duration::from_millis(250);

/// How often a run is looked at, and its steps that nobody sees: the watch wakes up, gives the answer and ends the
/// process.
const LOOK: Duration = Duration::from_millis(5);
const LAST_STEPS: u32 = 3;

/// The limit on time.
const LIMIT: Duration = Duration::from_millis(200);

/// How long a run goes on before a signal comes or its reader goes.
const UNDERWAY: Duration = Duration::from_millis(150);

/// The verbs that a program's help lists; one without a name where it lists none.
fn verbs(name: &str) -> Vec<String> {
    let help = Command::new(program(name)).arg("--help").output().expect("it runs").stdout;
    let help = String::from_utf8(help).expect("text");
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let rows = listed.take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
    let found = rows.filter_map(|row| row.split_whitespace().next()).filter(|verb| *verb != "help");
    let found: Vec<String> = found.map(str::to_owned).collect();
    if found.is_empty() { vec![String::new()] } else { found }
}

#[test]
fn every_verb_has_a_row() {
    let mut known: BTreeSet<(String, String)> =
        ROWS.iter().map(|&(tool, verb, _)| (tool.to_owned(), verb.to_owned())).collect();
    let all: BTreeSet<(String, String)> = programs()
        .into_iter()
        .flat_map(|name| verbs(&name).into_iter().map(move |verb| (name.clone(), verb)))
        .collect();
    // What a tool does without one of its verbs.
    known.retain(|(tool, verb)| !verb.is_empty() || all.contains(&(tool.clone(), String::new())));
    assert_eq!(known, all, "a verb without a row, or a row without a verb");
    for (tool, verb, task) in ROWS {
        if let Nothing(why) = task {
            assert!(!why.is_empty(), "{tool} {verb}");
        }
    }
}

/// Writes the files of the tasks.
fn prepare(folder: &Path) {
    let make = |file: &str, name: &str, args: &str| {
        let out = File::create(folder.join(file)).expect("a file");
        let status = Command::new(program(name)).args(args.split(' ')).stdout(out).status().expect("it runs");
        assert_eq!(status.code(), Some(0), "{name} {args}");
    };
    make("hard.cnf", "cnfmake", "ksat -n 500 -m 2250 --seed 1");
    make("refuted.cnf", "cnfmake", "ksat -n 60 -m 600 --seed 3");
    make("large.cnf", "cnfmake", "ksat -n 400000 -m 1600000");
    make("mines.txt", "gems", "generate --rows 50 --cols 50 --traps 450 --numbers 0.3 --seed 3");
    make("gems.txt", "gems", "generate --rows 300 --cols 300");
    make("tenner.txt", "tenner", "generate --rows 30 --blanks 10");
    fs::create_dir(folder.join("boards")).expect("a folder");
    fs::copy(folder.join("gems.txt"), folder.join("boards/input_1.txt")).expect("a copy");
    let write = |file: &str, text: String| fs::write(folder.join(file), text).expect("a file");
    write("none.txt", "No solution\n".into());
    write("free.cnf", "p cnf 20000000 1\n1 2 0\n".into());
    write("many.txt", format!("{}\n", "0".repeat(81)).repeat(100_000));
    let wide = |row: usize| (0..1500).map(|col| if row % 3 + col % 3 == 0 { "1" } else { "_" }).collect::<Vec<_>>();
    write("wide.txt", (0..1500).map(|row| wide(row).join(", ") + "\n").collect());
    fs::write(folder.join("blank.txt"), ".".repeat(81)).expect("a file");
    fs::write(folder.join("large.txt"), format!("{}\n", ["0"; 100].join(" ")).repeat(100)).expect("a file");
    for (name, vertices, percent) in [("random.col", 150u64, 50), ("dense.col", 2500, 30)] {
        let mut state = 1u64;
        let mut edges = String::new();
        let mut count = 0;
        for vertex in 1..=vertices {
            for other in 1..vertex {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                if (state >> 33) % 100 < percent {
                    edges.push_str(&format!("e {vertex} {other}\n"));
                    count += 1;
                }
            }
        }
        fs::write(folder.join(name), format!("p edge {vertices} {count}\n{edges}")).expect("a file");
    }
}

/// Writes claims about the large formula, which take long to check: each of its clauses is derived again.
fn claim(folder: &Path) {
    let formula = fs::read_to_string(folder.join("large.cnf")).expect("a formula");
    let clauses = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
    let (mut drat, mut lrat, mut lidrup) = (String::new(), String::new(), String::from("p lidrup\n"));
    let count = clauses.clone().count();
    for (number, clause) in (1..).zip(clauses) {
        drat.push_str(&format!("{clause}\n"));
        lrat.push_str(&format!("{} {clause} {number} 0\n", count + number));
        lidrup.push_str(&format!("i {number} {clause}\nl {} {clause} {number} 0\n", count + number));
    }
    // A chain that ends in nothing: no model, each of whose branches is looked at for each clause.
    let chain = (1..20_000).map(|node| format!("o {node} 0\n")).collect::<String>() + "f 20000 0\n";
    let ddnnf = chain + &(1..20_000).map(|node| format!("{node} {} {node} 0\n", node + 1)).collect::<String>();
    for (file, text) in [("drat", drat), ("lrat", lrat), ("lidrup", lidrup), ("ddnnf", ddnnf)] {
        fs::write(folder.join(format!("large.{file}")), text).expect("a file");
    }
}

/// What a run is given to read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stdin {
    Empty,
    /// Nothing comes, as long as the run goes on.
    Silent,
    /// Lines come, as long as the run goes on.
    Endless,
}

/// One verb and one way to end it.
struct Case<'a> {
    tool: &'a str,
    verb: &'a str,
    words: &'a str,
    says: Says,
    stdin: Stdin,
    end: End,
}

/// What a run has left, and how long it took from the moment at which it was to end.
struct Left {
    status: ExitStatus,
    out: String,
    errors: String,
    took: Duration,
    /// How long it waited for a processor, which is up to the rest of the machine.
    held_up: Duration,
}

impl Case<'_> {
    /// The command in a folder of its own; in a shell with this limit of the system where one is given.
    fn command(&self, folder: &Path, own: &Path, system: &str) -> Command {
        let mut command = match system {
            "" => Command::new(program(self.tool)),
            _ => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("ulimit {system}; exec \"$0\" \"$@\""), &program(self.tool)]);
                shell
            }
        };
        let stdin = if self.stdin == Stdin::Empty { Stdio::null() } else { Stdio::piped() };
        command.current_dir(own).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.args(Some(self.verb).filter(|verb| !verb.is_empty()));
        for word in self.words.split_whitespace() {
            let file = folder.join(word);
            command.arg(if file.exists() { file } else { PathBuf::from(word) });
        }
        let seconds = |time: Duration| time.as_secs_f64().to_string();
        match self.end {
            Time | AddressSpace => command.args(["--time-limit", &seconds(LIMIT)]),
            Cpu => command.args(["--cpu-limit", &seconds(LIMIT)]),
            // Less than any program has.
            Memory | FullDisk | FileSize => command.args(["--memory-limit", "1"]),
            Interrupt | Terminate | Closed => &mut command,
        };
        command
    }

    /// Runs it and ends it.
    fn run(&self, folder: &Path, own: &Path) -> Left {
        let mut command = match self.end {
            FileSize => self.command(folder, own, "-f 0"),
            AddressSpace => self.command(folder, own, "-v 60000"),
            _ => self.command(folder, own, ""),
        };
        match self.end {
            FullDisk => command.stdout(File::options().write(true).open("/dev/full").expect("a device")),
            FileSize => command.stdout(File::create(own.join("out")).expect("a file")),
            _ => &mut command,
        };
        let mut child = command.spawn().expect("it starts");
        // Open, as long as the run goes on.
        let mut stdin = child.stdin.take();
        if let (Some(stdin), Stdin::Endless) = (&mut stdin, self.stdin) {
            trickle(stdin.as_fd().try_clone_to_owned().expect("a pipe"));
        }
        let errors = drained(child.stderr.take());
        let mut from = Instant::now();
        let signal = match self.end {
            Interrupt => Some(Signal::INT),
            Terminate => Some(Signal::TERM),
            _ => None,
        };
        let mut stdout = child.stdout.take();
        if signal.is_some() || self.end == Closed {
            std::thread::sleep(UNDERWAY);
            from = Instant::now();
        }
        if self.end == Closed {
            stdout = None;
        }
        if let Some(signal) = signal {
            // It may have failed already, which is then seen.
            let _ = Pid::from_raw(child.id() as i32).map(|pid| kill_process(pid, signal));
        }
        let out = drained(stdout);
        let (status, cpu, held_up) = wait(&mut child);
        // How long a second of the processor takes is up to the rest of the machine.
        let took = if self.end == Cpu { cpu } else { from.elapsed() };
        let text = |reader: std::thread::JoinHandle<String>| reader.join().expect("no panic");
        Left { status, out: text(out), errors: text(errors), took, held_up }
    }

    /// What is wrong with what is left, if anything is.
    fn fault(&self, left: &Left, own: &Path) -> Option<String> {
        let Left { status, out, errors, took, held_up } = left;
        let runs = if let Runs(runs) | Race(runs) = self.says { runs } else { 1 };
        let before = match self.end {
            Time | Cpu | AddressSpace => LIMIT * runs,
            _ => Duration::ZERO,
        };
        let waits = self.stdin == Stdin::Silent && matches!(self.end, Interrupt | Terminate);
        let at_once = if waits { AWOKEN } else { AT_ONCE };
        let what = if *took > before + at_once + *held_up {
            format!("late: {took:?}, held up for {held_up:?}")
        } else if let Some(left) = litter(own) {
            format!("left behind: {left}")
        } else {
            match self.end {
                Closed if status.signal() == Some(Signal::PIPE.as_raw()) => return None,
                Closed => "not ended as by SIGPIPE".to_owned(),
                FullDisk | FileSize if status.code() == Some(1) && errors.contains("error:") => return None,
                FullDisk | FileSize => "a full disk is an error".to_owned(),
                // Too little memory to begin with is an error as well.
                AddressSpace if status.code() == Some(1) && errors.contains("memory") => return None,
                _ => match self.unsaid(status.code(), out, errors) {
                    None => return None,
                    Some(what) => what.to_owned(),
                },
            }
        };
        let (tool, verb, end) = (self.tool, self.verb, self.end);
        let tail = |text: &str| text.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect::<String>();
        Some(format!("{tool} {verb} {end:?}: {what}; {status}\n--- {}\n--- {}", tail(out), tail(errors)))
    }

    /// What is wrong with the code and the line of a run that was ended, if anything is.
    fn unsaid(&self, code: Option<i32>, out: &str, errors: &str) -> Option<&'static str> {
        let lines = |start: &str| out.lines().filter(|line| line.starts_with(start)).count();
        let (sentences, named) = (lines("UNKNOWN ("), matches!(self.end, Interrupt | Terminate));
        let said = match self.says {
            Sentence => code == Some(0) && sentences == 1,
            Solver => code == Some(0) && lines("s UNKNOWN") + lines("s SATISFIABLE") == 1,
            Core if lines("s UNSATISFIABLE") == 1 => code == Some(20) && lines("c stopped") == 1,
            Core => code == Some(0) && lines("s UNKNOWN") == 1,
            Formula => code == Some(1) && errors.contains("the formula is not whole"),
            // A picture may be cut off after the bounds were said.
            Bounds => code == Some(0) && (sentences == 1 || errors.contains("chromatic number: at least")),
            Runs(_) => code == Some(0) && (sentences >= 1 || out.contains("(time limit)") || out.contains("(CPU")),
            Race(_) if named => code == Some(1) && errors.contains("interrupted after"),
            Race(_) => code == Some(0) && out.contains("virtual best"),
        };
        if !said {
            return Some("one line that says so, and the right code");
        }
        let texts = [out, errors];
        let caught = texts.iter().any(|text| text.contains("caught SIG") || text.contains("interrupted"));
        (named && !caught).then_some("the signal is not named")
    }
}

/// Files that a run has left half written.
fn litter(own: &Path) -> Option<String> {
    let names = fs::read_dir(own).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    names.map(|name| name.to_string_lossy().into_owned()).find(|name| name.ends_with(".tmp") || name.ends_with(".work"))
}

/// Reads all of a pipe in a thread, or nothing.
fn drained(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Writes lines that never end, slowly, in a thread, until nobody reads them.
fn trickle(pipe: OwnedFd) {
    std::thread::spawn(move || {
        let mut pipe = File::from(pipe);
        while pipe.write_all(&b"1 2 3\n".repeat(1000)).is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}

/// How long the threads of a process, as far as they were seen, have waited for a processor: the second number in their
/// `schedstat`, in nanoseconds.
#[derive(Default)]
struct HeldUp(BTreeMap<OsString, u64>);

impl HeldUp {
    fn look(&mut self, process: &str) {
        for task in fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten() {
            let stat = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            if let Some(waited) = stat.split_whitespace().nth(1).and_then(|number| number.parse().ok()) {
                self.0.insert(task.file_name(), waited);
            }
        }
    }

    fn sum(&self) -> Duration {
        Duration::from_nanos(self.0.values().sum())
    }
}

/// Waits for a child, and ends it when it takes far too long; also the CPU time that it was last seen to have used, its
/// own children's included, and for how long it was held up: as far as that was seen, and for each of the last steps of
/// a run, which nobody sees, as long as this thread was held up at most.
fn wait(child: &mut Child) -> (ExitStatus, Duration, Duration) {
    let until = Instant::now() + Duration::from_secs(20);
    let mut cpu = Duration::ZERO;
    let (mut held_up, mut worst) = (HeldUp::default(), Duration::ZERO);
    loop {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
        let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(11).take(4);
        let hundredths: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        cpu = cpu.max(Duration::from_millis(10 * hundredths));
        held_up.look(&child.id().to_string());
        match child.try_wait().expect("a child") {
            Some(status) => return (status, cpu, held_up.sum() + LAST_STEPS * worst),
            None if Instant::now() > until => {
                let _ = child.kill();
            }
            None => {
                let before = Instant::now();
                std::thread::sleep(LOOK);
                worst = worst.max(before.elapsed().saturating_sub(LOOK));
            }
        }
    }
}

#[test]
fn every_verb_ends_at_once_in_every_way() {
    let folder = tempfile::tempdir().expect("a folder");
    prepare(folder.path());
    claim(folder.path());
    let tasks = ROWS.iter().flat_map(|(tool, verb, task)| {
        let (words, says, inputs) = match task {
            Hard(words, says) => (words, *says, &[Stdin::Empty][..]),
            // What reads line by line would find fault with these lines.
            Waits(words, Solver) => (words, Solver, &[Stdin::Silent][..]),
            Waits(words, says) => (words, *says, &[Stdin::Silent, Stdin::Endless][..]),
            Nothing(_) => (&"", Sentence, &[][..]),
        };
        inputs.iter().map(move |&stdin| (tool, verb, words, says, stdin))
    });
    let cases: Vec<Case<'_>> = tasks
        .flat_map(|(tool, verb, words, says, stdin)| ENDS.map(|end| Case { tool, verb, words, says, stdin, end }))
        // Who writes a file has somebody to tell; who waits uses no time of the processor.
        .filter(|case| !(case.end == Closed && (case.words.contains(" x.") || matches!(case.says, Race(_)))))
        .filter(|case| !(case.stdin != Stdin::Empty && case.end == Cpu))
        .filter(|case| !NOT_YET.contains(&(case.tool, case.end)))
        .collect();
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            for tries in (0..TRIES).rev() {
                let own = tempfile::tempdir().expect("a folder");
                let left = case.run(folder.path(), own.path());
                let Some(fault) = case.fault(&left, own.path()) else { break };
                if tries == 0 || !fault.contains(": late: ") {
                    eprintln!("{fault}");
                    faults.lock().expect("no panic").push(fault);
                    break;
                }
            }
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    let faults = faults.into_inner().expect("no panic");
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), cases.len(), faults.join("\n\n"));
}

#[test]
fn memory_stays_near_its_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    prepare(folder.path());
    for (tool, words, megabytes) in [
        ("queens", "encode 2000", 150u64),
        ("sudoku", "solve large.txt", 120),
        ("solver", "large.cnf", 100),
        ("cnfshuffle", "large.cnf", 45),
    ] {
        let mut command = Command::new(program(tool));
        command.current_dir(folder.path()).args(words.split(' ')).args(["--memory-limit", &megabytes.to_string()]);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
        let status = format!("/proc/{}/status", child.id());
        let mut peak = 0;
        while child.try_wait().expect("a child").is_none() {
            let text = fs::read_to_string(&status).unwrap_or_default();
            let kilobytes = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
            peak = peak.max(kilobytes.and_then(|number| number.parse().ok()).unwrap_or(0));
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(peak > 1024 * megabytes * 8 / 10, "{tool} {words}: {peak} kB, which is no test");
        assert!(peak < 1024 * megabytes * 11 / 10, "{tool} {words}: {peak} kB under a limit of {megabytes} MB");
    }
}
