//! Paints the tile sheet of the house as a PNG with its legend, for those who want to
//! begin with it in a program for pixels: `cargo run --example sheet [FOLDER]`.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::PathBuf;

use parlour_rogue_window::tiles::Sheet;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| own.to_owned()));
    fs::create_dir_all(&folder)?;
    let sheet = Sheet::lantern();
    let painted = sheet.painted(32);
    let file = BufWriter::new(File::create(folder.join("lantern.png"))?);
    let mut encoder = png::Encoder::new(file, painted.size.0, painted.size.1);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&painted.bytes)?;
    fs::write(folder.join("lantern-legend.txt"), sheet.legend())?;
    println!("written: {}/lantern.png", folder.display());
    Ok(())
}
