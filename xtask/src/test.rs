//! `cargo xtask test`: every check there is, each as a timed part.
//!
//! The parts share one target folder and the default profile. Lints and documents
//! use the same checked dependencies; tests and examples the same built ones.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

use anyhow::Result;

use crate::suite::{Outcome, Suite};
use crate::{
    cargo, coverage, disk, fixtures, fuzz, golden, layers, licences, metadata, network, pages,
    postgres, provision, publish, site, tidy, tree, wheel, window,
};

/// Crates that also run in a browser, without their default features.
const FOR_BROWSERS: &[&str] = &[
    "parlour-rules",
    "parlour-grid",
    "parlour-rogue",
    "parlour-delve",
    "parlour-host",
    "parlour-solo",
];
const BROWSER_TARGET: &str = "wasm32-unknown-unknown";

/// Runs every part.
pub fn run(long: bool) -> Result<ExitCode> {
    let root = tree::root();
    let metadata = metadata::read(&root.join("Cargo.toml"))?;
    let strict = env::var("CI").is_ok_and(|value| value == "true");

    let mut suite = Suite::default();
    suite.part("disk", || Ok(disk::part()));
    if suite.has_failed() {
        return Ok(suite.close(strict));
    }
    suite.part("format", format);
    suite.part("layers", || {
        Ok(Outcome::of_faults(&layers::faults(&metadata)))
    });
    suite.part("licences", || {
        let mut faults = licences::faults(&metadata);
        // The wheel is handed out as well.
        let python = metadata::read(&root.join("python/Cargo.toml"))?;
        faults.extend(licences::faults(&python));
        Ok(Outcome::of_faults(&faults))
    });
    suite.part("tidy", || Ok(Outcome::of_faults(&tidy::faults(&root)?)));
    suite.part("fixtures", || {
        Ok(Outcome::of_faults(&fixtures::faults(&root)?))
    });
    suite.part("pages", pages::part);
    suite.part("golden", || Ok(Outcome::of_faults(&golden::faults(&root)?)));
    suite.part("lints", lints);
    suite.part("documents", documents);
    suite.part("browser", || for_browsers(&metadata));
    let mut server = None;
    suite.part("postgres", || {
        Ok(match postgres::Server::start() {
            Ok(started) => {
                server = Some(started);
                Outcome::Passed(1)
            }
            Err(reason) => Outcome::NotRun(reason),
        })
    });
    suite.part("tests", || tests(long, server.as_ref()));
    drop(server);
    suite.part("network", || network::part(counted));
    suite.part("visit", pages::visit);
    suite.part("doctests", || doctests(long));
    suite.part("examples", || {
        ran(cargo::command(&[
            "build",
            "--workspace",
            "--all-features",
            "--examples",
        ]))
    });
    suite.part("slim", || {
        let words = ["check", "--package", "parlour-app", "--no-default-features"];
        ran(cargo::command(&words))
    });
    // Real windows and pages: what the browser loads is built on its own, optimised,
    // and a browser is installed. That is long work, so it belongs to the long run.
    if long {
        suite.part("window", window::part);
        suite.part("programs", pages::programs);
        suite.part("firefox", pages::firefox);
        suite.part("fuzz", fuzz::part);
        suite.part("coverage", coverage::part);
        suite.part("publish", || publish::part(&root));
    }
    suite.part("site", site::part);
    suite.part("beside", || beside(&root, long));
    suite.part("python", || {
        wheel::part(if long {
            wheel::Size::Whole
        } else {
            wheel::Size::Smoke
        })
    });
    Ok(suite.close(strict))
}

fn format() -> Result<Outcome> {
    if let Err(reason) = provision::component("fmt", "rustfmt") {
        return Ok(Outcome::NotRun(reason));
    }
    ran(cargo::command(&["fmt", "--all", "--check"]))
}

fn lints() -> Result<Outcome> {
    if let Err(reason) = provision::component("clippy", "clippy") {
        return Ok(Outcome::NotRun(reason));
    }
    let words = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--",
        "-D",
        "warnings",
    ];
    ran(cargo::command(&words))
}

