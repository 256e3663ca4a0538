//! A browser as far as a server can tell: cookies, origins, streams.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    pub(crate) fn code(&self) -> (u16, String) {
        (
            self.status,
            self.json()["code"].as_str().unwrap().to_owned(),
        )
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

/// One browser.
#[derive(Clone)]
pub(crate) struct Browser {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

impl Browser {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            cookie: None,
        }
    }

    fn head(&self, method: &str, path: &str) -> String {
        let cookie = self.cookie.as_ref();
        let cookie = cookie.map_or_else(String::new, |it| format!("cookie: other=1; {it}\r\n"));
        format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\n{cookie}",
            self.address
        )
    }

    /// Sends exactly this.
    pub(crate) async fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request).await.unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.unwrap();
        let end = bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = bytes.split_off(end + 4);
        Answer { status, head, body }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.get_with(path, "").await
    }

    pub(crate) async fn get_with(&self, path: &str, headers: &str) -> Answer {
        let head = self.head("GET", path);
        self.raw(format!("{head}{headers}connection: close\r\n\r\n").as_bytes())
            .await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        let headers = format!(
            "origin: http://{}\r\ncontent-type: application/json\r\n",
            self.address
        );
        self.post_with(path, &headers, body).await
    }

    pub(crate) async fn post_with(&self, path: &str, headers: &str, body: &str) -> Answer {
        let head = self.head("POST", path);
        let length = body.len();
        let request =
            format!("{head}{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}");
        self.raw(request.as_bytes()).await
    }

    /// Comes in by a link, and keeps the cookie.
    pub(crate) async fn claim(&mut self, link: &str) -> Answer {
        let token = link.split_once('#').unwrap().1;
        self.claim_with(&format!(r#"{{"token":"{token}"}}"#)).await
    }

    /// The same as a newcomer.
    pub(crate) async fn claim_as(&mut self, link: &str, name: &str) -> Answer {
        let token = link.split_once('#').unwrap().1;
        let body = format!(r#"{{"token":"{token}","name":"{name}"}}"#);
        self.claim_with(&body).await
    }

    async fn claim_with(&mut self, body: &str) -> Answer {
        let answer = self.post("/api/claim", body).await;
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = Some(cookie.split(';').next().unwrap().to_owned());
        }
        answer
    }

    /// Follows a table, from the last event it has heard.
    pub(crate) async fn follow(&self, table: &str, heard: Option<&str>) -> Stream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = self.head("GET", &format!("/api/tables/{table}/stream"));
        let heard = heard.map_or_else(String::new, |id| format!("last-event-id: {id}\r\n"));
        let request = format!("{head}{heard}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut stream = Stream(BufReader::new(stream));
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert!(stream.0.read_line(&mut line).await.unwrap() > 0);
        }
        stream
    }
}

/// An open stream of events.
pub(crate) struct Stream(BufReader<TcpStream>);

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub name: String,
    pub id: String,
    pub data: Value,
}

impl Stream {
    /// The next event; nothing when the stream ends.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        loop {
            let text = self.chunk().await?;
            let field = |name: &str| {
                let line = text.lines().find_map(|line| line.strip_prefix(name));
                line.map(|it| it.trim_start().to_owned())
            };
            // What begins with a colon is a breath.
            if let Some(name) = field("event:") {
                let data = field("data:").unwrap();
                return Some(Event {
                    name,
                    id: field("id:").unwrap_or_default(),
                    data: serde_json::from_str(&data).unwrap(),
                });
            }
        }
    }

    async fn chunk(&mut self) -> Option<String> {
        let mut size = String::new();
        if self.0.read_line(&mut size).await.ok()? == 0 {
            return None;
        }
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        let mut bytes = vec![0; size + 2];
        self.0.read_exact(&mut bytes).await.ok()?;
        bytes.truncate(size);
        (size > 0).then(|| String::from_utf8(bytes).unwrap())
    }
}
