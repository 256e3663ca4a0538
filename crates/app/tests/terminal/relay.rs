//! A wire between a terminal and a host that remembers what the host sent.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use flate2::read::GzDecoder;
use parlour_lan::witness::Witness;

/// What one connection has received so far.
type Page = Arc<Mutex<Vec<u8>>>;

/// Passes everything on, both ways.
pub struct Relay {
    pub port: u16,
    pages: Arc<Mutex<Vec<Page>>>,
}

impl Relay {
    /// A way to a host on this machine; the host may come and go.
    pub fn to(host: &str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let host = format!("127.0.0.1:{host}");
        let pages: Arc<Mutex<Vec<Page>>> = Arc::default();
        let all = Arc::clone(&pages);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                // Nobody there: the client is hung up and tries again.
                let Ok(upstream) = TcpStream::connect(&host) else {
                    continue;
                };
                let page = Page::default();
                all.lock().unwrap().push(Arc::clone(&page));
                let (to_host, to_client) = (upstream.try_clone(), client.try_clone());
                let (to_host, to_client) = (to_host.unwrap(), to_client.unwrap());
                thread::spawn(move || pass_on(client, to_host, None));
                thread::spawn(move || pass_on(upstream, to_client, Some(&page)));
            }
        });
        Self { port, pages }
    }

    /// Holds everything that passed against the logs in the host's folder; how
    /// many states it was.
    pub fn check(&self, home: &Path) -> usize {
        let logs = exported(home);
        let witness = Witness::new(logs);
        let pages = self.pages.lock().unwrap().clone();
        let check = |page: &Page| witness.check(&page.lock().unwrap());
        let states = pages.iter().map(check).collect::<Result<Vec<usize>, _>>();
        states.unwrap_or_else(|told| panic!("{told}")).iter().sum()
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, page: Option<&Page>) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if let Some(page) = page {
            page.lock().unwrap().extend(&bytes[..count]);
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

/// The lines of every game that a folder keeps.
fn exported(home: &Path) -> Vec<Vec<String>> {
    let parlour = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
        let output = command.args(words).env("PARLOUR_HOME", home).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{words:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let listed = parlour(&["export"]);
    let tables = listed.lines().filter_map(|line| line.split('\t').next());
    let mut logs = Vec::new();
    for table in tables {
        let file = home.join(format!("{table}.jsonl.gz"));
        parlour(&["export", table, "--output", file.to_str().unwrap()]);
        let mut text = String::new();
        let mut reader = GzDecoder::new(std::fs::File::open(&file).unwrap());
        reader.read_to_string(&mut text).unwrap();
        logs.push(text.lines().map(String::from).collect());
    }
    logs
}
