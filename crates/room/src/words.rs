//! From what somebody typed to what they want.
//!
//! ```text
//! message  = [ "/" ] [ code ] verb rest { newline line }
//! verb     = "new" | "join" | … | "order"          any case, aliases below
//! line     = an order, with or without a verb of its own
//! ```
//!
//! Orders stay text here: only the game knows what `A Vie-Bud` means. A message
//! with orders may hold several, on lines of their own or parted by `;`. A line
//! without a verb takes the verb of the line before.

use jiff::civil::DateTime;

use crate::Span;
use crate::settings::shortened;

mod help;

pub use help::help;

/// The longest message that is read at all, in bytes.
pub const LONGEST_MESSAGE: usize = 8 * 1024;
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
        /// The wanted power, as typed.
        power: Option<String>,
    },
    /// Make this group a public window of the game.
    Link(String),
    /// Speak of this game from now on.
    Use(String),
    /// Give up the seat before the start.
    Leave,
    /// Begin; in a private Telegram chat, a greeting.
    Start,
    /// Orders of any phase.
    Order(Vec<OrderLine>),
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
    /// The log of a phase, or the list of phases.
    History(Option<String>),
    /// Why an order ended as it did.
    Why {
        /// The unit, as typed.
        unit: String,
        /// The phase, if one was named.
        phase: Option<String>,
    },
    /// The powers, their players, centres and units.
    Powers,
    /// The settings and rule choices of the table.
    Rules,
    /// What can be said.
    Help(Option<String>),
    /// Propose a draw or vote on it.
    Draw(DrawWords),
    /// Give up.
    Concede,
    /// Stop the clock.
    Pause,
    /// Start it again.
    Resume,
    /// Move the present deadline back.
    Extend(Span),
    /// Change lengths, or set the present deadline.
    Deadline(DeadlineChange),
    /// Resolve now.
    Force,
    /// Give a power to somebody else.
    Replace {
        /// The power, as typed.
        power: String,
        /// The newcomer, as typed.
        player: String,
    },
    /// Take a power's player away.
    Kick(String),
    /// The game as a file.
    Export,
}

/// A change of the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadlineChange {
    /// `key=value` words for the phases to come.
    Lengths(Vec<String>),
    /// This phase ends then, in the table's zone.
    At(DateTime),
}

/// What is said about a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawWords {
    /// One is proposed, between these powers as typed; between all survivors if
    /// none is named.
    Propose(Vec<String>),
    /// Yes or no to the proposed one.
    Vote(bool),
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

/// Why words are not understood. `Display` is what the speaker is told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// Nothing was said.
    #[error("say what you want to do; `help` lists what can be said")]
    Empty,
    /// Longer than any honest message.
    #[error("that message is too long: at most {} kB are read", LONGEST_MESSAGE / 1024)]
    TooLong,
    /// More orders than there are units.
    #[error("at most {MOST_ORDERS} orders fit into one message")]
    TooManyOrders,
    /// No such verb.
    #[error("`{word}` is not understood; {}`help` lists what can be said", suggestion(*.meant))]
    UnknownVerb {
        /// The word, shortened.
        word: String,
        /// The verb that was probably meant.
        meant: Option<&'static str>,
    },
    /// More words than the verb takes.
    #[error("`{word}` is too much: `{verb}` is said with {takes}")]
    TooMuch {
        /// The verb.
        verb: &'static str,
        /// The first word that is too much, shortened.
        word: String,
        /// What may follow the verb.
        takes: &'static str,
    },
    /// The verb is known, the rest does not fit.
    #[error("{what}, for instance `{example}`")]
    Misused {
        /// What is missing or wrong.
        what: &'static str,
        /// A correct line.
        example: &'static str,
    },
}

fn suggestion(meant: Option<&'static str>) -> String {
    meant.map_or(String::new(), |verb| format!("did you mean `{verb}`? "))
}

impl WordsError {
    /// The stable code of this refusal.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::TooManyOrders => "too_many_orders",
            Self::UnknownVerb { .. } => "unknown_word",
            Self::TooMuch { .. } | Self::Misused { .. } => "misused_word",
        }
    }
}

