//! The URL of a database: what is ours in it, what is the driver's, and what is
//! nobody's.
//!
//! A driver passes over parameters that it does not know. Somebody who misspells
//! one would have a house in the wrong place without hearing of it, so here that
//! is an error.

/// What may stand after the question mark: ours first.
const PARAMETERS: [&str; 14] = [
    "schema",
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
    "statement-cache-capacity",
];

/// Other spellings that the driver takes.
const SPELLINGS: [&str; 5] = ["ssl-mode", "ssl-root-cert", "ssl-ca", "ssl-cert", "ssl-key"];

/// A URL without its parameter `schema`, and that. An error names the first
/// parameter that nobody knows, and those there are; never a value, which may be
/// a password.
pub fn split(url: &str) -> Result<(String, Option<&str>), String> {
    let Some((place, parameters)) = url.split_once('?') else {
        return Ok((url.to_owned(), None));
    };
    let mut schema = None;
    let mut others = Vec::new();
    for parameter in parameters.split('&').filter(|it| !it.is_empty()) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match name {
            "schema" => schema = Some(value),
            _ if is_the_drivers(name) => others.push(parameter),
            _ => return Err(unknown(name)),
        }
    }
    let mut url = place.to_owned();
    if !others.is_empty() {
        url.push('?');
        url.push_str(&others.join("&"));
    }
    Ok((url, schema))
}

fn is_the_drivers(name: &str) -> bool {
    let setting = name.starts_with("options[") && name.ends_with(']');
    setting || PARAMETERS.contains(&name) || SPELLINGS.contains(&name)
}

fn unknown(name: &str) -> String {
    // A password with a question mark in it leads here too.
    let is_word = |it: char| it.is_ascii_alphanumeric() || "_-[]".contains(it);
    let named = if name.len() <= 40 && name.chars().all(is_word) {
        format!("the parameter `{name}`")
    } else {
        String::from("a parameter")
    };
    format!(
        "the URL of the database has {named}, which nobody knows; there are {}",
        PARAMETERS.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_is_ours_and_the_rest_is_the_drivers() {
        for (url, rest, schema) in [
            ("postgres://a@b/c", "postgres://a@b/c", None),
            ("postgres://a@b/c?", "postgres://a@b/c", None),
            ("postgres://a@b/c?schema=d", "postgres://a@b/c", Some("d")),
            (
                "postgres://a@b/c?sslmode=require&schema=d&options[x]=y",
                "postgres://a@b/c?sslmode=require&options[x]=y",
                Some("d"),
            ),
        ] {
            assert_eq!(split(url), Ok((rest.to_owned(), schema)), "{url}");
        }
    }

    #[test]
    fn a_parameter_that_nobody_knows_is_named_with_those_there_are() {
        let words = split("postgres://me:secret@b/c?sslmode=require&shema=d").unwrap_err();
        assert!(words.contains("`shema`"), "{words}");
        assert!(words.contains("schema, sslmode, "), "{words}");
        assert!(!words.contains("secret"), "{words}");
        let words = split("postgres://me:half?other@b/c").unwrap_err();
        assert!(!words.contains("other"), "{words}");
    }
}
