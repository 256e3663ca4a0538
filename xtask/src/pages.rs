//! The pages of `crates/web/pages`: their types, their unit tests, and a real browser
//! that visits the real program.
//!
//! What the browser loads is what stands in the repository; node and its packages
//! are needed only here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::Result;

use crate::cargo::Counts;
use crate::provision::{debian, there};
use crate::suite::{Outcome, Suite};
use crate::{cargo, tree, web};

/// Runs the part alone.
pub fn run() -> ExitCode {
    let mut suite = Suite::default();
    suite.part("pages", part);
    suite.close(true)
}

/// Runs the visit alone.
pub fn run_visit() -> ExitCode {
    let mut suite = Suite::default();
    suite.part("visit", visit);
    suite.close(true)
}

/// Types by the TypeScript compiler, then the modules that need no browser.
pub fn part() -> Result<Outcome> {
    let home = folder();
    if let Err(reason) = provide(&home) {
        return Ok(Outcome::NotRun(reason));
    }
    let mut types = Command::new(home.join("node_modules/.bin/tsc"));
    let typed = cargo::run(types.args(["--project", "."]).current_dir(&home))?;
    let counts = counted(&cargo::run(&mut node(&home, "tests/unit")?)?);
    let failed = counts.failed + u64::from(!typed.ok);
    Ok(match failed {
        0 => Outcome::Passed(counts.passed + 1),
        _ => Outcome::Failed(counts.passed, failed),
    })
}

/// A browser without a screen plays whole games at the real program, and looks at
/// every page at every size. Pictures of them stay in the target folder.
pub fn visit() -> Result<Outcome> {
    visited("tests/browser", || Ok(None))
}

/// The same for pages that hold a program, which is built first.
pub fn programs() -> Result<Outcome> {
    visited("tests/programs", || web::build().map(Some))
}

/// Tests that are also a matter of Firefox.
const IN_FIREFOX: [&str; 2] = ["solo.test.mjs", "hostile.test.mjs"];

/// Runs the visit of Firefox alone.
pub fn run_firefox() -> ExitCode {
    let mut suite = Suite::default();
    suite.part("firefox", firefox);
    suite.close(true)
}

/// Debian's Firefox plays a whole game, and shows what hostile people wrote.
pub fn firefox() -> Result<Outcome> {
    let ready = debian("firefox-esr", || there("firefox-esr"));
    if let Err(reason) = ready {
        return Ok(Outcome::NotRun(reason));
    }
    let home = folder();
    if let Err(reason) = provide(&home) {
        return Ok(Outcome::NotRun(reason));
    }
    let folder = home.join("tests/browser");
    let files = IN_FIREFOX.map(|name| folder.join(name)).to_vec();
    visit_with(node_with(&home, files), || Ok(None), "firefox")
}

/// Lets the tests of a folder visit the program, with what runs in its pages.
fn visited(tests: &str, programs: impl Fn() -> Result<Option<PathBuf>>) -> Result<Outcome> {
    let home = folder();
    let ready = provide(&home).and_then(|()| debian("chromium", || there("chromium")));
    if let Err(reason) = ready {
        return Ok(Outcome::NotRun(reason));
    }
    visit_with(node(&home, tests)?, programs, "chromium")
}

/// Lets tests visit the program in a browser of this kind.
fn visit_with(
    mut tests: Command,
    programs: impl Fn() -> Result<Option<PathBuf>>,
    kind: &str,
) -> Result<Outcome> {
    // Tests ask more of our dependencies than the program alone, so the program is
    // built beside one of its tests: it is the one that `cargo xtask test` has built.
    let words = ["test", "--no-run", "--workspace", "--all-features"];
    let beside = ["--test", "web"];
    if !cargo::run(&mut cargo::command(&[&words[..], &beside].concat()))?.ok {
        return Ok(Outcome::one(false));
    }
    let target = cargo::target_folder();
    let pictures = target.join("pictures-of-pages");
    tests
        .env("PARLOUR_BROWSER_KIND", kind)
        .env("PARLOUR_PROGRAM", target.join("debug/parlour"))
        .env("PARLOUR_PICTURES", &pictures);
    if let Some(programs) = programs()? {
        tests.env("PARLOUR_PROGRAMS_BUILT", programs);
    }
    let counts = counted(&cargo::run(&mut tests)?);
    println!("  pictures: {}", pictures.display());
    Ok(match counts.failed {
        0 => Outcome::Passed(counts.passed),
        failed => Outcome::Failed(counts.passed, failed),
    })
}

