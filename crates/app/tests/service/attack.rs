//! The whole service as strangers meet it behind a proxy: what they forge, steal, guess,
//! replay or send halfway gets them nothing, and nothing of it stands in the log.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{fs, thread};

use serde_json::{Value, json};

use crate::process::parlour;

/// A service for `https://games.example` behind a proxy on this machine.
struct Club {
    child: Child,
    address: String,
    /// What the keeper's link holds.
    keeper: String,
}

impl Club {
    fn open(home: &Path) -> Self {
        let url = format!("sqlite:{}", home.join("house.db").display());
        let mut command: Command = parlour(home);
        command
            .env("PARLOUR_LOG", "trace")
            .env("PARLOUR_PUBLIC_URL", "https://games.example")
            .env("PARLOUR_TRUSTED_PROXY", "127.0.0.1")
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "json"])
            .args(["--database", &url])
            .stdout(Stdio::piped())
            .stderr(fs::File::create(home.join("log")).unwrap());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut after = |mark: &str| {
            let line = lines.next().unwrap().unwrap();
            line.split_once(mark).unwrap().1.to_owned()
        };
        let address = after("serving on http://");
        let keeper = after("/join#");
        Self {
            child,
            address,
            keeper,
        }
    }

    /// Sends exactly this; all that comes back.
    fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        // Whoever is refused before all is read may find the connection reset.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Status, head and body of an answer to somebody with this cookie.
    fn ask(&self, cookie: &str, path: &str, body: Option<&Value>) -> (u16, String, Value) {
        let (method, body) = match body {
            Some(body) => ("POST", body.to_string()),
            None => ("GET", String::new()),
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: games.example\r\norigin: https://games.example\r\n\
             cookie: {cookie}\r\nx-forwarded-for: 198.51.100.7\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        );
        read(&self.raw(request.as_bytes()))
    }

    /// Takes a link up; the cookie, or why not.
    fn come_in(&self, token: &str, name: &str) -> Result<String, u16> {
        let body = json!({"token": token, "name": name});
        let (status, head, _) = self.ask("", "/api/claim", Some(&body));
        let cookie = head.lines().find_map(|it| it.strip_prefix("set-cookie: "));
        let cookie = cookie.map(|it| it.split(';').next().unwrap().to_owned());
        cookie.ok_or(status)
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(answer: &str) -> (u16, String, Value) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let body = serde_json::from_str(body).unwrap_or(Value::Null);
    (status, head.to_owned(), body)
}

