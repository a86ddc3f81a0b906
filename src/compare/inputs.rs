//! The formulas of a race: formulas and puzzles from files, folders and lists, as plain DIMACS files.
//!
//! A plain DIMACS file is given to the solvers as it is. Everything else (compressed, symbolic, puzzles) is read,
//! encoded and written into the work folder first, so that every solver gets the same bytes.

use crate::cnf::input::{self, read_path};
use crate::cnf::inputs;
use crate::cnf::{Formula, Lit};
use crate::command::exit::Failure;
use crate::command::puzzle::source::Source;
use crate::command::text::{Form, TextArgs};
use crate::encode::vars::write_formula;
use crate::limits::Limits;
use crate::puzzle::registry::{self, KINDS};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What a file holds: `cnf` (DIMACS or symbolic, plain or compressed), or the puzzles of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A formula.
    Cnf,
    /// Puzzles, one or many, of the kind with this name.
    Puzzle(&'static str),
}

impl Kind {
    /// The names of all kinds.
    pub fn names() -> Vec<&'static str> {
        [Kind::Cnf.name()].into_iter().chain(KINDS.iter().map(|kind| kind.name)).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Cnf => "cnf",
            Kind::Puzzle(name) => name,
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Kind, String> {
        let puzzle = || registry::Kind::by_name(name).map(|kind| Kind::Puzzle(kind.name));
        let found = if name == Kind::Cnf.name() { Some(Kind::Cnf) } else { puzzle() };
        found.ok_or_else(|| format!("expected one of {}, found '{name}'", Kind::names().join(", ")))
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// What the user selects.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Files that name files, one a line; `#` begins a comment.
    pub lists: Vec<PathBuf>,
    /// What files hold whose names do not tell.
    pub kind: Option<Kind>,
    /// How many colours graphs are coloured with.
    pub colors: usize,
    /// How the texts of formulas are read.
    pub text: TextArgs,
}

/// A formula of the race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// The name in all tables.
    pub name: String,
    /// The name of the file that it comes from, to be shown.
    #[serde(rename = "path")]
    pub file: String,
    /// The file, as the command line of the race names it. It is not written to the journal: no path in a journal is
    /// ever read.
    #[serde(skip)]
    pub path: PathBuf,
    /// Which of the file's puzzles it is, from 0.
    pub part: usize,
    /// What the file holds.
    pub kind: Kind,
    /// Colours, for a graph.
    pub colors: usize,
    /// How the text is read, if it is a formula, as the command line says.
    #[serde(skip)]
    pub text: TextArgs,
    /// Variables.
    pub variables: u32,
    /// Clauses.
    pub clauses: usize,
    /// What the name of the file's folder says: `sat` or `unsat`.
    pub expected: Option<bool>,
    /// A hash of the formula: a resumed race must run over the same one.
    pub fingerprint: String,
}

/// The instances of a race, and the files that could not be read.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What can be run.
    pub instances: Vec<Instance>,
    /// Messages about files of a folder that could not be read.
    pub skipped: Vec<String>,
}

const COMPRESSED: &[&str] = &["gz", "bz2", "xz", "zst"];

/// What a file's name says about it, compression aside.
fn kind_of(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let name = COMPRESSED.iter().find_map(|end| name.strip_suffix(end)?.strip_suffix('.')).unwrap_or(&name);
    match name.rsplit_once('.')?.1 {
        "cnf" | "dimacs" => Some(Kind::Cnf),
        _ => registry::Kind::of_file(name).map(|kind| Kind::Puzzle(kind.name)),
    }
}

