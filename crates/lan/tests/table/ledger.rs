//! Every byte that a server of these tests ever sent, for the witness: whatever a
//! test plays, its house looks through all of it at the end.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use parlour_host::journal::{Journal, MemoryJournal};
use parlour_host::wait;
use parlour_lan::witness::Witness;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What one connection has received so far.
pub type Page = Arc<Mutex<Vec<u8>>>;

/// What one server has sent. An address may be given to another server later.
pub type Chapter = Arc<Mutex<Vec<Page>>>;

static LEDGER: Mutex<BTreeMap<SocketAddr, Chapter>> = Mutex::new(BTreeMap::new());

/// A chapter for a server that was started.
pub fn new_chapter(server: SocketAddr) -> Chapter {
    let chapter = Chapter::default();
    let mut ledger = LEDGER.lock().unwrap();
    ledger.insert(server, Arc::clone(&chapter));
    chapter
}

/// A page for a new connection to a server.
pub fn new_page(server: SocketAddr) -> Page {
    let page = Page::default();
    let mut ledger = LEDGER.lock().unwrap();
    let chapter = ledger.entry(server).or_default();
    chapter.lock().unwrap().push(Arc::clone(&page));
    page
}

/// Holds everything these servers sent against the logs; how many states it was.
pub fn check(servers: &[Chapter], journal: &MemoryJournal) -> usize {
    let mut logs = Vec::new();
    for table in wait(journal.tables()).unwrap() {
        let kept = wait(journal.load(&table)).unwrap().unwrap();
        let mut lines = vec![kept.header];
        lines.extend(wait(journal.entries(&table, 1, u32::MAX)).unwrap());
        logs.push(lines);
    }
    let witness = Witness::new(logs);
    let mut states = 0;
    for server in servers {
        for page in server.lock().unwrap().iter() {
            let checked = witness.check(&page.lock().unwrap());
            states += checked.unwrap_or_else(|told| panic!("{told}"));
        }
    }
    states
}

/// A way to a server for clients that keep no ledger of their own.
pub async fn relay(server: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let page = new_page(server);
            let (mut from_client, mut to_client) = client.into_split();
            let upstream = TcpStream::connect(server).await.unwrap();
            let (mut from_server, mut to_server) = upstream.into_split();
            tokio::spawn(async move {
                let _ = tokio::io::copy(&mut from_client, &mut to_server).await;
            });
            tokio::spawn(async move {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = from_server.read(&mut bytes).await {
                    page.lock().unwrap().extend(&bytes[..count]);
                    if to_client.write_all(&bytes[..count]).await.is_err() {
                        break;
                    }
                }
            });
        }
    });
    address
}
