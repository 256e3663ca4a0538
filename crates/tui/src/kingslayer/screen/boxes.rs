//! Boxes that lie over the table: questions, and the end.

use parlour_regicide::{Medal, Outcome, View, ended, worth};
use parlour_solo::Day;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::castellan::Kind;
use super::super::{ending, popup};
use super::drawing::in_minutes;
use super::{GameScreen, Question};
use crate::Lent;

impl GameScreen {
    pub(super) fn draw_question(
        &self,
        frame: &mut Frame,
        lent: &Lent,
        view: &View,
        question: Question,
    ) -> Vec<(Rect, KeyCode)> {
        match question {
            Question::Leave => self.ask_about_leaving(frame, lent),
            Question::GiveUp => {
                let words = [(
                    "The game is deleted. It does not count, and cannot be continued.",
                    lent.theme.text(),
                )];
                let answers = [question.yes("g again: give up"), NO];
                popup::ask(frame, lent.theme, "Give up?", &words, &answers)
            }
            Question::Flip => ask_about_a_jester(frame, lent, view),
            Question::Yield => ask_about_yielding(frame, lent, view),
        }
    }

    fn ask_about_leaving(&self, frame: &mut Frame, lent: &Lent) -> Vec<(Rect, KeyCode)> {
        let words = if self.is_lesson() {
            "The tutorial can be begun again at any time."
        } else if self.manner.with_others {
            "Your seat is kept: you can come back at any time."
        } else if self.is_untouched() {
            "Nothing has been played yet, so there is nothing to keep."
        } else {
            "The game is kept, and can be continued at any time."
        };
        let mut answers = vec![Question::Leave.yes("q again: leave"), NO];
        if self.may_give_up() {
            answers.push((KeyCode::Char('g'), "g give up"));
        }
        let words = [(words, lent.theme.text())];
        popup::ask(frame, lent.theme, "Leave?", &words, &answers)
    }

    pub(super) fn draw_end(
        &self,
        frame: &mut Frame,
        lent: &Lent,
        outcome: &Outcome,
    ) -> Vec<(Rect, KeyCode)> {
        let theme = lent.theme;
        let (title, style) = if outcome.is_won() {
            ("Victory", theme.good())
        } else {
            ("Defeat", theme.bad())
        };
        let end = format!("{}.", ended(outcome));
        let stars = match outcome.medal {
            Some(Medal::Gold) => "★ ★ ★",
            Some(Medal::Silver) => "★ ★",
            Some(Medal::Bronze) => "★",
            None => "",
        };
        let jesters = match outcome.jesters {
            0 => String::from("no Jester"),
            1 => String::from("one Jester"),
            count => format!("{count} Jesters"),
        };
        let count = format!(
            "{} of 12 enemies defeated, {jesters} used.",
            outcome.enemies
        );
        let mut answers = vec![
            (KeyCode::Char('n'), "n new game"),
            (KeyCode::Char('a'), "a look back"),
            (KeyCode::Char('e'), "e export"),
            (KeyCode::Char('q'), "q leave"),
        ];
        if self.is_practice() {
            answers.insert(0, (KeyCode::Char('u'), "u take back"));
        }
        let same = self.seed.as_ref();
        let same = same.map(|seed| format!("The same cards: parlour kingslayer --seed {seed}"));
        let mut words = vec![
            (end.as_str(), style),
            (stars, theme.accent()),
            (count.as_str(), theme.text()),
        ];
        words.extend(same.iter().map(|it| (it.as_str(), theme.dim())));
        let line = self.line_of_the_day(outcome);
        let bot = self.bots_end.as_ref().map(bots_end);
        if let Some(line) = &line {
            words.extend([
                ("", theme.text()),
                ("To tell others, without telling the cards:", theme.dim()),
                (line.as_str(), theme.text()),
                ("", theme.text()),
            ]);
            words.extend(bot.iter().map(|it| (it.as_str(), theme.dim())));
        } else if self.counts() && self.manner.hints > 0 {
            words.push(("With hints, so it is counted apart.", theme.dim()));
        }
        // The box lies over the battlefield, where news would stand.
        if let Some((news, bad)) = &self.news {
            let style = if *bad { theme.bad() } else { theme.good() };
            words.extend([("", theme.text()), (news.as_str(), style)]);
        }
        words.push(("Space shows the table.", theme.dim()));
        let picture = self.end_picture(frame.area(), lent);
        if !picture.is_empty() {
            words.insert(0, ("", theme.text()));
        }
        popup::ask_below(frame, theme, title, picture, &words, &answers)
    }

