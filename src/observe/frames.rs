//! The steps of a record as pictures for slides: the board as it is after a step, and below it what the step says.

use super::board::escaped;
use super::watch::told;
use super::{Board, Event, Record, Replay};
use crate::cnf::{Lit, Var};
use std::fmt::Write as _;

/// The most steps that become pictures.
pub const MOST_FRAMES: usize = 2_000;

/// The styles of the marks. They name no variables of style sheets, which few programs for slides know.
const STYLE: &str = ".mark,.out,.halo,.some{visibility:hidden}text.mark,path.mark{fill:#0b5fa5}\
    text.name{fill:#000}path.out{stroke:#4a3520;stroke-width:2;fill:none}text.some{fill:#6b6b6b}\
    .empty{fill:#fff;stroke:#8a8a8a}.yes .ground{fill:#9fd2f2;stroke:#1c4966}.no .ground{fill:#f2e4c6;stroke:#7a6a48}\
    .yes text,.no text,.label{fill:#1c1c1c}.halo{fill:none}";

/// What the outline of a cell says about the present step.
const NOW: &str = "stroke:#d55e00;stroke-width:3";
const WHY: &str = "stroke:#0072b2;stroke-width:2.5;stroke-dasharray:6 4";
const BAD: &str = "stroke:#a3195b;stroke-width:3;stroke-dasharray:2 4";

/// Letters of a caption.
const LETTERS: usize = 90;

/// The pictures of the steps of the record's first stretch, the state before them first, at most [`MOST_FRAMES`].
pub fn frames<'a>(record: &'a Record, board: &'a Board) -> impl Iterator<Item = String> + 'a {
    let segment = &record.segments()[0];
    let mut replay = segment.start(record.kept());
    let first = picture(board, &replay, None, "Before the search");
    // What is told beside the steps changes no picture.
    let steps = segment.steps.iter().filter(|step| !step.event().is_aside());
    let later = steps.take(MOST_FRAMES - 1).enumerate().map(move |(number, step)| {
        let event = step.event();
        let (name, rest) = told(&event, &board.words, &replay);
        replay.apply(&event);
        picture(board, &replay, Some(&event), &format!("{}  {name} {rest}", number + 1))
    });
    std::iter::once(first).chain(later)
}

/// The variables that a step is about, and how they are outlined.
fn outlined<'e>(event: &Event<'e>) -> Vec<(&'static str, Vec<Lit>)> {
    match *event {
        Event::Decide(lit) | Event::Assign(lit, None) | Event::Extend(lit) => vec![(NOW, vec![lit])],
        Event::Assign(lit, Some(reason)) => vec![(NOW, vec![lit]), (WHY, reason.to_vec())],
        Event::Conflict(clause) => vec![(BAD, clause.to_vec())],
        Event::Learn(clause) => vec![(WHY, clause.to_vec())],
        Event::Flip(var, _) | Event::Remove(var) => vec![(NOW, vec![var.pos()])],
        Event::Expand(decisions, ..) => vec![(NOW, decisions.to_vec())],
        _ => Vec::new(),
    }
}

