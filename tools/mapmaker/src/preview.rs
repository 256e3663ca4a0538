//! A quick look at the labels as a PNG, one flat colour each.

use crate::raster::Raster;
use std::fs::File;
use std::path::Path;

/// Writes the raster with a colour per label.
pub fn write(raster: &Raster, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut encoder = png::Encoder::new(File::create(path)?, raster.w as u32, raster.h as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut bytes = Vec::with_capacity(raster.cells.len() * 3);
    for &label in &raster.cells {
        let h = u32::from(label).wrapping_mul(2_654_435_761);
        bytes.extend([
            (h >> 24) as u8 | 64,
            (h >> 16) as u8 | 64,
            (h >> 8) as u8 | 64,
        ]);
    }
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(())
}