/// Every verb and what it is called in [`Words`]; aliases share a name.
const VERBS: &[(&str, &str)] = &[
    ("new", "new"),
    ("join", "join"),
    ("link", "link"),
    ("use", "use"),
    ("leave", "leave"),
    ("start", "start"),
    ("order", "order"),
    ("move", "order"),
    ("orders", "orders"),
    ("clear", "clear"),
    ("ready", "ready"),
    ("unready", "unready"),
    ("retreat", "retreat"),
    ("disband", "disband"),
    ("build", "build"),
    ("waive", "waive"),
    ("map", "map"),
    ("mymap", "mymap"),
    ("status", "status"),
    ("history", "history"),
    ("why", "why"),
    ("powers", "powers"),
    ("rules", "rules"),
    ("help", "help"),
    ("draw", "draw"),
    ("concede", "concede"),
    ("pause", "pause"),
    ("resume", "resume"),
    ("extend", "extend"),
    ("deadline", "deadline"),
    ("force", "force"),
    ("replace", "replace"),
    ("kick", "kick"),
    ("export", "export"),
];

/// Reads a message.
pub fn read(message: &str) -> Result<Words, WordsError> {
    if message.len() > LONGEST_MESSAGE {
        return Err(WordsError::TooLong);
    }
    let message = message.trim();
    let message = message.strip_prefix('/').unwrap_or(message);
    let (first, rest) = split_word(message);
    // `waive; build A Ber`: the verb ends where the next order begins.
    let (first, rest) = match first.find(';') {
        Some(end) => message.split_at(end),
        None => (first, rest),
    };
    if first.is_empty() {
        return Err(WordsError::Empty);
    }
    // Telegram writes /order@name_of_the_bot in groups.
    let verb = first.split('@').next().unwrap_or(first).to_lowercase();
    let Some((_, name)) = VERBS.iter().find(|(known, _)| *known == verb) else {
        // Whoever names a unit gives an order.
        let unit = matches!(verb.as_str(), "a" | "f" | "army" | "fleet");
        return Err(WordsError::UnknownVerb {
            word: shortened(first),
            meant: unit.then_some("order").or_else(|| nearest_verb(&verb)),
        });
    };
    if let Some(kind) = order_verb(name) {
        return read_orders(kind, rest);
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    read_plain(name, rest, &words)
}

fn read_plain(name: &'static str, rest: &str, words: &[&str]) -> Result<Words, WordsError> {
    // What ends or changes something must not be read out of half a sentence.
    if let Some(alone) = alone(name) {
        at_most(name, words, 0, "nothing else")?;
        return Ok(alone);
    }
    match name {
        "new" => Ok(Words::New(owned(words))),
        "join" => join(words),
        "link" => code(words, "link K7Q2M").map(Words::Link),
        "use" => code(words, "use K7Q2M").map(Words::Use),
        "ready" => ready(words),
        "clear" => Ok(Words::Clear(
            some_text(rest).filter(|unit| !unit.eq_ignore_ascii_case("all")),
        )),
        "map" => map(words),
        "history" => {
            at_most(name, words, 1, "one phase or nothing else")?;
            Ok(Words::History(
                words.first().map(|phase| phase.to_uppercase()),
            ))
        }
        "why" => why(words),
        "help" => {
            at_most(name, words, 1, "one word or nothing else")?;
            Ok(Words::Help(words.first().map(|word| word.to_lowercase())))
        }
        "draw" => draw(words),
        "extend" => extend(words),
        "deadline" => deadline(words),
        "replace" => replace(words),
        "kick" => some_text(rest).map(Words::Kick).ok_or(WordsError::Misused {
            what: "say whom",
            example: "kick France",
        }),
        _ => unreachable!("every name in VERBS is read here or carries orders"),
    }
}

/// The words that are said alone.
fn alone(name: &str) -> Option<Words> {
    Some(match name {
        "leave" => Words::Leave,
        "start" => Words::Start,
        "orders" => Words::Orders,
        "unready" => Words::Unready,
        "mymap" => Words::MyMap,
        "status" => Words::Status,
        "powers" => Words::Powers,
        "rules" => Words::Rules,
        "concede" => Words::Concede,
        "pause" => Words::Pause,
        "resume" => Words::Resume,
        "force" => Words::Force,
        "export" => Words::Export,
        _ => return None,
    })
}

/// Refuses more words than a verb takes.
fn at_most(
    verb: &'static str,
    words: &[&str],
    count: usize,
    takes: &'static str,
) -> Result<(), WordsError> {
    match words.get(count) {
        None => Ok(()),
        Some(word) => Err(WordsError::TooMuch {
            verb,
            word: shortened(word),
            takes,
        }),
    }
}

/// Whether a word looks like a game's code: five letters and digits, at least
/// one of them a digit, so that no power or province is ever taken for one.
pub(crate) fn is_code(word: &str) -> bool {
    word.len() == 5
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && word.bytes().any(|byte| byte.is_ascii_digit())
}

/// A message without what comes along when it is copied: the marks around words that
/// are quoted to be said, bullets in front of lines, a comma after somebody's name.
pub(crate) fn unadorned(message: &str) -> String {
    const AROUND: [char; 9] = ['"', '\'', '“', '”', '„', '‘', '’', '«', '»'];
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

fn order_verb(name: &str) -> Option<OrderVerb> {
    Some(match name {
        "order" => OrderVerb::Order,
        "retreat" => OrderVerb::Retreat,
        "disband" => OrderVerb::Disband,
        "build" => OrderVerb::Build,
        "waive" => OrderVerb::Waive,
        _ => return None,
    })
}

/// Reads the orders of a message whose first line stands under `verb`.
fn read_orders(verb: OrderVerb, rest: &str) -> Result<Words, WordsError> {
    let mut current = verb;
    let mut lines = Vec::new();
    // Each piece comes with whether it still needs its verb looked for: the
    // first one has had its verb taken off already.
    for (index, piece) in rest.split(['\n', ';']).map(str::trim).enumerate() {
        let mut text = piece;
        if index > 0 {
            let bare = piece.strip_prefix('/').unwrap_or(piece);
            let (first, after) = split_word(bare);
            let name = first.to_lowercase();
            let known = VERBS.iter().find(|(word, _)| *word == name);
            if let Some(kind) = known.and_then(|(_, name)| order_verb(name)) {
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
            example: "order A Vie-Bud",
        });
    }
    Ok(Words::Order(lines))
}

fn line(verb: OrderVerb, text: &str) -> OrderLine {
    OrderLine {
        verb,
        text: text.to_string(),
    }
}

fn join(words: &[&str]) -> Result<Words, WordsError> {
    let (code, power) = match words {
        [code, power @ ..] if is_code(code) => (Some(code.to_uppercase()), power),
        power => (None, power),
    };
    at_most("join", power, 1, "a code and one power")?;
    Ok(Words::Join {
        code,
        power: power.first().map(ToString::to_string),
    })
}

fn code(words: &[&str], example: &'static str) -> Result<String, WordsError> {
    match words {
        // A code without a digit is one that no game has; that is told as a fact.
        [code] if code.len() == 5 && code.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            Ok(code.to_uppercase())
        }
        _ => Err(WordsError::Misused {
            what: "the game's code must follow, five letters and digits",
            example,
        }),
    }
}

fn map(words: &[&str]) -> Result<Words, WordsError> {
    let misused = WordsError::Misused {
        what: "a province and a number of steps from 0 to 9 may follow",
        example: "map vie 2",
    };
    let (province, radius) = match words {
        [] => (None, 1),
        [.., last] if words.len() > 1 && is_number(last) => {
            let digits = last.bytes().all(|byte| byte.is_ascii_digit());
            let radius = last.parse().ok().filter(|steps| digits && *steps <= 9);
            let radius = radius.ok_or(misused)?;
            (Some(words[..words.len() - 1].join(" ")), radius)
        }
        _ => (Some(words.join(" ")), 1),
    };
    Ok(Words::Map { province, radius })
}

/// `2`, and also what is no number of steps: `-1`, `+3`.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn ready(words: &[&str]) -> Result<Words, WordsError> {
    at_most("ready", words, 1, "one phase or nothing else")?;
    match words.first() {
        None => Ok(Words::Ready(None)),
        Some(phase) if looks_like_a_phase(phase) => Ok(Words::Ready(Some(phase.to_uppercase()))),
        Some(_) => Err(WordsError::Misused {
            what: "only a phase may follow",
            example: "ready S1901M",
        }),
    }
}

