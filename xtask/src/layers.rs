//! The levels of the house: a crate depends only on crates of lower levels.
//!
//! Tests count as well: a crate whose tests need an upper crate stands too low.

use crate::metadata::Metadata;

/// Every crate the house may have, with its level. A new crate is added here and
/// in `ARCHITECTURE.md`, with its reason.
const LEVELS: &[(&str, u8)] = &[
    ("parlour-rules", 0),
    ("parlour-grid", 0),
    ("parlour-rogue", 1),
    ("parlour-regicide", 1),
    ("parlour-diplomacy", 1),
    ("parlour-rogue-window", 2),
    ("parlour-delve", 2),
    ("parlour-atlas", 2),
    ("parlour-host", 2),
    ("parlour-room", 3),
    ("parlour-court", 3),
    ("parlour-solo", 3),
    ("parlour-tui", 4),
    ("parlour-lan", 4),
    ("parlour-chat", 4),
    ("parlour-web", 4),
    ("parlour-gfx", 4),
    ("parlour-app", 5),
];

/// Stands beside the house: depends on nothing of it and nothing depends on it.
const BESIDE: &str = "xtask";

/// The level of a crate.
pub fn level(name: &str) -> Option<u8> {
    LEVELS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, level)| *level)
}

/// Every arrow that does not point downwards, and every crate without a level.
pub fn faults(metadata: &Metadata) -> Vec<String> {
    let mut faults = Vec::new();
    for package in metadata.members() {
        let own = level(&package.name);
        if own.is_none() && package.name != BESIDE {
            faults.push(format!(
                "{} has no level; add it to LEVELS in xtask/src/layers.rs and to ARCHITECTURE.md",
                package.name
            ));
        }
        for arrow in &package.dependencies {
            let Some(other) = level(&arrow.name) else {
                if arrow.name == BESIDE {
                    faults.push(format!("{} depends on {BESIDE}", package.name));
                }
                continue;
            };
            // A crate may name itself to switch on its features for its own tests.
            let itself = arrow.name == package.name && arrow.kind.as_deref() == Some("dev");
            if itself || own.is_some_and(|own| other < own) {
                continue;
            }
            let kind = arrow.kind.as_deref().unwrap_or("normal");
            faults.push(format!(
                "{} (level {}) depends on {} (level {other}), a {kind} dependency that does not point downwards",
                package.name,
                own.map_or_else(|| String::from("none"), |level| level.to_string()),
                arrow.name,
            ));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate and its arrows, each with its kind.
    type Drawn<'a> = (&'a str, &'a [(&'a str, Option<&'a str>)]);

    fn check(packages: &[Drawn]) -> Vec<String> {
        let packages: Vec<_> = packages
            .iter()
            .map(|(name, arrows)| {
                let arrows: Vec<_> = arrows
                    .iter()
                    .map(|(name, kind)| serde_json::json!({"name": name, "kind": kind}))
                    .collect();
                serde_json::json!({
                    "id": name, "name": name, "version": "0.1.0", "license": "MIT",
                    "source": null, "dependencies": arrows,
                })
            })
            .collect();
        let members: Vec<_> = packages
            .iter()
            .map(|package| package["id"].clone())
            .collect();
        let text = serde_json::json!({"packages": packages, "workspace_members": members});
        faults(&serde_json::from_value(text).unwrap())
    }

    #[test]
    fn downward_arrows_are_in_order() {
        let house: &[Drawn] = &[
            ("parlour-rules", &[("serde", None)]),
            (
                "parlour-regicide",
                &[("parlour-rules", None), ("parlour-regicide", Some("dev"))],
            ),
            ("parlour-app", &[("parlour-regicide", None)]),
            ("xtask", &[("serde", None)]),
        ];
        assert_eq!(check(house), Vec::<String>::new());
    }

    #[test]
    fn an_upward_arrow_is_named() {
        let faults = check(&[("parlour-rules", &[("parlour-host", None)])]);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("parlour-rules (level 0) depends on parlour-host (level 2)"));
    }

    #[test]
    fn an_upward_arrow_of_a_test_counts_too() {
        assert_eq!(
            check(&[("parlour-rules", &[("parlour-host", Some("dev"))])]).len(),
            1
        );
    }

    #[test]
    fn fronts_do_not_depend_on_each_other() {
        assert_eq!(check(&[("parlour-tui", &[("parlour-lan", None)])]).len(), 1);
    }

    #[test]
    fn a_crate_without_a_level_is_named() {
        assert!(check(&[("parlour-attic", &[])])[0].contains("parlour-attic has no level"));
    }

    #[test]
    fn nothing_depends_on_the_checks() {
        assert_eq!(check(&[("parlour-app", &[("xtask", None)])]).len(), 1);
    }
}
