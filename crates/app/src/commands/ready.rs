//! `parlour ready`: asks a service on this machine whether it does its work, for
//! supervisors and containers that have no other program to ask with.

use std::env;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use crate::service::{LISTEN, listen_address};

/// How long the answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The most that is read of it.
const LONGEST: u64 = 64 << 10;

/// Whom to ask.
#[derive(Debug, Args)]
pub struct Ready {
    /// Where the service answers; what `PARLOUR_LISTEN` says, or 127.0.0.1:8080.
    #[arg(value_name = "ADDR", value_parser = listen_address)]
    address: Option<String>,
}

impl Ready {
    /// Prints what the service says; success if it is ready.
    pub fn run(self) -> Result<ExitCode> {
        let said = env::var(LISTEN).ok().filter(|it| !it.is_empty());
        let address = self.address.or(said);
        let address = address.unwrap_or_else(|| String::from("127.0.0.1:8080"));
        let (ready, words) = ask(&here(&address)).with_context(|| address.clone())?;
        io::stdout().write_all(words.as_bytes())?;
        Ok(if ready {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// Who listens everywhere listens here too.
fn here(address: &str) -> String {
    let port = |everywhere: &str| address.strip_prefix(everywhere);
    match (port("0.0.0.0:"), port("[::]:")) {
        (Some(port), _) => format!("127.0.0.1:{port}"),
        (_, Some(port)) => format!("[::1]:{port}"),
        _ => address.to_owned(),
    }
}

/// Whether the answer is yes, and its words.
fn ask(address: &str) -> Result<(bool, String)> {
    let mut found = address.to_socket_addrs()?;
    let first = found.next().context("nobody has this name")?;
    let mut stream = TcpStream::connect_timeout(&first, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(LONGEST).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, words) = answer.split_once("\r\n\r\n").context("no answer")?;
    Ok((head.starts_with("HTTP/1.1 200 "), words.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_everywhere_is_asked_here() {
        assert_eq!(here("0.0.0.0:80"), "127.0.0.1:80");
        assert_eq!(here("[::]:80"), "[::1]:80");
        assert_eq!(here("localhost:80"), "localhost:80");
    }
}
