//! What the table says: whose turn it is, and which keys there are.

use parlour_host::link::Shown;
use parlour_regicide::{Kingslayer, Step as TurnStep, View, preview};
use parlour_rules::Seat;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::super::battlefield::Prompt;
use super::super::side::Key;
use super::GameScreen;

impl GameScreen {
    /// What stands at the bottom of the battlefield.
    pub(super) fn prompt(&self, view: &View, names: &[String]) -> Prompt {
        if let Some((words, bad)) = &self.news {
            return Prompt {
                words: words.clone(),
                bad: *bad,
            };
        }
        let words = match self.hint.words().filter(|_| self.is_lesson()) {
            Some((_, words)) => words.to_owned(),
            None if self.is_playable(view) => String::from("► Enter plays, Esc clears."),
            None => turn_words(view, names),
        };
        Prompt { words, bad: false }
    }

    /// Whether the selected cards may be played as they are.
    fn is_playable(&self, view: &View) -> bool {
        let marked = self.selection.marked();
        let now = view.is_yours() && view.step == TurnStep::Play;
        now && !marked.is_empty() && preview(view, &marked).is_ok()
    }

    /// The keys, ten at the most: so many fit in two columns of the smallest
    /// screen.
    pub(super) fn keys_now(&self, view: &View) -> Vec<Key> {
        let letter = |label: &'static str, what, letter| (label, what, Some(KeyCode::Char(letter)));
        let leave = letter("q", "leave", 'q');
        let help = ("F1", "help", Some(KeyCode::F(1)));
        let rules = ("PgUp/Dn", "rules", Some(KeyCode::PageDown));
        if self.manner.with_others {
            return keys_with_others(view, self.may_hint == Some(true));
        }
        if view.outcome.is_some() {
            let mut keys = vec![
                letter("n", "new game", 'n'),
                letter("a", "look back", 'a'),
                letter("e", "export replay", 'e'),
                letter("space", "show the end", ' '),
                leave,
            ];
            if self.is_practice() {
                keys.insert(1, letter("u", "take back", 'u'));
            }
            return keys;
        }
        let act = match view.step {
            TurnStep::Suffer => "pay",
            _ => "play",
        };
        let mut keys = vec![
            ("1-8 ←→", "select", None),
            ("Enter", act, Some(KeyCode::Enter)),
        ];
        if view.players.len() == 1 {
            keys.push(letter("f", "turn Jester", 'f'));
        }
        if view.players.len() > 1 || view.house.solo_yield {
            keys.push(letter("y", "yield", 'y'));
        }
        keys.extend([letter("h", "hint", 'h'), letter("s", "sort", 's')]);
        if self.is_practice() {
            keys.push(letter("u", "take back", 'u'));
        }
        keys.push(if self.is_lesson() {
            letter("n", "next lesson", 'n')
        } else {
            rules
        });
        keys.extend([help, leave]);
        keys
    }

    /// The keys, and as many of the less important ones as there is room for.
    pub(super) fn keys_in(&self, view: &View, area: Rect) -> Vec<Key> {
        let mut keys = self.keys_now(view);
        if view.outcome.is_some() {
            return keys;
        }
        let more = [
            ("Esc", "clear", Some(KeyCode::Esc)),
            ("c", "colours", Some(KeyCode::Char('c'))),
            ("[ ]", "scroll log", None),
        ];
        let named: Vec<&str> = keys.iter().map(|(label, ..)| *label).collect();
        let more = more
            .into_iter()
            .filter(|(label, ..)| !named.contains(label));
        let more: Vec<Key> = more.collect();
        let rows = usize::from(area.height.saturating_sub(2));
        let room = (rows * 2).saturating_sub(keys.len());
        let before = keys.len().saturating_sub(2);
        for (at, key) in more.into_iter().take(room).enumerate() {
            keys.insert(before + at, key);
        }
        keys
    }

