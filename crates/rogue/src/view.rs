//! What the player may know, ready to be drawn: seen cells in colour with
//! whoever stands on them, remembered cells in blue, unknown cells black.
//!
//! This is the one place where what the player does not see is cut away; the
//! terminal, the house's own screens and tests all draw from here.

use parlour_grid::fov::{FieldOfView, Reach};
use parlour_grid::{Point, Size};

use crate::appearance::{Colour, Glyph};
use crate::entity::EntityRef;
use crate::game::Game;
use crate::prop::Prop;
use crate::registry::Category;
use crate::viewport::Viewport;
use crate::world::{LookInfo, World};

/// How well a cell is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// It is seen now.
    Seen,
    /// It was seen before.
    Remembered,
    /// It was never seen.
    Unknown,
}

/// One cell of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewCell {
    /// What is drawn.
    pub glyph: Glyph,
    /// How well it is known.
    pub knowledge: Knowledge,
    /// Whether the glyph is that of an entity.
    pub entity: bool,
    /// What the ground looks like, whoever stands on it.
    pub tile: Glyph,
    /// The colour behind it, where it is seen.
    pub paper: Option<Colour>,
}

impl ViewCell {
    /// Nothing known.
    pub const UNKNOWN: Self = Self {
        glyph: Glyph::new(' ', Colour::Black),
        knowledge: Knowledge::Unknown,
        entity: false,
        tile: Glyph::new(' ', Colour::Black),
        paper: None,
    };
}

/// A window onto the current level as the player knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The window.
    pub viewport: Viewport,
    /// The cells of the window, row by row. Those off the map are unknown.
    pub cells: Vec<ViewCell>,
    /// Where the cursor stands on the screen: on the target of look mode, else
    /// on the player.
    pub cursor: Option<Point>,
    /// What the cursor of look mode points at.
    pub look: Option<LookInfo>,
}

impl View {
    /// The view through a window of a size that follows the player, or the
    /// cursor of look mode where that would leave the window.
    pub fn following(game: &Game, width: u32, height: u32) -> Self {
        let world = &game.world;
        let player = world.player().and_then(|player| world.entity(player));
        let centre = player.map(EntityRef::at).unwrap_or_default();
        let size = world.level().size();
        let window = Viewport::new(width, height);
        let mut viewport = window.centred_on(centre).clamped_to(size);
        if let Some(cursor) = game.cursor()
            && viewport.to_screen(cursor).is_none()
        {
            viewport = window.centred_on(cursor).clamped_to(size);
        }
        Self::through(game, viewport)
    }

    /// The view through a given window.
    pub fn through(game: &Game, viewport: Viewport) -> Self {
        let world = &game.world;
        let sight = sight(world);
        let player = world.player().and_then(|player| world.entity(player));
        let focus = game.cursor().or(player.map(EntityRef::at));
        let cells = viewport.rect().cells();
        Self {
            viewport,
            cells: cells.map(|at| cell(world, &sight, at)).collect(),
            cursor: focus.and_then(|at| viewport.to_screen(at)),
            look: game.cursor().and_then(|at| known(world, &sight, at)),
        }
    }

    /// The size of the window.
    pub fn size(&self) -> Size {
        Size::checked(self.viewport.width, self.viewport.height).unwrap_or_default()
    }

    /// A cell of the screen.
    pub fn get(&self, screen: Point) -> Option<&ViewCell> {
        self.cells.get(self.size().id(screen)? as usize)
    }

    /// The view as rows of text.
    pub fn to_rows(&self) -> Vec<String> {
        let width = (self.viewport.width as usize).max(1);
        let rows = self.cells.chunks(width);
        rows.map(|row| row.iter().map(|cell| cell.glyph.char).collect())
            .collect()
    }
}

/// What the player knows of a cell of the current level: as [`World::look_at`]
/// where it is seen, the tile alone where it is remembered, nothing elsewhere.
pub fn known_at(world: &World, at: Point) -> Option<LookInfo> {
    known(world, &sight(world), at)
}

/// The names of everyone and everything on a cell, the topmost first, joined by
/// commas: what a screen says of the cell under the mouse. Nothing where the
/// player does not see.
pub fn names_in_sight(world: &World, at: Point) -> String {
    if !sight(world).contains(at) {
        return String::new();
    }
    let mut there = world.entities_at(at);
    // Of equals the last in the list is the top.
    there.sort_by_key(|entity| entity.int(Prop::DRAW_ORDER).unwrap_or(0));
    let names: Vec<&str> = there.iter().rev().map(|entity| entity.name()).collect();
    names.join(", ")
}

fn sight(world: &World) -> FieldOfView {
    let mut sight = FieldOfView::new();
    if let Some(player) = world.player().and_then(|player| world.entity(player)) {
        let reach = player.view_radius().map_or(Reach::UNLIMITED, Reach::radius);
        sight.compute(world.level().opaque(), player.at(), reach);
    }
    sight
}

fn known(world: &World, sight: &FieldOfView, at: Point) -> Option<LookInfo> {
    if sight.contains(at) {
        return world.look_at(at);
    }
    if world.level().explored().contains(at) {
        return world.look_at_tile(at);
    }
    None
}

fn cell(world: &World, sight: &FieldOfView, at: Point) -> ViewCell {
    let level = world.level();
    if sight.contains(at) {
        let top = world.entities_at(at).into_iter().max_by_key(|entity| {
            // Of equals the last in the list is the top.
            entity.int(Prop::DRAW_ORDER).unwrap_or(0)
        });
        return ViewCell {
            glyph: top.map_or_else(|| level.tile_glyph(at), EntityRef::glyph),
            knowledge: Knowledge::Seen,
            entity: top.is_some(),
            tile: level.tile_glyph(at),
            paper: paper(world, top, at),
        };
    }
    if level.explored().contains(at) {
        let glyph = Glyph::new(level.tile_glyph(at).char, Colour::Blue);
        return ViewCell {
            glyph,
            knowledge: Knowledge::Remembered,
            entity: false,
            tile: glyph,
            paper: None,
        };
    }
    ViewCell::UNKNOWN
}

/// The colour behind whoever is on top, else that of the tile.
fn paper(world: &World, top: Option<EntityRef<'_>>, at: Point) -> Option<Colour> {
    let own = top.and_then(|top| top.prop(Prop::BACKGROUND));
    let tile = || {
        world
            .level()
            .tile_prop(world.registry(), at, Prop::BACKGROUND)
    };
    own.or_else(tile)?.as_text()?.parse().ok()
}

impl LookInfo {
    /// Whether it is a tile.
    pub fn is_tile(&self) -> bool {
        self.category == Category::Tile
    }
}
