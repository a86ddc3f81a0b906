//! Pictures as PNG, where the package is built with the feature `png`.

#[cfg(feature = "png")]
mod draw;
#[cfg(feature = "png")]
mod strokes;

use std::fmt;

/// The largest picture, in pixels: 4 bytes each.
pub const MAX_PIXELS: u64 = 1 << 28;

/// Whether the feature `png` is on.
pub const BUILT: bool = cfg!(feature = "png");

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PngError {
    /// The scale is not a positive number.
    BadScale(f64),
    /// It would have this width and height, more than [`MAX_PIXELS`] in all, or no pixel.
    BadSize(u64, u64),
    /// The package was built without the feature `png`.
    NotBuilt,
    /// The picture is not SVG, or cannot be written as PNG.
    Broken(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::BadScale(scale) => write!(f, "expected a --scale above 0, found {scale}"),
            PngError::BadSize(width, height) => {
                write!(f, "the picture would have {width}x{height} pixels; expected 1 to {MAX_PIXELS} in all (--scale)")
            }
            PngError::NotBuilt => {
                f.write_str("this program writes SVG only; build gemsat with `--features png` for PNG")
            }
            PngError::Broken(why) => write!(f, "the picture cannot be drawn: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// The SVG picture as the bytes of a PNG file, on a white background, `scale` pixels for each of its units.
///
/// # Errors
/// When the scale or the size is out of bounds, the text is not SVG, or the feature `png` is off.
#[cfg(feature = "png")]
pub fn render(svg: &str, scale: f64) -> Result<Vec<u8>, PngError> {
    draw::render(svg, scale)
}

/// Always [`PngError::NotBuilt`]: the feature `png` is off.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn render(_svg: &str, _scale: f64) -> Result<Vec<u8>, PngError> {
    Err(PngError::NotBuilt)
}
