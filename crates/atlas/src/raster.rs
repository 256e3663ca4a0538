//! SVG to PNG.

use crate::font;
use crate::picture::PictureFault;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The pixels of an SVG text of ours.
pub fn pixels(svg: &str) -> Result<Pixmap, PictureFault> {
    let options = Options {
        fontdb: font::database(),
        ..Options::default()
    };
    let tree =
        Tree::from_str(svg, &options).map_err(|fault| PictureFault::Render(fault.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| PictureFault::Render("no room for the pixels".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// The picture as PNG.
pub fn png(svg: &str) -> Result<Vec<u8>, PictureFault> {
    let pixmap = pixels(svg)?;
    let fault = |fault: png::EncodingError| PictureFault::Render(fault.to_string());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    // The page is opaque, so the fourth byte of each pixel says nothing.
    let rgb: Vec<u8> = pixmap
        .data()
        .chunks_exact(4)
        .flat_map(|p| [p[0], p[1], p[2]])
        .collect();
    let mut writer = encoder.write_header().map_err(fault)?;
    writer.write_image_data(&rgb).map_err(fault)?;
    writer.finish().map_err(fault)?;
    Ok(bytes)
}
