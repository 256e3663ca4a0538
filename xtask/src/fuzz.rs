//! `cargo xtask fuzz`: bytes are thrown at every reader of the house, steered by what
//! of the code they reach.
//!
//! The compiler's own counters are switched on by flags that the stable toolchain takes;
//! the runner is libFuzzer. What it finds lies in `fuzz/found/TARGET`: make a case of it
//! in the crate, mend it, and put the bytes into `fuzz/corpus/TARGET`, which the plain
//! suite throws again (`crates/app/tests/corpus.rs`).

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::{cargo, suite::Outcome, tree};

/// Counters for every branch, the table of their places, and the values compared.
const COUNTERS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";

/// The largest input, in bytes.
const LARGEST: &str = "-max_len=16384";
/// A reader that takes so many seconds for one input hangs.
const HANGS: &str = "-timeout=20";
/// A reader that takes so many megabytes has no bound.
const MEMORY: &str = "-rss_limit_mb=2048";

/// How long each target is tried in the long run of the suite.
const LONG_MINUTES: u64 = 10;

/// Every target that has a folder of inputs.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz/corpus");
    let folder = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let names = folder.map(|it| Ok(it?.file_name().to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect::<Result<_>>()?;
    names.sort();
    Ok(names)
}

/// Tries the named targets, or all, each so many seconds; the faults that were found.
fn faults(root: &Path, wanted: &[String], seconds: u64) -> Result<(usize, Vec<String>)> {
    let all = targets(root)?;
    if let Some(unknown) = wanted.iter().find(|name| !all.contains(name)) {
        bail!("no target is called `{unknown}`: {}", all.join(", "));
    }
    let chosen = if wanted.is_empty() { &all } else { wanted };
    let program = build(root)?;
    let mut faults = Vec::new();
    for (place, name) in (1..).zip(chosen) {
        println!("{name}: {seconds} s, target {place} of {}", chosen.len());
        let found = root.join("fuzz/found").join(name);
        let grown = cargo::target_folder().join("fuzz-grown").join(name);
        fs::create_dir_all(&found)?;
        fs::create_dir_all(&grown)?;
        let mut run = Command::new(&program);
        run.env("PARLOUR_FUZZ_TARGET", name)
            .args([LARGEST, HANGS, MEMORY, "-print_final_stats=1"])
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-artifact_prefix={}/", found.display()))
            .arg(grown)
            .arg(root.join("fuzz/corpus").join(name));
        if !run.status().context("the runner does not start")?.success() {
            faults.push(format!("{name}: see fuzz/found/{name}"));
        }
    }
    Ok((chosen.len(), faults))
}

/// The runner with its counters, in a target folder of its own.
fn build(root: &Path) -> Result<std::path::PathBuf> {
    let manifest = root.join("fuzz/Cargo.toml");
    let target = cargo::target_folder().join("fuzz");
    let host = cargo::host()?;
    let mut build = cargo::command(&["build", "--release", "--locked", "--manifest-path"]);
    build
        .arg(&manifest)
        // With a platform named, build scripts are left without counters.
        .args(["--target", &host])
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", COUNTERS);
    if !cargo::run(&mut build)?.ok {
        bail!("the runner does not build");
    }
    Ok(target.join(host).join("release/parlour-fuzz"))
}

/// `cargo xtask fuzz [TARGET...] [--minutes N]`
pub fn run(wanted: &[String], minutes: u64) -> Result<ExitCode> {
    let (tried, faults) = faults(&tree::root(), wanted, minutes * 60)?;
    for fault in &faults {
        println!("{fault}");
    }
    println!(
        "{} targets in order, {} broke",
        tried - faults.len(),
        faults.len()
    );
    Ok(if faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The part of the long run.
pub fn part() -> Result<Outcome> {
    let (_, faults) = faults(&tree::root(), &[], LONG_MINUTES * 60)?;
    Ok(Outcome::of_faults(&faults))
}
