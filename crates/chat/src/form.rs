//! Bodies of the kind `a=1&b=two%20words`.

use reqwest::Url;

/// Reads the pairs, in order; what is no pair is left out.
pub fn read(body: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(body);
    Url::parse(&format!("http://form/?{text}"))
        .map(|url| url.query_pairs().into_owned().collect())
        .unwrap_or_default()
}

/// Writes the pairs, in order.
pub fn write(pairs: &[(&str, &str)]) -> String {
    let mut url = Url::parse("http://form/").expect("a constant address");
    url.query_pairs_mut().extend_pairs(pairs);
    url.query().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_they_are_written() {
        let pairs = [("text", "order A Vie-Bud\nA Bud & Rum=ü"), ("empty", "")];
        let read = read(write(&pairs).as_bytes());
        let read: Vec<(&str, &str)> = read.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(read, pairs);
    }
}
