//! What goes wrong between us and the server, in words of our own: the driver's tell
//! of its modules and lines.

use std::io;

use crate::journal::JournalError;

/// Why something was not done.
#[derive(Debug)]
pub(in crate::journal) enum Trouble {
    /// The connection is lost, or another came first: again may help.
    Lost(String),
    /// Again does not help.
    Fault(JournalError),
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        let lost = match &error {
            // A handshake that fails, fails again.
            sqlx::Error::Io(error) => error.kind() != io::ErrorKind::InvalidData,
            sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => true,
            // The server goes down or comes up, is full, or broke a tie.
            sqlx::Error::Database(error) => error.code().is_some_and(|code| {
                code.starts_with("08")
                    || code.starts_with("40")
                    || code.starts_with("57P")
                    || code == "53300"
            }),
            _ => false,
        };
        let words = words(&error);
        if lost {
            Self::Lost(words)
        } else {
            Self::Fault(JournalError::Unreachable(words))
        }
    }
}

impl From<JournalError> for Trouble {
    fn from(error: JournalError) -> Self {
        Self::Fault(error)
    }
}

/// What the driver says, for people.
pub(in crate::journal) fn words(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Configuration(what) => {
            format!("the URL of the database is not understood: {what}")
        }
        sqlx::Error::Database(what) => match what.code() {
            Some(code) => format!("the server says: {} ({code})", what.message()),
            None => format!("the server says: {}", what.message()),
        },
        sqlx::Error::Io(what) if what.kind() == io::ErrorKind::InvalidData => {
            format!("the server is not who it should be: {what}")
        }
        sqlx::Error::Io(what) => format!("the server does not answer: {what}"),
        sqlx::Error::Tls(what) => format!("no encrypted connection to the server: {what}"),
        sqlx::Error::Protocol(what) => {
            let what = without_place(what);
            format!("the server says something that is not understood: {what}")
        }
        other => other.to_string(),
    }
}

/// A text without the `(module::name:123)` that the driver puts behind it.
fn without_place(text: &str) -> &str {
    let place = |text: &str| {
        let (module, line) = text.rsplit_once(':')?;
        let of_code = |it: char| it.is_ascii_alphanumeric() || "_:".contains(it);
        let is_place = module.chars().all(of_code) && line.bytes().all(|it| it.is_ascii_digit());
        is_place.then_some(())
    };
    let Some((before, behind)) = text.rsplit_once(" (") else {
        return text;
    };
    match behind.strip_suffix(')').and_then(place) {
        Some(()) => before,
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_tells_of_the_drivers_modules_and_lines() {
        for (said, words) in [
            (
                "expecting Query but received Parse (sqlx_postgres::message:123)",
                "expecting Query but received Parse",
            ),
            (
                "unknown message type (sqlx_core::io:9)",
                "unknown message type",
            ),
            ("a tie (of two: 2)", "a tie (of two: 2)"),
            ("nothing behind", "nothing behind"),
            ("half a place (sqlx:", "half a place (sqlx:"),
        ] {
            assert_eq!(without_place(said), words);
        }
        let error = sqlx::Error::Protocol("what? (sqlx_postgres::connection:77)".to_owned());
        assert_eq!(
            words(&error),
            "the server says something that is not understood: what?"
        );
    }

    #[test]
    fn a_certificate_that_is_not_accepted_is_not_tried_again() {
        let handshake = io::Error::new(io::ErrorKind::InvalidData, "UnknownIssuer");
        assert!(matches!(
            Trouble::from(sqlx::Error::Io(handshake)),
            Trouble::Fault(_)
        ));
        let refused = io::Error::from(io::ErrorKind::ConnectionRefused);
        assert!(matches!(
            Trouble::from(sqlx::Error::Io(refused)),
            Trouble::Lost(_)
        ));
    }
}
