//! Reading graphs, maps and colourings: the formats of graphs, which are recognised by their contents.
//!
//! DIMACS `.col` with or without a `p` line, neighbour lists (`AL: FL, GA`), pairs (`AL,FL`), numbers under a heading,
//! METIS, matrices, Matrix Market, JSON and what Python prints, and the shapes of GeoJSON.

mod answer;
mod builder;
mod dimacs;
mod fields;
mod foreign;
mod lists;
mod market;
mod nested;
mod numbers;
mod objects;
mod pairs;
mod table;

pub use self::answer::coloring;
pub use self::builder::one_sided;
use self::numbers::Rows;
use super::map::{self, Map};
use super::names::check_names;
use crate::puzzle::coloring::Graph;
use crate::puzzle::text::{Line, lines};
use crate::puzzle::{Reading, SyntaxError, literal};

/// How the text of a graph is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColoringReadOptions {
    /// A wrong count of edges in a heading, and edges from a vertex to itself, are ignored with a remark instead of
    /// being refused.
    pub relaxed: bool,
    /// Shapes that meet in one point are neighbours.
    pub corners: bool,
}

/// Reads a graph. The count of edges in a DIMACS heading must be that of the lines, of the different edges, or of both
/// directions of them (all three are usual), unless `relaxed`.
///
/// # Errors
/// Says where the text is not a graph, and what was expected.
pub fn read(text: &str, options: ColoringReadOptions) -> Result<Reading<Graph>, SyntaxError> {
    Ok(read_map(text, options)?.map(|(graph, _)| graph))
}

/// Reads a graph, and the map that it is drawn as if the text has shapes.
///
/// # Errors
/// As [`read`].
pub fn read_map(text: &str, options: ColoringReadOptions) -> Result<Reading<(Graph, Option<Map>)>, SyntaxError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let all = lines(text);
    let is_filled = |line: &&Line<'_>| !line.is_blank() && !line.text.trim_start().starts_with('#');
    let filled: Vec<Line<'_>> = all.iter().filter(is_filled).copied().collect();
    let Some(first) = filled.first() else { return Err(SyntaxError::at(1, 1, "expected a graph, found nothing")) };
    if first.text.trim_start().starts_with(['{', '[']) {
        let root = literal::parse(text).or_else(|error| literal::parse_matrix(text).ok_or(error))?;
        let reading = match map::is_geo(&root) {
            true => map::of(&root, options.corners)?.map(|(graph, map)| (graph, Some(map))),
            false => objects::read(&root, options)?.map(|graph| (graph, None)),
        };
        check_names(&reading.puzzle.0, text)?;
        if reading.puzzle.0.is_empty() {
            return Err(SyntaxError::at(first.number, 1, "expected a graph with vertices, found none"));
        }
        return Ok(reading);
    }
    let reading = of_lines(&all, &filled, options)?;
    check_names(&reading.puzzle, text)?;
    Ok(reading.map(|graph| (graph, None)))
}

