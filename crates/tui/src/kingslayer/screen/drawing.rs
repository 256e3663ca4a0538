//! The table as a picture, and the clock on it.

use std::time::Duration;

use parlour_regicide::View;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::areas::Areas;
use super::super::castellan::Kind;
use super::super::{battlefield, castle, hand, side, small};
use super::words::names;
use super::{GameScreen, Spot};
use crate::{Lent, Theme};

impl GameScreen {
    /// Draws the table, and notes where a click means something.
    pub(super) fn draw_table(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        self.zones.clear();
        let Some(shown) = &self.shown else {
            frame.render_widget(
                Line::styled("The table is being set.", theme.dim()),
                frame.area(),
            );
            return;
        };
        let view = shown.view.clone();
        let names = names(shown);
        let clock = self.clock(lent);
        let marks = self.marks();
        if small::is_small(frame.area()) {
            self.draw_small(frame, theme, &view, &names, (&clock, &marks));
            self.draw_over(frame, lent, &view);
            return;
        }
        let areas = Areas::of(frame.area());
        let jesters = castle::draw(frame, areas.castle, theme, &view, Some((&clock, &marks)));
        if let Some(place) = jesters {
            self.zones.note(place, Spot::Press(KeyCode::Char('f')));
        }
        let marked = self.selection.marked();
        let prompt = self.prompt(&view, &names);
        let beside = battlefield::Beside {
            names: &names,
            marked: &marked,
            discarded: self.discard.top(),
            prompt: &prompt,
        };
        battlefield::draw(frame, areas.battlefield, theme, &view, &beside);
        self.zones.note(areas.battlefield, Spot::Battlefield);
        self.log_most = side::draw_log(frame, areas.log, theme, &self.log, self.log_back);
        self.zones.note(areas.log, Spot::Log);
        let places: Vec<Rect> = hand::draw(frame, areas.hand, theme, &view, &self.selection);
        for (at, place) in places.into_iter().enumerate() {
            self.zones.note(place, Spot::Card(at));
        }
        let keys = side::draw_keys(frame, areas.keys, theme, &self.keys_in(&view, areas.keys));
        self.note_keys(keys);
        self.draw_beside_keys(frame, areas.guide, theme, &view);
        self.draw_over(frame, lent, &view);
    }

    /// The table in lines, and where a click means something.
    fn draw_small(
        &mut self,
        frame: &mut Frame,
        theme: Theme,
        view: &View,
        names: &[String],
        (clock, marks): (&castle::Clock, &str),
    ) {
        let marked = self.selection.marked();
        let prompt = self.prompt(view, names);
        let mut keys = self.keys_now(view);
        // There is no place for the rules.
        keys.retain(|(label, ..)| *label != "PgUp/Dn");
        let table = small::Table {
            clock,
            marks,
            beside: &battlefield::Beside {
                names,
                marked: &marked,
                discarded: self.discard.top(),
                prompt: &prompt,
            },
            selection: &self.selection,
            log: &self.log,
            hint: match (&self.manner.words, self.hint.words()) {
                (Some((_, lesson)), None) => Some(lesson),
                (_, hint) => hint.map(|(_, words)| words),
            },
            keys: &keys,
        };
        let places = small::draw(frame, frame.area(), theme, view, &table);
        for (at, place) in places.cards.into_iter().enumerate() {
            self.zones.note(place, Spot::Card(at));
        }
        self.note_keys(places.keys);
    }

    /// What lies over the table: a question, or the end.
    fn draw_over(&mut self, frame: &mut Frame, lent: &Lent, view: &View) {
        if let Some(question) = self.question {
            // Only its answers can be clicked.
            self.zones.clear();
            let answers = self.draw_question(frame, lent, view, question);
            self.note_keys(answers);
        } else if let Some(outcome) = &view.outcome
            && !self.manner.with_others
            && !self.end_is_away
        {
            let answers = self.draw_end(frame, lent, outcome);
            self.note_keys(answers);
        }
    }

    /// What sets the game apart from others, for the title of the castle.
    fn marks(&self) -> String {
        let kind = match self.manner.kind {
            _ if self.is_lesson() || self.manner.with_others => "",
            Kind::Ordinary => "",
            Kind::Practice => " · practice",
            Kind::Daily => " · daily",
        };
        let hints = if self.manner.hints > 0 {
            " · hints"
        } else {
            ""
        };
        format!("{kind}{hints}")
    }

    /// How long it has been played.
    pub(super) fn time_played(&self) -> Duration {
        self.manner.played + self.opened.elapsed()
    }

    fn clock(&self, lent: &Lent) -> castle::Clock {
        if self.is_lesson() {
            return castle::Clock::default();
        }
        let played = if self.manner.clock_stands {
            self.manner.played
        } else {
            self.ended_after.unwrap_or_else(|| self.time_played())
        };
        let hour = (lent.hour)().map(|(hour, minute)| format!("{hour:02}:{minute:02}"));
        castle::Clock {
            day: hour.unwrap_or_default(),
            played: in_minutes(played),
        }
    }

    /// The rules, or the words in their place, or the hint that was asked for.
    fn draw_beside_keys(&mut self, frame: &mut Frame, area: Rect, theme: Theme, view: &View) {
        if let Some((title, words)) = &self.manner.words {
            side::draw_words(frame, area, theme, title, words);
        } else if let Some((title, words)) = self.hint.words() {
            side::draw_words(frame, area, theme, title, words);
        } else {
            self.guide_most = side::draw_guide(frame, area, theme, view, self.guide_from);
            self.zones.note(area, Spot::Guide);
        }
    }
}

/// A time as a clock shows it.
pub(super) fn in_minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{:02}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}
