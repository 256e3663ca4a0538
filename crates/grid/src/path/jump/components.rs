//! Which cells are joined at all.

use super::planes::Planes;

/// The connected parts of a map, kept as runs of free cells.
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// The first cell of every run, line by line, with the number of its part.
    runs: Vec<(u32, u32)>,
    /// Where the runs of each line begin in that list.
    lines: Vec<u32>,
}

impl Components {
    /// Finds the parts; diagonal neighbours are joined or not.
    pub fn new(rows: &Planes, diagonal: bool) -> Self {
        let mut runs: Vec<(u32, u32)> = Vec::new();
        let mut ends: Vec<u32> = Vec::new();
        let mut lines = vec![0];
        let mut parents: Vec<u32> = Vec::new();
        let reach = u32::from(diagonal);
        let mut above = 0..0;
        for line in 0..rows.lines() {
            let first = runs.len();
            for_each_run(rows.line(line), |start, end| {
                runs.push((start, 0));
                ends.push(end);
                parents.push(parents.len() as u32);
            });
            // Two rows of runs, both ascending, walked side by side.
            let mut upper = above.start;
            for run in first..runs.len() {
                let (start, end) = (runs[run].0, ends[run]);
                while upper < above.end && ends[upper] + reach <= start {
                    upper += 1;
                }
                let mut joined = upper;
                while joined < above.end && runs[joined].0 < end + reach {
                    join(&mut parents, run as u32, joined as u32);
                    joined += 1;
                }
            }
            above = first..runs.len();
            lines.push(runs.len() as u32);
        }
        for (run, (_, part)) in runs.iter_mut().enumerate() {
            *part = root(&mut parents, run as u32);
        }
        Self { runs, lines }
    }

    /// The number of the part that a free cell belongs to.
    pub fn part(&self, line: usize, at: usize) -> u32 {
        let runs = &self.runs[self.lines[line] as usize..self.lines[line + 1] as usize];
        let after = runs.partition_point(|&(start, _)| start as usize <= at);
        runs[after.saturating_sub(1)].1
    }
}

/// Calls for every run of free cells: its first cell and the one after its last.
fn for_each_run(line: &[u64], mut each: impl FnMut(u32, u32)) {
    let mut since = None;
    for (word, &blocked) in line.iter().enumerate() {
        let base = word as u32 * 64;
        let mut at = 0;
        while at < 64 {
            let ahead = if since.is_some() { blocked } else { !blocked };
            let change = (ahead & u64::MAX << at).trailing_zeros();
            if change == 64 {
                break;
            }
            match since.take() {
                Some(start) => each(start, base + change),
                None => since = Some(base + change),
            }
            at = change;
        }
    }
}

fn root(parents: &mut [u32], mut run: u32) -> u32 {
    while parents[run as usize] != run {
        let parent = parents[run as usize];
        parents[run as usize] = parents[parent as usize];
        run = parent;
    }
    run
}

fn join(parents: &mut [u32], one: u32, other: u32) {
    let (one, other) = (root(parents, one), root(parents, other));
    parents[one.max(other) as usize] = one.min(other);
}
