//! What flashes by while a command is carried out: blows, shots, blasts. It is
//! for the eye alone; nothing is decided by it, and it is not kept.

use parlour_grid::{Point, line};
use parlour_rogue::{Colour, Effect, Event, Glyph, World};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::sight::Eyesight;

/// A character that stands over the map for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spark {
    /// Where.
    pub at: Point,
    /// The character.
    pub glyph: char,
    /// Its colour.
    #[serde(serialize_with = "by_name", deserialize_with = "of_name")]
    pub colour: Colour,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn by_name<S: Serializer>(colour: &Colour, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(colour)
}

fn of_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Colour, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(de::Error::custom)
}

/// The most moments that are kept of one command: two seconds' worth.
const MOST: usize = 40;

/// Takes in what was shown during a turn, as far as the player sees it.
pub(crate) fn gather(shown: &mut Vec<Vec<Spark>>, world: &World) {
    let mut sight = None;
    for event in world.events() {
        let Event::Shown(effect) = event else {
            continue;
        };
        let sight = sight.get_or_insert_with(|| Eyesight::of(world));
        for frame in &effect.frames {
            let sparks = frame.iter().filter(|(at, _)| sight.sees(*at));
            let sparks: Vec<Spark> = sparks
                .map(|(at, glyph)| Spark {
                    at: *at,
                    glyph: glyph.char,
                    colour: glyph.colour,
                })
                .collect();
            if !sparks.is_empty() {
                shown.push(sparks);
            }
        }
    }
    let spare = shown.len().saturating_sub(MOST);
    shown.drain(..spare);
}

/// An arrow, or whatever else is thrown.
pub(crate) fn flight(world: &mut World, from: Point, to: Point) {
    world.show(Effect::flight(line(from, to)));
}

/// A stroke of lightning: all of its way at once, twice.
pub(crate) fn bolt(world: &mut World, from: Point, to: Point) {
    let stroke = |colour| {
        let cells = line(from, to).skip(1);
        cells.map(|at| (at, Glyph::new('*', colour))).collect()
    };
    world.show(Effect::new(vec![
        stroke(Colour::White),
        stroke(Colour::Yellow),
    ]));
}

/// A blast that grows from its middle, over ground that does not stop it.
pub(crate) fn blast(world: &mut World, middle: Point, radius: u32) {
    let level = world.level();
    let grown = |reach: u32| -> Vec<(Point, Glyph)> {
        let open = |at: &Point| level.contains(*at) && !level.opaque().contains(*at);
        let near = |at: &Point| middle.euclid_squared(*at) <= u64::from(reach * reach);
        let cells = parlour_grid::Rect::around(middle, reach).cells();
        let cells = cells.filter(|at| near(at) && open(at));
        cells
            .map(|at| {
                let inner = middle.chebyshev(at) < reach;
                let colour = if inner { Colour::Yellow } else { Colour::Red };
                (at, Glyph::new('*', colour))
            })
            .collect()
    };
    let frames = (0..=radius).map(grown).collect();
    world.show(Effect::new(frames));
}
