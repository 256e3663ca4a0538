//! Long rows of equal things as short text.
//!
//! ```text
//! runs = { [count] letter }
//! ```
//!
//! A letter is the number of a thing: `a` to `z`, or `{26}` and so on. A count
//! of 1 is left out.

use std::fmt::Write;

/// Writes numbers as runs.
pub(super) fn write(numbers: impl Iterator<Item = u32>) -> String {
    let mut text = String::new();
    let mut run: Option<(u32, u64)> = None;
    for number in numbers {
        run = match run {
            Some((last, count)) if last == number => Some((last, count + 1)),
            other => {
                write_run(&mut text, other);
                Some((number, 1))
            }
        };
    }
    write_run(&mut text, run);
    text
}

fn write_run(text: &mut String, run: Option<(u32, u64)>) {
    let Some((number, count)) = run else {
        return;
    };
    if count > 1 {
        let mut digits = [0_u8; 20];
        let mut at = digits.len();
        let mut rest = count;
        while rest > 0 {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        text.extend(digits[at..].iter().map(|&digit| digit as char));
    }
    if number < 26 {
        text.push((b'a' + number as u8) as char);
    } else {
        // Writing to a string cannot fail.
        let _ = write!(text, "{{{number}}}");
    }
}

/// Reads runs that make exactly `length` numbers, each below `bound`.
pub(super) fn read(
    text: &str,
    length: u32,
    bound: u32,
    mut each: impl FnMut(u32, u32, u32),
) -> Result<(), &'static str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut done: u32 = 0;
    while at < bytes.len() {
        let (count, after) = digits(bytes, at)?;
        let count = if after == at { 1 } else { count };
        let (number, after) = match bytes.get(after) {
            Some(letter @ b'a'..=b'z') => (u32::from(letter - b'a'), after + 1),
            Some(b'{') => {
                let (number, close) = digits(bytes, after + 1)?;
                if bytes.get(close) != Some(&b'}') || close == after + 1 {
                    return Err("a run has no end");
                }
                (number, close + 1)
            }
            _ => return Err("a run has no letter"),
        };
        if number >= bound {
            return Err("a run is of an unknown thing");
        }
        if count > length - done {
            return Err("the runs are too long");
        }
        each(done, count, number);
        done += count;
        at = after;
    }
    if done == length {
        Ok(())
    } else {
        Err("the runs are too short")
    }
}

/// The number at a place, and where it ends.
fn digits(bytes: &[u8], mut at: usize) -> Result<(u32, usize), &'static str> {
    let mut number: u32 = 0;
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        number = number
            .checked_mul(10)
            .and_then(|number| number.checked_add(u32::from(digit - b'0')))
            .ok_or("a number is too large")?;
        at += 1;
    }
    Ok((number, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_all(text: &str, length: u32) -> Result<Vec<u32>, &'static str> {
        let mut numbers = Vec::new();
        read(text, length, 100, |_, count, number| {
            numbers.extend(std::iter::repeat_n(number, count as usize));
        })?;
        Ok(numbers)
    }

    #[test]
    fn runs_are_short() {
        assert_eq!(write([0, 0, 0, 1, 26, 26].into_iter()), "3ab2{26}");
        for wrong in [
            "3a",
            "5a",
            "4",
            "a b",
            "4{",
            "4{}",
            "4{100}",
            "99999999999a",
            "-4a",
        ] {
            assert!(read_all(wrong, 4).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn writing_and_reading_are_inverse(numbers in proptest::collection::vec(0u32..30, 0..200)) {
            let text = write(numbers.iter().copied());
            prop_assert_eq!(read_all(&text, numbers.len() as u32).unwrap(), numbers);
        }

        #[test]
        fn any_text_is_runs_or_an_error(text in "[0-9a-c{}-]{0,30}", length in 0u32..1000) {
            let _ = read_all(&text, length);
        }
    }
}
