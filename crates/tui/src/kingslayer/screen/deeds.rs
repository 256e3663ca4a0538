//! What a person does at the table: plays, pays, turns, takes back, asks.

use parlour_regicide::{Card, Command, Step as TurnStep, payment, preview};
use parlour_rules::Seat;
use ratatui::crossterm::event::KeyCode;

use super::super::battlefield::sentence;
use super::super::entrance::{Kind, Wish};
use super::super::hint::Hint;
use super::{GameScreen, Question, Spot};
use crate::{Desk, Input, Step};

impl GameScreen {
    /// Plays or pays with the selected cards.
    pub(super) fn act(&mut self) {
        let Some(view) = self.view().cloned() else {
            return;
        };
        if !view.is_yours() {
            return self.say("It is not your turn.");
        }
        let marked = self.selection.marked();
        match view.step {
            TurnStep::Play if marked.is_empty() => self.say("Select cards first: 1 to 8."),
            TurnStep::Suffer if marked.is_empty() => {
                self.say(format!("Select cards worth {}: 1 to 8.", view.due));
            }
            TurnStep::Play => match preview(&view, &marked) {
                Ok(_) => self.send(&Command::Play(marked)),
                Err(refusal) => self.say(sentence(&refusal.to_string())),
            },
            TurnStep::Suffer if payment(&view, &marked).covers() => {
                self.send(&Command::Pay(marked));
            }
            TurnStep::Suffer => {
                let it = payment(&view, &marked);
                self.say(format!("These cards are worth {} of {}.", it.paid, it.due));
            }
            TurnStep::Choose => self.say("Choose who goes next: press their number."),
            TurnStep::Over => {}
        }
    }

    /// Whether a number names a card, or a player who goes next.
    pub(super) fn number(&mut self, number: usize) {
        let Some(view) = self.view() else {
            return;
        };
        if view.step == TurnStep::Choose && view.is_yours() {
            if number < view.players.len() {
                self.send(&Command::Next(Seat(number as u8)));
            }
        } else {
            self.selection.toggle(number);
        }
    }

    pub(super) fn ask_to_flip(&mut self) {
        match self.view() {
            Some(view) if !view.is_yours() => self.say("It is not your turn."),
            Some(view) if view.players.len() > 1 => {
                self.say("Here Jesters are played from the hand.");
            }
            Some(view) if view.solo_jesters == 0 => self.say("Both Jesters have been turned."),
            Some(_) => self.question = Some(Question::Flip),
            None => {}
        }
    }

    pub(super) fn take_back(&mut self) {
        let entries = self.shown.as_ref().map_or(0, |shown| shown.standing.seq);
        if !self.manner.practice {
            self.say("Moves are taken back in practice games only.");
        } else if entries == 0 {
            self.say("There is nothing to take back.");
        } else {
            self.link.undo(entries - 1);
        }
    }

    pub(super) fn ask_for_a_hint(&mut self, desk: &Desk) {
        let Some(view) = self.view() else {
            return;
        };
        if !view.is_yours() {
            return self.say("It is not your turn.");
        }
        match &self.hint {
            Hint::None => self.hint = Hint::ask(view, self.manner.think, &desk.bell),
            Hint::Thinking(_) => {}
            Hint::Ready { command, .. } => {
                // Asked again, the hint is selected; playing it stays one's own act.
                if let Command::Play(cards) | Command::Pay(cards) = command {
                    let cards: Vec<Card> = cards.clone();
                    self.selection.mark(&cards);
                }
            }
        }
    }

    pub(super) fn export(&mut self) {
        let done = self.keeper.as_ref().map(|keeper| keeper.export());
        self.news = match done {
            None => Some((String::from("This table cannot be exported."), true)),
            Some(Ok(file)) => Some((format!("Written: {file}"), false)),
            Some(Err(reason)) => Some((reason, true)),
        };
    }

    pub(super) fn begin_anew(&mut self) -> Step {
        let wish = Wish {
            kind: if self.manner.practice {
                Kind::Practice
            } else {
                Kind::Ordinary
            },
            house: self.view().map(|view| view.house).unwrap_or_default(),
        };
        match self.keeper.as_ref().map(|keeper| keeper.begin(&wish)) {
            Some(Ok(screen)) => Step::Become(screen),
            Some(Err(reason)) => {
                self.say(reason);
                Step::Stay
            }
            None => Step::Close,
        }
    }

    pub(super) fn answer_question(&mut self, question: Question, input: &Input) -> Step {
        match (question, input.plain()) {
            (Question::Leave, Some(KeyCode::Char('y' | 'q') | KeyCode::Enter)) => {
                return Step::Close;
            }
            (Question::Flip, Some(KeyCode::Char('y' | 'f') | KeyCode::Enter)) => {
                self.question = None;
                self.send(&Command::Flip);
            }
            (_, Some(_)) => self.question = None,
            _ if input.click().is_some() => self.question = None,
            _ => {}
        }
        Step::Stay
    }

    pub(super) fn click(&mut self, spot: Spot) {
        match spot {
            Spot::Card(at) => self.number(at),
            Spot::Battlefield => self.act(),
            Spot::Log | Spot::Guide => {}
        }
    }

    pub(super) fn scroll(&mut self, spot: Spot, down: bool, lines: u16) {
        let (at, most, down) = match spot {
            // The log is counted from its end.
            Spot::Log => (&mut self.log_back, self.log_most, !down),
            _ => (&mut self.guide_from, self.guide_most, down),
        };
        *at = if down {
            (*at + lines).min(most)
        } else {
            at.min(&mut most.clone()).saturating_sub(lines)
        };
    }
}
