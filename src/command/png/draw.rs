//! An SVG picture of ours, drawn by resvg.
//!
//! resvg is used without its text part, which needs fonts (of the system, so that pictures would differ from machine to
//! machine) and is three fifths of its compile time: 26 s of processor time and 1.9 MB instead of 90 s and 4.6 MB in a
//! program that does nothing else. Each `<text>` is replaced by strokes instead (`strokes`). That takes `x`, `y`,
//! `font-size`, `text-anchor`, `fill`, `stroke` and `stroke-width` as attributes of the text or of what is around it; style
//! sheets and `tspan` are not looked at. A moving picture is drawn as it stands without its animation.

use super::{MAX_PIXELS, PngError, strokes};
use crate::util::escape::xml as escaped;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use roxmltree::{Document, Node};
use std::fmt::Write as _;

/// As [`super::render`].
pub(super) fn render(svg: &str, scale: f64) -> Result<Vec<u8>, PngError> {
    if !(scale > 0.0 && scale.is_finite()) {
        return Err(PngError::BadScale(scale));
    }
    let strokes = stroked(svg)?;
    let tree = Tree::from_str(&strokes, &Options::default()).map_err(|error| PngError::Broken(error.to_string()))?;
    let pixels = |length: f32| (f64::from(length) * scale).ceil() as u64;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let bad = PngError::BadSize(width, height);
    if width.checked_mul(height).is_none_or(|all| all > MAX_PIXELS) {
        return Err(bad);
    }
    let mut picture = Pixmap::new(width as u32, height as u32).ok_or(bad)?;
    picture.fill(resvg::tiny_skia::Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut picture.as_mut());
    picture.encode_png().map_err(|error| PngError::Broken(error.to_string()))
}

/// The same picture with strokes for texts.
fn stroked(svg: &str) -> Result<String, PngError> {
    let document = Document::parse(svg).map_err(|error| PngError::Broken(error.to_string()))?;
    let mut out = String::with_capacity(svg.len() * 2);
    let mut done = 0;
    for text in document.descendants().filter(|node| node.has_tag_name((SVG, "text"))) {
        let range = text.range();
        if range.start < done {
            continue;
        }
        out.push_str(&svg[done..range.start]);
        write_strokes(&mut out, text);
        done = range.end;
    }
    out.push_str(&svg[done..]);
    Ok(out)
}

/// The name space of SVG.
const SVG: &str = "http://www.w3.org/2000/svg";

/// The value of an attribute that holds for the node, its own or the nearest one around it.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|around| around.attribute(name))
}

fn number(word: Option<&str>) -> Option<f64> {
    word?.trim().trim_end_matches("px").parse().ok().filter(|number: &f64| number.is_finite())
}

/// Capitals are this share of the font size high, and letters this much narrower than drawn.
const CAPITAL: f64 = 0.72;
const NARROW: f64 = 0.86;
/// The thickness of strokes, in units of the letters.
const THICK: f64 = 0.75;

