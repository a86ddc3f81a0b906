//! The features of GeoJSON: what they are called, and their outlines.

use crate::puzzle::literal::{Node, Value};
use crate::puzzle::{Remark, SyntaxError};
use crate::util::escape::{acts, clean};
use std::collections::{HashMap, HashSet};

/// Closed lines of points.
pub(super) type Rings = Vec<Vec<(f64, f64)>>;

/// A country or state: its code, its name, and the rings of its polygons.
pub(super) struct Feature {
    pub code: String,
    pub name: String,
    pub rings: Rings,
    /// The line on which it begins.
    pub line: usize,
}

/// The keys of a feature's properties that can hold its name.
const NAMES: &[&str] = &["name", "NAME", "Name", "ADMIN", "admin"];

/// Whether a value is GeoJSON, or a relative of it.
pub(super) fn is_geo(root: &Node<'_>) -> bool {
    let kind = root.get("type").and_then(|kind| match &kind.value {
        Value::Text(kind) => Some(&**kind),
        _ => None,
    });
    let kinds = [
        "FeatureCollection",
        "Feature",
        "GeometryCollection",
        "Topology",
        "Polygon",
        "MultiPolygon",
        "Point",
        "MultiPoint",
        "LineString",
        "MultiLineString",
    ];
    // A graph may have a vertex "features", with neighbours that are names.
    let listed = root.get("features").and_then(Node::items);
    kind.is_some_and(|kind| kinds.contains(&kind))
        || listed.is_some_and(|items| items.iter().all(|item| item.entries().is_some()))
}

/// The features of a collection, or a lone one.
pub(super) fn features(root: &Node<'_>) -> Result<(Vec<Feature>, Vec<Remark>), SyntaxError> {
    let lone = std::slice::from_ref(root);
    let list = match root.get("type").and_then(Node::plain) {
        Some("Feature") => lone,
        Some("FeatureCollection") | None => {
            root.get("features").and_then(Node::items).ok_or_else(|| root.error("a list \"features\""))?
        }
        Some("Topology") => {
            return Err(root.refuse("expected GeoJSON, found TopoJSON, of which topo2geo makes GeoJSON"));
        }
        Some(_) => return Err(root.error("features, which have names: a FeatureCollection or a Feature")),
    };
    let (other_key, remark) = other_name(list);
    let mut features: Vec<Feature> = Vec::new();
    for item in list {
        if item.get("type").is_some_and(|kind| kind.plain() != Some("Feature")) {
            return Err(item.error("a Feature"));
        }
        let code = item.get("id").and_then(word);
        let properties = item.get("properties");
        let named = NAMES.iter().copied().chain(other_key).find_map(|key| word(properties?.get(key)?));
        let name = named.clone().or_else(|| code.clone()).ok_or_else(|| {
            item.refuse("expected an id or one of the properties name, NAME, Name, ADMIN and admin in this feature")
        })?;
        for text in [&name].into_iter().chain(&code) {
            if text.is_empty() || text.contains(acts) {
                return Err(item.refuse("expected a name without control characters in this feature"));
            }
        }
        let geometry = item.get("geometry").ok_or_else(|| item.refuse("expected a geometry in this feature"))?;
        let mut rings = Rings::new();
        add_rings(geometry, &mut rings)?;
        features.push(Feature { code: code.unwrap_or_else(|| name.clone()), name, rings, line: item.line() });
    }
    let (features, mut remarks) = told_apart(features);
    remarks.splice(0..0, remark);
    Ok((features, remarks))
}

/// The key of the properties that hold the names where none of [`NAMES`] does, and a remark that says so: of the keys
/// that are called like a name and have a text in each feature, the one with the most different texts.
fn other_name<'n>(list: &'n [Node<'_>]) -> (Option<&'n str>, Option<Remark>) {
    let text = |item: &'n Node<'_>, key: &str| match &item.get("properties")?.get(key)?.value {
        Value::Text(text) if !text.is_empty() => Some(text),
        _ => None,
    };
    let named = |item: &Node<'_>| NAMES.iter().any(|key| item.get("properties").and_then(|all| all.get(key)).is_some());
    let Some(first) = list.first().filter(|_| !list.iter().any(named)) else { return (None, None) };
    let entries = first.get("properties").and_then(Node::entries).unwrap_or_default();
    let like_name = |key: &str| {
        let key = key.to_lowercase();
        key.contains("name") || key.ends_with("_nm") || key.ends_with("_en")
    };
    let different = |key: &str| -> Option<usize> {
        let texts: Option<HashSet<&str>> = list.iter().map(|item| text(item, key).map(|text| &**text)).collect();
        texts.map(|texts| texts.len())
    };
    let candidates = entries.iter().filter_map(|(key, _)| {
        let key = key.plain().filter(|key| like_name(key))?;
        different(key).map(|count| (count, key))
    });
    // Of two with as many, the first.
    let best = candidates.rev().max_by_key(|&(count, _)| count).map(|(_, key)| key);
    let remark = |key: &str| Remark {
        line: first.line(),
        message: format!("the features are called by their property '{}'", clean(key)),
    };
    (best, best.map(remark))
}

