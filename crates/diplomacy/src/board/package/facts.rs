//! Whether two board files are the same board, whatever they call it.

use std::collections::{BTreeMap, BTreeSet};

use crate::BoardFile;

/// Everything that decides games, in one form, by what it is about.
fn facts(file: &BoardFile) -> BTreeMap<String, BTreeSet<String>> {
    let mut facts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut say = |about: &str, fact: String| {
        facts.entry(about.to_owned()).or_default().insert(fact);
    };
    say("start_phase", file.start_phase.clone());
    say("target", file.target.to_string());
    say("builds", format!("{:?}", file.builds));
    for power in &file.powers {
        say("powers", power.clone());
    }
    for power in &file.dummies {
        say("dummies", power.clone());
    }
    for it in &file.provinces {
        let mut coasts = it.coasts.clone();
        coasts.sort();
        let home = it.home.as_deref().unwrap_or("nobody");
        let fact = format!(
            "{:?}, centre {}, home of {home}, coasts {}, convoys {}",
            it.kind,
            it.sc,
            coasts.join(" "),
            it.convoys
        );
        say(&it.abbr, fact);
    }
    for (about, lists) in [
        ("start_units", &file.start_units),
        ("start_centers", &file.start_centers),
    ] {
        for (power, list) in lists {
            for it in list {
                say(about, format!("{power} {it}"));
            }
        }
    }
    for code in &file.neutral_centers {
        say("neutral_centers", code.clone());
    }
    for (about, borders) in [
        ("army_borders", &file.army_borders),
        ("fleet_borders", &file.fleet_borders),
    ] {
        for (one, two) in borders {
            say(about, format!("{} {}", one.min(two), one.max(two)));
        }
    }
    facts
}

/// What one board says and the other does not, a line each; names do not count.
pub fn differences(one: &BoardFile, other: &BoardFile) -> Vec<String> {
    let (first, second) = (facts(one), facts(other));
    let about: BTreeSet<&String> = first.keys().chain(second.keys()).collect();
    let empty = BTreeSet::new();
    let mut found = Vec::new();
    for about in about {
        let own = first.get(about).unwrap_or(&empty);
        let their = second.get(about).unwrap_or(&empty);
        for (name, only) in [(&one.map, own - their), (&other.map, their - own)] {
            found.extend(
                only.iter()
                    .map(|fact| format!("{about}: only {name} says {fact}")),
            );
        }
    }
    found
}
