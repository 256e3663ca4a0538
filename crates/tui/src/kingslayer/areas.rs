//! Where things are drawn, for the size of the terminal.

use ratatui::layout::{Constraint, Layout, Rect};

/// The places of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The enemy.
    pub castle: Rect,
    /// What is played, and what the selection would do.
    pub battlefield: Rect,
    /// What happened.
    pub log: Rect,
    /// The cards.
    pub hand: Rect,
    /// What can be pressed.
    pub keys: Rect,
    /// The rules.
    pub guide: Rect,
    /// Whether everything is drawn closely.
    pub compact: bool,
}

impl Areas {
    /// The places within an area of at least 80 by 24.
    pub fn of(area: Rect) -> Self {
        let compact = area.width < 100 || area.height < 30;
        let large = area.width >= 120 && area.height >= 40;
        let (hand, below) = if compact {
            (7, 7)
        } else if large {
            // Large cards.
            (11, 8 + (area.height - 32) / 3)
        } else {
            // Of what is more than thirty rows, a third goes to the rules.
            (9, 8 + (area.height - 30) / 3)
        };
        let [above, middle, below] = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(hand),
            Constraint::Length(below),
        ])
        .areas(area);
        let widths = if compact {
            [
                Constraint::Length(26),
                Constraint::Fill(3),
                Constraint::Fill(2),
            ]
        } else {
            [
                Constraint::Length(32),
                Constraint::Fill(4),
                Constraint::Fill(3),
            ]
        };
        let [castle, battlefield, log] = Layout::horizontal(widths).areas(above);
        let [keys, guide] =
            Layout::horizontal([Constraint::Length(38), Constraint::Fill(1)]).areas(below);
        Self {
            castle,
            battlefield,
            log,
            hand: middle,
            keys,
            guide,
            compact,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_fill_the_screen_and_never_overlap() {
        for (width, height) in [
            (80, 24),
            (99, 29),
            (100, 30),
            (120, 40),
            (160, 50),
            (300, 100),
        ] {
            let areas = Areas::of(Rect::new(0, 0, width, height));
            let all = [
                areas.castle,
                areas.battlefield,
                areas.log,
                areas.hand,
                areas.keys,
                areas.guide,
            ];
            let covered: u32 = all
                .iter()
                .map(|it| u32::from(it.width) * u32::from(it.height))
                .sum();
            assert_eq!(covered, u32::from(width) * u32::from(height));
            for (at, one) in all.iter().enumerate() {
                assert!(
                    one.width >= 20 && one.height >= 5,
                    "{one:?} at {width}x{height}"
                );
                assert!(all[at + 1..].iter().all(|other| !one.intersects(*other)));
            }
            assert!(areas.hand.width >= 8 * 9 + 2, "eight cards fit");
        }
    }
}
