//! The rules in words of our own, with the numbers that hold at this table.

use parlour_regicide::House;

const TEXT: &str = include_str!("../../data/kingslayer-guide.txt");

/// The guide for a house. Lines that begin with `# ` are headings.
pub fn guide(house: &House) -> String {
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
    let alone = if house.solo_yield {
        "and in this house alone too, with a card in hand."
    } else {
        "and never alone."
    };
    TEXT.replace("{combo}", &house.combo_limit.to_string())
        .replace("{enemies}", &enemies)
        .replace("{surplus}", surplus)
        .replace("{alone}", alone)
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
            let text = guide(&difficulty.house());
            assert!(text.contains(enemies) && text.contains(combo), "{text}");
            assert!(!text.contains(['{', '}']), "{text}");
        }
    }

    #[test]
    fn the_guide_tells_what_the_house_allows() {
        let mut house = House::default();
        assert!(guide(&house).contains("never alone"));
        assert!(guide(&house).contains("no change"));
        (house.solo_yield, house.surplus_payment) = (true, false);
        assert!(!guide(&house).contains("never alone"));
        assert!(guide(&house).contains("in this house alone too"));
        assert!(guide(&house).contains("without a card that is not needed"));
    }
}
