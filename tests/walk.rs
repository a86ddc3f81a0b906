//! Every verb of every tool has a hard task, and is ended in every way that a run may be ended: by the limits on time, CPU
//! time and memory, by signals, by a reader that goes, by a full disk, and by the system's limits on files and memory. It
//! ends at once, says so in one line, with the right exit code, and leaves nothing half written.
//!
//! The verbs come from the programs' own help, so that a new one has a row here or fails the test.

use crate::support::tool::{program, programs};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
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
    /// Work that cannot take long, for this reason: it waits for its standard input, which nobody writes.
    Quick(&'static str, &'static str, Says),
    /// Nothing, for this reason.
    Nothing(&'static str),
}

use Says::{Bounds, Formula, Runs, Sentence, Solver};
use Task::{Hard, Nothing, Quick};

/// How a verb says that it was ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    /// A line `UNKNOWN (why)` on standard output.
    Sentence,
    /// A line `s UNKNOWN` on standard output.
    Solver,
    /// On standard error, with exit code 1: a formula that is not whole is none.
    Formula,
    /// A line of what is known on standard error, and what belongs to it on standard output; or a sentence.
    Bounds,
    /// A line for each of so many runs, each of which has the whole time; or a sentence.
    Runs(u32),
}

const READS: &str = "reads its input and looks at every cell once";

/// All verbs of all tools.
const ROWS: &[(&str, &str, Task)] = &[
    ("cnfcheck", "count", Quick(CHECKED, "hard.cnf -", Solver)),
    ("cnfcheck", "drat", Quick(CHECKED, "hard.cnf -", Solver)),
    ("cnfcheck", "dsr", Quick(CHECKED, "hard.cnf -", Solver)),
    ("cnfcheck", "lidrup", Quick(CHECKED, "hard.cnf -", Solver)),
    ("cnfcheck", "lrat", Quick(CHECKED, "hard.cnf -", Solver)),
    ("cnfcheck", "model", Quick(CHECKED, "hard.cnf -", Solver)),
    ("cnfcheck", "reconstruct", Quick(CHECKED, "hard.cnf - hard.cnf", Solver)),
    ("cnfcompare", "show", Nothing("its limits are those of each run of a race, in `compare.rs`")),
    ("cnfmake", "", Hard("ksat -n 10000000 -m 20000000", Formula)),
    ("cnfquery", "backbone", Hard("hard.cnf", Solver)),
    ("cnfquery", "core", Hard("hard.cnf", Solver)),
    ("cnfquery", "count", Hard("hard.cnf", Solver)),
    ("cnfquery", "implied", Hard("--clause 1 hard.cnf", Solver)),
    ("cnfquery", "models", Hard("hard.cnf", Solver)),
    ("cnfrandom", "", Hard("-n 10000000 -m 20000000", Formula)),
    ("cnfshuffle", "", Hard("large.cnf", Formula)),
    ("coloring", "check", Quick(READS, "random.col -", Sentence)),
    ("coloring", "count", Hard("random.col -k 12", Sentence)),
    ("coloring", "decode", Quick(READS, "", Sentence)),
    ("coloring", "draw", Hard("random.col -o x.svg", Bounds)),
    ("coloring", "encode", Hard("dense.col -k 300", Formula)),
    ("coloring", "explain", Hard("random.col -k 16", Sentence)),
    ("coloring", "generate", Nothing("at most 2000 countries, a tenth of a second")),
    ("coloring", "solve", Hard("random.col", Bounds)),
    ("gems", "batch", Hard("boards", Runs(5))),
    ("gems", "check", Quick(READS, "-", Sentence)),
    ("gems", "count", Hard("gems.txt", Sentence)),
    ("gems", "decode", Quick(READS, "", Sentence)),
    ("gems", "draw", Hard("gems.txt --solve -o x.svg", Sentence)),
    ("gems", "encode", Quick("a few clauses a cell", "-", Formula)),
    ("gems", "explain", Hard("gems.txt", Sentence)),
    ("gems", "generate", Hard("--rows 60 --cols 60 --unique", Sentence)),
    ("gems", "solve", Hard("gems.txt", Sentence)),
    ("queens", "check", Quick(READS, "8 -", Sentence)),
    ("queens", "count", Hard("26", Sentence)),
    ("queens", "decode", Quick(READS, "", Sentence)),
    ("queens", "draw", Hard("1500 --solve -o x.svg", Sentence)),
    ("queens", "encode", Hard("2000", Formula)),
    ("queens", "explain", Hard("300 --cell 1,1", Sentence)),
    ("queens", "generate", Nothing("completions are counted up to 63 rows, and that is over in a second")),
    ("queens", "solve", Hard("1000", Sentence)),
    ("solver", "", Hard("hard.cnf", Solver)),
    ("sudoku", "check", Quick(READS, "-", Sentence)),
    ("sudoku", "count", Hard("blank.txt --limit 999999999", Sentence)),
    ("sudoku", "decode", Quick(READS, "", Sentence)),
    ("sudoku", "draw", Hard("large.txt --solve -o x.svg", Sentence)),
    ("sudoku", "encode", Hard("large.txt", Formula)),
    ("sudoku", "explain", Hard("large.txt", Sentence)),
    ("sudoku", "generate", Hard("--size 49", Sentence)),
    ("sudoku", "solve", Hard("large.txt", Sentence)),
    ("tenner", "check", Quick(READS, "-", Sentence)),
    ("tenner", "compare", Hard("tenner.txt", Runs(3))),
    ("tenner", "count", Hard("tenner.txt", Sentence)),
    ("tenner", "decode", Quick(READS, "", Sentence)),
    ("tenner", "draw", Hard("tenner.txt --solve -o x.svg", Sentence)),
    ("tenner", "encode", Quick("a few thousand clauses", "-", Formula)),
    ("tenner", "explain", Hard("tenner.txt", Sentence)),
    ("tenner", "generate", Hard("--rows 8 --unique --count 100000", Sentence)),
    ("tenner", "solve", Hard("tenner.txt", Sentence)),
];

