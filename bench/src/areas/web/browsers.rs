//! The browsers' side: streams that are read, and tables that move, all on one thread.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::spawn_local;

use super::house::HouseProcess;
use super::{PACE, VIEWERS, WARM_UP};

/// A browser that has come in.
#[derive(Clone)]
struct Browser {
    address: SocketAddr,
    cookie: String,
}

/// A connection on which one request follows another.
struct Line(BufReader<TcpStream>);

impl Line {
    async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    /// Head and body of the answer to a request.
    async fn ask(&mut self, request: &str) -> Result<(String, Vec<u8>)> {
        self.0.write_all(request.as_bytes()).await?;
        let head = self.head().await?;
        let named = |line: &str| line.strip_prefix("content-length: ").map(str::to_owned);
        let length = head.lines().find_map(named).context("no length")?;
        let mut body = vec![0; length.parse()?];
        self.0.read_exact(&mut body).await?;
        Ok((head, body))
    }

    async fn head(&mut self) -> Result<String> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            ensure!(self.0.read_line(&mut head).await? > 0, "it hangs up");
        }
        Ok(head)
    }
}

impl Browser {
    /// Comes in by a token.
    async fn come_in(address: SocketAddr, token: &str) -> Result<Self> {
        let nobody = Self {
            address,
            cookie: String::new(),
        };
        let body = json!({ "token": token }).to_string();
        let request = nobody.post("/api/claim", &body);
        let (head, _) = Line::open(address).await?.ask(&request).await?;
        let cookie = head.lines().find_map(|it| it.strip_prefix("set-cookie: "));
        let cookie = cookie.and_then(|it| it.split(';').next());
        let cookie = cookie.context("nobody was let in")?.to_owned();
        Ok(Self { address, cookie })
    }

    fn post(&self, path: &str, body: &str) -> String {
        let Self { address, cookie } = self;
        format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             cookie: {cookie}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    /// Follows a table from now on.
    async fn follow(&self, table: &str, bytes: &Rc<Cell<u64>>) -> Result<Rc<Followed>> {
        let Self { address, cookie } = self;
        let mut line = Line::open(*address).await?;
        let request = format!(
            "GET /api/tables/{table}/stream HTTP/1.1\r\nhost: {address}\r\n\
             cookie: {cookie}\r\n\r\n"
        );
        line.0.write_all(request.as_bytes()).await?;
        let head = line.head().await?;
        ensure!(head.starts_with("HTTP/1.1 200"), "{head}");
        let followed = Rc::new(Followed::default());
        let (told, bytes) = (Rc::clone(&followed), Rc::clone(bytes));
        spawn_local(async move {
            // An end is noticed by whoever waits for the next event.
            let _ = told.read(line, &bytes).await;
        });
        followed.wait_for(1).await;
        Ok(followed)
    }
}

/// What one stream has told.
#[derive(Default)]
struct Followed {
    events: Cell<u64>,
    newest: RefCell<String>,
    read: Cell<Option<Instant>>,
    news: Notify,
}

impl Followed {
    async fn read(&self, mut line: Line, bytes: &Cell<u64>) -> Result<()> {
        let mut text = String::new();
        loop {
            text.clear();
            let read = line.0.read_line(&mut text).await?;
            ensure!(read > 0, "it hangs up");
            bytes.set(bytes.get() + read as u64);
            if let Some(data) = text.strip_prefix("data:") {
                data.clone_into(&mut self.newest.borrow_mut());
                self.read.set(Some(Instant::now()));
                self.events.set(self.events.get() + 1);
                self.news.notify_waiters();
            }
        }
    }

    /// Waits until so many events have come; when the last one did.
    async fn wait_for(&self, events: u64) -> Option<Instant> {
        loop {
            let news = self.news.notified();
            if self.events.get() >= events {
                return self.read.get();
            }
            news.await;
        }
    }
}

/// Streams that are open.
pub struct Streams {
    pub count: usize,
    pub took: Duration,
}

impl Streams {
    /// Every person opens so many on their table, and reads the first event of each.
    pub async fn open(house: &HouseProcess, each: u32) -> Result<Self> {
        let bytes = Rc::default();
        let begin = Instant::now();
        let mut count = 0;
        for (table, token) in &house.tables {
            let browser = Browser::come_in(house.address, token).await?;
            for _ in 0..each {
                browser.follow(table, &bytes).await?;
                count += 1;
            }
        }
        let took = begin.elapsed();
        Ok(Self { count, took })
    }
}

/// A page whose size is measured.
pub struct Page {
    /// What the figure is called.
    pub name: &'static str,
    pub path: &'static str,
    /// What it asks for by its own code, when it knows what it shows.
    pub later: &'static [&'static str],
}

/// Kilobytes of pages with all that they load, compressed: what the shell names, what
/// modules import, and what styles fetch.
pub async fn sizes(house: &HouseProcess, pages: &[Page]) -> Result<Vec<(&'static str, f64)>> {
    let mut line = Line::open(house.address).await?;
    let mut sizes = Vec::new();
    for page in pages {
        let shell = fetch(&mut line, house.address, page.path, false).await?;
        let shell = String::from_utf8(shell)?;
        // Pictures for whoever installs the page are not loaded with it.
        let named = shell.split('"');
        let named = named.filter(|it| it.starts_with("/assets/") && !it.ends_with(".png"));
        let mut waiting: Vec<String> = named
            .chain(page.later.iter().copied())
            .map(String::from)
            .collect();
        let mut loaded = BTreeSet::new();
        let mut bytes = fetch(&mut line, house.address, page.path, true)
            .await?
            .len();
        while let Some(file) = waiting.pop() {
            if !loaded.insert(file.clone()) {
                continue;
            }
            bytes += fetch(&mut line, house.address, &file, true).await?.len();
            if file.ends_with(".js") || file.ends_with(".css") {
                let text = fetch(&mut line, house.address, &file, false).await?;
                waiting.extend(loads(&file, &String::from_utf8(text)?));
            }
        }
        sizes.push((page.name, bytes as f64 / 1e3));
    }
    Ok(sizes)
}

