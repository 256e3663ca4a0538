//! What lies above the table or the lobby: who is waited for, questions, the end.

use parlour_regicide::Outcome;
use ratatui::Frame;
use ratatui::style::Style;

use super::super::popup;
use super::super::screen::GameScreen;
use super::{Above, Ending, Together, invitation};
use crate::{Lent, plain};

/// Lines of a box, each with its look.
type Lines = Vec<(String, Style)>;

fn draw(frame: &mut Frame, lent: &Lent, title: &str, lines: &Lines) {
    let words: Vec<(&str, Style)> = lines
        .iter()
        .map(|(it, style)| (it.as_str(), *style))
        .collect();
    popup::draw(frame, lent.theme, title, &words);
}

impl Together {
    pub(super) fn draw_above(&self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        if self.gathering.taken_over {
            let lines = vec![
                (
                    String::from("This seat is now played from another window."),
                    theme.text(),
                ),
                (String::new(), theme.text()),
                (String::from("Enter take it back · q leave"), theme.accent()),
            ];
            draw(frame, lent, "Played elsewhere", &lines);
        } else if let Some(trouble) = &self.gathering.trouble {
            let title = if self.gathering.guests.is_empty() {
                "Not connected yet"
            } else {
                "Connection lost"
            };
            let lines = vec![
                (plain::printable(trouble), theme.text()),
                (String::new(), theme.text()),
                (
                    String::from("It is tried again by itself. q leave"),
                    theme.accent(),
                ),
            ];
            draw(frame, lent, title, &lines);
        } else if self.above == Some(Above::Leaving) {
            self.draw_leaving(frame, lent);
        } else if let Some(Above::Sure(ending)) = self.above {
            self.draw_question(frame, lent, ending);
        } else if self.above == Some(Above::Invitation) {
            let pause = self.pause().map(|words| vec![words, String::new()]);
            let invitation = &self.gathering.invitation;
            invitation::draw(frame, theme, invitation, &pause.unwrap_or_default());
        } else if self.above == Some(Above::Code) {
            invitation::draw_code_alone(frame, theme, &self.gathering.invitation);
        } else if self.above == Some(Above::Phrases) {
            let phrases = (1..).zip(self.phrases());
            let mut lines: Lines = phrases
                .map(|(number, phrase)| (format!("{number} {}", phrase.words()), theme.text()))
                .collect();
            lines.push((String::new(), theme.text()));
            lines.push((String::from("Esc nothing"), theme.accent()));
            draw(frame, lent, "Say", &self.with_the_pause(lent, lines));
        } else if self.gathering.over {
            if !self.looking {
                self.draw_end(frame, lent);
            }
        } else if !self.gathering.missing.is_empty() {
            let mut lines = self.about_the_missing(lent);
            lines.push((String::from("q leave"), theme.accent()));
            draw(frame, lent, "Paused", &lines);
        }
    }

    /// That the table waits for somebody is told whatever else lies above it.
    fn with_the_pause(&self, lent: &Lent, mut lines: Lines) -> Lines {
        if let Some(words) = self.pause() {
            lines.splice(
                0..0,
                [
                    (words, lent.theme.accent()),
                    (String::new(), lent.theme.text()),
                ],
            );
        }
        lines
    }

    fn pause(&self) -> Option<String> {
        let names = (!self.gathering.missing.is_empty()).then(|| self.names_of_the_missing());
        names.map(|names| format!("Paused: waiting for {names}…"))
    }

    fn names_of_the_missing(&self) -> String {
        let missing = self.gathering.missing.iter();
        let names: Vec<String> = missing.map(|it| self.name(*it)).collect();
        names.join(", ")
    }

    fn draw_leaving(&self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let words = self.gathering.on_leaving(self.party.is_host());
        let lines = vec![
            (String::from(words), theme.text()),
            (String::new(), theme.text()),
            (String::from("q again: leave · Esc back"), theme.accent()),
        ];
        draw(frame, lent, "Leave?", &self.with_the_pause(lent, lines));
    }

    fn draw_question(&self, frame: &mut Frame, lent: &Lent, ending: Ending) {
        let theme = lent.theme;
        let words = match ending {
            Ending::PutBot(seat) => {
                let name = self.name(seat);
                format!("A bot plays for {name} until they are back.")
            }
            Ending::Admit(seat) => {
                let name = self.name(seat);
                format!("Whoever comes next may take the seat of {name} for good.")
            }
            Ending::OpenLobby => {
                String::from("Everybody leaves this game and its result for the lobby.")
            }
        };
        let key = ending.key();
        let lines = vec![
            (words, theme.text()),
            (String::new(), theme.text()),
            (format!("{key} again: do it · Esc back"), theme.accent()),
        ];
        draw(frame, lent, "Sure?", &self.with_the_pause(lent, lines));
    }

