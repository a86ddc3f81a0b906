//! The map of the United States.

use super::map::{Map, Shape};
use crate::puzzle::coloring::Graph;

/// Each state and its neighbours by land that come later in the order of codes; AK and HI have none.
const BORDERS: &str = "AL FL GA MS TN;AR LA MO MS OK TN TX;AZ CA NM NV UT;CA NV OR;CO KS NE NM OK UT WY;CT MA NY RI;\
    DE MD NJ PA;FL GA;GA NC SC TN;IA IL MN MO NE SD WI;ID MT NV OR UT WA WY;IL IN KY MO WI;IN KY MI OH;KS MO NE OK;\
    KY MO OH TN VA WV;LA MS TX;MA NH NY RI VT;MD PA VA WV;ME NH;MI OH WI;MN ND SD WI;MO NE OK TN;MS TN;MT ND SD WY;\
    NC SC TN VA;ND SD;NE SD WY;NH VT;NJ NY PA;NM OK TX;NV OR UT;NY PA VT;OH PA WV;OK TX;OR WA;PA WV;SD WY;TN VA;\
    UT WY;VA WV;AK;HI";

/// The shapes of the states.
const SHAPES: &str = include_str!("us_states.tsv");

/// The width and height of the map.
const MAP_SIZE: (f64, f64) = (10_350.0, 6100.0);

/// Where the labels of small states stand: in the sea, or north of them.
const CALLOUTS: [(&str, (f64, f64)); 10] = [
    ("VT", (8180.0, 760.0)),
    ("NH", (8560.0, 480.0)),
    ("MA", (9560.0, 1560.0)),
    ("RI", (9560.0, 1870.0)),
    ("CT", (9560.0, 2180.0)),
    ("NJ", (9560.0, 2490.0)),
    ("DE", (9560.0, 2800.0)),
    ("MD", (9560.0, 3110.0)),
    ("DC", (9560.0, 3420.0)),
    ("HI", (3480.0, 5420.0)),
];

/// The shapes of the 50 states and DC, for drawing.
pub fn map() -> Map {
    let rows = SHAPES.lines().filter(|line| !line.starts_with('#'));
    let shape = |line: &str| {
        let mut fields = line.split('\t');
        let (code, name) = (fields.next()?.to_string(), fields.next()?.to_string());
        let (x, y) = fields.next()?.split_once(' ')?;
        let callout = CALLOUTS.iter().find(|(small, _)| *small == code).map(|&(_, place)| place);
        let label = (x.parse().ok()?, y.parse().ok()?);
        Some(Shape { code, name, label, callout, path: fields.next()?.to_string() })
    };
    Map { size: MAP_SIZE, shapes: rows.filter_map(shape).collect() }
}

/// Which borders count, and which states there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsaVariant {
    /// The District of Columbia is one.
    pub dc: bool,
    /// AZ and CO, NM and UT are neighbours.
    pub corners: bool,
    /// CA and HI are neighbours, as in the report on sudoku by local search.
    pub hawaii: bool,
}

/// The 50 states in the order of their names, with their borders by land and those that were chosen. The report on
/// sudoku by local search has corners and Hawaii: 108 borders.
pub fn graph(choice: UsaVariant) -> Graph {
    let mut states = map().shapes;
    states.retain(|state| choice.dc || state.code != "DC");
    states.sort_by(|a, b| a.name.cmp(&b.name));
    let mut graph = Graph::new(states.iter().map(|state| state.code.clone()).collect());
    let mut join = |a: &str, b: &str| {
        let place = |code: &str| states.iter().position(|state| state.code == code);
        if let (Some(a), Some(b)) = (place(a), place(b)) {
            graph.join(a, b);
        }
    };
    for list in BORDERS.split(';') {
        let mut states = list.split_whitespace();
        if let Some(first) = states.next() {
            states.for_each(|other| join(first, other));
        }
    }
    let corners: &[(&str, &str)] = if choice.corners { &[("AZ", "CO"), ("NM", "UT")] } else { &[] };
    let hawaii: &[(&str, &str)] = if choice.hawaii { &[("CA", "HI")] } else { &[] };
    for (a, b) in corners.iter().chain(hawaii).chain(&[("DC", "MD"), ("DC", "VA")]) {
        join(a, b);
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_has_its_borders() {
        let all = UsaVariant { dc: true, corners: true, hawaii: true };
        let report = UsaVariant { dc: false, ..all };
        let count = |choice| graph(choice).edges().count();
        let corners = UsaVariant { corners: true, ..UsaVariant::default() };
        assert_eq!([UsaVariant::default(), corners, report, all].map(count), [105, 107, 108, 110]);
        assert_eq!((graph(report).len(), graph(all).len(), map().shapes.len()), (50, 51, 51));
        assert_eq!(graph(report).names()[..5], ["AL", "AK", "AZ", "AR", "CA"]);
    }
}
