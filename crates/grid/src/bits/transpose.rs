//! Squares of bits turned on their side, so that a column is one word too.

/// Transposes a square of bits: bit `x` of word `y` becomes bit `y` of word `x`.
///
/// Halves, quarters and so on change places across the diagonal.
pub(crate) fn transpose(square: &mut [u64; 64]) {
    swap_blocks::<32>(square, 0x0000_0000_ffff_ffff);
    swap_blocks::<16>(square, 0x0000_ffff_0000_ffff);
    swap_blocks::<8>(square, 0x00ff_00ff_00ff_00ff);
    swap_blocks::<4>(square, 0x0f0f_0f0f_0f0f_0f0f);
    swap_blocks::<2>(square, 0x3333_3333_3333_3333);
    swap_blocks::<1>(square, 0x5555_5555_5555_5555);
}

/// Exchanges the blocks of this size off the diagonal of every square of twice
/// the size.
#[inline]
fn swap_blocks<const SIZE: usize>(square: &mut [u64; 64], low: u64) {
    for pair in square.chunks_exact_mut(2 * SIZE) {
        let (upper, lower) = pair.split_at_mut(SIZE);
        for (a, b) in upper.iter_mut().zip(lower) {
            let exchanged = (*a >> SIZE ^ *b) & low;
            *a ^= exchanged << SIZE;
            *b ^= exchanged;
        }
    }
}

/// Transposes a square of 32 by 32 bits.
pub(crate) fn transpose_small(square: &mut [u32; 32]) {
    swap_small_blocks::<16>(square, 0x0000_ffff);
    swap_small_blocks::<8>(square, 0x00ff_00ff);
    swap_small_blocks::<4>(square, 0x0f0f_0f0f);
    swap_small_blocks::<2>(square, 0x3333_3333);
    swap_small_blocks::<1>(square, 0x5555_5555);
}

#[inline]
fn swap_small_blocks<const SIZE: usize>(square: &mut [u32; 32], low: u32) {
    for pair in square.chunks_exact_mut(2 * SIZE) {
        let (upper, lower) = pair.split_at_mut(SIZE);
        for (a, b) in upper.iter_mut().zip(lower) {
            let exchanged = (*a >> SIZE ^ *b) & low;
            *a ^= exchanged << SIZE;
            *b ^= exchanged;
        }
    }
}

/// Transposes `height` rows of `from` words each into rows of `to` words each,
/// which are as many as `from` words hold columns. What lies beyond the height
/// comes out as 0.
pub(crate) fn transpose_rows(
    rows: &[u64],
    from: usize,
    height: usize,
    turned: &mut [u64],
    to: usize,
) {
    for down in 0..height.div_ceil(64) {
        let count = (height - down * 64).min(64);
        for word in 0..from {
            let mut square = [0; 64];
            for (index, row) in square.iter_mut().take(count).enumerate() {
                *row = rows[(down * 64 + index) * from + word];
            }
            transpose(&mut square);
            let columns = turned[word * 64 * to..].chunks_exact_mut(to);
            for (column, bits) in columns.zip(square) {
                column[down] = bits;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(x: usize, y: usize) -> bool {
        (x * x + 7 * y + x * y / 3).is_multiple_of(5)
    }

    #[test]
    fn a_square_is_turned_on_its_side() {
        let mut square = [0; 64];
        for (y, row) in square.iter_mut().enumerate() {
            for x in 0..64 {
                *row |= u64::from(bit(x, y)) << x;
            }
        }
        transpose(&mut square);
        for (x, column) in square.iter().enumerate() {
            for y in 0..64 {
                assert_eq!(column >> y & 1 == 1, bit(x, y));
            }
        }
        let mut small = [0; 32];
        for (y, row) in small.iter_mut().enumerate() {
            for x in 0..32 {
                *row |= u32::from(bit(x, y)) << x;
            }
        }
        transpose_small(&mut small);
        for (x, column) in small.iter().enumerate() {
            for y in 0..32 {
                assert_eq!(column >> y & 1 == 1, bit(x, y));
            }
        }
    }

    #[test]
    fn rows_of_several_words_are_turned() {
        let (height, from, to) = (150, 2, 3);
        let mut rows = vec![0; height * from];
        for y in 0..height {
            for x in 0..from * 64 {
                rows[y * from + x / 64] |= u64::from(bit(x, y)) << (x % 64);
            }
        }
        let mut turned = vec![u64::MAX; from * 64 * to];
        transpose_rows(&rows, from, height, &mut turned, to);
        for x in 0..from * 64 {
            for y in 0..to * 64 {
                let found = turned[x * to + y / 64] >> (y % 64) & 1 == 1;
                assert_eq!(found, y < height && bit(x, y), "{x} {y}");
            }
        }
    }
}
