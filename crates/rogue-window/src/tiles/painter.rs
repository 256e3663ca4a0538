//! The tiles of a board as pixels, layer by layer, gliding where something moved.

use macroquad::math::{Rect as Source, Vec2, vec2};
use macroquad::texture::{DrawTextureParams, FilterMode, Texture2D, draw_texture_ex};
use parlour_grid::Point;

use super::board::{Frame, Sign, Tile};
use super::slide::Slide;
use super::{Arrangement, Board, Look, Sheet};
use crate::lettering::{Lettering, fill, outline, paint};
use crate::outside;
use crate::palette::{self, Rgb};
use crate::pixel::Pixel;

/// A hand that paints tiles.
pub(super) struct Painter {
    pub look: Look,
    sheet: Sheet,
    /// The sheet as the graphics card has it, and the side of its pictures.
    texture: Option<(u32, Texture2D)>,
}

impl Painter {
    pub fn new(sheet: Sheet, look: Look) -> Self {
        Self {
            look,
            sheet,
            texture: None,
        }
    }

    /// Draws what a board shows, on the way from what it showed before.
    pub fn draw(
        &mut self,
        board: &Board,
        arranged: &Arrangement,
        slide: Option<(&Slide, f32)>,
        pointed: Option<Point>,
        lettering: &Lettering,
    ) {
        self.prepare(arranged.scale);
        let frame = board.shown();
        let scale = arranged.scale as f32;
        let mut canvas = Canvas {
            painter: self,
            arranged,
            lettering,
            columns: board.size().0.max(1),
            behind: vec2(0.0, 0.0),
        };
        if let Some((slide, share)) = slide {
            // How far the map still is from where it belongs.
            let way = frame.offset - slide.from.offset;
            let way = vec2(way.x as f32, way.y as f32) * scale;
            canvas.behind = (way * (1.0 - share)).round() - way;
            canvas.ground(&slide.from);
            canvas.behind += way;
        }
        canvas.ground(frame);
        for (place, tile) in canvas.places(frame) {
            let Some(sign) = tile.over else { continue };
            let mut at = canvas.at(place);
            if let Some((slide, share)) = slide {
                let cell = place + frame.offset;
                let way = slide.origin(cell) - cell;
                at += vec2(way.x as f32, way.y as f32) * (1.0 - share) * scale;
            }
            canvas.sign(sign, at, false, 0);
        }
        for (place, colour) in [
            (pointed, palette::FAINT_TEXT),
            (frame.cursor, palette::POINTER),
        ] {
            if let Some(place) = place {
                let at = pixel(canvas.at(place));
                outline(at, arranged.scale, arranged.scale, colour);
            }
        }
    }

    /// The sheet is painted as sharp as the screen is.
    fn prepare(&mut self, scale: i32) {
        let side = (scale as f32 * outside::pixels_per_point()).round() as u32;
        let fits = |(painted, _): &(u32, Texture2D)| *painted == side || !self.sheet.is_drawn();
        if self.look == Look::Letters || self.texture.as_ref().is_some_and(fits) {
            return;
        }
        let painted = self.sheet.painted(side);
        let (width, height) = painted.size;
        let texture = Texture2D::from_rgba8(width as u16, height as u16, &painted.bytes);
        texture.set_filter(FilterMode::Nearest);
        self.texture = Some((painted.side, texture));
    }
}

fn pixel(at: Vec2) -> Pixel {
    Pixel::new(at.x as i32, at.y as i32)
}

/// Where a painter paints just now.
struct Canvas<'a> {
    painter: &'a Painter,
    arranged: &'a Arrangement,
    lettering: &'a Lettering,
    columns: u32,
    /// How far the tiles are from their places, in pixels.
    behind: Vec2,
}

impl Canvas<'_> {
    fn places<'f>(&self, frame: &'f Frame) -> impl Iterator<Item = (Point, &'f Tile)> + use<'f> {
        let columns = self.columns;
        let tiles = frame.tiles.iter().enumerate();
        tiles.map(move |(index, tile)| {
            let (x, y) = (index as u32 % columns, index as u32 / columns);
            (Point::new(x as i32, y as i32), tile)
        })
    }

    fn at(&self, place: Point) -> Vec2 {
        let corner = self.arranged.tile(place);
        vec2(corner.x as f32, corner.y as f32) + self.behind
    }

    /// The lower layers of a frame.
    fn ground(&self, frame: &Frame) {
        let side = self.arranged.scale;
        for (index, (place, tile)) in self.places(frame).enumerate() {
            let at = self.at(place);
            if tile.ground != palette::OUTSIDE {
                fill(pixel(at), side, side, tile.ground);
            }
            let Some(sign) = tile.under else { continue };
            if tile.over.is_some() && self.painter.look == Look::Letters {
                continue;
            }
            // A wall shows its face to whoever stands below it.
            let below = frame.tiles.get(index + self.columns as usize);
            let below = below.and_then(|below| below.under);
            let front = below.is_some_and(|below| below.letter != sign.letter);
            self.sign(sign, at, front, variety(place + frame.offset));
        }
    }

    fn sign(&self, sign: Sign, at: Vec2, front: bool, variety: u32) {
        let Painter {
            look,
            sheet,
            texture,
        } = self.painter;
        let place = match look {
            Look::Pictures => sheet.place(sign.letter, front, variety),
            Look::Letters => None,
        };
        match (place, texture) {
            (Some((column, row)), Some((side, texture))) => {
                let (side, scale) = (*side as f32, self.arranged.scale as f32);
                let tint = if sheet.is_tinted() {
                    sign.colour
                } else {
                    Rgb(255, 255, 255)
                };
                let (x, y) = (column as f32 * side, row as f32 * side);
                let params = DrawTextureParams {
                    dest_size: Some(vec2(scale, scale)),
                    source: Some(Source::new(x, y, side, side)),
                    ..DrawTextureParams::default()
                };
                draw_texture_ex(texture, at.x, at.y, paint(tint), params);
            }
            _ if sign.letter == ' ' => {}
            _ => self.letter(sign, at),
        }
    }

    fn letter(&self, sign: Sign, at: Vec2) {
        let scale = self.arranged.scale;
        let size = (scale - scale / 8).max(8) as u16;
        let inset = (scale as f32 - Lettering::advance(size)) / 2.0;
        let corner = Pixel::new(
            (at.x + inset).round() as i32,
            at.y as i32 + (scale - i32::from(size)) / 2 - 1,
        );
        self.lettering
            .letter(sign.letter, corner, size, sign.colour);
    }
}

/// A number that differs from cell to cell and stays with the cell.
fn variety(cell: Point) -> u32 {
    let (x, y) = (cell.x as u32, cell.y as u32);
    (x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77)) >> 15
}
