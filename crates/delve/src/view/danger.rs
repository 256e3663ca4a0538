//! What a fight with somebody would be like, told before it begins.

use std::fmt::Write;

use parlour_rogue::{Dice, EntityRef, Prop, Value};
use serde::{Deserialize, Serialize};

use super::small;
use crate::mind::Verbs;
use crate::state::State;

/// The odds of a fight: hand to hand, and from afar if it shoots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Danger {
    /// Of a hundred of its blows, how many hit the player.
    pub hits_you: u8,
    /// Of a hundred of the player's blows, how many hit it.
    pub you_hit: u8,
    /// After how many of the player's blows it falls, misses among them.
    pub blows_to_kill: u32,
    /// After how many of its blows the player falls.
    pub blows_to_die: u32,
    /// How it shoots, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shots: Option<Shots>,
    /// What it does besides, each a clause.
    pub does: Vec<String>,
}

/// The odds of shots at the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shots {
    /// Of a hundred, how many hit.
    pub hit_you: u8,
    /// After how many the player falls, misses among them.
    pub to_die: u32,
    /// How far they carry.
    pub range: u32,
}

impl Danger {
    pub(super) fn of(state: &State, it: EntityRef<'_>) -> Self {
        let world = state.world();
        let names = &state.content.names;
        let Some(me) = world.entity(state.player()) else {
            return Self::default();
        };
        let mine = Blows::of(me, it, BY_HAND);
        let theirs = Blows::of(it, me, BY_HAND);
        let hp = |who: EntityRef<'_>| who.int(Prop::HP).unwrap_or(0).max(0);
        let shoots = it.prop(Prop::RANGED_ATTACK).is_some();
        let shots = shoots.then(|| {
            let shots = Blows::of(it, me, FROM_AFAR);
            Shots {
                hit_you: shots.percent,
                to_die: shots.until(hp(me)),
                range: small(it.int(Prop::RANGE).unwrap_or(0)),
            }
        });
        let mut does: Vec<String> = Verbs::of(names, world, it.id())
            .list()
            .into_iter()
            .map(|verb| verb.clause().to_string())
            .collect();
        match it.prop(names.venom).and_then(Value::as_text) {
            Some("poison") => does.push("poisons".to_string()),
            Some("slow") => does.push("makes limbs heavy".to_string()),
            Some("confuse") => does.push("confuses".to_string()),
            _ => {}
        }
        if it.is(names.leads) {
            does.push("leads the others".to_string());
        }
        Self {
            hits_you: theirs.percent,
            you_hit: mine.percent,
            blows_to_kill: mine.until(hp(it)),
            blows_to_die: theirs.until(hp(me)),
            shots,
            does,
        }
    }

    /// The odds in a sentence or two.
    pub fn words(&self) -> String {
        let several = |count: u32, what: &str| match count {
            0 => format!("any {what}"),
            1 => format!("one {what}"),
            count if count >= 100 => format!("more {what}s than one would count"),
            count => format!("some {count} {what}s"),
        };
        let blows = |count: u32| several(count, "blow");
        let mut words = format!(
            "It hits you {} times of 100 and needs {}; you hit it {} times of 100 and need {}.",
            self.hits_you,
            blows(self.blows_to_die),
            self.you_hit,
            blows(self.blows_to_kill)
        );
        if let Some(shots) = self.shots {
            let _ = write!(
                words,
                " From up to {} steps away it shoots: {} of 100 hit, and {} would be enough.",
                shots.range,
                shots.hit_you,
                several(shots.to_die, "shot")
            );
        }
        if !self.does.is_empty() {
            words += &[" It ", &self.does.join(", "), "."].concat();
        }
        words
    }
}

/// What rolls to hit, and what rolls for harm.
type Means = (Prop, Prop);

const BY_HAND: Means = (Prop::ATTACK, Prop::DAMAGE);
const FROM_AFAR: Means = (Prop::RANGED_ATTACK, Prop::RANGED_DAMAGE);

/// The blows, or shots, of one at another.
struct Blows {
    percent: u8,
    /// Ten thousand times what one blow takes, misses counted.
    harm: i64,
}

impl Blows {
    fn of(by: EntityRef<'_>, at: EntityRef<'_>, (attack, damage): Means) -> Self {
        let dice = |prop| by.prop(prop).and_then(Value::as_dice);
        let percent = dice(attack).map_or(0, |dice| {
            chance_of(dice, at.int(Prop::DEFENSE).unwrap_or(0))
        });
        let armor = at.int(Prop::ARMOR).unwrap_or(0);
        let harm = dice(damage).map_or(0, |dice| {
            if armor == 0 {
                // Rounded down, as the kept playthroughs of these rules tell it.
                let harm = i64::midpoint(dice.least(), dice.most()).max(0);
                return harm.saturating_mul(100);
            }
            hundredths_beyond(dice, armor)
        });
        Self {
            percent,
            harm: harm.saturating_mul(i64::from(percent)),
        }
    }