/// Reads all selected files, so that errors come before the race.
///
/// # Errors
/// When a file that was named cannot be read or its kind is not known, or when there is nothing at all.
pub fn find(selection: &Selection) -> Result<Found, Failure> {
    let mut named = Vec::new();
    for list in &selection.lists {
        inputs::note(list);
        let text = fs::read(list).map_err(|error| Failure::input(format!("{}: {error}", list.display())))?;
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text);
        let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
        named.extend(lines.map(|line| PathBuf::from(OsStr::from_bytes(line))));
    }
    let mut files = Vec::new();
    for path in selection.paths.iter().chain(&named) {
        if path.is_dir() {
            let mut inside = Vec::new();
            walk(path, &mut inside).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
            inside.sort_by(|a, b| natural(&a.to_string_lossy(), &b.to_string_lossy()).then(a.cmp(b)));
            let kinds = inside.into_iter().filter_map(|file| Some((kind_in_folder(&file, selection.kind)?, file)));
            files.extend(kinds.map(|(kind, file)| (file, kind, false)));
        } else {
            fs::metadata(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
            let kind = kind_of(path).filter(|&kind| kind == Kind::Cnf).or(selection.kind).or_else(|| kind_of(path));
            let kind = kind.ok_or_else(|| {
                let name = path.display();
                Failure::usage(format!("{name}: its name does not say what it holds; say it with --kind"))
            })?;
            files.push((path.clone(), kind, true));
        }
    }
    let mut found = Found::default();
    for (path, kind, must) in files {
        match read(&path, kind, (selection.colors, &selection.text), true) {
            Ok(formulas) => {
                let count = formulas.len();
                for (part, formula) in formulas.into_iter().enumerate() {
                    found.instances.push(describe(&path, (part, count), kind, selection, &formula));
                }
            }
            Err(failure) if must => return Err(failure),
            Err(failure) => found.skipped.push(failure.to_string()),
        }
    }
    if found.instances.is_empty() {
        return Err(Failure::input(match found.skipped.first() {
            Some(first) => format!("there is nothing to run; the first file that was left out: {first}"),
            None => "there is nothing to run: no formulas or puzzles here".into(),
        }));
    }
    shorten(&mut found.instances);
    Ok(found)
}