fn write_strokes(out: &mut String, text: Node<'_, '_>) {
    let size = number(inherited(text, "font-size")).unwrap_or(16.0);
    let (x, y) = (number(text.attribute("x")).unwrap_or(0.0), number(text.attribute("y")).unwrap_or(0.0));
    let ink = inherited(text, "fill").unwrap_or("#000");
    let rim = inherited(text, "stroke").filter(|&stroke| stroke != "none");
    let rim_width = number(inherited(text, "stroke-width")).unwrap_or(1.0);
    let bold = inherited(text, "font-weight").is_some_and(|weight| weight == "bold" || weight >= "600");
    let thick = if bold { THICK * 1.4 } else { THICK };

    let unit = size * CAPITAL / strokes::HEIGHT;
    let letters: String = text.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect();
    let glyphs: Vec<strokes::Glyph> = letters.trim().chars().map(strokes::glyph).collect();
    let width = glyphs.iter().map(|glyph| glyph.width + strokes::GAP).sum::<f64>() - strokes::GAP;
    let left = match inherited(text, "text-anchor") {
        Some("middle") => x - width.max(0.0) * unit * NARROW / 2.0,
        Some("end") => x - width.max(0.0) * unit * NARROW,
        _ => x,
    };
    let _ = write!(out, "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    for attribute in text.attributes().filter(|attribute| KEPT.contains(&attribute.name())) {
        let _ = write!(out, " {}=\"{}\"", attribute.name(), escaped(attribute.value()));
    }
    out.push('>');
    // A rim in another colour is drawn first, wider, so that it shows around the letters.
    let coats = [rim.map(|rim| (rim, thick + rim_width / unit)), Some((ink, thick))];
    for (colour, width) in coats.into_iter().flatten() {
        let _ = write!(out, "<g stroke=\"{}\" stroke-width=\"{width:.3}\">", escaped(colour));
        let mut at = left;
        for glyph in &glyphs {
            if !glyph.path.is_empty() {
                let _ = write!(
                    out,
                    "<path transform=\"translate({at:.2} {:.2}) scale({:.4} {unit:.4})\" d=\"{}\"/>",
                    y - strokes::HEIGHT * unit,
                    unit * NARROW,
                    glyph.path
                );
            }
            at += (glyph.width + strokes::GAP) * unit * NARROW;
        }
        out.push_str("</g>");
    }
    out.push_str("</g>");
}

/// Attributes of a text that hold for its strokes as they are.
const KEPT: &[&str] = &["transform", "opacity", "visibility", "display"];

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(png: &[u8]) -> Pixmap {
        Pixmap::decode_png(png).expect("a picture")
    }

    #[test]
    fn shapes_and_letters_leave_ink() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\">\
                   <rect width=\"20\" height=\"20\" fill=\"#ff0000\"/>\
                   <g font-size=\"16\" fill=\"#0000ff\" text-anchor=\"middle\"><text x=\"30\" y=\"16\">8</text></g></svg>";
        let picture = pixels(&render(svg, 2.0).expect("a picture"));
        assert_eq!((picture.width(), picture.height()), (80, 40));
        let colour = |x, y| {
            let pixel = picture.pixel(x, y).expect("inside");
            (pixel.red(), pixel.green(), pixel.blue())
        };
        assert_eq!(colour(5, 5), (255, 0, 0));
        assert_eq!(colour(78, 2), (255, 255, 255));
        let blue = (40..80).flat_map(|x| (0..40).map(move |y| (x, y))).filter(|&(x, y)| colour(x, y) == (0, 0, 255));
        assert!(blue.count() > 20);
        assert_eq!(render(svg, 2.0), render(svg, 2.0));
    }

    #[test]
    fn anchors_move_the_text() {
        let ink = |anchor: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"20\">\
                 <text x=\"30\" y=\"16\" text-anchor=\"{anchor}\">MM</text></svg>"
            );
            let picture = pixels(&render(&svg, 1.0).expect("a picture"));
            let dark = |x: u32| (0..20).any(|y| picture.pixel(x, y).is_some_and(|pixel| pixel.red() < 128));
            let columns: Vec<u32> = (0..60).filter(|&x| dark(x)).collect();
            (columns[0], columns[columns.len() - 1])
        };
        assert!(ink("start").0 >= 29 && ink("end").1 <= 31);
        let (left, right) = ink("middle");
        assert!(left < 30 && right > 30 && (60 - left).abs_diff(right) <= 2);
    }

    #[test]
    fn what_cannot_be_drawn_is_said() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40000\" height=\"20000\"/>";
        assert_eq!(render(svg, 1.0), Err(PngError::BadSize(40_000, 20_000)));
        assert_eq!(render(svg, 0.0), Err(PngError::BadScale(0.0)));
        assert!(matches!(render("<svg", 1.0), Err(PngError::Broken(_))));
    }
}
