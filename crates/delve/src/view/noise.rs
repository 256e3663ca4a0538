//! How far the last action was heard, on the map: as far as it reaches where one sees,
//! and half as far behind walls and doors, which muffle.

use parlour_grid::Point;

use super::{Fog, View};

impl View {
    /// Whether the last action was heard in a cell, as far as the player can tell.
    pub fn is_heard(&self, at: Point) -> bool {
        let muffled = self.sheet.noise / 2;
        let reach = match self.picture.get(at).map(|cell| cell.fog) {
            Some(Fog::Seen) => self.sheet.noise,
            Some(Fog::Remembered) => muffled,
            _ => return false,
        };
        at.chebyshev(self.here) <= reach
    }

    /// The farthest known cells in which it was heard: beyond each of them, away from
    /// the player, it was not.
    pub fn edge_of_noise(&self) -> Vec<Point> {
        let beyond = |at: Point| {
            let away = at - self.here;
            at + Point::new(away.x.signum(), away.y.signum())
        };
        let known = |at: Point| {
            let cell = self.picture.get(at);
            cell.is_some_and(|cell| cell.fog != Fog::Unknown)
        };
        self.picture
            .points()
            .filter(|&at| at != self.here && self.is_heard(at))
            .filter(|&at| known(beyond(at)) && !self.is_heard(beyond(at)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use parlour_rules::{Rules, Seat, Seed, Viewer};

    use super::*;
    use crate::{Delve, Setup};

    #[test]
    fn noise_reaches_half_as_far_where_one_does_not_see() {
        let state = Delve::start(&Setup::default(), Seed(7)).unwrap();
        let mut view = Delve::view(&state, Viewer::Seat(Seat(0)));
        for noise in [0, 1, 4, 9] {
            view.sheet.noise = noise;
            for at in view.picture.points() {
                let distance = at.chebyshev(view.here);
                let reach = match view.picture.get(at).unwrap().fog {
                    Fog::Seen => Some(noise),
                    Fog::Remembered => Some(noise / 2),
                    Fog::Unknown => None,
                };
                let heard = reach.is_some_and(|reach| distance <= reach);
                assert_eq!(view.is_heard(at), heard, "{noise} at {at}");
            }
            let edge = view.edge_of_noise();
            assert!(edge.iter().all(|&at| view.is_heard(at)));
            assert!(
                noise > 0 || edge.is_empty(),
                "silence has no edge: {edge:?}"
            );
            assert!(noise != 1 || !edge.is_empty(), "a step is heard no farther");
        }
    }
}
