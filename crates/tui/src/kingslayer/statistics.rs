//! What came of all finished games.

use std::rc::Rc;

use parlour_court::About;
use parlour_regicide::{Medal, Outcome};
use parlour_solo::{Day, Finished, days_in_a_row};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use serde::Serialize;

use super::castellan::{Castellan, Kind};
use super::finished::FinishedGames;
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, Theme, frame};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How many played.
    pub players: u8,
    /// What kind of game it was.
    pub kind: Kind,
    /// The day it was begun.
    pub day: Day,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether its house rules made it easier than the printed game.
    pub eased: bool,
    /// How many hints were given.
    pub hints: u32,
    /// Whether moves were taken back at a table with others.
    pub taken_back: bool,
    /// Whether it was played at somebody else's table.
    pub elsewhere: bool,
    /// How many moves it had.
    pub moves: u64,
}

impl Played {
    /// A finished game as its card tells of it.
    pub fn of(game: &Finished<Outcome>) -> Self {
        Self {
            players: game.facts.players,
            kind: game.facts.kind(),
            day: Day::of(game.facts.created),
            outcome: game.outcome,
            eased: game.facts.apart,
            hints: game.facts.hints,
            taken_back: game.taken_back,
            elsewhere: false,
            moves: game.entries,
        }
    }

    /// A game at somebody else's table, as its guest remembers it.
    pub fn as_guest(game: &About) -> Self {
        Self {
            players: game.names.len() as u8,
            kind: Kind::Ordinary,
            day: Day::of(game.begun),
            outcome: game.outcome,
            eased: game.eased,
            hints: game.hints,
            taken_back: game.taken_back,
            elsewhere: true,
            moves: game.moves.into(),
        }
    }

    /// Whether it had help that games which count do without.
    fn is_helped(&self) -> bool {
        self.eased || self.hints > 0 || self.taken_back
    }

    /// How it ended, in a word or two.
    pub(super) fn result(&self) -> String {
        match self.outcome.medal {
            Some(medal) => medal.name().to_owned(),
            None => format!("{} of 12", self.outcome.enemies),
        }
    }
}

/// Numbers of finished games. Practice does not count; games with hints, games
/// under rules that make them easier, and games with others are counted apart, and of
/// these once more those with hints, moves taken back or easier rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Numbers {
    /// Games that count.
    pub games: u32,
    /// Those that were won.
    pub wins: u32,
    /// Gold, silver, bronze.
    pub medals: [u32; 3],
    /// Enemies that were defeated in all of them.
    pub enemies: u32,
    /// The most in one.
    pub best: u8,
    /// Wins in a row, up to now.
    pub streak: u32,
    /// The most wins in a row.
    pub longest_streak: u32,
    /// Practice games.
    pub practice: u32,
    /// Games under easier rules.
    pub eased: u32,
    /// Those that were won.
    pub eased_wins: u32,
    /// Games with hints.
    pub hinted: u32,
    /// Those that were won.
    pub hinted_wins: u32,
    /// Games with others.
    pub together: u32,
    /// Those that were won.
    pub together_wins: u32,
    /// Games with others with hints, moves taken back or easier rules.
    pub together_helped: u32,
    /// Those that were won.
    pub together_helped_wins: u32,
    /// On how many days in a row the daily game was finished.
    pub days: u32,
    /// How often the game ended after so many enemies.
    pub ended_after: [u32; 13],
}

impl Numbers {
    /// Counts finished games, oldest first.
    pub fn of(played: &[Played], today: Day) -> Self {
        let daily = played.iter().filter(|game| game.kind == Kind::Daily);
        let mut it = Self {
            days: days_in_a_row(daily.map(|game| game.day), today),
            ..Self::default()
        };
        for game in played {
            if game.kind == Kind::Practice {
                it.practice += 1;
                continue;
            }
            let outcome = &game.outcome;
            if game.players > 1 && game.is_helped() {
                it.together_helped += 1;
                it.together_helped_wins += u32::from(outcome.is_won());
                continue;
            }
            if game.players > 1 {
                it.together += 1;
                it.together_wins += u32::from(outcome.is_won());
                continue;
            }
            if game.eased {
                it.eased += 1;
                it.eased_wins += u32::from(outcome.is_won());
                continue;
            }
            if game.hints > 0 {
                it.hinted += 1;
                it.hinted_wins += u32::from(outcome.is_won());
                continue;
            }
            it.games += 1;
            it.enemies += u32::from(outcome.enemies);
            it.best = it.best.max(outcome.enemies);
            it.ended_after[usize::from(outcome.enemies.min(12))] += 1;
            if outcome.is_won() {
                it.wins += 1;
                it.streak += 1;
                it.longest_streak = it.longest_streak.max(it.streak);
            } else {
                it.streak = 0;
            }
            match outcome.medal {
                Some(Medal::Gold) => it.medals[0] += 1,
                Some(Medal::Silver) => it.medals[1] += 1,
                Some(Medal::Bronze) => it.medals[2] += 1,
                None => {}
            }
        }
        it
    }