/// In a folder only files with a known ending are taken; with `--kind` also texts.
fn kind_in_folder(path: &Path, kind: Option<Kind>) -> Option<Kind> {
    let text = path.extension().is_some_and(|end| end == "txt" || end == "csv" || end == "json" || end == "col");
    match kind_of(path) {
        Some(Kind::Cnf) => Some(Kind::Cnf),
        known => kind.filter(|_| known.is_some() || text).or(known),
    }
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        // Links to folders are not followed: they could form a circle.
        if kind.is_dir() {
            walk(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Compares names with their numbers as numbers: `input_2` before `input_10`.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a.as_bytes(), b.as_bytes());
    loop {
        let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (n, m) = (digits(x), digits(y));
        let order = if n > 0 && m > 0 {
            let value = |text: &[u8], n: usize| {
                let zeros = text[..n].iter().take_while(|&&byte| byte == b'0').count();
                text[zeros..n].to_vec()
            };
            let (p, q) = (value(x, n), value(y, m));
            (x, y) = (&x[n..], &y[m..]);
            p.len().cmp(&q.len()).then(p.cmp(&q))
        } else {
            match (x.split_first(), y.split_first()) {
                (None, None) => return a.cmp(b),
                (None, _) => return Ordering::Less,
                (_, None) => return Ordering::Greater,
                (Some((p, u)), Some((q, v))) => {
                    (x, y) = (u, v);
                    p.cmp(q)
                }
            }
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// The formulas of a file. With `say`, prints how its text was read if there was more than one way.
fn read(path: &Path, kind: Kind, how: (usize, &TextArgs), say: bool) -> Result<Vec<Formula>, Failure> {
    let (colors, text) = how;
    let Kind::Puzzle(kind) = kind else {
        let document = read_path(path, &text.options(false), &Limits::none()).map_err(Failure::input)?;
        if say {
            text.complain("cnfcompare", path.display(), &document);
        }
        return Ok(vec![document.formula]);
    };
    let kind = registry::Kind::by_name(kind).ok_or_else(|| Failure::internal(format!("no puzzle is called {kind}")))?;
    let name = path.display().to_string();
    let failed = |error: io::Error| Failure::input(format!("{name}: {error}"));
    let limits = Limits::none();
    let mut bytes = Vec::new();
    input::open(path, None, &limits).map_err(failed)?.take(1 << 30).read_to_end(&mut bytes).map_err(failed)?;
    let source = Source::from_bytes(name, bytes)?;
    let reading = kind.read(&source.text, &[("colors", colors)]).map_err(|error| source.failure(&error))?;
    if say {
        source.say(&reading.remarks);
    }
    let large = |error| Failure::input(format!("{}: {error}", source.name));
    reading.puzzle.iter().map(|puzzle| Ok(puzzle.encode(false).map_err(large)?.formula)).collect()
}

/// An instance: a puzzle of a file, given by its place and the number of puzzles in the file.
fn describe(
    path: &Path,
    (part, count): (usize, usize),
    kind: Kind,
    selection: &Selection,
    formula: &Formula,
) -> Instance {
    let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let name = if count > 1 { format!("{}#{}", path.display(), part + 1) } else { path.display().to_string() };
    Instance {
        name,
        file: path.display().to_string(),
        path: path.to_path_buf(),
        part,
        kind,
        colors: selection.colors,
        text: selection.text,
        variables: formula.num_vars() as u32,
        clauses: formula.num_clauses(),
        expected: match folder.as_deref() {
            Some("sat") => Some(true),
            Some("unsat") => Some(false),
            _ => None,
        },
        fingerprint: format!("{:016x}", fingerprint(formula)),
    }
}

/// FNV-1a over the literals, clause by clause (Fowler, Noll, Vo 1991).
fn fingerprint(formula: &Formula) -> u64 {
    let mix = |hash: u64, word: u32| (hash ^ u64::from(word)).wrapping_mul(0x100_0000_01b3);
    let clause = |hash: u64, lits: &[Lit]| mix(lits.iter().fold(hash, |hash, lit| mix(hash, lit.code() + 1)), 0);
    formula.clauses().fold(mix(0xcbf2_9ce4_8422_2325, formula.num_vars() as u32), clause)
}

/// Removes what all names share: the leading folders, and the endings `cnf` and `txt`.
fn shorten(instances: &mut [Instance]) {
    let folders = |instance: &Instance| instance.path.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut common = instances.first().map(folders).unwrap_or_default();
    for instance in instances.iter() {
        while !folders(instance).starts_with(&common) && common.pop() {}
    }
    let part = |instance: &Instance| {
        let part = instance.name.rsplit_once('#').filter(|(front, _)| *front == instance.path.to_string_lossy());
        part.map_or_else(String::new, |(_, part)| format!("#{part}"))
    };
    let inside = |instance: &Instance| {
        instance.path.strip_prefix(&common).unwrap_or(&instance.path).to_string_lossy().into_owned()
    };
    let short = |instance: &Instance| {
        let rest = inside(instance);
        let mut name = rest.as_str();
        for end in COMPRESSED.iter().chain(&["cnf", "txt"]) {
            name = name.strip_suffix(end).and_then(|name| name.strip_suffix('.')).unwrap_or(name);
        }
        name.to_string() + &part(instance)
    };
    let mut names: Vec<String> = instances.iter().map(short).collect();
    let mut owners: HashMap<&String, HashSet<&Path>> = HashMap::new();
    for (name, instance) in names.iter().zip(instances.iter()) {
        owners.entry(name).or_default().insert(&instance.path);
    }
    // Names that differ only in their endings keep them.
    let alike: Vec<bool> = names.iter().map(|name| owners[name].len() > 1).collect();
    for (index, instance) in instances.iter().enumerate().filter(|(index, _)| alike[*index]) {
        names[index] = inside(instance) + &part(instance);
    }
    // A file that is named twice is run twice, under two names. So are two whose names look alike because they are not
    // UTF-8.
    let mut taken = HashSet::new();
    for (instance, name) in instances.iter_mut().zip(names) {
        let numbered = (2..).map(|times| format!("{name} ({times})"));
        let free = [name.clone()].into_iter().chain(numbered).find(|name| !taken.contains(name));
        instance.name = free.unwrap_or(name);
        taken.insert(instance.name.clone());
    }
}

/// The formula of an instance.
///
/// # Errors
/// When its file can no longer be read, or holds something else than when the race began.
pub fn load(instance: &Instance) -> Result<Formula, Failure> {
    let formulas = read(&instance.path, instance.kind, (instance.colors, &instance.text), false)?;
    let formula = formulas.into_iter().nth(instance.part);
    formula.filter(|formula| format!("{:016x}", fingerprint(formula)) == instance.fingerprint).ok_or_else(|| {
        Failure::input(format!("{}: the file has changed since the race began", instance.path.display()))
    })
}

/// The DIMACS file that solvers get for this instance: its own, or one in the work folder.
///
/// # Errors
/// When a file cannot be read or written.
pub fn prepare(instance: &Instance, formula: &Formula, target: &Path) -> io::Result<PathBuf> {
    let dimacs = instance.kind == Kind::Cnf && matches!(instance.text.input, Form::Auto | Form::Dimacs);
    if dimacs && is_plain(&instance.path)? {
        return std::path::absolute(&instance.path);
    }
    let mut file = BufWriter::new(File::create(target)?);
    write_formula(formula, &mut file)?;
    file.flush()?;
    Ok(target.to_path_buf())
}

/// Whether a file that was read as a formula is DIMACS without compression: its bytes have the header.
fn is_plain(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(1 << 20).read_to_end(&mut head)?;
    let lines = head.split(|&byte| byte == b'\n');
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"c"));
    Ok(lines.next().is_some_and(|line| line.starts_with(b"p cnf ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_kinds() {
        let kind = |name: &str| kind_of(Path::new(name));
        assert_eq!(kind("a/b.cnf"), Some(Kind::Cnf));
        assert_eq!(kind("b.CNF.xz"), Some(Kind::Cnf));
        assert_eq!(kind("Input_10.txt.gz"), Some(Kind::Puzzle("gems")));
        assert_eq!(kind("notes.txt"), None);
        assert_eq!(kind("gz"), None);
        let asked = |name: &str, kind: &str| kind_in_folder(Path::new(name), Some(kind.parse().expect("a kind")));
        assert_eq!(asked("notes.txt", "tenner"), Some(Kind::Puzzle("tenner")));
        assert_eq!(asked("a.cnf", "tenner"), Some(Kind::Cnf));
        assert_eq!(asked("README.md", "tenner"), None);
        assert!("chess".parse::<Kind>().is_err_and(|error| error.contains("cnf, gems, sudoku")));
    }

    #[test]
    fn numbers_are_ordered_as_numbers() {
        let mut names = ["input_10", "input_9", "input_1", "a2b10", "a2b9", "a02", "a"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["a", "a02", "a2b9", "a2b10", "input_1", "input_9", "input_10"]);
    }

    #[test]
    fn folders_are_searched_and_bad_files_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(&path, text).expect("written");
            path
        };
        write("sat/b.cnf", "p cnf 1 1\n1 0\n");
        write("unsat/a.cnf", "c x\np cnf 1 2\n1 0\n-1 0\n");
        write("bad/c.cnf", "p cnf 1 1\n1 x 0\n");
        write("names.cnf", "A B\n-A\n");
        write("input_2.txt", "1, _\n");
        write("README.md", "nothing");
        let selection = Selection { paths: vec![folder.path().to_path_buf()], colors: 4, ..Selection::default() };
        let found = find(&selection).expect("instances");
        let names: Vec<&str> = found.instances.iter().map(|instance| instance.name.as_str()).collect();
        assert_eq!(names, ["input_2", "names", "sat/b", "unsat/a"]);
        assert_eq!(found.instances[2].expected, Some(true));
        assert_eq!(found.instances[3].expected, Some(false));
        assert_eq!((found.instances[3].variables, found.instances[3].clauses), (1, 2));
        assert_eq!(found.skipped.len(), 1);
        let target = folder.path().join("plain");
        for (index, plain) in [(0, false), (1, false), (2, true)] {
            let instance = &found.instances[index];
            let formula = load(instance).expect("as it was");
            let path = prepare(instance, &formula, &target).expect("prepared");
            assert_eq!(path != target, plain, "{}", instance.name);
            let again = read_path(&path, &Default::default(), &Limits::none()).expect("DIMACS").formula;
            assert_eq!(fingerprint(&again), fingerprint(&formula), "{}", instance.name);
        }
        write("sat/b.cnf", "p cnf 1 1\n-1 0\n");
        assert!(load(&found.instances[2]).is_err());
        let named = Selection { paths: vec![folder.path().join("bad/c.cnf")], ..selection.clone() };
        assert!(find(&named).is_err());
        let list = write("list", "# mine\n");
        fs::write(&list, format!("# mine\n{}\n", folder.path().join("unsat/a.cnf").display())).expect("written");
        let listed = Selection { paths: Vec::new(), lists: vec![list], ..selection };
        let twice = Selection { paths: vec![folder.path().join("unsat/a.cnf")], ..listed.clone() };
        assert_eq!(find(&listed).expect("one").instances[0].name, "a");
        let twice = find(&twice).expect("two").instances;
        assert_ne!(twice[0].name, twice[1].name);
        write("sat/input_2.cnf", "p cnf 1 1\n1 0\n");
        write("sat/input_2.txt", "1, _\n");
        let alike = Selection {
            paths: vec![folder.path().join("sat"), folder.path().join("unsat")],
            colors: 4,
            ..Selection::default()
        };
        let names: Vec<String> = find(&alike).expect("instances").instances.into_iter().map(|at| at.name).collect();
        assert_eq!(names, ["sat/b", "sat/input_2.cnf", "sat/input_2.txt", "unsat/a"]);
    }
}
