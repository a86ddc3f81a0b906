//! Graphs in JSON and as Python prints them: vertices with lists of neighbours, nodes and edges, objects with a code.
//!
//! References: networkx's `node_link_data`, `adjacency_data`, `to_dict_of_lists` and `to_dict_of_dicts`; the JSON Graph
//! Format.

use super::ColoringReadOptions;
use super::builder::Builder;
use super::nested;
use crate::puzzle::coloring::Graph;
use crate::puzzle::literal::{Node, Value};
use crate::puzzle::{Reading, SyntaxError};
use std::collections::HashSet;

/// Whether a name is a word that heads a list of vertices or of edges, rather than a vertex.
pub(super) fn is_section(name: &str) -> bool {
    ["nodes", "vertices", "edges", "links"].contains(&name.to_lowercase().as_str())
}

/// Keys that other forms of graphs have, and that are hardly the name of a vertex.
pub(super) const RESERVED: &[&str] = &[
    "nodes",
    "vertices",
    "edges",
    "links",
    "adjacency",
    "directed",
    "multigraph",
    "graph",
    "type",
    "features",
    "objects",
    "arcs",
    "elements",
];

pub(super) fn read(root: &Node<'_>, options: ColoringReadOptions) -> Result<Reading<Graph>, SyntaxError> {
    let mut builder = Builder::new(options);
    match &root.value {
        Value::Map(entries) => object(root, entries, &mut builder)?,
        Value::List(items) | Value::Set(items) => list(items, &mut builder)?,
        _ => return Err(root.error("a list or an object")),
    }
    builder.finish()
}

/// The name of a vertex.
fn name<'n>(node: &'n Node<'_>, what: &str) -> Result<&'n str, SyntaxError> {
    node.name().ok_or_else(|| node.error(what))
}

/// Joins two vertices; the node gives the place of the second one.
fn join(builder: &mut Builder, a: usize, b: usize, node: &Node<'_>) -> Result<(), SyntaxError> {
    builder.join(a, b, || node.place())
}

