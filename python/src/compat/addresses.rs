//! Tables by the address of an object: texts that are kept alive are found without
//! looking at their letters.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What objects stand for, by address. The objects must be kept alive beside it.
pub type ByAddress<T> = HashMap<usize, T, BuildHasherDefault<Mixed>>;

/// Hashes addresses of objects, which differ in their middle bits.
#[derive(Default)]
pub struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }

    fn write_usize(&mut self, address: usize) {
        let mixed = (self.0 ^ address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
