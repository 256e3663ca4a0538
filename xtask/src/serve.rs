//! A server for a static folder, on loopback only: enough for a person's own
//! browser and for the tests, and nothing else.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// A request longer than this is not read to its end.
const LONGEST_REQUEST: u64 = 16 << 10;

/// Serves the folder until the program is stopped. Port 0 takes a free one.
pub fn forever(folder: &Path, port: u16) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("port {port}; choose another with --port"))?;
    let port = listener.local_addr()?.port();
    println!("serving at http://127.0.0.1:{port}/ until Ctrl-C");
    run(&listener, folder);
    Ok(())
}

/// Serves the folder from a thread of its own; returns the port.
pub fn in_background(folder: PathBuf) -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    thread::spawn(move || run(&listener, &folder));
    Ok(port)
}

fn run(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        thread::spawn(move || {
            // A browser that goes away in the middle is no matter.
            let _ = answer(&stream, &folder);
        });
    }
}

/// Answers one request. The two last headers cut the page off from all others;
/// browsers then lend it a finer clock.
fn answer(mut stream: &TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    stream.set_write_timeout(Some(Duration::from_secs(10)))?;
    let mut reader = BufReader::new(stream.take(LONGEST_REQUEST));
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        line.clear();
    }
    let (status, kind, body) = respond(&first, folder);
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Cache-Control: no-cache\r\nConnection: close\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Embedder-Policy: require-corp\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

/// The answer to a request line.
fn respond(request: &str, folder: &Path) -> (&'static str, &'static str, Vec<u8>) {
    let plain = |status, words: &str| (status, "text/plain", words.as_bytes().to_vec());
    let mut words = request.split_whitespace();
    let (Some("GET"), Some(path)) = (words.next(), words.next()) else {
        return plain("405 Method Not Allowed", "only GET\n");
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    // The folder is flat: a name with a separator in it is no file of ours.
    let is_plain = !name.contains(['/', '\\', '%']) && name != "." && name != "..";
    match fs::read(folder.join(name)) {
        Ok(body) if is_plain => ("200 OK", kind_of(name), body),
        _ => plain("404 Not Found", "there is no such page\n"),
    }
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_of_the_folder_are_served() {
        let folder = std::env::temp_dir().join(format!("xtask-serve-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).unwrap();
        fs::write(folder.join("index.html"), "home").unwrap();
        fs::write(folder.join("a.wasm"), "\0asm").unwrap();
        fs::write(folder.join("inner/b.txt"), "inner").unwrap();
        let status = |line: &str| respond(line, &folder).0;
        assert_eq!(respond("GET / HTTP/1.1", &folder).2, b"home");
        assert_eq!(
            respond("GET /a.wasm?x=1 HTTP/1.1", &folder).1,
            "application/wasm"
        );
        for line in [
            "GET /inner/b.txt HTTP/1.1",
            "GET /../Cargo.toml HTTP/1.1",
            "GET /..%2fCargo.toml HTTP/1.1",
            "GET //etc/hostname HTTP/1.1",
            "GET /.. HTTP/1.1",
            "GET /inner HTTP/1.1",
            "GET /none HTTP/1.1",
        ] {
            assert_eq!(status(line), "404 Not Found", "{line}");
        }
        assert_eq!(status("POST / HTTP/1.1"), "405 Method Not Allowed");
        assert_eq!(status(""), "405 Method Not Allowed");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_browser_gets_its_page() {
        let folder = std::env::temp_dir().join(format!("xtask-page-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), "home").unwrap();
        let port = in_background(folder.clone()).unwrap();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        write!(stream, "GET / HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{text}");
        assert!(text.ends_with("\r\n\r\nhome"), "{text}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
