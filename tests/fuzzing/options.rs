//! Random settings of an engine's options, drawn from its table: a new technique takes part as soon as it has a row.

use gemsat::engines;
use gemsat::util::rng::Rng;
use gemsat::util::table::OptionRow;
use std::cell::OnceCell;

thread_local! {
    static ROWS: OnceCell<Vec<OptionRow>> = const { OnceCell::new() };
}

/// Options of CDCL that are not at their default. Rhythms are mostly short, so that what happens every few thousand
/// conflicts happens within ten.
pub fn random(rng: &mut Rng) -> Vec<(String, String)> {
    ROWS.with(|rows| {
        let rows = rows.get_or_init(|| engines::by_name("cdcl").expect("a known engine").options());
        // How many per mille of the options are changed at all.
        let wild = [0, 50, 200, 500][rng.index(4)];
        let hurried = rng.below(8) > 0;
        let mut chosen = Vec::new();
        for row in rows {
            let value = if hurried && is_rhythm(row.name) && rng.below(8) > 0 {
                short(rng, row)
            } else if row.name.ends_with("_effort") && rng.below(8) == 0 {
                // Efforts are shares of much work even for small formulas; a little of it ends techniques in the
                // middle.
                short(rng, row)
            } else if row.name == "lucky" && rng.below(4) > 0 {
                Some("false".into())
            } else if ["false", "auto"].contains(&row.value.as_str()) && rng.coin() {
                // What is off, or on in some cases alone, has to be right as well.
                Some("true".into())
            } else if row.name == "stable" && rng.below(4) == 0 {
                // Too few conflicts for the switch between the modes.
                Some("2".into())
            } else if rng.below(1000) < wild {
                any(rng, row)
            } else {
                None
            };
            if let Some(value) = value.filter(|value| *value != row.value) {
                chosen.push((row.name.to_owned(), value));
            }
        }
        chosen
    })
}

/// Whether the option says how long to wait, or for how much.
fn is_rhythm(name: &str) -> bool {
    ["_interval", "_first", "_conflicts", "_period", "_delay", "_wait", "_costly", "_least", "_percent"]
        .iter()
        .any(|end| name.ends_with(end))
}

/// The bounds of an option of numbers.
fn bounds(row: &OptionRow) -> Option<(u64, u64)> {
    match row.accepts.split_once("..=") {
        Some((low, high)) => Some((low.parse().ok()?, high.parse().ok()?)),
        None => Some((row.accepts.strip_prefix("a number from ")?.parse().ok()?, u64::MAX)),
    }
}

/// A number close to the least that the option takes.
fn short(rng: &mut Rng, row: &OptionRow) -> Option<String> {
    let (low, high) = bounds(row)?;
    let most = [1, 2, 4, 12, 40][rng.index(5)];
    Some(low.saturating_add(rng.below(most)).min(high).to_string())
}

/// Any value that the option takes.
fn any(rng: &mut Rng, row: &OptionRow) -> Option<String> {
    if let Some((low, high)) = bounds(row) {
        let default: u64 = row.value.parse().ok()?;
        return Some(match rng.below(4) {
            0 => low.to_string(),
            1 => short(rng, row)?,
            2 if !row.name.ends_with("_effort") => high.min(default.saturating_mul(10)).to_string(),
            _ => low.saturating_add(rng.below(default.saturating_mul(2).saturating_add(2))).min(high).to_string(),
        });
    }
    if row.accepts.starts_with("literals") {
        let mut vars: Vec<i32> = (1..=30).collect();
        rng.shuffle(&mut vars);
        vars.truncate(rng.index(30));
        let lits = vars.into_iter().map(|var| if rng.coin() { var } else { -var }.to_string());
        return Some(lits.collect::<Vec<_>>().join(","));
    }
    if let Some((low, high)) = row.accepts.split_once("..=") {
        let (low, high): (f64, f64) = (low.parse().ok()?, high.parse().ok()?);
        return Some((low + rng.unit() * (high - low)).to_string());
    }
    let choices: Vec<&str> = row.accepts.split('|').collect();
    (choices.len() > 1).then(|| choices[rng.index(choices.len())].to_owned())
}
