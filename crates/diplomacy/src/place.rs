//! Where things stand: provinces, locations (a province or one of its coasts),
//! powers, and sets of them as bits of one word.
//!
//! All three are numbers into the lists of one [`Board`](crate::Board). The
//! first locations are the provinces themselves, in the same order; the split
//! coasts follow. So `Location::from(province)` costs nothing, and a board may
//! have at most 128 locations.

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
                Self(u8::try_from(index).expect("a board has at most 128 places"))
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

/// A set of places, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceSet<P> {
    bits: u128,
    kind: PhantomData<P>,
}

/// A set of provinces.
pub type ProvinceSet = PlaceSet<Province>;
/// A set of locations.
pub type LocationSet = PlaceSet<Location>;

impl<P: Place> PlaceSet<P> {
    /// Nothing.
    pub const EMPTY: Self = Self::from_bits(0);

    /// The set whose members are the raised bits.
    pub const fn from_bits(bits: u128) -> Self {
        Self {
            bits,
            kind: PhantomData,
        }
    }

    /// One bit for each member.
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// The set of one place.
    pub fn only(place: P) -> Self {
        Self::from_bits(1 << place.index())
    }

    /// Whether the place is a member.
    pub fn contains(self, place: P) -> bool {
        self.bits >> place.index() & 1 != 0
    }

    /// Makes the place a member.
    pub fn insert(&mut self, place: P) {
        self.bits |= 1 << place.index();
    }

    /// Takes the place out.
    pub fn remove(&mut self, place: P) {
        self.bits &= !(1 << place.index());
    }

    /// The set with one more member.
    #[must_use]
    pub fn with(mut self, place: P) -> Self {
        self.insert(place);
        self
    }

    /// The set without this member.
    #[must_use]
    pub fn without(mut self, place: P) -> Self {
        self.remove(place);
        self
    }

    /// The members of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self::from_bits(self.bits & other.bits)
    }

    /// The members of either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self::from_bits(self.bits | other.bits)
    }

    /// The members that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self::from_bits(self.bits & !other.bits)
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether some place is in both.
    pub const fn meets(self, other: Self) -> bool {
        self.bits & other.bits != 0
    }

    /// How many members there are.
    pub const fn len(self) -> u32 {
        // Two halves, because most sets live in one.
        (self.bits as u64).count_ones() + ((self.bits >> 64) as u64).count_ones()
    }

    /// The member with the smallest number.
    pub fn first(self) -> Option<P> {
        (self.bits != 0).then(|| P::from_index(self.bits.trailing_zeros() as usize))
    }

    /// The members, ascending.
    pub fn iter(self) -> Members<P> {
        Members(self)
    }
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

    fn next(&mut self) -> Option<P> {
        let first = self.0.first()?;
        self.0.bits &= self.0.bits - 1;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_knows_its_members_in_ascending_order() {
        let set: ProvinceSet = [Province(127), Province(3), Province(64)]
            .into_iter()
            .collect();
        assert_eq!(set.len(), 3);
        assert!(set.contains(Province(64)) && !set.contains(Province(65)));
        let members: Vec<u8> = set.iter().map(|province| province.0).collect();
        assert_eq!(members, [3, 64, 127]);
        assert_eq!(set.without(Province(3)).first(), Some(Province(64)));
        assert_eq!(ProvinceSet::EMPTY.first(), None);
    }

    #[test]
    fn coasts_are_read_in_any_case() {
        assert_eq!(Coast::from_code("nc"), Some(Coast::North));
        assert_eq!(Coast::from_code("XC"), None);
    }
}
