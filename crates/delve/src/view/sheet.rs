//! The character sheet.

use parlour_rogue::Prop;
use serde::{Deserialize, Serialize};

use super::small;
use crate::act::count_of;
use crate::state::State;

/// The character sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Character {
    /// Hit points left; 0 at death.
    pub hp: u32,
    /// Hit points when unhurt.
    pub max_hp: u32,
    /// The rank, from 1.
    pub rank: u32,
    /// Experience so far.
    pub experience: u32,
    /// Experience at which the next rank is reached.
    pub next_rank: u32,
    /// Dice to hit.
    pub attack: String,
    /// Dice of a blow.
    pub damage: String,
    /// Dice and reach of a shot, with a bow in hand.
    pub shot: Option<(String, u32)>,
    /// What blows have to reach.
    pub defense: u32,
    /// What is taken off every blow.
    pub armor: u32,
    /// What ails or helps, each with the turns it lasts.
    pub status: Vec<(Status, u32)>,
    /// Arrows in the pack.
    pub arrows: u32,
    /// Shards in the pack.
    pub shards: u32,
    /// How far the last action was heard.
    pub noise: u32,
    /// Whether the rank says how many shards were bound, and not what was learned.
    pub by_shards: bool,
}

/// What may be the matter with the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Loses a hit point every turn.
    Poisoned,
    /// Acts less often.
    Slowed,
    /// Walks where it did not want to.
    Confused,
    /// Acts twice as often.
    Hasted,
    /// Cannot walk away.
    Held,
    /// Blows glance off.
    Shielded,
}

impl Status {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Poisoned => "poisoned",
            Self::Slowed => "slow",
            Self::Confused => "confused",
            Self::Hasted => "fast",
            Self::Held => "held",
            Self::Shielded => "stone skin",
        }
    }
}

pub(super) fn sheet(state: &State) -> Character {
    let world = state.world();
    let names = &state.content.names;
    let text = |prop| crate::scene::word(world, state.player(), prop);
    let status = [
        (Status::Poisoned, names.poisoned),
        (Status::Slowed, names.slowed),
        (Status::Confused, names.confused),
        (Status::Hasted, names.hasted),
        (Status::Held, names.held),
        (Status::Shielded, names.shielded),
    ];
    let shot = text(Prop::RANGED_DAMAGE);
    let arrow = state.content.kinds.arrow;
    let arrows = world.pack(state.player()).iter();
    let (hp, max_hp) = state.health();
    Character {
        hp: small(hp),
        max_hp: small(max_hp),
        rank: state.journey.rank,
        experience: state.journey.experience,
        next_rank: state.journey.next_rank(),
        attack: text(Prop::ATTACK),
        damage: text(Prop::DAMAGE),
        shot: (!shot.is_empty()).then(|| (shot, small(state.number(Prop::RANGE)))),
        defense: small(state.number(Prop::DEFENSE)),
        armor: small(state.number(Prop::ARMOR)),
        status: status
            .into_iter()
            .map(|(status, prop)| (status, small(state.number(prop))))
            .filter(|(_, turns)| *turns > 0)
            .collect(),
        arrows: arrows
            .filter(|item| item.kind == arrow)
            .map(|item| small(count_of(world, names, item)))
            .sum(),
        shards: world
            .pack(state.player())
            .iter()
            .filter(|item| state.content.kinds.deep.map(|deep| deep.shard) == Some(item.kind))
            .map(|item| small(count_of(world, names, item)))
            .sum(),
        noise: small(state.number(names.noise)),
        by_shards: state.content.kinds.deep.is_some(),
    }
}