/// Reads a graph that is written in lines.
fn of_lines(
    all: &[Line<'_>],
    filled: &[Line<'_>],
    options: ColoringReadOptions,
) -> Result<Reading<Graph>, SyntaxError> {
    foreign::refuse(all, filled)?;
    if filled[0].text.starts_with(market::BANNER) {
        return market::read(filled, options);
    }
    if dimacs::is_dimacs(filled) {
        return dimacs::read(filled, options);
    }
    if let Some(rows) = Rows::read(all) {
        return numbers::read(&rows, options);
    }
    if let Some(reading) = table::read(filled, options) {
        return reading;
    }
    if lists::is_lists(filled) {
        return lists::read(filled, options);
    }
    pairs::read(filled, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vertices, the edges, and the remarks of a text.
    fn seen(text: &str) -> (String, String, String) {
        let reading = read(text, ColoringReadOptions::default()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let names = reading.puzzle.names();
        let mut edges: Vec<String> = reading
            .puzzle
            .edges()
            .map(|(a, b)| format!("{}-{}", (&names[a]).min(&names[b]), (&names[a]).max(&names[b])))
            .collect();
        edges.sort_unstable();
        let remarks: Vec<String> = reading.remarks.iter().map(ToString::to_string).collect();
        (names.join(" "), edges.join(" "), remarks.join("; "))
    }

    /// A text without another reading.
    fn is(text: &str, names: &str, edges: &str) {
        assert_eq!(seen(text), (names.into(), edges.into(), String::new()), "{text:?}");
    }

    /// A text of which a remark says something.
    fn says(text: &str, names: &str, edges: &str, remark: &str) {
        let found = seen(text);
        assert_eq!((found.0.as_str(), found.1.as_str()), (names, edges), "{text:?}: {}", found.2);
        assert!(found.2.contains(remark), "{text:?}: {}", found.2);
    }

    fn refused(text: &str, message: &str) {
        let error =
            read(text, ColoringReadOptions::default()).map(|reading| reading.puzzle).expect_err(text).to_string();
        assert!(error.starts_with(message), "{text:?}: {error}");
    }

    #[test]
    fn a_list_has_one_name_before_its_colon() {
        let refused = read(", 3 2: 1, 3\n3: 1, 2\n", ColoringReadOptions::default()).expect_err("a comma");
        assert_eq!(refused.to_string(), "1:1: expected one name before the colon, found a comma");
    }

    #[test]
    fn there_is_one_heading_at_most() {
        let remark = "1: 'Id,Label' is taken for a heading, since the other lines do not name these; \
                      2: '1,A' is taken for an edge, though no other line names these";
        says("Id,Label\n1,A\n2,B\n3,C\n", "1 A 2 B 3 C", "1-A 2-B 3-C", remark);
    }

    #[test]
    fn dimacs() {
        is("c x\np edge 3 4\ne 1 2\ne 2 1\ne 2 3\n e 3  2\n", "1 2 3", "1-2 2-3");
        is("3 2\ne 2 1\ne 3 1", "1 2 3", "1-2 1-3");
        is("c--- a: b\nc\np col 2 0\n", "1 2", "");
        says("p edge 2 1\nn 1 3\ne 1 2\n", "1 2", "1-2", "2: lines of weights");
        refused("p edge 2 1\ne 1 3", "2:5: expected a vertex of 1 to 2, found '3'");
        refused("e 1 3", "1:1: expected 'p edge VERTICES EDGES' before the edges, found 'e'");
        refused("p edge 3 9\ne 1 2", "1:10: expected 1, the number of edges that follow (1 different)");
        refused("p edge 3\ne 1 2", "1:8: expected 'p edge VERTICES EDGES' and nothing else");
        refused("p cnf 3 1\n1 2 0\n", "1:3: expected 'edge' or 'col'");
        refused("p edge 2 1\ne 1 2 7\n", "2:7: expected the end of the line");
        refused("p edge 2 1\ne 1 +2\n", "2:5: expected a number, found '+2'");
        refused("p edge 2 1\ncall me\ne 1 2\n", "2:1: expected 'e VERTEX VERTEX'");
        // The letters of the format can be names, too.
        is("e f\nf g\n", "e f g", "e-f f-g");
        is("c d\nd p\np e\n", "c d p e", "c-d d-p e-p");
    }

    #[test]
    fn loops_have_no_colouring() {
        let graphs =
            ["p edge 2 1\ne 1 1\n", "A: A\n", "a a\n", "1 1\n", "{\"a\": [\"a\"]}", "[[1, 1]]", "2\n1 1\n0 1\n"];
        for graph in graphs {
            let error = read(graph, ColoringReadOptions::default()).expect_err(graph).to_string();
            assert!(error.contains("a loop has no colouring"), "{graph:?}: {error}");
        }
        let relaxed = ColoringReadOptions { relaxed: true, ..Default::default() };
        let reading = read("p edge 2 2\ne 1 1\ne 1 2\n", relaxed).expect("a graph");
        assert_eq!((reading.puzzle.edges().count(), reading.remarks.len()), (1, 1));
        let counted = read("p edge 3 9\ne 1 2", relaxed).expect("a graph");
        assert_eq!(counted.remarks[0].to_string(), "1: the heading says 9 edges, there are 1 (1 different)");
    }

    #[test]
    fn lists_of_neighbours() {
        is("A: B, C\nB: \r\nD:\n", "A B D C", "A-B A-C");
        is("A: B C\nB: C\n", "A B C", "A-B A-C B-C");
        is("A: [B, C],\nB: [],\n", "A B C", "A-B A-C");
        is("A:\n  - B\n  - C\nC: []\n", "A C B", "A-B A-C");
        is("A: B,\n   C\nB: [A,\n C]\nC: A, B\n", "A B C", "A-B A-C B-C");
        is("A: B; C\nB: C\n", "A B C", "A-B A-C B-C");
        is("A: B; B: C\n", "A B C", "A-B B-C");
        is("New York: 'A: B', \"C, D\"\n", "New York A: B C, D", "A: B-New York C, D-New York");
        says("A: New York, B\n", "A New York B", "A-B A-New York", "'New York' is taken for one name");
        says("A: B, C\nB: A\nC:\n", "A B C", "A-B A-C", "1: neighbours that stand in one list alone");
        says("Graph: own\nA: B, C\nB: C\n", "Graph A B own C", "A-B A-C B-C Graph-own", "'Graph: ...'");
        refused("1: 2; 32: 1; 3\n3: 1; 2\n", "1:13: expected semicolons between lists or between neighbours, not both");
        refused(" \"links\":", "1:1: expected the name of a vertex, found a word that heads a list");
        refused("A: B C\nB: C, D\nC:\n", "1:4: expected a comma between two names");
        refused("A: B C B: A\n", "1:9: expected the end of the line after a list");
        refused("A: B\nC\n", "2:1: expected 'NAME: NEIGHBOUR, NEIGHBOUR'");
        refused("A: [B, C\nB: A\n", "2:1: expected ']' at the end of the list before");
        refused("A: B # his\n", "1:6: expected a name");
        refused("Nodes: A B\nEdges: A-B\n", "1:1: expected the name of a vertex, found a word that heads a list");
        says(
            "WA: red green blue\nNT: red green blue\n",
            "WA NT red green blue",
            "NT-blue NT-green NT-red WA-blue WA-green WA-red",
            "'red', 'green' and 'blue' are taken for vertices",
        );
        refused("1: [2],\n2: [1]\n}\n", "3:1: expected 'NAME");
    }

    #[test]
    fn pairs_and_headings() {
        is("A,B\nB,C\n", "A B C", "A-B B-C");
        is("(1, 2),\n(2, 3)\n", "1 2 3", "1-2 2-3");
        is("'A' 'B C'\n\"B C\" D\n", "A B C D", "A-B C B C-D");
        says("StateCode,NeighborStateCode\nAL,FL\nAL,GA\n", "AL FL GA", "AL-FL AL-GA", "taken for a heading");
        says("Land;Nachbar\nA;B\nB;C\n", "A B C", "A-B B-C", "'Land;Nachbar' is taken for a heading");
        says("a b\n1 2\n2 3\n", "1 2 3", "1-2 2-3", "taken for a heading");
        says("My graph\nA B\nB C\n", "My graph A B C", "A-B B-C My-graph", "'My graph' is taken for an edge");
        says("New York,Ohio\nOhio,A\n", "New York Ohio A", "A-Ohio New York-Ohio", "'New York' is taken for one name");
        says("A B\nC\n", "A B C", "A-B", "a name alone, such as 'C'");
        says("Puzzle 1\n3 2\n1 2\n1 3\n", "1 2 3", "1-2 1-3", "2: '3 2' is taken for a heading");
        refused("a\n,b\na,b\n", "2:2: expected two neighbours");
        refused("A-B\nB-C\n", "1:1: expected two neighbours on a line");
        refused("nodes\nA\nB\nedges\nA B\n", "1:1: expected two neighbours (nodes and edges in sections");
        refused("state,neighbors\nA,B\nB,\"A,C\"\nC,B\n", "3:3: expected the name of one neighbour");
        refused("1 A\n2 B\n#\n1 2\n", "1:1: expected DIMACS .col");
        is("1 A\n2 B\n# edges\n1 2\n", "1 A 2 B", "1-2 1-A 2-B");
        refused("a -> b\n", "1:3: expected a name");
        refused("A,B,3\n", "1:5: expected the end of the line");
        refused("\"A,B\"\n\"B,C\"\nA,C\n", "1:1: expected two neighbours, each a name");
        refused("A\u{1b}[31m B\n", "1:1: expected a name without control characters");
        refused("4 3\nA B\nB C\nC A\n", "1:1: expected a name in the first line");
    }

    #[test]
    fn numbers() {
        is("1 2\n2 3\n3 1\n", "1 2 3", "1-2 1-3 2-3");
        says(
            "3 2\n1 2\n1 3\n",
            "1 2 3",
            "1-2 1-3",
            "1: '3 2' is taken for a heading: 3 vertices and 2 edges, numbered from 1",
        );
        says("4 3\n0 1\n1 2\n1 3\n", "0 1 2 3", "0-1 1-2 1-3", "numbered from 0");
        says("4 1\n1 2\n", "1 2 3 4", "1-2", "numbered from 1 (from 0 would fit, too)");
        says("3\n2\n0 1\n1 2\n", "0 1 2", "0-1 1-2", "'3 2' is taken for a heading");
        says("5\n1 2\n", "1 2 3 4 5", "1-2", "'5' is taken for a heading: 5 vertices, ");
        says("3 2\n", "3 2", "2-3", "'3 2' is taken for an edge");
        says("5 4\n1 2\n2 3\n", "5 4 1 2 3", "1-2 2-3 4-5", "'5 4' is taken for an edge");
        says("% METIS\n4 3\n2 3\n1\n1 4\n3\n", "1 2 3 4", "1-2 1-3 3-4", "taken for METIS");
        says("3 1\n2\n1\n\n", "1 2 3", "1-2", "taken for METIS");
        says("4 4\n2 4\n1 3\n2 4\n1 3\n", "1 2 3 4", "1-2 1-4 2-3 3-4", "as a list of edges it would be another graph");
        says("0 1 1\n1 0 0\n1 0 0\n", "1 2 3", "1-2 1-3", "taken for the matrix");
        says("2\n0,1\n1,0\n", "1 2", "1-2", "taken for the matrix");
        // METIS of which a line was lost, or a neighbour.
        for text in ["4 3\n2\n1 3\n2 4\n", "4 3\n2\n1 3\n4\n3\n", "4 3\n2\n1 3\n2 4\n3\n1\n"] {
            refused(text, "2:1: expected two neighbours on a line, found one; or METIS, with 4 lines");
        }
        says("0 1\n1 2\n2 3\n3\n", "0 1 2 3", "0-1 1-2 2-3", "a number alone, such as 3, is taken for a vertex");
        refused("0 1 1\n1 0 0\n0 0 0\n", "1:5: expected a matrix that is the same across its diagonal");
        refused("1 1\n1 1\n", "1:1: expected two vertices");
        refused("4 3\n1 2 3\n", "2:5: expected two neighbours on a line, found 3 numbers");
        refused("7\n1 9\n", "1:1: expected two neighbours, or a number of vertices");
        refused("5\n", "1:1: expected two neighbours");
        says(
            "%%MatrixMarket matrix coordinate real symmetric\n% x\n3 3 2\n2 1 0.5\n3 1 1\n",
            "1 2 3",
            "1-2 1-3",
            "3: the matrix is taken for a graph",
        );
        refused("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n2 1\n", "2:5: expected 1, the number");
        refused("%%MatrixMarket matrix array real general\n1 1\n2\n", "1:23: expected 'coordinate'");
    }

    #[test]
    fn matrices_with_names() {
        let remark = "1: taken for a matrix: 3 vertices, with their names above and beside it";
        says(",WA,NT,SA\nWA,0,1,1\nNT,1,0,0\nSA,1,0,0\n", "WA NT SA", "NT-WA SA-WA", remark);
        says("\"\";\"A b\";\"C\";\"D\"\n\"A b\";0;1;0\n\"C\";1;0;0\n\"D\";0;0;0\n", "A b C D", "A b-C", remark);
        refused(",A,B\nA,0,1\nB,0,0\n", "2:5: expected 0, as across the diagonal");
        refused(",A,B\nA,0,7\nB,7,0\n", "2:5: expected 0 or 1");
        refused(",A,B\nA,1,0\nB,0,0\n", "2:3: expected two vertices, found 'A' joined with itself");
    }

    #[test]
    fn names_with_weights_are_no_pairs() {
        refused("A B\t4\nB C\t5\n", "1:1: expected two neighbours on a line, found two words and a number");
        says("3\nA B\nB C\n", "A B C", "A-B B-C", "'3' is taken for the number of vertices");
        says("3\nA,3\nB,C\n", "3 A B C", "3-A B-C", "a name alone, such as '3'");
        refused("(not A)\n(not B)\n", "1:2: expected a name, found the operator 'not'");
    }

    #[test]
    fn json_and_python() {
        let path = "A-B B-C";
        for text in [
            "{\"A\": [\"B\"], \"B\": [\"A\", \"C\"],\n \"C\": [\"B\"]}",
            "{'A': ('B',), 'B': {'A', 'C'}, 'C': set(['B'])}",
            "{A: [B], B: [C], C: []}",
            "{'A': {'B': {}}, 'B': {'A': {'weight': 3}, 'C': {}}, 'C': {'B': {}}}",
            "[[\"A\", \"B\"], [\"B\", \"C\"]]",
            "[('A', 'B'), ('B', 'C', {'weight': 2})]",
            "{\"edges\": [[\"A\", \"B\"], [\"B\", \"C\"]]}",
            "{\"nodes\": [\"A\", \"B\", \"C\"], \"links\": [{\"source\": \"A\", \"target\": \"B\"}, [\"B\", \"C\"]]}",
            "{\"nodes\": [{\"id\": \"A\"}, {\"id\": \"B\"}, {\"id\": \"C\"}], \"adjacency\": [[{\"id\": \"B\"}],
              [{\"id\": \"A\"}, {\"id\": \"C\"}], [{\"id\": \"B\"}]]}",
            "{\"graph\": {\"nodes\": {\"A\": {}, \"B\": {}, \"C\": {}}, \"edges\": [[\"A\", \"B\"], [\"B\", \"C\"]]}}",
            "[{\"code\": \"A\", \"borders\": [\"B\"]}, {\"code\": \"B\", \"borders\": [\"C\"]}, {\"code\": \"C\", \"borders\": []}]",
        ] {
            is(text, "A B C", path);
        }
        is("{0: [1], 1: []}", "0 1", "0-1");
        is("{\"A\": {\"id\": 3, \"neighbours\": [\"B\"]}, \"B\": {\"id\": 4, \"neighbours\": []}}", "A B", "A-B");
        says("{\"list\": {\"A\": [\"B\"], \"B\": [\"A\"]}}", "A B", "A-B", "'list' is taken for the name of the graph");
        let countries =
            "{\"countries\": [{\"id\": \"A\", \"neighbors\": [\"B\"]}, {\"id\": \"B\", \"neighbors\": [\"A\"]}]}";
        says(countries, "A B", "A-B", "'countries' is taken for the name of the graph");
        is("{\"nodes\": [\"edges\"], \"edges\": [\"nodes\"]}", "nodes edges", "edges-nodes");
        is("[[1, 2], [0, 2], [0, 1]]", "1 2 0", "0-1 0-2 1-2");
        says("[[1, 3], [0, 2], [1, 3], [0, 2]]", "0 1 2 3", "0-1 0-3 1-2 2-3", "one vertex after the other");
        says("[[0 1 0]\n [1 0 1]\n [0 1 0]]\n", "0 1 2", "0-1 1-2", "the rows of a matrix");
        refused("[[1 2]\n [2 3]]\n", "1:5: expected ',' or ']', found '2'");
        refused("{}", "1:1: expected a graph with vertices, found none");
        says("[[0,1,0],[1,0,1],[0,1,0]]", "0 1 2", "0-1 1-2", "the rows of a matrix");
        says(
            "{\"nodes\": [{\"name\": \"A\"}, {\"name\": \"B\"}], \"links\": [{\"source\": 0, \"target\": 1}]}",
            "A B",
            "A-B",
            "taken for numbers of nodes",
        );
        says("{\"vertices\": 3, \"edges\": [[0, 1]]}", "0 1 2", "0-1", "numbered from 0");
        says("[{\"code\": \"A\", \"borders\": [\"B\"]}, {\"code\": \"B\"}]", "A B", "A-B", "taken for none");
        says(
            "[{\"code\": \"A\", \"borders\": [\"B\", \"Z\"]}, {\"code\": \"B\", \"borders\": [\"A\"]}]",
            "A B Z",
            "A-B A-Z",
            "such as 'Z'",
        );
        says("{\"directed\": true, \"nodes\": [1, 2], \"links\": [[1, 2]]}", "1 2", "1-2", "directions");
        refused("{\"A\": \"B\"}", "1:7: expected a list of neighbours");
        refused("{\"A\": [\"B\"], \"A\": [\"C\"]}", "1:14: expected each key once");
        refused("{'A': [('B', 5)]}", "1:8: expected the name of a neighbour");
        refused("{\"A\": {\"id\": 1}}", "1:8: expected a vertex that is a key itself");
        refused("{\"nodes\": [\"A\", \"B\"]}", "1:2: expected lists of neighbours, or \"edges\"");
        refused("{\"nodes\": [1], \"edges\": [[1, 2]]}", "1:30: expected a vertex that is one of \"nodes\"");
        refused("{\"nodes\": [1], \"edges\": [], \"more\": []}", "1:29: expected no other keys");
        refused(
            "[{\"name\": \"Aruba\", \"alpha\": \"ABW\", \"borders\": [\"X\"]}, {\"name\": \"X-land\"}]",
            "1:48: expected",
        );
        refused("[{\"id\": 1}, {\"id\": 2}]", "1:2: expected objects with source and target");
        refused("[[1, 2, 5]]", "1:2: expected two neighbours");
        refused("[\"AB\", \"CD\"]", "1:2: expected an edge");
        refused("{\"A\u{1b}\": []}", "1:2: expected the name of a vertex");
        refused("[1", "1:3: expected ',' or ']'");
    }

    #[test]
    fn other_formats_are_named() {
        refused(
            "<graphml>\n</graphml>",
            "1:1: expected DIMACS .col, neighbour lists, pairs, JSON or GeoJSON, and this",
        );
        for text in ["graph {\n a -- b\n}", "graph G {\n}", "graph [\n node [\n]", "*Vertices 3\n1 \"a\"\n"] {
            refused(text, "1:1: expected DIMACS .col");
        }
        refused("{\"type\": \"Topology\", \"objects\": {}}", "1:1: expected GeoJSON, found TopoJSON");
        refused("{\"type\": \"GeometryCollection\", \"geometries\": []}", "1:1: expected features, which have names");
        refused("x = {'A': ['B']}", "1:1: expected a name");
    }

    #[test]
    fn colourings() {
        let graph = Graph::new(vec!["New York".into(), "Ohio".into()]);
        let colors = |text: &str| coloring(text, &graph).map(|read| read.puzzle).map_err(|error| error.to_string());
        for text in ["New York 2\n\nOhio 1\n", "Ohio 1\nNew_York 2\n", "-New_York_1\nNew_York_2\nOhio_1\n-Ohio_2\n"] {
            assert_eq!(colors(text), Ok(vec![1, 0]), "{text}");
        }
        let error = |text: &str| colors(text).expect_err(text);
        assert_eq!(error("New York 2\n"), "1:1: expected a colour for Ohio");
        assert_eq!(error("York 2\n"), "1:1: expected a vertex of the graph, found 'York'");
        assert_eq!(error("Ohio 1 2\n"), "1:1: expected a vertex of the graph, found 'Ohio'");
        assert_eq!(error("Ohio of\n"), "1:6: expected a colour, found 'of'");
        assert_eq!(error("Ohio 1\nOhio 2\n"), "2:1: expected one colour for each vertex, found 'Ohio'");
        assert_eq!(error("-Utah_1\n"), "1:1: expected a vertex of the graph, found '-Utah_1'");
        assert_eq!(error("-hm\n"), "1:1: expected a vertex and its colour, or NAME_COLOUR, found '-hm'");
        assert_eq!(
            error("-Ohio_1\nOhio_1\nNew_York_1\n"),
            "1:1: expected each colour to hold or not, and not both, found '-Ohio_1'"
        );
        let twice = coloring("Ohio_1\nOhio_2\nNew_York_2\n", &graph).expect("a colouring");
        assert_eq!((twice.puzzle, twice.remarks.len()), (vec![1, 0], 1));
        // Two vertices whose variables have the same name.
        let alike = Graph::new(vec!["A B".into(), "A_B".into()]);
        assert_eq!(coloring("A B 1\nA_B 2\n", &alike).map(|read| read.puzzle), Ok(vec![0, 1]));
        assert!(coloring("A_B_1\n", &alike).is_err());
    }
}
