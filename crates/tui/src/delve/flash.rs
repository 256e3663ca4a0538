//! What flashes over the map for a moment: blows, shots, blasts. Any key ends it.

use std::collections::VecDeque;
use std::time::Duration;

use parlour_delve::{Spark, View};

/// How long a moment stands.
pub(super) const MOMENT: Duration = Duration::from_millis(50);

/// Moments that are still to be shown, the first of them now.
#[derive(Default)]
pub(super) struct Flashes(VecDeque<Vec<Spark>>);

impl Flashes {
    /// Begins to show what happened, in place of what was left.
    pub(super) fn begin(&mut self, view: &View) {
        self.0 = view.shown.iter().cloned().collect();
    }

    /// The next moment.
    pub(super) fn pass(&mut self) {
        self.0.pop_front();
    }

    /// Shows nothing more.
    pub(super) fn end(&mut self) {
        self.0.clear();
    }

    /// Whether something is shown.
    pub(super) fn is_shown(&self) -> bool {
        !self.0.is_empty()
    }

    /// What is shown now.
    pub(super) fn now(&self) -> &[Spark] {
        self.0.front().map_or(&[], Vec::as_slice)
    }
}
