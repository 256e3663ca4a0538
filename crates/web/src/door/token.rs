//! Tokens: unguessable texts, of which the hash is kept.

use std::fmt::Write as _;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_host::Entropy;
use parlour_host::table::Person;
use sha2::{Digest, Sha256};

/// 256 bits that nobody can guess, as letters for links and cookies.
pub(super) fn secret(entropy: &dyn Entropy) -> String {
    let mut bytes = [0; 32];
    entropy.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A short name for something that is no secret.
pub(super) fn id(entropy: &dyn Entropy) -> String {
    let mut bytes = [0; 9];
    entropy.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// What is kept of a token.
pub(super) fn hash(token: &str) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(token.as_bytes()) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The person at this machine, and the token that only this machine has shown.
pub(super) struct Here {
    token: String,
    pub person: Person,
}

impl Here {
    pub fn new(entropy: &dyn Entropy, person: Person) -> Self {
        let token = secret(entropy);
        Self { token, person }
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    pub fn is(&self, token: &str) -> bool {
        // How far two hashes are equal tells nothing about the token.
        hash(&self.token) == hash(token)
    }
}
