//! What guests may be called.

use crate::refusal::Refusal;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

/// A name as it is called, or why it is none.
pub fn name(name: &str) -> Result<String, Refusal> {
    let printable = |letter: char| !letter.is_control() && !is_invisible(letter);
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count());
    // Spaces at the ends may go, but what is not printable is refused wherever it
    // stands.
    let shows = !name.chars().all(is_blank);
    if !fits || !shows || !name.chars().all(printable) {
        let words = "a name has 1 to 24 printable characters";
        return Err(Refusal::new("bad_message", words));
    }
    Ok(name.trim().to_owned())
}

/// Letters that show nothing or turn the direction of writing.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{fff9}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}')
}

/// Letters that take part in others' looks or hold their place, but show nothing
/// by themselves: spaces, fillers, joiners, selectors of a variant.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(letter, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}')
}
