//! What follows a verb: codes, places, phases, moments, names.

use super::{
    DeadlineChange, DraftWords, DrawWords, ExtendWords, Hearers, OrderVerb, SandboxWords, Verb,
    Words, WordsError, read_orders,
};
use crate::Span;
use crate::settings::shortened;

/// Refuses more words than a verb takes.
pub(super) fn at_most(
    verb: Verb,
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
pub(super) fn is_code(word: &str) -> bool {
    word.len() == 5
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && word.bytes().any(|byte| byte.is_ascii_digit())
}

pub(super) fn join(words: &[&str]) -> Result<Words, WordsError> {
    let (code, power) = match words {
        [code, power @ ..] if is_code(code) => (Some(code.to_uppercase()), power),
        power => (None, power),
    };
    let text = power.join(" ");
    if !text.contains(',') {
        at_most(
            Verb::Join,
            power,
            1,
            "a code and one power, or powers parted by commas",
        )?;
    }
    let powers: Vec<String> = text
        .split(',')
        .map(|power| power.trim().to_owned())
        .filter(|power| !power.is_empty())
        .collect();
    if let Some(two) = powers.iter().find(|power| power.contains(' ')) {
        return Err(WordsError::TooMuch {
            verb: Verb::Join,
            word: shortened(two),
            takes: "a code and one power, or powers parted by commas",
        });
    }
    Ok(Words::Join { code, powers })
}

/// `draft`, `draft give`, `draft clear [unit]`, `draft A Vie-Bud`.
pub(super) fn draft(rest: &str, words: &[&str]) -> Result<Words, WordsError> {
    let first = words.first().map(|word| word.to_lowercase());
    Ok(Words::Draft(match first.as_deref() {
        None => DraftWords::Show,
        Some("give") if words.len() == 1 => DraftWords::Give,
        Some("clear") => {
            let unit = some_text(&words[1..].join(" "));
            DraftWords::Clear(unit.filter(|unit| !unit.eq_ignore_ascii_case("all")))
        }
        Some(_) => DraftWords::Note(read_orders(OrderVerb::Order, rest)?),
    }))
}

/// `sandbox`, `sandbox S1901M`, `sandbox resolve`, `sandbox advice France`,
/// `sandbox A Vie-Bud`.
pub(super) fn sandbox(rest: &str, words: &[&str]) -> Result<Words, WordsError> {
    let first = words.first().map(|word| word.to_lowercase());
    let alone = words.len() == 1;
    Ok(Words::Sandbox(match first.as_deref() {
        None => SandboxWords::Show,
        Some("now") if alone => SandboxWords::From(None),
        Some("resolve") if alone => SandboxWords::Resolve,
        Some("on") if alone => SandboxWords::On,
        Some("clear") if alone => SandboxWords::Clear,
        Some("end") if alone => SandboxWords::End,
        Some("advice") => {
            let power = words[1..].join(" ");
            SandboxWords::Advice((!power.is_empty()).then_some(power))
        }
        Some(phase) if alone && looks_like_a_phase(phase) => {
            SandboxWords::From(Some(phase.to_uppercase()))
        }
        Some(_) => SandboxWords::Order(read_orders(OrderVerb::Order, rest)?),
    }))
}

pub(super) fn code(words: &[&str], example: &'static str) -> Result<String, WordsError> {
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

pub(super) fn unlink(words: &[&str]) -> Result<Words, WordsError> {
    let misused = WordsError::Misused {
        what: "nothing or the number of a window may follow",
        example: "unlink 2",
    };
    match words {
        [] => Ok(Words::Unlink(None)),
        [number] => match number.parse() {
            Ok(number @ 1..=99) => Ok(Words::Unlink(Some(number))),
            _ => Err(misused),
        },
        _ => Err(misused),
    }
}

pub(super) fn map(words: &[&str]) -> Result<Words, WordsError> {
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

pub(super) fn ready(words: &[&str]) -> Result<Words, WordsError> {
    at_most(Verb::Ready, words, 1, "one phase or nothing else")?;
    match words.first() {
        None => Ok(Words::Ready(None)),
        Some(phase) if looks_like_a_phase(phase) => Ok(Words::Ready(Some(phase.to_uppercase()))),
        Some(_) => Err(WordsError::Misused {
            what: "only a phase may follow",
            example: "ready S1901M",
        }),
    }
}

/// `touch`, `touch A Vie`, `touch A Vie +90`.
pub(super) fn touch(words: &[&str]) -> Result<Words, WordsError> {
    let misused = WordsError::Misused {
        what: "nothing or a unit may follow",
        example: "touch A Vie",
    };
    let (unit, after) = match words.split_last() {
        Some((last, unit)) if last.starts_with('+') => {
            (unit, last[1..].parse().map_err(|_| misused.clone())?)
        }
        _ => (words, 0),
    };
    if unit.is_empty() && after > 0 {
        return Err(misused);
    }
    Ok(Words::Touch {
        unit: some_text(&unit.join(" ")),
        after,
    })
}

pub(super) fn why(words: &[&str]) -> Result<Words, WordsError> {
    let Some((last, before)) = words.split_last() else {
        return Err(WordsError::Misused {
            what: "name the unit, and a phase if it was not the last one",
            example: "why A Bud S1901M",
        });
    };
    if let Some(place) = words.iter().position(|word| looks_like_a_phase(word)) {
        at_most(Verb::Why, words, place + 1, "a unit and then one phase")?;
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

pub(super) fn draw(words: &[&str]) -> Result<Words, WordsError> {
    let words: Vec<String> = words
        .iter()
        .map(|word| word.trim_matches(',').to_lowercase())
        .filter(|word| !word.is_empty() && word != "and")
        .collect();
    let said = match words.first().map(String::as_str) {
        Some("yes") => DrawWords::Vote(true),
        // A slip must not end a game.
        Some("y") => DrawWords::Hint,
        Some("no" | "n") => DrawWords::Vote(false),
        _ => return Ok(Words::Draw(DrawWords::Propose(words))),
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    at_most(Verb::Draw, &words, 1, "yes or no, or with powers")?;
    Ok(Words::Draw(said))
}

pub(super) fn start(words: &[&str]) -> Result<Words, WordsError> {
    at_most(Verb::Start, words, 1, "bots=greedy or nothing else")?;
    match words.first() {
        None => Ok(Words::Start(None)),
        Some(bots) if bots.to_lowercase().starts_with("bots=") => {
            Ok(Words::Start(Some((*bots).to_owned())))
        }
        Some(word) => Err(WordsError::TooMuch {
            verb: Verb::Start,
            word: shortened(word),
            takes: "bots=greedy or nothing else",
        }),
    }
}

/// Whether a finality is said with its yes. A `y` is a slip more easily than a word: it
/// is asked about like nothing at all.
pub(super) fn sure(verb: Verb, words: &[&str]) -> Result<bool, WordsError> {
    at_most(verb, words, 1, "yes or nothing else")?;
    let said = words.first().map(|word| word.to_lowercase());
    match said.as_deref() {
        None | Some("y") => Ok(false),
        Some("yes") => Ok(true),
        Some(word) => Err(WordsError::TooMuch {
            verb,
            word: shortened(word),
            takes: "yes or nothing else",
        }),
    }
}

pub(super) fn extend(words: &[&str]) -> Result<Words, WordsError> {
    let said = words.concat();
    match said.to_lowercase().as_str() {
        "yes" => return Ok(Words::Extend(ExtendWords::Vote(true))),
        "no" => return Ok(Words::Extend(ExtendWords::Vote(false))),
        _ => {}
    }
    let span = said.parse().ok();
    span.filter(|span: &Span| span.minutes() > 0)
        .map(|span| Words::Extend(ExtendWords::By(span)))
        .ok_or(WordsError::Misused {
            what: "a length of time must follow, or yes or no",
            example: "extend 12h",
        })
}

pub(super) fn deadline(words: &[&str]) -> Result<Words, WordsError> {
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

/// `France,Italy …`, `France, Italy: …`, `all …`.
pub(super) fn tell(rest: &str) -> Result<Words, WordsError> {
    let misused = WordsError::Misused {
        what: "the powers and then the words must follow",
        example: "tell France,Italy shall we talk?",
    };
    let mut names: Vec<String> = Vec::new();
    let mut left = rest.trim_start();
    loop {
        let end = left.find(char::is_whitespace).unwrap_or(left.len());
        let (word, after) = left.split_at(end);
        let more = word.ends_with(',');
        let named = word.trim_end_matches(':').split(',');
        names.extend(named.filter(|name| !name.is_empty()).map(str::to_owned));
        left = after.trim_start();
        if !more || left.is_empty() {
            break;
        }
    }
    let words = left.trim();
    if names.is_empty() || words.is_empty() {
        return Err(misused);
    }
    let all = ["all", "everybody", "everyone"];
    let to = if names
        .iter()
        .any(|name| all.contains(&name.to_lowercase().as_str()))
    {
        Hearers::All
    } else {
        Hearers::Powers(names)
    };
    Ok(Words::Tell {
        to,
        words: words.to_owned(),
    })
}

pub(super) fn replace(words: &[&str]) -> Result<Words, WordsError> {
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

pub(super) fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

pub(super) fn some_text(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_string())
}
