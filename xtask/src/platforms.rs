//! A chat platform is one folder: nothing else of the program names it.
//!
//! The list of platforms is `crates/chat/src/platform.rs`; stand-ins for their servers, for
//! tests, are in `doubles`. Whatever else needs to know something of a platform asks the
//! list. Comments may give examples, and words for people too: `slack:U1` is how somebody
//! is named.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::{tidy, tree};

/// Where they are named, and may be.
const HOME: &str = "crates/chat/src/platform";
const DOUBLES: &str = "crates/chat/src/doubles";

/// The crates of which some know that there are chats.
const AROUND: &[&str] = &["app", "chat", "court", "host", "room", "web"];

/// Lines of the program that name a platform elsewhere.
pub fn faults(root: &Path) -> Result<Vec<String>> {
    let names = names(root)?;
    let mut faults = Vec::new();
    for path in tree::files(root)? {
        let shown = tree::shown(&path, root);
        if !is_program(&shown) {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| shown.clone())?;
        for (number, name) in named(&text, &names) {
            faults.push(format!(
                "{shown}:{number}: names {name}, which `{HOME}` alone does"
            ));
        }
    }
    Ok(faults)
}

/// The folders of the platforms.
fn names(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(HOME)).context(HOME)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    Ok(names)
}

fn is_program(shown: &str) -> bool {
    let around = AROUND.iter().any(|of| {
        let inside = shown
            .strip_prefix("crates/")
            .and_then(|it| it.strip_prefix(of));
        inside.is_some_and(|it| it.starts_with("/src/"))
    });
    around && tidy::ends_in(shown, "rs") && !shown.starts_with(HOME) && !shown.starts_with(DOUBLES)
}

/// The lines before the tests that name one of them, and which.
fn named<'a>(text: &str, names: &'a [String]) -> Vec<(usize, &'a str)> {
    // Stand-ins are for tests.
    let program = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let mut found = Vec::new();
    for (number, line) in program.enumerate() {
        let code = line.split("//").next().unwrap_or_default().to_lowercase();
        for name in names {
            if code
                .match_indices(name.as_str())
                .any(|(at, _)| !is_example(&code[at + name.len()..]))
            {
                found.push((number + 1, name.as_str()));
            }
        }
    }
    found
}

/// How somebody is named: `slack:u1`, `telegram:-1001`.
fn is_example(after: &str) -> bool {
    let mut letters = after.chars();
    letters.next() == Some(':')
        && letters
            .next()
            .is_some_and(|it| it.is_alphanumeric() || it == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_is_named_at_home_alone() {
        let names = [String::from("slack"), String::from("telegram")];
        let text = "use crate::slack::Slack; // and telegram\nbail!(\"say slack:U1\");\n\
                    let all = [Telegram];\n#[cfg(test)]\nmod tests { use slack; }\n";
        assert_eq!(named(text, &names), [(1, "slack"), (3, "telegram")]);
        assert!(is_program("crates/app/src/service.rs"));
        assert!(!is_program("crates/chat/src/platform/slack/edge.rs"));
        assert!(!is_program("crates/app/tests/service/main.rs"));
    }
}
