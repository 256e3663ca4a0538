//! A way to a server that can be cut and mended.

use std::net::SocketAddr;
use std::sync::Mutex;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Carries connections to a PostgreSQL server.
pub(crate) struct Relay {
    server: String,
    here: SocketAddr,
    url: String,
    open: watch::Sender<bool>,
    listening: Mutex<Option<JoinHandle<()>>>,
}

impl Relay {
    /// Before the server of a URL `postgres://USER@HOST:PORT/NAME`.
    pub(crate) async fn before(url: &str) -> Self {
        let (scheme, rest) = url.split_once("://").unwrap();
        let (who, rest) = rest.rsplit_once('@').unwrap_or(("", rest));
        let (server, name) = rest.split_once('/').unwrap_or((rest, ""));
        let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = taken.local_addr().unwrap();
        drop(taken);
        let at = if who.is_empty() { "" } else { "@" };
        let name = name.split('?').next().unwrap();
        let relay = Self {
            server: server.to_owned(),
            here,
            url: format!("{scheme}://{who}{at}{here}/{name}"),
            open: watch::channel(true).0,
            listening: Mutex::default(),
        };
        relay.mend();
        relay
    }

    /// The same URL, by this way.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Nobody gets through, and who has is thrown out.
    pub(crate) fn cut(&self) {
        if let Some(listening) = self.listening.lock().unwrap().take() {
            listening.abort();
        }
        self.open.send_replace(false);
    }

    /// Whoever comes gets through.
    pub(crate) fn mend(&self) {
        self.open.send_replace(true);
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_reuseaddr(true).unwrap();
        socket.bind(self.here).unwrap();
        let listener = socket.listen(64).unwrap();
        let (server, open) = (self.server.clone(), self.open.subscribe());
        let listening = tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let (server, mut open) = (server.clone(), open.clone());
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(server).await else {
                        return;
                    };
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        _ = open.wait_for(|open| !open) => {}
                    }
                });
            }
        });
        *self.listening.lock().unwrap() = Some(listening);
    }
}
