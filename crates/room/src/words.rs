//! From what somebody typed to what they want.
//!
//! ```text
//! message  = [ "/" ] [ code ] verb rest { newline line }
//! verb     = "new" | "join" | … | "order"          any case, aliases below
//! line     = an order, with or without a verb of its own
//! ```
//!
//! Orders stay text here: only the game knows what `A Vie-Bud` means. A message
//! with orders may hold several, on lines of their own or parted by `;` or `,`. A line
//! without a verb takes the verb of the line before.

mod arguments;
mod bare;
mod error;
mod help;
mod typed;
mod verb;

use jiff::civil::DateTime;

use crate::Span;
use crate::settings::shortened;
use arguments::{
    at_most, code, deadline, draft, draw, extend, is_code, join, map, owned, ready, replace,
    sandbox, some_text, start, sure, tell, touch, unlink, why,
};

pub(crate) use arguments::looks_like_a_phase;
pub(crate) use bare::bare_orders;
pub use error::WordsError;
pub use help::help;
pub use typed::typed;
pub use verb::Verb;

/// The longest message that is read at all, in bytes.
pub const LONGEST_MESSAGE: usize = 8 * 1024;
/// An order on the board that most know; others are said where the game is known.
pub(crate) const AN_ORDER: &str = "order A Vie-Bud";
/// What stands between two orders of one message.
const PARTED: [char; 3] = ['\n', ';', ','];
/// The most orders that one message may hold.
pub const MOST_ORDERS: usize = 64;

/// What somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// Open a game with these settings (`key=value` words, not yet read).
    New(Vec<String>),
    /// Take a seat.
    Join {
        /// The game's code, if it was named.
        code: Option<String>,
        /// The wanted power, as typed; of several one is drawn, the liked ones first.
        powers: Vec<String>,
    },
    /// Make this group a public window of the game.
    Link(String),
    /// Make it one no more; or the window of this number.
    Unlink(Option<usize>),
    /// Speak of this game from now on.
    Use(String),
    /// Give up the seat before the start.
    Leave,
    /// Begin, and let such bots take the powers that nobody joined (a `bots=…` word,
    /// not yet read); in a private Telegram chat, a greeting.
    Start(Option<String>),
    /// Orders of any phase.
    Order(Vec<OrderLine>),
    /// Orders in the place of all that were noted.
    Anew(Vec<OrderLine>),
    /// Orders that are only thought of.
    Draft(DraftWords),
    /// Orders of all powers that are tried.
    Sandbox(SandboxWords),
    /// Orders by touch: which unit, then which order.
    Touch {
        /// The unit, as typed; which one, if none is named.
        unit: Option<String>,
        /// How many of its orders were shown before.
        after: usize,
    },
    /// List one's own pending orders.
    Orders,
    /// Take back one unit's order, or all.
    Clear(Option<String>),
    /// Done with the present phase, or with the named one if it is that.
    Ready(Option<String>),
    /// Not done after all.
    Unready,
    /// A picture of the board, or of a province and its neighbours.
    Map {
        /// The province in the middle, as typed.
        province: Option<String>,
        /// How many steps around it.
        radius: u8,
    },
    /// A picture with one's own pending orders.
    MyMap,
    /// Who has joined, who is ready, when it is due.
    Status,
    /// The log of a phase, of all (`ALL`), or the list of phases.
    History(Option<String>),
    /// The log of the phase that was resolved last.
    Last,
    /// Why an order ended as it did.
    Why {
        /// The unit, as typed.
        unit: String,
        /// The phase, if one was named.
        phase: Option<String>,
    },
    /// The powers, their players, centres and units.
    Powers,
    /// A link to the browser.
    Web,
    /// Be told in a chat: by the word that the browser shows, or `off`.
    Notify(Option<String>),
    /// The settings and rule choices of the table.
    Rules,
    /// What can be said.
    Help(Option<String>),
    /// Propose a draw or vote on it.
    Draw(DrawWords),
    /// Give up; only if it is said with a yes, since nothing brings it back.
    Concede(bool),
    /// Stop the clock.
    Pause,
    /// Start it again.
    Resume,
    /// Move the present deadline back.
    Extend(ExtendWords),
    /// Change lengths, or set the present deadline.
    Deadline(DeadlineChange),
    /// Resolve now; where others wait, only if it is said with a yes.
    Force(bool),
    /// Give a power to somebody else.
    Replace {
        /// The power, as typed.
        power: String,
        /// The newcomer, as typed.
        player: String,
    },
    /// Take a power's player away.
    Kick(String),
    /// Say something to other players.
    Tell {
        /// To whom.
        to: Hearers,
        /// The words.
        words: String,
    },
    /// What was said, in the present phase or in this one; a page of it, the last if none
    /// is named.
    Press(Option<String>, Option<u64>),
    /// Hear nothing more of a power; or hear it again.
    Mute(String, bool),
    /// The game as a file.
    Export,
    /// What cost most in a game that is over.
    Coach,
    /// Who did what.
    Audit,
}

