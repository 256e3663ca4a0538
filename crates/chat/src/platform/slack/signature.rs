//! Slack's signature of a request: `v0=` and the HMAC-SHA256 of
//! `v0:timestamp:body`, over the bytes as they came.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// How far a request's time may lie from ours, in seconds, either way.
const TOLERANCE: u64 = 300;

/// Whether a request is signed with the secret, and of this time.
pub fn is_genuine(secret: &str, stamp: &str, signature: &str, body: &[u8], now: u64) -> bool {
    let Some(time) = number(stamp) else {
        return false;
    };
    if time.abs_diff(now) > TOLERANCE {
        return false;
    }
    let Some(claimed) = signature.strip_prefix("v0=").and_then(bytes) else {
        return false;
    };
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return false;
    };
    mac.update(b"v0:");
    mac.update(stamp.as_bytes());
    mac.update(b":");
    mac.update(body);
    // Takes the same time wherever the difference lies.
    mac.verify_slice(&claimed).is_ok()
}

/// Digits alone: no sign, no space.
fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    if !hex.len().is_multiple_of(2) || hex.len() > 128 {
        return None;
    }
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let pairs = hex.as_bytes().chunks_exact(2);
    pairs
        .map(|pair| Some(digit(pair[0])? * 16 + digit(pair[1])?))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "8f742231b10e8888abcd99yyyzzz85a5";
    const SIGNATURE: &str = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
    const BODY: &str = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&\
                        channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&\
                        user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https\
                        %3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F\
                        96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.\
                        803a0bc887a14d10d2c447fce8b6703c";
    const THEN: u64 = 1_531_420_618;

    fn check(stamp: &str, signature: &str, body: &str, now: u64) -> bool {
        is_genuine(SECRET, stamp, signature, body.as_bytes(), now)
    }

    /// The example of Slack's own documentation.
    #[test]
    fn the_documented_example_is_genuine_for_five_minutes_either_way() {
        let stamp = THEN.to_string();
        for now in [THEN, THEN - 300, THEN + 300] {
            assert!(check(&stamp, SIGNATURE, BODY, now));
        }
        for now in [THEN - 301, THEN + 301, 0, u64::MAX] {
            assert!(!check(&stamp, SIGNATURE, BODY, now));
        }
    }

    #[test]
    fn anything_else_is_not() {
        let stamp = THEN.to_string();
        let shifted = (THEN + 1).to_string();
        let upper = SIGNATURE.to_uppercase();
        for (stamp, signature, body) in [
            (stamp.as_str(), SIGNATURE, "token=other"),
            (&shifted, SIGNATURE, BODY),
            (&stamp, "", BODY),
            (&stamp, "v0=", BODY),
            (&stamp, "v1=a2114d57", BODY),
            (&stamp, &SIGNATURE[..65], BODY),
            (&stamp, &SIGNATURE[..66], BODY),
            (&stamp, &upper, BODY),
            ("", SIGNATURE, BODY),
            ("+1531420618", SIGNATURE, BODY),
            ("99999999999999999999999", SIGNATURE, BODY),
        ] {
            assert!(!check(stamp, signature, body, THEN), "{stamp} {signature}");
        }
    }
}
