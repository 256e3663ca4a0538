//! The rules in words of our own, with the numbers that hold at this table.

use parlour_regicide::House;

const TOGETHER: &str = include_str!("../../data/kingslayer-guide.txt");
const ALONE: &str = include_str!("../../data/kingslayer-guide-alone.txt");

/// The guide for a house and so many players: who plays alone reads nothing of
/// others. Lines that begin with `# ` are headings.
pub fn guide(house: &House, players: usize) -> String {
    let (health, attack) = (&house.health, &house.attack);
    let enemies = format!(
        "Jack: {} health, {} attack. Queen: {} and {}. King: {} and {}.",
        health.jack, attack.jack, health.queen, attack.queen, health.king, attack.king
    );
    let surplus = if house.surplus_payment {
        "there is no change."
    } else {
        "in this house without a card that is not needed. (R8.2)"
    };
    let yields = "In this house you may play nothing and be struck, with a card in hand. (R9.4)";
    let (or_yield, yielding) = if house.solo_yield {
        (", or yield", format!("# Yielding (R9)\n{yields}\n\n"))
    } else {
        ("", String::new())
    };
    let mulligan = if house.mulligan {
        "# The first hand\nIn this house a first hand without diamonds is shuffled back, and another is dealt, once. (R1.6)\n\n"
    } else {
        ""
    };
    let text = if players == 1 { ALONE } else { TOGETHER };
    text.replace("{combo}", &house.combo_limit.to_string())
        .replace("{enemies}", &enemies)
        .replace("{surplus}", surplus)
        .replace("{mulligan}\n", mulligan)
        .replace("{or_yield}", or_yield)
        .replace("{yielding}\n", &yielding)
}

#[cfg(test)]
mod tests {
    use parlour_regicide::Difficulty;

    use super::*;

    #[test]
    fn the_guide_names_the_numbers_of_the_house() {
        for (difficulty, enemies, combo) in [
            (Difficulty::Easy, "Jack: 15 health, 8 attack", "at most 15."),
            (
                Difficulty::Normal,
                "Jack: 20 health, 10 attack",
                "at most 10.",
            ),
            (
                Difficulty::Hard,
                "Jack: 25 health, 12 attack. Queen: 35 and 18. King: 45 and 24.",
                "at most 10.",
            ),
        ] {
            for players in 1..=4 {
                let text = guide(&difficulty.house(), players);
                assert!(text.contains(enemies) && text.contains(combo), "{text}");
                assert!(!text.contains(['{', '}']), "{text}");
            }
        }
    }

    #[test]
    fn the_guide_tells_what_the_house_allows() {
        let mut house = House::default();
        assert!(!guide(&house, 1).contains(" yield"));
        assert!(guide(&house, 1).contains("no change"));
        (house.solo_yield, house.surplus_payment) = (true, false);
        assert!(guide(&house, 1).contains("or yield"));
        assert!(guide(&house, 1).contains("In this house you may play nothing"));
        assert!(guide(&house, 1).contains("without a card that is not needed"));
        assert!(guide(&house, 2).contains("without a card that is not needed"));
        for players in 1..=4 {
            house.mulligan = false;
            assert!(!guide(&house, players).contains("R1.6"));
            house.mulligan = true;
            assert!(guide(&house, players).contains("another is dealt, once. (R1.6)"));
        }
    }

    #[test]
    fn who_plays_alone_reads_nothing_of_others() {
        let mut house = House::default();
        for solo_yield in [false, true] {
            house.solo_yield = solo_yield;
            let text = guide(&house, 1);
            for word in [
                "together, before",
                "nybody",
                "obody",
                "everybody",
                "for all",
                "clockwise",
                "goes next",
                "three or four",
                "At the table",
                "lone",
            ] {
                assert!(!text.contains(word), "{word}: {text}");
            }
            assert!(text.contains("Two Jesters lie beside the deck"), "{text}");
        }
        let text = guide(&house, 3);
        assert!(text.contains("you choose who goes next"), "{text}");
        assert!(!text.contains("beside the deck"), "{text}");
    }
}
