//! `cargo xtask window`: the real window under a display server without a screen,
//! and the real page in a browser without one. A part of `cargo xtask test`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};

use crate::provision::{debian, there};
use crate::suite::{Outcome, Suite};
use crate::{cargo, pages, serve, tree, web};

/// Libraries the window loads when it opens, with the packages that bring them.
const LIBRARIES: &[(&str, &str)] = &[
    ("libX11.so.6", "libx11-6"),
    ("libXi.so.6", "libxi6"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libGL.so.1", "libgl1"),
    ("swrast_dri.so", "libgl1-mesa-dri"),
];

/// Runs the part alone.
pub fn run() -> ExitCode {
    let mut suite = Suite::default();
    suite.part("window", part);
    suite.part("programs", pages::programs);
    suite.close(true)
}

/// Sees to what is needed, builds, serves the pages, and lets the tests look.
pub fn part() -> Result<Outcome> {
    if let Err(reason) = provide() {
        return Ok(Outcome::NotRun(reason));
    }
    let driver = match driver()? {
        Ok(driver) => driver,
        Err(reason) => return Ok(Outcome::NotRun(reason)),
    };
    let pages = web::build()?;
    let port = serve::in_background(pages)?;
    let examples = serve::in_background(web::build_examples()?)?;
    let mut build = cargo::command(&["build", "--package", "parlour-gfx", "--bins"]);
    if !cargo::run(&mut build)?.ok {
        return Ok(Outcome::one(false));
    }
    // One after another: a loaded machine is slow, and slowness looks like a fault.
    let words = ["test", "--package", "parlour-gfx", "--test", "window"];
    let mut test = cargo::command(&words);
    test.args(["--", "--test-threads", "1"])
        .env(
            "PARLOUR_GFX",
            cargo::target_folder().join("debug/parlour-gfx"),
        )
        .env("PARLOUR_DELVE", cargo::target_folder().join("debug/delve"))
        .env(
            "PARLOUR_ROGUE_DEMO",
            cargo::target_folder().join("debug/rogue-demo"),
        )
        .env("PARLOUR_PAGES", format!("http://127.0.0.1:{port}/"))
        .env("PARLOUR_EXAMPLES", format!("http://127.0.0.1:{examples}/"))
        .env("PARLOUR_DRIVER", driver);
    let ran = cargo::run(&mut test)?;
    let counts = cargo::counts(&ran.text);
    Ok(match (ran.ok, counts.failed) {
        (true, 0) => Outcome::Passed(counts.passed),
        (_, failed) => Outcome::Failed(counts.passed, failed.max(1)),
    })
}

fn provide() -> Result<(), String> {
    debian("xvfb", || there("Xvfb"))?;
    debian("xdotool", || there("xdotool"))?;
    debian("xclip", || there("xclip"))?;
    for (library, package) in LIBRARIES {
        debian(package, || library_there(library))?;
    }
    debian("chromium", || there("chromium"))?;
    debian("nodejs", || there("node"))?;
    debian("npm", || there("npm"))
}

/// Whether a shared library or a graphics driver lies where loaders look.
fn library_there(name: &str) -> bool {
    let listed = ["ldconfig", "/sbin/ldconfig"].into_iter().any(|program| {
        Command::new(program)
            .arg("-p")
            .output()
            .is_ok_and(|out| String::from_utf8_lossy(&out.stdout).contains(name))
    });
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    listed
        || folders
            .map(|folder| folder.path().join("dri").join(name))
            .any(|path| path.exists())
}

/// The program that drives the browser, with its one package beside it.
fn driver() -> Result<Result<PathBuf, String>> {
    let from = tree::root().join("crates/gfx/tests/window");
    let home = cargo::target_folder().join("browser-driver");
    fs::create_dir_all(&home).context("a folder for the browser's driver")?;
    for name in ["driver.mjs", "package.json"] {
        fs::copy(from.join(name), home.join(name)).with_context(|| name.to_owned())?;
    }
    if !is_installed(&home) {
        let _ = Command::new("npm")
            .args(["install", "--no-audit", "--no-fund", "--ignore-scripts"])
            .current_dir(&home)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
    Ok(if is_installed(&home) {
        Ok(home.join("driver.mjs"))
    } else {
        Err(format!(
            "playwright-core cannot be installed; run: npm install --prefix {}",
            home.display()
        ))
    })
}

/// Whether the package is there in the version that is asked for.
fn is_installed(home: &Path) -> bool {
    let read = |path: PathBuf| -> Option<serde_json::Value> {
        serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
    };
    let wanted = read(home.join("package.json"));
    let found = read(home.join("node_modules/playwright-core/package.json"));
    match (wanted, found) {
        (Some(wanted), Some(found)) => {
            wanted["dependencies"]["playwright-core"] == found["version"]
        }
        _ => false,
    }
}
