//! The frame of a page.

use crate::markdown::{Document, page_of};

/// Type, colour and space, for light and dark.
pub const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #22262b; --paper: #fbfaf7; --line: #d9d4c8;
  --accent: #8a3b12; --quiet: #5f656c; --code: #f1eee6 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e2dc; --paper: #17191c; --line: #363a40; --accent: #f0a878;
    --quiet: #a3a9b0; --code: #23262b }
}
body { margin: 0; font: 17px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
nav { display: flex; flex-wrap: wrap; gap: 0 1.2rem; padding: .7rem 1rem; border-bottom: 1px solid var(--line) }
nav a { text-decoration: none }
nav a:first-child { font-weight: 700 }
main { max-width: 46rem; margin: 0 auto; padding: 1rem }
a { color: var(--accent) }
h1, h2, h3 { line-height: 1.25; margin-top: 2em }
h1 { margin-top: .6em }
img { max-width: 100%; height: auto }
pre { overflow-x: auto; padding: .8rem; background: var(--code); border-radius: 6px; font-size: 14px; line-height: 1.4 }
code { background: var(--code); border-radius: 3px; padding: .1em .25em; font-size: .9em }
pre code { padding: 0; background: none; font-size: inherit }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: 15px }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top }
footer { max-width: 46rem; margin: 3rem auto 1rem; padding: 0 1rem; color: var(--quiet); font-size: 14px }
";

/// The page of a document; `filled` names the folders that others have filled.
pub fn html(path: &str, document: &Document, filled: &[&str]) -> String {
    let up = "../".repeat(page_of(path).matches('/').count());
    let mut places = vec![
        ("Parlour", "index.html"),
        ("Documents", "docs/index.html"),
        ("Book", "docs/book/index.html"),
        ("Map of the code", "ARCHITECTURE.html"),
        ("Changes", "CHANGELOG.html"),
    ];
    if filled.contains(&"play") {
        places.push(("Play", "play/index.html"));
    }
    if filled.contains(&"api") {
        places.push(("Crates", "api/parlour_rules/index.html"));
    }
    let places = places
        .iter()
        .map(|(name, to)| format!("<a href=\"{up}{to}\">{name}</a>"));
    let places: String = places.collect::<Vec<_>>().join("\n");
    let title = escaped(&document.title);
    let body = &document.html;
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"stylesheet\" href=\"{up}site.css\">\n\
         <nav aria-label=\"Site\">\n{places}\n</nav>\n<main>\n{body}</main>\n\
         <footer>{path}</footer>\n</html>\n"
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}
