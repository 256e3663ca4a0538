//! How long a bot may think: so many judged positions, and until somebody says stop.

/// What may be spent on one decision. Bots know no clock: whoever has one passes
/// [`Effort::until`].
pub struct Effort<'s> {
    left: u64,
    judged: u64,
    stop: Option<&'s mut dyn FnMut() -> bool>,
    stopped: bool,
}

impl std::fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Effort")
            .field("left", &self.left)
            .field("judged", &self.judged)
            .finish_non_exhaustive()
    }
}

/// The other question, whether to stop, is asked once in so many positions.
const ASK_EVERY: u64 = 8;

impl<'s> Effort<'s> {
    /// So many judged positions. The same position, seed and effort give the same
    /// orders.
    pub fn positions(count: u64) -> Self {
        Self {
            left: count,
            judged: 0,
            stop: None,
            stopped: false,
        }
    }

    /// Until the answer is yes, and at most so many positions. It is asked every few
    /// positions. What is decided then depends on when the answer changes.
    pub fn until(stop: &'s mut dyn FnMut() -> bool, most: u64) -> Self {
        Self {
            stop: Some(stop),
            ..Self::positions(most)
        }
    }

    /// How many positions were judged so far.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// Counts one position.
    pub(super) fn spend(&mut self) {
        self.judged += 1;
        self.left = self.left.saturating_sub(1);
        if self.judged.is_multiple_of(ASK_EVERY)
            && let Some(stop) = &mut self.stop
        {
            self.stopped |= stop();
        }
    }

    /// Whether nothing is left.
    pub(super) fn is_over(&self) -> bool {
        self.left == 0 || self.stopped
    }
}