fn object(root: &Node<'_>, entries: &[(Node<'_>, Node<'_>)], builder: &mut Builder) -> Result<(), SyntaxError> {
    if let Some(edges) = root.get("edges").or_else(|| root.get("links"))
        && edges.items().is_some_and(|items| items.iter().all(|item| item.name().is_none()))
    {
        return nodes_and_edges(root, entries, edges, builder);
    }
    if let (Some(nodes), Some(lists)) = (root.get("nodes"), root.get("adjacency")) {
        return adjacency_data(root, entries, nodes, lists, builder);
    }
    if let [(key, graph)] = entries {
        let named = key.plain() == Some("graph");
        let is_graph = |inner: &[(Node<'_>, Node<'_>)]| inner.iter().all(|(_, value)| value.items().is_some());
        let is_list = |inner: &[Node<'_>]| !inner.is_empty() && inner.iter().all(|item| neighbours_of(item).is_some());
        if let Some(inner) = graph.entries().filter(|inner| named || is_graph(inner)) {
            remark_name(key, builder);
            return object(graph, inner, builder);
        }
        if let Some(inner) = graph.items().filter(|inner| is_list(inner)) {
            remark_name(key, builder);
            return coded(inner, builder);
        }
    }
    neighbours(entries, builder)
}

/// Remarks that the only key of a text is no vertex.
fn remark_name(key: &Node<'_>, builder: &mut Builder) {
    if let Some(name) = key.plain().filter(|&name| name != "graph") {
        builder.remark(key.line(), format!("'{name}' is taken for the name of the graph"));
    }
}

/// The list of neighbours that an object has under one of the usual keys.
fn neighbours_of<'n, 't>(object: &'n Node<'t>) -> Option<&'n Node<'t>> {
    ["borders", "Neighborcodes", "neighbours", "neighbors"].into_iter().find_map(|key| object.get(key))
}

/// `{"A": ["B", "C"], ...}`, `{"A": {"B": {}, "C": {}}, ...}` with what is known of each edge, or `{"A": {"neighbours":
/// ["B", "C"]}, ...}` with what is known of each vertex.
fn neighbours(entries: &[(Node<'_>, Node<'_>)], builder: &mut Builder) -> Result<(), SyntaxError> {
    for (key, _) in entries {
        let name = name(key, "the name of a vertex")?;
        builder.vertex(name);
    }
    let heads = builder.len();
    let inner = |value: &Node<'_>| neighbours_of(value).is_some_and(|list| list.items().is_some());
    let described = entries.iter().all(|(_, value)| inner(value));
    for (from, (_, value)) in entries.iter().enumerate() {
        let value = neighbours_of(value).filter(|_| described).unwrap_or(value);
        if let Some(items) = value.items() {
            for item in items {
                let to = builder.vertex(name(item, "the name of a neighbour")?);
                join(builder, from, to, item)?;
            }
        } else if let Some(edges) = value.entries() {
            for (item, about) in edges {
                let known = builder.known(name(item, "the name of a neighbour")?).filter(|&vertex| vertex < heads);
                let to = known.ok_or_else(|| item.error("a vertex that is a key itself"))?;
                if !matches!(about.value, Value::Map(_) | Value::Number(_)) {
                    return Err(about.error("what is known of the edge: an object or a number"));
                }
                join(builder, from, to, item)?;
            }
        } else {
            return Err(value.error("a list of neighbours"));
        }
    }
    let named: HashSet<&str> =
        entries.iter().flat_map(|(_, value)| value.items().unwrap_or_default()).filter_map(Node::name).collect();
    let reserved = |key: &Node<'_>| key.name().is_some_and(|key| RESERVED.contains(&key) && !named.contains(key));
    if let Some((key, _)) = entries.iter().find(|(key, _)| reserved(key)) {
        return Err(key.error("lists of neighbours, or \"edges\" that are pairs, perhaps beside \"nodes\""));
    }
    builder.remark_one_sided(entries.first().map_or(1, |(key, _)| key.line()));
    Ok(())
}

/// Looks at the keys beside nodes and edges: those that networkx writes do not concern edges; unknown ones are refused
/// if they hold lists, and named in a remark otherwise.
fn beside(entries: &[(Node<'_>, Node<'_>)], known: &[&str], builder: &mut Builder) -> Result<(), SyntaxError> {
    for (key, value) in entries {
        let text = key.plain().unwrap_or_default();
        match text {
            "directed" if value.plain().is_some_and(|value| value.eq_ignore_ascii_case("true")) => {
                builder.remark(key.line(), "the directions of edges are left out");
            }
            "directed" | "multigraph" | "graph" => {}
            _ if known.contains(&text) => {}
            _ if value.plain().is_some() => builder.remark(key.line(), format!("the key '{text}' is left out")),
            _ => return Err(key.error(format!("no other keys than {}", known.join(" and ")))),
        }
    }
    Ok(())
}

fn nodes_and_edges(
    root: &Node<'_>,
    entries: &[(Node<'_>, Node<'_>)],
    edges: &Node<'_>,
    builder: &mut Builder,
) -> Result<(), SyntaxError> {
    let keys: &[&str] = match (root.get("edges"), root.get("nodes")) {
        (Some(_), Some(_)) => &["nodes", "edges"],
        (Some(_), None) => &["vertices", "edges"],
        (None, Some(_)) => &["nodes", "links"],
        (None, None) => &["vertices", "links"],
    };
    beside(entries, keys, builder)?;
    let pairs: Vec<(&Node<'_>, &Node<'_>)> =
        edges.items().unwrap_or_default().iter().map(ends).collect::<Result<_, _>>()?;
    let Some(nodes) = root.get(keys[0]) else {
        for (a, b) in pairs {
            let (from, to) = (builder.vertex(name(a, "a vertex")?), builder.vertex(name(b, "a vertex")?));
            join(builder, from, to, b)?;
        }
        return Ok(());
    };
    let named = nodes_of(nodes, &pairs, builder)?;
    let by_name = |node: &Node<'_>| node.name().and_then(|name| builder.known(name));
    let by_number = |node: &Node<'_>| match node.value {
        Value::Number(number) => number.parse::<usize>().ok().filter(|&vertex| vertex < builder.len()),
        _ => None,
    };
    let all = |of: &dyn Fn(&Node<'_>) -> Option<usize>| -> Option<Vec<(usize, usize)>> {
        pairs.iter().map(|(a, b)| Some((of(a)?, of(b)?))).collect()
    };
    let (found, numbers) = match all(&by_name) {
        Some(found) => (found, false),
        // As D3 wrote them at first: the number of a node in its list, from 0.
        None if named => (all(&by_number).unwrap_or_default(), true),
        None => (Vec::new(), false),
    };
    if found.len() < pairs.len() {
        let unknown = pairs.iter().flat_map(|&(a, b)| [a, b]).find(|end| by_name(end).is_none());
        return Err(unknown.unwrap_or(edges).error(format!("a vertex that is one of \"{}\"", keys[0])));
    }
    if numbers {
        builder.remark(edges.line(), "the ends of edges are taken for numbers of nodes in their list, from 0");
    }
    for ((a, b), (_, node)) in found.into_iter().zip(&pairs) {
        join(builder, a, b, node)?;
    }
    Ok(())
}