/// Who is told something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hearers {
    /// Everybody.
    All,
    /// These powers, as typed.
    Powers(Vec<String>),
}

/// A change of the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadlineChange {
    /// `key=value` words for the phases to come.
    Lengths(Vec<String>),
    /// This phase ends then, in the table's zone.
    At(DateTime),
}

/// What is said about more time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtendWords {
    /// So much more; a player who is not the game master proposes it.
    By(Span),
    /// Yes or no to what is proposed.
    Vote(bool),
}

/// What is said about a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftWords {
    /// What it holds.
    Show,
    /// Orders more.
    Note(Vec<OrderLine>),
    /// One unit's order is forgotten, or all.
    Clear(Option<String>),
    /// It is given.
    Give,
}

/// What is said about a sandbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SandboxWords {
    /// What it holds.
    Show,
    /// It begins anew: at a phase that was, or at the present one.
    From(Option<String>),
    /// Orders of any power.
    Order(Vec<OrderLine>),
    /// What would come of them.
    Resolve,
    /// What a bot would order there, for this power as typed, or the speaker's own.
    Advice(Option<String>),
    /// It goes on from there.
    On,
    /// Its orders are forgotten.
    Clear,
    /// All of it is forgotten.
    End,
}

/// What is said about a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawWords {
    /// One is proposed, between these powers as typed; between all survivors if
    /// none is named.
    Propose(Vec<String>),
    /// Yes or no to the proposed one.
    Vote(bool),
    /// Half a yes, which is asked about: a yes may end the game.
    Hint,
}

/// One order as typed, with the verb it stood under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderLine {
    /// Which kind of order the verb asks for.
    pub verb: OrderVerb,
    /// The rest of the line; the count for `waive`.
    pub text: String,
}

/// The verbs that carry orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderVerb {
    /// `order`, `move`: any order of the present phase.
    Order,
    /// `retreat A Mun-Ruh`.
    Retreat,
    /// `disband A Mun`.
    Disband,
    /// `build F Stp/nc`.
    Build,
    /// `waive`, `waive 2`.
    Waive,
}

impl OrderVerb {
    /// The verb as it is said.
    pub fn word(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Retreat => "retreat",
            Self::Disband => "disband",
            Self::Build => "build",
            Self::Waive => "waive",
        }
    }
}

