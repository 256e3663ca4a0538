//! Slack's signature.

use std::fmt::Write;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// `v0=` and the HMAC of `v0:stamp:body`.
pub fn signature(secret: &str, stamp: u64, body: &[u8]) -> String {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(format!("v0:{stamp}:").as_bytes());
    mac.update(body);
    let mut text = String::from("v0=");
    for byte in mac.finalize().into_bytes() {
        write!(text, "{byte:02x}").expect("writing into a String cannot fail");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Slack's own documentation on verifying requests.
    #[test]
    fn the_documented_example_signs_as_documented() {
        let body = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&\
                    channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&\
                    user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F\
                    %2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F\
                    96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.\
                    803a0bc887a14d10d2c447fce8b6703c";
        assert_eq!(
            signature(
                "8f742231b10e8888abcd99yyyzzz85a5",
                1_531_420_618,
                body.as_bytes()
            ),
            "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
        );
    }
}
