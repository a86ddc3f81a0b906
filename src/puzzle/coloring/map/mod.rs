//! Maps as shapes to draw and to find neighbours in: GeoJSON.
//!
//! References: RFC 7946 (GeoJSON, 2016).

mod borders;
mod features;
mod lines;
mod meetings;

use self::features::Feature;
use crate::puzzle::coloring::Graph;
use crate::puzzle::literal::{self, Node};
use crate::puzzle::{Reading, SyntaxError};
use std::fmt::Write;

/// A country or state: what it is called, and its outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// A short code.
    pub code: String,
    /// The name.
    pub name: String,
    /// Where a label stands.
    pub label: (f64, f64),
    /// Where the label stands instead if the shape is too small for it: beside the shape, with a line to it.
    pub callout: Option<(f64, f64)>,
    /// The outline as an SVG path.
    pub path: String,
}

/// Shapes on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The width and height of the sheet.
    pub size: (f64, f64),
    /// What lies on it.
    pub shapes: Vec<Shape>,
}

/// The width of a sheet that is made from GeoJSON.
const WIDTH: f64 = 9750.0;

/// Whether a value is GeoJSON, or a relative of it.
pub(super) fn is_geo(root: &Node<'_>) -> bool {
    features::is_geo(root)
}

/// The shapes of a value and their neighbours, called by name. With `corners`, those that meet in one point are
/// neighbours, too.
///
/// # Errors
/// Says what is not GeoJSON with polygons.
pub(super) fn of(root: &Node<'_>, corners: bool) -> Result<Reading<(Graph, Map)>, SyntaxError> {
    let (features, mut remarks) = features::features(root)?;
    let (graph, said) = borders::graph(&features, corners);
    remarks.extend(said);
    Ok(Reading { puzzle: (graph, map(features)), remarks })
}

/// Reads the shapes of a text.
///
/// # Errors
/// Says what is not GeoJSON with polygons.
pub fn shapes(text: &str) -> Result<Reading<Map>, SyntaxError> {
    let root = literal::parse(text)?;
    let (features, remarks) = features::features(&root)?;
    Ok(Reading { puzzle: map(features), remarks })
}

