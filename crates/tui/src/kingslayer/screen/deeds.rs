//! What a person does at the table: plays, pays, turns, takes back, asks.

use std::rc::Rc;

use parlour_regicide::{Card, Command, Step as TurnStep, payment, preview};
use parlour_rules::Seat;
use ratatui::crossterm::event::KeyCode;

use super::super::battlefield::sentence;
use super::super::castellan::{Kind, Wish};
use super::super::hint::Hint;
use super::super::looking_back::{LookingBack, PlayedGame, Review};
use super::words::{select_words, turn_words};
use super::{GameScreen, Question, Spot};
use crate::replay::PlayOn;
use crate::{Input, Lent, Step};

impl GameScreen {
    /// Plays or pays with the selected cards.
    pub(super) fn act(&mut self) {
        let Some(view) = self.view().cloned() else {
            return;
        };
        if view.outcome.is_some() {
            return;
        }
        if !view.is_yours() {
            return self.say_whose_turn_it_is();
        }
        let marked = self.selection.marked();
        match view.step {
            TurnStep::Play | TurnStep::Suffer if marked.is_empty() => {
                self.say(select_words(&view, &self.names()));
            }
            TurnStep::Play => match preview(&view, &marked) {
                Ok(_) => self.send(&Command::Play(marked)),
                // Which rule forbids it stands above, in place of the preview.
                Err(_) => self.say("This cannot be played."),
            },
            TurnStep::Suffer => match payment(&view, &marked).refusal() {
                None => self.send(&Command::Pay(marked)),
                Some(refusal) => self.say(sentence(&refusal.to_string())),
            },
            TurnStep::Choose => self.say("Choose who goes next: press their number."),
            TurnStep::Over => {}
        }
    }