const CHECKED: &str = "large proofs, its only hard tasks, take long to make";

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

/// What a run may take to end.
const AT_ONCE: Duration = Duration::from_millis(500);

/// Tries before a run counts as late, each with more time: other work on the machine may hold one up.
const TRIES: u32 = 3;

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
    let known: BTreeSet<(String, String)> =
        ROWS.iter().map(|&(tool, verb, _)| (tool.to_owned(), verb.to_owned())).collect();
    let all: BTreeSet<(String, String)> = programs()
        .into_iter()
        .flat_map(|name| verbs(&name).into_iter().map(move |verb| (name.clone(), verb)))
        .collect();
    assert_eq!(known, all, "a verb without a row, or a row without a verb");
    for (tool, verb, task) in ROWS {
        if let Quick(why, ..) | Nothing(why) = task {
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
    make("large.cnf", "cnfmake", "ksat -n 400000 -m 1600000");
    make("gems.txt", "gems", "generate --rows 300 --cols 300");
    make("tenner.txt", "tenner", "generate --rows 30 --blanks 10");
    fs::create_dir(folder.join("boards")).expect("a folder");
    fs::copy(folder.join("gems.txt"), folder.join("boards/input_1.txt")).expect("a copy");
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

/// One verb and one way to end it.
struct Case<'a> {
    tool: &'a str,
    verb: &'a str,
    words: &'a str,
    says: Says,
    /// Whether it waits for its standard input.
    waits: bool,
    end: End,
}

/// What a run has left, and how long it took from the moment at which it was to end.
struct Left {
    status: ExitStatus,
    out: String,
    errors: String,
    took: Duration,
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
        let stdin = if self.waits { Stdio::piped() } else { Stdio::null() };
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
        let _stdin = child.stdin.take();
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
        let (status, cpu) = wait(&mut child);
        // How long a second of the processor takes is up to the rest of the machine.
        let took = if self.end == Cpu { cpu } else { from.elapsed() };
        let text = |reader: std::thread::JoinHandle<String>| reader.join().expect("no panic");
        Left { status, out: text(out), errors: text(errors), took }
    }

    /// What is wrong with what is left, if anything is.
    fn fault(&self, left: &Left, own: &Path, slack: u32) -> Option<String> {
        let Left { status, out, errors, took } = left;
        let runs = if let Runs(runs) = self.says { runs } else { 1 };
        let before = match self.end {
            Time | Cpu | AddressSpace => LIMIT * runs,
            _ => Duration::ZERO,
        };
        let what = if *took > before + AT_ONCE * slack {
            format!("late: {took:?}")
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
            Formula => code == Some(1) && errors.contains("the formula is not whole"),
            Bounds => code == Some(0) && (sentences == 1) != errors.contains("chromatic number: at least"),
            Runs(_) => code == Some(0) && (sentences >= 1 || out.contains("(time limit)") || out.contains("(CPU")),
        };
        if !said {
            return Some("one line that says so, and the right code");
        }
        let caught = errors.contains("caught SIG") || out.contains("caught SIG") || out.contains("interrupted");
        (named && !caught).then_some("the signal is not named")
    }
}

/// Files that a run has left half written.
fn litter(own: &Path) -> Option<String> {
    let names = fs::read_dir(own).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    names.map(|name| name.to_string_lossy().into_owned()).find(|name| name.ends_with(".tmp"))
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

/// Waits for a child, and ends it when it takes far too long; also the CPU time that it was last seen to have used.
fn wait(child: &mut Child) -> (ExitStatus, Duration) {
    let until = Instant::now() + Duration::from_secs(20);
    let mut cpu = Duration::ZERO;
    loop {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
        let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(11).take(2);
        let hundredths: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        cpu = cpu.max(Duration::from_millis(10 * hundredths));
        match child.try_wait().expect("a child") {
            Some(status) => return (status, cpu),
            None if Instant::now() > until => {
                let _ = child.kill();
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

#[test]
fn every_verb_ends_at_once_in_every_way() {
    let folder = tempfile::tempdir().expect("a folder");
    prepare(folder.path());
    let tasks = ROWS.iter().filter_map(|(tool, verb, task)| match task {
        Hard(words, says) => Some((tool, verb, words, *says, false)),
        Quick(_, words, says) => Some((tool, verb, words, *says, true)),
        Nothing(_) => None,
    });
    let cases: Vec<Case<'_>> = tasks
        .flat_map(|(tool, verb, words, says, waits)| ENDS.map(|end| Case { tool, verb, words, says, waits, end }))
        // Who writes a file has somebody to tell; who waits uses no time of the processor.
        .filter(|case| !(case.end == Closed && case.words.contains("-o ")))
        .filter(|case| !(case.waits && case.end == Cpu))
        .filter(|case| !NOT_YET.contains(&(case.tool, case.end)))
        .collect();
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut fault = None;
            for slack in 1..=TRIES {
                let own = tempfile::tempdir().expect("a folder");
                fault = case.fault(&case.run(folder.path(), own.path()), own.path(), slack);
                if fault.is_none() {
                    break;
                }
            }
            if let Some(fault) = fault {
                eprintln!("{fault}");
                faults.lock().expect("no panic").push(fault);
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
