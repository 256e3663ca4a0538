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

/// The ground at the edge of what was heard.
const HEARD: Rgb = Rgb(96, 74, 30);

/// A cell where the last action was heard, and not beyond it.
pub(super) fn at_the_edge_of_noise(tile: Tile) -> Tile {
    Tile {
        ground: HEARD,
        ..tile
    }
}

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
    let under = match floor(cell.ground) {
        Some(sign) => sign,
        None if taken => FLOOR,
        None => top,
    };
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

/// Bare stone.
const FLOOR: Sign = Sign::new('.', Rgb(140, 142, 148));

/// The ground that looks like nothing else, under somebody's feet as well. Where the
/// terminal gives it the letter of a thing, the sheet has a picture under another.
fn floor(ground: Ground) -> Option<Sign> {
    Some(match ground {
        Ground::Unknown | Ground::Wall | Ground::Floor => return None,
        Ground::StairsDown => Sign::new('>', Rgb(84, 204, 210)),
        Ground::Shaft => Sign::new('>', Rgb(255, 148, 40)),
        Ground::StairsUp => Sign::new('<', Rgb(84, 204, 210)),
        Ground::OpenDoor => Sign::new('\'', Rgb(240, 206, 88)),
        Ground::Door => Sign::new('+', Rgb(240, 206, 88)),
        Ground::Locked => Sign::new('+', Rgb(224, 84, 74)),
        Ground::Water => Sign::new('~', Rgb(96, 136, 232)),
        Ground::DeepWater => Sign::new('~', Rgb(58, 92, 204)),
        Ground::Bridge => Sign::new('\u{2261}', Rgb(176, 141, 87)),
        Ground::Grass => Sign::new(',', Rgb(104, 172, 76)),
        Ground::Oil => Sign::new('\u{2248}', Rgb(150, 116, 40)),
        Ground::Fire => Sign::new('\u{b1}', Rgb(255, 148, 40)),
        Ground::Gas => Sign::new('\u{b0}', Rgb(150, 190, 60)),
        Ground::Trap => Sign::new('^', Rgb(224, 84, 160)),
        Ground::Altar => Sign::new('_', Rgb(228, 228, 232)),
        Ground::Brazier => Sign::new('\u{a4}', Rgb(255, 148, 40)),
        Ground::Vent => Sign::new(':', Rgb(150, 190, 60)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_rogue_window::tiles::Sheet;

    #[test]
    fn every_ground_has_a_picture_of_its_own() {
        let sheet = Sheet::lantern();
        let mut seen = Vec::new();
        for ground in Ground::ALL {
            let Some(sign) = floor(ground) else { continue };
            assert!(sheet.place(sign.letter, false, 0).is_some(), "{ground:?}");
            assert!(!seen.contains(&sign), "{ground:?}");
            seen.push(sign);
        }
        assert!(seen.len() >= 15, "{seen:?}");
    }
}
