//! The properties Delve gives its entities beyond those the framework knows,
//! looked up once.

use parlour_rogue::{Prop, Registry};

macro_rules! names {
    ($($field:ident $doc:literal,)*) => {
        /// Handles of the game's own properties.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Names {
            $(#[doc = $doc] pub(crate) $field: Prop,)*
        }

        impl Names {
            /// The handles in a registry, new where nothing used them.
            pub(crate) fn of(registry: &mut Registry) -> Self {
                Self {
                    $($field: registry
                        .prop_key(stringify!($field))
                        .expect("content has room for the game's own names"),)*
                }
            }
        }
    };
}

names! {
    levels "Where it lives: first and last level.",
    weight "How common it is there.",
    band "How many come together.",
    worth "Experience for slaying it.",
    sleeps "Of a hundred, how many sleep at first.",
    flees "Below so many per cent of its health it runs.",
    habit "How it moves: hunter, erratic, archer, still.",
    venom "What its wounds do.",
    venom_turns "For how long.",
    asleep "Whether it sleeps.",
    alert "For how many turns it still hunts.",
    pack_number "Those with the same number wake each other.",
    confused "For how many turns it stumbles.",
    poisoned "For how many turns it is poisoned.",
    slowed "For how many turns it is slow.",
    hasted "For how many turns it is fast.",
    noise "How far the player's last action was heard.",
    killer "Who struck the player last.",
    seen "Of items: the player has seen it there.",
    left_behind "Of items: the player put it down.",
    stack "Of heaps: dice for how many.",
    count "Of heaps: how many.",
    slot "What it is worn as.",
    attack_bonus "What a worn thing adds to rolls to hit.",
    defense_bonus "What a worn thing adds to the defence.",
    grows "Of the player: shards, if it grows by them and not by ranks.",
    class "Which things it is mistaken for until somebody knows it.",
    looks "Of a class: what its things look like.",
    verb "Of weapons and whoever wields one: how it strikes.",
    verbs "What a creature can do.",
    summons "Whom it calls.",
    leader "Who leads a band of these.",
    leads "Of leaders: whether it leads one now.",
    joins "Whether it can be met in chains.",
    themes "Levels it prefers.",
    charges "How often it can be used yet.",
    recharge "After how many turns a charge comes back.",
    waited "For how many turns it has come back so far.",
    enchant "How many shards are bound to it.",
    stealth "What it takes off the noise.",
    price "How many shards a stall asks for it.",
    for_sale "Of items: whether it lies in a stall.",
    caged "Of items: whether taking it shuts the others away.",
    legend "Of items: whether it lies at the end of the branch.",
    captive "Whether it is in chains.",
    friend "Whether it is on the player's side.",
    held "For how many turns the player is held.",
    afraid "For how many turns it runs whatever happens.",
    runs "Of whoever runs in fear: the player was told.",
    shielded "For how many turns blows glance off.",
    shield_armor "How much of a blow is taken off then.",
    home "Of guards: where it stands, as a number.",
    lit "Of tiles: light falls there.",
    trap "Of tiles: the kind of trap.",
}
