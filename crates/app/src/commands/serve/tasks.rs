//! The tasks of a service, and what becomes of it should one of them end.
//!
//! None of them ends by itself. Should one, the service is better gone than half
//! deaf: it says so and ends, and whoever watches over it starts it again.

use std::future::Future;
use std::io;

use anyhow::{Context, Result, anyhow};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinHandle};

/// They are told to stop by a word; a runtime that ends takes them along.
pub struct Tasks {
    /// Slack and Telegram.
    pub chats: JoinHandle<()>,
    /// Bots that are looked after.
    pub bots: JoinHandle<()>,
    /// Deadlines, and other replicas.
    pub clock: JoinHandle<()>,
    /// What is asked over HTTP.
    pub http: JoinHandle<io::Result<()>>,
}

impl Tasks {
    /// Waits until the service is asked to stop. An error if a task ends before.
    pub async fn watch(&mut self, asked: impl Future<Output = Result<()>>) -> Result<()> {
        tokio::select! {
            asked = asked => asked,
            ended = &mut self.chats => Err(broken("the chats have stopped", ended)),
            ended = &mut self.bots => Err(broken("the bots have stopped", ended)),
            ended = &mut self.clock => Err(broken("the clock has stopped", ended)),
            ended = &mut self.http => Err(match ended {
                Ok(Err(error)) => anyhow::Error::from(error).context("the server has stopped"),
                ended => broken("the server has stopped", ended),
            }),
        }
    }

    /// Ends them all: what is being answered or stored is brought to its end first.
    pub async fn stop(self, stop: &watch::Sender<bool>) -> Result<()> {
        let _ = stop.send(true);
        self.http
            .await
            .context("the server broke")?
            .context("the server broke")?;
        self.clock.await.context("the clock broke")?;
        self.bots.abort();
        self.chats.abort();
        Ok(())
    }
}

/// Why a task that should go on has ended.
fn broken<T>(what: &'static str, ended: Result<T, JoinError>) -> anyhow::Error {
    match ended {
        Ok(_) => anyhow!(what),
        Err(fault) => anyhow::Error::from(fault).context(what),
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    fn tasks() -> Tasks {
        Tasks {
            chats: tokio::spawn(pending()),
            bots: tokio::spawn(pending()),
            clock: tokio::spawn(pending()),
            http: tokio::spawn(pending()),
        }
    }

    #[tokio::test]
    async fn a_service_whose_chats_break_says_so_and_ends() {
        let mut ended = tasks();
        ended.chats = tokio::spawn(async {});
        let error = ended.watch(pending()).await.unwrap_err();
        assert_eq!(format!("{error:#}"), "the chats have stopped");
        let mut panicked = tasks();
        panicked.chats = tokio::spawn(async { panic!("a fault of ours") });
        let error = panicked.watch(pending()).await.unwrap_err();
        let words = format!("{error:#}");
        assert!(words.starts_with("the chats have stopped: "), "{words}");
        assert!(words.contains("a fault of ours"), "{words}");
    }

    #[tokio::test]
    async fn so_does_one_without_its_clock_its_bots_or_its_server() {
        let mut clock = tasks();
        clock.clock = tokio::spawn(async {});
        let mut bots = tasks();
        bots.bots = tokio::spawn(async {});
        let mut http = tasks();
        http.http = tokio::spawn(async { Err(io::Error::other("no more sockets")) });
        for (mut tasks, words) in [
            (clock, "the clock has stopped"),
            (bots, "the bots have stopped"),
            (http, "the server has stopped: no more sockets"),
        ] {
            let error = tasks.watch(pending()).await.unwrap_err();
            assert_eq!(format!("{error:#}"), words);
        }
    }

    #[tokio::test]
    async fn whoever_asks_it_to_stop_is_heard() {
        tasks().watch(async { Ok(()) }).await.unwrap();
    }
}
