//! Why the pointer's cell is in sight or is not: the whole of it, or sentence by
//! sentence.

use super::Desk;
use crate::Point;
use crate::editor::Mode;
use crate::explain::{Explanation, explain_sight, explain_view};

impl Desk {
    /// Why the pointer's cell is in sight or is not, if that is asked for, there is
    /// an observer and the cell is on the sheet. Of an observer of several cells one
    /// that does not see it is told of, or the first if all do.
    pub fn explanation(&self) -> Option<Explanation> {
        let walls = self.editor.sheet().walls();
        if !self.explain || !walls.size().contains(self.pointer) {
            return None;
        }
        let observers = self.editor.sheet().observers();
        let mut all = observers.iter().map(|&observer| self.why_from(observer));
        let first = all.next()?;
        Some(if first.is_visible() {
            all.find(|why| !why.is_visible()).unwrap_or(first)
        } else {
            first
        })
    }

    fn why_from(&self, observer: Point) -> Explanation {
        let walls = self.editor.sheet().walls();
        let lens = self.editor.lens();
        let why = match lens.mode {
            Mode::Exact => explain_sight(walls, observer, self.pointer),
            Mode::Symmetric => explain_view(walls, observer, self.pointer),
        };
        why.within(lens.radius)
    }

    /// Which sentence of the explanation is told; none if it is shown as a whole.
    pub fn beat(&self) -> Option<usize> {
        self.beat
    }

    /// Whether explanations are shown.
    pub fn explains(&self) -> bool {
        self.explain
    }

    /// The explanation as one sentence, or the one that is its turn.
    pub(super) fn explanation_words(&self) -> Option<String> {
        let why = self.explanation()?;
        Some(match self.beat {
            None => why.beat(why.beats() - 1),
            Some(beat) => format!("{} of {}: {}", beat + 1, why.beats(), why.beat(beat)),
        })
    }

    /// Goes on in the explanation, or back; from the whole of it to its first sentence
    /// or to its last.
    pub(super) fn step_explanation(&mut self, by: i32) {
        self.explain = true;
        let Some(last) = self.explanation().map(|why| why.beats() - 1) else {
            self.message = Some("there is nobody to see, or the pointer is off the sheet".into());
            return;
        };
        self.beat = Some(match self.beat {
            None if by > 0 => 0,
            None => last,
            Some(beat) => beat.saturating_add_signed(by as isize).min(last),
        });
    }
}
