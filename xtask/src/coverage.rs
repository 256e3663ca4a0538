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

mod groups;
mod lines;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::suite::Outcome;
use crate::{cargo, postgres, provision, tree};
use groups::{GROUPS, Group};
use lines::{counts, report};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
