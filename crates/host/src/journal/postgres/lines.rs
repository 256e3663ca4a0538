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

use super::trouble::Trouble;
use crate::journal::JournalError;
use crate::locked;

/// How many connections there are at most.
const MOST: usize = 8;

/// How long somebody who asks is kept waiting while the server is away.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a connection may take to be made, and a statement to be answered.
const ANSWER: Duration = Duration::from_secs(5);

/// How long a server may take to be reached at first: whoever has named the wrong one
/// hears of it soon.
const OPENING: Duration = Duration::from_millis(2500);

/// How long the tables of a database may take to be made, or brought from an older
/// version to the present one: many rows need their time.
const PREPARATION: Duration = Duration::from_hours(1);

/// A future on a connection.
pub(super) type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T, Trouble>> + Send + 'a>>;

/// Something to do on a connection. The flag says that it was tried before, and
/// that nobody knows what came of it.
pub(super) type Act<D, T> = for<'a> fn(&'a mut PgConnection, &'a D, bool) -> Doing<'a, T>;

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
        self.ask_for(data, act, ANSWER).await
    }

    /// The same for what comes before everything else, and may take long.
    pub async fn prepare<D: Sync, T>(&self, data: &D, act: Act<D, T>) -> Result<T, JournalError> {
        self.reach().await?;
        self.ask_for(data, act, PREPARATION).await
    }

    /// Makes the first connection. A server that is about to come up has a moment.
    async fn reach(&self) -> Result<(), JournalError> {
        let end = Instant::now() + OPENING;
        let mut pause = Duration::from_millis(100);
        let mut why = String::from("no answer");
        loop {
            match timeout_at(end, self.connect()).await {
                Ok(Ok(connection)) => {
                    locked(&self.idle).push(connection);
                    return Ok(());
                }
                Ok(Err(Trouble::Fault(error))) => return Err(error),
                Ok(Err(Trouble::Lost(words))) => why = words,
                Err(_) => return Err(JournalError::Unreachable(why)),
            }
            if Instant::now() + pause >= end {
                return Err(JournalError::Unreachable(why));
            }
            sleep(pause).await;
            pause *= 2;
        }
    }

    async fn ask_for<D: Sync, T>(
        &self,
        data: &D,
        act: Act<D, T>,
        answer: Duration,
    ) -> Result<T, JournalError> {
        let begun = Instant::now();
        let (last_attempt, end) = (begun + PATIENCE, begun + PATIENCE.max(answer));
        let mut pause = Duration::from_millis(20);
        let mut again = false;
        loop {
            match timeout_at(end, self.attempt(data, act, again, answer)).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(Trouble::Fault(error))) => return Err(error),
                Ok(Err(Trouble::Lost(words))) if Instant::now() + pause >= last_attempt => {
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

    async fn attempt<D, T>(
        &self,
        data: &D,
        act: Act<D, T>,
        again: bool,
        patience: Duration,
    ) -> Result<T, Trouble> {
        let _permit = self.free.acquire().await;
        let idle = locked(&self.idle).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let answer = timeout(patience, act(&mut connection, data, again))
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
