//! All colours of the house, in one place.
//!
//! Screens ask for the meaning ("selected", "bad", "the third player"), never for
//! a colour, and never let colour alone carry a meaning. The full set uses the
//! terminal's own sixteen, so that it suits light and dark backgrounds. The set
//! for colour-blind people keeps to blue, orange and brightness. Without colours
//! only bold, dim, underlined and reversed text is left.

use ratatui::style::{Color, Modifier, Style};
use serde::{Deserialize, Serialize};

/// Which set of colours to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colours {
    /// The terminal's sixteen colours.
    #[default]
    Full,
    /// Pairs that everybody can tell apart.
    ColourBlind,
    /// None at all.
    None,
}

impl Colours {
    /// Every set, in the order settings offer them.
    pub const ALL: [Self; 3] = [Self::Full, Self::ColourBlind, Self::None];

    /// What the set is called on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::ColourBlind => "colour-blind",
            Self::None => "none",
        }
    }
}

/// Styles by meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    colours: Colours,
    four_colours: bool,
}

impl Theme {
    /// The theme that draws with this set of colours.
    pub fn new(colours: Colours) -> Self {
        Self {
            colours,
            four_colours: false,
        }
    }

    /// The same theme with two colours for the suits of cards, or with four.
    #[must_use]
    pub fn with_four_colours(self, four_colours: bool) -> Self {
        Self {
            four_colours,
            ..self
        }
    }

    /// Whether every suit of cards has a colour of its own.
    pub fn four_colours(self) -> bool {
        self.four_colours
    }

    /// The set of colours it draws with.
    pub fn colours(self) -> Colours {
        self.colours
    }

    fn coloured(self, full: Color, colour_blind: u8) -> Style {
        match self.colours {
            Colours::Full => Style::new().fg(full),
            Colours::ColourBlind => Style::new().fg(Color::Indexed(colour_blind)),
            Colours::None => Style::new(),
        }
    }

    /// Ordinary words, in the terminal's own colour.
    pub fn text(self) -> Style {
        Style::new().fg(Color::Reset)
    }

