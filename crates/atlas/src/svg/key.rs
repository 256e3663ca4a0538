//! The key: what the lines and badges of a picture mean, in words below the table.
//! Only what the picture shows is explained.

use super::marks::Mark;
use super::path::Trail;
use super::strokes::{End, Style};
use super::{Canvas, put};
use crate::font;
use crate::geometry::Point;
use crate::picture::{Extent, Picture};
use parlour_diplomacy::{Code, OrderText, Step};

/// What is explained.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Support,
    Convoy,
    Hold,
    Retreat,
    Disband,
    Badge(Mark),
    Dislodged,
}

const ALL: [Sign; 11] = [
    Sign::Support,
    Sign::Convoy,
    Sign::Hold,
    Sign::Retreat,
    Sign::Badge(Mark::Built),
    Sign::Disband,
    Sign::Badge(Mark::Bounced),
    Sign::Badge(Mark::Cut),
    Sign::Badge(Mark::Void),
    Sign::Badge(Mark::Stranded),
    Sign::Dislodged,
];

impl Sign {
    fn is_shown(self, picture: &Picture) -> bool {
        let retreats = picture.position.phase.step == Step::Retreat;
        picture.orders.iter().any(|drawn| {
            let order = drawn.order;
            match self {
                Self::Support => matches!(
                    order,
                    OrderText::SupportHold { .. } | OrderText::SupportMove { .. }
                ),
                Self::Convoy => matches!(order, OrderText::Convoy { .. }),
                Self::Hold => matches!(order, OrderText::Hold { .. }),
                Self::Retreat => {
                    matches!(order, OrderText::Retreat { .. })
                        || retreats && matches!(order, OrderText::Move { .. })
                }
                Self::Disband => matches!(order, OrderText::Disband { .. }),
                Self::Badge(Mark::Built) => matches!(order, OrderText::Build { .. }),
                Self::Badge(mark) => Mark::of(drawn) == Some(mark),
                Self::Dislodged => drawn.was(Code::Dislodged),
            }
        })
    }

    fn words(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Convoy => "convoy",
            Self::Hold => "hold",
            Self::Retreat => "retreat",
            Self::Disband => "disband",
            Self::Badge(Mark::Built) => "build",
            Self::Badge(mark) => mark.words(),
            Self::Dislodged => "dislodged",
        }
    }
}

/// The signs of a picture, each with its line and where it begins there.
fn signs(picture: &Picture, window: Extent, height: i32) -> Vec<(Sign, i32, i32)> {
    let size = letters(height);
    let edge = window.w / 80;
    let (mut line, mut x) = (0, edge);
    let mut signs = Vec::new();
    for sign in ALL.into_iter().filter(|sign| sign.is_shown(picture)) {
        let wide = height * 2 + size * sign.words().len() as i32 / 2;
        if x > edge && x + wide > window.w {
            (line, x) = (line + 1, edge);
        }
        signs.push((sign, line, x));
        x += wide;
    }
    signs
}

fn letters(height: i32) -> i32 {
    height * 62 / 100
}

/// How many lines the key of a picture has.
pub fn lines(picture: &Picture, window: Extent, height: i32) -> i32 {
    signs(picture, window, height)
        .last()
        .map_or(0, |(_, line, _)| line + 1)
}

impl Canvas<'_> {
    /// The signs of this picture in words, from `top` down, in lines of this height.
    pub fn key(&mut self, top: i32, height: i32) {
        let (window, size) = (self.window, letters(height));
        for (sign, line, x) in signs(self.picture, window, height) {
            let middle = top + line * height + height * 45 / 100;
            let at = Point::new(window.x + x + height / 2, middle);
            self.sign(sign, at, height);
            put!(
                self,
                "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" fill=\"{}\">{}</text>\n",
                at.x + height * 7 / 10,
                middle + font::half_capital(size),
                self.paper.text,
                sign.words()
            );
            self.cut();
        }
    }

    fn sign(&mut self, sign: Sign, at: Point, height: i32) {
        let colour = self.paper.text;
        let half = height * 52 / 100;
        let line = Trail::straight(Point::new(at.x - half, at.y), Point::new(at.x + half, at.y));
        put!(self, "<g fill=\"none\" stroke-linejoin=\"round\">");
        match sign {
            Sign::Support => self.line(&line, colour, Style::Dashed, End::Dot),
            Sign::Convoy => self.line(&line, colour, Style::Double, End::Head),
            Sign::Retreat => self.line(&line, colour, Style::Dotted, End::Head),
            Sign::Hold => put!(
                self,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
                at.x,
                at.y,
                height * 32 / 100,
                self.thick(13)
            ),
            Sign::Disband => self.cross(at, height * 30 / 100),
            Sign::Badge(mark) => self.mark_sized(at, mark, height * 42 / 100 * 100 / 46),
            Sign::Dislodged => self.teeth(at, height * 45 / 100),
        }
        let ends = std::mem::take(&mut self.ends).concat();
        put!(self, "{ends}</g>\n");
    }
}
