//! Who and what is in view, as a list beside the map: enemies first, the nearest first,
//! and those that are alike on one line.

use super::{Thing, ThingKind, View};
use crate::plural;

/// Some of a kind in the same state.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// The nearest of them.
    pub nearest: &'a Thing,
    /// How many they are.
    pub count: u32,
}

impl Group<'_> {
    /// What they are called: "jackal", "4 jackals".
    pub fn name(&self) -> String {
        match self.count {
            1 => self.nearest.name.clone(),
            count => format!("{count} {}", plural(&self.nearest.name)),
        }
    }

    fn takes(&self, other: &Thing) -> bool {
        let one = self.nearest;
        one.glyph == other.glyph && one.name == other.name && alike(&one.kind, &other.kind)
    }
}

/// Whether two of one name are in the same state. Things that lie about are told apart:
/// each is a place to walk to.
fn alike(one: &ThingKind, other: &ThingKind) -> bool {
    match (one, other) {
        (
            ThingKind::Enemy {
                health,
                asleep,
                confused,
                runs,
                ..
            },
            ThingKind::Enemy {
                health: other_health,
                asleep: other_asleep,
                confused: other_confused,
                runs: other_runs,
                ..
            },
        ) => {
            (health, asleep, confused, runs)
                == (other_health, other_asleep, other_confused, other_runs)
        }
        (
            ThingKind::Friend { health, captive },
            ThingKind::Friend {
                health: other_health,
                captive: other_captive,
            },
        ) => (health, captive) == (other_health, other_captive),
        _ => false,
    }
}

impl View {
    /// Who and what is in view.
    pub fn company(&self) -> Vec<Group<'_>> {
        let mut things: Vec<&Thing> = self.things.iter().filter(|it| it.in_view).collect();
        let enemy = |it: &Thing| matches!(it.kind, ThingKind::Enemy { .. });
        things.sort_by_key(|it| (!enemy(it), it.at.chebyshev(self.here)));
        let mut groups: Vec<Group> = Vec::new();
        for nearest in things {
            match groups.iter_mut().find(|group| group.takes(nearest)) {
                Some(group) => group.count += 1,
                None => groups.push(Group { nearest, count: 1 }),
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use parlour_grid::Point;
    use parlour_rules::{Rules, Seat, Seed, Viewer};

    use super::*;
    use crate::{Delve, Setup};

    #[test]
    fn four_jackals_are_one_line_and_the_wounded_one_another() {
        let state = Delve::start(&Setup::default(), Seed(7)).unwrap();
        let mut view = Delve::view(&state, Viewer::Seat(Seat(0)));
        let jackal = |far: i32, health: u8, asleep: bool| Thing {
            at: view.here + Point::new(far, 0),
            name: String::from("jackal"),
            description: String::new(),
            glyph: 'j',
            kind: ThingKind::Enemy {
                health,
                asleep,
                confused: false,
                runs: false,
                shoots: false,
                worth: 1,
                fast: true,
                danger: Box::default(),
            },
            in_view: true,
        };
        let mut things: Vec<Thing> = (3..6).map(|far| jackal(far, 100, false)).collect();
        things.extend([
            jackal(2, 40, false),
            jackal(7, 100, true),
            jackal(1, 100, false),
        ]);
        view.things = things;
        let told: Vec<(String, u32)> = view
            .company()
            .iter()
            .map(|group| (group.name(), group.nearest.at.chebyshev(view.here)))
            .collect();
        let expected = [("4 jackals", 1), ("jackal", 2), ("jackal", 7)];
        assert_eq!(told, expected.map(|(name, far)| (String::from(name), far)));
    }
}