    /// It is not the turn of whoever pressed a key; for whom the table waits is not
    /// hidden by that.
    fn say_whose_turn_it_is(&mut self) {
        let words = self.view().map(|view| turn_words(view, &self.names()));
        self.say(format!("Not your turn. {}", words.unwrap_or_default()));
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
            Some(view) if view.outcome.is_some() => {}
            Some(view) if !view.is_yours() => self.say_whose_turn_it_is(),
            Some(view) if view.players.len() > 1 => {
                self.say("Here Jesters are played from the hand.");
            }
            Some(view) if view.solo_jesters == 0 => self.say("Both Jesters have been turned."),
            Some(_) => self.question = Some(Question::Flip),
            None => {}
        }
    }

    /// One yields after a question: a slip of the finger costs a turn.
    pub(super) fn ask_to_yield(&mut self) {
        match self.view() {
            Some(view) if view.outcome.is_some() => {}
            Some(view) if !view.is_yours() => self.say_whose_turn_it_is(),
            Some(view) if view.may_yield => {
                self.question = Some(Question::Yield);
            }
            _ => self.send(&Command::Yield),
        }
    }

    /// Lays down what was taken up; with nothing in hand, asks whether to leave.
    pub(super) fn step_back(&mut self) {
        let hinted = !matches!(self.hint, Hint::None);
        if self.selection.marked().is_empty() && !hinted {
            self.question = Some(Question::Leave);
        }
        self.selection.clear();
        self.hint = Hint::None;
    }

    /// Whether nothing has been played at a table that is this screen's to keep.
    pub(super) fn is_untouched(&self) -> bool {
        let kept = self.keeper.is_some() && !self.manner.with_others;
        kept && self.view().is_some_and(|view| view.moves == 0)
    }

    /// Whether the table may be thrown away before the end.
    pub(super) fn may_give_up(&self) -> bool {
        let keeper = self.keeper.as_ref().filter(|_| !self.is_untouched());
        keeper.is_some_and(|keeper| keeper.tables().may_give_up())
    }

    fn give_up(&mut self) -> Step {
        let given_up = self.keeper.as_ref().map(|keeper| keeper.tables().give_up());
        self.close_if(given_up)
    }

    fn leave_untouched(&mut self) -> Step {
        let left = self
            .keeper
            .as_ref()
            .map(|keeper| keeper.tables().leave_untouched());
        self.close_if(left)
    }

    fn close_if(&mut self, done: Option<Result<(), String>>) -> Step {
        match done {
            Some(Err(reason)) => {
                self.say(reason);
                Step::Stay
            }
            Some(Ok(())) | None => Step::Close,
        }
    }

    pub(super) fn take_back(&mut self) {
        let entries = self.shown.as_ref().map_or(0, |shown| shown.standing.seq);
        if !self.is_practice() {
            self.say("Moves are taken back in practice games only.");
        } else if entries == 0 {
            self.say("There is nothing to take back.");
        } else {
            self.link.undo(entries - 1);
        }
    }

    pub(super) fn ask_for_a_hint(&mut self, lent: &Lent) {
        let Some(view) = self.view() else {
            return;
        };
        if view.outcome.is_some() {
            return;
        }
        if self.manner.with_others && self.may_hint != Some(true) {
            return self.say("At this table there are no hints.");
        }
        if !view.is_yours() {
            return self.say_whose_turn_it_is();
        }
        match &self.hint {
            Hint::None => {
                let asked = Hint::ask(view, self.manner.think, &lent.bell);
                match self.note_hint() {
                    Ok(()) => self.hint = asked,
                    Err(reason) => self.say(reason),
                }
            }
            Hint::Thinking(_) => {}
            Hint::Ready { .. } => self.select_hint(),
        }
    }

    /// A game with hints counts apart, so each is noted before it is told.
    fn note_hint(&mut self) -> Result<(), String> {
        self.asked_hint = self.manner.with_others;
        let Some(keeper) = self.keeper.as_ref().filter(|_| self.counts()) else {
            return Ok(());
        };
        keeper.tables().hinted()?;
        self.manner.hints += 1;
        Ok(())
    }

    /// Whether it is a game alone that counts.
    pub(super) fn counts(&self) -> bool {
        !self.is_practice() && !self.is_lesson() && !self.manner.with_others
    }

    /// Asked again, the hint is selected, or its question asked; playing it stays
    /// one's own act.
    pub(super) fn select_hint(&mut self) {
        let Hint::Ready { command, .. } = &self.hint else {
            return;
        };
        match command {
            Command::Play(cards) | Command::Pay(cards) => {
                let cards: Vec<Card> = cards.clone();
                self.selection.mark(&cards);
            }
            Command::Flip => self.ask_to_flip(),
            Command::Yield => self.ask_to_yield(),
            Command::Next(_) => {}
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

    /// The game looked back on: begun when it is first asked for, and going on in the
    /// background until the table is left.
    pub(in super::super) fn look_back(&mut self, lent: &Lent) -> Step {
        let review = match (&self.review, self.played_game()) {
            (Some(review), _) => Rc::clone(review),
            (None, Ok(game)) => Rc::new(Review::begin(game, self.manner.budget, &lent.bell)),
            (None, Err(reason)) => {
                self.say(reason);
                return Step::Stay;
            }
        };
        self.review = Some(Rc::clone(&review));
        let play_on = self
            .keeper
            .clone()
            .map(|keeper| -> PlayOn { Rc::new(move |entries| keeper.play_on(entries)) });
        Step::Open(Box::new(LookingBack::new(review, play_on)))
    }

    /// The whole game where it is kept; at others' tables, what was decided here.
    fn played_game(&self) -> Result<PlayedGame, String> {
        match &self.keeper {
            Some(keeper) => keeper.look_back(),
            None if self.may_hint.is_none() => {
                Err(String::from("This table does not tell enough for that."))
            }
            None if self.decided.is_empty() => {
                Err(String::from("Nothing was decided at this screen."))
            }
            None => Ok(PlayedGame {
                players: 1,
                decisions: self.decided.clone(),
                outcome: self.outcome().copied(),
            }),
        }
    }

    /// Another game of the same kind under the same house rules; after the game of
    /// the day an ordinary one under one's own.
    pub(super) fn begin_anew(&mut self) -> Step {
        let (kind, own) = match self.manner.kind {
            Kind::Daily => (Kind::Ordinary, self.keeper.as_ref()),
            kind => (kind, None),
        };
        let house = match own {
            Some(keeper) => keeper.house_rules().house(),
            None => self.view().map(|view| view.house).unwrap_or_default(),
        };
        let wish = Wish { kind, house };
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
        // The key that asked answers as well: no key means yes to one question and
        // something else at the table.
        let yes = input.is_letter(question.key());
        match (question, input.plain()) {
            (Question::Leave, _) if yes => {
                if self.is_untouched() {
                    self.question = None;
                    return self.leave_untouched();
                }
                return Step::Close;
            }
            (Question::Leave, Some(KeyCode::Char('g'))) if self.may_give_up() => {
                self.question = Some(Question::GiveUp);
            }
            (Question::GiveUp, _) if yes => {
                self.question = None;
                return self.give_up();
            }
            (Question::Flip, _) if yes => {
                self.question = None;
                self.send(&Command::Flip);
            }
            (Question::Yield, _) if yes => {
                self.question = None;
                self.send(&Command::Yield);
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
            Spot::Log | Spot::Guide | Spot::Press(_) => {}
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
