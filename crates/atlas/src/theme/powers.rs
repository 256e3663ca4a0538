//! Each power's ink: by name for the seven great powers, in turn for others.

use super::Rgb;

/// A power's colours and pattern.
#[derive(Clone, Copy, Debug)]
pub struct Ink {
    /// Units and arrows on light paper.
    pub strong: Rgb,
    /// Units and arrows on dark paper.
    pub bright: Rgb,
    /// Land on light paper.
    pub tint: Rgb,
    /// Land on dark paper.
    pub shade: Rgb,
    /// Land in monochrome.
    pub pattern: Pattern,
}

/// A monochrome filling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// Lines rising to the right.
    Rising,
    /// Lines falling to the right.
    Falling,
    /// Level lines.
    Level,
    /// Upright lines.
    Upright,
    /// Small dots.
    Dots,
    /// Squares of crossing lines.
    Grid,
    /// Crossing slanted lines.
    Lattice,
    /// Rings.
    Rings,
    /// Small crosses that do not touch.
    Crosses,
    /// Waves.
    Waves,
}

impl Pattern {
    /// All patterns.
    pub const ALL: [Self; 10] = [
        Self::Rising,
        Self::Falling,
        Self::Level,
        Self::Upright,
        Self::Dots,
        Self::Grid,
        Self::Lattice,
        Self::Rings,
        Self::Crosses,
        Self::Waves,
    ];

    /// Its name within a picture.
    pub fn id(self) -> &'static str {
        match self {
            Self::Rising => "p-rising",
            Self::Falling => "p-falling",
            Self::Level => "p-level",
            Self::Upright => "p-upright",
            Self::Dots => "p-dots",
            Self::Grid => "p-grid",
            Self::Lattice => "p-lattice",
            Self::Rings => "p-rings",
            Self::Crosses => "p-crosses",
            Self::Waves => "p-waves",
        }
    }
}

