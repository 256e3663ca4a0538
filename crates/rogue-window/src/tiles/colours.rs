//! The framework's colours on a screen that can show any.

use parlour_rogue::Colour;

use crate::palette::Rgb;

/// The colour on the screen. Named colours are soft enough to be read for hours
/// and far enough apart to be told from each other.
pub fn on_screen(colour: Colour) -> Rgb {
    match colour {
        Colour::Black => Rgb(20, 21, 24),
        Colour::Red => Rgb(240, 86, 78),
        Colour::Green => Rgb(98, 200, 98),
        Colour::Yellow => Rgb(240, 206, 88),
        Colour::Blue => Rgb(96, 136, 232),
        Colour::Magenta => Rgb(214, 112, 214),
        Colour::Cyan => Rgb(84, 204, 210),
        Colour::White => Rgb(234, 234, 228),
        Colour::Grey => Rgb(140, 142, 148),
        Colour::Rgb(red, green, blue) => Rgb(red, green, blue),
    }
}
