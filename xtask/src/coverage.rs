//! `cargo xtask coverage [GROUP...]`: which lines no test runs.
//!
//! The tests of the crates are built with the compiler's own instrumentation in a
//! target folder of their own and read with the LLVM tools that rustup brings.
//! The host's tests get a PostgreSQL server of their own. A test that fails is told at the
//! end and fails the run; the lines that ran until then are counted all the same.
//! The rules must be run to the last line, the host and the fronts to 95 of 100. What is
//! left out, and why:
//!
//! - the tests at the foot of a file, whose messages are made only on failure, and files
//!   that hold nothing but tests;
//! - lines between `// coverage: off, REASON` and `// coverage: on`: each such
//!   pair is printed with its reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::suite::Outcome;
use crate::{cargo, postgres, provision, tree};

/// Crates that have one goal, and the tests that count for it.
struct Group {
    name: &'static str,
    /// Crates whose tests are run.
    tests: &'static [&'static str],
    /// What is counted: folders, and files that belong to no test.
    files: &'static [&'static str],
    /// Lines of a hundred that must be run.
    goal: usize,
}

const GROUPS: &[Group] = &[
    Group {
        name: "judge",
        tests: &["parlour-diplomacy"],
        files: &[
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
        ],
        goal: 100,
    },
    Group {
        name: "diplomacy",
        tests: &["parlour-diplomacy"],
        files: &["crates/diplomacy/src"],
        goal: 100,
    },
    Group {
        name: "rules",
        tests: &["parlour-rules"],
        files: &["crates/rules/src"],
        goal: 100,
    },
    Group {
        name: "regicide",
        tests: &["parlour-regicide"],
        files: &["crates/regicide/src"],
        goal: 100,
    },
    Group {
        name: "host",
        tests: &["parlour-host"],
        files: &["crates/host/src"],
        goal: 95,
    },
    Group {
        name: "room",
        tests: &["parlour-room"],
        files: &["crates/room/src"],
        goal: 95,
    },
    Group {
        name: "chat",
        tests: &["parlour-chat"],
        files: &["crates/chat/src"],
        goal: 95,
    },
    Group {
        name: "lan",
        tests: &["parlour-lan"],
        files: &["crates/lan/src"],
        goal: 95,
    },
    Group {
        name: "web",
        tests: &["parlour-web"],
        files: &["crates/web/src"],
        goal: 95,
    },
];

/// The goals of all groups, as a part of the long run.
pub fn part() -> Result<Outcome> {
    let (held, missed) = measure(&[])?;
    Ok(if missed == 0 {
        Outcome::Passed(held)
    } else {
        Outcome::Failed(held, missed)
    })
}

/// Runs the tests with counters, group by group, prints the lines that none of them ran,
/// and the table of all.
pub fn run(wanted: &[String]) -> Result<ExitCode> {
    let (held, missed) = measure(wanted)?;
    println!("{held} passed, {missed} failed");
    Ok(if missed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// How many groups reach their goal, and how many do not.
fn measure(wanted: &[String]) -> Result<(u64, u64)> {
    let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
    if let Some(unknown) = wanted.iter().find(|it| !known.contains(&it.as_str())) {
        bail!("no group is called `{unknown}`: {}", known.join(", "));
    }
    let chosen = GROUPS
        .iter()
        .filter(|group| wanted.is_empty() || wanted.iter().any(|it| it == group.name));
    let server = postgres::Server::start();
    let environment = match &server {
        Ok(server) => server.environment().to_vec(),
        Err(reason) => {
            println!("without PostgreSQL, what needs it is not run: {reason}");
            vec![(postgres::VARIABLE, postgres::ABSENT.to_owned())]
        }
    };
    let mut table = Vec::new();
    let mut counted: Option<(&[&str], Measured)> = None;
    for group in chosen {
        // Groups that share their tests stand one after the other.
        let measured = match counted.take() {
            Some((tests, measured)) if tests == group.tests => measured,
            _ => match measured(group.tests, &environment) {
                Ok(measured) => measured,
                Err(error) => Measured::broken(&error),
            },
        };
        let root = tree::root();
        let counts = counts(&measured.lcov, &root, group.files);
        let mut faults = measured.faults.clone();
        let lines = match report(&root, &counts) {
            Ok(lines) => lines,
            Err(error) => {
                faults.push(format!("{error:#}"));
                (0, 0)
            }
        };
        table.push(Row {
            group,
            lines,
            faults,
        });
        counted = Some((group.tests, measured));
    }
    drop(server);
    print!("\n{}", told(&table));
    let missed = table.iter().filter(|row| !row.holds()).count();
    Ok(((table.len() - missed) as u64, missed as u64))
}

/// One line of the table.
struct Row<'a> {
    group: &'a Group,
    /// How many there are, and how many ran.
    lines: (usize, usize),
    /// Tests that failed, and what could not be measured.
    faults: Vec<String>,
}

impl Row<'_> {
    fn holds(&self) -> bool {
        let (all, run) = self.lines;
        self.faults.is_empty() && all > 0 && run * 100 >= all * self.group.goal
    }
}

