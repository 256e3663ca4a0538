//! What stands where: the map in the middle, panels at the edges, words below.

use std::fmt;
use std::sync::Arc;

use parlour_grid::Rect;

use super::panel::Panel;
use super::screen::Screen;
use super::tone::Theme;
use crate::game::Game;
use crate::notation::Key;

type Fill = dyn Fn(&Game, &mut Panel) + Send + Sync;

/// Columns and rows the map keeps before panels give way.
const LEAST_MAP: (i32, i32) = (20, 8);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Left,
    Right,
    Top,
    Bottom,
}

#[derive(Clone)]
struct Part {
    edge: Edge,
    size: i32,
    fill: Arc<Fill>,
}

/// Which words stand at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// The sentences of the latest key, so many rows.
    Bar(i32),
    /// The latest sentences, those of the latest key stronger.
    Log(i32),
}

/// What stands where. Panels are given room from the outside inwards, in the order
/// in which they were added; on a screen too small for one the map has its room.
#[derive(Clone)]
pub struct Layout {
    pub(super) theme: Theme,
    pub(super) words: Words,
    pub(super) help: Option<Key>,
    mouse: bool,
    parts: Vec<Part>,
}

impl Default for Layout {
    fn default() -> Self {
        Self::plain()
    }
}

impl Layout {
    /// The map and two rows for what was said last.
    pub fn plain() -> Self {
        Self {
            theme: Theme::default(),
            words: Words::Bar(2),
            help: Some(Key::Char('?')),
            mouse: true,
            parts: Vec::new(),
        }
    }

    /// The map and a log of four rows.
    pub fn new() -> Self {
        Self::plain().log(4)
    }

    /// The same with a log of so many rows at the bottom.
    #[must_use]
    pub fn log(mut self, rows: u16) -> Self {
        self.words = Words::Log(rows.into());
        self
    }

    /// The same with a panel of so many columns on the right.
    #[must_use]
    pub fn right(
        self,
        columns: u16,
        fill: impl Fn(&Game, &mut Panel) + Send + Sync + 'static,
    ) -> Self {
        self.part(Edge::Right, columns, fill)
    }

    /// The same with a panel of so many columns on the left.
    #[must_use]
    pub fn left(
        self,
        columns: u16,
        fill: impl Fn(&Game, &mut Panel) + Send + Sync + 'static,
    ) -> Self {
        self.part(Edge::Left, columns, fill)
    }

    /// The same with a panel of so many rows at the top.
    #[must_use]
    pub fn top(self, rows: u16, fill: impl Fn(&Game, &mut Panel) + Send + Sync + 'static) -> Self {
        self.part(Edge::Top, rows, fill)
    }

    /// The same with a panel of so many rows at the bottom.
    #[must_use]
    pub fn bottom(
        self,
        rows: u16,
        fill: impl Fn(&Game, &mut Panel) + Send + Sync + 'static,
    ) -> Self {
        self.part(Edge::Bottom, rows, fill)
    }

    /// The same in other colours.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// The same with another key for the page of keys, or none. A key the game
    /// itself uses goes to the game.
    #[must_use]
    pub fn help(mut self, key: Option<Key>) -> Self {
        self.help = key;
        self
    }

    /// The same without a mouse: the terminal's own selection of text works.
    #[must_use]
    pub fn without_mouse(mut self) -> Self {
        self.mouse = false;
        self
    }

    /// Whether the mouse is listened to.
    pub fn wants_mouse(&self) -> bool {
        self.mouse
    }

    fn part(
        mut self,
        edge: Edge,
        size: u16,
        fill: impl Fn(&Game, &mut Panel) + Send + Sync + 'static,
    ) -> Self {
        self.parts.push(Part {
            edge,
            size: size.into(),
            fill: Arc::new(fill),
        });
        self
    }

    /// The areas of the map and of the words.
    pub(super) fn areas(&self, all: Rect) -> (Rect, Rect) {
        let (words, rest) = self.words_area(all);
        let map = self.cut(rest, |_, _| {});
        (map, words)
    }

    /// Draws every panel that has room.
    pub(super) fn panels(&self, game: &Game, screen: &mut Screen) {
        let (_, rest) = self.words_area(screen.area());
        self.cut(rest, |part, area| {
            let mut panel = Panel::new(area.w, &self.theme);
            (part.fill)(game, &mut panel);
            panel.draw(screen, area);
        });
    }

    fn words_area(&self, all: Rect) -> (Rect, Rect) {
        let (Words::Bar(rows) | Words::Log(rows)) = self.words;
        // On the smallest of screens the map has at least a row.
        let rows = rows.min(all.h - 1).max(0);
        let words = Rect::new(all.x, all.y + all.h - rows, all.w, rows);
        (words, Rect::new(all.x, all.y, all.w, all.h - rows))
    }

    fn cut(&self, mut rest: Rect, mut each: impl FnMut(&Part, Rect)) -> Rect {
        for part in &self.parts {
            let Rect { x, y, w, h } = rest;
            let size = part.size;
            let wide = matches!(part.edge, Edge::Left | Edge::Right);
            // One column stays free between the map and a panel beside it.
            let taken = if wide { size + 1 } else { size };
            let fits = if wide {
                w - taken >= LEAST_MAP.0
            } else {
                h - taken >= LEAST_MAP.1
            };
            if !fits {
                continue;
            }
            let area = match part.edge {
                Edge::Left => Rect::new(x, y, size, h),
                Edge::Right => Rect::new(x + w - size, y, size, h),
                Edge::Top => Rect::new(x, y, w, size),
                Edge::Bottom => Rect::new(x, y + h - size, w, size),
            };
            each(part, area);
            rest = match part.edge {
                Edge::Left => Rect::new(x + taken, y, w - taken, h),
                Edge::Right => Rect::new(x, y, w - taken, h),
                Edge::Top => Rect::new(x, y + taken, w, h - taken),
                Edge::Bottom => Rect::new(x, y, w, h - taken),
            };
        }
        rest
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layout")
            .field("words", &self.words)
            .field("panels", &self.parts.len())
            .finish_non_exhaustive()
    }
}
