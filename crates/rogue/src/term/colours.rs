//! Colours as a terminal can show them: all, 256, sixteen or none.

use crossterm::style::Color;

use crate::appearance::Colour;

/// How many colours a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None: what is dim, bold or reversed is still told apart.
    Mono,
    /// The sixteen with names.
    Sixteen,
    /// The 256 of the usual palette.
    Palette,
    /// Every colour.
    True,
}

impl Depth {
    /// What the environment says: `NO_COLOR`, `COLORTERM`, `TERM`.
    pub fn detect() -> Self {
        let word = |name| std::env::var(name).unwrap_or_default();
        Self::of(&word("NO_COLOR"), &word("COLORTERM"), &word("TERM"))
    }

    fn of(no_color: &str, colorterm: &str, term: &str) -> Self {
        if !no_color.is_empty() || term == "dumb" {
            Self::Mono
        } else if ["truecolor", "24bit"].contains(&colorterm) || term.ends_with("-direct") {
            Self::True
        } else if term.contains("256color") {
            Self::Palette
        } else {
            Self::Sixteen
        }
    }

    /// A colour as the terminal knows it; the nearest one where it does not.
    pub(super) fn colour(self, colour: Colour) -> Color {
        let Colour::Rgb(r, g, b) = colour else {
            return named(colour);
        };
        match self {
            Self::True => Color::Rgb { r, g, b },
            Self::Palette => Color::AnsiValue(of_palette((r, g, b))),
            Self::Sixteen | Self::Mono => Color::AnsiValue(of_sixteen((r, g, b))),
        }
    }
}

fn named(colour: Colour) -> Color {
    match colour {
        // Black on black would be nothing.
        Colour::Black => Color::DarkGrey,
        Colour::Red => Color::Red,
        Colour::Green => Color::Green,
        Colour::Yellow => Color::Yellow,
        Colour::Blue => Color::Blue,
        Colour::Magenta => Color::Magenta,
        Colour::Cyan => Color::Cyan,
        Colour::White => Color::White,
        Colour::Grey => Color::Grey,
        Colour::Rgb(r, g, b) => Color::Rgb { r, g, b },
    }
}

type Rgb = (u8, u8, u8);

/// The levels of each part in the cube of the palette.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

fn of_palette(colour: Rgb) -> u8 {
    let level = |part: u8| {
        let nearest = (0..6_u8).min_by_key(|&at| LEVELS[usize::from(at)].abs_diff(part));
        nearest.unwrap_or(0)
    };
    let (r, g, b) = (level(colour.0), level(colour.1), level(colour.2));
    let at = |level: u8| LEVELS[usize::from(level)];
    let cube = (at(r), at(g), at(b));
    let mean = (u16::from(colour.0) + u16::from(colour.1) + u16::from(colour.2)) / 3;
    // Twenty-four greys from 8 to 238.
    let step = ((mean.saturating_sub(3)) / 10).min(23) as u8;
    let grey = 8 + step * 10;
    if distance(colour, (grey, grey, grey)) < distance(colour, cube) {
        232 + step
    } else {
        16 + 36 * r + 6 * g + b
    }
}

/// The sixteen, as most terminals show them.
const SIXTEEN: [Rgb; 16] = [
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
];

fn of_sixteen(colour: Rgb) -> u8 {
    let nearest = (0..16_u8).min_by_key(|&at| distance(colour, SIXTEEN[usize::from(at)]));
    nearest.unwrap_or(7)
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    part(one.0, other.0) + part(one.1, other.1) + part(one.2, other.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        assert_eq!(Depth::of("", "truecolor", "xterm"), Depth::True);
        assert_eq!(Depth::of("", "", "xterm-256color"), Depth::Palette);
        assert_eq!(Depth::of("", "", "linux"), Depth::Sixteen);
        assert_eq!(Depth::of("1", "truecolor", "xterm"), Depth::Mono);
        assert_eq!(Depth::of("", "", "dumb"), Depth::Mono);
    }

    #[test]
    fn colours_fall_back_to_the_nearest() {
        let orange = Colour::Rgb(255, 135, 0);
        assert_eq!(
            Depth::True.colour(orange),
            Color::Rgb {
                r: 255,
                g: 135,
                b: 0
            }
        );
        assert_eq!(Depth::Palette.colour(orange), Color::AnsiValue(208));
        assert_eq!(
            Depth::Palette.colour(Colour::Rgb(128, 128, 128)),
            Color::AnsiValue(244)
        );
        assert_eq!(
            Depth::Sixteen.colour(Colour::Rgb(250, 10, 10)),
            Color::AnsiValue(9)
        );
        assert_eq!(Depth::Sixteen.colour(Colour::Green), Color::Green);
    }
}
