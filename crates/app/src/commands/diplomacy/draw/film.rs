//! A whole game as a moving picture.

use std::path::Path;

use anyhow::{Context, Result, bail};
use parlour_atlas::{Chart, Film, Frame, Look, OrdersShown};
use parlour_diplomacy::{PhaseRecord, Step};

use super::super::lines::{Source, game_of};
use super::{Draw, Scene, chart};

/// How long a phase is shown, in hundredths of a second.
const MOVEMENT: u16 = 180;
const OTHERS: u16 = 110;
const LAST: u16 = 400;

/// No film is longer, in phases: sixty years with every phase played.
const LONGEST: usize = 300;

impl Draw {
    /// One frame for each phase with its orders and results, then the end.
    pub(super) fn film(&self, path: &Path) -> Result<Vec<u8>> {
        let format = self.format(&["gif", "png", "apng"])?;
        let records = self.records(path)?;
        let Some(first) = records.first() else {
            bail!("{} holds no record of a game", path.display());
        };
        let chart = chart(first.board()?)?;
        // The pictures of a film must be of one size, with marks or without.
        let look = Look {
            key: false,
            ..self.looks.look(chart.board(), 800)?
        };
        let scenes = scenes(&chart, &records, &look)?;
        let last = scenes.len() - 1;
        let frames: Vec<Frame> = scenes
            .iter()
            .enumerate()
            .map(|(i, scene)| Frame {
                picture: scene.picture(&chart),
                time: match scene.position.phase.step {
                    _ if i == last => LAST,
                    Step::Movement => MOVEMENT,
                    Step::Retreat | Step::Adjustment => OTHERS,
                },
            })
            .collect();
        let film = Film::new(&frames)?;
        Ok(if format == "gif" {
            film.gif()?
        } else {
            film.apng()?
        })
    }

    /// The records of one game: those whose ids begin alike.
    pub(super) fn records(&self, path: &Path) -> Result<Vec<PhaseRecord>> {
        let mut records: Vec<PhaseRecord> = Vec::new();
        let mut wanted = self.id.clone();
        Source::of(Some(path.to_owned())).each(|line| {
            let record = match line.record {
                Ok(record) => record,
                Err(fault) => bail!("{}: line {}: {fault}", path.display(), line.number),
            };
            let own = record.id.as_deref().and_then(game_of).unwrap_or_default();
            if wanted.get_or_insert_with(|| own.to_owned()) == own {
                records.push(record);
            }
            if records.len() > LONGEST {
                bail!("{}: a film has at most {LONGEST} phases", path.display());
            }
            Ok(())
        })?;
        Ok(records)
    }
}

/// What is drawn of each phase, and then the end.
pub(super) fn scenes(chart: &Chart, records: &[PhaseRecord], look: &Look) -> Result<Vec<Scene>> {
    let board = chart.board();
    let mut scenes = Vec::new();
    for record in records {
        if record.board()?.name() != board.name() {
            bail!("the game changes from map {} to another", board.name());
        }
        let shown = OrdersShown {
            power: None,
            results: record.results.is_some(),
        };
        let scene = Scene::new(chart, record, Some(shown), look.clone());
        scenes.push(scene.with_context(|| format!("phase {}", record.phase))?);
    }
    if let Some(next) = records.last().and_then(|record| record.next.as_ref()) {
        let mut end = PhaseRecord::question(board, board.start());
        end.phase = next.phase;
        end.units = next.units.clone();
        end.dislodged = Some(next.dislodged.clone());
        end.centers = Some(next.centers.clone());
        scenes.push(Scene::new(chart, &end, None, look.clone())?);
    }
    Ok(scenes)
}
