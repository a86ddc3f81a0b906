//! Documents quote measurements from `bench/`: `README.md` and `docs/*.md` write a figure as a link to the section of a
//! day's file where it stands, `[0.70](bench/2026-11-28.txt#shuffles)`. What looks like a measurement and is no such
//! link is refused here, and so is a figure that its section does not have. Files that documents link to exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// Units of what is measured. A number before one of them, and one with a fraction, is a measurement.
const UNITS: &[&str] = &["s", "ms", "µs", "seconds", "minutes", "hours", "MB", "GB"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// `README.md` and the documents of `docs/`.
fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).expect("docs").map(|entry| entry.expect("an entry").path());
    let mut documents: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    documents.push(root().join("README.md"));
    documents
}

/// A text without its blocks and spans of code.
fn without_code(text: &str) -> String {
    let prose: Vec<&str> = text.split("```").step_by(2).collect();
    prose.join("\n").split('`').step_by(2).collect::<Vec<_>>().join("x")
}

/// The links of a document, as text and target, and what is left of it without them. A target may stand at the end of
/// the document, `[name]: target`.
fn links(text: &str) -> (Vec<(String, String)>, String) {
    let target = |line: &str| {
        let (name, target) = line.strip_prefix('[')?.split_once("]: ")?;
        Some((name.to_string(), target.trim().to_string()))
    };
    let targets: BTreeMap<String, String> = text.lines().filter_map(target).collect();
    let body = text.lines().filter(|line| target(line).is_none()).collect::<Vec<_>>().join("\n");
    let (mut found, mut rest, mut left) = (Vec::new(), body.as_str(), String::new());
    while let Some((before, after)) = rest.split_once('[') {
        left.push_str(before);
        rest = after;
        let Some((label, after)) = after.split_once(']') else { continue };
        let inline = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        let named = after.strip_prefix('[').and_then(|after| after.split_once(']'));
        let link = inline.map(|(target, after)| (target.to_string(), after)).or_else(|| {
            let (name, after) = named?;
            Some((targets.get(name)?.clone(), after))
        });
        if let Some((target, after)) = link {
            found.push((label.to_string(), target));
            rest = after;
        }
    }
    left.push_str(rest);
    (found, left)
}

/// The numbers of a text, without commas between thousands and without stops at their ends.
fn numbers(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == ','));
    let words = words.map(|word| word.trim_matches(['.', ',']).replace(',', ""));
    words.filter(|word| !word.is_empty()).collect()
}

/// The section of a day's file, from its name in brackets to the next one.
fn section<'t>(file: &'t str, name: &str) -> Option<&'t str> {
    let (_, after) = file.split_once(&format!("\n[{name}]\n"))?;
    Some(after.split("\n[").next().unwrap_or(after))
}

/// Whether a word is a number, perhaps in brackets or before a comma; and whether it has a fraction.
fn measured(word: &str) -> Option<bool> {
    let word = word.trim_matches(['(', ')', ',', ';', ':', '|']).trim_end_matches('.');
    let digits = word.replace(',', "");
    let number = digits.chars().all(|letter| letter.is_ascii_digit() || letter == '.') && !digits.is_empty();
    (number && digits.matches('.').count() < 2).then(|| digits.contains('.'))
}

/// What looks like a measurement in a text without code and links. After a name, as in Rust 1.88, a number is a
/// version.
fn loose(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(fraction) = measured(word) else { continue };
        let before = at.checked_sub(1).map_or("", |at| words[at]);
        let after = words.get(at + 1).map_or("", |word| word.trim_matches([',', '.', ';', ':', ')', '(']));
        let version = before.chars().next().is_some_and(char::is_uppercase);
        if UNITS.contains(&after) || (fraction && !version) {
            found.push(format!("{before} {word} {after}"));
        }
    }
    found
}

#[test]
fn documents_quote_only_figures_of_bench() {
    let (mut wrong, mut quoted) = (Vec::new(), 0);
    for path in documents() {
        let place = path.strip_prefix(root()).expect("inside").display().to_string();
        let text = fs::read_to_string(&path).expect("a text");
        let (links, left) = links(&without_code(&text));
        wrong.extend(loose(&left).into_iter().map(|figure| format!("{place}: \"{figure}\" is not linked to bench/")));
        for (label, target) in links {
            let (file, name) = target.split_once('#').unwrap_or((&target, ""));
            if !file.contains("bench/") || name.is_empty() {
                continue;
            }
            let day = fs::read_to_string(path.parent().expect("a folder").join(file)).unwrap_or_default();
            let Some(section) = section(&day, name) else {
                wrong.push(format!("{place}: {target} is no section"));
                continue;
            };
            let known = numbers(section);
            for number in numbers(&label) {
                quoted += 1;
                if !known.contains(&number) {
                    wrong.push(format!("{place}: {number} is not in {target}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(quoted > 50, "{quoted} figures are quoted");
}

#[test]
fn linked_files_exist() {
    let mut count = 0;
    for path in documents() {
        for (_, target) in links(&without_code(&fs::read_to_string(&path).expect("a text"))).0 {
            let file = target.split('#').next().unwrap_or(&target);
            if !file.contains(':') && !file.is_empty() {
                count += 1;
                assert!(path.parent().expect("a folder").join(file).exists(), "{}: {target}", path.display());
            }
        }
    }
    assert!(count > 50, "{count} links");
}

#[test]
fn what_is_no_quotation_is_found() {
    let (found, left) =
        links("takes [0.7](bench/a.txt#b) of it, 3 s, and 1.5 times Rust 1.88\nor [4][c]\n\n[c]: bench/d.txt#e\n");
    assert_eq!(found, [("0.7".into(), "bench/a.txt#b".into()), ("4".into(), "bench/d.txt#e".into())]);
    assert_eq!(loose(&left), ["it, 3 s", "and 1.5 times"]);
    assert_eq!(
        section("head\n\n[a]\n1,024 of 2.\n\n[b]\n3\n", "a").map(numbers),
        Some(vec!["1024".into(), "2".into()])
    );
}
