//! Shapes to pixels: each pixel is asked at several points, so edges are soft.

use super::Painted;
use super::drawing::{Drawing, Outline, Shape};

/// All pictures side by side.
pub(super) fn sheet(drawings: &[Drawing], columns: u32, side: u32) -> Painted {
    let rows = (drawings.len() as u32).div_ceil(columns).max(1);
    let (width, height) = (columns * side, rows * side);
    let mut bytes = vec![0; (width * height * 4) as usize];
    for (index, drawing) in drawings.iter().enumerate() {
        let (column, row) = (index as u32 % columns, index as u32 / columns);
        let picture = picture(&drawing.shapes, side);
        for (y, line) in picture.chunks(side as usize).enumerate() {
            let start = ((row * side + y as u32) * width + column * side) as usize * 4;
            for (x, pixel) in line.iter().enumerate() {
                bytes[start + x * 4..start + x * 4 + 4].copy_from_slice(pixel);
            }
        }
    }
    Painted {
        side,
        size: (width, height),
        bytes,
    }
}

/// Light and opacity of a pixel while shapes are laid over each other.
#[derive(Clone, Copy, Default)]
struct Laid {
    light: f32,
    opacity: f32,
}

fn picture(shapes: &[Shape], side: u32) -> Vec<[u8; 4]> {
    let mut pixels = vec![Laid::default(); (side * side) as usize];
    for shape in shapes {
        lay(&mut pixels, shape, side);
    }
    pixels.into_iter().map(texel).collect()
}

fn texel(laid: Laid) -> [u8; 4] {
    if laid.opacity <= 0.0 {
        return [0; 4];
    }
    let light = (laid.light / laid.opacity * 255.0).round() as u8;
    [light, light, light, (laid.opacity * 255.0).round() as u8]
}

fn lay(pixels: &mut [Laid], shape: &Shape, side: u32) {
    /// Points of a pixel along each axis.
    const POINTS: u32 = 4;
    let unit = 100.0 / side as f32;
    let (low, high) = bounds(&shape.outline);
    let first = |at: f32| (at / unit).floor().max(0.0) as u32;
    let last = |at: f32| ((at / unit).ceil().max(0.0) as u32).min(side);
    for y in first(low.1)..last(high.1) {
        for x in first(low.0)..last(high.0) {
            let points = (0..POINTS * POINTS).filter(|point| {
                let along = |pixel: u32, point: u32| {
                    (pixel as f32 + (point as f32 + 0.5) / POINTS as f32) * unit
                };
                let at = (along(x, point % POINTS), along(y, point / POINTS));
                contains(&shape.outline, at)
            });
            let share = points.count() as f32 / (POINTS * POINTS) as f32;
            let pixel = &mut pixels[(y * side + x) as usize];
            pixel.light = shape.shade * share + pixel.light * (1.0 - share);
            pixel.opacity = share + pixel.opacity * (1.0 - share);
        }
    }
}

type Place = (f32, f32);

/// The corners of the smallest box around a shape.
fn bounds(outline: &Outline) -> (Place, Place) {
    match outline {
        Outline::Disc([x, y, w, h]) => ((x - w, y - h), (x + w, y + h)),
        Outline::Line([x, y, to_x, to_y], half) => (
            (x.min(*to_x) - half, y.min(*to_y) - half),
            (x.max(*to_x) + half, y.max(*to_y) + half),
        ),
        Outline::Poly(corners) => {
            let far = f32::MAX;
            let grow = |(low, high): (Place, Place), &(x, y): &Place| {
                let low = (low.0.min(x), low.1.min(y));
                (low, (high.0.max(x), high.1.max(y)))
            };
            corners.iter().fold(((far, far), (-far, -far)), grow)
        }
    }
}

fn contains(outline: &Outline, (x, y): Place) -> bool {
    match outline {
        Outline::Disc([middle_x, middle_y, w, h]) => {
            let along = |at: f32, middle: f32, half: f32| ((at - middle) / half.max(0.01)).powi(2);
            along(x, *middle_x, *w) + along(y, *middle_y, *h) <= 1.0
        }
        Outline::Line([from_x, from_y, to_x, to_y], half) => {
            let (dx, dy) = (to_x - from_x, to_y - from_y);
            let length = (dx * dx + dy * dy).max(0.0001);
            let along = ((x - from_x) * dx + (y - from_y) * dy) / length;
            let along = along.clamp(0.0, 1.0);
            let (gap_x, gap_y) = (x - from_x - dx * along, y - from_y - dy * along);
            gap_x * gap_x + gap_y * gap_y <= half * half
        }
        Outline::Poly(corners) => {
            // A ray to the right crosses the edge an odd number of times.
            let ends = corners.iter().zip(corners.iter().cycle().skip(1));
            let crossed = ends.filter(|&(&(ax, ay), &(bx, by))| {
                (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
            });
            crossed.count() % 2 == 1
        }
    }
}