    fn lines(&self, theme: Theme) -> Vec<Line<'static>> {
        let row = |name: &str, words: String| {
            Line::from(vec![
                Span::styled(format!("{name:<18}"), theme.dim()),
                Span::styled(words, theme.text()),
            ])
        };
        let share = (self.wins * 100).checked_div(self.games);
        let mean = (self.enemies * 10).checked_div(self.games);
        let apart = |games: u32, wins: u32| match games {
            0 => String::from("0"),
            games => format!("{games}, won {wins}"),
        };
        let tenths = |it: u32| format!("{}.{}", it / 10, it % 10);
        let mut lines = vec![
            row("Games", self.games.to_string()),
            row(
                "Won",
                match share {
                    Some(share) => format!("{} ({share} %)", self.wins),
                    None => String::from("none yet"),
                },
            ),
            row("Gold", self.medals[0].to_string()),
            row("Silver", self.medals[1].to_string()),
            row("Bronze", self.medals[2].to_string()),
            row(
                "Enemies a game",
                mean.map_or_else(|| String::from("-"), tenths),
            ),
            row("Most enemies", format!("{} of 12", self.best)),
            row("Wins in a row", self.streak.to_string()),
            row("Longest row", self.longest_streak.to_string()),
            row("Practice games", self.practice.to_string()),
            row("With hints", apart(self.hinted, self.hinted_wins)),
            row("Easier rules", apart(self.eased, self.eased_wins)),
            row("With others", apart(self.together, self.together_wins)),
            row("Daily in a row", self.days.to_string()),
        ];
        if self.together_helped > 0 {
            let helped = apart(self.together_helped, self.together_helped_wins);
            lines.insert(lines.len() - 1, row("  with help", helped));
        }
        lines
    }

    /// A bar for every number of enemies.
    fn bars(&self, theme: Theme, width: u16) -> Vec<Line<'static>> {
        let most = self.ended_after.iter().max().copied().unwrap_or(0).max(1);
        let room = u32::from(width.saturating_sub(12)).min(40);
        let title = match width {
            38.. => "Games that ended after so many enemies",
            25.. => "Games by enemies defeated",
            _ => "Enemies defeated",
        };
        let mut lines = vec![Line::styled(title, theme.title())];
        for (enemies, count) in self.ended_after.iter().enumerate() {
            let long = (count * room).div_ceil(most) as usize;
            let style = if enemies == 12 {
                theme.good()
            } else {
                theme.text()
            };
            lines.push(Line::from(vec![
                Span::styled(format!("{enemies:>3} "), theme.dim()),
                Span::styled("#".repeat(long), style),
                Span::styled(format!(" {count}"), theme.dim()),
            ]));
        }
        lines
    }
}

/// Shows the numbers, and the latest daily games.
pub struct StatisticsScreen {
    numbers: Numbers,
    played: Vec<Played>,
    keeper: Option<Rc<dyn Castellan>>,
    /// How many lines are above the screen, where there is one column.
    above: u16,
}

/// The least room for two columns.
const TWO_COLUMNS: u16 = 60;

impl StatisticsScreen {
    /// The numbers of these games, the oldest first.
    pub fn new(played: Vec<Played>, today: Day) -> Self {
        Self {
            numbers: Numbers::of(&played, today),
            played,
            keeper: None,
            above: 0,
        }
    }

    /// The same where the games themselves can be looked at.
    #[must_use]
    pub fn kept_by(self, keeper: Rc<dyn Castellan>) -> Self {
        Self {
            keeper: Some(keeper),
            ..self
        }
    }

    fn games(&self) -> Step {
        match &self.keeper {
            Some(keeper) if !self.played.is_empty() => {
                let games = FinishedGames::new(self.played.clone(), Rc::clone(keeper));
                Step::Open(Box::new(games))
            }
            _ => Step::Stay,
        }
    }
}

