//! The disk before the work: a run that would fill it is refused at once, not
//! after half an hour with an error of the linker.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo;
use crate::suite::Outcome;

const MEGABYTE: u64 = 1 << 20;
const GIGABYTE: u64 = 1 << 30;

/// What the whole run writes into an empty target folder.
const CLEAN: u64 = 10 * GIGABYTE;
/// The same without debug lines and incremental results, as `.ci/run` builds.
const LEAN: u64 = 4 * GIGABYTE;
/// What it may add to one that was filled by a run before.
const AGAIN: u64 = 2 * GIGABYTE;

/// Whether there is room for the run where cargo builds.
pub fn part() -> Outcome {
    let target = cargo::target_folder();
    let lines = std::env::var("CARGO_PROFILE_DEV_DEBUG");
    let is_lean = lines.is_ok_and(|lines| lines == "none");
    let clean = if is_lean { LEAN } else { CLEAN };
    judge(&target, free_at(&target), holds(&target, clean), clean)
}

/// What is free is told in any case. A disk that cannot be asked is no reason to
/// stop.
fn judge(target: &Path, free: Result<u64, String>, held: u64, clean: u64) -> Outcome {
    let free = match free {
        Ok(free) => free,
        Err(reason) => {
            println!("  how much is free is not known ({reason}); the run goes on");
            return Outcome::Passed(1);
        }
    };
    // What is built already need not be written once more.
    let needed = clean.saturating_sub(held).max(AGAIN);
    let place = target.display();
    if free >= needed {
        println!("  {} free in {place}", shown(free));
        return Outcome::Passed(1);
    }
    println!(
        "  {} free in {place}, {} needed: make room there, or set CARGO_TARGET_DIR to a \
         folder on a larger disk",
        shown(free),
        shown(needed)
    );
    Outcome::Failed(0, 1)
}

/// Bytes that are free on the disk of a folder, or of the nearest folder above it
/// that is there.
fn free_at(folder: &Path) -> Result<u64, String> {
    let absolute = std::path::absolute(folder).map_err(|error| error.to_string())?;
    let there: PathBuf = absolute
        .ancestors()
        .find(|it| it.is_dir())
        .ok_or("no folder is there")?
        .to_owned();
    let df = Command::new("df")
        .args(["-Pk", "--"])
        .arg(&there)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("df does not start: {error}"))?;
    if !df.status.success() {
        return Err(String::from("df fails"));
    }
    let text = String::from_utf8_lossy(&df.stdout);
    free_in(&text).ok_or_else(|| String::from("the answer of df is not understood"))
}

/// The fourth number of the second line, in kilobytes. Names of disks and folders
/// may hold spaces, so it is found from the percentage behind it.
fn free_in(df: &str) -> Option<u64> {
    let words: Vec<&str> = df.lines().nth(1)?.split_whitespace().collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let place = (4..words.len()).find(|place| {
        let percent = words[*place].strip_suffix('%');
        percent.is_some_and(is_number) && words[place - 3..*place].iter().all(|it| is_number(it))
    })?;
    words[place - 1].parse::<u64>().ok()?.checked_mul(1024)
}

/// Bytes in a folder, counted until there are enough.
fn holds(folder: &Path, enough: u64) -> u64 {
    let mut sum = 0;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else {
            continue;
        };
        for entry in entries.flatten() {
            match entry.metadata() {
                Ok(it) if it.is_dir() => folders.push(entry.path()),
                Ok(it) => sum += it.len(),
                Err(_) => {}
            }
            if sum >= enough {
                return sum;
            }
        }
    }
    sum
}

fn shown(bytes: u64) -> String {
    if bytes < GIGABYTE {
        return format!("{} MB", bytes / MEGABYTE);
    }
    let tenths = bytes * 10 / GIGABYTE;
    format!("{}.{} GB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(free: Result<u64, &str>, held: u64, good: bool) {
        let outcome = judge(
            Path::new("target"),
            free.map_err(str::to_owned),
            held,
            CLEAN,
        );
        assert_eq!(outcome, Outcome::one(good), "{free:?} free, {held} held");
    }

    #[test]
    fn an_empty_target_folder_needs_more_than_a_filled_one() {
        check(Ok(CLEAN), 0, true);
        check(Ok(CLEAN - 1), 0, false);
        check(Ok(CLEAN - GIGABYTE), GIGABYTE, true);
        check(Ok(CLEAN - GIGABYTE - 1), GIGABYTE, false);
        check(Ok(AGAIN), CLEAN, true);
        check(Ok(AGAIN), 3 * CLEAN, true);
        check(Ok(AGAIN - 1), CLEAN, false);
    }

    #[test]
    fn a_disk_that_cannot_be_asked_stops_nothing() {
        check(Err("df does not start"), 0, true);
        check(Err("df does not start"), CLEAN, true);
    }

    #[test]
    fn the_answer_of_df_is_read_whatever_the_names() {
        let head = "Filesystem     1024-blocks      Used Available Capacity Mounted on\n";
        for (line, free) in [
            (
                "/dev/vda         263174212  61500000  34000000      65% /",
                Some(34_000_000),
            ),
            (
                "my disk 1 2       263174212  61500000  34000000      65% /a b/50% c",
                Some(34_000_000),
            ),
            (
                "tmpfs                  100       100         0     100% /x",
                Some(0),
            ),
            (
                "map auto_home            0         0         0     100% /home",
                Some(0),
            ),
            ("/dev/vda 263174212 61500000 - 65% /", None),
            ("/dev/vda 1 2 99999999999999999999 65% /", None),
            ("", None),
        ] {
            let found = free_in(&format!("{head}{line}\n"));
            assert_eq!(found, free.map(|it| it * 1024), "{line}");
        }
        assert_eq!(free_in(head), None);
        assert_eq!(free_in(""), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_that_is_not_there_yet_is_on_the_disk_of_the_one_above() {
        let here = env!("CARGO_MANIFEST_DIR");
        let deep = Path::new(here).join("not/there/yet");
        match free_at(&deep) {
            Ok(free) => assert!(free > 0),
            Err(reason) => assert!(reason.contains("df"), "{reason}"),
        }
    }

    #[test]
    fn a_folder_is_counted_until_there_is_enough() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"));
        let all = holds(source, u64::MAX);
        assert!(all > 1000);
        let some = holds(source, 1000);
        assert!((1000..=all).contains(&some));
        assert_eq!(holds(&source.join("nowhere"), 1000), 0);
    }

    #[test]
    fn sizes_are_shown_as_people_say_them() {
        assert_eq!(shown(0), "0 MB");
        assert_eq!(shown(GIGABYTE - 1), "1023 MB");
        assert_eq!(shown(GIGABYTE * 21 / 2), "10.5 GB");
    }
}
