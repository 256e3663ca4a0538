//! Whether the audit that follows a log is whole.

use std::fmt;

use crate::audit::Deed;
use crate::log::{Audit, End, Linked};

/// What is wrong with an audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadAudit {
    /// The number of the deed, from 1; one more than there are for the seal.
    pub deed: u64,
    /// What the chain asks for.
    pub expected: String,
    /// What the file says.
    pub found: String,
}

impl fmt::Display for BadAudit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "audit, line {}: expected {}, found {}",
            self.deed, self.expected, self.found
        )
    }
}

/// Whether every deed continues the one before, and the seal all of them; false if
/// there is no seal.
pub(super) fn check(audit: &Audit, end: &Linked<End>, entries: u64) -> Result<bool, BadAudit> {
    let mut previous: Option<&Deed> = None;
    for (number, deed) in (1..).zip(&audit.deeds) {
        let wrong = |expected: String, found: String| BadAudit {
            deed: number,
            expected,
            found,
        };
        let Linked {
            value,
            hash,
            expected,
        } = deed;
        if let Some(next) = previous.map(|it| it.version.saturating_add(1))
            && value.version != next
        {
            let found = format!("version {}", value.version);
            return Err(wrong(format!("version {next}"), found));
        }
        let least = previous.map_or(0, |it| it.entries);
        if !(least..=entries).contains(&value.entries) {
            let found = format!("a deed after entry {}", value.entries);
            return Err(wrong(
                format!("one after entry {least} to {entries}"),
                found,
            ));
        }
        if hash != expected {
            return Err(wrong(format!("hash {expected}"), format!("hash {hash}")));
        }
        previous = Some(value);
    }
    let Some(seal) = &audit.seal else {
        return Ok(false);
    };
    let deeds = audit.deeds.len() as u64;
    let wrong = |expected: String, found: String| {
        Err(BadAudit {
            deed: deeds + 1,
            expected,
            found,
        })
    };
    if seal.value.deeds != deeds {
        let found = format!("a seal that counts {}", seal.value.deeds);
        return wrong(format!("{deeds} deeds"), found);
    }
    if seal.value.log != end.hash {
        let found = format!("a seal of end hash {}", seal.value.log);
        return wrong(super::end_hash(end.hash), found);
    }
    if seal.hash != seal.expected {
        let expected = format!("hash {}", seal.expected);
        return wrong(expected, format!("hash {}", seal.hash));
    }
    Ok(true)
}
