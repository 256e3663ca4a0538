//! Case files, one JSON object a line: what every reader of them shares.
//!
//! A game crate says what a case is and runs it; the app prints the verdicts.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// What became of one case; without failures it passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The case's name, or `line N` if it has none.
    pub id: String,
    /// Every expectation that failed, each with what was expected and found, and
    /// every error of the file.
    pub failures: Vec<String>,
}

impl Verdict {
    /// Whether nothing failed.
    pub fn ok(&self) -> bool {
        self.failures.is_empty()
    }

    /// The verdict on a line that is no case. It bears the line's own id, if the
    /// line is an object that has one.
    pub fn broken(number: u32, line: &str, problem: String) -> Self {
        let (id, problem) = match named(line) {
            Some(id) => (id, format!("line {number}: {problem}")),
            None => (format!("line {number}"), problem),
        };
        Self {
            id,
            failures: vec![problem],
        }
    }
}

/// Judges every line of a file's text, with its number. Empty lines are passed over.
pub fn check_lines(text: &str, judge: impl Fn(u32, &str) -> Verdict) -> Vec<Verdict> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| judge(number, line))
        .collect()
}

/// Reads the case on a line, an object whose fields stand by name; or says what is
/// wrong with it, in which field, and at which column.
pub fn read<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    // A list of the same values in the same order would be taken for the object.
    if !line.trim_start().starts_with('{') {
        return Err(String::from("not a JSON object"));
    }
    let mut reader = serde_json::Deserializer::from_str(line);
    let case = serde_path_to_error::deserialize(&mut reader).map_err(|problem| {
        let what = fault(problem.inner());
        // A field whose name was not read to its end is a question mark.
        let path = problem.path().to_string();
        match path.trim_end_matches(['.', '?']) {
            "" => what,
            path => format!("{path}: {what}"),
        }
    })?;
    reader.end().map_err(|problem| fault(&problem))?;
    Ok(case)
}

/// What is wrong with the JSON of a line. A case is one line, so the reader's own
/// line number says nothing.
fn fault(problem: &serde_json::Error) -> String {
    let problem = problem.to_string();
    problem.replace(" at line 1 column ", " at column ")
}

fn named(line: &str) -> Option<String> {
    let json: Value = serde_json::from_str(line).ok()?;
    Some(json.get("id")?.as_str()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Sum {
        terms: Vec<u8>,
    }

    fn check(text: &str) -> Vec<(String, Vec<String>)> {
        let judge = |number: u32, line: &str| match read::<Sum>(line) {
            Ok(sum) => Verdict {
                id: format!("{:?}", sum.terms),
                failures: Vec::new(),
            },
            Err(problem) => Verdict::broken(number, line, problem),
        };
        let verdicts = check_lines(text, judge).into_iter();
        verdicts.map(|found| (found.id, found.failures)).collect()
    }

    #[test]
    fn empty_lines_are_passed_over_but_counted() {
        let found = check("{\"terms\":[1]}\n\n  \n{\n");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], (String::from("[1]"), Vec::new()));
        assert_eq!(found[1].0, "line 4");
    }

    #[test]
    fn a_fault_names_the_field_the_column_and_no_line_of_its_own() {
        let wrong = [
            (r"{", "EOF while parsing an object at column 1"),
            (
                r#"{"terms":[1,"2"]}"#,
                r#"terms[1]: invalid type: string "2", expected u8 at column 15"#,
            ),
            (r"{}", "missing field `terms` at column 2"),
            (r#"{"terms":[]} 2"#, "trailing characters at column 14"),
            (r"[[1]]", "not a JSON object"),
        ];
        for (text, words) in wrong {
            assert_eq!(check(text)[0].1, [words]);
        }
    }

    #[test]
    fn a_broken_line_bears_its_own_id_and_its_number() {
        let found = check(r#"{"id":"X"}"#);
        assert_eq!(found[0].0, "X");
        assert!(found[0].1[0].starts_with("line 1: "), "{found:?}");
        let found = check(r#"{"id":7}"#);
        assert_eq!(found[0].0, "line 1");
        assert!(!found[0].1[0].starts_with("line 1: "), "{found:?}");
    }
}
