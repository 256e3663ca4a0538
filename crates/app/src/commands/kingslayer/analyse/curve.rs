//! The curve of a game as a picture.

use std::fmt::Write;

use parlour_regicide::Card;
use parlour_regicide::analysis::{Analysis, Moment, TOLD, as_wish, percent};

use parlour_tui::kingslayer::PlayedGame;

const WIDTH: usize = 960;
const HEIGHT: usize = 480;
/// The field of the curve: left, top, width, height.
const LEFT: usize = 64;
const TOP: usize = 72;
const ACROSS: usize = WIDTH - LEFT - 28;
const DOWN: usize = 316;

const PAPER: &str = "#fbf8f1";
const INK: &str = "#2b2a27";
const FAINT: &str = "#6d6a63";
const LINES: &str = "#d9d3c5";
const CURVE: &str = "#1f5f8b";
const FIELD: &str = "#d6e4ee";
const COSTLY: &str = "#b3372b";

/// The picture as SVG: the curve, a band for each enemy, a mark for each costly
/// decision.
pub fn svg(game: &PlayedGame, analysis: &Analysis) -> String {
    let mut svg = String::new();
    let title = game
        .outcome
        .as_ref()
        .map_or_else(|| String::from("Unfinished"), parlour_regicide::ended);
    // Writing to a string does not fail.
    let _ = write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Alegreya Sans, Fira Sans, Segoe UI, sans-serif"><rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>"#
    );
    words(
        &mut svg,
        LEFT,
        32,
        22,
        INK,
        "start",
        "The chance to win, decision by decision",
    );
    words(&mut svg, LEFT, 54, 15, FAINT, "start", &title);
    scale(&mut svg);
    enemies(&mut svg, &analysis.moments);
    line(&mut svg, &analysis.moments);
    marks(&mut svg, analysis);
    let note = "Of made-up games that look the same to who decides, how many the bot's quick player wins from there.";
    words(&mut svg, LEFT, HEIGHT - 16, 14, FAINT, "start", note);
    svg.push_str("</svg>\n");
    svg
}

/// How far to the right the moment with this place stands; the curve fills the field.
fn x(place: usize, count: usize) -> usize {
    LEFT + (place * 2 + 1) * ACROSS / (count.max(1) * 2)
}

/// How far down a chance of so many of a thousand stands.
fn y(chance: u16) -> usize {
    TOP + DOWN * (1_000 - usize::from(chance.min(1_000))) / 1_000
}

fn words(svg: &mut String, x: usize, y: usize, size: usize, ink: &str, anchor: &str, text: &str) {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let _ = write!(
        svg,
        r#"<text x="{x}" y="{y}" font-size="{size}" fill="{ink}" text-anchor="{anchor}">{text}</text>"#
    );
}

/// Lines at every quarter.
fn scale(svg: &mut String) {
    for percent in [0_u16, 25, 50, 75, 100] {
        let y = y(percent * 10);
        let right = LEFT + ACROSS;
        let _ = write!(
            svg,
            r#"<path d="M{LEFT} {y}H{right}" stroke="{LINES}" fill="none"/>"#
        );
        words(
            svg,
            LEFT - 8,
            y + 5,
            14,
            FAINT,
            "end",
            &format!("{percent} %"),
        );
    }
}

/// Where each enemy stepped forward, and its short name below.
fn enemies(svg: &mut String, moments: &[Moment]) {
    let count = moments.len();
    let mut from = 0;
    for group in moments.chunk_by(|one, other| one.enemy == other.enemy) {
        let (left, right) = (
            LEFT + from * ACROSS / count,
            LEFT + (from + group.len()) * ACROSS / count,
        );
        let bottom = TOP + DOWN;
        if from > 0 {
            let _ = write!(
                svg,
                r#"<path d="M{left} {TOP}V{bottom}" stroke="{LINES}" fill="none"/>"#
            );
        }
        let name = group.first().and_then(|moment| moment.enemy);
        let name = name
            .map(|enemy: Card| enemy.to_string())
            .unwrap_or_default();
        if right - left > 22 {
            words(
                svg,
                usize::midpoint(left, right),
                bottom + 22,
                15,
                INK,
                "middle",
                &name,
            );
        }
        from += group.len();
    }
}

