//! Orders without a verb, as people write them in private: `A Vie-Gal`, `vie-gal`,
//! `all hold`, several parted by `,`, `;` or lines.

use super::{OrderVerb, Words, read_orders};

/// What is said of a unit after its place.
const SAID: &[&str] = &[
    "h", "s", "c", "to", "hold", "holds", "support", "supports", "convoy", "convoys", "move",
    "moves", "retreat", "retreats",
];
/// Those of them that hardly stand in another sentence.
const SAID_OF_UNITS: &[&str] = &[
    "hold", "holds", "support", "supports", "convoy", "convoys", "moves", "retreats",
];

/// The orders of a message without a verb, if it looks like orders; what they mean,
/// and whether they are any, only the game knows.
pub(crate) fn bare_orders(message: &str) -> Option<Words> {
    let first = message
        .split(['\n', ';', ','])
        .find(|it| !it.trim().is_empty())?;
    if !looks_like_an_order(first) {
        return None;
    }
    read_orders(OrderVerb::Order, message)
        .ok()
        .map(Words::Order)
}

fn looks_like_an_order(piece: &str) -> bool {
    let piece = piece.trim().to_lowercase();
    let words: Vec<&str> = piece.split_whitespace().collect();
    match *words {
        ["all", "hold" | "holds"]
        | ["a" | "f" | "army" | "fleet", _, ..]
        | ["the", "army" | "fleet" | "unit", _, ..] => true,
        // No dash of a sentence: on both sides stands the name of a place.
        [first, ..] if is_move(first) => true,
        [_, second, ..] if SAID.contains(&second) => true,
        // Names of places may have two words or three.
        [_, _, third, ..] if SAID_OF_UNITS.contains(&third) => true,
        [_, _, _, fourth, ..] if SAID_OF_UNITS.contains(&fourth) => true,
        [_, second, _, ..] if ["-", "->", "→", "–"].contains(&second) => true,
        _ => false,
    }
}

/// `vie-gal`, `stp/sc-bot`.
fn is_move(word: &str) -> bool {
    let Some((from, to)) = word.split_once(['-', '–', '→']) else {
        return false;
    };
    let to = to.trim_start_matches('>');
    let place = |text: &str| text.chars().filter(|it| it.is_alphabetic()).count() >= 3;
    place(from) && place(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_an_order_is_one() {
        for order in [
            "A Vie-Gal",
            "vie-gal",
            "Vie - Gal",
            "vie->gal",
            "stp/sc-bot",
            "f tri hold",
            "vie h",
            "mun supports ber-sil",
            "all hold",
            "A Vie-Gal, A Bud-Ser",
            "vie-gal; xyzzy",
            "vie-gal\nbud-ser",
            "The army at Vienna move to Galicia",
            "north sea convoy to norway from london",
            "Gulf of Lyon support hold to Marseilles",
        ] {
            assert!(bare_orders(order).is_some(), "{order}");
        }
        for other in [
            "",
            "hello",
            "who is there",
            "what is to be done",
            "who wants to play",
            "all",
            "a",
            "statsu",
            "x-y",
            "re-ady now",
        ] {
            assert!(bare_orders(other).is_none(), "{other}");
        }
    }

    #[test]
    fn several_are_parted_by_commas_semicolons_and_lines() {
        let Some(Words::Order(lines)) = bare_orders("vie-gal, bud-ser; A Tri H\nF Nap-ION") else {
            panic!("orders");
        };
        let texts: Vec<&str> = lines.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(texts, ["vie-gal", "bud-ser", "A Tri H", "F Nap-ION"]);
    }
}
