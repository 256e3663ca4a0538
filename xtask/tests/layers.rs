//! `cargo xtask layers` on a real workspace with an arrow that points upwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A workspace of two crates, `rules` (level 0) and `host` (level 2).
fn workspace(name: &str, rules: &str, host: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&root).unwrap();
    fs::write(
        root.join("Cargo.toml"),
        "[workspace]\nresolver = \"3\"\nmembers = [\"rules\", \"host\"]\n",
    )
    .unwrap();
    for (folder, dependencies) in [("rules", rules), ("host", host)] {
        fs::create_dir_all(root.join(folder).join("src")).unwrap();
        fs::write(root.join(folder).join("src/lib.rs"), "").unwrap();
        let manifest = format!(
            "[package]\nname = \"parlour-{folder}\"\nedition = \"2024\"\nlicense = \"MIT\"\n[dependencies]\n{dependencies}\n"
        );
        fs::write(root.join(folder).join("Cargo.toml"), manifest).unwrap();
    }
    root
}

fn layers(root: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["layers", "--manifest-path"])
        .arg(root.join("Cargo.toml"))
        .output()
        .unwrap()
}

#[test]
fn an_arrow_that_points_upwards_fails() {
    let output = layers(&workspace(
        "layers-up",
        "parlour-host = { path = \"../host\" }",
        "",
    ));
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("parlour-rules (level 0) depends on parlour-host (level 2)"),
        "{text}"
    );
}

#[test]
fn an_arrow_that_points_downwards_is_in_order() {
    let output = layers(&workspace(
        "layers-down",
        "",
        "parlour-rules = { path = \"../rules\" }",
    ));
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
