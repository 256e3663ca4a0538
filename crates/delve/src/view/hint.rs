//! What a newcomer may want to know now: at most one thing at a time, on the
//! first levels only. Keys are the screen's affair, so a hint names actions in
//! braces, and the screen puts its keys there.

use serde::{Deserialize, Serialize};

use super::{Ground, Thing, ThingKind, View};

/// One piece of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hint {
    /// How to go on from nothing.
    Explore,
    /// How to fight.
    Fight,
    /// How to shoot.
    Shoot,
    /// A shard to bind: its letter.
    Bind(char),
    /// Somebody is in chains.
    Rescue,
    /// A key is carried.
    Unlock,
    /// An enemy sleeps.
    Sleeping,
    /// How to drink: the letter of the potion.
    Drink(char),
    /// How to rest.
    Rest,
    /// Something better than what is worn: its letter.
    Wear(char),
    /// How to pick up.
    PickUp,
    /// Stairs are known.
    ToStairs,
    /// On the stairs.
    Descend,
    /// The amulet is in the pack.
    GoUp,
    /// On the last stairs with it.
    Leave,
    /// On the way into the branch.
    Shaft,
}

/// Hints are given down to this level, and whenever the amulet is carried.
const LAST_LEVEL: u8 = 3;

pub(super) fn for_now(
    view: &View,
    can_take: impl FnOnce() -> bool,
    is_explored: impl FnOnce() -> bool,
) -> Option<Hint> {
    let ground = view.picture.get(view.here).map(|cell| cell.ground);
    if view.ending.is_none() && ground == Some(Ground::Shaft) && !view.has_amulet {
        return Some(Hint::Shaft);
    }
    if view.ending.is_some() || (view.depth > LAST_LEVEL && !view.has_amulet) {
        return None;
    }
    let sheet = &view.sheet;
    let mut awake = 0;
    let mut asleep = 0;
    for enemy in view.enemies() {
        match enemy.kind {
            ThingKind::Enemy { asleep: true, .. } => asleep += 1,
            _ => awake += 1,
        }
    }
    let drink = view.pack.iter().find(|item| item.does == "heal");
    let weak = sheet.hp * 2 < sheet.max_hp;
    if awake > 0 {
        return Some(match drink.filter(|_| weak) {
            Some(potion) => Hint::Drink(potion.letter),
            None if sheet.arrows > 0 && within_a_shot(view) => Hint::Shoot,
            None => Hint::Fight,
        });
    }
    if asleep > 0 {
        return Some(Hint::Sleeping);
    }
    if view.has_amulet {
        return Some(match (view.depth, ground) {
            (1, Some(Ground::StairsUp)) => Hint::Leave,
            _ => Hint::GoUp,
        });
    }
    let better = view.pack.iter().find(|item| {
        let worn = view.pack.iter().find(|other| other.worn == item.slot);
        item.slot.is_some()
            && item.worn.is_none()
            && worn.is_none_or(|worn| worn.quality < item.quality)
    });
    let item_here = view.things.iter().any(|thing| {
        let free = matches!(
            thing.kind,
            ThingKind::Item {
                left_behind: false,
                price: None,
                ..
            }
        );
        thing.at == view.here && free
    });
    if item_here && can_take() {
        return Some(Hint::PickUp);
    }
    let shard = view.pack.iter().find(|item| item.does == "enchant");
    if let Some(shard) = shard {
        return Some(Hint::Bind(shard.letter));
    }
    if view.pack.iter().any(|item| item.does == "key") && view.stairs(Ground::Locked).is_some() {
        return Some(Hint::Unlock);
    }
    let chained = |thing: &Thing| matches!(thing.kind, ThingKind::Friend { captive: true, .. });
    if view.things.iter().any(chained) {
        return Some(Hint::Rescue);
    }
    if let Some(item) = better {
        return Some(Hint::Wear(item.letter));
    }
    if weak {
        return Some(Hint::Rest);
    }
    if ground == Some(Ground::StairsDown) && view.turns > 0 {
        return Some(Hint::Descend);
    }
    if view.stairs(Ground::StairsDown).is_some() && is_explored() {
        return Some(Hint::ToStairs);
    }
    Some(Hint::Explore)
}

impl Hint {
    /// The advice; `{explore}` and the like are to be replaced by keys.
    pub fn words(self) -> String {
        let words = match self {
            Self::Explore => {
                "You are the @. Press {explore} to explore, or walk with {walk}. {help}: all keys."
            }
            Self::Fight => {
                "An enemy! Walk into it to strike, slanting with {slants}. {look} tells its danger."
            }
            Self::Shoot => {
                "An enemy! {fire} shoots; walk into it to strike. {look} tells its danger."
            }
            Self::Bind(letter) => {
                return format!(
                    "A shard makes a thing, or you, better. Press {{use}}, then {letter}, to bind it."
                );
            }
            Self::Rescue => "Somebody is in chains. Walk into them to set them free.",
            Self::Unlock => {
                "You carry a key. Walk into the iron door ({overview}: where); one of three is yours."
            }
            Self::Sleeping => "It sleeps. Walk into it: the first blow never misses.",
            Self::Drink(letter) => {
                return format!(
                    "You are badly hurt! Press {{use}}, then {letter}, to drink a potion."
                );
            }
            Self::Rest => "You are hurt. Press {rest} to rest until your wounds have closed.",
            Self::Wear(letter) => {
                return format!(
                    "You carry something better than you wear. Press {{use}}, then {letter}."
                );
            }
            Self::PickUp => "Something lies here. Press {take} to pick it up.",
            Self::ToStairs => "This level is explored. Press {descend} to walk to the stairs down.",
            Self::Descend => "These stairs lead down. Press {descend} to take them.",
            Self::GoUp => {
                "You have the amulet! Press {ascend} to walk to the stairs up, and take them."
            }
            Self::Leave => "The way out! Press {ascend}.",
            Self::Shaft => {
                "Nobody has to go down here: it is harder, and worth it. {descend} climbs down."
            }
        };
        words.to_string()
    }
}
/// Whether somebody awake is near enough for the bow in hand.
fn within_a_shot(view: &View) -> bool {
    let Some((_, range)) = &view.sheet.shot else {
        return false;
    };
    view.enemies().any(|it| {
        let asleep = matches!(it.kind, ThingKind::Enemy { asleep: true, .. });
        !asleep && it.at.chebyshev(view.here) <= *range
    })
}
