//! What a part needs from the machine: installed when that is allowed, otherwise
//! named in the one line a person can run.

use std::process::{Command, Stdio};

/// Makes sure that `cargo SUBCOMMAND` works, through the rustup component.
pub fn component(subcommand: &str, component: &str) -> Result<(), String> {
    if crate::cargo::has(subcommand) {
        return Ok(());
    }
    let line = format!("rustup component add {component}");
    println!("  installing the component {component}: {line}");
    quietly("rustup", &["component", "add", component]);
    if crate::cargo::has(subcommand) {
        Ok(())
    } else {
        Err(format!("cargo {subcommand} is missing; run: {line}"))
    }
}

/// Makes sure that a program of a rustup component is there.
pub fn tool(program: &std::path::Path, component: &str) -> Result<(), String> {
    if !program.exists() {
        println!("  installing the component {component}: rustup component add {component}");
        quietly("rustup", &["component", "add", component]);
    }
    if program.exists() {
        Ok(())
    } else {
        let line = format!("rustup component add {component}");
        Err(format!("{} is missing; run: {line}", program.display()))
    }
}

/// Makes sure that the compiler has a target's standard library.
pub fn target(name: &str) -> Result<(), String> {
    let there = || {
        Command::new("rustc")
            .args(["--print", "target-libdir", "--target", name])
            .output()
            .is_ok_and(|output| {
                let folder = String::from_utf8_lossy(&output.stdout).trim().to_string();
                output.status.success() && std::path::Path::new(&folder).is_dir()
            })
    };
    if there() {
        return Ok(());
    }
    println!("  installing the target {name}: rustup target add {name}");
    quietly("rustup", &["target", "add", name]);
    if there() {
        Ok(())
    } else {
        Err(format!(
            "the target {name} is missing; run: rustup target add {name}"
        ))
    }
}

/// Makes sure that a Debian package is there: `found` looks for what it brings.
/// Installs it when the process is root and the machine has apt.
pub fn debian(package: &str, found: impl Fn() -> bool) -> Result<(), String> {
    if found() {
        return Ok(());
    }
    if is_root() && there("apt-get") {
        println!("  installing the Debian package {package}");
        quietly("apt-get", &["update", "--quiet"]);
        quietly(
            "apt-get",
            &[
                "install",
                "--yes",
                "--quiet",
                "--no-install-recommends",
                package,
            ],
        );
    }
    if found() {
        Ok(())
    } else {
        Err(format!(
            "{package} is missing; run: sudo apt-get install --yes {package}"
        ))
    }
}

/// Whether a program can be started.
pub fn there(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// Whether this process may do everything.
pub fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn quietly(program: &str, words: &[&str]) -> bool {
    Command::new(program)
        .args(words)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
