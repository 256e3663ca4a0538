//! One message for one event: blows of one at another within a turn become one sentence,
//! and what is said several times is said once. The log itself keeps every sentence, so
//! that older games come out as they did.

use super::Line;

/// The lines with those that belong together made one, and how many of the last ones are
/// news.
pub(super) fn merge(lines: Vec<Line>, news: usize) -> (Vec<Line>, usize) {
    let fresh = lines.len().saturating_sub(news);
    let mut merged: Vec<(Line, Tally)> = Vec::new();
    let mut old = 0;
    for (place, line) in lines.into_iter().enumerate() {
        if place == fresh {
            old = merged.len();
        }
        let tally = Tally::of(&line.text);
        let last = merged
            .last_mut()
            .filter(|(last, _)| last.turn == line.turn && place != fresh);
        match last {
            Some((last, before)) if before.takes(&tally) => {
                before.add(&tally);
                last.text = before.sentence();
            }
            _ => merged.push((line, tally)),
        }
    }
    if news == 0 {
        old = merged.len();
    }
    let news = merged.len() - old;
    (merged.into_iter().map(|(line, _)| line).collect(), news)
}

/// Several blows of one at another, or the same sentence several times.
#[derive(Clone, Debug)]
struct Tally {
    /// "You hit the rat for {} damage": what is the same in each.
    stem: String,
    times: u32,
    damage: u32,
    /// What comes after the damage, of the last.
    end: String,
}

impl Tally {
    fn of(text: &str) -> Self {
        let parts = text.split_once(" for ").and_then(|(stem, rest)| {
            let (damage, end) = rest.split_once(" damage")?;
            Some((stem.to_string(), damage.parse().ok()?, end.to_string()))
        });
        let (stem, damage, end) = parts.unwrap_or((text.to_string(), 0, String::new()));
        Self {
            stem,
            times: 1,
            damage,
            end,
        }
    }

    fn takes(&self, other: &Self) -> bool {
        self.stem == other.stem && (self.end.is_empty() || self.end == ".")
    }

    fn add(&mut self, other: &Self) {
        self.times += other.times;
        self.damage += other.damage;
        self.end.clone_from(&other.end);
    }

    fn sentence(&self) -> String {
        let times = match self.times {
            2 => "twice".to_string(),
            times => format!("{times} times"),
        };
        if self.end.is_empty() {
            let stem = self.stem.trim_end_matches('.');
            return format!("{stem} ({times}).");
        }
        format!(
            "{} {times} for {} damage{}",
            self.stem, self.damage, self.end
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &[(u64, &str)], news: usize, expected: &[&str], fresh: usize) {
        let lines = said.iter().map(|(turn, text)| Line {
            turn: *turn,
            text: (*text).to_string(),
        });
        let (merged, news) = merge(lines.collect(), news);
        let texts: Vec<&str> = merged.iter().map(|line| line.text.as_str()).collect();
        assert_eq!((texts.as_slice(), news), (expected, fresh));
    }

    #[test]
    fn blows_of_one_turn_are_one_sentence() {
        check(
            &[
                (3, "You hit the kobold for 4 damage."),
                (3, "You hit the kobold for 2 damage, ...killing it!"),
                (4, "You hit the rat for 1 damage."),
                (5, "You hit the rat for 1 damage."),
            ],
            4,
            &[
                "You hit the kobold twice for 6 damage, ...killing it!",
                "You hit the rat for 1 damage.",
                "You hit the rat for 1 damage.",
            ],
            3,
        );
    }

    #[test]
    fn news_and_old_sentences_stay_apart() {
        check(
            &[(3, "The bat misses you."), (3, "The bat misses you.")],
            1,
            &["The bat misses you.", "The bat misses you."],
            1,
        );
        check(
            &[(3, "You burn!"), (3, "You burn!"), (3, "You burn!")],
            3,
            &["You burn! (3 times)."],
            1,
        );
        check(&[(3, "You burn!")], 0, &["You burn!"], 0);
    }
}
