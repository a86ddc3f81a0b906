//! Pictures as the tools draw them.

use crate::support::tool::run_all;

const GEMS: &str = env!("CARGO_BIN_EXE_gems");
const COLORING: &str = env!("CARGO_BIN_EXE_coloring");
const GRID: &str = "1 _\n_ _\n";

#[test]
fn a_picture_is_not_written_into_a_file_of_another_format() {
    for (tool, args) in
        [(GEMS, &["draw", "-o", "never.png"][..]), (COLORING, &["draw", "usa", "-k", "4", "-o", "never.PDF"])]
    {
        let (code, _, errors) = run_all(tool, args, GRID);
        assert!(code == 2 && errors.contains("pictures are SVG"), "{args:?}: {code}, {errors}");
    }
    assert!(!std::path::Path::new("never.png").exists() && !std::path::Path::new("never.PDF").exists());
}

/// Every picture that the tools draw can be read as XML, and names its colours, so that programs without style sheets
/// draw it too.
#[test]
fn every_picture_is_xml_with_its_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("input_1.txt"), GRID).expect("written");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_string();
    let (map, chart) = (path("map.json"), path("chart.svg"));
    let shape = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A<&\"'>"},
        "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}"#;
    std::fs::write(&map, shape).expect("written");
    let sudoku = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    let tenner = run_all(env!("CARGO_BIN_EXE_tenner"), &["generate", "--rows", "3", "--seed", "1"], "").1;
    let (clique, _) = (10..24).fold((String::new(), ()), |(text, ()), a| {
        ((10..a).fold(text, |text, b| format!("{text}\"v{a}<&\" v{b}\n")), ())
    });
    let drawn = |tool: &str, args: &[&str], input: &str| {
        let (code, out, errors) = run_all(tool, args, input);
        assert_eq!(code, 0, "{args:?}: {errors}");
        out
    };
    let pictures = [
        drawn(GEMS, &["draw"], GRID),
        drawn(env!("CARGO_BIN_EXE_sudoku"), &["draw"], sudoku),
        drawn(env!("CARGO_BIN_EXE_queens"), &["draw"], "0"),
        drawn(env!("CARGO_BIN_EXE_tenner"), &["draw"], &tenner),
        drawn(COLORING, &["draw", "usa", "-k", "4"], ""),
        drawn(COLORING, &["draw", &map, "-k", "2"], ""),
        drawn(COLORING, &["draw", "-k", "14"], &clique),
        {
            let (code, _, errors) = run_all(GEMS, &["batch", &path("."), "--out", &path("out"), "--chart", &chart], "");
            assert_eq!(code, 0, "{errors}");
            std::fs::read_to_string(&chart).expect("a chart")
        },
    ];
    for (index, text) in pictures.iter().enumerate() {
        let start = text.find("<svg").unwrap_or_else(|| panic!("picture {index} is none: {text}"));
        let document = roxmltree::Document::parse(&text[start..]).unwrap_or_else(|error| panic!("{index}: {error}"));
        assert!(!text.contains("var(") && !text.contains("hsl("), "picture {index}");
        // A text without a colour is black, as is meant.
        let shapes = ["path", "circle", "rect", "polygon"];
        for node in document.descendants().filter(|node| shapes.contains(&node.tag_name().name())) {
            let has = |name: &str| node.ancestors().any(|around| around.has_attribute(name));
            assert!(has("fill"), "picture {index}: {node:?}");
        }
    }
}
