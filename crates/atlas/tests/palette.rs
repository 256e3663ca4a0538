//! Powers can be told apart: by colour-blind players, and from land
//! without an owner and the sea. Colours are compared as the eye sees them (CIE Lab),
//! after a simulation of the three kinds of colour blindness (Machado, Oliveira
//! and Fernandes, full strength).

use parlour_atlas::Chart;
use parlour_atlas::theme::{Ink, Pattern, Rgb, Theme};
use parlour_diplomacy::Board;

type Matrix = [[f64; 3]; 3];

const EYES: [(&str, Matrix); 4] = [
    ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protan",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deutan",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritan",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

fn linear(part: u8) -> f64 {
    let value = f64::from(part) / 255.0;
    if value <= 0.040_45 {
        value / 12.92
    } else {
        (2.4 * ((value + 0.055) / 1.055).ln()).exp()
    }
}

/// The colour as this eye sees it, in Lab.
fn lab(colour: Rgb, eye: &Matrix) -> [f64; 3] {
    let rgb = [linear(colour.r), linear(colour.g), linear(colour.b)];
    let seen = eye.map(|row| (row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]).clamp(0.0, 1.0));
    let x = (0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505;
    let y = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2];
    let z = (0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089;
    let f = |t: f64| {
        if t > 0.008_856 {
            t.cbrt()
        } else {
            7.787 * t + 16.0 / 116.0
        }
    };
    [
        116.0 * f(y) - 16.0,
        500.0 * (f(x) - f(y)),
        200.0 * (f(y) - f(z)),
    ]
}

fn difference(a: Rgb, b: Rgb, eye: &Matrix) -> f64 {
    let (a, b) = (lab(a, eye), lab(b, eye));
    let parts = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    parts.iter().map(|d| d * d).sum::<f64>().sqrt()
}

/// A colour of each power.
fn fillings(theme: Theme, colour: fn(Theme, &Ink) -> Rgb) -> Vec<(String, Rgb)> {
    let chart = Chart::standard();
    let board = chart.board();
    let entry = |power| {
        (
            board.power_name(power).to_owned(),
            colour(theme, chart.ink(power)),
        )
    };
    board.powers().map(entry).collect()
}

/// Differences below about 2 cannot be seen; areas that differ by 11 and more are
/// told apart at a glance.
const LEAST: f64 = 11.0;

#[test]
fn owners_can_be_told_apart_by_every_eye() {
    let mut worst = Vec::new();
    let tokens = |theme| fillings(theme, Theme::token);
    let land = |theme: Theme| {
        let mut all = fillings(theme, Theme::owned);
        all.push(("nobody".to_owned(), theme.paper().land));
        all.push(("the sea".to_owned(), theme.paper().sea));
        all
    };
    let sets =
        [Theme::Light, Theme::Dark].map(|theme| [(theme, land(theme)), (theme, tokens(theme))]);
    for (theme, all) in sets.into_iter().flatten() {
        for (eye, matrix) in &EYES {
            for (i, (a, first)) in all.iter().enumerate() {
                for (b, second) in &all[i + 1..] {
                    let apart = difference(*first, *second, matrix);
                    if apart < LEAST {
                        worst.push(format!(
                            "{}, {eye}: {a} and {b} differ by {apart:.1}",
                            theme.name()
                        ));
                    }
                }
            }
        }
    }
    assert!(worst.is_empty(), "{worst:#?}");
}

/// Colours of thirty-four powers are no longer told apart by every eye; letters do that.
/// But none may look like water or like nobody's land.
#[test]
fn land_of_very_many_powers_looks_neither_like_water_nor_like_nobodys() {
    let chart = Chart::named("chaos").expect("drawn");
    let board = chart.board();
    let usual = &EYES[0].1;
    let mut wrong = Vec::new();
    for theme in [Theme::Light, Theme::Dark] {
        let paper = theme.paper();
        let land = |power| theme.owned(chart.ink(power));
        for power in board.powers() {
            for (ground, least) in [(paper.sea, 18.0), (paper.land, LEAST)] {
                if difference(land(power), ground, usual) < least {
                    wrong.push(format!("{} {}", theme.name(), board.power_name(power)));
                }
            }
            for other in board.powers().filter(|other| *other > power) {
                let apart = difference(land(power), land(other), usual);
                if apart < 10.0 {
                    let (one, other) = (board.power_name(power), board.power_name(other));
                    wrong.push(format!("{} {one} and {other}: {apart:.1}", theme.name()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Half a colour is still none of the sea's, of nobody's land or of land without a
/// province, and less than the whole one.
#[test]
fn land_that_is_held_looks_neither_like_water_nor_like_nobodys() {
    let usual = &EYES[0].1;
    let mut wrong = Vec::new();
    for (map, least) in [("standard", LEAST), ("modern", LEAST), ("chaos", 8.0)] {
        let chart = Chart::named(map).expect("drawn");
        for theme in [Theme::Light, Theme::Dark] {
            let paper = theme.paper();
            for power in chart.board().powers() {
                let held = theme.held(chart.ink(power));
                let name = chart.board().power_name(power);
                for (what, ground, least) in [
                    ("the sea", paper.sea, LEAST),
                    ("nobody's", paper.land, least),
                    ("no province's", paper.neutral, LEAST),
                    ("its centres", theme.owned(chart.ink(power)), least / 2.0),
                ] {
                    let apart = difference(held, ground, usual);
                    if apart < least {
                        wrong.push(format!("{map} {} {name}, {what}: {apart:.1}", theme.name()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn letters_stand_out_from_their_units() {
    let chart = Chart::standard();
    for theme in Theme::ALL {
        for power in chart.board().powers() {
            let ink = chart.ink(power);
            let usual = &EYES[0].1;
            let apart = (lab(theme.token(ink), usual)[0] - lab(theme.letter(ink), usual)[0]).abs();
            assert!(
                apart > 40.0,
                "{} {}",
                theme.name(),
                chart.board().power_name(power)
            );
        }
    }
}

#[test]
fn no_two_powers_share_a_pattern_or_a_letter() {
    for board in Board::bundled() {
        let chart = Chart::named(board.name()).expect("drawn");
        let powers: Vec<_> = board.powers().collect();
        for (i, &a) in powers.iter().enumerate() {
            for &b in &powers[i + 1..] {
                // Boards of more powers than patterns go by the letter.
                assert!(
                    powers.len() > Pattern::ALL.len()
                        || chart.ink(a).pattern != chart.ink(b).pattern,
                    "{}",
                    board.name()
                );
                assert_ne!(chart.letter(a), chart.letter(b), "{}", board.name());
            }
        }
    }
}