/// The test files of a folder in node's own runner, one after another: a loaded
/// machine is slow.
fn node(home: &Path, folder: &str) -> Result<Command> {
    Ok(node_with(home, files_of(&home.join(folder))?))
}

/// Some test files.
fn node_with(home: &Path, files: Vec<PathBuf>) -> Command {
    let mut tests = Command::new("node");
    tests
        .args(["--test", "--test-reporter=tap", "--test-concurrency=1"])
        .args(files)
        .current_dir(home);
    tests
}

/// Where the pages stand.
fn folder() -> PathBuf {
    tree::root().join("crates/web/pages")
}

/// Sees to node and to the packages of the lock file.
fn provide(home: &Path) -> Result<(), String> {
    debian("nodejs", || there("node"))?;
    debian("npm", || there("npm"))?;
    if is_installed(home) {
        return Ok(());
    }
    println!("  installing the packages of the pages");
    let _ = Command::new("npm")
        .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
        .current_dir(home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if is_installed(home) {
        Ok(())
    } else {
        let home = home.display();
        Err(format!(
            "packages of the pages are missing; run: npm ci --prefix {home}"
        ))
    }
}

/// Whether every package that is asked for is there in its version.
fn is_installed(home: &Path) -> bool {
    let read = |path: PathBuf| -> Option<serde_json::Value> {
        serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
    };
    let Some(wanted) = read(home.join("package.json")) else {
        return false;
    };
    let Some(packages) = wanted["devDependencies"].as_object() else {
        return false;
    };
    packages.iter().all(|(name, version)| {
        let found = read(home.join("node_modules").join(name).join("package.json"));
        found.is_some_and(|found| found["version"] == *version)
    })
}

/// The test files of a folder, in order.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = tree::files(folder)?;
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    Ok(files)
}

/// What node's runner says at the end: `# pass 12`, `# fail 0`. What was left out
/// counts as failed, and so does a run that failed without a count.
fn counted(ran: &cargo::Ran) -> Counts {
    let number = |name: &str| -> u64 {
        let of = |line: &str| line.strip_prefix(name)?.trim().parse().ok();
        ran.text.lines().rev().find_map(of).unwrap_or(0)
    };
    let left_out = ["# fail", "# skipped", "# todo", "# cancelled"];
    let failed: u64 = left_out.into_iter().map(number).sum();
    Counts {
        passed: number("# pass"),
        failed: failed.max(u64::from(!ran.ok)),
        ignored: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(ok: bool, text: &str) -> (u64, u64) {
        let text = text.to_owned();
        let it = counted(&cargo::Ran { ok, text });
        (it.passed, it.failed)
    }

    #[test]
    fn what_the_runner_of_node_says_is_counted() {
        let text = "ok 1 - x\n# tests 3\n# pass 2\n# fail 1\n# cancelled 0\n";
        assert_eq!(counts(false, text), (2, 1));
        assert_eq!(counts(true, "# pass 2\n# fail 0\n"), (2, 0));
    }

    #[test]
    fn what_is_left_out_or_does_not_even_run_has_failed() {
        assert_eq!(counts(true, "# pass 2\n# fail 0\n# skipped 1\n"), (2, 1));
        assert_eq!(counts(false, "SyntaxError"), (0, 1));
    }
}
