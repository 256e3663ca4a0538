//! A position of Kingslayer in a replay.

use std::cell::RefCell;
use std::rc::Rc;

use parlour_host::log::Replay;
use parlour_regicide::analysis::Budget;
use parlour_regicide::{Command, Event, Outcome, Seen, Setup, View, ended, tell};
use parlour_rules::Seat;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::battlefield::sentence;
use super::looking_back::{LookingBack, PlayedGame, Review};
use super::{cards, castle, small};
use crate::replay::{Picture, PlayOn, Words};
use crate::{Bell, POCKET, Screen, Theme};

/// Draws the castle, the piles, the table and the hand that the viewer may see.
#[derive(Debug, Default)]
pub struct TablePicture {
    /// How much is thought about a game that is looked back on.
    budget: Budget,
    /// The game looked back on, once somebody has asked for it.
    review: RefCell<Option<Rc<Review>>>,
}

impl TablePicture {
    /// The same where so much is thought about a game that is looked back on.
    #[must_use]
    pub fn thinking(budget: Budget) -> Self {
        Self {
            budget,
            ..Self::default()
        }
    }
}

impl Picture for TablePicture {
    fn draw(&self, frame: &mut Frame, area: Rect, theme: Theme, view: &str) {
        let Ok(view) = serde_json::from_str::<View>(view) else {
            // A view of another version is still shown in words.
            return Words.draw(frame, area, theme, view);
        };
        draw_view(frame, area, theme, &view);
    }

    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn kind(&self, setup: &str) -> Option<String> {
        let setup = serde_json::from_str::<Setup>(setup).ok()?;
        let words = "A practice game: moves could be taken back, and it does not count.";
        setup.practice.then(|| words.to_owned())
    }

    fn deed(&self, command: &str) -> String {
        match serde_json::from_str::<Command>(command) {
            // In text seats count from 0, on screens players from 1.
            Ok(Command::Flip) => String::from("turn a Jester"),
            Ok(Command::Next(seat)) => format!("player {} goes next", seat.0 + 1),
            Ok(command) => cards::with_signs(&command.to_string()),
            Err(_) => Words.deed(command),
        }
    }

    fn told(&self, told: &str, name: &dyn Fn(Seat) -> String) -> Option<String> {
        let seen = serde_json::from_str::<Vec<Seen>>(told).ok()?;
        Some(told_in_words(&seen, name))
    }

    fn looks_back(&self) -> bool {
        true
    }

    fn look_back(
        &self,
        replay: &mut Replay,
        play_on: Option<PlayOn>,
        bell: &Bell,
    ) -> Result<Box<dyn Screen>, String> {
        let mut known = self.review.borrow_mut();
        let review = match &*known {
            Some(review) => Rc::clone(review),
            None => Rc::new(Review::begin(PlayedGame::of(replay)?, self.budget, bell)),
        };
        *known = Some(Rc::clone(&review));
        Ok(Box::new(LookingBack::new(review, play_on)))
    }

    fn outcome(&self, outcome: &str) -> String {
        match serde_json::from_str::<Outcome>(outcome) {
            Ok(outcome) => outcome_in_words(&outcome),
            Err(_) => Words.outcome(outcome),
        }
    }
}

/// The castle, the piles, the table and the hand of who looks.
pub(super) fn draw_view(frame: &mut Frame, area: Rect, theme: Theme, view: &View) {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        draw_small(frame, area, theme, view);
        return;
    }
    let [above, below] =
        Layout::vertical([Constraint::Length(10), Constraint::Fill(1)]).areas(area);
    castle::draw(frame, above, theme, view, None);
    let mut lines = vec![
        row(theme, "Table", cards::spans(theme, &view.table)),
        Line::from(format!(
            "Tavern {} · discard {} · shield {} · due {}",
            view.tavern_count, view.discard_count, view.shield, view.due
        )),
    ];
    lines.extend(players(view));
    lines.extend(hand(theme, view));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), below);
}

/// What was told, in sentences. The end is told by the outcome.
pub(super) fn told_in_words(told: &[Seen], name: &dyn Fn(Seat) -> String) -> String {
    let told = told
        .iter()
        .filter(|it| !matches!(it, Seen::Open(Event::Ended { .. })));
    let sentences = told.filter_map(|seen| tell(seen, name));
    let sentences: Vec<String> = sentences.map(|it| sentence(&it)).collect();
    sentences.join(" ")
}

/// How a game ended, in a sentence.
pub(super) fn outcome_in_words(outcome: &Outcome) -> String {
    format!(
        "{}; {} of 12 enemies defeated.",
        ended(outcome),
        outcome.enemies
    )
}

/// The fewest columns and rows in which the castle has its frame.
const LEAST: (u16, u16) = (40, 14);

/// Everything in lines.
fn draw_small(frame: &mut Frame, area: Rect, theme: Theme, view: &View) {
    let mut lines = small::enemy_alone(theme, view);
    lines.push(row(theme, "Table", cards::spans(theme, &view.table)));
    let counts = format!(
        "Tavern {} · discard {} · due {}",
        view.tavern_count, view.discard_count, view.due
    );
    lines.push(Line::from(counts));
    lines.extend(players(view));
    lines.extend(hand(theme, view));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

/// How many cards everybody has. Alone the hand itself says it all.
fn players(view: &View) -> impl Iterator<Item = Line<'static>> {
    let several = view.players.len() > 1;
    let told = view
        .players
        .iter()
        .filter(move |_| several || view.you.is_none());
    told.map(move |player| {
        let mark = if player.id == view.current {
            "►"
        } else {
            " "
        };
        let yielded = if player.yielded { ", yielded" } else { "" };
        let name = if several {
            format!("player {}", player.id.0 + 1)
        } else {
            String::from("Hand")
        };
        let cards = match player.hand_count {
            1 => String::from("1 card"),
            count => format!("{count} cards"),
        };
        Line::from(format!("{mark}{name}: {cards}{yielded}"))
    })
}

/// The hand of whoever looks.
fn hand(theme: Theme, view: &View) -> Option<Line<'static>> {
    view.you?;
    let mut hand = view.hand.clone();
    hand.sort_by_key(|card| (card.suit().map_or(4, |suit| suit as u8), card.value()));
    Some(row(theme, "Hand", cards::spans(theme, &hand)))
}

fn row(theme: Theme, name: &str, cards: Vec<Span<'static>>) -> Line<'static> {
    let mut spans = vec![Span::styled(format!("{name}: "), theme.dim())];
    spans.extend(cards);
    Line::from(spans)
}