    fn until(&self, hp: i64) -> u32 {
        if self.harm == 0 {
            return u32::MAX;
        }
        let hp = hp.saturating_mul(10_000);
        small(hp.saturating_add(self.harm - 1) / self.harm)
    }
}

/// What dice may show, and of all their rolls how many show it. Where there are too
/// many to count, a hundred steps from the least to the most, each as likely.
fn rolls(dice: Dice) -> Vec<(i64, u64)> {
    let (count, sides) = (dice.count(), dice.sides());
    if sides == 0 {
        return vec![(dice.modifier(), 1)];
    }
    let all = u64::from(sides).checked_pow(count);
    if all.is_none_or(|all| all > 1 << 40) || count.saturating_mul(sides) > 400 {
        let (least, span) = (dice.least(), dice.most() - dice.least());
        let steps = (0..=100).map(|step| (least.saturating_add(span * step / 100), 1));
        return steps.collect();
    }
    let mut sums = vec![1_u64];
    for _ in 0..count {
        let mut more = vec![0; sums.len() + sides as usize];
        for (sum, ways) in sums.iter().enumerate() {
            for side in 1..=sides as usize {
                more[sum + side] += ways;
            }
        }
        sums = more;
    }
    let sums = (dice.modifier()..).zip(sums);
    sums.filter(|(_, ways)| *ways > 0).collect()
}

/// A hundred times what dice show on the average beyond a number, which takes off no
/// more than they show.
fn hundredths_beyond(dice: Dice, armor: i64) -> i64 {
    let (mut harm, mut all) = (0_i128, 0_i128);
    for (sum, ways) in rolls(dice) {
        harm += i128::from(sum.saturating_sub(armor).max(0)) * i128::from(ways);
        all += i128::from(ways);
    }
    i64::try_from(harm * 100 / all.max(1)).unwrap_or(i64::MAX)
}

/// Of a hundred rolls, how many reach a number.
fn chance_of(dice: Dice, reach: i64) -> u8 {
    let (mut good, mut all) = (0_u128, 0_u128);
    for (sum, ways) in rolls(dice) {
        good += u128::from(ways) * u128::from(sum >= reach);
        all += u128::from(ways);
    }
    (good * 100 / all.max(1)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armour_takes_off_no_more_than_a_blow_would_do() {
        let dice = |text: &str| text.parse::<Dice>().unwrap();
        // Of 1 to 4 only 4 gets through three of armour: a quarter of a hit point.
        assert_eq!(hundredths_beyond(dice("1d4"), 3), 25);
        assert_eq!(hundredths_beyond(dice("1d4"), 0), 250);
        assert_eq!(hundredths_beyond(dice("1d4"), 4), 0);
        assert_eq!(hundredths_beyond(dice("2d6"), 0), 700);
        assert_eq!(hundredths_beyond(dice("2d6"), 11), 2);
        assert_eq!(hundredths_beyond(dice("5"), 2), 300);
        let many = hundredths_beyond(dice("50d100"), 0);
        assert!(many.abs_diff(100 * 2525) < 100, "{many}");
    }

    #[test]
    fn odds_of_several_dice_are_exact_as_well() {
        let dice = |text: &str| text.parse::<Dice>().unwrap();
        assert_eq!(chance_of(dice("2d6"), 12), 2);
        assert_eq!(chance_of(dice("2d6"), 7), 58);
        assert_eq!(chance_of(dice("2d6+3"), 5), 100);
    }

    #[test]
    fn odds_of_one_die_are_exact() {
        let dice = |text: &str| text.parse::<Dice>().unwrap();
        assert_eq!(chance_of(dice("1d20+3"), 11), 65);
        assert_eq!(chance_of(dice("1d20"), 1), 100);
        assert_eq!(chance_of(dice("1d20"), 20), 5);
        assert_eq!(chance_of(dice("1d20"), 21), 0);
        let one = Blows {
            percent: 50,
            harm: 400 * 50,
        };
        let archer = Danger {
            shots: Some(Shots {
                hit_you: 45,
                to_die: 6,
                range: 7,
            }),
            ..Danger::default()
        };
        let afar = "From up to 7 steps away it shoots: 45 of 100 hit, and some 6 shots would be";
        assert!(archer.words().contains(afar), "{}", archer.words());
        // Two blows for every hit of four.
        assert_eq!((one.until(4), one.until(5), one.until(8)), (2, 3, 4));
    }
}
