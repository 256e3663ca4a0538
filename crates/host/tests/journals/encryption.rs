//! Encrypted connections to PostgreSQL, by every mode that a URL may ask for.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;

use parlour_host::journal::{Journal as _, PostgresJournal};
use parlour_host::wait;

use crate::server;
use crate::sql::Sql;

/// A database of the test's own on the server, so that its connections can be told
/// from those of other tests.
struct Guarded {
    /// `HOST:PORT`, by the name that the certificate has.
    by_name: String,
    /// The same by a number, which the certificate does not have.
    by_number: String,
    name: String,
    sql: Sql,
}

impl Guarded {
    fn new() -> Option<Self> {
        let url = server::url()?;
        let folder = tempfile::tempdir().unwrap();
        let name = server::schema(folder.path());
        let mut sql = Sql::to(&url, "public");
        sql.run(&format!("CREATE DATABASE {name}"));
        let (_, place) = url.split_once('@').unwrap();
        let (by_number, _) = place.split_once('/').unwrap();
        Some(Self {
            by_name: by_number.replace("127.0.0.1", "localhost"),
            by_number: by_number.to_owned(),
            name,
            sql,
        })
    }

    fn url(&self, place: &str, parameters: &str) -> String {
        format!("postgres://parlour@{place}/{}?{parameters}", self.name)
    }

    /// Opens the journal and stays: whether all its connections are encrypted.
    fn is_encrypted(&mut self, url: &str) -> bool {
        let journal = PostgresJournal::open(url).unwrap();
        assert!(wait(journal.tables()).unwrap().is_empty());
        let found = self.sql.rows(&format!(
            "SELECT DISTINCT ssl::text FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
             WHERE datname = '{}' AND application_name = 'parlour'",
            self.name
        ));
        drop(journal);
        let gone = format!(
            "SELECT pid::text FROM pg_stat_activity WHERE datname = '{}'",
            self.name
        );
        while !self.sql.rows(&gone).is_empty() {
            thread::yield_now();
        }
        match found.as_slice() {
            [one] => one == "true",
            several => panic!("{several:?}"),
        }
    }
}

fn certificate(name: &str) -> String {
    let folder = std::env::var("PARLOUR_TEST_POSTGRES_CERTIFICATES");
    let folder = PathBuf::from(folder.expect("whoever starts the server says where they are"));
    folder.join(name).display().to_string()
}

#[test]
fn every_mode_is_as_safe_as_it_says() {
    let Some(mut house) = Guarded::new() else {
        return;
    };
    let (ours, theirs) = (certificate("authority.pem"), certificate("stranger.pem"));
    let (name, number) = (house.by_name.clone(), house.by_number.clone());
    for (place, parameters, encrypted) in [
        (&number, "sslmode=disable".to_owned(), false),
        (&number, "sslmode=prefer".to_owned(), true),
        (&number, "sslmode=require".to_owned(), true),
        (&number, format!("sslmode=require&sslrootcert={ours}"), true),
        (
            &number,
            format!("sslmode=verify-ca&sslrootcert={ours}"),
            true,
        ),
        (
            &name,
            format!("sslmode=verify-full&sslrootcert={ours}"),
            true,
        ),
    ] {
        let url = house.url(place, &parameters);
        assert_eq!(house.is_encrypted(&url), encrypted, "{parameters}");
    }
    for (place, parameters, reason) in [
        // By a number that is not in the certificate.
        (
            &number,
            format!("sslmode=verify-full&sslrootcert={ours}"),
            "not valid for name",
        ),
        // By an authority that has not signed it.
        (
            &name,
            format!("sslmode=verify-full&sslrootcert={theirs}"),
            "UnknownIssuer",
        ),
        (
            &number,
            format!("sslmode=require&sslrootcert={theirs}"),
            "UnknownIssuer",
        ),
        // By no authority that this machine knows.
        (&name, "sslmode=verify-full".to_owned(), "UnknownIssuer"),
    ] {
        let error = PostgresJournal::open(&house.url(place, &parameters)).unwrap_err();
        let words = error.to_string();
        assert!(words.contains("not who it should be"), "{words}");
        assert!(words.contains(reason), "{parameters}: {words}");
    }
}

#[test]
fn who_is_let_in_by_a_certificate_alone_shows_it() {
    let Some(mut house) = Guarded::new() else {
        return;
    };
    house.sql.run(&format!(
        "DO $$ BEGIN CREATE ROLE certified LOGIN;
         EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
         GRANT ALL ON DATABASE {} TO certified;",
        house.name
    ));
    let authority = certificate("authority.pem");
    let (shown, key) = (certificate("client.pem"), certificate("client.key"));
    let url = |parameters: &str| {
        let (place, name) = (&house.by_name, &house.name);
        format!(
            "postgres://certified@{place}/{name}?sslmode=verify-full&sslrootcert={authority}{parameters}"
        )
    };
    let shows = url(&format!("&sslcert={shown}&sslkey={key}"));
    let hides = url("");
    assert!(house.is_encrypted(&shows));
    let error = PostgresJournal::open(&hides).unwrap_err();
    assert!(error.to_string().contains("certificate"), "{error}");
}

/// A server without certificates says `N` to whoever asks for encryption.
#[test]
fn a_server_that_cannot_encrypt_is_refused_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut client in listener.incoming().map_while(Result::ok) {
            let mut asked = [0; 8];
            let _ = client
                .read_exact(&mut asked)
                .and_then(|()| client.write_all(b"N"));
        }
    });
    for mode in ["require", "verify-ca", "verify-full"] {
        let url = format!("postgres://parlour@127.0.0.1:{port}/x?sslmode={mode}");
        let error = PostgresJournal::open(&url).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the journal cannot be reached: no encrypted connection to the server: \
             server does not support TLS"
        );
    }
}