    /// Words of less weight: hints, old news.
    pub fn dim(self) -> Style {
        match self.colours {
            Colours::Full => Style::new().fg(Color::DarkGray),
            Colours::ColourBlind => Style::new().fg(Color::Indexed(246)),
            Colours::None => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// Lines around things.
    pub fn line(self) -> Style {
        self.dim()
    }

    /// Headings.
    pub fn title(self) -> Style {
        self.coloured(Color::Cyan, 75).add_modifier(Modifier::BOLD)
    }

    /// What should be noticed: a key to press, the piece that moves.
    pub fn accent(self) -> Style {
        self.coloured(Color::Yellow, 214)
            .add_modifier(Modifier::BOLD)
    }

    /// Where the cursor stands.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// It went well.
    pub fn good(self) -> Style {
        self.coloured(Color::Green, 75)
    }

    /// It is refused, hurts, or is lost.
    pub fn bad(self) -> Style {
        self.coloured(Color::Red, 208).add_modifier(Modifier::BOLD)
    }

    /// Take care.
    pub fn warning(self) -> Style {
        self.coloured(Color::Yellow, 222)
    }

    /// A suit of cards: clubs, diamonds, hearts, spades from 0. Red and black
    /// suits, or each with its own colour; its sign must be there as well.
    pub fn suit(self, number: usize) -> Style {
        const TWO: [usize; 4] = [1, 0, 0, 1];
        const FOUR: [usize; 4] = [2, 3, 0, 1];
        let kinds = if self.four_colours { FOUR } else { TWO };
        self.kind(kinds[number % 4])
    }

    /// One of up to eight things of a kind: players, powers, suits. The thing's
    /// letter or name must tell them apart as well.
    pub fn kind(self, number: usize) -> Style {
        const FULL: [Color; 8] = [
            Color::Red,
            Color::Blue,
            Color::Green,
            Color::Yellow,
            Color::Magenta,
            Color::Cyan,
            Color::LightRed,
            Color::Gray,
        ];
        // Orange, sky, yellow, blue, white, purple, green, brown: told apart by
        // brightness as well as by hue.
        const COLOUR_BLIND: [u8; 8] = [208, 117, 227, 33, 255, 175, 36, 137];
        let at = number % FULL.len();
        self.coloured(FULL[at], COLOUR_BLIND[at])
    }
}

/// What a cell of the sight editor stands for, drawn behind its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Where the observer stands.
    Observer,
    /// A wall.
    Wall,
    /// A wall that is seen.
    LitWall,
    /// A free cell that is seen.
    InSight,
    /// A free cell that is not.
    OutOfSight,
}

impl Theme {
    /// The ground of a cell in the sight editor. The cell's letter must tell the
    /// grounds apart as well.
    pub fn ground(self, ground: Ground) -> Style {
        let (full, text, colour_blind) = match ground {
            Ground::Observer => (Color::Blue, Color::White, (33, 231)),
            Ground::Wall => (Color::Red, Color::Black, (166, 16)),
            Ground::LitWall => (Color::LightRed, Color::Black, (215, 16)),
            Ground::InSight => (Color::Green, Color::Black, (153, 16)),
            Ground::OutOfSight => (Color::Reset, Color::DarkGray, (236, 250)),
        };
        match self.colours {
            Colours::Full => Style::new().bg(full).fg(text),
            Colours::ColourBlind => Style::new()
                .bg(Color::Indexed(colour_blind.0))
                .fg(Color::Indexed(colour_blind.1)),
            Colours::None => Style::new(),
        }
    }
}

impl Theme {
    /// A cell of a roguelike's map: in its colour while it is seen, faint where
    /// it is only remembered. Its character must tell what it is as well.
    pub fn cell(self, colour: parlour_delve::Colour, seen: bool) -> Style {
        use parlour_delve::Colour;
        if !seen {
            return self.dim();
        }
        let (full, colour_blind) = match colour {
            Colour::Black | Colour::Grey => (Color::Gray, 250),
            Colour::Red => (Color::LightRed, 208),
            Colour::Green => (Color::Green, 80),
            Colour::Yellow => (Color::Yellow, 227),
            Colour::Blue => (Color::LightBlue, 39),
            Colour::Magenta => (Color::Magenta, 176),
            Colour::Cyan => (Color::Cyan, 123),
            Colour::White => (Color::White, 255),
            // Brown and the like: what content names by its parts.
            Colour::Rgb(red, green, blue) => {
                let step = |part: u8| u16::from(part) * 5 / 255;
                let cube = 16 + 36 * step(red) + 6 * step(green) + step(blue);
                (Color::Indexed(cube as u8), 180)
            }
        };
        match self.colours {
            Colours::None => Style::new(),
            _ => self.coloured(full, colour_blind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_style(theme: Theme) -> Vec<Style> {
        let mut styles = vec![
            theme.text(),
            theme.dim(),
            theme.line(),
            theme.title(),
            theme.accent(),
            theme.selected(),
            theme.good(),
            theme.bad(),
            theme.warning(),
        ];
        styles.extend((0..10).map(|number| theme.kind(number)));
        for colour in ["black", "red", "green", "blue", "white", "grey", "#b08d57"] {
            let colour = colour.parse().unwrap();
            styles.extend([theme.cell(colour, true), theme.cell(colour, false)]);
        }
        for four in [false, true] {
            styles.extend((0..4).map(|number| theme.with_four_colours(four).suit(number)));
        }
        styles.extend(
            [
                Ground::Observer,
                Ground::Wall,
                Ground::LitWall,
                Ground::InSight,
                Ground::OutOfSight,
            ]
            .map(|ground| theme.ground(ground)),
        );
        styles
    }

    #[test]
    fn without_colours_no_style_has_one() {
        for style in every_style(Theme::new(Colours::None)) {
            assert!(matches!(style.fg, None | Some(Color::Reset)));
            assert_eq!(style.bg, None);
        }
    }

    #[test]
    fn colour_blind_people_are_never_asked_to_tell_red_from_green() {
        for style in every_style(Theme::new(Colours::ColourBlind)) {
            assert!(!matches!(style.fg, Some(Color::Red | Color::Green)));
        }
        let theme = Theme::new(Colours::ColourBlind);
        assert_ne!(theme.good().fg, theme.bad().fg);
    }
}