fn picture(board: &Board, replay: &Replay, event: Option<&Event<'_>>, caption: &str) -> String {
    let mut style = String::from(STYLE);
    let mut show = |part: &str, of: &dyn std::fmt::Display, more: &str| {
        let _ = write!(style, "#{part}-{of}{{visibility:visible;{more}}}");
    };
    for (index, cell) in board.cells.iter().enumerate() {
        let trues: Vec<Var> = cell.vars.iter().copied().filter(|&var| replay.value(var) == Some(true)).collect();
        for &var in &cell.vars {
            let (value, number) = (replay.value(var), var.to_dimacs());
            let large = trues.len() == 1 || !cell.fills.is_empty() && trues.first() == Some(&var);
            if value == Some(true) && large {
                show("one", &number, "");
            }
            // Where a place is filled, small marks are only for several colours at once.
            let small = if cell.fills.is_empty() { value != Some(false) } else { value == Some(true) };
            if trues.len() != 1 && small {
                show("some", &number, "");
            }
            if value == Some(false) {
                show("not", &number, "");
            }
        }
        let place = cell.vars.iter().position(|var| trues.first() == Some(var));
        if let Some(fill) = place.and_then(|place| cell.fills.get(place)) {
            show("fill", &index, &format!("fill:{fill}"));
        }
    }
    let mut seen = Vec::new();
    for (line, lits) in event.map(outlined).unwrap_or_default() {
        for lit in lits {
            let cell = board.cells.iter().position(|cell| cell.vars.contains(&lit.var()));
            if let Some(cell) = cell.filter(|cell| !seen.contains(cell)) {
                seen.push(cell);
                show("cell", &cell, line);
            }
        }
    }
    captioned(&board.svg, &style, caption)
}

/// The picture with these styles and words below it.
fn captioned(svg: &str, style: &str, caption: &str) -> String {
    let (head, body) = svg.split_at(svg.find('>').map_or(0, |end| end + 1));
    let numbers = |text: &str| -> Option<[f64; 4]> {
        let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
        numbers.ok()?.try_into().ok()
    };
    let view = head.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"'));
    let Some((text, [x, y, width, height])) = view.and_then(|(text, _)| Some((text, numbers(text)?))) else {
        return svg.to_string();
    };
    let mut words: String = caption.chars().take(LETTERS).collect();
    if caption.chars().count() > LETTERS {
        words.push('\u{2026}');
    }
    let letters = words.chars().count().max(24) as f64;
    let size = (1.6 * width / letters).min(width / 20.0);
    let whole = format!("viewBox=\"{x} {y} {width} {:.1}\"", height + 2.0 * size);
    // The picture has the proportions of its view.
    let plain: Vec<&str> =
        head.split(' ').filter(|part| !part.starts_with("width=\"") && !part.starts_with("height=\"")).collect();
    let mut head = plain.join(" ").replace(&format!("viewBox=\"{text}\""), &whole);
    if !head.ends_with('>') {
        head.push('>');
    }
    let caption = format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" text-anchor=\"start\" fill=\"#1c1c1c\" \
         font-family=\"sans-serif\">{}</text>",
        x + size * 0.3,
        y + height + 1.3 * size,
        escaped(&words)
    );
    let body = body.trim_end().trim_end_matches("</svg>");
    format!("{head}<style>{style}</style>{body}{caption}\n</svg>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Observer, Verdict};
    use crate::observe::{Recorder, Words};

    #[test]
    fn every_step_is_a_picture_of_its_state() {
        let lit = |number: i32| Lit::from_dimacs(number).expect("not 0");
        let mut recorder = Recorder::new("dpll", 2);
        recorder.event(Event::Decide(lit(1)));
        recorder.event(Event::Assign(lit(-2), Some(&[lit(-1), lit(-2)])));
        let record = recorder.finish(&Verdict::Sat([true, false].into_iter().collect()), &[]);
        let board = Board::strip("two", Words::named(2, |_| None), &record);
        let all: Vec<String> = frames(&record, &board).collect();
        assert_eq!(all.len(), 3);
        assert!(!all[0].contains("#one-1{visibility:visible") && all[0].contains("Before the search"));
        assert!(all[1].contains("#one-1{visibility:visible") && all[1].contains("1  decide 1  (level 1)"));
        assert!(all[1].contains(&format!("#cell-0{{visibility:visible;{NOW}}}")));
        assert!(all[2].contains("#not-2{visibility:visible") && all[2].contains("2  assign -2  because 1"));
        assert!(all[2].contains(&format!("#cell-0{{visibility:visible;{WHY}}}")));
        for svg in &all {
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.matches("</svg>").count() == 1);
            assert!(!svg.contains("var("));
        }
    }
}
