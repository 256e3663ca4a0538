//! Certificates for the server of the tests: an authority of our own, the server's by
//! the name of `localhost`, a client's by the name of `certified`, and an authority
//! that has certified nobody.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::run;

/// What each kind of certificate is good for.
const KINDS: &str = "\
[req]
distinguished_name = name
prompt = no
[name]
CN = nobody
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[server]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:localhost
[client]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = clientAuth
";

/// Makes the certificates, and gives the server's key to the user it runs as.
pub fn make(folder: &Path, user: Option<&str>) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    fs::write(folder.join("kinds"), KINDS)?;
    certificate(folder, "authority", "Parlour tests", "authority", None)?;
    certificate(folder, "stranger", "Somebody else", "authority", None)?;
    let authority = Some("authority");
    certificate(folder, "server", "localhost", "server", authority)?;
    certificate(folder, "client", "certified", "client", authority)?;
    if let Some(user) = user {
        run(Command::new("chown")
            .arg(user)
            .arg(folder.join("server.key")))?;
    }
    Ok(())
}

/// One key, and its certificate, by an authority or by itself.
fn certificate(
    folder: &Path,
    file: &str,
    name: &str,
    kind: &str,
    authority: Option<&str>,
) -> Result<()> {
    let mut command = Command::new("openssl");
    command
        .args(["req", "-x509", "-config", "kinds", "-extensions", kind])
        .args(["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
        .args(["-nodes", "-days", "30"])
        .args(["-subj", &format!("/CN={name}")])
        .args(["-keyout", &format!("{file}.key")])
        .args(["-out", &format!("{file}.pem")]);
    if let Some(authority) = authority {
        command.args(["-CA", &format!("{authority}.pem")]);
        command.args(["-CAkey", &format!("{authority}.key")]);
    }
    run(command.current_dir(folder))
}

/// The user `certified` is let in by a certificate alone.
pub fn admit(data: &Path) -> Result<()> {
    let path = data.join("pg_hba.conf");
    let rules = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let ours = "hostssl all certified all cert\nhost all certified all reject\n";
    fs::write(&path, format!("{ours}{rules}")).with_context(|| path.display().to_string())
}

/// What the server is told of them.
pub fn settings(folder: &Path) -> Vec<String> {
    let file = |name: &str| folder.join(name).display().to_string();
    let settings = [
        "ssl=on".to_owned(),
        format!("ssl_cert_file={}", file("server.pem")),
        format!("ssl_key_file={}", file("server.key")),
        format!("ssl_ca_file={}", file("authority.pem")),
    ];
    let each = settings.into_iter();
    each.flat_map(|setting| ["-c".to_owned(), setting])
        .collect()
}
