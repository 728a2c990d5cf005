//! [`PictureFormat`]: the file formats of pictures.

/// The formats that show one map as a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PictureFormat {
    /// Raster.
    Png,
    /// Vectors for screens.
    Svg,
    /// Vectors for paper.
    Pdf,
}
