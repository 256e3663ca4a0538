//! A whole game as one picture for each phase.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::film::scenes;
use super::{Draw, chart};

/// Where in a file's name the phase stands.
const PHASE: &str = "{phase}";

impl Draw {
    /// Whether the output names many files: a folder, or a pattern.
    pub(super) fn wants_pages(&self) -> bool {
        let text = self.output.to_string_lossy();
        text.ends_with(std::path::is_separator) || self.output.is_dir() || text.contains(PHASE)
    }

    /// Writes a picture for each phase, and one for the end.
    pub(super) fn pages(&self, path: &Path) -> Result<()> {
        let pattern = self.pattern()?;
        let ending = pattern.extension().and_then(|ending| ending.to_str());
        let is_svg = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => true,
            Some("png") => false,
            _ => bail!("{}: the name must end in .svg or .png", pattern.display()),
        };
        let records = self.records(path)?;
        let Some(first) = records.first() else {
            bail!("{} holds no record of a game", path.display());
        };
        let chart = chart(first.board()?)?;
        let look = self.looks.look(chart.board(), 1200)?;
        for (number, scene) in (1..).zip(scenes(&chart, &records, &look)?) {
            let picture = scene.picture(&chart);
            let bytes = if is_svg {
                picture.svg()?.into_bytes()
            } else {
                picture.png()?
            };
            let phase = format!("{number:03}-{}", scene.position.phase);
            let file = pattern.to_string_lossy().replace(PHASE, &phase);
            fs::write(&file, bytes).with_context(|| format!("{file} cannot be written"))?;
        }
        Ok(())
    }

    /// The name of the files, with its folder made if need be.
    fn pattern(&self) -> Result<PathBuf> {
        let named = self.output.to_string_lossy().contains(PHASE);
        let pattern = if named {
            self.output.clone()
        } else {
            self.output.join(format!("{PHASE}.png"))
        };
        if let Some(folder) = pattern
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            fs::create_dir_all(folder)
                .with_context(|| format!("{} cannot be made", folder.display()))?;
        }
        Ok(pattern)
    }
}
