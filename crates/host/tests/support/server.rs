//! Where the tests find their PostgreSQL server.

use std::path::Path;

/// The variable that `cargo xtask test` and `cargo xtask postgres` set.
const VARIABLE: &str = "PARLOUR_TEST_POSTGRES";

/// The server's URL. Nothing only if `cargo xtask test` could not start one: then
/// it lists that part as not run.
pub(crate) fn url() -> Option<String> {
    let url = std::env::var(VARIABLE).unwrap_or_else(|_| {
        panic!(
            "these tests need a PostgreSQL server; run them by \
             `cargo xtask postgres cargo test -p parlour-host --all-features`"
        )
    });
    (url != "absent").then_some(url)
}

/// A schema of its own for each test, named after its folder.
pub(crate) fn schema(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let letters = name.bytes().map(|byte| byte.to_string());
    format!("test_{}", letters.collect::<Vec<_>>().join("_"))
}
