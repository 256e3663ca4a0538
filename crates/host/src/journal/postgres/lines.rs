//! Lines to the server: a few connections, made when needed, thrown away when
//! they break. Whatever was asked over a broken one is asked again over a new
//! one, for a while.

use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::journal::JournalError;
use crate::locked;

/// How many connections there are at most.
const MOST: usize = 8;

/// How long somebody who asks is kept waiting while the server is away.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a connection may take to be made, and a statement to be answered.
const ANSWER: Duration = Duration::from_secs(5);

/// A future on a connection.
pub(super) type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T, Trouble>> + Send + 'a>>;

/// Something to do on a connection. The flag says that it was tried before, and
/// that nobody knows what came of it.
pub(super) type Act<D, T> = for<'a> fn(&'a mut PgConnection, &'a D, bool) -> Doing<'a, T>;

/// Why something was not done.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The connection is lost, or another came first: again may help.
    Lost(String),
    /// Again does not help.
    Fault(JournalError),
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        let words = error.to_string();
        let lost = match &error {
            sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => true,
            // The server goes down or comes up, is full, or broke a tie.
            sqlx::Error::Database(error) => error.code().is_some_and(|code| {
                code.starts_with("08")
                    || code.starts_with("40")
                    || code.starts_with("57P")
                    || code == "53300"
            }),
            _ => false,
        };
        if lost {
            Self::Lost(words)
        } else {
            Self::Fault(JournalError::Unreachable(words))
        }
    }
}

impl From<JournalError> for Trouble {
    fn from(error: JournalError) -> Self {
        Self::Fault(error)
    }
}

/// The connections.
#[derive(Debug)]
pub(super) struct Lines {
    options: PgConnectOptions,
    idle: Mutex<Vec<PgConnection>>,
    free: Semaphore,
}

impl Lines {
    pub fn new(options: PgConnectOptions) -> Self {
        Self {
            options,
            idle: Mutex::default(),
            free: Semaphore::new(MOST),
        }
    }

    /// Does something, again and again while the server is away.
    pub async fn ask<D: Sync, T>(&self, data: &D, act: Act<D, T>) -> Result<T, JournalError> {
        let end = Instant::now() + PATIENCE;
        let mut pause = Duration::from_millis(20);
        let mut again = false;
        loop {
            match timeout_at(end, self.attempt(data, act, again)).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(Trouble::Fault(error))) => return Err(error),
                Ok(Err(Trouble::Lost(words))) if Instant::now() + pause >= end => {
                    return Err(JournalError::Unreachable(words));
                }
                Ok(Err(Trouble::Lost(_))) => {}
                Err(_) => return Err(JournalError::Unreachable("no answer".to_owned())),
            }
            again = true;
            sleep(pause).await;
            pause = (pause * 2).min(Duration::from_millis(500));
        }
    }

    async fn attempt<D, T>(&self, data: &D, act: Act<D, T>, again: bool) -> Result<T, Trouble> {
        let _permit = self.free.acquire().await;
        let idle = locked(&self.idle).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let answer = timeout(ANSWER, act(&mut connection, data, again))
            .await
            .unwrap_or_else(|_| Err(Trouble::Lost("no answer".to_owned())));
        let mut idle = locked(&self.idle);
        if matches!(answer, Err(Trouble::Lost(_))) {
            // The others are as old: they are probably lost too.
            idle.clear();
        } else {
            idle.push(connection);
        }
        answer
    }

    async fn connect(&self) -> Result<PgConnection, Trouble> {
        match timeout(ANSWER, self.options.connect()).await {
            Ok(connected) => Ok(connected?),
            Err(_) => Err(Trouble::Lost("no connection".to_owned())),
        }
    }
}
