//! The drawing, layer by layer: sea, land, borders, centres, arrows, words,
//! units, title and table. Every number is a whole map unit, so the text is the
//! same on every machine.

mod arrows;
mod frame;
mod key;
mod land;
mod marks;
mod path;
mod pieces;
mod places;
mod strokes;
mod tokens;
mod whereabouts;
mod words;

use crate::chart::{Chart, Drawing};
use crate::geometry::{Detail, Sizes};
use crate::picture::{Extent, Picture};
use crate::theme::{Paper, Theme};
use pieces::Cuts;
use places::Rooms;

pub use pieces::Drawn;

/// The canvas being drawn on.
struct Canvas<'a> {
    out: String,
    cuts: Cuts,
    picture: &'a Picture<'a>,
    chart: &'a Chart,
    drawing: &'a Drawing,
    detail: Detail,
    theme: Theme,
    paper: Paper,
    window: Extent,
    /// Thousandths of a pixel per map unit.
    scale: i32,
    /// How much larger than usual units, words and lines are drawn, in percent.
    grown: i32,
    /// The sizes of this picture.
    sizes: Sizes,
    /// The rooms of words and marks that others should leave free.
    rooms: Rooms,
    /// Ends of lines, drawn above words and units.
    ends: Vec<String>,
}

/// Appends formatted text to a canvas.
macro_rules! put {
    ($canvas:expr, $($form:tt)*) => {{
        use std::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = write!($canvas.out, $($form)*);
    }};
}
use put;

/// The picture as SVG text, and where it may be cut. The width has been checked.
pub fn draw(picture: &Picture, detail: Detail) -> Drawn {
    let chart = picture.chart;
    let look = picture.look;
    let window = Extent::of(chart, look.crop);
    let scale = (i64::from(look.width) * 1000 / i64::from(window.w)) as i32;
    let grown = places::grown(chart.geometry().sizes, scale);
    let mut canvas = Canvas {
        out: String::with_capacity(200_000),
        cuts: Cuts::default(),
        picture,
        chart,
        drawing: chart.drawing(detail),
        detail,
        theme: look.theme,
        paper: look.theme.paper(),
        window,
        scale,
        grown,
        sizes: places::larger(chart.geometry().sizes, grown),
        rooms: Rooms::default(),
        ends: Vec::new(),
    };
    canvas.take_rooms();
    let bands = frame::Bands::of(picture, window);
    let height = window.h + bands.head + bands.foot + bands.key;
    let pixels = (i64::from(look.width) * i64::from(height) / i64::from(window.w)).max(1);
    put!(
        canvas,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{pixels}\" \
         viewBox=\"{} {} {} {height}\" font-family=\"{}\">\n",
        look.width,
        window.x,
        window.y - bands.head,
        window.w,
        crate::font::FAMILIES
    );
    canvas.begun();
    canvas.describe();
    canvas.patterns();
    canvas.ground();
    canvas.land();
    canvas.borders();
    canvas.highlights();
    canvas.centres();
    canvas.arrows();
    canvas.words();
    canvas.units();
    canvas.line_ends();
    canvas.results();
    canvas.frame(bands);
    canvas.cut();
    canvas.out.push_str("</svg>\n");
    canvas.cuts.drawn(canvas.out, (look.width, pixels as u32))
}

/// Text made safe between tags and in attributes. Characters XML cannot carry
/// are left out.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => safe.push(c),
        }
    }
    safe
}
