//! A cell of Delve's map in layers: the ground in its light, and who is on it.

use parlour_delve::{Fog, Ground, Point, View};
use parlour_rogue::{Glyph, Knowledge};
use parlour_rogue_window::palette::Rgb;
use parlour_rogue_window::tiles::light::{Lamp, ground, lit};
use parlour_rogue_window::tiles::{Sign, Tile};

/// How the lamp of the hero shines.
const LAMP: Lamp = Lamp {
    near: Rgb(255, 240, 204),
    far: Rgb(156, 160, 184),
    reach: 8,
};

/// A cell of the map in layers.
pub(super) fn tile(view: &View, at: Point) -> Tile {
    let known = view.picture.get(at).filter(|cell| cell.fog != Fog::Unknown);
    let Some(cell) = known else {
        return Tile::UNKNOWN;
    };
    let knowledge = match cell.fog {
        Fog::Seen => Knowledge::Seen,
        _ => Knowledge::Remembered,
    };
    let light = LAMP.on(knowledge, view.here, at);
    let top = Sign::from(Glyph::new(cell.glyph, cell.colour));
    let taken = at == view.here || view.things.iter().any(|thing| thing.at == at);
    // An open door and an arrow share a letter, and each has a picture of its own.
    let own = taken || cell.ground == Ground::OpenDoor;
    let under = if own { floor(cell.ground) } else { top };
    let over = match knowledge {
        Knowledge::Seen => top,
        _ => Sign::new(top.letter, lit(top.colour, light)),
    };
    Tile {
        ground: ground(under.colour, light),
        under: Some(Sign::new(under.letter, lit(under.colour, light))),
        over: taken.then_some(over),
    }
}

/// The ground under somebody's feet.
fn floor(ground: Ground) -> Sign {
    match ground {
        Ground::StairsDown => Sign::new('>', Rgb(84, 204, 210)),
        Ground::StairsUp => Sign::new('<', Rgb(84, 204, 210)),
        Ground::OpenDoor => Sign::new('\'', Rgb(240, 206, 88)),
        Ground::Door => Sign::new('+', Rgb(240, 206, 88)),
        Ground::Water => Sign::new('~', Rgb(96, 136, 232)),
        _ => Sign::new('.', Rgb(140, 142, 148)),
    }
}
