//! Orders by touch: which unit, then which order.
//!
//! `touch` asks for a unit, `touch A Vie` shows its legal orders, `touch A Vie +90`
//! those after the ninetieth. Each is a button; the last one says the order as if
//! it had been typed, with the phase it is meant for, so that a button of a phase
//! that is over changes nothing. Every button names its game in front, so that it
//! is about that one whatever its player speaks of by then. Slack shows all units in
//! one form instead.

use crate::desk::{Answer, Button, Desk, Heard, Offers, Trouble, What};

/// The word that begins it.
pub const WORD: &str = "touch";
/// What `help` says of it: the word is known where there are buttons.
const HELP: &str = "touch: gives orders by buttons, in private: which unit, then which order.";
/// How many orders stand under one message.
const PAGE: usize = 90;
/// What the offer of all builds is called.
pub const BUILDS: &str = "Builds";
/// How long a game's code is.
const CODE: usize = 5;

/// What somebody wants to touch, if that is what they say.
pub fn wanted(words: &str) -> Option<&str> {
    let words = words.trim().trim_start_matches('/');
    let end = words.find(char::is_whitespace).unwrap_or(words.len());
    let (first, rest) = words.split_at(end);
    let rest = rest.trim();
    if first.eq_ignore_ascii_case(WORD) {
        return Some(rest);
    }
    // The game's code may stand in front; no order begins with the word.
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (second, rest) = rest.split_at(end);
    let named = first.len() == CODE && first.bytes().any(|byte| byte.is_ascii_digit());
    (named && second.eq_ignore_ascii_case(WORD)).then(|| rest.trim())
}

/// Hears words, those of a touch included.
pub async fn hear(desk: &dyn Desk, heard: Heard) -> Result<Answer, Trouble> {
    if let Some(wanted) = wanted(&heard.text).map(str::to_owned) {
        return answer(desk, heard, &wanted).await;
    }
    let words = heard.text.trim().trim_start_matches('/').to_lowercase();
    let words: Vec<&str> = words.split_whitespace().collect();
    match *words {
        ["help", word] if word.trim_start_matches('/') == WORD => Ok(said(HELP.to_owned(), vec![])),
        ["help"] => {
            let mut answer = desk.hear(heard).await?;
            if let Some(What::Text(text)) = answer.says.last_mut() {
                text.push_str("\n• ");
                text.push_str(HELP);
            }
            Ok(answer)
        }
        _ => desk.hear(heard).await,
    }
}

async fn answer(desk: &dyn Desk, heard: Heard, wanted: &str) -> Result<Answer, Trouble> {
    let offers = match desk.offers(heard).await? {
        Ok(offers) => offers,
        Err(why) => return Ok(said(why, Vec::new())),
    };
    if wanted.is_empty() {
        return Ok(units(&offers));
    }
    let (unit, skipped) = match wanted.split_once('+') {
        Some((unit, skipped)) => (unit.trim(), skipped.trim().parse().unwrap_or(0)),
        None => (wanted, 0),
    };
    let offer = offers
        .units
        .iter()
        .find(|offer| offer.unit.eq_ignore_ascii_case(unit));
    let Some(offer) = offer else {
        return Ok(units(&offers));
    };
    let mut buttons: Vec<Button> = offer
        .orders
        .iter()
        .skip(skipped)
        .take(PAGE)
        .map(|order| {
            let words = format!("{} order {} {order}", offers.game, offers.phase);
            button(order, &words)
        })
        .collect();
    if offer.orders.len() > skipped.saturating_add(PAGE) {
        let next = format!("{} {WORD} {} +{}", offers.game, offer.unit, skipped + PAGE);
        buttons.push(button("More …", &next));
    }
    if offer.noted.is_some() {
        // In Winter all builds are one offer.
        let unit = if offer.unit == BUILDS {
            ""
        } else {
            &offer.unit
        };
        let words = format!("{} clear {} {unit}", offers.game, offers.phase);
        buttons.push(button("Take it back", words.trim()));
    }
    let text = match &offer.noted {
        Some(noted) => format!("{}: what shall it do? Noted so far: {noted}.", offer.unit),
        None => format!("{}: what shall it do?", offer.unit),
    };
    Ok(said(text, buttons))
}

fn units(offers: &Offers) -> Answer {
    if offers.units.is_empty() {
        return said(
            format!("{}: there is nothing to order.", offers.title),
            Vec::new(),
        );
    }
    let buttons = offers.units.iter().map(|offer| {
        let label = match &offer.noted {
            Some(noted) => format!("✓ {noted}"),
            None => offer.unit.clone(),
        };
        button(&label, &format!("{} {WORD} {}", offers.game, offer.unit))
    });
    let owed = offers.owed.as_deref().unwrap_or_default();
    let text = format!("{}: which unit? {owed}", offers.title);
    said(text.trim().to_owned(), buttons.collect())
}

fn button(label: &str, words: &str) -> Button {
    Button {
        label: label.to_owned(),
        words: words.to_owned(),
    }
}

fn said(text: String, buttons: Vec<Button>) -> Answer {
    Answer {
        says: vec![What::Text(text)],
        buttons,
        ..Answer::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_touch_is_a_touch() {
        assert_eq!(wanted("touch"), Some(""));
        assert_eq!(wanted("/touch A Vie"), Some("A Vie"));
        assert_eq!(wanted("K7Q2M touch F Stp/nc"), Some("F Stp/nc"));
        assert_eq!(wanted("touchy"), None);
        assert_eq!(wanted("order touch"), None);
        assert_eq!(wanted("K7Q2M status"), None);
        assert_eq!(wanted("order A Vie"), None);
    }
}
