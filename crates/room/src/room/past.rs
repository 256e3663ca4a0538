//! What has happened, from the log as a spectator is told it.

use parlour_diplomacy::bot::{MEMORY, Past, PlayedPhase, remember};
use parlour_diplomacy::game::{Diplomacy, Event, ResolvedOrder, ResolvedPhase};
use parlour_diplomacy::{Board, NextRecord, PhaseRecord, Submitted};
use parlour_rules::Viewer;

use super::{Done, Game, Room};
use crate::phrase::plain;

/// How many entries a phase seldom has.
const NEAR: u64 = 32;

/// A resolved phase and the position before it.
pub(super) struct Page {
    pub before: NextRecord,
    pub resolved: ResolvedPhase,
}

impl Page {
    /// The phase as the coach and bots read it; nothing if this program cannot read its
    /// record any more.
    pub(super) fn played(&self, board: &Board) -> Option<PlayedPhase> {
        let record = PhaseRecord::asking(board, self.before.clone());
        let orders = self.resolved.orders.iter().filter(|it| it.given);
        let orders = orders.filter_map(|it| {
            let power = board.power(&it.power)?;
            Some(Submitted::new(board, power, &it.order))
        });
        Some(PlayedPhase {
            position: record.position(board).ok()?,
            orders: orders.collect(),
        })
    }
}

impl Room {
    /// Every resolved phase, the oldest first.
    pub(super) async fn pages(&self, game: &Game) -> Done<Vec<Page>> {
        self.pages_after(game, 0).await
    }

    /// The resolved phases after an entry, the oldest first. The first of them is left
    /// out if what led to it stands before.
    async fn pages_after(&self, game: &Game, after: u64) -> Done<Vec<Page>> {
        let board = game.board();
        let mut before = (after == 0).then(|| NextRecord::of(board, board.start()));
        let mut pages = Vec::new();
        let told = self
            .host
            .seen::<Diplomacy>(&game.id, Viewer::Spectator, after)
            .await?;
        for event in told.into_iter().flat_map(|(_, events)| events) {
            if let Event::PhaseResolved(resolved) = event {
                let next = resolved.next.clone();
                pages.extend(before.replace(next).map(|before| Page {
                    before,
                    resolved: *resolved,
                }));
            }
        }
        Ok(pages)
    }

    /// What bots remember of a game, the oldest first: the movement phases that were
    /// resolved last, as everybody saw them. They are looked for from the end on back.
    pub(super) async fn remembered(&self, game: &Game) -> Done<Vec<Past>> {
        let board = game.board();
        let mut reach = NEAR * MEMORY as u64;
        loop {
            let after = game.sight.standing.seq.saturating_sub(reach);
            let mut past = Vec::new();
            for page in self.pages_after(game, after).await? {
                if let Some(played) = page.played(board) {
                    let seen = Past::of(board, game.sight.view.rules, &played);
                    remember(&mut past, seen);
                }
            }
            if after == 0 || past.len() == MEMORY {
                return Ok(past);
            }
            reach *= 4;
        }
    }

    /// The position before the phase that an entry has resolved. It stands in what
    /// the phase before has led to, which is looked for from there on back: a
    /// picture costs the same in the first year and in the hundredth.
    pub(super) async fn before(&self, game: &Game, entry: u64) -> Done<NextRecord> {
        let mut reach = NEAR;
        loop {
            let after = entry.saturating_sub(reach);
            let told = self
                .host
                .seen::<Diplomacy>(&game.id, Viewer::Spectator, after)
                .await?;
            let earlier = told.into_iter().rev().filter(|(seq, _)| *seq < entry);
            let mut events = earlier.flat_map(|(_, events)| events);
            let led = events.find_map(|event| match event {
                Event::PhaseResolved(resolved) => Some(resolved.next),
                _ => None,
            });
            match led {
                Some(next) => return Ok(next),
                None if after == 0 => {
                    let board = game.board();
                    return Ok(NextRecord::of(board, board.start()));
                }
                None => reach *= 4,
            }
        }
    }
}

/// One order and what became of it: `Austria: A Vie - Bud: bounced: …`.
pub(super) fn line(order: &ResolvedOrder) -> String {
    let power = plain(&order.power);
    let text = plain(&order.order);
    let reason = plain(&order.reason.text);
    let unit: String = text
        .split_whitespace()
        .take(2)
        .collect::<Vec<_>>()
        .join(" ");
    let why = reason
        .strip_prefix(&text)
        .or_else(|| reason.strip_prefix(&unit));
    let why = why.unwrap_or(&reason).trim();
    let why = why.trim_start_matches([':', ',']).trim();
    let result = order.results.join(", ");
    // The sentence mostly says the result itself.
    let said = order.results.iter().all(|code| {
        let stem: String = code.chars().take(4).collect();
        why.contains(&stem)
    });
    match (said, why.is_empty()) {
        (true, false) => format!("{power}: {text}: {why}"),
        (true, true) => format!("{power}: {text}: succeeded"),
        (false, true) => format!("{power}: {text}: {result}"),
        (false, false) => format!("{power}: {text}: {result} ({why})"),
    }
}

/// Every order of a phase on a line of its own, and what it led to.
pub(crate) fn account(resolved: &ResolvedPhase) -> String {
    let mut text = format!("{} ({}):", resolved.phase.words(), resolved.phase);
    for order in &resolved.orders {
        text.push('\n');
        text.push_str(&line(order));
    }
    if resolved.orders.is_empty() {
        text.push_str("\nNobody ordered anything.");
    }
    for (power, units) in &resolved.disbanded {
        let units: Vec<String> = units.iter().map(|unit| plain(unit)).collect();
        add!(text, "\n{} loses {}.", plain(power), units.join(", "));
    }
    for (centre, before, after) in &resolved.captured {
        let from = before
            .as_ref()
            .map_or_else(String::new, |it| format!(" from {}", plain(it)));
        add!(text, "\n{} takes {}{from}.", plain(after), plain(centre));
    }
    text
}

/// Who must retreat, build or disband.
pub(super) fn duties(next: &NextRecord) -> Vec<(String, String)> {
    let mut duties = Vec::new();
    if next.phase.step == parlour_diplomacy::Step::Retreat {
        for (power, units) in &next.dislodged {
            for (unit, places) in units {
                let places: Vec<String> = places.iter().map(|it| plain(it)).collect();
                duties.push((
                    power.clone(),
                    format!(
                        "must retreat {} ({} or disband)",
                        plain(unit),
                        places.join(", ")
                    ),
                ));
            }
        }
    }
    for (power, count) in &next.builds {
        let (count, what) = if *count > 0 {
            (*count, "may build")
        } else {
            (-count, "must disband")
        };
        let units = if count == 1 { "unit" } else { "units" };
        duties.push((power.clone(), format!("{what} {count} {units}")));
    }
    duties
}
