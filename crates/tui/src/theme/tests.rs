//! Every pair of colours can be read, and told apart by whoever sees fewer of them.

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
