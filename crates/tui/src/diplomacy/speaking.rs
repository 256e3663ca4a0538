//! What becomes of a typed line: it is said at the table, somebody else speaks, or
//! the map is shown or written to a file.

use std::fs;

use parlour_host::wait;
use parlour_room::Body;
use parlour_room::local::{Course, Ear, Outcome, Said};

use super::talk::{Kind, Talk};
use super::{Minds, RoomScreen};

impl RoomScreen {
    pub(super) fn say(&mut self) {
        let Some(line) = self.prompt.take() else {
            return;
        };
        self.public.begin();
        self.private.values_mut().for_each(Talk::begin);
        let own = self.own();
        self.note(&own, Kind::Typed, &format!("> {line}"));
        let bare = line.strip_prefix('/').unwrap_or(&line);
        let (first, rest) = bare.split_once(char::is_whitespace).unwrap_or((bare, ""));
        match first.to_lowercase().as_str() {
            "as" => self.speak_for(rest),
            "png" => {
                let words = self.write_png(rest.trim());
                self.note(&own, Kind::Told, &words);
            }
            "coach" if self.minds.is_some() => self.ask_coach(&line),
            word => {
                let map = matches!(word, "map" | "mymap");
                match self.local.say(&line) {
                    Ok(outcome) => {
                        let shown = map && outcome.refused.is_none();
                        self.take_in(outcome);
                        if shown {
                            self.map_shown = true;
                            let seen = self.pictures.last(self.local.speaker());
                            self.sketch = seen.cloned();
                        }
                    }
                    Err(error) => self.note(&own, Kind::Refused, &error.to_string()),
                }
            }
        }
    }

    /// The coach thinks for a while over a long game: the screen goes on meanwhile.
    fn ask_coach(&mut self, line: &str) {
        let question = self.local.ask(line);
        if let Some(minds) = &mut self.minds {
            minds.ask(question);
        }
        self.refresh();
    }

    /// What was asked beside the screen and is answered now.
    pub(super) fn hear_answers(&mut self) {
        let answers = self.minds.as_mut().map(Minds::answers);
        for answer in answers.into_iter().flatten() {
            match answer {
                Ok(outcome) => {
                    self.public.begin();
                    self.private.values_mut().for_each(Talk::begin);
                    self.take_in(outcome);
                }
                Err(error) => {
                    let own = self.own();
                    self.note(&own, Kind::Refused, &error.to_string());
                }
            }
        }
    }

    /// Somebody else speaks. A power whose window is still empty sees its orders.
    fn speak_for(&mut self, power: &str) {
        let before = self.local.speaker().map(str::to_owned);
        let taken = self.local.take(power);
        self.change_line(before);
        let unread = self
            .local
            .speaker()
            .is_some_and(|power| self.private.get(power).is_none_or(Talk::is_empty));
        match taken {
            Ok(outcome) => self.take_in(outcome),
            Err(error) => {
                let own = self.own();
                self.note(&own, Kind::Refused, &error.to_string());
                return;
            }
        }
        if unread
            && self.course == Course::Running
            && let Ok(outcome) = self.local.say("orders")
        {
            self.take_in(outcome);
        }
    }

    /// Everybody has a line of their own, and calls back only what they have said.
    fn change_line(&mut self, before: Option<String>) {
        let now = self.local.speaker().map(str::to_owned);
        if now != before {
            let own = self.prompts.remove(&now).unwrap_or_default();
            let left = std::mem::replace(&mut self.prompt, own);
            self.prompts.insert(before, left);
        }
    }

    /// The next power that is played here speaks; after the last one the game
    /// master. Nobody sits down by it, so bots stay where they are.
    pub(super) fn next_speaker(&mut self) {
        let powers = self.local.seated().unwrap_or_default();
        let next = match self.local.speaker() {
            None => powers.first(),
            Some(power) => {
                let place = powers.iter().position(|it| it == power);
                place.and_then(|place| powers.get(place + 1))
            }
        };
        let next = next.map_or_else(|| String::from("gm"), Clone::clone);
        if powers.is_empty() {
            let words = "Nobody plays here yet: `/as England` takes England's seat.";
            self.note(&Ear::Public, Kind::Told, words);
        }
        self.speak_for(&next);
    }

    /// The board as it is now, without a word.
    pub(super) fn look_at_map(&mut self) {
        let Ok(outcome) = self.local.say("map") else {
            return;
        };
        for (number, said) in outcome.said.into_iter().enumerate() {
            match said.body {
                // The answer comes first; what else has happened is heard.
                Body::Picture(sketch) if number == 0 => self.sketch = Some(*sketch),
                Body::Text(_) if number == 0 => {}
                body => self.hear(Said { body, ..said }, Kind::Told),
            }
        }
    }

    fn write_png(&mut self, name: &str) -> String {
        if self.pictures.last(self.local.speaker()).is_none() {
            self.look_at_map();
        }
        let seen = self.pictures.last(self.local.speaker());
        let Some(sketch) = seen.or(self.sketch.as_ref()) else {
            return String::from("There is no map yet: open a game with `new`.");
        };
        let name = if name.is_empty() {
            sketch.file_name()
        } else {
            name.to_owned()
        };
        match sketch.png() {
            Ok(bytes) => written(&name, &bytes),
            Err(fault) => fault.to_string(),
        }
    }

    /// Lets the clock strike and takes in what has happened.
    pub(super) fn look(&mut self) {
        let ticked = wait(self.local.room().tick());
        let news = ticked.and_then(|_| self.local.news());
        match news {
            Ok(said) => self.take_in(Outcome {
                said,
                refused: None,
            }),
            Err(error) => self.headline = error.to_string(),
        }
    }
}

/// Writes a file and says where it is.
pub(super) fn written(name: &str, bytes: &[u8]) -> String {
    match fs::write(name, bytes) {
        Ok(()) => {
            let place = fs::canonicalize(name).map(|it| it.display().to_string());
            format!("{} is written.", place.as_deref().unwrap_or(name))
        }
        Err(error) => format!("{name} cannot be written: {error}"),
    }
}