const fn ink(strong: u32, bright: u32, tint: u32, shade: u32, pattern: Pattern) -> Ink {
    const fn rgb(hex: u32) -> Rgb {
        Rgb::new((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
    }
    Ink {
        strong: rgb(strong),
        bright: rgb(bright),
        tint: rgb(tint),
        shade: rgb(shade),
        pattern,
    }
}

const AUSTRIA: Ink = ink(
    0x00a1_1414,
    0x00ff_7a5f,
    0x00d8_866a,
    0x007a_2214,
    Pattern::Lattice,
);
const ENGLAND: Ink = ink(
    0x001d_40ae,
    0x0068_8af2,
    0x0071_87c9,
    0x0030_3f83,
    Pattern::Level,
);
const FRANCE: Ink = ink(
    0x0014_a9e8,
    0x0030_c1fa,
    0x006c_c7f8,
    0x005c_aac9,
    Pattern::Rising,
);
const GERMANY: Ink = ink(
    0x003a_363b,
    0x00c9_c9cf,
    0x0096_9a97,
    0x0087_9691,
    Pattern::Grid,
);
const ITALY: Ink = ink(
    0x0022_8550,
    0x0053_faa3,
    0x0089_cb99,
    0x0043_874b,
    Pattern::Upright,
);
const RUSSIA: Ink = ink(
    0x0089_468b,
    0x00bd_74c1,
    0x00cb_afd6,
    0x0092_65c6,
    Pattern::Dots,
);
const TURKEY: Ink = ink(
    0x00d8_a300,
    0x00ff_d84d,
    0x00f0_d468,
    0x00a7_8420,
    Pattern::Falling,
);
const EXTRA: Ink = ink(
    0x008a_5a2b,
    0x00d8_a777,
    0x00cf_b08e,
    0x006b_4a2a,
    Pattern::Rings,
);

const IN_TURN: [Ink; 8] = [
    FRANCE, AUSTRIA, TURKEY, ENGLAND, ITALY, RUSSIA, GERMANY, EXTRA,
];

/// The ink of one of the seven great powers.
fn of_great_power(name: &str) -> Option<Ink> {
    Some(match name.to_ascii_uppercase().as_str() {
        "AUSTRIA" => AUSTRIA,
        "ENGLAND" => ENGLAND,
        "FRANCE" => FRANCE,
        "GERMANY" => GERMANY,
        "ITALY" => ITALY,
        "RUSSIA" => RUSSIA,
        "TURKEY" => TURKEY,
        _ => return None,
    })
}

/// The ink of a power that is called by its colour.
fn of_colour(name: &str) -> Option<Ink> {
    Some(match name.to_ascii_uppercase().as_str() {
        "RED" => AUSTRIA,
        "BLUE" => ENGLAND,
        "CYAN" => FRANCE,
        "BLACK" => GERMANY,
        "GREEN" => ITALY,
        "PURPLE" => RUSSIA,
        "YELLOW" => TURKEY,
        "BROWN" => EXTRA,
        _ => return None,
    })
}

/// The ink of a power: the seven great powers keep theirs on every map, and where none
/// of them is, so do powers that are called by a colour; others take the free ones in
/// turn.
pub fn ink_of(names: &[String], power: usize) -> Ink {
    let great = names.iter().any(|name| of_great_power(name).is_some());
    let fixed = if great { of_great_power } else { of_colour };
    if let Some(ink) = names.get(power).and_then(|name| fixed(name)) {
        return ink;
    }
    let taken: Vec<Pattern> = names
        .iter()
        .filter_map(|name| fixed(name))
        .map(|ink| ink.pattern)
        .collect();
    let free: Vec<Ink> = IN_TURN
        .into_iter()
        .filter(|ink| !taken.contains(&ink.pattern))
        .collect();
    let strangers = names
        .iter()
        .take(power)
        .filter(|name| fixed(name).is_none())
        .count();
    let round = strangers / free.len();
    free[strangers % free.len()].again(round)
}

/// Towards what a colour that is used again is moved, and how far, in percent: so that
/// all differ from the sea, from land of nobody and from each other.
const AGAIN: [(Rgb, u16); 5] = [
    (Rgb::new(255, 255, 255), 0),
    (Rgb::new(138, 9, 255), 32),
    (Rgb::new(215, 255, 148), 53),
    (Rgb::new(0, 29, 29), 33),
    (Rgb::new(92, 29, 215), 17),
];

impl Ink {
    /// The ink of a power whose colours another has already, on boards of very many:
    /// lighter, darker or of another hue, and with another pattern while there is one. The letter tells
    /// them apart.
    fn again(self, round: usize) -> Self {
        let (end, share) = AGAIN[round % AGAIN.len()];
        let moved = |part: u8, end: u8| {
            let mixed = u16::from(part) * (100 - share) + u16::from(end) * share;
            (mixed / 100) as u8
        };
        let mix = |rgb: Rgb| {
            let (r, g) = (moved(rgb.r, end.r), moved(rgb.g, end.g));
            Rgb::new(r, g, moved(rgb.b, end.b))
        };
        Self {
            strong: mix(self.strong),
            bright: mix(self.bright),
            tint: mix(self.tint),
            shade: mix(self.shade),
            pattern: match self.pattern {
                Pattern::Lattice if round == 1 => Pattern::Crosses,
                Pattern::Level if round == 1 => Pattern::Waves,
                pattern => pattern,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_called_by_a_colour_have_it_where_no_great_power_does() {
        let tints = |names: &[&str]| -> Vec<Rgb> {
            let names: Vec<String> = names.iter().map(|it| (*it).to_owned()).collect();
            (0..names.len()).map(|it| ink_of(&names, it).tint).collect()
        };
        assert_eq!(tints(&["RED", "BLUE"]), [AUSTRIA.tint, ENGLAND.tint]);
        assert_eq!(tints(&["CORAL", "RED"]), [FRANCE.tint, AUSTRIA.tint]);
        assert_eq!(tints(&["AUSTRIA", "RED"]), [AUSTRIA.tint, FRANCE.tint]);
    }
}
