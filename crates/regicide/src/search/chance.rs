//! Chance in the search core: quick numbers, and a place to hand over known
//! results instead.

/// Where a position gets its chance from.
pub trait Chance {
    /// A number below `bound`, which is at least 1.
    fn below(&mut self, bound: u32) -> u32;

    /// Which `count` cards of the pile are healed, and in which order: they are
    /// the first `count` cards of the slice afterwards.
    #[inline]
    fn heal(&mut self, pile: &mut [u8], count: usize) {
        for at in 0..count.min(pile.len().saturating_sub(1)) {
            let other = at + self.below((pile.len() - at) as u32) as usize;
            pile.swap(at, other);
        }
    }
}

/// A quick generator for play-outs: one multiplication a number, 64 bits of
/// state, the same numbers for the same seed for ever. Not for dealing real
/// games.
#[derive(Clone, Copy, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Numbers that differ for every seed.
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds must not begin alike.
        let mut dice = Self(seed ^ 0x5851_f42d_4c95_7f2d);
        dice.next();
        Self(dice.next())
    }

    /// The next 64 bits: a Weyl sequence through a folded multiplication.
    #[inline]
    #[expect(
        clippy::should_implement_trait,
        reason = "an endless source is no iterator: there is no end to report"
    )]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }
}

impl Chance for Dice {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        // The bias is below 2^-26 for our bounds, far under what play-outs show.
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_pinned_and_spread() {
        let mut dice = Dice::new(1);
        let first: Vec<u32> = (0..8).map(|_| dice.below(1000)).collect();
        let mut again = Dice::new(1);
        assert!(first.iter().all(|number| *number == again.below(1000)));
        let mut counts = [0_u32; 8];
        for _ in 0..80_000 {
            counts[dice.below(8) as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_600..10_400).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn every_order_of_a_healing_is_about_as_likely() {
        let mut dice = Dice::new(2);
        let mut counts = [0_u32; 12];
        for _ in 0..12_000 {
            let mut pile = [0_u8, 1, 2, 3];
            dice.heal(&mut pile, 2);
            let rest = (0..4).filter(|card| *card != pile[0]);
            let second = rest.clone().position(|card| card == pile[1]).unwrap();
            counts[usize::from(pile[0]) * 3 + second] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1_150).contains(count)),
            "{counts:?}"
        );
    }
}