    /// The names of the players, by seat.
    pub(super) fn names(&self) -> Vec<String> {
        self.shown.as_deref().map(names).unwrap_or_default()
    }
}

/// What to do when nothing is selected: which numbers to press, or what else helps.
pub(super) fn select_words(view: &View, names: &[String]) -> String {
    let pays = view.step == TurnStep::Suffer;
    let helpless = pays && parlour_regicide::worth(&view.hand) < view.due;
    match view.hand.len() {
        0 => turn_words(view, names),
        _ if helpless => turn_words(view, names),
        1 => String::from("Select the card first: 1."),
        count if pays => format!("Select cards worth {}: 1 to {count}.", view.due),
        count => format!("Select cards first: 1 to {count}."),
    }
}

/// The keys at a table with others: only what there is to do now, ten at the most.
fn keys_with_others(view: &View, hints: bool) -> Vec<Key> {
    let letter = |label: &'static str, what, letter| (label, what, Some(KeyCode::Char(letter)));
    let result = ("Esc", "the result", Some(KeyCode::Esc));
    let select = ("1-8 ←→", "select", None);
    let enter = |what| ("Enter", what, Some(KeyCode::Enter));
    let mut keys = match (view.step, view.you) {
        (TurnStep::Over, None) => vec![result],
        (TurnStep::Over, _) => vec![letter("n", "another game", 'n'), result],
        (_, None) => Vec::new(),
        (TurnStep::Choose, _) if view.is_yours() => vec![("1-4", "who goes next", None)],
        (TurnStep::Suffer, _) => vec![select, enter("pay")],
        _ => vec![select, enter("play"), letter("y", "yield", 'y')],
    };
    if view.you.is_some() {
        keys.extend([letter("t", "say", 't'), letter("s", "sort", 's')]);
    }
    if view.you.is_some() && hints && view.step != TurnStep::Over {
        keys.push(letter("h", "hint", 'h'));
    }
    keys.extend([
        letter("[ ]", "log", '['),
        ("PgUp/Dn", "rules", Some(KeyCode::PageDown)),
        ("F1", "help", Some(KeyCode::F(1))),
        letter("q", "leave", 'q'),
    ]);
    keys
}

/// Whose turn it is and what is to be done.
pub(super) fn turn_words(view: &View, names: &[String]) -> String {
    let name = |seat: Seat| {
        let name = names.get(usize::from(seat.0));
        name.cloned().unwrap_or_else(|| seat.to_string())
    };
    if view.outcome.is_some() {
        return String::from("The game is over.");
    }
    if !view.is_yours() {
        return format!("Waiting for {}…", name(view.current));
    }
    match view.step {
        TurnStep::Play if view.hand.is_empty() && view.players.len() > 1 => {
            String::from("► Your turn. You have no card: y yields.")
        }
        TurnStep::Play if view.hand.is_empty() => {
            String::from("► You have no card: f turns a Jester.")
        }
        TurnStep::Play => String::from("► Your turn: select cards, Enter plays."),
        TurnStep::Suffer if parlour_regicide::worth(&view.hand) < view.due => {
            format!("◄ You cannot pay {}: f turns a Jester.", view.due)
        }
        TurnStep::Suffer => format!("◄ It strikes: pay {} with cards.", view.due),
        TurnStep::Choose => {
            let all: Vec<String> = (1..)
                .zip(&view.players)
                .map(|(number, player)| format!("{number} {}", name(player.id)))
                .collect();
            format!("Who goes next? {}", all.join(", "))
        }
        TurnStep::Over => String::new(),
    }
}

/// The names of the players, by seat.
pub(super) fn names(shown: &Shown<Kingslayer>) -> Vec<String> {
    let chairs = &shown.record.chairs;
    (0..shown.view.players.len())
        .map(|seat| {
            let person = chairs.get(seat).and_then(Option::as_ref);
            let name = person.map(|person| crate::plain::printable(&person.name));
            name.unwrap_or_else(|| format!("player {}", seat + 1))
        })
        .collect()
}
