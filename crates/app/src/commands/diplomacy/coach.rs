//! `parlour diplomacy coach`: what cost most in a game that is over.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_diplomacy::bot::{Kind, Lesson, PlayedPhase, coach};
use parlour_diplomacy::{Board, Rulebook};
use parlour_rules::Seed;

use super::Rules;
use super::lines::{Line, Source};

/// The words after `parlour diplomacy coach`.
#[derive(Debug, Args)]
pub struct Coach {
    #[command(flatten)]
    source: Source,
    /// How many phases are told.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=50))]
    most: u8,
    /// Who says what it would have ordered: easy, club or strong.
    #[arg(long, default_value = "club", value_name = "KIND")]
    by: Kind,
    #[command(flatten)]
    rules: Rules,
}

impl Coach {
    /// Reads the records of one game and tells the costliest phases.
    pub fn run(self) -> Result<ExitCode> {
        let mut phases = Vec::new();
        let mut ground: Option<(&Board, Rulebook)> = None;
        let mut fault = None;
        self.source.each(|Line { number, record }| {
            let read = record.map_err(anyhow::Error::msg).and_then(|record| {
                let board = record.board()?;
                let rules = record.rulebook(self.rules.rules)?;
                let known = *ground.get_or_insert((board, rules));
                if known != (board, rules) {
                    bail!("another map or other rules than the lines before");
                }
                let orders = record.submitted(board)?;
                let position = record.position(board)?;
                if !orders.is_empty() {
                    phases.push(PlayedPhase { position, orders });
                }
                Ok(())
            });
            if let Err(error) = read {
                fault.get_or_insert(error.context(format!("line {number}")));
            }
            Ok(())
        })?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let (board, rules) = ground.context("there is no record of a phase")?;
        let most = usize::from(self.most);
        let lessons = coach(board, rules, &phases, Seed(0), self.by, most);
        let mut out = io::stdout().lock();
        if lessons.is_empty() {
            writeln!(
                out,
                "Nobody's chance fell in a phase that could be played better."
            )?;
        }
        for lesson in &lessons {
            tell(&mut out, board, lesson)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn tell(out: &mut impl Write, board: &Board, lesson: &Lesson) -> io::Result<()> {
    let percent = |thousandths: u32| format!("{}.{} %", thousandths / 10, thousandths % 10);
    writeln!(
        out,
        "{} ({}), {}: chance {} before, {} after; with these orders {}:",
        lesson.phase.words(),
        lesson.phase,
        board.power_name(lesson.power),
        percent(lesson.before),
        percent(lesson.after),
        percent(lesson.instead),
    )?;
    for order in &lesson.better {
        writeln!(out, "  {}", order.show(board))?;
    }
    writeln!(out, "  It {}.", lesson.reason)
}
