//! Which part of the screen means what to the mouse.

use ratatui::layout::{Position, Rect};

/// Areas noted while drawing, asked when something is clicked.
#[derive(Clone, Debug)]
pub struct Zones<T> {
    areas: Vec<(Rect, T)>,
}

impl<T> Default for Zones<T> {
    fn default() -> Self {
        Self { areas: Vec::new() }
    }
}

impl<T: Copy> Zones<T> {
    /// Forgets all areas, at the beginning of a drawing.
    pub fn clear(&mut self) {
        self.areas.clear();
    }

    /// Notes what an area means.
    pub fn note(&mut self, area: Rect, meaning: T) {
        self.areas.push((area, meaning));
    }

    /// What the place means. Areas noted later lie above.
    pub fn at(&self, place: Position) -> Option<T> {
        self.areas
            .iter()
            .rev()
            .find(|(area, _)| area.contains(place))
            .map(|(_, meaning)| *meaning)
    }
}
