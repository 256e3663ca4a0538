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

/// How an encrypted connection is asked for, from not at all to certain of the server.
const MODES: [&str; 5] = ["disable", "prefer", "require", "verify-ca", "verify-full"];

/// A URL without its parameter `schema`, and that. An error names the first
/// parameter that nobody knows, and those there are; never a value, which may be
/// a password.
///
/// A certificate of authorities that nobody would look at is an error too, and with
/// `sslmode=require` it is looked at, as other programs do.
pub fn split(url: &str) -> Result<(String, Option<&str>), String> {
    let Some((place, parameters)) = url.split_once('?') else {
        return Ok((url.to_owned(), None));
    };
    let mut schema = None;
    let mut mode = None;
    let mut authorities = false;
    let mut others = Vec::new();
    for parameter in parameters.split('&').filter(|it| !it.is_empty()) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match name {
            "schema" => schema = Some(value),
            "sslmode" | "ssl-mode" => mode = Some(known_mode(value)?),
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" => {
                readable("sslrootcert", value)?;
                authorities = true;
                others.push(parameter);
            }
            "sslcert" | "ssl-cert" | "sslkey" | "ssl-key" => {
                readable(name, value)?;
                others.push(parameter);
            }
            _ if is_the_drivers(name) => others.push(parameter),
            _ => return Err(unknown(name)),
        }
    }
    let mode = match mode {
        Some("require") if authorities => Some("verify-ca"),
        None | Some("disable" | "prefer") if authorities => {
            return Err(String::from(
                "the URL of the database names sslrootcert, which is only looked at with \
                 sslmode=verify-full, verify-ca or require",
            ));
        }
        mode => mode,
    };
    let mode = mode.map(|mode| format!("sslmode={mode}"));
    others.extend(mode.as_deref());
    let mut url = place.to_owned();
    if !others.is_empty() {
        url.push('?');
        url.push_str(&others.join("&"));
    }
    Ok((url, schema))
}

fn known_mode(value: &str) -> Result<&'static str, String> {
    let known = MODES.into_iter().find(|mode| *mode == value);
    known.ok_or_else(|| {
        format!(
            "the URL of the database has an sslmode that nobody knows; there are {}",
            MODES.join(", ")
        )
    })
}

/// A file that is named must be there: the driver would not say which is not.
fn readable(name: &str, value: &str) -> Result<(), String> {
    let path = decoded(value);
    match std::fs::File::open(&path) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{name} of the database's URL: {path}: {error}")),
    }
}

/// A value with its `%20` made spaces again.
fn decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|it| std::str::from_utf8(it).ok());
        let code = digits.and_then(|it| u8::from_str_radix(it, 16).ok());
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = &after[2..];
            }
            (b'+', _) => {
                bytes.push(b' ');
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
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
                "postgres://a@b/c?options[x]=y&sslmode=require",
                Some("d"),
            ),
        ] {
            assert_eq!(split(url), Ok((rest.to_owned(), schema)), "{url}");
        }
    }

    #[test]
    fn a_certificate_is_there_and_is_looked_at_or_the_url_is_refused() {
        let file = tempfile::Builder::new().prefix("a b").tempfile().unwrap();
        let path = file.path().display().to_string().replace(' ', "%20");
        let url = |mode: &str| format!("postgres://a@b/c?sslrootcert={path}{mode}");
        for (mode, asked) in [
            ("&sslmode=require", "verify-ca"),
            ("&sslmode=verify-ca", "verify-ca"),
            ("&sslmode=verify-full", "verify-full"),
        ] {
            let url = url(mode);
            let (rest, _) = split(&url).unwrap();
            assert!(rest.ends_with(&format!("&sslmode={asked}")), "{rest}");
        }
        for mode in ["", "&sslmode=prefer", "&sslmode=disable"] {
            let words = split(&url(mode)).map(|_| ()).unwrap_err();
            assert!(words.contains("only looked at with"), "{words}");
        }
        let words = split("postgres://a@b/c?sslmode=allow").unwrap_err();
        assert!(words.ends_with("verify-ca, verify-full"), "{words}");
        for name in ["sslrootcert", "sslcert", "sslkey"] {
            let words = format!("postgres://a@b/c?sslmode=verify-full&{name}=no%20such.pem");
            let words = split(&words).map(|_| ()).unwrap_err();
            assert!(words.starts_with(name), "{words}");
            assert!(words.contains("no such.pem: "), "{words}");
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
