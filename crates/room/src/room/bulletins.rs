//! What is said of a phase: what came of it to everybody, what they owe to each.

use parlour_diplomacy::game::{Event, GameOutcome, ResolvedPhase};
use parlour_diplomacy::{Order, legal_orders_of_power};
use parlour_host::Time;
use parlour_rules::{Seat, Viewer};

use super::past::{account, duties};
use super::{BROWSERS, Game};
use crate::phrase::{listed, plain};
use crate::sketch::position_of;
use crate::talk::To;

/// The phase that was resolved, if one was.
pub(super) fn resolved(events: &[Event]) -> Option<&ResolvedPhase> {
    events.iter().find_map(|event| match event {
        Event::PhaseResolved(resolved) => Some(resolved.as_ref()),
        _ => None,
    })
}

/// Whether a letter of these events would say anything to whoever it is for, by
/// [`Game::bulletin`] and [`Game::summons`]: most entries are somebody's orders, of which
/// they were told when they gave them.
pub(super) fn is_news(events: &[Event], to: Viewer) -> bool {
    match to {
        Viewer::Spectator => events.iter().any(|event| match event {
            Event::OrderNoted { .. }
            | Event::OrderWithdrawn { .. }
            | Event::Readied { .. }
            | Event::Unreadied { .. }
            | Event::HandedOver { .. }
            | Event::PhaseSkipped { .. }
            | Event::DrawVoted { .. } => false,
            Event::PhaseResolved(_)
            | Event::NoMoveReceived { .. }
            | Event::DisorderBegan { .. }
            | Event::DisorderEnded { .. }
            | Event::PowerEliminated { .. }
            | Event::DrawProposed { .. }
            | Event::DrawFailed
            | Event::DrawFell
            | Event::Conceded { .. }
            | Event::GameEnded(_) => true,
        }),
        // Which power a seat plays is the board's affair: that any is asked is enough.
        Viewer::Seat(_) => resolved(events).is_some_and(|it| !duties(&it.next).is_empty()),
    }
}

impl Game {
    /// What everybody is told of events; nothing if there is nothing to tell.
    pub(super) fn bulletin(&self, events: &[Event], now: Time) -> Option<String> {
        let mut lines = Vec::new();
        let resolved = resolved(events);
        if let Some(resolved) = resolved {
            lines.push(account(resolved));
        }
        let mut over = false;
        for event in events {
            match event {
                Event::NoMoveReceived { power, misses } => {
                    let times = if *misses == 1 {
                        String::new()
                    } else {
                        format!(" ({misses} times in a row)")
                    };
                    lines.push(format!("{} sent no orders{times}.", plain(power)));
                }
                Event::DisorderBegan { power } => lines.push(format!(
                    "{} is in civil disorder: nobody waits for it, its units hold.",
                    plain(power)
                )),
                Event::DisorderEnded { power } => {
                    lines.push(format!("{} is played again.", plain(power)));
                }
                Event::PowerEliminated { power } => {
                    lines.push(format!("{} is eliminated.", plain(power)));
                }
                Event::Conceded { power } => lines.push(format!("{} has conceded.", plain(power))),
                Event::DrawProposed { powers, .. } => {
                    let powers: Vec<String> = powers.iter().map(|it| plain(it)).collect();
                    lines.push(format!(
                        "A draw between {} is proposed. Survivors vote in private with `draw yes` \
                         or `draw no` before the phase resolves.",
                        listed(&powers)
                    ));
                }
                Event::DrawFailed => lines.push(String::from("The proposed draw is not agreed.")),
                Event::DrawFell => lines.push(String::from(
                    "The proposed draw is off: fewer than two of its powers are left.",
                )),
                Event::GameEnded(outcome) => {
                    over = true;
                    lines.push(ending(outcome));
                }
                _ => {}
            }
        }
        if let Some(resolved) = resolved.filter(|_| !over) {
            for (power, duty) in duties(&resolved.next) {
                lines.push(format!("{} {duty}.", plain(&power)));
            }
            lines.push(self.next_words(resolved, now));
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The next phase and when it is due, if it has not passed meanwhile.
    fn next_words(&self, resolved: &ResolvedPhase, now: Time) -> String {
        let next = resolved.next.phase;
        let mut text = format!("Next: {} ({next}).", next.words());
        if self.sight.view.phase == next && !self.is_over() {
            text.push(' ');
            text.push_str(&self.deadline(now));
        }
        text
    }

    /// What a seat is asked for in private: retreats, builds, disbands.
    pub(super) fn summons(
        &self,
        seat: Seat,
        to: &To,
        events: &[Event],
        now: Time,
    ) -> Option<String> {
        let resolved = resolved(events)?;
        let ended = events.iter().any(|it| matches!(it, Event::GameEnded(_)));
        if ended || self.sight.view.phase != resolved.next.phase {
            return None;
        }
        let own = self.power_at(seat);
        let duties: Vec<String> = duties(&resolved.next)
            .into_iter()
            .filter(|(power, _)| plain(power) == own)
            .map(|(_, duty)| format!("{own} {duty}."))
            .collect();
        if duties.is_empty() {
            return None;
        }
        // Whoever plays in a browser is told elsewhere at most.
        let how = if to.platform() == BROWSERS {
            String::new()
        } else {
            format!(" Say {} here.", self.examples(seat, resolved))
        };
        let duties = duties.join(" ");
        Some(format!("{duties}{how} {}", self.deadline(now)))
    }

    /// What a seat may say in a phase of retreats or adjustments, with units of
    /// its own: `retreat A Mun-Ruh` or `disband A Mun`.
    fn examples(&self, seat: Seat, resolved: &ResolvedPhase) -> String {
        let board = self.board();
        let legal = position_of(board, &resolved.next).map_or_else(Vec::new, |position| {
            let power = parlour_diplomacy::Power(seat.0);
            legal_orders_of_power(board, &position, self.sight.view.rules, power)
        });
        let unit = |unit| plain(&board.unit_text(unit).to_string());
        let said = [
            legal.iter().find_map(|order| match order {
                Order::Retreat { unit: gone, to } => Some(format!(
                    "`retreat {}-{}`",
                    unit(*gone),
                    plain(board.code(*to))
                )),
                _ => None,
            }),
            legal.iter().find_map(|order| match order {
                Order::Build { unit: new } => Some(format!("`build {}`", unit(*new))),
                _ => None,
            }),
            legal.iter().find_map(|order| match order {
                Order::Disband { unit: gone } => Some(format!("`disband {}`", unit(*gone))),
                _ => None,
            }),
            legal
                .iter()
                .any(|order| matches!(order, Order::Waive))
                .then(|| String::from("`waive`")),
        ];
        let said: Vec<String> = said.into_iter().flatten().collect();
        said.join(" or ")
    }
}

/// How a game ended, as a sentence.
pub(crate) fn ending(outcome: &GameOutcome) -> String {
    match outcome {
        GameOutcome::Solo(power) => format!("The game is over: {} wins alone.", plain(power)),
        GameOutcome::Draw(powers) => {
            let powers: Vec<String> = powers.iter().map(|it| plain(it)).collect();
            format!("The game is over: a draw between {}.", listed(&powers))
        }
    }
}
