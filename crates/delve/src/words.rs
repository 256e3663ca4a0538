//! Words of content that the rules know, each list an enum: what items do, how
//! weapons strike, what creatures can do, what a level is like.

use serde::{Deserialize, Serialize};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$of])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word for it in content.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What a word of content stands for.
            #[allow(dead_code, reason = "not every list is read from content")]
            pub fn of(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.word() == word)
            }

            /// Every word.
            #[allow(dead_code, reason = "not every list is read from content")]
            pub(crate) fn words() -> Vec<&'static str> {
                Self::ALL.iter().map(|it| it.word()).collect()
            }
        }
    };
}

words! {
    /// What an item does when it is used.
    Effect {
        /// Closes wounds.
        Heal = "heal",
        /// Ends what ails.
        Cure = "cure",
        /// Harder blows for good.
        Strength = "strength",
        /// More hit points for good.
        Vigour = "vigour",
        /// Twice the pace for a while.
        Haste = "haste",
        /// Shows the level.
        Map = "map",
        /// Takes the player elsewhere.
        Teleport = "teleport",
        /// Strikes the nearest enemy.
        Lightning = "lightning",
        /// Burns everyone around a place.
        Fireball = "fireball",
        /// One enemy stumbles.
        Confuse = "confuse",
        /// Everyone in view sleeps.
        Slumber = "slumber",
        /// What one came for.
        Amulet = "amulet",
        /// Flames at a place.
        Fire = "fire",
        /// Gas at a place.
        Gas = "gas",
        /// Wakes the level.
        Alarm = "alarm",
        /// Calls enemies.
        Summon = "summon",
        /// Blows glance off for a while.
        Shield = "shield",
        /// Lightning along a line.
        Bolt = "bolt",
        /// Fire at one enemy.
        Firebolt = "firebolt",
        /// The player is where it looks.
        Blink = "blink",
        /// One enemy is slow.
        Slow = "slow",
        /// One enemy is elsewhere.
        Banish = "banish",
        /// A beaten enemy becomes a friend.
        Charm = "charm",
        /// A passage through rock.
        Tunnel = "tunnel",
        /// Makes a thing, or the player, better.
        Enchant = "enchant",
        /// Opens a vault.
        Key = "key",
    }
}

impl Effect {
    /// Whether it is used on a place by whoever knows what it is.
    pub fn is_aimed(self) -> bool {
        matches!(
            self,
            Self::Fireball
                | Self::Confuse
                | Self::Fire
                | Self::Gas
                | Self::Bolt
                | Self::Firebolt
                | Self::Blink
                | Self::Slow
                | Self::Banish
                | Self::Charm
                | Self::Tunnel
        )
    }

    /// Whether somebody has to be at the place.
    pub(crate) fn wants_enemy(self) -> bool {
        matches!(
            self,
            Self::Confuse | Self::Bolt | Self::Firebolt | Self::Slow | Self::Banish | Self::Charm
        )
    }
}

words! {
    /// How a weapon strikes.
    Manner {
        /// Five times as hard at whoever sleeps.
        Sneak = "sneak",
        /// The one behind as well, and from two cells away.
        Reach = "reach",
        /// Everyone around.
        Sweep = "sweep",
        /// Turns one blow in five aside.
        Parry = "parry",
        /// Whoever is hit loses a moment.
        Stagger = "stagger",
    }
}

words! {
    /// What a creature can do besides walking and striking.
    Verb {
        /// Takes a thing and runs.
        Steal = "steal",
        /// Calls others.
        Summon = "summon",
        /// A wound makes two of it.
        Split = "split",
        /// Holds whoever it hits.
        Grab = "grab",
        /// Is beside one at once.
        Blink = "blink",
        /// Sets alight what it shoots at.
        Burn = "burn",
        /// Comes through rock.
        Dig = "dig",
        /// Shoots and keeps away.
        Kite = "kite",
        /// Never leaves its place far.
        Guard = "guard",
        /// Fears light and fire.
        Shun = "shun",
    }
}

impl Verb {
    /// What it does, as a clause about the creature.
    pub fn clause(self) -> &'static str {
        match self {
            Self::Steal => "steals and runs",
            Self::Summon => "calls others",
            Self::Split => "splits when it is wounded",
            Self::Grab => "holds what it hits",
            Self::Blink => "blinks",
            Self::Burn => "sets things on fire",
            Self::Dig => "digs through rock",
            Self::Kite => "keeps away and shoots",
            Self::Guard => "guards its place",
            Self::Shun => "shuns light",
        }
    }
}

words! {
    /// What a level is like beyond its ground.
    #[derive(Default)]
    Theme {
        /// Nothing of the kind.
        #[default]
        Plain = "plain",
        /// Deep water takes what is carried.
        Flooded = "flooded",
        /// The lamp reaches less far.
        Dark = "dark",
        /// Grass, oil and gas.
        Burning = "burning",
        /// Stalls that sell for shards.
        Market = "market",
        /// One hall full of sleepers and treasure.
        Zoo = "zoo",
    }
}

words! {
    /// Things that are unknown at first.
    Class {
        /// Drunk, or thrown.
        Potion = "potion",
        /// Read.
        Scroll = "scroll",
        /// Pointed at somebody.
        Wand = "wand",
    }
}

impl Class {
    /// A thing of the class, as it looks.
    pub(crate) fn with_look(self, look: &str) -> String {
        match self {
            Self::Potion => format!("{look} potion"),
            Self::Scroll => format!("scroll titled {look}"),
            Self::Wand => format!("{look} wand"),
        }
    }
}

words! {
    /// What a trap does to whoever steps on it.
    Snare {
        /// A poisoned dart.
        Dart = "dart",
        /// Flames.
        Flame = "fire",
        /// Gas.
        Fumes = "gas",
        /// A bell.
        Bell = "alarm",
        /// A net.
        Net = "net",
    }
}
