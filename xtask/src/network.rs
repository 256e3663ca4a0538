//! The part of the suite that plays over a network of its own: namespaces with
//! their own addresses, and cables that are pulled.

use std::process::Command;

use anyhow::Result;

use crate::suite::Outcome;
use crate::{cargo, provision};

/// Whether this machine lets us make network namespaces; if not, why.
fn permitted() -> Result<(), String> {
    provision::debian("iproute2", || provision::there("ip"))?;
    if !provision::is_root() {
        return Err(String::from(
            "only root makes network namespaces; run: sudo --preserve-env=PATH cargo xtask test",
        ));
    }
    let name = format!("parlour-try-{}", std::process::id());
    let ip = |words: &[&str]| -> Result<(), String> {
        let output = Command::new("ip").args(words).output();
        let output = output.map_err(|error| format!("`ip` cannot be run: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or("it failed").to_owned();
        Err(format!("`ip {}`: {said}", words.join(" ")))
    };
    ip(&["netns", "add", &name])?;
    let bridge = ip(&["-n", &name, "link", "add", "name", "br0", "type", "bridge"]);
    ip(&["netns", "del", &name])?;
    bridge
}

/// Runs the tests that need namespaces; elsewhere they leave their work to this
/// part.
pub fn part(counted: impl FnOnce(Command) -> Result<Outcome>) -> Result<Outcome> {
    if let Err(reason) = permitted() {
        return Ok(Outcome::NotRun(reason));
    }
    // Of the whole workspace, so that nothing is built with other features than the
    // tests before.
    let mut tests = cargo::command(&[
        "test",
        "--workspace",
        "--all-features",
        "--test",
        "lan",
        "--",
        "namespaces",
    ]);
    tests.env("PARLOUR_TEST_NETWORK", "1");
    counted(tests)
}
