//! How much a stranger may ask of the server.

/// Bounds on connections and lines. The defaults are generous for people and
/// tight for floods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections from one address at a time.
    pub per_address: u32,
    /// Connections in all.
    pub connections: u32,
    /// Lines a second from one connection, in the long run; twice as many at once.
    pub lines_per_second: u32,
    /// Bytes in one line.
    pub line_bytes: u32,
    /// Seconds without any line (an empty one counts) after which a connection
    /// is closed.
    pub idle_seconds: u32,
    /// Seconds a newcomer has for the handshake.
    pub handshake_seconds: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            per_address: 32,
            connections: 900,
            lines_per_second: 60,
            line_bytes: 16 * 1024,
            idle_seconds: 1800,
            handshake_seconds: 15,
        }
    }
}

/// A setting that is no number above zero.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} must be a whole number from 1 to 1000000000, not `{value}`")]
pub struct BadLimit {
    /// The variable.
    pub name: &'static str,
    /// What it says.
    pub value: String,
}

impl Limits {
    /// The defaults with what the environment changes: `PARLOUR_LAN_PER_ADDRESS`,
    /// `_CONNECTIONS`, `_LINES_PER_SECOND`, `_LINE_BYTES`, `_IDLE_SECONDS`.
    pub fn from_environment(look: impl Fn(&str) -> Option<String>) -> Result<Self, BadLimit> {
        let mut limits = Self::default();
        let number = |name: &'static str, field: &mut u32| {
            let Some(value) = look(name) else {
                return Ok(());
            };
            let read = value
                .parse()
                .ok()
                .filter(|it| (1..=1_000_000_000).contains(it));
            *field = read.ok_or(BadLimit { name, value })?;
            Ok(())
        };
        number("PARLOUR_LAN_PER_ADDRESS", &mut limits.per_address)?;
        number("PARLOUR_LAN_CONNECTIONS", &mut limits.connections)?;
        number("PARLOUR_LAN_LINES_PER_SECOND", &mut limits.lines_per_second)?;
        number("PARLOUR_LAN_LINE_BYTES", &mut limits.line_bytes)?;
        number("PARLOUR_LAN_IDLE_SECONDS", &mut limits.idle_seconds)?;
        Ok(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_admit_a_family() {
        let limits = Limits::default();
        assert!(limits.per_address >= 16 && limits.lines_per_second >= 40);
    }

    #[test]
    fn the_environment_changes_them_and_nonsense_is_named() {
        let some = |name: &str| (name == "PARLOUR_LAN_PER_ADDRESS").then(|| "900".to_string());
        assert_eq!(Limits::from_environment(some).unwrap().per_address, 900);
        for nonsense in ["", "0", "-3", "many", "99999999999"] {
            let look =
                |name: &str| (name == "PARLOUR_LAN_LINE_BYTES").then(|| nonsense.to_string());
            let refused = Limits::from_environment(look).unwrap_err();
            assert_eq!(refused.name, "PARLOUR_LAN_LINE_BYTES");
        }
    }
}
