//! One piece of a picture, rendered and ready to be put on any sheet of its size.

use super::stamp::{Area, Stamp};
use crate::picture::PictureFault;
use resvg::tiny_skia::{Color, FillRule, Paint, Path, Pixmap, Point, Stroke, Transform};
use resvg::usvg::{self, Group, Node, PaintOrder, Tree};

/// A piece that can be put on a sheet again and again.
pub enum Print {
    /// Everything beneath the others: the first piece covers the whole sheet.
    Ground(Vec<u8>),
    /// Shapes of one colour each, lowest first.
    Shapes(Vec<Shape>),
    /// What is more than shapes (patterns, faded groups): rendered each time, but
    /// read only once.
    Read(Box<Tree>, usize),
}

/// A shape of one colour.
pub enum Shape {
    /// How much of each pixel it covers.
    Stamp(Stamp),
    /// A line no broader than a pixel, which the renderer draws in steps that lie
    /// over each other: drawn each time.
    Thin(Box<Thin>),
}

/// A thin line.
pub struct Thin {
    path: Path,
    paint: Paint<'static>,
    stroke: Stroke,
    transform: Transform,
}

impl Print {
    /// Puts the piece on a sheet of the size it was made for.
    pub fn put_on(&self, sheet: &mut Pixmap) {
        match self {
            Self::Ground(pixels) => sheet.data_mut().copy_from_slice(pixels),
            Self::Shapes(shapes) => {
                for shape in shapes {
                    match shape {
                        Shape::Stamp(stamp) => stamp.put_on(sheet.data_mut()),
                        Shape::Thin(thin) => {
                            let (path, stroke) = (&thin.path, &thin.stroke);
                            sheet.stroke_path(path, &thin.paint, stroke, thin.transform, None);
                        }
                    }
                }
            }
            Self::Read(tree, _) => {
                resvg::render(tree, Transform::identity(), &mut sheet.as_mut());
            }
        }
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Ground(pixels) => pixels.len(),
            Self::Read(_, text) => text * 8 + 2_000,
            Self::Shapes(shapes) => shapes.iter().map(Shape::bytes).sum(),
        }
    }
}

impl Shape {
    fn bytes(&self) -> usize {
        match self {
            Self::Stamp(stamp) => stamp.bytes(),
            Self::Thin(thin) => 200 + thin.path.len() * 8,
        }
    }
}

/// Makes the prints of one picture.
pub struct Maker {
    size: (u32, u32),
    /// An empty sheet on which shapes are tried out.
    scrap: Option<Pixmap>,
}

impl Maker {
    /// A maker of prints for sheets of this size.
    pub fn new(size: (u32, u32)) -> Self {
        Self { size, scrap: None }
    }

    /// The print of a piece, given as a picture of its own.
    pub fn print(&mut self, text: &str, ground: bool) -> Result<Print, PictureFault> {
        let tree = super::tree(text)?;
        if ground {
            let mut sheet = super::blank(self.size)?;
            resvg::render(&tree, Transform::identity(), &mut sheet.as_mut());
            return Ok(Print::Ground(sheet.take()));
        }
        let mut scrap = match self.scrap.take() {
            Some(scrap) => scrap,
            None => super::blank(self.size)?,
        };
        let mut shapes = Vec::new();
        let plain = group(tree.root(), Transform::identity(), &mut scrap, &mut shapes);
        self.scrap = Some(scrap);
        Ok(match plain {
            Some(()) => Print::Shapes(shapes),
            None => Print::Read(Box::new(tree), text.len()),
        })
    }
}

/// Takes the shapes of a group, as the renderer would draw them; nothing if there is
/// more to it than shapes of one colour.
fn group(
    group: &Group,
    transform: Transform,
    scrap: &mut Pixmap,
    shapes: &mut Vec<Shape>,
) -> Option<()> {
    for node in group.children() {
        match node {
            Node::Group(inner) => inside(inner, transform, scrap, shapes)?,
            Node::Text(text) => inside(text.flattened(), transform, scrap, shapes)?,
            Node::Path(path) if path.is_visible() => {
                if path.paint_order() == PaintOrder::FillAndStroke {
                    fill(path, transform, scrap, shapes)?;
                    stroke(path, transform, scrap, shapes)?;
                } else {
                    stroke(path, transform, scrap, shapes)?;
                    fill(path, transform, scrap, shapes)?;
                }
            }
            Node::Path(_) => {}
            Node::Image(_) => return None,
        }
    }
    Some(())
}

fn inside(
    inner: &Group,
    transform: Transform,
    scrap: &mut Pixmap,
    shapes: &mut Vec<Shape>,
) -> Option<()> {
    if inner.should_isolate() {
        return None;
    }
    let transform = transform.pre_concat(inner.transform());
    group(inner, transform, scrap, shapes)
}

fn fill(
    path: &usvg::Path,
    transform: Transform,
    scrap: &mut Pixmap,
    shapes: &mut Vec<Shape>,
) -> Option<()> {
    let Some(fill) = path.fill() else {
        return Some(());
    };
    let bounds = path.data().bounds();
    if bounds.width() == 0.0 || bounds.height() == 0.0 {
        return Some(());
    }
    let colour = colour(fill.paint(), fill.opacity())?;
    let rule = match fill.rule() {
        usvg::FillRule::NonZero => FillRule::Winding,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    };
    let paint = paint(Color::WHITE, path);
    scrap.fill_path(path.data(), &paint, rule, transform, None);
    let area = Area::of(path.data(), 0.0, transform, scrap);
    shapes.push(Shape::Stamp(Stamp::take(scrap, area, colour)));
    Some(())
}

fn stroke(
    path: &usvg::Path,
    transform: Transform,
    scrap: &mut Pixmap,
    shapes: &mut Vec<Shape>,
) -> Option<()> {
    let Some(stroke) = path.stroke() else {
        return Some(());
    };
    let colour = colour(stroke.paint(), stroke.opacity())?;
    let drawn = stroke.to_tiny_skia();
    if is_thin(drawn.width, transform) {
        shapes.push(Shape::Thin(Box::new(Thin {
            path: path.data().clone(),
            paint: paint(colour, path),
            stroke: drawn,
            transform,
        })));
        return Some(());
    }
    let white = paint(Color::WHITE, path);
    scrap.stroke_path(path.data(), &white, &drawn, transform, None);
    // A pointed join reaches out by the miter limit.
    let reach = drawn.width * drawn.miter_limit.max(1.5);
    let area = Area::of(path.data(), reach, transform, scrap);
    shapes.push(Shape::Stamp(Stamp::take(scrap, area, colour)));
    Some(())
}

fn colour(paint: &usvg::Paint, opacity: usvg::Opacity) -> Option<Color> {
    match paint {
        usvg::Paint::Color(c) => Some(Color::from_rgba8(c.red, c.green, c.blue, opacity.to_u8())),
        _ => None,
    }
}

fn paint(colour: Color, path: &usvg::Path) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour);
    paint.anti_alias = path.rendering_mode().use_shape_antialiasing();
    paint
}

/// Whether the renderer draws a line as a thin one, with room for its rounding.
fn is_thin(width: f32, transform: Transform) -> bool {
    let reach = |x: f32, y: f32| {
        let mut tip = [Point::from_xy(x, y)];
        Transform {
            tx: 0.0,
            ty: 0.0,
            ..transform
        }
        .map_points(&mut tip);
        let (x, y) = (tip[0].x.abs(), tip[0].y.abs());
        x.max(y) + x.min(y) / 2.0
    };
    reach(width, 0.0) <= 1.001 && reach(0.0, width) <= 1.001
}
