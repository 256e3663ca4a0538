//! Where the text of a picture may be cut. A piece is one element, or a few that
//! always stand together, with the group whose attributes it takes; drawn one
//! after another on one canvas, the pieces are the picture. Whoever turns them into
//! pixels keeps those that come again: land, names, units.

use super::Canvas;
use std::ops::Range;

/// A picture as text and as pieces of it.
pub struct Drawn {
    /// The whole text.
    pub text: String,
    size: (u32, u32),
    head: Range<usize>,
    defs: Range<usize>,
    pieces: Vec<Piece>,
}

/// One piece.
#[derive(Clone, Debug)]
pub struct Piece {
    group: Option<Range<usize>>,
    body: Range<usize>,
}

/// The cuts while a canvas is drawn.
#[derive(Default)]
pub(super) struct Cuts {
    head: Range<usize>,
    defs: Range<usize>,
    group: Option<Range<usize>>,
    /// Where the last cut was made.
    from: usize,
    pieces: Vec<Piece>,
}

impl Cuts {
    pub(super) fn drawn(self, text: String, size: (u32, u32)) -> Drawn {
        Drawn {
            text,
            size,
            head: self.head,
            defs: self.defs,
            pieces: self.pieces,
        }
    }
}

impl Canvas<'_> {
    /// The opening tag has been written.
    pub(super) fn begun(&mut self) {
        self.cuts.head = 0..self.out.len();
        self.cuts.from = self.out.len();
    }

    /// What was written since the last cut draws nothing by itself.
    pub(super) fn aside(&mut self) {
        self.cuts.from = self.out.len();
    }

    /// What was written since the last cut are the definitions.
    pub(super) fn defined(&mut self) {
        self.cuts.defs = self.cuts.from..self.out.len();
        self.cuts.from = self.out.len();
    }

    /// What was written since the last cut is a piece.
    pub(super) fn cut(&mut self) {
        let body = self.cuts.from..self.out.len();
        if !body.is_empty() {
            let group = self.cuts.group.clone();
            self.cuts.pieces.push(Piece { group, body });
        }
        self.cuts.from = self.out.len();
    }

    /// Opens a group with these attributes.
    pub(super) fn open(&mut self, attributes: &str) {
        self.cut();
        let from = self.out.len();
        self.out.push_str("<g ");
        self.out.push_str(attributes);
        self.out.push_str(">\n");
        self.cuts.group = Some(from..self.out.len());
        self.cuts.from = self.out.len();
    }

    /// Closes the group.
    pub(super) fn close(&mut self) {
        self.cut();
        self.out.push_str("</g>\n");
        self.cuts.group = None;
        self.cuts.from = self.out.len();
    }
}

impl Drawn {
    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// The pieces in the order in which they are drawn.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Writes a piece as a picture of its own into `text`.
    pub fn write(&self, piece: &Piece, text: &mut String) {
        let body = &self.text[piece.body.clone()];
        text.clear();
        text.push_str(&self.text[self.head.clone()]);
        if body.contains("url(#") {
            text.push_str(&self.text[self.defs.clone()]);
        }
        match &piece.group {
            Some(group) => {
                text.push_str(&self.text[group.clone()]);
                text.push_str(body);
                text.push_str("</g>");
            }
            None => text.push_str(body),
        }
        text.push_str("</svg>");
    }
}