impl Screen for StatisticsScreen {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let narrow = frame.area().width < TWO_COLUMNS;
        let mut keys = Vec::new();
        if narrow {
            keys.push(("↑↓", "more"));
        }
        if self.keeper.is_some() && !self.played.is_empty() {
            let games = if narrow { "games" } else { "games and replays" };
            keys.push(("g", games));
        }
        keys.push(("q", "back"));
        let inner = frame::draw(frame, theme, "Kingslayer: statistics", &keys);
        let mut lines = self.numbers.lines(theme);
        // A screen of 24 rows holds them.
        let latest = 19_usize.saturating_sub(lines.len());
        let daily = self.played.iter().rev();
        let daily = daily.filter(|game| game.kind == Kind::Daily).take(latest);
        for (at, game) in daily.enumerate() {
            if at == 0 {
                lines.push(Line::default());
                lines.push(Line::styled("Daily games", theme.title()));
            }
            let hints = if game.hints > 0 { ", hints" } else { "" };
            lines.push(Line::from(format!(
                "{}  {}{hints}",
                game.day,
                game.result()
            )));
        }
        if narrow {
            lines.push(Line::default());
            lines.extend(self.numbers.bars(theme, inner.width));
            let most = (lines.len() as u16).saturating_sub(inner.height);
            self.above = self.above.min(most);
            frame.render_widget(Paragraph::new(lines).scroll((self.above, 0)), inner);
            return;
        }
        let [left, right] =
            Layout::horizontal([Constraint::Length(32), Constraint::Fill(1)]).areas(inner);
        let down = |area: Rect| Rect {
            y: area.y + 1,
            height: area.height - 1,
            ..area
        };
        frame.render_widget(Paragraph::new(lines), down(left));
        let bars = self.numbers.bars(theme, right.width);
        frame.render_widget(Paragraph::new(bars), down(right));
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        if let Some(turned) = input.wheel() {
            self.above = self.above.saturating_add_signed(turned as i16);
            return Step::Stay;
        }
        match input.plain() {
            Some(KeyCode::Down | KeyCode::Char('j')) => {
                self.above = self.above.saturating_add(1);
                Step::Stay
            }
            Some(KeyCode::Up | KeyCode::Char('k')) => {
                self.above = self.above.saturating_sub(1);
                Step::Stay
            }
            Some(KeyCode::Esc | KeyCode::Char('q') | KeyCode::Enter) => Step::Close,
            Some(KeyCode::Char('g')) => self.games(),
            Some(KeyCode::Char('?')) => Step::Help,
            _ => Step::Stay,
        }
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("g", "the finished games, with their replays"),
            ("↑ ↓", "more, where the terminal is narrow"),
            ("q, Esc, Enter", "back"),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_regicide::Loss;

    fn game(kind: Kind, enemies: u8, medal: Option<Medal>) -> Played {
        Played {
            players: 1,
            kind,
            day: "2031-05-02".parse().unwrap(),
            outcome: Outcome {
                loss: medal.is_none().then_some(Loss::CannotMove),
                medal,
                enemies,
                jesters: 0,
            },
            eased: false,
            hints: 0,
            taken_back: false,
            elsewhere: false,
            moves: 30,
        }
    }

    fn today() -> Day {
        "2031-05-02".parse().unwrap()
    }

    #[test]
    fn games_are_counted_and_practice_is_not() {
        let played = [
            game(Kind::Ordinary, 12, Some(Medal::Gold)),
            game(Kind::Daily, 12, Some(Medal::Bronze)),
            game(Kind::Practice, 12, Some(Medal::Gold)),
            game(Kind::Ordinary, 3, None),
            game(Kind::Ordinary, 12, Some(Medal::Silver)),
        ];
        let eased = Played {
            eased: true,
            ..game(Kind::Ordinary, 12, Some(Medal::Gold))
        };
        let hinted = Played {
            hints: 2,
            ..game(Kind::Ordinary, 12, Some(Medal::Gold))
        };
        let together = Played {
            players: 3,
            ..game(Kind::Ordinary, 12, None)
        };
        let played: Vec<Played> = played
            .into_iter()
            .chain([eased, hinted, together])
            .collect();
        let numbers = Numbers::of(&played, today());
        assert_eq!((numbers.eased, numbers.eased_wins), (1, 1));
        assert_eq!((numbers.hinted, numbers.hinted_wins), (1, 1));
        assert_eq!((numbers.together, numbers.together_wins), (1, 0));
        assert_eq!(numbers.days, 1);
        assert_eq!((numbers.games, numbers.wins, numbers.practice), (4, 3, 1));
        assert_eq!(numbers.medals, [1, 1, 1]);
        assert_eq!((numbers.streak, numbers.longest_streak), (1, 2));
        assert_eq!((numbers.enemies, numbers.ended_after[12]), (39, 3));
    }

    #[test]
    fn games_with_others_count_apart_by_what_helped_in_them() {
        let won = Some(Medal::Gold);
        let with_others = |game: Played| Played { players: 2, ..game };
        let plain = || with_others(game(Kind::Ordinary, 12, won));
        let played = [
            plain(),
            with_others(game(Kind::Ordinary, 3, None)),
            Played {
                hints: 1,
                ..plain()
            },
            Played {
                taken_back: true,
                ..plain()
            },
            Played {
                eased: true,
                ..with_others(game(Kind::Ordinary, 3, None))
            },
        ];
        let numbers = Numbers::of(&played, today());
        assert_eq!((numbers.together, numbers.together_wins), (2, 1));
        let helped = (numbers.together_helped, numbers.together_helped_wins);
        assert_eq!(helped, (3, 2));
        assert_eq!(numbers.games, 0);
        let lines = numbers.lines(Theme::default());
        let told: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(told[13], "  with help       3, won 2");
    }

    #[test]
    fn no_game_at_all_is_no_division_by_nothing() {
        let numbers = Numbers::of(&[], today());
        assert_eq!(numbers.lines(Theme::default()).len(), 14);
        assert_eq!(numbers.bars(Theme::default(), 5).len(), 14);
    }
}