/// The table of all groups, and below it what failed.
fn told(table: &[Row]) -> String {
    let mut text = String::from("| what | lines | run | of a hundred | goal |\n");
    text.push_str("| --- | --- | --- | --- | --- |\n");
    for row in table {
        let (all, run) = row.lines;
        let hundredths = run * 10_000 / all.max(1);
        let (whole, rest) = (hundredths / 100, hundredths % 100);
        let (name, goal) = (row.group.name, row.group.goal);
        let line = format!("| {name} | {all} | {run} | {whole}.{rest:02} | {goal} |\n");
        text.push_str(&line);
    }
    for row in table {
        for fault in &row.faults {
            text.extend([row.group.name, ": ", fault, "\n"]);
        }
    }
    text
}

/// What the tests of a group told.
struct Measured {
    lcov: String,
    faults: Vec<String>,
}

impl Measured {
    /// Nothing could be counted.
    fn broken(error: &anyhow::Error) -> Self {
        Self {
            lcov: String::new(),
            faults: vec![format!("{error:#}")],
        }
    }
}

/// How often each line ran, as the LLVM tools tell it, and the test programs that failed.
fn measured(packages: &[&str], environment: &[(&str, String)]) -> Result<Measured> {
    let tools = tools()?;
    let home = cargo::target_folder().join("coverage");
    let profiles = home.join("profiles");
    if profiles.is_dir() {
        fs::remove_dir_all(&profiles)?;
    }
    fs::create_dir_all(&profiles)?;
    let programs = build(&home, packages)?;
    let mut faults = Vec::new();
    for (folder, program) in &programs {
        let mut test = Command::new(program);
        test.current_dir(folder)
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .env("LLVM_PROFILE_FILE", profiles.join("%p-%m.profraw"));
        if !cargo::run(&mut test)?.ok {
            let name = program.file_stem().unwrap_or_default().to_string_lossy();
            faults.push(format!("the tests of {name} failed"));
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
    export.arg(&first.1);
    for (_, other) in others {
        export.arg("--object").arg(other);
    }
    let lcov = output(&mut export)?;
    Ok(Measured { lcov, faults })
}

/// Crates whose tests are quick without optimisation. In an optimised crate small functions
/// are inlined into the tests that call them, and their counters are lost.
const PLAIN: &[&str] = &["parlour-rules"];

/// Builds the tests with counters; where each runs, and the program.
fn build(home: &Path, packages: &[&str]) -> Result<Vec<(PathBuf, PathBuf)>> {
    let mut words = vec![
        "test",
        "--all-features",
        "--no-run",
        "--message-format=json",
    ];
    for package in packages {
        words.extend(["--package", package]);
    }
    let plain = packages.iter().filter(|package| PLAIN.contains(package));
    let plain: Vec<String> = plain
        .map(|package| format!("profile.dev.package.{package}.opt-level=0"))
        .collect();
    for setting in &plain {
        words.extend(["--config", setting]);
    }
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
        let manifest = Path::new(message["manifest_path"].as_str()?);
        let folder = manifest.parent()?.to_owned();
        is_test.then(|| (folder, PathBuf::from(program)))
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

fn counts(lcov: &str, root: &Path, files: &[&str]) -> Counts {
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
fn report(root: &Path, counts: &Counts) -> Result<(usize, usize)> {
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
    fn the_table_is_told_whole_though_a_group_fails() {
        let row = |group: usize, lines, faults: &[&str]| Row {
            group: &GROUPS[group],
            lines,
            faults: faults.iter().map(|&fault| fault.to_owned()).collect(),
        };
        let table = [
            row(2, (200, 200), &[]),
            row(4, (1000, 955), &["the tests of journals failed"]),
            row(5, (0, 0), &["no line was counted"]),
            row(6, (100, 94), &[]),
        ];
        let held: Vec<bool> = table.iter().map(Row::holds).collect();
        assert_eq!(held, [true, false, false, false]);
        let text = told(&table);
        for line in [
            "| rules | 200 | 200 | 100.00 | 100 |",
            "| host | 1000 | 955 | 95.50 | 95 |",
            "| room | 0 | 0 | 0.00 | 95 |",
            "| chat | 100 | 94 | 94.00 | 95 |",
            "host: the tests of journals failed",
        ] {
            assert!(text.lines().any(|it| it == line), "{text}");
        }
    }

    #[test]
    fn what_is_left_out_has_a_reason() {
        let source = "a\n// coverage: off, it cannot be\nb\n// coverage: on\nc\n#[cfg(test)]\nmod tests {}\n";
        let tests = (6, u32::MAX, "the tests themselves");
        assert_eq!(left_out(source), [(2, 4, "it cannot be"), tests]);
    }
}