/// What a module imports at once, or what a style fetches.
fn loads(file: &str, text: &str) -> Vec<String> {
    let is_style = file.ends_with(".css");
    let marks: &[&str] = if is_style {
        &["url(\""]
    } else {
        &["from \"", "from\"", "import \"", "import\""]
    };
    let named = marks.iter().flat_map(|mark| text.split(*mark).skip(1));
    let named = named.filter_map(|rest| rest.split('"').next());
    let relative = named.filter(|it| !it.starts_with('/') && !it.contains(':'));
    // A module names others with a dot before; other words only look like an import.
    let relative = relative.filter(|it| is_style || it.starts_with('.'));
    relative.map(|it| beside(file, it)).collect()
}

/// The address of what a file names by its place.
fn beside(file: &str, named: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in named.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

async fn fetch(line: &mut Line, host: SocketAddr, path: &str, packed: bool) -> Result<Vec<u8>> {
    let packed = if packed {
        "accept-encoding: gzip\r\n"
    } else {
        ""
    };
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{packed}\r\n");
    let (head, body) = line.ask(&request).await?;
    ensure!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
    Ok(body)
}

/// What came of playing.
#[derive(Default)]
pub struct Played {
    /// From writing a move to having read it on the last of its streams.
    pub seen: Vec<Duration>,
    pub moves: u64,
    /// CPU seconds of the house's process.
    pub house_cpu: f64,
    /// Bytes that streams have brought.
    pub bytes: u64,
}

/// Plays at all tables for a while.
pub async fn play(house: &HouseProcess, time: Duration) -> Result<Played> {
    let (played, bytes) = (Rc::new(RefCell::new(Played::default())), Rc::default());
    let mut seated = Vec::new();
    for (table, token) in &house.tables {
        let browser = Browser::come_in(house.address, token).await?;
        let mut streams = Vec::new();
        for _ in 0..VIEWERS {
            streams.push(browser.follow(table, &bytes).await?);
        }
        let line = Line::open(house.address).await?;
        let path = format!("/api/tables/{table}/commands");
        seated.push(Seated {
            browser,
            streams,
            line,
            path,
        });
    }
    let begin = Instant::now();
    let (warm, end) = (begin + WARM_UP, begin + WARM_UP + time);
    let tables = seated.len() as u32;
    let mut drivers = Vec::new();
    for (number, seated) in (0_u32..).zip(seated) {
        // Tables do not move in step.
        let first = begin + Duration::from_secs(1) / PACE * number / tables;
        let played = Rc::clone(&played);
        drivers.push(spawn_local(async move {
            seated.drive(first, warm..end, &played).await
        }));
    }
    tokio::time::sleep_until(warm.into()).await;
    let before = (house.cpu(), bytes.get());
    tokio::time::sleep_until(end.into()).await;
    let (house_cpu, bytes) = (house.cpu() - before.0, bytes.get() - before.1);
    for driver in drivers {
        driver.await??;
    }
    let mut played = played.take();
    (played.house_cpu, played.bytes) = (house_cpu, bytes);
    Ok(played)
}

/// A table with its player and its viewers.
struct Seated {
    browser: Browser,
    streams: Vec<Rc<Followed>>,
    line: Line,
    path: String,
}

/// What a player reads of an event.
#[derive(Deserialize)]
struct Event {
    glance: Glance,
}

#[derive(Deserialize)]
struct Glance {
    stage: String,
    waits_for: Vec<u8>,
}

impl Seated {
    /// At every moment that is due, whoever is to roll rolls.
    async fn drive(
        mut self,
        first: Instant,
        counted: std::ops::Range<Instant>,
        played: &RefCell<Played>,
    ) -> Result<()> {
        let mut ticks = tokio::time::interval_at(first.into(), Duration::from_secs(1) / PACE);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
        for count in 0_u64.. {
            ticks.tick().await;
            let event: Event = serde_json::from_str(&self.streams[0].newest.borrow())?;
            let Glance { stage, waits_for } = event.glance;
            let seat = waits_for.first().context("nobody is waited for")?;
            let body = json!({
                "stage": stage, "id": count.to_string(), "command": "roll", "seat": seat,
            });
            let request = self.browser.post(&self.path, &body.to_string());
            let sent = Instant::now();
            if sent >= counted.end {
                break;
            }
            let (head, _) = self.line.ask(&request).await?;
            ensure!(head.starts_with("HTTP/1.1 200"), "{head}");
            let mut last = sent;
            for stream in &self.streams {
                // The first event of a stream is the table as it was.
                let read = stream.wait_for(count + 2).await;
                last = last.max(read.context("an event has its moment")?);
            }
            if sent >= counted.start {
                let mut played = played.borrow_mut();
                played.moves += 1;
                played.seen.push(last - sent);
            }
        }
        Ok(())
    }
}
