//! What a newcomer may want to know now: at most one thing at a time, on the
//! first levels only. Keys are the screen's affair, so a hint names actions in
//! braces, and the screen puts its keys there.

use serde::Serialize;

use super::{Ground, ThingKind, View};

/// One piece of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hint {
    /// How to go on from nothing.
    Explore,
    /// How to fight.
    Fight,
    /// An enemy sleeps.
    Sleeping,
    /// How to drink.
    Drink,
    /// How to rest.
    Rest,
    /// Something better than what is worn.
    Wear,
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
}

/// Hints are given down to this level, and whenever the amulet is carried.
const LAST_LEVEL: u8 = 3;

pub(super) fn for_now(view: &View) -> Option<Hint> {
    if view.ending.is_some() || (view.depth > LAST_LEVEL && !view.has_amulet) {
        return None;
    }
    let ground = view.picture.get(view.here).map(|cell| cell.ground);
    let sheet = &view.sheet;
    let mut awake = 0;
    let mut asleep = 0;
    for enemy in view.enemies() {
        match enemy.kind {
            ThingKind::Enemy { asleep: true, .. } => asleep += 1,
            _ => awake += 1,
        }
    }
    let drinks = view.pack.iter().any(|item| item.does == "heal");
    let weak = sheet.hp * 2 < sheet.max_hp;
    if awake > 0 {
        return Some(if weak && drinks {
            Hint::Drink
        } else {
            Hint::Fight
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
    let better = view.pack.iter().any(|item| {
        let worn = view.pack.iter().find(|other| other.worn == item.slot);
        item.slot.is_some()
            && item.worn.is_none()
            && worn.is_none_or(|worn| worn.quality < item.quality)
    });
    let item_here = view.things.iter().any(|thing| {
        thing.at == view.here && thing.kind == (ThingKind::Item { left_behind: false })
    });
    if item_here {
        return Some(Hint::PickUp);
    }
    if better {
        return Some(Hint::Wear);
    }
    if weak {
        return Some(Hint::Rest);
    }
    if ground == Some(Ground::StairsDown) && view.turns > 0 {
        return Some(Hint::Descend);
    }
    let explored = view
        .log
        .iter()
        .rev()
        .take(4)
        .any(|line| line.text.starts_with("There is nothing left to explore"));
    if explored && view.stairs(Ground::StairsDown).is_some() {
        return Some(Hint::ToStairs);
    }
    Some(Hint::Explore)
}

impl Hint {
    /// The advice; `{explore}` and the like are to be replaced by keys.
    pub fn words(self) -> &'static str {
        match self {
            Self::Explore => {
                "You are the @. Walk with {walk}, or press {explore} to explore. {help} shows all keys."
            }
            Self::Fight => {
                "An enemy! Walk into it to strike. {wait} waits for it; {fire} shoots, with a bow in hand."
            }
            Self::Sleeping => "It sleeps. Walk into it: the first blow never misses.",
            Self::Drink => "You are badly hurt. Press {use} and choose a potion of healing.",
            Self::Rest => "You are hurt. Press {rest} to rest until your wounds have closed.",
            Self::Wear => "You carry something better than you wear. Press {use} and choose it.",
            Self::PickUp => "Something lies here. Press {take} to pick it up.",
            Self::ToStairs => "This level is explored. Press {descend} to walk to the stairs down.",
            Self::Descend => "These stairs lead down. Press {descend} to take them.",
            Self::GoUp => "You have the amulet! Press {ascend} to go up, level by level.",
            Self::Leave => "The way out! Press {ascend}.",
        }
    }
}
