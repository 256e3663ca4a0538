//! SVG to PNG.

use crate::font;
use crate::palette::Palette;
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

/// Pixels as PNG with a palette: a third of the size of full colour.
pub fn png(pixmap: &Pixmap) -> Result<Vec<u8>, PictureFault> {
    let fault = |fault: png::EncodingError| PictureFault::Render(fault.to_string());
    let palette = Palette::of(&[pixmap], 256);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.colours.concat());
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Sub);
    let mut writer = encoder.write_header().map_err(fault)?;
    writer
        .write_image_data(&palette.indexed(pixmap))
        .map_err(fault)?;
    writer.finish().map_err(fault)?;
    Ok(bytes)
}