/// The curve and what lies below it.
fn line(svg: &mut String, moments: &[Moment]) {
    let count = moments.len();
    let mut points = String::new();
    for (place, moment) in moments.iter().enumerate() {
        let _ = write!(points, " {} {}", x(place, count), y(moment.chance));
    }
    let bottom = TOP + DOWN;
    let (first, last) = (x(0, count), x(count.saturating_sub(1), count));
    let _ = write!(
        svg,
        r#"<path d="M{first} {bottom} L{points} {last} {bottom}Z" fill="{FIELD}" fill-opacity="0.7"/><path d="M{}" stroke="{CURVE}" stroke-width="2.5" stroke-linejoin="round" fill="none"/>"#,
        points.trim_start()
    );
}

/// Where most was lost: from what it could have been down to what it was, with a
/// number that is explained below.
fn marks(svg: &mut String, analysis: &Analysis) {
    let count = analysis.moments.len();
    for (rank, costly) in (1_usize..).zip(&analysis.costly) {
        let place = analysis
            .moments
            .iter()
            .position(|it| it.number == costly.number);
        let Some(place) = place else {
            continue;
        };
        let x = x(place, count);
        let (from, to) = (y(costly.duel.other_share()), y(costly.duel.one_share()));
        let ball = from.saturating_sub(9);
        let _ = write!(
            svg,
            r#"<path d="M{x} {from}V{to}" stroke="{COSTLY}" stroke-width="2.5" fill="none"/><circle cx="{x}" cy="{ball}" r="9" fill="{COSTLY}"/>"#
        );
        words(svg, x, ball + 5, 13, PAPER, "middle", &rank.to_string());
        let lost =
            percent(costly.duel.other_share()).saturating_sub(percent(costly.duel.one_share()));
        let text = format!(
            "{rank}  decision {}: -{lost} %, better: {}",
            costly.number,
            as_wish(&costly.better)
        );
        let column = LEFT + (rank - 1) * ACROSS / TOLD;
        words(svg, column, TOP + DOWN + 50, 14, COSTLY, "start", &text);
    }
}

#[cfg(test)]
mod tests {
    use parlour_regicide::analysis::{Budget, Decision, analyse};
    use parlour_regicide::bot::{Level, advise};
    use parlour_regicide::{Kingslayer, Setup};
    use parlour_rules::{Rules, Seat, Seed, Viewer};

    use super::*;

    #[test]
    fn words_are_text_and_a_single_decision_has_a_curve_too() {
        let state = Kingslayer::start(&Setup::for_players(1), Seed(7)).unwrap();
        let view = Kingslayer::view(&state, Viewer::Seat(Seat(0)));
        let thinking = Level::Rookie.thinking(0);
        let command = advise(&view, &thinking, &mut || true).unwrap().command;
        let decisions = vec![Decision {
            number: 1,
            view,
            command,
        }];
        let budget = Budget {
            search: 50,
            games: 20,
            ..Budget::default()
        };
        let analysis = analyse(&decisions, &budget, &mut |_| true).unwrap();
        let game = PlayedGame {
            players: 1,
            decisions,
            outcome: None,
        };
        let drawn = svg(&game, &analysis);
        assert!(drawn.contains(">Unfinished<"), "{drawn}");
        assert!(parlour_atlas::png_of_svg(&drawn).is_ok());

        let mut text = String::new();
        words(&mut text, 1, 2, 14, INK, "start", "<b> & c");
        assert!(text.ends_with(">&lt;b&gt; &amp; c</text>"), "{text}");
    }
}
