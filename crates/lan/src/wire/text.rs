//! JSON written by hand: a state goes out to every seat with every move, and is made
//! of few and simple things.

use parlour_court::Scene;
use parlour_regicide::{Card, EnemyView};

/// JSON as it grows.
pub(super) struct Text(pub Vec<u8>);

impl Text {
    pub fn put(&mut self, words: &str) {
        self.0.extend_from_slice(words.as_bytes());
    }

    /// A number with what stands before it.
    pub fn number(&mut self, before: &str, number: u64) {
        self.put(before);
        serde_json::to_writer(&mut self.0, &number).expect("a number is plain JSON");
    }

    /// True or false with what stands before it.
    pub fn truth(&mut self, before: &str, truth: bool) {
        self.put(before);
        self.put(if truth { "true" } else { "false" });
    }

    /// Any text as a JSON string.
    pub fn quoted(&mut self, text: &str) {
        serde_json::to_writer(&mut self.0, text).expect("text is plain JSON");
    }

    /// The elements of a list of cards.
    pub fn cards(&mut self, cards: &[Card]) {
        for (place, card) in cards.iter().enumerate() {
            self.put(if place > 0 { ",\"" } else { "\"" });
            self.put(card.letters());
            self.put("\"");
        }
    }

    /// In the order of [`WireEnemy`](super::WireEnemy).
    pub fn enemy(&mut self, enemy: &EnemyView) {
        self.put(r#"{"card":""#);
        self.put(enemy.card.letters());
        self.number(r#"","health":"#, enemy.health.into());
        self.number(r#","damage":"#, enemy.damage.into());
        self.number(r#","attack":"#, enemy.attack.into());
        self.truth(r#","immunity_cancelled":"#, enemy.immunity_cancelled);
        self.put("}");
    }

    /// The elements of the list of players, in the order of [`WirePlayer`](super::WirePlayer).
    pub fn players(&mut self, scene: &Scene<'_>) {
        let (started, record) = (!scene.is_lobby(), scene.record);
        for (place, player) in scene.view.players.iter().enumerate() {
            let chair = record.chairs.get(usize::from(player.id.0));
            let person = chair.and_then(Option::as_ref);
            let bot = person.is_some_and(|person| person.bot.is_some());
            let hand_count = if started { player.hand_count } else { 0 };
            let connected = bot || scene.here.contains(player.id);
            let ready = bot || scene.ready.contains(&player.id);
            self.put(if place > 0 { "," } else { "" });
            self.number(r#"{"id":"#, player.id.0.into());
            self.put(r#","name":"#);
            self.quoted(person.map_or("", |person| &person.name));
            self.number(r#","hand_count":"#, hand_count.into());
            self.truth(r#","connected":"#, connected);
            self.truth(r#","bot":"#, bot);
            self.truth(r#","yielded":"#, player.yielded);
            self.truth(r#","ready":"#, ready);
            self.put("}");
        }
    }
}
