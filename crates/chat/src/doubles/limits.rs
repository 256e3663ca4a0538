//! What the platforms accept: lengths and markup.

/// Length as Telegram counts it: UTF-16 code units.
pub fn utf16_length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Checks Telegram's HTML: known tags, closed in order, `&` and `<` escaped.
/// The answer is the text without its tags.
pub fn telegram_html(text: &str) -> Result<String, String> {
    const TAGS: &[&str] = &[
        "b",
        "strong",
        "i",
        "em",
        "u",
        "s",
        "code",
        "pre",
        "a",
        "blockquote",
        "tg-spoiler",
    ];
    let mut open: Vec<&str> = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&', '>']) {
        plain.push_str(&rest[..at]);
        let from = &rest[at..];
        if from.starts_with('&') {
            let entity = ["&lt;", "&gt;", "&amp;", "&quot;"]
                .into_iter()
                .find(|entity| from.starts_with(entity))
                .ok_or_else(|| String::from("unescaped `&`"))?;
            plain.push('?');
            rest = &from[entity.len()..];
            continue;
        }
        if let Some(after) = from.strip_prefix('>') {
            plain.push('>');
            rest = after;
            continue;
        }
        let end = from
            .find('>')
            .ok_or_else(|| String::from("unclosed start tag"))?;
        let tag = &from[1..end];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("unexpected end tag </{name}>"));
            }
        } else {
            let name = tag.split_whitespace().next().unwrap_or_default();
            if !TAGS.contains(&name) {
                return Err(format!("unsupported start tag <{name}>"));
            }
            open.push(name);
        }
        rest = &from[end + 1..];
    }
    plain.push_str(rest);
    match open.pop() {
        Some(name) => Err(format!("tag <{name}> is not closed")),
        None => Ok(plain),
    }
}

/// Checks Slack's mrkdwn: `&`, `<` and `>` stand only as entities or as a
/// control sequence such as `<@U1>` or `<https://…|text>`.
pub fn slack_mrkdwn(text: &str) -> Result<(), String> {
    let mut rest = text;
    while let Some(at) = rest.find(['<', '>', '&']) {
        let from = &rest[at..];
        if let Some(entity) = ["&lt;", "&gt;", "&amp;"]
            .into_iter()
            .find(|e| from.starts_with(e))
        {
            rest = &from[entity.len()..];
        } else if from.starts_with('<') {
            let end = from
                .find('>')
                .ok_or_else(|| String::from("`<` is never closed"))?;
            let inside = &from[1..end];
            let known = ["@", "#", "!", "http://", "https://", "mailto:"];
            if !known.iter().any(|start| inside.starts_with(start)) {
                return Err(format!("`<{inside}>` is no control sequence"));
            }
            rest = &from[end + 1..];
        } else {
            return Err(String::from("`&` or `>` is not escaped"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telegram_counts_utf16() {
        assert_eq!(utf16_length("a🏰"), 3);
    }

    #[test]
    fn telegram_html_must_be_closed_and_escaped() {
        assert_eq!(
            telegram_html("<b>A Vie</b> &lt;1&gt;").unwrap(),
            "A Vie ?1?"
        );
        for bad in [
            "<b>x",
            "x</b>",
            "<b><i>x</b></i>",
            "a & b",
            "<script>x</script>",
            "1 < 2",
        ] {
            assert!(telegram_html(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn slack_text_must_be_escaped() {
        assert!(slack_mrkdwn("*A Vie* &amp; <@U7> <https://a.example|b>").is_ok());
        for bad in ["a & b", "a > b", "<b>x</b>", "1 < 2"] {
            assert!(slack_mrkdwn(bad).is_err(), "{bad}");
        }
    }
}