/// Lays the features on a sheet: longitudes shortened as they are in the middle of the map.
fn map(features: Vec<Feature>) -> Map {
    let all = || features.iter().flat_map(|feature| feature.rings.iter().flatten());
    let fold = |pick: fn(&(f64, f64)) -> f64| {
        all().map(pick).fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let ((west, east), (south, north)) = (fold(|point| point.0), fold(|point| point.1));
    let middle = (south + north) / 2.0;
    let narrow = if north - south < 90.0 { libm::cos(middle.to_radians()).max(0.1) } else { 1.0 };
    let scale = WIDTH / ((east - west) * narrow).max(1e-6);
    let place = |&(x, y): &(f64, f64)| ((x - west) * narrow * scale, (north - y) * scale);
    let height = ((north - south) * scale).clamp(1.0, 10.0 * WIDTH);
    let shape = |feature: &Feature| {
        let mut path = String::new();
        for ring in &feature.rings {
            for (index, point) in ring.iter().enumerate() {
                let (x, y) = place(point);
                let _ = write!(path, "{}{x:.0} {y:.0}", if index == 0 { 'M' } else { 'L' });
            }
            path.push('z');
        }
        // The middle of the largest ring.
        let widest = feature.rings.iter().map(|ring| ring.iter().map(place).collect::<Vec<_>>());
        let largest = widest.max_by(|a, b| area(a).total_cmp(&area(b))).unwrap_or_default();
        let count = largest.len().max(1) as f64;
        let label = largest.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
        Shape { code: feature.code.clone(), name: feature.name.clone(), label, callout: None, path }
    };
    let shapes = features.iter().map(shape).collect();
    Map { size: (WIDTH, height), shapes }
}

/// The area within a ring.
fn area(ring: &[(f64, f64)]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>().abs() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four squares around a point, the fourth in two parts.
    fn squares() -> String {
        let square = |name: &str, x: i32, y: i32| {
            let ring = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)].map(|(x, y)| format!("[{x},{y}]"));
            format!(
                "{{\"type\":\"Feature\",\"id\":\"{}\",\"properties\":{{\"name\":\"{name}\"}},\
                 \"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[[{}]]}}}}",
                &name[..1],
                ring.join(",")
            )
        };
        let all = [square("West", 0, 0), square("East", 1, 0), square("North", 0, 1), square("South", 1, 1)];
        format!("{{\"type\":\"FeatureCollection\",\"features\":[{},{}]}}", all.join(","), square("South", 5, 5))
    }

    fn read(text: &str, corners: bool) -> Result<(Graph, Map), String> {
        let root = literal::parse(text).map_err(|error| error.to_string())?;
        of(&root, corners).map(|reading| reading.puzzle).map_err(|error| error.to_string())
    }

    #[test]
    fn neighbours_share_an_edge_or_a_corner() {
        let (graph, map) = read(&squares(), false).expect("a map");
        assert_eq!(graph.names(), ["West", "East", "North", "South"]);
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(read(&squares(), true).expect("a map").0.edges().count(), 6);
        assert_eq!((map.shapes.len(), map.shapes[3].code.as_str()), (4, "S"));
        assert_eq!(map.shapes[3].path.matches('z').count(), 2);
    }

    /// Two shapes whose common border is drawn twice, and a third one beside them.
    fn drawn_twice(gap: f64) -> String {
        let ring =
            |points: &[(f64, f64)]| points.iter().map(|(x, y)| format!("[{x},{y}]")).collect::<Vec<_>>().join(",");
        let feature = |name: &str, points: &[(f64, f64)]| {
            format!(
                "{{\"type\":\"Feature\",\"properties\":{{\"place_name\":\"{name}\",\"kind_name\":\"x\"}},\
                 \"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[[{}]]}}}}",
                ring(points)
            )
        };
        let all = [
            feature("West", &[(0.0, 0.0), (5.0, 0.0), (5.0, 3.0), (5.0, 8.0), (0.0, 8.0)]),
            feature("East", &[(5.0 + gap, 0.5), (9.0, 0.5), (9.0, 8.0), (5.0 + gap, 8.0), (5.0 + gap, 4.0)]),
            feature("Far", &[(20.0, 0.0), (30.0, 0.0), (30.0, 8.0)]),
        ];
        format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", all.join(","))
    }

    #[test]
    fn outlines_that_run_along_each_other_are_a_border() {
        let read = |gap: f64| {
            let text = drawn_twice(gap);
            let reading = of(&literal::parse(&text).expect("JSON"), false).expect("a map");
            let remarks: Vec<String> = reading.remarks.iter().map(|remark| remark.message.clone()).collect();
            (reading.puzzle.0.edges().collect::<Vec<_>>(), remarks.join("; "))
        };
        let (edges, said) = read(0.0005);
        assert_eq!(edges, [(0, 1)]);
        assert_eq!(
            said,
            "the features are called by their property 'place_name'; \
             shapes whose outlines run closely along each other are taken for neighbours: West and East"
        );
        assert_eq!(read(0.1).0, []);
    }

    #[test]
    fn errors_say_what_was_expected() {
        let error = |text: &str| read(text, false).expect_err("broken");
        assert!(error("{\"features\": 3}").starts_with("1:1: expected a list \"features\""));
        assert!(error("{\"features\": [{\"id\": 3}]}").starts_with("1:15: expected a geometry in this feature"));
        assert!(error("{\"features\": [}").starts_with("1:15: expected a name, a number"));
        let (graph, _) = read("{\"features\": []}", false).expect("an empty map");
        assert!(graph.is_empty());
    }
}
