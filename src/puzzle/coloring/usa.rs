//! The map of the United States.

use crate::encode::coloring::Graph;

/// Each state and its neighbours by land that come later in the order of codes; AK and HI have none.
const BORDERS: &str = "AL FL GA MS TN;AR LA MO MS OK TN TX;AZ CA NM NV UT;CA NV OR;CO KS NE NM OK UT WY;CT MA NY RI;\
    DE MD NJ PA;FL GA;GA NC SC TN;IA IL MN MO NE SD WI;ID MT NV OR UT WA WY;IL IN KY MO WI;IN KY MI OH;KS MO NE OK;\
    KY MO OH TN VA WV;LA MS TX;MA NH NY RI VT;MD PA VA WV;ME NH;MI OH WI;MN ND SD WI;MO NE OK TN;MS TN;MT ND SD WY;\
    NC SC TN VA;ND SD;NE SD WY;NH VT;NJ NY PA;NM OK TX;NV OR UT;NY PA VT;OH PA WV;OK TX;OR WA;PA WV;SD WY;TN VA;\
    UT WY;VA WV;AK;HI";

/// The shapes of the states.
const SHAPES: &str = include_str!("../data/us_states.tsv");

/// The width and height of the map of [`shapes`].
pub const SIZE: (u32, u32) = (9750, 6100);

/// A state's shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The postal code.
    pub code: &'static str,
    /// The name.
    pub name: &'static str,
    /// Where a label stands.
    pub label: (i32, i32),
    /// The outline as an SVG path.
    pub path: &'static str,
}

/// The shapes of the 50 states and DC, for drawing.
pub fn shapes() -> impl Iterator<Item = Shape> {
    SHAPES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('\t');
        let (code, name) = (fields.next()?, fields.next()?);
        let (x, y) = fields.next()?.split_once(' ')?;
        Some(Shape { code, name, label: (x.parse().ok()?, y.parse().ok()?), path: fields.next()? })
    })
}

/// The 50 states with their borders by land, with DC and the four corners (AZ-CO, NM-UT) on demand.
pub fn graph(with_dc: bool, four_corners: bool) -> Graph {
    let mut codes: Vec<&str> = shapes().map(|shape| shape.code).filter(|&code| with_dc || code != "DC").collect();
    codes.sort_unstable();
    let mut graph = Graph::new(codes.iter().map(|code| (*code).to_string()).collect());
    let mut join = |a: &str, b: &str| {
        if let (Ok(a), Ok(b)) = (codes.binary_search(&a), codes.binary_search(&b)) {
            graph.join(a, b);
        }
    };
    for list in BORDERS.split(';') {
        let mut states = list.split_whitespace();
        if let Some(first) = states.next() {
            states.for_each(|other| join(first, other));
        }
    }
    let corners: &[(&str, &str)] = if four_corners { &[("AZ", "CO"), ("NM", "UT")] } else { &[] };
    for (a, b) in corners.iter().chain(&[("DC", "MD"), ("DC", "VA")]) {
        join(a, b);
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_has_its_borders() {
        let count = |dc, corners| graph(dc, corners).edges().count();
        assert_eq!((count(false, false), count(false, true), count(true, true)), (105, 107, 109));
        assert_eq!((graph(false, false).len(), graph(true, false).len(), shapes().count()), (50, 51, 51));
    }
}
