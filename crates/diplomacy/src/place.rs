//! Where things stand: provinces, locations (a province or one of its coasts),
//! powers, and sets of them as bits.
//!
//! All three are numbers into the lists of one [`Board`](crate::Board). The
//! first locations are the provinces themselves, in the same order; the split
//! coasts follow. So `Location::from(province)` costs nothing, and a board may
//! have at most 256 locations ([`MOST_PLACES`]).

use std::fmt;
use std::marker::PhantomData;

/// A number into one of a board's lists.
pub trait Place: Copy + Ord {
    /// The place with this number.
    fn from_index(index: usize) -> Self;
    /// The number of the place.
    fn index(self) -> usize;
}

macro_rules! place {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u8);

        impl Place for $name {
            fn from_index(index: usize) -> Self {
                Self(u8::try_from(index).expect("a board has at most 256 places"))
            }

            fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}

place! {
    /// A province, by its place in the board's list.
    Province
}

place! {
    /// A province, or one coast of a province that has several.
    Location
}

place! {
    /// A great power, by its place in the board's list.
    Power
}

impl From<Province> for Location {
    fn from(province: Province) -> Self {
        Self(province.0)
    }
}

/// The side on which a split coast lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coast {
    /// `NC`
    North,
    /// `EC`
    East,
    /// `SC`
    South,
    /// `WC`
    West,
}

impl Coast {
    /// All sides.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The two letters, for instance `NC`.
    pub fn code(self) -> &'static str {
        match self {
            Self::North => "NC",
            Self::East => "EC",
            Self::South => "SC",
            Self::West => "WC",
        }
    }

    /// The coast for two letters, in any case.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|coast| coast.code().eq_ignore_ascii_case(code))
    }

    /// The adjective: `north`, `east`, `south` or `west`.
    pub fn adjective(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }
}

/// The most places of one sort a board may have: the bits of a [`PlaceSet`].
pub const MOST_PLACES: usize = 256;

/// The places whose bits are in the first half of a set. Few boards have more, so
/// that the second half is asked for only after the first.
const HALF: usize = 128;

/// A set of places, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceSet<P> {
    high: u128,
    low: u128,
    kind: PhantomData<P>,
}

/// A set of provinces.
pub type ProvinceSet = PlaceSet<Province>;
/// A set of locations.
pub type LocationSet = PlaceSet<Location>;

impl<P: Place> PlaceSet<P> {
    /// Nothing.
    pub const EMPTY: Self = Self::from_bits(0, 0);

    /// The set whose members are the raised bits: of the first 128 places, and of
    /// the next.
    #[inline]
    pub const fn from_bits(low: u128, high: u128) -> Self {
        Self {
            high,
            low,
            kind: PhantomData,
        }
    }

    /// One bit for each member: of the first 128 places, and of the next.
    #[inline]
    pub const fn bits(self) -> (u128, u128) {
        (self.low, self.high)
    }

    /// The set of one place.
    #[inline]
    pub fn only(place: P) -> Self {
        Self::EMPTY.with(place)
    }

    /// Whether the place is a member.
    #[inline]
    pub fn contains(&self, place: P) -> bool {
        let index = place.index();
        let half = if index < HALF { &self.low } else { &self.high };
        half >> (index % HALF) & 1 != 0
    }

    /// Makes the place a member.
    #[inline]
    pub fn insert(&mut self, place: P) {
        let index = place.index();
        let bit = 1 << (index % HALF);
        if index < HALF {
            self.low |= bit;
        } else {
            self.high |= bit;
        }
    }

    /// Takes the place out.
    #[inline]
    pub fn remove(&mut self, place: P) {
        let index = place.index();
        let bit = 1 << (index % HALF);
        if index < HALF {
            self.low &= !bit;
        } else {
            self.high &= !bit;
        }
    }

    /// The set with one more member.
    #[must_use]
    #[inline]
    pub fn with(mut self, place: P) -> Self {
        self.insert(place);
        self
    }

