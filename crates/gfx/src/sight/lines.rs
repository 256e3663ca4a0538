//! Words broken into lines of so many letters.

/// The lines of a text, broken at blanks; a word longer than a line is cut.
pub(super) fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let letters = letters.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + rest.len() <= letters {
            line.push(' ');
            length += 1;
        } else if length > 0 {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        while length + rest.len() > letters {
            let cut: Vec<char> = rest.drain(..letters - length).collect();
            line.extend(cut);
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        length += rest.len();
        line.extend(rest);
    }
    if length > 0 || lines.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_no_line_is_too_long() {
        let text = "save as (.json, .jsonl: a case, else text): maps/of-the-north/gate.txt";
        for letters in 1..80 {
            let lines = wrapped(text, letters);
            assert!(lines.iter().all(|line| line.chars().count() <= letters));
            let without_blanks = |text: &str| text.replace(' ', "");
            assert_eq!(without_blanks(&lines.concat()), without_blanks(text));
        }
        assert_eq!(wrapped("two words", 5), ["two", "words"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("", 3), [""]);
    }
}
