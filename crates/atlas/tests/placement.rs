//! Every label and unit lies inside its province, and no two things overlap:
//! measured on the drawn picture, with the real letters, in map units. Units
//! drawn in one province at different times (an army inland, a fleet on either
//! coast) may share their place; a unit and the one it drove out may not.

#![expect(clippy::cast_precision_loss, reason = "map units are small")]

use parlour_atlas::geometry::{Geometry, Outline, Point, Side};
use parlour_atlas::{Chart, Look, Picture};
use parlour_diplomacy::{Board, Place as _, Province};
use resvg::usvg::{Node, Options, Tree, fontdb};
use std::sync::Arc;

/// Something drawn: what it is, whose, and the room it takes.
#[derive(Clone, Debug)]
struct Thing {
    province: Province,
    what: String,
    shape: Shape,
    /// Things of one province with the same number are never drawn together.
    instead: u32,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    Disc {
        x: f32,
        y: f32,
        r: f32,
    },
    Block {
        left: f32,
        top: f32,
        right: f32,
        bottom: f32,
    },
}

fn shape_gap(a: &Shape, b: &Shape) -> f32 {
    let out = |low: f32, high: f32, v: f32| (low - v).max(v - high).max(0.0);
    match (*a, *b) {
        (Shape::Disc { x, y, r }, Shape::Disc { x: u, y: v, r: s }) => {
            ((x - u).powi(2) + (y - v).powi(2)).sqrt() - r - s
        }
        (
            Shape::Disc { x, y, r },
            Shape::Block {
                left,
                top,
                right,
                bottom,
            },
        )
        | (
            Shape::Block {
                left,
                top,
                right,
                bottom,
            },
            Shape::Disc { x, y, r },
        ) => {
            let (dx, dy) = (out(left, right, x), out(top, bottom, y));
            (dx * dx + dy * dy).sqrt() - r
        }
        (
            Shape::Block {
                left,
                top,
                right,
                bottom,
            },
            Shape::Block {
                left: l,
                top: t,
                right: r,
                bottom: b,
            },
        ) => {
            let (dx, dy) = ((l - right).max(left - r), (t - bottom).max(top - b));
            dx.max(dy)
        }
    }
}

/// Points round the edge of a shape.
fn rim(shape: &Shape) -> Vec<Point> {
    let at = |x: f32, y: f32| Point::new(x.round() as i32, y.round() as i32);
    match *shape {
        Shape::Disc { x, y, r } => (0..24)
            .map(|i| {
                let angle = i as f32 / 24.0 * std::f32::consts::TAU;
                at(x + r * angle.cos(), y + r * angle.sin())
            })
            .collect(),
        Shape::Block {
            left,
            top,
            right,
            bottom,
        } => (0..=8)
            .flat_map(|i| {
                let t = i as f32 / 8.0;
                let (x, y) = (left + (right - left) * t, top + (bottom - top) * t);
                [at(x, top), at(x, bottom), at(left, y), at(right, y)]
            })
            .collect(),
    }
}

fn contains(rings: &[Vec<Point>], p: Point) -> bool {
    let mut inside = false;
    for ring in rings {
        for (i, a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            if (a.y <= p.y) != (b.y <= p.y) {
                let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
                let side = i64::from(p.x - a.x) * dy - i64::from(p.y - a.y) * dx;
                if (side < 0) == (dy > 0) {
                    inside = !inside;
                }
            }
        }
    }
    inside
}

fn charts() -> Vec<&'static Chart> {
    Board::bundled()
        .iter()
        .map(|b| Chart::named(b.name()).expect("drawn"))
        .collect()
}

/// So wide that everything has its own size: 1200 px, more for larger maps.
fn width(chart: &Chart) -> u32 {
    (chart.geometry().width as u32 / 8).max(1200)
}

/// The picture, read back with our letters.
fn tree(chart: &Chart) -> (Tree, f32) {
    let mut fonts = fontdb::Database::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fonts")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "ttf") {
            fonts.load_font_data(std::fs::read(path).unwrap());
        }
    }
    let look = Look {
        width: width(chart),
        ..Look::default()
    };
    let picture = Picture {
        chart,
        position: chart.board().start(),
        orders: &[],
        look: &look,
    };
    let svg = picture.svg().unwrap();
    let options = Options {
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    let units = chart.geometry().width as f32 / width(chart) as f32;
    (Tree::from_str(&svg, &options).unwrap(), units)
}

