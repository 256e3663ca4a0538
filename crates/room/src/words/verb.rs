//! The verbs: what may be said first. Each has one word; `move` is said for `order`.

macro_rules! verbs {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// What is said first: it says what is wanted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Verb {
            $($(#[$doc])* $name,)*
        }

        impl Verb {
            /// All of them, in the order a game is lived.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The word.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

verbs! {
    /// Opens a game.
    New = "new",
    /// Takes a seat.
    Join = "join",
    /// Makes a group a window of a game.
    Link = "link",
    /// Makes it one no more.
    Unlink = "unlink",
    /// Says which game is spoken of.
    Use = "use",
    /// Gives a seat up before the start.
    Leave = "leave",
    /// Begins a game.
    Start = "start",
    /// Notes orders.
    Order = "order",
    /// Notes orders in the place of all.
    Anew = "anew",
    /// Thinks of orders that are not given yet.
    Draft = "draft",
    /// Tries orders of all powers.
    Sandbox = "sandbox",
    /// Gives orders by buttons.
    Touch = "touch",
    /// Lists one's own orders.
    Orders = "orders",
    /// Takes orders back.
    Clear = "clear",
    /// Is done.
    Ready = "ready",
    /// Is not done.
    Unready = "unready",
    /// Orders a retreat.
    Retreat = "retreat",
    /// Orders that a unit is taken off the board.
    Disband = "disband",
    /// Orders a build.
    Build = "build",
    /// Orders that nothing is built.
    Waive = "waive",
    /// Asks for a picture.
    Map = "map",
    /// Asks for one with one's own orders.
    MyMap = "mymap",
    /// Asks how the game stands.
    Status = "status",
    /// Asks what happened.
    History = "history",
    /// Asks what happened last.
    Last = "last",
    /// Asks why an order ended as it did.
    Why = "why",
    /// Asks who plays what.
    Powers = "powers",
    /// Asks for a link to the browser.
    Web = "web",
    /// Is told in a chat what concerns one in the browser.
    Notify = "notify",
    /// Asks what was agreed.
    Rules = "rules",
    /// Proposes a draw or votes on it.
    Draw = "draw",
    /// Gives a game up.
    Concede = "concede",
    /// Stops the clock.
    Pause = "pause",
    /// Starts it again.
    Resume = "resume",
    /// Moves a deadline back.
    Extend = "extend",
    /// Sets a deadline, or lengths.
    Deadline = "deadline",
    /// Resolves now.
    Force = "force",
    /// Gives a power to somebody else.
    Replace = "replace",
    /// Takes a power's player away.
    Kick = "kick",
    /// Says something to other players.
    Tell = "tell",
    /// Asks what was said.
    Press = "press",
    /// Hears a power no more.
    Mute = "mute",
    /// Hears it again.
    Unmute = "unmute",
    /// Asks for the game as a file.
    Export = "export",
    /// Asks what cost most in a game that is over.
    Coach = "coach",
    /// Asks who did what.
    Audit = "audit",
    /// Asks what can be said.
    Help = "help",
}

/// Other words for a verb.
const ALIASES: &[(&str, Verb)] = &[("move", Verb::Order)];

impl Verb {
    /// The verb that a word says, in any case.
    pub fn named(word: &str) -> Option<Self> {
        spelled().find_map(|(known, verb)| word.eq_ignore_ascii_case(known).then_some(verb))
    }

    /// The kind of orders that it carries, if it does.
    pub fn carries(self) -> Option<super::OrderVerb> {
        use super::OrderVerb;
        Some(match self {
            Self::Order => OrderVerb::Order,
            Self::Retreat => OrderVerb::Retreat,
            Self::Disband => OrderVerb::Disband,
            Self::Build => OrderVerb::Build,
            Self::Waive => OrderVerb::Waive,
            _ => return None,
        })
    }

    /// The word at most two slips away from a misspelt one, if there is one.
    pub(super) fn nearest(word: &str) -> Option<&'static str> {
        if word.len() > 16 {
            return None;
        }
        spelled()
            .map(|(known, _)| (slips(known, word), known))
            .filter(|(distance, known)| *distance <= 2 && *distance * 2 < known.len())
            .min()
            .map(|(_, known)| known)
    }
}

/// Every word and what it says.
fn spelled() -> impl Iterator<Item = (&'static str, Verb)> {
    let words = Verb::ALL.iter().map(|verb| (verb.word(), *verb));
    words.chain(ALIASES.iter().copied())
}

/// How many letters must be changed, added or left out (Levenshtein).
fn slips(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, to) in right.iter().enumerate() {
            let changed = corner + usize::from(from != *to);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}
