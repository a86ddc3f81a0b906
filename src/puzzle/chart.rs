//! A chart of times: one line a solver over test cases, on a logarithmic scale.

use crate::util::escape::xml as escaped;
use std::fmt::Write as _;

/// A line of the chart: its name, and for each test case the time in seconds, or `None` if there was no answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The times.
    pub seconds: Vec<Option<f64>>,
}

/// Colours of Okabe and Ito, which remain distinct to the colour-blind, and a shape for each.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// The plot's place: left, top, width, height.
const PLOT: (f64, f64, f64, f64) = (80.0, 50.0, 560.0, 300.0);

/// Times below this are drawn as this.
const LEAST_SECONDS: f64 = 1e-6;

/// The chart as SVG. `cases` are the labels of the horizontal axis.
pub fn svg(title: &str, cases: &[String], series: &[Series]) -> String {
    let (left, top, width, height) = PLOT;
    let times =
        || series.iter().flat_map(|line| line.seconds.iter().flatten()).map(|seconds| seconds.max(LEAST_SECONDS));
    let low = libm::log10(times().fold(f64::INFINITY, f64::min)).floor();
    let high = libm::log10(times().fold(0.0, f64::max)).ceil();
    let (low, high) = if low.is_finite() && high > low { (low, high) } else { (-6.0, 0.0) };
    let x = |index: usize| left + width * (index as f64 + 0.5) / cases.len().max(1) as f64;
    let y = |seconds: f64| top + height * (high - libm::log10(seconds.max(LEAST_SECONDS))) / (high - low);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"440\" viewBox=\"0 0 720 440\">\n\
         <rect width=\"720\" height=\"440\" fill=\"#fff\"/>\n\
         <g font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n\
         <text x=\"{left}\" y=\"24\" font-size=\"16\">{}</text>\n\
         <text x=\"{left}\" y=\"{}\">seconds</text>",
        escaped(title),
        top - 8.0
    );
    for exponent in low as i32..=high as i32 {
        let at = y(10f64.powi(exponent));
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {at:.1}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left + width,
            left - 8.0,
            at + 4.0,
            power(exponent)
        );
    }
    for (index, case) in cases.iter().enumerate() {
        let (at, below) = (x(index), top + height + 20.0);
        let _ = writeln!(svg, "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{}</text>", escaped(case));
    }
    for (number, line) in series.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let mut path = String::new();
        let mut marks = String::new();
        let mut pen = 'M';
        for (index, seconds) in line.seconds.iter().enumerate() {
            // A missing answer makes a gap in the line.
            let Some(seconds) = *seconds else {
                pen = 'M';
                continue;
            };
            let (at, up) = (x(index), y(seconds));
            let _ = write!(path, "{pen}{at:.1} {up:.1}");
            let _ = write!(marks, "<circle cx=\"{at:.1}\" cy=\"{up:.1}\" r=\"4\" fill=\"{colour}\"/>");
            pen = 'L';
        }
        let (at, below) = (left + 190.0 * number as f64, top + height + 60.0);
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>{marks}\n\
             <circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"{colour}\"/><text x=\"{}\" y=\"{below}\">{}</text>",
            at + 5.0,
            below - 4.0,
            at + 16.0,
            escaped(&line.name)
        );
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// A power of ten as people write it.
fn power(exponent: i32) -> String {
    match exponent {
        -3..=0 => format!("{:.*}", -exponent as usize, 10f64.powi(exponent)),
        1..=4 => format!("{}", 10i64.pow(exponent as u32)),
        _ => format!("1e{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_stand_where_nothing_was_solved() {
        let line = |seconds: &[Option<f64>]| Series { name: "a<b".into(), seconds: seconds.to_vec() };
        let cases: Vec<String> = (0..4).map(|case| case.to_string()).collect();
        let chart = svg("t", &cases, &[line(&[Some(0.01), Some(1.0), None, Some(10.0)])]);
        assert_eq!(chart.matches("<circle").count(), 4);
        assert!(chart.contains("a&lt;b") && chart.contains(">0.01<") && chart.contains(">10<"));
        // Two decades up are two thirds of the way, and the last point begins a line of its own.
        assert!(chart.contains("d=\"M150.0 350.0L290.0 150.0M570.0 50.0\""), "{chart}");
        assert!(svg("t", &[], &[line(&[])]).contains(">1e-6<"));
    }
}