/// Adds the listed nodes; returns whether they have names and no ids.
fn nodes_of(nodes: &Node<'_>, pairs: &[(&Node<'_>, &Node<'_>)], builder: &mut Builder) -> Result<bool, SyntaxError> {
    if let Some(entries) = nodes.entries() {
        for (key, _) in entries {
            builder.vertex(name(key, "the name of a vertex")?);
        }
        return Ok(false);
    }
    if let Value::Number(count) = nodes.value {
        let most = super::builder::MAX_VERTICES;
        let count = count.parse().ok().filter(|&count: &usize| count <= most);
        let count = count.ok_or_else(|| nodes.error(format!("a number of vertices up to {most}")))?;
        let zero = pairs.iter().flat_map(|&(a, b)| [a, b]).any(|node| node.plain() == Some("0"));
        let from = usize::from(!zero);
        for number in from..from + count {
            builder.vertex(&number.to_string());
        }
        builder.remark(nodes.line(), format!("the vertices are numbered from {from}"));
        return Ok(false);
    }
    let items = nodes.items().ok_or_else(|| nodes.error("a list of nodes"))?;
    let of = |item: &Node<'_>, key: &str| item.get(key).is_some();
    let key = ["id", "key", "name", "label"].into_iter().find(|key| items.iter().all(|item| of(item, key)));
    for item in items {
        let label = match (key, item.entries()) {
            (_, None) => item,
            (Some(key), Some(_)) => item.get(key).unwrap_or(item),
            (None, Some(_)) => return Err(item.error("nodes that all have an id, a key or a name")),
        };
        let before = builder.len();
        if builder.vertex(name(label, "the name of a node")?) < before {
            return Err(label.error("each node once"));
        }
    }
    Ok(!items.is_empty() && key.is_some_and(|key| key == "name" || key == "label"))
}

/// The two vertices of an edge: a pair, perhaps with what is known of it, or an object with its ends.
fn ends<'n, 't>(edge: &'n Node<'t>) -> Result<(&'n Node<'t>, &'n Node<'t>), SyntaxError> {
    match edge.items() {
        Some([a, b]) => return Ok((a, b)),
        Some([a, b, about]) if about.entries().is_some() => return Ok((a, b)),
        Some(_) => return Err(edge.error("two neighbours")),
        None => {}
    }
    let keys = [("source", "target"), ("from", "to"), ("u", "v"), ("start", "end")];
    let found = keys.into_iter().find_map(|(a, b)| Some((edge.get(a)?, edge.get(b)?)));
    found.ok_or_else(|| edge.error("an edge: two neighbours, or an object with source and target"))
}

