//! What was done to the drawing, so that it can be undone and done again.
//!
//! A step holds only what it changed: the cells a stroke flipped, where the
//! observer stood before and after, or the whole drawing that another replaced.
//! Old steps are forgotten when all of them together weigh too much.

use super::Sheet;
use crate::Point;

/// One thing that undo takes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The ids of the cells that changed between free and wall.
    Painted(Vec<u32>),
    /// The observer's cells before and after.
    Walked {
        /// Where the observer stood.
        from: Vec<Point>,
        /// Where it stands since.
        to: Vec<Point>,
    },
    /// The drawing that is not on the table now: the older one after the step,
    /// the newer one after its undoing.
    Replaced(Box<Sheet>),
}

impl Step {
    /// About how many bytes the step holds.
    fn weight(&self) -> usize {
        let inside = match self {
            Self::Painted(cells) => cells.len() * size_of::<u32>(),
            Self::Walked { from, to } => (from.len() + to.len()) * size_of::<Point>(),
            Self::Replaced(sheet) => sheet.size().area() as usize / 8,
        };
        inside + size_of::<Self>()
    }
}

/// Steps behind and steps ahead of the drawing on the table.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    done: std::collections::VecDeque<Step>,
    undone: Vec<Step>,
    weight: usize,
}

impl History {
    /// What all steps together may weigh, in bytes.
    const LIMIT: usize = 64 << 20;

    /// Adds a step that was just done. What had been undone is gone.
    ///
    /// Walks that follow each other directly are one step, so that undoing a
    /// stroke never takes a hundred calls through places the observer passed.
    pub(super) fn record(&mut self, step: Step) {
        for gone in self.undone.drain(..) {
            self.weight -= gone.weight();
        }
        if let Step::Walked { to, .. } = &step
            && let Some(Step::Walked { from, .. }) = self.done.back()
        {
            let joined = Step::Walked {
                from: from.clone(),
                to: to.clone(),
            };
            self.drop_last();
            self.push(joined);
            return;
        }
        self.push(step);
        while self.weight > Self::LIMIT && self.done.len() > 1 {
            let oldest = self.done.pop_front().expect("more than one step");
            self.weight -= oldest.weight();
        }
    }

    /// The step to undo next; hand it back with [`History::undone`].
    pub(super) fn take_done(&mut self) -> Option<Step> {
        let step = self.done.pop_back()?;
        self.weight -= step.weight();
        Some(step)
    }

    /// The step to redo next; hand it back with [`History::redone`].
    pub(super) fn take_undone(&mut self) -> Option<Step> {
        let step = self.undone.pop()?;
        self.weight -= step.weight();
        Some(step)
    }

    /// Keeps a step that was just undone.
    pub(super) fn undone(&mut self, step: Step) {
        self.weight += step.weight();
        self.undone.push(step);
    }

    /// Keeps a step that was just done again.
    pub(super) fn redone(&mut self, step: Step) {
        self.push(step);
    }

    /// Whether the step to undo next, and the one to redo next, puts another drawing
    /// on the table.
    pub(super) fn exchanges(&self) -> (bool, bool) {
        let exchanges = |step: Option<&Step>| matches!(step, Some(Step::Replaced(_)));
        (exchanges(self.done.back()), exchanges(self.undone.last()))
    }

    /// How many steps can be undone and how many redone.
    pub(super) fn depth(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    fn push(&mut self, step: Step) {
        self.weight += step.weight();
        self.done.push_back(step);
    }

    fn drop_last(&mut self) {
        let last = self.done.pop_back().expect("there is a last step");
        self.weight -= last.weight();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn walked(from: i32, to: i32) -> Step {
        Step::Walked {
            from: vec![Point::new(from, 0)],
            to: vec![Point::new(to, 0)],
        }
    }

    #[test]
    fn walks_that_follow_each_other_are_one_step() {
        let mut history = History::default();
        history.record(walked(0, 1));
        history.record(walked(1, 2));
        assert_eq!(history.depth(), (1, 0));
        assert_eq!(history.take_done(), Some(walked(0, 2)));
        assert_eq!(history.weight, 0);
    }

    #[test]
    fn a_new_step_forgets_what_was_undone() {
        let mut history = History::default();
        history.record(Step::Painted(vec![1]));
        let step = history.take_done().expect("one step");
        history.undone(step);
        assert_eq!(history.depth(), (0, 1));
        history.record(Step::Painted(vec![2, 3]));
        assert_eq!(history.depth(), (1, 0));
        assert_eq!(history.weight, Step::Painted(vec![2, 3]).weight());
    }

    #[test]
    fn the_oldest_steps_go_when_all_weigh_too_much() {
        let mut history = History::default();
        let large = Sheet::blank(Size::new(4096, 4096)).expect("within the limit");
        for _ in 0..100 {
            history.record(Step::Replaced(Box::new(large.clone())));
        }
        assert!(history.weight <= History::LIMIT);
        assert!(history.depth().0 > 20);
    }
}
