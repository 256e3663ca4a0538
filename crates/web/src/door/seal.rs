//! Places in a log, sealed: a client hands them back and cannot read them.
//!
//! A plain number of entries would tell when a rival has written orders. The same
//! place is another text every time, so two of them cannot be compared either.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_host::Entropy;
use parlour_host::journal::Standing;
use parlour_host::table::TableId;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest, Sha256};

/// The service's key.
pub(super) struct Seal(LessSafeKey);

impl Seal {
    /// The key that follows from the house's secret: what was sealed with another is
    /// not opened.
    pub fn new(secret: &str) -> Self {
        let key = Sha256::digest(format!("seal {secret}").as_bytes());
        let key = UnboundKey::new(&CHACHA20_POLY1305, &key).expect("a key has 32 bytes");
        Self(LessSafeKey::new(key))
    }

    /// A place at a table, as a text of letters, digits, `-` and `_`.
    pub fn close(&self, entropy: &dyn Entropy, table: &TableId, place: Standing) -> String {
        let mut nonce = [0; NONCE_LEN];
        entropy.fill(&mut nonce);
        let mut text = nonce.to_vec();
        let mut inside = Vec::with_capacity(32);
        inside.extend(place.seq.to_le_bytes());
        inside.extend(place.version.to_le_bytes());
        let nonce = Nonce::assume_unique_for_key(nonce);
        let table = Aad::from(table.as_str());
        let sealed = self.0.seal_in_place_append_tag(nonce, table, &mut inside);
        sealed.expect("a few bytes are not too many");
        text.extend(inside);
        URL_SAFE_NO_PAD.encode(text)
    }

    /// The place that was sealed for this table; nothing if it was not.
    pub fn open(&self, table: &TableId, text: &str) -> Option<Standing> {
        if text.len() > 100 {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut sealed = sealed.to_vec();
        let table = Aad::from(table.as_str());
        let inside = self.0.open_in_place(nonce, table, &mut sealed).ok()?;
        let (seq, version) = inside.split_at_checked(8)?;
        Some(Standing {
            seq: u64::from_le_bytes(seq.try_into().ok()?),
            version: u64::from_le_bytes(version.try_into().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use parlour_host::SeededEntropy;
    use parlour_rules::Seed;

    use super::*;

    #[test]
    fn a_place_is_read_by_its_own_key_at_its_own_table_alone() {
        let entropy = SeededEntropy::new(Seed(1));
        let (seal, other) = (Seal::new("one"), Seal::new("two"));
        let [here, there]: [TableId; 2] = ["here", "there"].map(|it| it.parse().unwrap());
        let place = Standing {
            seq: 7,
            version: u64::MAX,
        };
        let text = seal.close(&entropy, &here, place);
        assert_eq!(seal.open(&here, &text), Some(place));
        assert_eq!(seal.open(&there, &text), None);
        assert_eq!(other.open(&here, &text), None);
        let again = seal.close(&entropy, &here, place);
        assert_ne!(text, again, "the same place cannot be told from another");
        assert_eq!(text.len(), again.len());
        for at in 0..text.len() {
            let mut forged: Vec<char> = text.chars().collect();
            forged[at] = if forged[at] == 'A' { 'B' } else { 'A' };
            let forged: String = forged.into_iter().collect();
            assert_eq!(seal.open(&here, &forged), None, "{at}");
        }
        for bad in ["", "A", "ä", &"A".repeat(99), &"A".repeat(10_000)] {
            assert_eq!(seal.open(&here, bad), None, "{bad}");
        }
    }
}
