//! `cargo xtask coverage`: which lines of the Diplomacy judge no test runs.
//!
//! The tests of the crate are built with the compiler's own instrumentation in a
//! target folder of their own and read with the LLVM tools that rustup brings.
//! Every line of the files below must run. What is left out, and why:
//!
//! - the tests at the foot of a file, whose messages are made only on failure;
//! - lines between `// coverage: off, REASON` and `// coverage: on`: each such
//!   pair is printed with its reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{cargo, provision, tree};

/// The judge and the phases: everything between written orders and the next
/// position, and the game that turns from phase to phase.
const FILES: &[&str] = &[
    "crates/diplomacy/src/check.rs",
    "crates/diplomacy/src/convoy.rs",
    "crates/diplomacy/src/game",
    "crates/diplomacy/src/history.rs",
    "crates/diplomacy/src/judge",
    "crates/diplomacy/src/legality.rs",
    "crates/diplomacy/src/phase.rs",
    "crates/diplomacy/src/position.rs",
    "crates/diplomacy/src/resolve",
    "crates/diplomacy/src/view.rs",
    "crates/diplomacy/src/wheel.rs",
];

/// Runs the tests with counters and reports the lines that none of them ran.
pub fn run() -> Result<ExitCode> {
    let root = tree::root();
    let tools = tools()?;
    let home = cargo::target_folder().join("coverage");
    let profiles = home.join("profiles");
    if profiles.is_dir() {
        fs::remove_dir_all(&profiles)?;
    }
    fs::create_dir_all(&profiles)?;
    let programs = build(&home)?;
    for program in &programs {
        let mut test = Command::new(program);
        test.current_dir(root.join("crates/diplomacy"))
            .env("LLVM_PROFILE_FILE", profiles.join("%p-%m.profraw"));
        if !cargo::run(&mut test)?.ok {
            bail!("{} failed", program.display());
        }
    }
    let merged = home.join("merged.profdata");
    let mut merge = Command::new(tools.join("llvm-profdata"));
    merge.args(["merge", "-sparse", "-o"]).arg(&merged);
    for entry in fs::read_dir(&profiles)? {
        merge.arg(entry?.path());
    }
    output(&mut merge)?;
    let mut export = Command::new(tools.join("llvm-cov"));
    export
        .args(["export", "--format=lcov", "--instr-profile"])
        .arg(&merged);
    let (first, others) = programs.split_first().context("there are no tests")?;
    export.arg(first);
    for other in others {
        export.arg("--object").arg(other);
    }
    let counts = counts(&output(&mut export)?, &root);
    report(&root, &counts)
}

/// Builds the tests with counters; the programs that run them.
fn build(home: &Path) -> Result<Vec<PathBuf>> {
    let words = [
        "test",
        "--package",
        "parlour-diplomacy",
        "--no-run",
        "--message-format=json",
    ];
    let mut build = cargo::command(&words);
    build
        .env("CARGO_TARGET_DIR", home)
        .env("RUSTFLAGS", "-C instrument-coverage")
        // A build script's own counters are of no use.
        .env("LLVM_PROFILE_FILE", home.join("build-%p.profraw"))
        .stderr(Stdio::inherit());
    let text = output(&mut build)?;
    let programs = text.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let is_test = message["profile"]["test"].as_bool()?;
        let program = message["executable"].as_str()?;
        is_test.then(|| PathBuf::from(program))
    });
    Ok(programs.collect())
}

fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{name} does not start"))?;
    if !output.status.success() {
        bail!("{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The folder of the LLVM tools that belong to the compiler.
fn tools() -> Result<PathBuf> {
    let host = cargo::host()?;
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let folder = Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(host)
        .join("bin");
    match provision::tool(&folder.join("llvm-cov"), "llvm-tools") {
        Ok(()) => Ok(folder),
        Err(reason) => bail!(reason),
    }
}

/// How often each line ran, by file and line; only the files that matter.
type Counts = BTreeMap<String, BTreeMap<u32, u64>>;

fn counts(lcov: &str, root: &Path) -> Counts {
    let mut counts = Counts::new();
    let mut file: Option<String> = None;
    for line in lcov.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            let inner = Path::new(path).strip_prefix(root).ok();
            let inner = inner.map(|path| path.to_string_lossy().into_owned());
            file = inner.filter(|path| FILES.iter().any(|own| path.starts_with(own)));
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

fn report(root: &Path, counts: &Counts) -> Result<ExitCode> {
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
    println!("{} passed, {missed} failed", all - missed);
    Ok(if missed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_judge_are_counted_and_others_are_not() {
        let lcov = "SF:/house/crates/diplomacy/src/judge/solve.rs\nDA:3,0\nDA:4,7\nDA:3,2\n\
                    end_of_record\nSF:/house/crates/diplomacy/src/board.rs\nDA:1,0\nend_of_record\n";
        let counts = counts(lcov, Path::new("/house"));
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
