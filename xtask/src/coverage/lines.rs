//! Which lines ran, and which are left out with a reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

/// How often each line ran, by file and line; only the files that matter.
pub(super) type Counts = BTreeMap<String, BTreeMap<u32, u64>>;

pub(super) fn counts(lcov: &str, root: &Path, files: &[&str]) -> Counts {
    let mut counts = Counts::new();
    let mut file: Option<String> = None;
    for line in lcov.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            let inner = Path::new(path).strip_prefix(root).ok();
            let inner = inner.map(|path| path.to_string_lossy().into_owned());
            file = inner
                .filter(|path| files.iter().any(|own| path.starts_with(own)) && !is_of_tests(path));
        } else if let (Some(file), Some(data)) = (&file, line.strip_prefix("DA:"))
            && let Some((number, count)) = data.split_once(',')
            && let (Ok(number), Ok(count)) = (number.parse(), count.parse::<u64>())
        {
            let lines = counts.entry(file.clone()).or_default();
            *lines.entry(number).or_default() += count;
        }
    }
    counts
}

/// Files that are there for tests alone: doubles, kits, recorded pages.
fn is_of_tests(path: &str) -> bool {
    let parts = [
        "/tests/",
        "/testing",
        "/doubles",
        "/journal/passing",
        "/conformance",
        "/witness",
        "/tests.rs",
    ];
    parts.iter().any(|part| path.contains(part))
}

/// Ranges of lines that are left out, with their reasons.
fn left_out(source: &str) -> Vec<(u32, u32, &str)> {
    let mut ranges = Vec::new();
    let mut open: Option<(u32, &str)> = None;
    for (number, line) in (1..).zip(source.lines().map(str::trim)) {
        if line == "#[cfg(test)]" {
            ranges.push((number, u32::MAX, "the tests themselves"));
            return ranges;
        }
        if let Some(reason) = line.strip_prefix("// coverage: off, ") {
            open = Some((number, reason));
        } else if line.ends_with("// coverage: on")
            && let Some((from, reason)) = open.take()
        {
            ranges.push((from, number, reason));
        }
    }
    ranges
}

/// Prints what was not run; how many lines there are, and how many ran.
pub(super) fn report(root: &Path, counts: &Counts) -> Result<(usize, usize)> {
    let (mut all, mut missed) = (0, 0);
    for (file, lines) in counts {
        let source = fs::read_to_string(root.join(file))?;
        let ranges = left_out(&source);
        for (from, to, reason) in ranges.iter().filter(|(_, to, _)| *to < u32::MAX) {
            println!("{file}:{from}-{to} is left out: {reason}");
        }
        let counted: Vec<(u32, u64)> = lines
            .iter()
            .map(|(line, count)| (*line, *count))
            .filter(|(line, _)| {
                !ranges
                    .iter()
                    .any(|(from, to, _)| from <= line && line <= to)
            })
            .collect();
        let texts: Vec<&str> = source.lines().collect();
        for (line, _) in counted.iter().filter(|(_, count)| *count == 0) {
            let text = texts.get(*line as usize - 1).unwrap_or(&"").trim();
            println!("{file}:{line} is not run: {text}");
        }
        let unrun = counted.iter().filter(|(_, count)| *count == 0).count();
        println!(
            "{file}: {} of {} lines",
            counted.len() - unrun,
            counted.len()
        );
        all += counted.len();
        missed += unrun;
    }
    if all == 0 {
        bail!("no line was counted");
    }
    Ok((all, all - missed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_judge_are_counted_and_others_are_not() {
        let lcov = "SF:/house/crates/diplomacy/src/judge/solve.rs\nDA:3,0\nDA:4,7\nDA:3,2\n\
                    end_of_record\nSF:/house/crates/diplomacy/src/board.rs\nDA:1,0\nend_of_record\n";
        let counts = counts(lcov, Path::new("/house"), &["crates/diplomacy/src/judge"]);
        assert_eq!(counts.len(), 1);
        let lines = &counts["crates/diplomacy/src/judge/solve.rs"];
        assert_eq!(lines.iter().collect::<Vec<_>>(), [(&3, &2), (&4, &7)]);
    }

    #[test]
    fn what_is_left_out_has_a_reason() {
        let source = "a\n// coverage: off, it cannot be\nb\n// coverage: on\nc\n#[cfg(test)]\nmod tests {}\n";
        let tests = (6, u32::MAX, "the tests themselves");
        assert_eq!(left_out(source), [(2, 4, "it cannot be"), tests]);
    }
}
