//! What keys do at a table with others.

use parlour_court::Control;
use ratatui::crossterm::event::KeyCode;

use super::super::screen::GameScreen;
use super::{Above, Ending, Together};
use crate::{Input, Lent, Screen, Step};

impl Together {
    /// Does what a key asks for, depending on what lies on top.
    pub(super) fn answer_key(&mut self, input: &Input, lent: &mut Lent) -> Step {
        let key = input.plain();
        if key.is_some() {
            self.words = None;
        }
        let broken = self.gathering.closed.is_some() || self.gathering.trouble.is_some();
        if broken || self.gathering.taken_over {
            return self.answer_without_a_table(key);
        }
        if let Some(above) = self.above {
            return self.answer_above(above, input);
        }
        match key {
            Some(KeyCode::Char('q')) => return self.ask_to_leave(),
            Some(KeyCode::Char('?')) => return Step::Help,
            Some(KeyCode::Char('i')) if self.party.is_host() => {
                self.above = Some(Above::Invitation);
                return Step::Stay;
            }
            _ => {}
        }
        if self.game.is_none() {
            return self.answer_in_lobby(key);
        }
        if self.gathering.over {
            return self.answer_at_the_end(input, lent);
        }
        if !self.gathering.missing.is_empty() {
            return self.answer_waiting(key);
        }
        self.answer_in_game(input, lent)
    }

    fn answer_without_a_table(&mut self, key: Option<KeyCode>) -> Step {
        match key {
            Some(KeyCode::Esc | KeyCode::Char('q')) => return Step::Close,
            Some(KeyCode::Enter) if self.gathering.taken_over => self.party.take_back(),
            Some(KeyCode::Char('w')) if self.gathering.may_watch => self.party.watch(),
            _ => {}
        }
        Step::Stay
    }

    /// Who only watches is missed by nobody.
    fn ask_to_leave(&mut self) -> Step {
        if !self.is_seated() && !self.party.is_host() {
            return Step::Close;
        }
        self.above = Some(Above::Leaving);
        Step::Stay
    }

    fn answer_above(&mut self, above: Above, input: &Input) -> Step {
        let key = input.plain();
        if key.is_none() && input.click().is_none() {
            return Step::Stay;
        }
        self.above = None;
        match (above, key) {
            (Above::Leaving, Some(KeyCode::Char('q'))) => Step::Close,
            (Above::Sure(ending), Some(KeyCode::Char(key))) if key == ending.key() => {
                self.end(ending);
                Step::Stay
            }
            (Above::Invitation, Some(KeyCode::Char('i'))) if self.code_apart => {
                self.above = Some(Above::Code);
                Step::Stay
            }
            (Above::Phrases, Some(KeyCode::Char(digit @ '1'..='9'))) => {
                let phrases = self.phrases();
                if let Some(phrase) = phrases.get(digit as usize - '1' as usize) {
                    self.party.say(*phrase);
                }
                Step::Stay
            }
            _ => Step::Stay,
        }
    }

    fn favour(&mut self, favour: Control) {
        if self.party.is_host()
            && let Err(reason) = self.party.favour(favour)
        {
            self.words = Some(reason);
        }
    }

    fn answer_in_lobby(&mut self, key: Option<KeyCode>) -> Step {
        let waits = !self.gathering.missing.is_empty();
        match key {
            Some(KeyCode::Esc) => return self.ask_to_leave(),
            Some(KeyCode::Enter | KeyCode::Char('r')) if self.is_seated() => self.party.ready(),
            Some(KeyCode::Char('b')) if !waits => self.favour(Control::AddBot),
            Some(KeyCode::Char('x')) => self.favour(Control::RemoveBot),
            Some(KeyCode::Char('t')) if self.is_seated() => self.above = Some(Above::Phrases),
            _ if waits => self.favour_the_missing(key),
            _ => {}
        }
        Step::Stay
    }

    fn answer_waiting(&mut self, key: Option<KeyCode>) -> Step {
        if key == Some(KeyCode::Esc) {
            return self.ask_to_leave();
        }
        self.favour_the_missing(key);
        Step::Stay
    }

    /// A bot or a new machine for somebody who is missing; a number chooses whom.
    fn favour_the_missing(&mut self, key: Option<KeyCode>) {
        let (true, Some(seat)) = (self.party.is_host(), self.missing()) else {
            return;
        };
        match key {
            Some(KeyCode::Char(digit @ '1'..='9')) => {
                let number = digit as usize - '1' as usize;
                let missing = self.gathering.missing.iter();
                let named = missing.copied().find(|it| usize::from(it.0) == number);
                self.chosen = named.or(self.chosen);
            }
            Some(KeyCode::Char('b')) => self.above = Some(Above::Sure(Ending::PutBot(seat))),
            Some(KeyCode::Char('m')) => self.above = Some(Above::Sure(Ending::Admit(seat))),
            _ => {}
        }
    }

    /// Does what was asked and answered.
    fn end(&mut self, ending: Ending) {
        self.favour(ending.favour());
        if let (Ending::Admit(seat), None) = (ending, &self.words) {
            let name = self.name(seat);
            self.words = Some(format!("A new machine may take the seat of {name}."));
        }
    }

    fn answer_at_the_end(&mut self, input: &Input, lent: &mut Lent) -> Step {
        let key = input.plain();
        match key {
            Some(KeyCode::Esc) => self.looking = !self.looking,
            Some(KeyCode::Char('n')) if self.is_seated() => self.party.ready(),
            Some(KeyCode::Char('t')) if self.is_seated() => self.above = Some(Above::Phrases),
            Some(KeyCode::Char('l')) if self.party.is_host() => {
                self.above = Some(Above::Sure(Ending::OpenLobby));
            }
            Some(KeyCode::Char('e')) => {
                let written = self.party.export().map(|file| format!("Written: {file}"));
                self.words = Some(written.unwrap_or_else(|reason| reason));
            }
            Some(KeyCode::Char('a')) => return self.look_back(lent),
            Some(KeyCode::Char('b' | 'm' | '1'..='9')) => self.favour_the_missing(key),
            // There is nothing to play; the log and the rules may be read.
            Some(KeyCode::PageUp | KeyCode::PageDown | KeyCode::Char('[' | ']' | 'c')) | None => {
                return self.answer_at_the_table(input, lent);
            }
            _ => {}
        }
        Step::Stay
    }

    fn answer_in_game(&mut self, input: &Input, lent: &mut Lent) -> Step {
        let selected = self.game.as_ref().is_some_and(GameScreen::has_selection);
        match input.plain() {
            // It clears, and never leaves.
            Some(KeyCode::Esc) if !selected && !self.is_asked() => {}
            Some(KeyCode::Char('t')) if self.is_seated() => self.above = Some(Above::Phrases),
            Some(KeyCode::Char('u' | 'f' | 'e' | 'a' | 't')) => {}
            _ => return self.answer_at_the_table(input, lent),
        }
        Step::Stay
    }

    fn look_back(&mut self, lent: &Lent) -> Step {
        let Some(game) = &mut self.game else {
            return Step::Stay;
        };
        let step = game.look_back(lent);
        // The end lies above what the table says.
        self.words = game.take_words();
        step
    }

    /// Whether the table itself asks something.
    fn is_asked(&self) -> bool {
        self.game.as_ref().is_some_and(GameScreen::is_asked)
    }

    fn answer_at_the_table(&mut self, input: &Input, lent: &mut Lent) -> Step {
        match &mut self.game {
            Some(game) => game.answer(input, lent),
            None => Step::Stay,
        }
    }
}