fn documents() -> Result<Outcome> {
    let mut doc = cargo::command(&["doc", "--workspace", "--no-deps", "--all-features"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    ran(doc)
}

fn for_browsers(metadata: &metadata::Metadata) -> Result<Outcome> {
    if let Err(reason) = provision::target(BROWSER_TARGET) {
        return Ok(Outcome::NotRun(reason));
    }
    let mut words = vec!["check", "--target", BROWSER_TARGET, "--no-default-features"];
    for package in metadata.members() {
        if FOR_BROWSERS.contains(&package.name.as_str()) {
            words.extend(["--package", &package.name]);
        }
    }
    ran(cargo::command(&words))
}

fn tests(long: bool, server: Option<&postgres::Server>) -> Result<Outcome> {
    let words: &[&str] = if cargo::has("nextest") {
        &[
            "nextest",
            "run",
            "--workspace",
            "--all-features",
            "--no-fail-fast",
        ]
    } else {
        // Without nextest the harness runs one file of tests after the other.
        &[
            "test",
            "--workspace",
            "--all-features",
            "--no-fail-fast",
            "--lib",
            "--bins",
            "--tests",
        ]
    };
    // A client in another language plays along; without it, its test fails.
    if let Err(reason) = provision::debian("python3", || provision::there("python3")) {
        println!("  {reason}");
    }
    let mut command = sized(cargo::command(words), long);
    // Without a server, what needs one is already listed as not run.
    match server {
        Some(server) => command.envs(server.environment()),
        None => command.env(postgres::VARIABLE, postgres::ABSENT),
    };
    counted(command)
}

fn doctests(long: bool) -> Result<Outcome> {
    let words = [
        "test",
        "--workspace",
        "--all-features",
        "--no-fail-fast",
        "--doc",
    ];
    counted(sized(cargo::command(&words), long))
}

/// Workspaces that stand beside the product, with lock files of their own: the
/// benches, the tools and the Python package. Building what they compare us with is long work, so the
/// plain command only asks whether format, manifest and lock file are in order; tools that
/// have tests are small and tested.
fn beside(root: &Path, long: bool) -> Result<Outcome> {
    let mut manifests = vec![
        root.join("bench/Cargo.toml"),
        root.join("fuzz/Cargo.toml"),
        root.join("python/Cargo.toml"),
    ];
    if let Ok(tools) = fs::read_dir(root.join("tools")) {
        manifests.extend(tools.flatten().map(|tool| tool.path().join("Cargo.toml")));
    }
    manifests.retain(|manifest| manifest.exists());
    manifests.sort();
    let mut faults = Vec::new();
    for manifest in manifests {
        let name = tree::shown(&manifest, root);
        let path = manifest.to_string_lossy();
        let locked = ["update", "--workspace", "--locked"];
        let at = ["--manifest-path", path.as_ref()];
        if !cargo::command(&[&locked[..], &at].concat())
            .output()?
            .status
            .success()
        {
            faults.push(format!("{name}: the lock file does not fit"));
        }
        if !cargo::run(&mut cargo::command(
            &[&["fmt", "--check"][..], &at].concat(),
        ))?
        .ok
        {
            faults.push(format!("{name}: not formatted"));
        }
        let tests = manifest
            .parent()
            .is_some_and(|it| it.join("tests").exists());
        if tests && name.starts_with("tools") {
            let test = [&["test", "--locked"][..], &at].concat();
            if !cargo::run(&mut cargo::command(&test))?.ok {
                faults.push(format!("{name}: a test fails"));
            }
        }
        let check = [&["check", "--locked"][..], &at].concat();
        if long && !cargo::run(&mut cargo::command(&check))?.ok {
            faults.push(format!("{name}: does not build"));
        }
    }
    Ok(Outcome::of_faults(&faults))
}

fn sized(mut command: Command, long: bool) -> Command {
    if long {
        command.env("PARLOUR_TEST_LONG", "1");
    }
    // A screen that differs from its snapshot fails, and nothing is written.
    command.env("INSTA_UPDATE", "no");
    command
}

fn ran(mut command: Command) -> Result<Outcome> {
    Ok(Outcome::one(cargo::run(&mut command)?.ok))
}

fn counted(mut command: Command) -> Result<Outcome> {
    let ran = cargo::run(&mut command)?;
    let counts = cargo::counts(&ran.text);
    if counts.ignored > 0 {
        println!(
            "  {} tests are marked ignored; a skipped test is a failure here",
            counts.ignored
        );
    }
    let failed = counts.failed + counts.ignored;
    Ok(match (ran.ok, failed) {
        (true, 0) => Outcome::Passed(counts.passed),
        // It may fail without a failing test, for instance when it does not build.
        (false, 0) => Outcome::Failed(counts.passed, 1),
        _ => Outcome::Failed(counts.passed, failed),
    })
}
