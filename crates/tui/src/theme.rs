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
            theme.code(),
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

    /// The sixteen as xterm has them.
    const SIXTEEN: [(u8, u8, u8); 16] = [
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

    fn parts(colour: Color) -> Option<(u8, u8, u8)> {
        let sixteen = |at: usize| Some(SIXTEEN[at]);
        match colour {
            Color::Reset => None,
            Color::Black => sixteen(0),
            Color::Red => sixteen(1),
            Color::Green => sixteen(2),
            Color::Yellow => sixteen(3),
            Color::Blue => sixteen(4),
            Color::Magenta => sixteen(5),
            Color::Cyan => sixteen(6),
            Color::Gray => sixteen(7),
            Color::DarkGray => sixteen(8),
            Color::LightRed => sixteen(9),
            Color::LightGreen => sixteen(10),
            Color::LightYellow => sixteen(11),
            Color::LightBlue => sixteen(12),
            Color::LightMagenta => sixteen(13),
            Color::LightCyan => sixteen(14),
            Color::White => sixteen(15),
            Color::Indexed(number @ 0..16) => sixteen(usize::from(number)),
            Color::Indexed(number @ 16..232) => {
                const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
                let step = |divisor| STEPS[usize::from((number - 16) / divisor % 6)];
                Some((step(36), step(6), step(1)))
            }
            Color::Indexed(number) => {
                let grey = 8 + 10 * (number - 232);
                Some((grey, grey, grey))
            }
            Color::Rgb(red, green, blue) => Some((red, green, blue)),
        }
    }

    /// The contrast of two colours as the accessibility guidelines (WCAG 2) measure it,
    /// from 1 to 21.
    fn contrast(one: (u8, u8, u8), other: (u8, u8, u8)) -> f64 {
        let light = |(red, green, blue): (u8, u8, u8)| {
            let part = |part: u8| {
                let part = f64::from(part) / 255.0;
                if part <= 0.03928 {
                    part / 12.92
                } else {
                    ((part + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
        };
        let (one, other) = (light(one), light(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn the_measure_of_contrast_is_that_of_the_guidelines() {
        for (one, other, known) in [
            ((0, 0, 0), (255, 255, 255), 21.0),
            ((119, 119, 119), (255, 255, 255), 4.48),
            ((255, 0, 0), (255, 255, 255), 4.0),
        ] {
            assert!((contrast(one, other) - known).abs() < 0.01);
        }
    }

    /// Words reach 4.5 on black or white, and 3.5 where a terminal's background is only
    /// nearly that; signs that stand beside words reach 3 and 2.5.
    #[test]
    fn every_pair_of_every_theme_has_contrast() {
        let dark = [(0, 0, 0), (0x1e, 0x1e, 0x1e)];
        let white = [(255, 255, 255), (0xfd, 0xf6, 0xe3)];
        for colours in [Colours::Full, Colours::ColourBlind] {
            for (light, grounds) in [(false, dark), (true, white)] {
                let theme = Theme::new(colours).on_light(light);
                let words = [
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
                for style in every_style(theme) {
                    let (plain, nearly) = if words.contains(&style) {
                        (4.5, 3.5)
                    } else {
                        (3.0, 2.5)
                    };
                    let Some(ink) = style.fg.and_then(parts) else {
                        continue;
                    };
                    for (ground, least) in grounds.into_iter().zip([plain, nearly]) {
                        let ground = style.bg.and_then(parts).unwrap_or(ground);
                        let found = contrast(ink, ground);
                        assert!(
                            found >= least,
                            "{style:?} has {found:.2} on {ground:?} in {theme:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn things_of_a_kind_have_colours_of_their_own() {
        for colours in [Colours::Full, Colours::ColourBlind] {
            for light in [false, true] {
                let theme = Theme::new(colours).on_light(light);
                let kinds: Vec<Style> = (0..8).map(|number| theme.kind(number)).collect();
                for (at, kind) in kinds.iter().enumerate() {
                    assert!(!kinds[at + 1..].contains(kind), "{kind:?} in {theme:?}");
                }
            }
        }
    }

    #[test]
    fn without_colours_no_style_has_one() {
        for light in [false, true] {
            for style in every_style(Theme::new(Colours::None).on_light(light)) {
                assert!(matches!(style.fg, None | Some(Color::Reset)));
                assert_eq!(style.bg, None);
            }
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
