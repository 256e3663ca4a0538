//! Boxes that lie over the table: questions, and the end.

use parlour_regicide::{Medal, Outcome, View, ended};
use ratatui::Frame;

use super::super::popup;
use super::{GameScreen, Question};
use crate::Desk;

impl GameScreen {
    pub(super) fn draw_question(&self, frame: &mut Frame, desk: &Desk, view: &View) {
        let theme = desk.theme;
        match self.question {
            Some(Question::Leave) => {
                let words = [
                    (
                        "The game is kept, and can be continued at any time.",
                        theme.text(),
                    ),
                    ("", theme.text()),
                    ("y leave · n stay", theme.accent()),
                ];
                popup::draw(frame, theme, "Leave?", &words);
            }
            Some(Question::Flip) => {
                let change = format!(
                    "Your {} cards go to the discard pile, and you draw {}.",
                    view.hand.len(),
                    view.hand_limit.min(view.tavern_count)
                );
                let left = match view.solo_jesters {
                    0 | 1 => "It is your last one.",
                    _ => "One more would be left. It costs the gold medal.",
                };
                let words = [
                    (change.as_str(), theme.text()),
                    (left, theme.dim()),
                    ("", theme.text()),
                    ("y turn it · n keep it", theme.accent()),
                ];
                popup::draw(frame, theme, "Turn a Jester?", &words);
            }
            None => {}
        }
    }

    pub(super) fn draw_end(&self, frame: &mut Frame, desk: &Desk, outcome: &Outcome) {
        let theme = desk.theme;
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
        let mut keys = String::from("n new game · e export replay · q leave");
        if self.manner.practice {
            keys = format!("u take back · {keys}");
        }
        let mut words = vec![
            (end.as_str(), style),
            (stars, theme.accent()),
            (count.as_str(), theme.text()),
            ("", theme.text()),
        ];
        // The box lies over the battlefield, where news would stand.
        if let Some((news, bad)) = &self.news {
            let style = if *bad { theme.bad() } else { theme.good() };
            words.extend([(news.as_str(), style), ("", theme.text())]);
        }
        words.push((keys.as_str(), theme.accent()));
        popup::draw(frame, theme, title, &words);
    }
}
