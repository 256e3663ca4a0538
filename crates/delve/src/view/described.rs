//! What is at a cell, in sentences.

use parlour_grid::Point;

use super::{ThingKind, View};
use crate::act::{counted, with_article};

impl View {
    /// What the player knows of a cell, in sentences.
    pub fn describe(&self, at: Point) -> String {
        let names = self.names_at(at);
        if names.is_empty() {
            return String::from("You do not know what is there.");
        }
        let mut words = match names.as_slice() {
            ["you", ground] => format!("You are here, on the {ground}."),
            ["you", things @ .., ground] => {
                let things = sentence_of(&[things, &["floor"]].concat());
                let things = things.strip_suffix(" on the floor").unwrap_or(&things);
                format!("You are here, on the {ground}, and see {things}.")
            }
            names => format!("You see {}.", sentence_of(names)),
        };
        if let Some(thing) = self.things.iter().find(|thing| thing.at == at) {
            words.push(' ');
            words.push_str(&thing.description);
            match &thing.kind {
                ThingKind::Enemy {
                    asleep,
                    runs,
                    danger,
                    ..
                } => {
                    if *asleep {
                        words.push_str(" It sleeps.");
                    } else if *runs {
                        words.push_str(" It runs from you.");
                    }
                    words.push(' ');
                    words.push_str(&danger.words());
                }
                ThingKind::Friend { captive: true, .. } => {
                    words.push_str(" In chains: walk into it to set it free.");
                }
                ThingKind::Item {
                    price: Some(price), ..
                } => {
                    let shards = counted("shard", *price);
                    words += &[" It costs ", &shards, "."].concat();
                }
                ThingKind::Item { caged: true, .. } => {
                    words.push_str(" Whoever takes it leaves the others.");
                }
                _ => {}
            }
        }
        words
    }
}

/// "a kobold on the floor", "an orc, 3 arrows on the floor", "a wall".
fn sentence_of(names: &[&str]) -> String {
    let article = |name: &&str| {
        let known = name.starts_with(|it: char| it.is_ascii_digit())
            || ["a ", "an "].iter().any(|it| name.starts_with(it))
            || ["floor", "water", "grass", "oil", "fire", "gas"]
                .iter()
                .any(|it| name.ends_with(it))
            || name.starts_with("stairs");
        if known {
            (*name).to_string()
        } else {
            with_article(name)
        }
    };
    match names {
        [] => String::new(),
        [ground] => article(ground),
        [things @ .., ground] => {
            let things: Vec<String> = things.iter().map(article).collect();
            format!("{} on the {ground}", things.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_are_right() {
        assert_eq!(sentence_of(&["kobold", "floor"]), "a kobold on the floor");
        assert_eq!(sentence_of(&["orc", "grass"]), "an orc on the grass");
        assert_eq!(
            sentence_of(&["orc", "3 arrows", "floor"]),
            "an orc, 3 arrows on the floor"
        );
        assert_eq!(
            sentence_of(&["a short bow", "floor"]),
            "a short bow on the floor"
        );
        assert_eq!(sentence_of(&["wall"]), "a wall");
        assert_eq!(sentence_of(&["deep water"]), "deep water");
        assert_eq!(sentence_of(&["stairs down"]), "stairs down");
    }
}
