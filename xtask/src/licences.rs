//! The licences of everything the product is built from, read from `cargo metadata`.

use crate::metadata::{Metadata, Package};

/// What a dependency may be licensed under. `deny.toml` says the same.
pub const ALLOWED: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "MPL-2.0",
    "CC0-1.0",
    "Unlicense",
    "0BSD",
    "WTFPL",
    "OFL-1.1",
];

/// Packages that the lock file names but no build of ours holds: what they are
/// licensed under does not reach the product.
pub const NEVER_BUILT: &[&str] = &[
    // Certificates for browsers without any; the chat adapters run on servers,
    // which have their own.
    "webpki-root-certs",
    // Tells the Python package's build for which machine it compiles.
    "target-lexicon",
];

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Every package with another licence, without one, or from another place.
pub fn faults(metadata: &Metadata) -> Vec<String> {
    metadata.packages.iter().filter_map(fault).collect()
}

fn fault(package: &Package) -> Option<String> {
    let name = format!("{} {}", package.name, package.version);
    if let Some(source) = &package.source
        && source != CRATES_IO
    {
        return Some(format!("{name} comes from {source}, not from crates.io"));
    }
    match &package.license {
        None => Some(format!("{name} states no licence")),
        Some(expression) if is_allowed(expression) => None,
        Some(_) if NEVER_BUILT.contains(&package.name.as_str()) => None,
        Some(expression) => Some(format!("{name} is licensed under {expression}")),
    }
}

/// Whether an SPDX expression can be met by allowed licences alone: one side of
/// each `OR`, both sides of each `AND`. The old form `MIT/Apache-2.0` means `OR`.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    any_of(&words, &mut at) == Some(true) && at == words.len()
}

fn any_of(words: &[&str], at: &mut usize) -> Option<bool> {
    let mut met = all_of(words, at)?;
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all_of(words, at)?;
    }
    Some(met)
}

fn all_of(words: &[&str], at: &mut usize) -> Option<bool> {
    let mut met = one(words, at)?;
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at)?;
    }
    Some(met)
}

fn one(words: &[&str], at: &mut usize) -> Option<bool> {
    let word = *words.get(*at)?;
    *at += 1;
    if word == "(" {
        let met = any_of(words, at)?;
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return closed.then_some(met);
    }
    let mut met = ALLOWED.contains(&word);
    if words.get(*at) == Some(&"WITH") {
        // An exception grants more, but none is on the list: use another side.
        *at += 2;
        met = false;
    }
    Some(met)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_allowed_side_of_an_or_is_enough() {
        assert!(is_allowed("MIT"));
        assert!(is_allowed("MIT OR GPL-3.0-only"));
        assert!(is_allowed("LGPL-2.1-or-later OR MIT"));
        assert!(is_allowed("MIT/Apache-2.0"));
        assert!(is_allowed("Apache-2.0 WITH LLVM-exception OR MIT"));
    }

    #[test]
    fn both_sides_of_an_and_are_needed() {
        assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(!is_allowed("MIT AND GPL-3.0-only"));
        assert!(!is_allowed("(MIT OR GPL-2.0-only) AND AGPL-3.0-only"));
    }

    #[test]
    fn what_is_not_on_the_list_is_refused() {
        for expression in [
            "GPL-3.0-only",
            "",
            "MIT OR",
            "(MIT",
            "MIT Apache-2.0",
            "Apache-2.0 WITH",
        ] {
            assert!(!is_allowed(expression), "{expression}");
        }
    }

    #[test]
    fn the_list_for_cargo_deny_is_the_same() {
        let text = include_str!("../../deny.toml");
        let table: toml::Table = text.parse().unwrap();
        let listed: Vec<&str> = table["licenses"]["allow"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry.as_str().unwrap())
            .collect();
        assert_eq!(listed, ALLOWED);
    }
}
