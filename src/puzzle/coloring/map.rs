//! Maps as shapes to draw and to find neighbours in: GeoJSON.
//!
//! What it does: reads the polygons of a `FeatureCollection`. Two features whose outlines share at least two points are
//! neighbours; those that share one point alone meet in a corner (AZ and CO), which counts on demand. Right for files in
//! which borders are drawn once and used twice, as those made by topology-preserving tools are; where a file draws a border
//! twice with different points, its neighbours are not found, and a file of borders must name them.
//!
//! References: RFC 7946 (GeoJSON, 2016).

use super::names::checked;
use crate::puzzle::SyntaxError;
use crate::puzzle::coloring::Graph;
use serde_json::Value;
use std::collections::HashMap;
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

/// Closed lines of points.
type Rings = Vec<Vec<(f64, f64)>>;

/// A feature of a file: its code, its name, and the rings of its polygons.
struct Feature {
    code: String,
    name: String,
    rings: Rings,
}

/// Whether the text looks like GeoJSON.
pub fn is_geo(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("\"FeatureCollection\"")
}

/// Reads the shapes and their neighbours, called by name. With `corners`, those that meet in one point are neighbours, too.
///
/// # Errors
/// Says what is not GeoJSON with polygons.
pub fn read(text: &str, corners: bool) -> Result<(Graph, Map), SyntaxError> {
    let features = features(text)?;
    Ok((checked(graph(&features, corners), text)?, map(features)))
}

fn features(text: &str) -> Result<Vec<Feature>, SyntaxError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| SyntaxError::at(error.line(), error.column().max(1), format!("expected GeoJSON: {error}")))?;
    let error = |index: usize, what: &str| SyntaxError::at(1, 1, format!("expected {what} in feature {}", index + 1));
    let list = value.get("features").and_then(Value::as_array);
    let list = list.ok_or_else(|| SyntaxError::at(1, 1, "expected a list 'features'"))?;
    let mut features: Vec<Feature> = Vec::new();
    for (index, item) in list.iter().enumerate() {
        let word = |value: Option<&Value>| match value {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let code = word(item.get("id"));
        let name = word(item.pointer("/properties/name").or_else(|| item.pointer("/properties/NAME"))).or(code.clone());
        let name = name.ok_or_else(|| error(index, "an id or properties.name"))?;
        let rings = rings(item.get("geometry")).ok_or_else(|| error(index, "a Polygon or MultiPolygon"))?;
        // Parts of one country may be features of their own.
        match features.iter_mut().find(|known| known.name == name) {
            Some(known) => known.rings.extend(rings),
            None => features.push(Feature { code: code.unwrap_or_else(|| name.clone()), name, rings }),
        }
    }
    Ok(features)
}

fn rings(geometry: Option<&Value>) -> Option<Rings> {
    let geometry = geometry?;
    let coordinates = geometry.get("coordinates")?.as_array()?;
    let polygons: Vec<&Value> = match geometry.get("type")?.as_str()? {
        "Polygon" => coordinates.iter().collect(),
        "MultiPolygon" => {
            let lists: Option<Vec<&Vec<Value>>> = coordinates.iter().map(Value::as_array).collect();
            lists?.into_iter().flatten().collect()
        }
        _ => return None,
    };
    let point = |point: &Value| {
        let (x, y) = (point.get(0)?.as_f64()?, point.get(1)?.as_f64()?);
        (x.is_finite() && y.is_finite()).then_some((x, y))
    };
    polygons.into_iter().map(|ring| ring.as_array()?.iter().map(point).collect()).collect()
}

fn graph(features: &[Feature], corners: bool) -> Graph {
    let mut graph = Graph::new(features.iter().map(|feature| feature.name.clone()).collect());
    let mut at: HashMap<(u64, u64), Vec<usize>> = HashMap::new();
    for (index, feature) in features.iter().enumerate() {
        for &(x, y) in feature.rings.iter().flatten() {
            let here = at.entry((x.to_bits(), y.to_bits())).or_default();
            if here.last() != Some(&index) {
                here.push(index);
            }
        }
    }
    let mut shared: HashMap<(usize, usize), u32> = HashMap::new();
    for here in at.into_values() {
        for (k, &b) in here.iter().enumerate() {
            here[..k].iter().for_each(|&a| *shared.entry((a, b)).or_default() += 1);
        }
    }
    let least = if corners { 1 } else { 2 };
    shared.into_iter().filter(|&(_, points)| points >= least).for_each(|((a, b), _)| graph.join(a, b));
    graph
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

    #[test]
    fn neighbours_share_an_edge_or_a_corner() {
        let (graph, map) = read(&squares(), false).expect("a map");
        assert_eq!(graph.names(), ["West", "East", "North", "South"]);
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(read(&squares(), true).expect("a map").0.edges().count(), 6);
        assert_eq!((map.shapes.len(), map.shapes[3].code.as_str()), (4, "S"));
        assert_eq!(map.shapes[3].path.matches('z').count(), 2);
    }

    #[test]
    fn errors_say_what_was_expected() {
        let error = |text: &str| read(text, false).expect_err("broken").to_string();
        assert!(error("{\"features\": 3}").ends_with("expected a list 'features'"));
        assert!(error("{\"features\": [{\"id\": 3}]}").ends_with("expected a Polygon or MultiPolygon in feature 1"));
        assert!(error("{\"features\": [}").starts_with("1:15: expected GeoJSON"));
        let (graph, _) = read("{\"features\": []}", false).expect("an empty map");
        assert!(graph.is_empty());
    }
}