    /// Who is waited for, and what the host may do about it.
    fn about_the_missing(&self, lent: &Lent) -> Lines {
        let theme = lent.theme;
        let missing = &self.gathering.missing;
        let mut lines = vec![
            (
                format!("Waiting for {}…", self.names_of_the_missing()),
                theme.accent(),
            ),
            (
                String::from("Their seats are kept until they come back."),
                theme.text(),
            ),
            (String::new(), theme.text()),
        ];
        if missing.len() == 1 {
            lines[1].0 = String::from("The seat is kept until they come back.");
        }
        if let Some(news) = &self.words {
            lines.push((news.clone(), theme.text()));
            lines.push((String::new(), theme.text()));
        }
        if let (true, Some(seat)) = (self.party.is_host(), self.missing()) {
            if missing.len() > 1 {
                let numbers = missing.iter().map(|it| {
                    let mark = if *it == seat { "►" } else { "" };
                    format!("{mark}{} {}", it.0 + 1, self.name(*it))
                });
                let numbers: Vec<String> = numbers.collect();
                lines.push((format!("For whom: {}", numbers.join(", ")), theme.text()));
            }
            let name = self.name(seat);
            lines.push((
                format!("b a bot plays until {name} is back"),
                theme.accent(),
            ));
            lines.push((
                format!("m a new machine may take the seat of {name}"),
                theme.accent(),
            ));
            lines.push((
                String::from("i addresses and the link for the others"),
                theme.accent(),
            ));
        }
        lines
    }

    fn draw_end(&self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let outcome = self.game.as_ref().and_then(GameScreen::outcome);
        let won = outcome.is_some_and(Outcome::is_won);
        let (title, end, style) = match (won, self.is_seated()) {
            (true, true) => (
                "Victory",
                "The last King has fallen: you have won.",
                theme.good(),
            ),
            (true, false) => (
                "Victory",
                "The last King has fallen: they have won.",
                theme.good(),
            ),
            (false, _) => (
                "Defeat",
                "The castle stands: the game is lost.",
                theme.bad(),
            ),
        };
        let mut lines = vec![(String::from(end), style)];
        let hinted = self.gathering.hinted;
        lines.extend(outcome.map(|outcome| (score(outcome, hinted), theme.text())));
        lines.push((String::new(), theme.text()));
        if self.gathering.missing.is_empty() {
            if let Some(news) = &self.words {
                lines.push((news.clone(), theme.bad()));
            }
            lines.push((self.about_the_next_game(), theme.accent()));
        } else {
            lines.extend(self.about_the_missing(lent));
        }
        if self.party.is_host() {
            let words = "l back to the lobby, for bots and other players";
            lines.push((String::from(words), theme.accent()));
        }
        if self.is_seated() {
            let words = if self.party.is_host() {
                "a look back · e export the replay"
            } else {
                "a look back"
            };
            lines.push((String::from(words), theme.accent()));
        }
        let words = if self.is_seated() {
            "t say something · Esc see the table · q leave"
        } else {
            "Esc see the table · q leave"
        };
        lines.push((String::from(words), theme.accent()));
        let game = self.game.as_ref();
        let picture = game.map(|game| game.end_picture(frame.area(), lent));
        let picture = picture.unwrap_or_default();
        if !picture.is_empty() {
            lines.insert(0, (String::new(), theme.text()));
        }
        let words: Vec<(&str, Style)> = lines
            .iter()
            .map(|(it, style)| (it.as_str(), *style))
            .collect();
        popup::draw_below(frame, theme, title, picture, &words);
    }

    fn about_the_next_game(&self) -> String {
        let guests = self.gathering.guests.iter();
        let waited: Vec<String> = guests
            .filter(|guest| !guest.ready && !guest.bot && !guest.you)
            .map(|guest| plain::printable(&guest.name))
            .collect();
        let ready = self.gathering.guests.iter().any(|it| it.you && it.ready);
        if ready || !self.is_seated() {
            format!("Waiting for {}…", waited.join(", "))
        } else {
            String::from("n another game")
        }
    }
}

/// What is recorded of a game with others (R13), and how many hints were given.
fn score(outcome: &Outcome, hinted: u32) -> String {
    let jesters = match outcome.jesters {
        0 => String::from("no Jester"),
        1 => String::from("one Jester"),
        count => format!("{count} Jesters"),
    };
    let hints = match hinted {
        0 => String::new(),
        1 => String::from(", one hint"),
        count => format!(", {count} hints"),
    };
    format!(
        "{} of 12 enemies defeated, {jesters} used{hints}.",
        outcome.enemies
    )
}
