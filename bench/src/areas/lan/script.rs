//! What a scripted client reads of a state, and what it does then.

use parlour_regicide::{Card, Suit, worth};
use serde::Deserialize;
use serde_json::{Value, json};

/// The newest state of a seat, as far as the script needs it.
#[derive(Deserialize)]
pub struct State<'a> {
    you: u8,
    #[serde(borrow)]
    view: View<'a>,
}

#[derive(Deserialize)]
struct View<'a> {
    step: &'a str,
    #[serde(borrow)]
    enemy: Option<Enemy<'a>>,
    shield: u32,
    #[serde(borrow)]
    hand: Vec<&'a str>,
}

#[derive(Deserialize)]
struct Enemy<'a> {
    card: &'a str,
    attack: u32,
}

/// The number of the table's state that a line of a host tells.
pub fn seq_of(line: &[u8]) -> Option<u64> {
    number(line.strip_prefix(b"{\"type\":\"GAME_STATE\",\"seq\":")?)
}

/// The first seat that the table waits for.
pub fn awaited(line: &[u8]) -> Option<usize> {
    let name = b"\"waiting_for\":[";
    let place = memchr::memmem::rfind(line, name)?;
    number(&line[place + name.len()..]).map(|seat| seat as usize)
}

fn number(text: &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&text[..digits]).ok()?.parse().ok()
}

/// Keeps a game going: shields first, then the largest card.
pub fn choice(state: &State<'_>) -> Value {
    let view = &state.view;
    let hand: Vec<Card> = view.hand.iter().filter_map(|it| it.parse().ok()).collect();
    let attack = view.enemy.as_ref().map_or(0, |enemy| enemy.attack);
    let due = attack.saturating_sub(view.shield);
    match view.step {
        "lobby" | "over" => json!({ "action": "READY" }),
        "choose" => json!({ "action": "CHOOSE_NEXT", "player": state.you }),
        "suffer" => {
            let words: Vec<String> = payment(&hand, due).iter().map(Card::to_string).collect();
            json!({ "action": "DISCARD", "cards": words })
        }
        _ => {
            let enemy = view.enemy.as_ref();
            let enemy: Option<Card> = enemy.and_then(|enemy| enemy.card.parse().ok());
            let immune = enemy.and_then(Card::suit);
            let worthwhile = |suit: Option<Suit>| match suit {
                suit if suit == immune => 0,
                Some(Suit::Spades) if due > 0 => 3,
                Some(Suit::Diamonds) => 2,
                _ => 1,
            };
            let best = hand
                .iter()
                .max_by_key(|card| (worthwhile(card.suit()), worth(&[**card])));
            match best {
                Some(card) => json!({ "action": "PLAY", "cards": [card.to_string()] }),
                None => json!({ "action": "YIELD" }),
            }
        }
    }
}

/// The cheapest cards that cover it; nothing if none do.
fn payment(hand: &[Card], due: u32) -> Vec<Card> {
    let sets = (0_u32..1 << hand.len()).map(|set| {
        let chosen = hand.iter().enumerate();
        let chosen = chosen.filter(move |(place, _)| set >> place & 1 == 1);
        chosen.map(|(_, card)| *card).collect::<Vec<Card>>()
    });
    let covering = sets.filter(|set| u32::from(worth(set)) >= due);
    covering.min_by_key(|set| worth(set)).unwrap_or_default()
}