/// networkx's `adjacency_data`: the neighbours of each node, in the order of the nodes.
fn adjacency_data(
    root: &Node<'_>,
    entries: &[(Node<'_>, Node<'_>)],
    nodes: &Node<'_>,
    lists: &Node<'_>,
    builder: &mut Builder,
) -> Result<(), SyntaxError> {
    beside(entries, &["nodes", "adjacency"], builder)?;
    nodes_of(nodes, &[], builder)?;
    let lists = lists.items().ok_or_else(|| lists.error("a list for each node"))?;
    if lists.len() != builder.len() {
        let nodes = builder.len();
        return Err(root.refuse(format!("expected {nodes} lists, as many as nodes, found {}", lists.len())));
    }
    for (from, list) in lists.iter().enumerate() {
        for item in list.items().ok_or_else(|| list.error("a list of neighbours"))? {
            let id = item.get("id").unwrap_or(item);
            let to = builder.known(name(id, "the id of a neighbour")?).ok_or_else(|| id.error("one of the nodes"))?;
            join(builder, from, to, item)?;
        }
    }
    builder.remark_one_sided(root.line());
    Ok(())
}

fn list(items: &[Node<'_>], builder: &mut Builder) -> Result<(), SyntaxError> {
    if items.iter().all(|item| item.entries().is_some()) {
        return if items.iter().all(|item| ends(item).is_ok()) { pairs(items, builder) } else { coded(items, builder) };
    }
    match nested::numbered(items) {
        Some(Ok(nested)) if !nested.same_as_pairs => nested.add_to(builder, items),
        Some(Err(error)) => Err(error),
        _ => pairs(items, builder),
    }
}

fn pairs(items: &[Node<'_>], builder: &mut Builder) -> Result<(), SyntaxError> {
    for item in items {
        let (a, b) = ends(item)?;
        let what = "the name of a vertex";
        let (from, to) = (builder.vertex(name(a, what)?), builder.vertex(name(b, what)?));
        join(builder, from, to, b)?;
    }
    Ok(())
}

/// Objects with a code and the codes of their neighbours.
fn coded(items: &[Node<'_>], builder: &mut Builder) -> Result<(), SyntaxError> {
    let mut lists: Vec<&[Node<'_>]> = Vec::new();
    let mut without = 0;
    for item in items {
        match neighbours_of(item) {
            Some(list) => lists.push(list.items().ok_or_else(|| list.error("a list of neighbours"))?),
            None => {
                without += 1;
                lists.push(&[]);
            }
        }
    }
    if without == items.len() {
        return Err(items[0].error("objects with source and target, or with borders, neighbours or Neighborcodes"));
    }
    let named = || lists.iter().copied().flatten();
    let codes = |key: &str| -> Option<HashSet<&str>> {
        let all: HashSet<&str> = items.iter().map(|item| item.get(key)?.name()).collect::<Option<_>>()?;
        (all.len() == items.len()).then_some(all)
    };
    // The key whose values name most neighbours.
    let known = |key: &str| {
        let codes = codes(key)?;
        Some(named().filter(|node| node.name().is_some_and(|name| codes.contains(name))).count())
    };
    let keys = ["cca3", "alpha3Code", "alpha-3", "iso_a3", "cca2", "alpha2Code", "code", "id", "name"];
    let best = keys.into_iter().rev().filter_map(|key| Some((known(key)?, key))).max_by_key(|&(known, _)| known);
    let Some((found, key)) = best else {
        return Err(items[0].error(format!("objects that each have a code of their own ({})", keys.join(", "))));
    };
    if found == 0
        && let Some(first) = named().next().filter(|_| items.len() > 1)
    {
        return Err(first.error(format!("the {key} of one of the objects")));
    }
    for item in items {
        let code = item.get(key).unwrap_or(item);
        builder.vertex(name(code, "a code")?);
    }
    for (from, list) in lists.iter().enumerate() {
        for item in *list {
            let to = builder.vertex(name(item, "the code of a neighbour")?);
            join(builder, from, to, item)?;
        }
    }
    if builder.len() > items.len() {
        let other = builder.names()[items.len()].clone();
        let message = format!("neighbours without an object of their own, such as '{other}', are taken for vertices");
        builder.remark(items[0].line(), message);
    }
    if without > 0 {
        builder.remark(items[0].line(), format!("{without} objects have no list of neighbours: taken for none"));
    }
    builder.remark_one_sided(items[0].line());
    Ok(())
}
