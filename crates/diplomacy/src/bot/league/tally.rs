//! What came of all games.

#![expect(
    clippy::cast_precision_loss,
    clippy::disallowed_types,
    reason = "shares and means are printed and decide nothing; counts are far below 2^52"
)]

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::Pairing;
use super::game::{Deeds, Played};
use crate::Place;

/// Counts over all games, of the first side.
#[derive(Clone, Debug)]
pub struct Tally {
    games: u64,
    solos: u64,
    lost: u64,
    draws: u64,
    share: f64,
    centers: f64,
    years: f64,
    cpu_ms: f64,
    longest_ms: f64,
    deeds: Deeds,
    /// By power: games of the first side, solos of it, solos of anybody.
    powers: BTreeMap<String, (u64, u64, u64)>,
    /// Every power's mean of centres at the end.
    grown: BTreeMap<String, f64>,
}

impl Tally {
    /// Counts these games.
    pub fn of(pairing: &Pairing<'_>, played: &[Played]) -> Self {
        let games = played.len() as u64;
        let sum = |of: &dyn Fn(&Played) -> u64| played.iter().map(of).sum::<u64>();
        let mean = |of: &dyn Fn(&Played) -> u64| sum(of) as f64 / games.max(1) as f64;
        let start = pairing.board.first_phase().year;
        let solos = sum(&|it| u64::from(it.first_won));
        let draws = sum(&|it| u64::from(it.winner.is_none()));
        let mut powers: BTreeMap<String, (u64, u64, u64)> = BTreeMap::new();
        for game in played {
            for seat in &game.seats {
                let counts = powers.entry(seat.clone()).or_default();
                counts.0 += 1;
                counts.1 += u64::from(game.winner.as_ref() == Some(seat));
            }
            if let Some(winner) = &game.winner {
                powers.entry(winner.clone()).or_default().2 += 1;
            }
        }
        let grown = pairing.board.powers().map(|power| {
            let centers =
                |it: &Played| it.centers.get(power.index()).map_or(0, |it| u64::from(*it));
            (pairing.board.power_name(power).to_owned(), mean(&centers))
        });
        let seats = (pairing.seats as u64 * games).max(1) as f64;
        Self {
            games,
            solos,
            lost: games - solos - draws,
            draws,
            share: mean(&|it| it.share) / 1000.0,
            centers: sum(&|it| u64::from(it.own_centers)) as f64 / seats,
            years: mean(&|it| u64::from(it.year + 1 - start)),
            cpu_ms: sum(&|it| it.cpu_us) as f64 / 1000.0 / sum(&|it| it.decisions).max(1) as f64,
            longest_ms: played.iter().map(|it| it.longest_us).max().unwrap_or(0) as f64 / 1000.0,
            deeds: played
                .iter()
                .fold(Deeds::default(), |sum, it| sum.and(it.deeds)),
            powers,
            grown: grown.collect(),
        }
    }

    /// The last line for programs.
    pub fn json(&self) -> Value {
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0;
        json!({
            "games": self.games,
            "solos": self.solos,
            "draws": self.draws,
            "share": rounded(self.share),
            "cpu_ms": rounded(self.cpu_ms),
        })
    }

    /// The table for people.
    pub fn print(&self, out: &mut impl Write, pairing: &Pairing<'_>) -> io::Result<()> {
        let Pairing {
            first,
            others,
            seats,
            board,
            until,
            ..
        } = pairing;
        let rest = board.powers().count() - seats;
        let line = |part: u64| {
            let (low, high) = wilson(part, self.games);
            let share = part as f64 / self.games.max(1) as f64;
            format!(
                "{part} = {:.1} % (95 %: {:.1} to {:.1})",
                share * 100.0,
                low * 100.0,
                high * 100.0
            )
        };
        writeln!(
            out,
            "{seats} {first} against {rest} {others}, map {}, until {until}",
            board.name()
        )?;
        writeln!(out, "games      {}", self.games)?;
        writeln!(out, "solos      {}", line(self.solos))?;
        writeln!(out, "lost       {}", line(self.lost))?;
        writeln!(out, "draws      {}", line(self.draws))?;
        let fair = *seats as f64 / board.powers().count() as f64;
        writeln!(
            out,
            "share      {:.3} by squares of centres (equal strength: {fair:.3})",
            self.share
        )?;
        writeln!(out, "centres    {:.1} a seat at the end", self.centers)?;
        writeln!(out, "years      {:.1} a game", self.years)?;
        writeln!(
            out,
            "CPU        {:.1} ms a phase, the longest {:.1} ms",
            self.cpu_ms, self.longest_ms
        )?;
        self.deeds.print(out)?;
        for (power, (games, solos, any)) in &self.powers {
            writeln!(
                out,
                "  {power:<10} {solos} of {games} won; {any} won by it in all; \
                 {:.1} centres at the end",
                self.grown.get(power).copied().unwrap_or(0.0)
            )?;
        }
        Ok(())
    }
}

impl Deeds {
    fn and(mut self, other: Self) -> Self {
        self.moves += other.moves;
        self.bounced += other.bounced;
        self.own_bounced += other.own_bounced;
        self.supports += other.supports;
        self.supports_met += other.supports_met;
        self.convoys += other.convoys;
        self.convoys_missing += other.convoys_missing;
        self
    }

    fn print(self, out: &mut impl Write) -> io::Result<()> {
        let of_moves = self.bounced as f64 * 100.0 / self.moves.max(1) as f64;
        writeln!(
            out,
            "orders     {} moves, {:.1} % stopped by others, {} by own orders",
            self.moves, of_moves, self.own_bounced
        )?;
        writeln!(
            out,
            "           {} supports, {} of them met; {} armies by sea, {} without a route",
            self.supports, self.supports_met, self.convoys, self.convoys_missing
        )
    }
}

/// Wilson's interval for a share, 95 %.
fn wilson(part: u64, whole: u64) -> (f64, f64) {
    if whole == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (whole as f64, 1.959_964);
    let share = part as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (
        ((middle - spread) / scale).max(0.0),
        ((middle + spread) / scale).min(1.0),
    )
}