/// A text or a number.
fn word(node: &Node<'_>) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.to_string()),
        Value::Number(number) => Some((*number).to_string()),
        _ => None,
    }
}

/// Merges features with the same name, since parts of one country are often listed like that. But if all of them have
/// ids that differ, they are different places, which are then called by their ids. A remark tells which.
fn told_apart(features: Vec<Feature>) -> (Vec<Feature>, Vec<Remark>) {
    let mut groups: Vec<Vec<Feature>> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    for feature in features {
        let at = *index.entry(feature.name.clone()).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(feature),
            None => groups.push(vec![feature]),
        }
    }
    let (mut all, mut remarks) = (Vec::new(), Vec::new());
    for mut group in groups {
        let count = group.len();
        let mut ids: Vec<&str> = group.iter().map(|feature| feature.code.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        let own =
            count > 1 && ids.len() == count && ids.iter().all(|id| *id != group[0].name && !index.contains_key(*id));
        let (line, name) = (group[0].line, group[0].name.clone());
        if own {
            group.iter_mut().for_each(|feature| feature.name = feature.code.clone());
            all.extend(group);
            remarks
                .push(Remark { line, message: format!("{count} features are called '{name}': called by their ids") });
            continue;
        }
        let mut parts = group.into_iter();
        if let Some(mut first) = parts.next() {
            parts.for_each(|part| first.rings.extend(part.rings));
            all.push(first);
        }
        if count > 1 {
            let message = format!("{count} features are called '{name}': taken for parts of one");
            remarks.push(Remark { line, message });
        }
    }
    (all, remarks)
}

/// Adds the rings of polygons.
fn add_rings(geometry: &Node<'_>, rings: &mut Rings) -> Result<(), SyntaxError> {
    let kind = geometry.get("type").and_then(Node::plain);
    if kind == Some("GeometryCollection") {
        let parts = geometry.get("geometries").and_then(Node::items);
        let parts = parts.ok_or_else(|| geometry.refuse("expected a list \"geometries\" in this collection"))?;
        return parts.iter().try_for_each(|part| add_rings(part, rings));
    }
    if !matches!(kind, Some("Polygon" | "MultiPolygon")) {
        return Err(geometry.error("a Polygon or MultiPolygon"));
    }
    let coordinates =
        geometry.get("coordinates").ok_or_else(|| geometry.refuse("expected coordinates in this geometry"))?;
    let polygons = match kind {
        Some("Polygon") => std::slice::from_ref(coordinates),
        _ => coordinates.items().unwrap_or_default(),
    };
    if polygons.is_empty() {
        return Err(coordinates.error("a list of polygons"));
    }
    for polygon in polygons {
        let own = polygon.items().filter(|own| !own.is_empty()).ok_or_else(|| polygon.error("a list of rings"))?;
        for ring in own {
            let points = ring.items().filter(|points| points.len() > 2);
            let points = points.ok_or_else(|| ring.error("a ring of at least four points"))?;
            rings.push(points.iter().map(point).collect::<Result<_, _>>()?);
        }
    }
    Ok(())
}

/// A position; its height is ignored.
fn point(node: &Node<'_>) -> Result<(f64, f64), SyntaxError> {
    let number = |node: &Node<'_>| match node.value {
        // Adding 0 turns -0 into 0.
        Value::Number(number) => number.parse().ok().map(|value: f64| value + 0.0).filter(|value| value.is_finite()),
        _ => None,
    };
    match node.items() {
        Some([x, y, ..]) => number(x).zip(number(y)),
        _ => None,
    }
    .ok_or_else(|| node.error("a position: two numbers"))
}
