//! Places in a log or a list, sealed: a client hands them back and cannot read them.
//!
//! A plain number of entries, or the moment at which a table was last played, would tell
//! when a rival has written orders. The same
//! place is another text every time, so two of them cannot be compared either.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_host::Entropy;
use parlour_host::card::Cursor;
use parlour_host::journal::Standing;
use parlour_host::table::{Identity, TableId};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest, Sha256};

/// No sealed text has more letters.
const LONGEST: usize = 200;

/// The service's key.
pub(super) struct Seal {
    key: LessSafeKey,
    /// From which the nonce of a place follows that is sealed alike each time.
    alike: [u8; 32],
}

impl Seal {
    /// The key that follows from the house's secret: what was sealed with another is
    /// not opened.
    pub fn new(secret: &str) -> Self {
        let key = Sha256::digest(format!("seal {secret}").as_bytes());
        let key = UnboundKey::new(&CHACHA20_POLY1305, &key).expect("a key has 32 bytes");
        Self {
            key: LessSafeKey::new(key),
            alike: Sha256::digest(format!("alike {secret}").as_bytes()).into(),
        }
    }

    /// A place at a table, as a text of letters, digits, `-` and `_`.
    pub fn close(&self, entropy: &dyn Entropy, table: &TableId, place: Standing) -> String {
        self.close_bytes(entropy, table.as_str(), bytes_of(place))
    }

    /// The same, as the same text each time: for a place that everybody knows, in what
    /// is compared with what was shown before.
    pub fn close_alike(&self, table: &TableId, place: Standing) -> String {
        let inside = bytes_of(place);
        let of = table.as_str();
        let mut digest = Sha256::new_with_prefix(self.alike);
        digest.update(&inside);
        digest.update(of);
        // Another place has another nonce, so none is used twice.
        let mut nonce = [0; NONCE_LEN];
        nonce.copy_from_slice(&digest.finalize()[..NONCE_LEN]);
        self.close_with(nonce, of, inside)
    }

    /// The place that was sealed for this table; nothing if it was not.
    pub fn open(&self, table: &TableId, text: &str) -> Option<Standing> {
        let inside = self.open_bytes(table.as_str(), text)?;
        let (seq, version) = inside.split_at_checked(8)?;
        Some(Standing {
            seq: u64::from_le_bytes(seq.try_into().ok()?),
            version: u64::from_le_bytes(version.try_into().ok()?),
        })
    }

    /// A place in the list of somebody's tables.
    pub fn close_cursor(&self, entropy: &dyn Entropy, who: &Identity, place: &Cursor) -> String {
        self.close_bytes(entropy, &list_of(who), place.to_string().into_bytes())
    }

    /// The place that was sealed for this person.
    pub fn open_cursor(&self, who: &Identity, text: &str) -> Option<Cursor> {
        let inside = self.open_bytes(&list_of(who), text)?;
        String::from_utf8(inside).ok()?.parse().ok()
    }

    fn close_bytes(&self, entropy: &dyn Entropy, of: &str, inside: Vec<u8>) -> String {
        let mut nonce = [0; NONCE_LEN];
        entropy.fill(&mut nonce);
        self.close_with(nonce, of, inside)
    }

    fn close_with(&self, nonce: [u8; NONCE_LEN], of: &str, mut inside: Vec<u8>) -> String {
        let mut text = nonce.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let of = Aad::from(of);
        let sealed = self.key.seal_in_place_append_tag(nonce, of, &mut inside);
        sealed.expect("a few bytes are not too many");
        text.extend(inside);
        URL_SAFE_NO_PAD.encode(text)
    }

    fn open_bytes(&self, of: &str, text: &str) -> Option<Vec<u8>> {
        if text.len() > LONGEST {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut sealed = sealed.to_vec();
        let inside = self.key.open_in_place(nonce, Aad::from(of), &mut sealed);
        Some(inside.ok()?.to_vec())
    }
}

fn bytes_of(place: Standing) -> Vec<u8> {
    [place.seq.to_le_bytes(), place.version.to_le_bytes()].concat()
}

/// What a place in somebody's list belongs to. No table has a space in its name.
fn list_of(who: &Identity) -> String {
    format!("list of {}", who.0)
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
        let alike = seal.close_alike(&here, place);
        assert_eq!(alike, seal.close_alike(&here, place));
        assert_eq!(seal.open(&here, &alike), Some(place));
        assert_ne!(alike, seal.close_alike(&there, place));
        assert_ne!(alike, other.close_alike(&here, place));
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

    #[test]
    fn a_place_in_a_list_is_read_for_its_own_person_alone() {
        let entropy = SeededEntropy::new(Seed(1));
        let seal = Seal::new("one");
        let [ann, bob] = ["web:ann", "web:bob"].map(|it| Identity(it.to_owned()));
        let longest = format!("{}.{}", u64::MAX, "9".repeat(40));
        for text in ["1900000000000.17", "7.", &longest] {
            let place: Cursor = text.parse().unwrap();
            let sealed = seal.close_cursor(&entropy, &ann, &place);
            assert_eq!(seal.open_cursor(&ann, &sealed), Some(place), "{text}");
            assert_eq!(seal.open_cursor(&bob, &sealed), None);
        }
        let here: TableId = "here".parse().unwrap();
        let standing = Standing { seq: 7, version: 1 };
        let other = seal.close(&entropy, &here, standing);
        assert_eq!(seal.open_cursor(&ann, &other), None);
    }
}
