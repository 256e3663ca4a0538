//! Programs that run in the browser: there if the house was built with them, and pages
//! that hold one may compile it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::house::{browser, door, door_with, host};

/// A folder as `cargo xtask web` makes it, with a program that has a page and one that
/// has none.
fn built(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in [
        ("delve.wasm", "\0asm"),
        ("nobody.wasm", "\0asm"),
        ("gl.js", "// the loader"),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

#[tokio::test]
async fn a_house_without_programs_offers_none_and_its_pages_compile_nothing() {
    let opened = door(&host(), "ann").await;
    let ann = browser(&opened).await;
    let programs = ann.get("/api/me").await.json()["programs"].clone();
    if programs != json!([]) {
        // The test itself was built with programs; then they are there.
        let first = programs[0].as_str().unwrap();
        assert_eq!(
            ann.get(&format!("/programs/{first}.wasm")).await.status,
            200
        );
        return;
    }
    assert_eq!(ann.get("/programs/delve.wasm").await.status, 404);
    let page = ann.get("/delve").await;
    assert_eq!(page.status, 404, "a page without its program is no page");
    let policy = page.header("content-security-policy").unwrap();
    assert!(!policy.contains("wasm-unsafe-eval"), "{policy}");
}

#[tokio::test]
async fn a_house_with_programs_offers_those_that_have_a_page() {
    let opened = door_with(&host(), "ann", Some(built("programs"))).await;
    let ann = browser(&opened).await;
    assert_eq!(
        ann.get("/api/me").await.json()["programs"],
        json!(["delve"])
    );
    let program = ann.get("/programs/delve.wasm").await;
    assert_eq!(
        (program.status, program.header("content-type")),
        (200, Some("application/wasm"))
    );
    let policy = |answer: &crate::client::Answer| {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        policy.contains("'wasm-unsafe-eval'")
    };
    assert!(policy(&ann.get("/delve").await));
    assert_eq!(ann.get("/sight").await.status, 404);
    for page in ["/", "/sight", "/settings", "/programs/gl.js", "/api/me"] {
        assert!(!policy(&ann.get(page).await), "{page}");
    }
    for path in [
        "/programs/..%2fCargo.toml",
        "/programs/../Cargo.toml",
        "/programs/",
        "/programs/none.wasm",
    ] {
        assert_eq!(ann.get(path).await.status, 404, "{path}");
    }
}
