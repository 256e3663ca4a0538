//! A picture of the screen: read from the file in which Xvfb keeps it, or taken by
//! the browser.

use std::fs;
use std::path::Path;

use parlour_gfx::camera::Pixel;
use parlour_gfx::palette::Rgb;

/// What is on the screen at one moment.
pub struct Screenshot {
    width: usize,
    height: usize,
    /// Red, green, blue of each pixel.
    pixels: Vec<[u8; 3]>,
}

impl Screenshot {
    /// Reads an X window dump of 32 bits a pixel, lowest byte blue.
    pub fn from_dump(path: &Path) -> Self {
        let bytes = fs::read(path).expect("Xvfb keeps its screen here");
        let word = |index: usize| {
            let at = index * 4;
            let four = bytes[at..at + 4].try_into().expect("four bytes");
            u32::from_be_bytes(four) as usize
        };
        let (header, colours) = (word(0), word(19));
        assert_eq!((word(1), word(11)), (7, 32), "an X window dump of 32 bits");
        let (width, height, line) = (word(4), word(5), word(12));
        // Each entry of the colour map takes 12 bytes.
        let rows = bytes[header + colours * 12..].chunks(line).take(height);
        let pixels = rows
            .flat_map(|row| row.chunks_exact(4).take(width))
            .map(|pixel| [pixel[2], pixel[1], pixel[0]])
            .collect();
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Reads a PNG.
    pub fn from_png(bytes: &[u8]) -> Self {
        let image = macroquad::texture::Image::from_file_with_format(bytes, None);
        let image = image.expect("the browser makes PNGs");
        let pixels = image.bytes.chunks_exact(4);
        Self {
            width: image.width(),
            height: image.height(),
            pixels: pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        }
    }

    /// The colour of a pixel.
    pub fn at(&self, pixel: Pixel) -> Rgb {
        let (x, y) = (pixel.x as usize, pixel.y as usize);
        assert!(x < self.width && y < self.height, "on the screen");
        let [red, green, blue] = self.pixels[y * self.width + x];
        Rgb(red, green, blue)
    }

    /// How many pixels of a rectangle have a colour.
    pub fn count(&self, at: Pixel, width: i32, height: i32, colour: Rgb) -> usize {
        (at.y..at.y + height)
            .flat_map(|y| (at.x..at.x + width).map(move |x| Pixel::new(x, y)))
            .filter(|&pixel| self.at(pixel) == colour)
            .count()
    }

    /// Keeps the screen as a picture for people (PPM).
    pub fn keep(&self, path: &Path) {
        let mut text = format!("P6 {} {} 255\n", self.width, self.height).into_bytes();
        text.extend(self.pixels.iter().flatten());
        fs::write(path, text).expect("the picture can be kept");
    }
}
