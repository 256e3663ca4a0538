//! All colours of the house, in one place.
//!
//! Screens ask for the meaning ("selected", "bad", "the third player"), never for
//! a colour, and never let colour alone carry a meaning. The full set uses the
//! terminal's own sixteen where the background is dark, and dark colours of the 256
//! where it is light. The set for colour-blind people keeps to blue, orange and
//! brightness. Without colours only bold, dim, underlined and reversed text is left.
//! A test measures the contrast of every pair.

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
    light: bool,
}

impl Theme {
    /// The theme that draws with this set of colours.
    pub fn new(colours: Colours) -> Self {
        Self {
            colours,
            four_colours: false,
            light: false,
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

    /// The same theme for a light background, or for a dark one.
    #[must_use]
    pub fn on_light(self, light: bool) -> Self {
        Self { light, ..self }
    }

    /// Whether it is made for a light background.
    pub fn is_light(self) -> bool {
        self.light
    }

    /// Whether every suit of cards has a colour of its own.
    pub fn four_colours(self) -> bool {
        self.four_colours
    }

    /// The set of colours it draws with.
    pub fn colours(self) -> Colours {
        self.colours
    }

    /// A colour of the full set and one of the other, each for dark and light.
    fn coloured(self, full: (Color, u8), colour_blind: (u8, u8)) -> Style {
        match (self.colours, self.light) {
            (Colours::Full, false) => Style::new().fg(full.0),
            (Colours::Full, true) => Style::new().fg(Color::Indexed(full.1)),
            (Colours::ColourBlind, false) => Style::new().fg(Color::Indexed(colour_blind.0)),
            (Colours::ColourBlind, true) => Style::new().fg(Color::Indexed(colour_blind.1)),
            (Colours::None, _) => Style::new(),
        }
    }

    /// Ordinary words, in the terminal's own colour.
    pub fn text(self) -> Style {
        Style::new().fg(Color::Reset)
    }

    /// Words of less weight: hints, old news.
    pub fn dim(self) -> Style {
        match self.colours {
            Colours::None => Style::new().add_modifier(Modifier::DIM),
            _ => self.coloured((Color::DarkGray, 242), (246, 242)),
        }
    }

    /// Lines around things.
    pub fn line(self) -> Style {
        self.dim()
    }

    /// Headings.
    pub fn title(self) -> Style {
        self.coloured((Color::Cyan, 24), (75, 25))
            .add_modifier(Modifier::BOLD)
    }

    /// What should be noticed: a key to press, the piece that moves.
    pub fn accent(self) -> Style {
        self.coloured((Color::Yellow, 94), (214, 94))
            .add_modifier(Modifier::BOLD)
    }

    /// Where the cursor stands.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// It went well.
    pub fn good(self) -> Style {
        self.coloured((Color::Green, 22), (75, 25))
    }

    /// It is refused, hurts, or is lost.
    pub fn bad(self) -> Style {
        self.coloured((Color::LightRed, 124), (208, 130))
            .add_modifier(Modifier::BOLD)
    }

    /// Take care.
    pub fn warning(self) -> Style {
        self.coloured((Color::Yellow, 94), (222, 94))
    }

    /// A code for cameras: dark on light, whatever the background is.
    pub fn code(self) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            _ => Style::new().fg(Color::White).bg(Color::Black),
        }
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
        const FULL: [(Color, u8); 8] = [
            (Color::LightRed, 124),
            (Color::LightBlue, 19),
            (Color::Green, 22),
            (Color::Yellow, 94),
            (Color::Magenta, 90),
            (Color::Cyan, 30),
            (Color::LightMagenta, 125),
            (Color::Gray, 240),
        ];
        // Orange, sky, yellow, blue, white or black, purple, green, brown: told apart by
        // brightness as well as by hue.
        const COLOUR_BLIND: [(u8, u8); 8] = [
            (208, 130),
            (117, 25),
            (227, 100),
            (33, 19),
            (255, 16),
            (175, 96),
            (36, 23),
            (137, 94),
        ];
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
            Ground::OutOfSight if self.light => (Color::Reset, Color::Indexed(242), (254, 240)),
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
            Colour::Black | Colour::Grey => ((Color::Gray, 241), (250, 241)),
            Colour::Red => ((Color::LightRed, 124), (208, 130)),
            Colour::Green => ((Color::Green, 22), (80, 23)),
            Colour::Yellow => ((Color::Yellow, 94), (227, 100)),
            Colour::Blue => ((Color::LightBlue, 25), (39, 25)),
            Colour::Magenta => ((Color::Magenta, 90), (176, 96)),
            Colour::Cyan => ((Color::Cyan, 30), (123, 24)),
            Colour::White => ((Color::White, 16), (255, 16)),
            // Brown and the like: what content names by its parts. Behind a light one
            // stands nothing that is lighter, and the other way round.
            Colour::Rgb(red, green, blue) => {
                let step = |part: u8| u16::from(part) * 5 / 255;
                let cube = |part: fn(u16) -> u16| {
                    let [red, green, blue] = [red, green, blue].map(|it| part(step(it)));
                    (16 + 36 * red + 6 * green + blue) as u8
                };
                let bright = cube(|step| step.max(2));
                let dark = cube(|step| step.min(2));
                ((Color::Indexed(bright), dark), (180, 94))
            }
        };
        self.coloured(full, colour_blind)
    }
}

#[cfg(test)]
mod tests;
