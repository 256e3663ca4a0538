//! A golden playthrough does not change while its game keeps its `VERSION`.
//!
//! Every game's recorded playthrough begins with `game NAME rules N`. `golden.txt`
//! beside this crate holds one line for each game and version there ever was, with a
//! hash of what was played: `NAME N HASH`. A playthrough that differs from its line
//! is a change of the rules, and a change of the rules raises the version. Lines are
//! only added; where the history of the project is at hand, that is looked at too.
//!
//! The line `setup …` of a playthrough does not count: a setup may gain members
//! whose defaults are what was played before.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::tree;

const LIST: &str = "xtask/golden.txt";

/// Every playthrough that is not as its game and version have it.
pub fn faults(root: &Path) -> Result<Vec<String>> {
    let list = fs::read_to_string(root.join(LIST)).context(LIST)?;
    let mut played = Vec::new();
    for path in tree::files(&root.join("crates"))? {
        let golden = path.extension().is_some_and(|ending| ending == "txt");
        if golden
            && let Ok(text) = fs::read_to_string(&path)
            && let Some(play) = Play::of(&tree::shown(&path, root), &text)
        {
            played.push(play);
        }
    }
    let mut faults = compare(&list, &played);
    faults.extend(removed(root).into_iter().map(|line| {
        format!("{LIST}: the line `{line}` was taken away; what was played stays written down")
    }));
    Ok(faults)
}

/// A recorded playthrough.
struct Play {
    file: String,
    game: String,
    rules: u32,
    hash: String,
}

impl Play {
    /// Nothing if the text is no playthrough.
    fn of(file: &str, text: &str) -> Option<Self> {
        let mut words = text.lines().next()?.split(' ');
        let (Some("game"), Some(game), Some("rules"), Some(rules), None) = (
            words.next(),
            words.next(),
            words.next(),
            words.next(),
            words.next(),
        ) else {
            return None;
        };
        Some(Self {
            file: file.to_string(),
            game: game.to_string(),
            rules: rules.parse().ok()?,
            hash: hash(text),
        })
    }
}

/// FNV-1a over what was played: it finds a change, and keeps no secret.
fn hash(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("setup "));
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in lines.flat_map(|line| line.bytes().chain([b'\n'])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

fn compare(list: &str, played: &[Play]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut known: BTreeMap<(&str, u32), &str> = BTreeMap::new();
    for (number, line) in (1..).zip(list.lines()) {
        let words: Vec<&str> = line.split(' ').collect();
        let read = match words[..] {
            [game, rules, hash] => rules.parse().ok().map(|rules| ((game, rules), hash)),
            _ => None,
        };
        match read {
            None => faults.push(format!("{LIST}:{number}: not `NAME VERSION HASH`")),
            Some((key, hash)) => {
                if known.insert(key, hash).is_some() {
                    faults.push(format!("{LIST}:{number}: {} {} stands twice", key.0, key.1));
                }
            }
        }
    }
    for Play {
        file,
        game,
        rules,
        hash,
    } in played
    {
        match known.get(&(game.as_str(), *rules)) {
            Some(kept) if kept == hash => {}
            Some(_) => faults.push(format!(
                "{file}: {game} is played otherwise, but its rules are still {rules}: raise its \
                 VERSION, keep logs of rules {rules} in fixtures/ages, and add a line to {LIST}"
            )),
            None => faults.push(format!(
                "{file}: {LIST} has no line for these rules; add `{game} {rules} {hash}`"
            )),
        }
    }
    let newest: BTreeMap<&str, u32> = known.keys().copied().collect();
    for (game, newest) in newest {
        // Those of older rules may be kept beside it.
        let plays = played.iter().filter(|play| play.game == game);
        match plays.max_by_key(|play| play.rules) {
            None => faults.push(format!("{LIST}: no playthrough of {game} is kept")),
            Some(play) if play.rules < newest => faults.push(format!(
                "{}: recorded under rules {} of {game}, but there are rules {newest}",
                play.file, play.rules
            )),
            Some(_) => {}
        }
    }
    faults
}

/// Lines that were in the list once and are not any more. None if there is no
/// history to look at, as in an unpacked archive.
fn removed(root: &Path) -> Vec<String> {
    let words = ["log", "--format=", "--patch", "--unified=0", "--", LIST];
    let log = Command::new("git").args(words).current_dir(root).output();
    let Ok(log) = log else {
        println!("  without git nobody can say whether lines were taken away");
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&log.stdout).into_owned();
    let now = fs::read_to_string(root.join(LIST)).unwrap_or_default();
    let gone = |line: &&str| !now.lines().any(|it| it == *line);
    let lines = text.lines().filter(|line| !line.starts_with("---"));
    lines
        .filter_map(|line| line.strip_prefix('-'))
        .filter(gone)
        .map(str::to_string)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "game pig rules 2\nsetup {\"goal\":9}\nseed 1\nstart 00\n";

    fn play(text: &str) -> Play {
        Play::of("golden.txt", text).unwrap()
    }

    fn list(hash: &str) -> String {
        format!("pig 1 0123456789abcdef\npig 2 {hash}\n")
    }

    #[test]
    fn a_playthrough_as_it_was_is_in_order() {
        let list = list(&hash(TEXT));
        assert!(compare(&list, &[play(TEXT)]).is_empty());
        // A setup may say more than before.
        let more = TEXT.replace("{\"goal\":9}", "{\"goal\":9,\"dice\":1}");
        assert!(compare(&list, &[play(&more)]).is_empty());
    }

    #[test]
    fn another_play_under_the_same_rules_is_a_fault() {
        let list = list(&hash(TEXT));
        let other = TEXT.replace("start 00", "start 01");
        let faults = compare(&list, &[play(&other)]);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("its rules are still 2: raise its VERSION"));
        // With the version raised it is a new line.
        let raised = other.replace("rules 2", "rules 3");
        let faults = compare(&list, &[play(&raised)]);
        assert!(faults[0].contains("add `pig 3 "), "{faults:?}");
    }

    #[test]
    fn a_playthrough_of_older_rules_and_a_missing_one_are_faults() {
        let list = list(&hash(TEXT));
        let old = TEXT.replace("rules 2", "rules 1");
        let faults = compare(&list, &[play(&old)]);
        assert!(faults.iter().any(|it| it.contains("there are rules 2")));
        // Beside one of the newest rules it is only compared with its own line.
        let faults = compare(&list, &[play(&old), play(TEXT)]);
        assert!(!faults.iter().any(|it| it.contains("there are rules 2")));
        assert_eq!(
            compare(&list, &[]),
            ["xtask/golden.txt: no playthrough of pig is kept"]
        );
    }

    #[test]
    fn other_texts_are_no_playthroughs() {
        assert!(Play::of("x.txt", "").is_none());
        assert!(Play::of("x.txt", "game of the day rules 2\n").is_none());
        assert!(Play::of("x.txt", "game pig rules two\n").is_none());
    }
}