    /// The set without this member.
    #[must_use]
    #[inline]
    pub fn without(mut self, place: P) -> Self {
        self.remove(place);
        self
    }

    /// The members of both.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self::from_bits(self.low & other.low, self.high & other.high)
    }

    /// The members of either.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self::from_bits(self.low | other.low, self.high | other.high)
    }

    /// The members that are not in the other.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self::from_bits(self.low & !other.low, self.high & !other.high)
    }

    /// Whether there is no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Whether some place is in both.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.low & other.low | self.high & other.high != 0
    }

    /// How many members there are.
    #[inline]
    pub const fn len(self) -> u32 {
        let mut count = ones(self.low);
        if self.high != 0 {
            count += ones(self.high);
        }
        count
    }

    /// The member with the smallest number.
    #[inline]
    pub fn first(self) -> Option<P> {
        if self.low != 0 {
            Some(P::from_index(self.low.trailing_zeros() as usize))
        } else if self.high != 0 {
            Some(P::from_index(HALF + self.high.trailing_zeros() as usize))
        } else {
            None
        }
    }

    /// The members, ascending.
    #[inline]
    pub fn iter(self) -> Members<P> {
        Members(self)
    }
}

const fn ones(bits: u128) -> u32 {
    // Two halves, because most sets live in one.
    (bits as u64).count_ones() + ((bits >> 64) as u64).count_ones()
}

impl<P: Place> Default for PlaceSet<P> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<P: Place + fmt::Debug> fmt::Debug for PlaceSet<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<P: Place> FromIterator<P> for PlaceSet<P> {
    fn from_iter<I: IntoIterator<Item = P>>(places: I) -> Self {
        places.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<P: Place> IntoIterator for PlaceSet<P> {
    type Item = P;
    type IntoIter = Members<P>;

    fn into_iter(self) -> Members<P> {
        self.iter()
    }
}

/// The members of a set, ascending.
#[derive(Clone, Debug)]
pub struct Members<P: Place>(PlaceSet<P>);

impl<P: Place> Iterator for Members<P> {
    type Item = P;

    #[inline]
    fn next(&mut self) -> Option<P> {
        let first = self.0.first()?;
        if self.0.low != 0 {
            self.0.low &= self.0.low - 1;
        } else {
            self.0.high &= self.0.high - 1;
        }
        Some(first)
    }

    /// Word by word: the quickest way through all members.
    #[inline]
    fn fold<T, F: FnMut(T, P) -> T>(self, start: T, mut step: F) -> T {
        let PlaceSet { low, high, .. } = self.0;
        let mut sum = start;
        for (index, mut word) in [low as u64, (low >> 64) as u64].into_iter().enumerate() {
            while word != 0 {
                sum = step(
                    sum,
                    P::from_index(index * 64 + word.trailing_zeros() as usize),
                );
                word &= word - 1;
            }
        }
        let mut rest = high;
        while rest != 0 {
            sum = step(sum, P::from_index(HALF + rest.trailing_zeros() as usize));
            rest &= rest - 1;
        }
        sum
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl<P: Place> ExactSizeIterator for Members<P> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_knows_its_members_in_ascending_order() {
        let set: ProvinceSet = [Province(255), Province(3), Province(64), Province(127)]
            .into_iter()
            .collect();
        assert_eq!(set.len(), 4);
        assert!(set.contains(Province(64)) && !set.contains(Province(65)));
        let members: Vec<u8> = set.iter().map(|province| province.0).collect();
        assert_eq!(members, [3, 64, 127, 255]);
        assert_eq!(set.without(Province(3)).first(), Some(Province(64)));
        assert_eq!(ProvinceSet::EMPTY.first(), None);
    }

    #[test]
    fn coasts_are_read_in_any_case() {
        assert_eq!(Coast::from_code("nc"), Some(Coast::North));
        assert_eq!(Coast::from_code("XC"), None);
    }
}
