//! SVG to pixels and PNG.
//!
//! A picture is printed piece by piece: what came before in the same size lies on a
//! shelf as prints, ready to be put on the sheet, and only what is new is rendered.
//! The pixels are those of the whole text rendered at once; a test compares them.

mod press;
mod print;
mod shelf;
mod stamp;

use crate::font;
use crate::palette::Palette;
use crate::picture::PictureFault;
use crate::svg::Drawn;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Larger pictures are rendered whole: nobody asks for many of them, and their
/// prints would fill the shelf.
const MOST_PIXELS: u32 = 4_000_000;

/// The pixels of a drawn picture.
pub fn pixels(drawn: &Drawn) -> Result<Pixmap, PictureFault> {
    let size = drawn.size();
    if size.0.saturating_mul(size.1) > MOST_PIXELS {
        return whole(&drawn.text);
    }
    press::printed(drawn)
}

/// The pixels of an SVG text of ours, rendered at once.
pub fn whole(svg: &str) -> Result<Pixmap, PictureFault> {
    let tree = tree(svg)?;
    let size = tree.size().to_int_size();
    let mut pixmap = blank((size.width(), size.height()))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

fn tree(svg: &str) -> Result<Tree, PictureFault> {
    let options = Options {
        fontdb: font::database(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|fault| PictureFault::Render(fault.to_string()))
}

fn blank((width, height): (u32, u32)) -> Result<Pixmap, PictureFault> {
    Pixmap::new(width, height)
        .ok_or_else(|| PictureFault::Render("no room for the pixels".to_owned()))
}

/// Any SVG text as PNG, in the size it names and with the letters of this crate: for
/// pictures that others draw.
pub fn png_of_svg(svg: &str) -> Result<Vec<u8>, PictureFault> {
    png(&whole(svg)?)
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