    /// What stands above the words about the end, where there is room: a picture, the
    /// twelve of the castle, how many moves it took and how long.
    pub(in super::super) fn end_picture(&self, area: Rect, lent: &Lent) -> Vec<Line<'static>> {
        let (true, Some(view)) = (ending::has_room(area), self.view()) else {
            return Vec::new();
        };
        let theme = lent.theme;
        let won = view.outcome.as_ref().is_some_and(Outcome::is_won);
        let mut lines = ending::picture(theme, won);
        lines.push(Line::default());
        lines.extend(ending::castle(theme, view));
        lines.push(Line::default());
        let moves = match view.moves {
            1 => String::from("1 move"),
            moves => format!("{moves} moves"),
        };
        let time = if self.manner.clock_stands {
            self.manner.played
        } else {
            self.ended_after.unwrap_or_else(|| self.time_played())
        };
        let words = format!("{moves} in {}", in_minutes(time));
        lines.push(Line::styled(words, theme.dim()).centered());
        lines
    }
}

impl GameScreen {
    /// What came of the daily game, in a line to copy; nothing of other games.
    fn line_of_the_day(&self, outcome: &Outcome) -> Option<String> {
        let (Kind::Daily, Some(day), Some(view)) = (self.manner.kind, self.manner.day, self.view())
        else {
            return None;
        };
        let hints = self.manner.hints;
        Some(line_of_the_day(day, outcome, view.moves, hints))
    }
}

/// What came of the game of a day, without its cards, in a line to tell others.
pub fn line_of_the_day(day: Day, outcome: &Outcome, moves: u32, hints: u32) -> String {
    let result = outcome.medal.map_or("lost", Medal::name);
    let hints = match hints {
        0 => String::from("no hints"),
        1 => String::from("1 hint"),
        count => format!("{count} hints"),
    };
    let enemies = outcome.enemies;
    format!("Kingslayer {day}: {result}, {enemies} of 12, {moves} moves, {hints}")
}

/// How the bot fared on the same cards, in a sentence that names none of them.
fn bots_end(outcome: &Outcome) -> String {
    match outcome.medal {
        Some(medal) => format!("The bot on the same cards: {}.", medal.name()),
        None => format!(
            "The bot on the same cards: lost, {} of 12.",
            outcome.enemies
        ),
    }
}

/// Any key but that of the question says no.
const NO: popup::Answer = (KeyCode::Esc, "Esc back");

fn ask_about_a_jester(frame: &mut Frame, lent: &Lent, view: &View) -> Vec<(Rect, KeyCode)> {
    let theme = lent.theme;
    let new = view.hand_limit.min(view.tavern_count);
    let change = match view.hand.len() {
        0 => format!("Your hand is empty, and you draw {new}."),
        1 => format!("Your last card goes to the discard pile, and you draw {new}."),
        held => format!("Your {held} cards go to the discard pile, and you draw {new}."),
    };
    let left = match view.solo_jesters {
        0 | 1 => "It is your last one.",
        _ => "One more would be left. It costs the gold medal.",
    };
    let words = [(change.as_str(), theme.text()), (left, theme.dim())];
    let answers = [Question::Flip.yes("f again: turn it"), NO];
    popup::ask(frame, theme, "Turn a Jester?", &words, &answers)
}

fn ask_about_yielding(frame: &mut Frame, lent: &Lent, view: &View) -> Vec<(Rect, KeyCode)> {
    let theme = lent.theme;
    let held = worth(&view.hand);
    let strike = match view.due {
        0 => String::from("You play nothing. The shield holds: there is nothing to pay."),
        due => format!("You play nothing, and the enemy strikes for {due}."),
    };
    let purse = format!("Your hand is worth {held}.");
    let style = if held < view.due {
        theme.bad()
    } else {
        theme.dim()
    };
    let words = [(strike.as_str(), theme.text()), (purse.as_str(), style)];
    let answers = [Question::Yield.yes("y again: yield"), NO];
    popup::ask(frame, theme, "Yield?", &words, &answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_day_tells_what_came_and_no_card() {
        let day = Day::of(parlour_host::Time(0));
        let mut outcome = Outcome {
            loss: None,
            medal: Some(Medal::Silver),
            enemies: 12,
            jesters: 1,
        };
        let line = line_of_the_day(day, &outcome, 61, 0);
        assert_eq!(
            line,
            "Kingslayer 1970-01-01: silver, 12 of 12, 61 moves, no hints"
        );
        (outcome.medal, outcome.enemies) = (None, 7);
        let line = line_of_the_day(day, &outcome, 40, 2);
        assert_eq!(
            line,
            "Kingslayer 1970-01-01: lost, 7 of 12, 40 moves, 2 hints"
        );
    }
}
