//! Where a door is found: the origins that browsers may name.
//!
//! A page of another site can make a browser send anything to a port on loopback or
//! in the local network. What it cannot do is to name another origin than its own, so
//! `Host` is compared for every request, and `Origin` for every change.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A place in the sense of browsers: scheme, host, port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    secure: bool,
    /// As a browser writes it into `Host`: without the scheme's own port.
    host: String,
}

/// A text that is no origin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no address of a service; say for instance https://games.example.org")]
pub struct BadOrigin(String);

impl FromStr for Origin {
    type Err = BadOrigin;

    fn from_str(text: &str) -> Result<Self, BadOrigin> {
        let bad = || {
            BadOrigin(
                text.chars()
                    .filter(|it| !it.is_control())
                    .take(100)
                    .collect(),
            )
        };
        let lower = text.to_ascii_lowercase();
        let (secure, rest) = match lower.split_once("://") {
            Some(("https", rest)) => (true, rest),
            Some(("http", rest)) => (false, rest),
            _ => return Err(bad()),
        };
        let host = rest.strip_suffix('/').unwrap_or(rest);
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter);
        if host.is_empty() || !host.chars().all(fits) {
            return Err(bad());
        }
        let usual = if secure { ":443" } else { ":80" };
        let host = host.strip_suffix(usual).unwrap_or(host).to_owned();
        Ok(Self { secure, host })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)
    }
}

/// All origins of one door. The first is the one that links name.
pub(super) struct Addresses(Vec<Origin>);

impl Addresses {
    pub fn new(origins: Vec<Origin>) -> Self {
        Self(origins)
    }

    /// The origin whose host a request names.
    pub fn named(&self, host: &str) -> Option<&Origin> {
        let mut origins = self.0.iter();
        origins.find(|origin| origin.host.eq_ignore_ascii_case(host))
    }

    /// Whether cookies are sent over TLS alone.
    pub fn is_secure(&self) -> bool {
        self.0.first().is_some_and(|origin| origin.secure)
    }

    /// Whether only this machine comes here.
    pub fn is_loopback(&self) -> bool {
        let loopback = |origin: &Origin| {
            let host = origin
                .host
                .rsplit_once(':')
                .map_or(&*origin.host, |it| it.0);
            ["127.0.0.1", "localhost", "[::1]"].contains(&host)
        };
        self.0.iter().all(loopback)
    }

    /// A link that admits whoever holds it. Browsers keep what follows the `#` to
    /// themselves: no server, log or proxy on the way reads it.
    pub fn link(&self, token: &str) -> String {
        let origin = self.0.first().map_or_else(String::new, Origin::to_string);
        format!("{origin}/join#{token}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_written_as_browsers_write_it() {
        for (text, origin) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("HTTPS://Games.example.ORG:443", "https://games.example.org"),
            ("http://here:80", "http://here"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), origin);
        }
        for bad in [
            "",
            "here",
            "ftp://here",
            "https://",
            "https://a/b",
            "https://a b",
            "http://a@b",
        ] {
            assert!(bad.parse::<Origin>().is_err(), "{bad}");
        }
    }

    #[test]
    fn only_a_host_of_the_door_is_named() {
        let origin: Origin = "http://127.0.0.1:8080".parse().unwrap();
        let addresses = Addresses::new(vec![origin.clone()]);
        assert_eq!(addresses.named("127.0.0.1:8080"), Some(&origin));
        for other in ["127.0.0.1", "127.0.0.1:80800", "evil.example", ""] {
            assert_eq!(addresses.named(other), None, "{other}");
        }
    }
}