fn why(words: &[&str]) -> Result<Words, WordsError> {
    let Some((last, before)) = words.split_last() else {
        return Err(WordsError::Misused {
            what: "name the unit, and a phase if it was not the last one",
            example: "why A Bud S1901M",
        });
    };
    if let Some(place) = words.iter().position(|word| looks_like_a_phase(word)) {
        at_most("why", words, place + 1, "a unit and then one phase")?;
    }
    let (unit, phase) = if !before.is_empty() && looks_like_a_phase(last) {
        (before.join(" "), Some(last.to_uppercase()))
    } else {
        (words.join(" "), None)
    };
    Ok(Words::Why { unit, phase })
}

/// `S1901M`, `f1901r`, `W1901A`.
pub(crate) fn looks_like_a_phase(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() == 6
        && matches!(bytes[0].to_ascii_uppercase(), b'S' | b'F' | b'W')
        && bytes[1..5].iter().all(u8::is_ascii_digit)
        && matches!(bytes[5].to_ascii_uppercase(), b'M' | b'R' | b'A')
}

fn draw(words: &[&str]) -> Result<Words, WordsError> {
    let words: Vec<String> = words
        .iter()
        .map(|word| word.trim_matches(',').to_lowercase())
        .filter(|word| !word.is_empty() && word != "and")
        .collect();
    let vote = match words.first().map(String::as_str) {
        Some("yes" | "y") => true,
        Some("no" | "n") => false,
        _ => return Ok(Words::Draw(DrawWords::Propose(words))),
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    at_most("draw", &words, 1, "yes or no, or with powers")?;
    Ok(Words::Draw(DrawWords::Vote(vote)))
}

fn extend(words: &[&str]) -> Result<Words, WordsError> {
    let span = words.concat().parse().ok();
    span.filter(|span: &Span| span.minutes() > 0)
        .map(Words::Extend)
        .ok_or(WordsError::Misused {
            what: "a length of time must follow",
            example: "extend 12h",
        })
}

fn deadline(words: &[&str]) -> Result<Words, WordsError> {
    let misused = WordsError::Misused {
        what: "a moment in the table's time zone or new lengths must follow",
        example: "deadline 2031-05-02 18:00",
    };
    if words.is_empty() {
        return Err(misused);
    }
    if words.iter().all(|word| word.contains('=')) {
        return Ok(Words::Deadline(DeadlineChange::Lengths(owned(words))));
    }
    let moment = match words {
        [date, hour] => format!("{date}T{hour}"),
        // Without an hour it would mean midnight, which hardly anybody means.
        [moment] if moment.contains('T') => (*moment).to_owned(),
        _ => return Err(misused),
    };
    moment
        .parse()
        .map(|moment| Words::Deadline(DeadlineChange::At(moment)))
        .map_err(|_| misused)
}

fn replace(words: &[&str]) -> Result<Words, WordsError> {
    match words {
        [power, player @ ..] if !player.is_empty() => Ok(Words::Replace {
            power: (*power).to_string(),
            player: player.join(" "),
        }),
        _ => Err(WordsError::Misused {
            what: "the power and the new player must follow",
            example: "replace France @ann",
        }),
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

fn some_text(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_string())
}

/// The first word and what follows it; a newline ends a word as a blank does.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], &text[end..])
}

/// The verb at most two slips away from the word, if there is one.
fn nearest_verb(word: &str) -> Option<&'static str> {
    if word.len() > 16 {
        return None;
    }
    VERBS
        .iter()
        .map(|(verb, _)| (slips(verb, word), *verb))
        .filter(|(distance, verb)| *distance <= 2 && *distance * 2 < verb.len())
        .min()
        .map(|(_, verb)| verb)
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

#[cfg(test)]
mod tests;