/// The box of a text, in map units. The head band shifts the picture down.
fn text_box(tree: &Tree, units: f32, geometry: &Geometry, id: &str) -> Option<Shape> {
    let Some(Node::Text(text)) = tree.node_by_id(id) else {
        return None;
    };
    let ink = text.flattened().abs_bounding_box();
    let head = (geometry.width * 36 / 1000) as f32;
    Some(Shape::Block {
        left: ink.left() * units,
        top: ink.top() * units - head,
        right: ink.right() * units,
        bottom: ink.bottom() * units - head,
    })
}

fn things(chart: &Chart) -> Vec<Thing> {
    let (board, geometry) = (chart.board(), chart.geometry());
    let sizes = geometry.sizes;
    let (tree, units) = tree(chart);
    let disc = |p: Point, r: i32| Shape::Disc {
        x: p.x as f32,
        y: p.y as f32,
        r: r as f32,
    };
    let mut all = Vec::new();
    for province in board.provinces() {
        let (code, place) = (board.code(province), chart.place(province));
        let mut add = |what: String, shape: Shape, instead: u32| {
            all.push(Thing {
                province,
                what: format!("{what} {code}"),
                shape,
                instead,
            });
        };
        add("unit".into(), disc(place.unit, sizes.unit), 1);
        add(
            "dislodged".into(),
            disc(place.dislodged, sizes.dislodged),
            2,
        );
        if let Some(centre) = place.centre {
            add("centre".into(), disc(centre, sizes.centre), 0);
        }
        let label = text_box(&tree, units, geometry, &format!("label-{code}"));
        add(
            "label".into(),
            label.expect("every province has a label"),
            0,
        );
        if let Some((_, lines)) = &place.name {
            for row in 0..lines.len() {
                let id = format!("name-{code}-{row}");
                let line = text_box(&tree, units, geometry, &id).expect("names are drawn");
                add(format!("name {row}"), line, 3);
            }
        }
        for (name, coast) in &place.coasts {
            // Fleets on two coasts never meet; nor does an army inland meet them.
            add(format!("unit {name}"), disc(coast.unit, sizes.unit), 1);
            add(
                format!("dislodged {name}"),
                disc(coast.dislodged, sizes.dislodged),
                2,
            );
            let mark = text_box(&tree, units, geometry, &format!("mark-{code}-{name}"));
            add(format!("mark {name}"), mark.expect("coasts are marked"), 0);
        }
    }
    all
}

#[test]
fn everything_lies_inside_its_province() {
    for chart in charts() {
        let (board, geometry) = (chart.board(), chart.geometry());
        let mut wrong = Vec::new();
        for thing in things(chart) {
            let side = Side::Province(board.code(thing.province).to_owned());
            let rings = Outline::of(geometry, &side).flat(geometry);
            if !rim(&thing.shape).iter().all(|p| contains(&rings, *p)) {
                wrong.push(thing.what);
            }
        }
        assert!(
            wrong.is_empty(),
            "{}: {wrong:?} stand across a border",
            board.name()
        );
    }
}

#[test]
fn no_two_things_overlap() {
    for chart in charts() {
        let all = things(chart);
        let mut wrong = Vec::new();
        for (i, a) in all.iter().enumerate() {
            for b in &all[i + 1..] {
                let together = a.province != b.province || a.instead != b.instead || a.instead == 0;
                if together && shape_gap(&a.shape, &b.shape) < 0.0 {
                    wrong.push(format!("{} and {}", a.what, b.what));
                }
            }
        }
        assert!(wrong.is_empty(), "{}: {wrong:#?}", chart.board().name());
    }
}

#[test]
fn every_centre_has_its_mark_and_every_province_its_place() {
    for chart in charts() {
        let board = chart.board();
        for province in board.provinces() {
            let marked = chart.place(province).centre.is_some();
            assert_eq!(
                marked,
                board.centers().contains(province),
                "{}",
                board.code(province)
            );
            assert!(province.index() < board.province_count());
        }
    }
}