#[test]
fn strangers_forge_steal_guess_and_replay_for_nothing() {
    let home = tempfile::tempdir().unwrap();
    let club = Club::open(home.path());
    let keeper = club.come_in(&club.keeper, "").unwrap();
    let wish = json!({"game": "kingslayer", "wish": {"players": 3}});
    let (_, _, opened) = club.ask(&keeper, "/api/tables", Some(&wish));
    let table = opened["table"].as_str().unwrap();
    let path = |rest: &str| format!("/api/tables/{table}{rest}");
    let invite = |place: Value| {
        let body = json!({"place": place});
        let made = club.ask(&keeper, &path("/invitations"), Some(&body)).2;
        let link = made["link"].as_str().unwrap();
        let token = link.split_once('#').unwrap().1.to_owned();
        (token, made["id"].as_str().unwrap().to_owned())
    };
    let (seat, _) = invite(json!({"seat": 1}));
    let (watch, watch_id) = invite(json!("watch"));

    // A link for one, taken up by twenty at once.
    let all = thread::scope(|scope| {
        let claims: Vec<_> = (0..20)
            .map(|nth| {
                scope.spawn({
                    let (club, seat) = (&club, &seat);
                    move || club.come_in(seat, &format!("Eve {nth}"))
                })
            })
            .collect();
        claims
            .into_iter()
            .map(|it| it.join().unwrap())
            .collect::<Vec<_>>()
    });
    assert_eq!(all.iter().filter(|it| it.is_ok()).count(), 1);
    assert_eq!(all.iter().filter(|it| **it == Err(404)).count(), 19);

    // Who only watches, and who stole a name and no token.
    let eve = club.come_in(&watch, "Eve").unwrap();
    let stolen = keeper.split_once('=').unwrap().0.to_owned() + "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let me = club.ask(&keeper, "/api/me", None).2;
    let session = me["sessions"][0]["id"].as_str().unwrap();
    let roll = json!({"stage": "0", "id": "a", "command": "yield", "seat": 0});
    for (what, body, watcher) in [
        (path("/commands"), Some(roll), 403),
        (
            path("/words"),
            Some(json!({"id": "w", "word": "add_bot"})),
            403,
        ),
        (path("/invitations"), Some(json!({"place": "any"})), 403),
        (path("/invitations"), None, 403),
        (
            path(&format!("/invitations/{watch_id}/revoke")),
            Some(json!({})),
            404,
        ),
        (format!("/api/sessions/{session}/end"), Some(json!({})), 404),
        (String::from("/api/tables/kingslayer-0-0"), None, 404),
    ] {
        let (status, _, body_of) = club.ask(&eve, &what, body.as_ref());
        assert_eq!(status, watcher, "{what}: {body_of}");
        assert_eq!(club.ask(&stolen, &what, body.as_ref()).0, 401, "{what}");
        assert_eq!(club.ask("", &what, body.as_ref()).0, 401, "{what}");
    }

    // Forged places, and heads that two readers might read differently.
    let rename = r#"{"name":"Eve"}"#;
    for said in [
        "host: games.example\r\norigin: https://evil.example",
        "host: games.example\r\norigin: null",
        "host: games.example\r\norigin: http://games.example",
        "host: games.example",
        "host: evil.example\r\norigin: https://evil.example",
        "host: games.example\r\nhost: evil.example\r\norigin: https://games.example",
        "host: evil.example\r\nx-forwarded-host: games.example\r\norigin: https://games.example",
    ] {
        let request = format!(
            "POST /api/me HTTP/1.1\r\n{said}\r\ncookie: {keeper}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{rename}",
            rename.len()
        );
        let (status, _, body) = read(&club.raw(request.as_bytes()));
        assert_eq!((status, &body["code"]), (403, &json!("forged")), "{said}");
    }
    for (request, status) in [
        (
            "GET http://evil.example/api/me HTTP/1.1\r\nhost: games.example\r\nconnection: close\r\n\r\n",
            "403",
        ),
        (
            "GET /api/me HTTP/1.1\r\nhost: games.example\r\ncontent-length: 0\r\ncontent-length: 5\r\n\r\n",
            "400",
        ),
        (
            "CONNECT evil:80 HTTP/1.1\r\nhost: games.example\r\nconnection: close\r\n\r\n",
            "403",
        ),
        (
            "DELETE /api/me HTTP/1.1\r\nhost: games.example\r\norigin: https://games.example\r\nconnection: close\r\n\r\n",
            "405",
        ),
        ("\u{16}\u{3}\u{1}\r\n\r\n", "400"),
    ] {
        let answer = club.raw(request.as_bytes());
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{request}: {answer}"
        );
    }
    // What follows a request in its own body is no request.
    let smuggled = "POST /api/me HTTP/1.1\r\nhost: games.example\r\ntransfer-encoding: chunked\r\n\
                    content-length: 3\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\
                    connection: close\r\n\r\n";
    assert!(!club.raw(smuggled.as_bytes()).contains("ok\n"));

    let (_, _, me) = club.ask(&keeper, "/api/me", None);
    assert_eq!(me["person"]["name"], "Keeper", "nothing has changed");
    let log = fs::read_to_string(home.path().join("log")).unwrap();
    for secret in [&club.keeper, &seat, &watch, &keeper, &eve] {
        let secret = secret.rsplit('=').next().unwrap();
        assert!(!log.contains(secret), "{secret} in {log}");
    }
    assert!(!log.contains("panicked"), "{log}");
}