/// Reads a message.
pub fn read(message: &str) -> Result<Words, WordsError> {
    if message.len() > LONGEST_MESSAGE {
        return Err(WordsError::TooLong);
    }
    let message = message.trim();
    let message = message.strip_prefix('/').unwrap_or(message).trim_start();
    let (first, rest) = split_word(message);
    // `waive; build A Ber`: the verb ends where the next order begins.
    let (first, rest) = match first.find([';', ',']) {
        Some(end) => message.split_at(end),
        None => (first, rest),
    };
    if first.is_empty() {
        return Err(WordsError::Empty);
    }
    // Telegram writes /order@name_of_the_bot in groups.
    let verb = first.split('@').next().unwrap_or(first).to_lowercase();
    let Some(known) = Verb::named(&verb) else {
        // Whoever names a unit gives an order.
        let unit = matches!(verb.as_str(), "a" | "f" | "army" | "fleet");
        return Err(WordsError::UnknownVerb {
            word: shortened(first),
            meant: unit.then_some("order").or_else(|| Verb::nearest(&verb)),
        });
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    read_plain(known, rest, &words)
}

/// What a verb and the words after it want.
fn read_plain(verb: Verb, rest: &str, words: &[&str]) -> Result<Words, WordsError> {
    // What ends or changes something must not be read out of half a sentence.
    let alone = |wanted: Words| at_most(verb, words, 0, "nothing else").map(|()| wanted);
    match verb {
        Verb::New => Ok(Words::New(owned(words))),
        Verb::Join => join(words),
        Verb::Link => code(words, "link K7Q2M").map(Words::Link),
        Verb::Unlink => unlink(words),
        Verb::Use => code(words, "use K7Q2M").map(Words::Use),
        Verb::Leave => alone(Words::Leave),
        Verb::Start => start(words),
        Verb::Order => read_orders(OrderVerb::Order, rest).map(Words::Order),
        Verb::Retreat => read_orders(OrderVerb::Retreat, rest).map(Words::Order),
        Verb::Disband => read_orders(OrderVerb::Disband, rest).map(Words::Order),
        Verb::Build => read_orders(OrderVerb::Build, rest).map(Words::Order),
        Verb::Waive => read_orders(OrderVerb::Waive, rest).map(Words::Order),
        Verb::Anew => read_orders(OrderVerb::Order, rest).map(Words::Anew),
        Verb::Draft => draft(rest, words),
        Verb::Sandbox => sandbox(rest, words),
        Verb::Touch => touch(words),
        Verb::Orders => alone(Words::Orders),
        Verb::Clear => Ok(Words::Clear(
            some_text(rest).filter(|unit| !unit.eq_ignore_ascii_case("all")),
        )),
        Verb::Ready => ready(words),
        Verb::Unready => alone(Words::Unready),
        Verb::Map => map(words),
        Verb::MyMap => alone(Words::MyMap),
        Verb::Status => alone(Words::Status),
        Verb::History => {
            at_most(verb, words, 1, "one phase, all or nothing else")?;
            Ok(Words::History(
                words.first().map(|phase| phase.to_uppercase()),
            ))
        }
        Verb::Last => alone(Words::Last),
        Verb::Why => why(words),
        Verb::Powers => alone(Words::Powers),
        Verb::Web => alone(Words::Web),
        Verb::Notify => {
            at_most(verb, words, 1, "one word or nothing else")?;
            Ok(Words::Notify(words.first().map(|&word| word.to_owned())))
        }
        Verb::Rules => alone(Words::Rules),
        Verb::Help => {
            at_most(verb, words, 1, "one word or nothing else")?;
            Ok(Words::Help(words.first().map(|word| word.to_lowercase())))
        }
        Verb::Draw => draw(words),
        Verb::Concede => sure(verb, words).map(Words::Concede),
        Verb::Pause => alone(Words::Pause),
        Verb::Resume => alone(Words::Resume),
        Verb::Extend => extend(words),
        Verb::Deadline => deadline(words),
        Verb::Force => sure(verb, words).map(Words::Force),
        Verb::Replace => replace(words),
        Verb::Kick => some_text(rest).map(Words::Kick).ok_or(WordsError::Misused {
            what: "say whom",
            example: "kick France",
        }),
        Verb::Tell => tell(rest),
        Verb::Press => {
            at_most(verb, words, 2, "one phase, one page or nothing else")?;
            let page = words.last().and_then(|word| word.parse().ok());
            let phase = match words {
                [_] if page.is_some() => None,
                [phase, ..] => Some(phase.to_uppercase()),
                [] => None,
            };
            match (words, page) {
                ([_, _], None) => Err(WordsError::Misused {
                    what: "a page is a number",
                    example: "press S1901M 2",
                }),
                _ => Ok(Words::Press(phase, page)),
            }
        }
        Verb::Mute | Verb::Unmute => match words {
            [power] => Ok(Words::Mute((*power).to_owned(), verb == Verb::Mute)),
            _ => Err(WordsError::Misused {
                what: "one power must follow",
                example: "mute France",
            }),
        },
        Verb::Export => alone(Words::Export),
        Verb::Coach => alone(Words::Coach),
        Verb::Audit => alone(Words::Audit),
    }
}

/// A message without what comes along when it is copied: the marks around words that
/// are quoted to be said, bullets in front of lines, a comma after somebody's name.
pub(crate) fn unadorned(message: &str) -> String {
    const AROUND: [char; 9] = ['"', '\'', '“', '”', '„', '‘', '’', '«', '»'];
    // What is told to others is theirs as it is.
    let (first, _) = split_word(addressed(message).1.trim_start_matches('/'));
    let first = first.split('@').next().unwrap_or(first);
    if Verb::named(first) == Some(Verb::Tell) {
        return message.to_owned();
    }
    if message.len() > LONGEST_MESSAGE {
        // Too long anyway.
        return message.to_owned();
    }
    let bare = |line: &str| {
        let line = line.trim().trim_start_matches(['•', ',']).trim_start();
        line.trim_matches(AROUND).replace('`', "")
    };
    let lines: Vec<String> = message.lines().map(bare).collect();
    lines.join("\n")
}

/// A game's code in front of a message, and the words after it: `K7Q2M status` is
/// about that game wherever it is said. Buttons speak so.
pub(crate) fn addressed(message: &str) -> (Option<String>, &str) {
    let bare = message.trim();
    let bare = bare.strip_prefix('/').unwrap_or(bare);
    let (first, rest) = split_word(bare);
    let code = first.strip_suffix(':').unwrap_or(first);
    if is_code(code) {
        (Some(code.to_uppercase()), rest.trim())
    } else {
        (None, message)
    }
}

/// Reads the orders of a message whose first line stands under `verb`.
fn read_orders(verb: OrderVerb, rest: &str) -> Result<Vec<OrderLine>, WordsError> {
    let mut current = verb;
    let mut lines = Vec::new();
    // Each piece comes with whether it still needs its verb looked for: the
    // first one has had its verb taken off already.
    for (index, piece) in rest.split(PARTED).map(str::trim).enumerate() {
        let mut text = piece;
        if index > 0 {
            let bare = piece.strip_prefix('/').unwrap_or(piece);
            let (first, after) = split_word(bare);
            if let Some(kind) = Verb::named(first).and_then(Verb::carries) {
                current = kind;
                text = after.trim();
            }
        }
        if text.is_empty() && current != OrderVerb::Waive {
            continue;
        }
        lines.push(line(current, text));
        if current == OrderVerb::Waive {
            // Nobody waives on the next line without saying so.
            current = OrderVerb::Order;
        }
        if lines.len() > MOST_ORDERS {
            return Err(WordsError::TooManyOrders);
        }
    }
    if lines.is_empty() {
        return Err(WordsError::Misused {
            what: "an order must follow",
            example: AN_ORDER,
        });
    }
    Ok(lines)
}

fn line(verb: OrderVerb, text: &str) -> OrderLine {
    OrderLine {
        verb,
        text: text.to_string(),
    }
}

/// The first word and what follows it; a newline ends a word as a blank does.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], &text[end..])
}

#[cfg(test)]
mod tests;
