//! A running `parlour serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// The binary, with a home of its own: the one that was built beside this test, or the one
/// that `PARLOUR_TEST_PROGRAM` names, so that an optimised one can be measured.
pub(crate) fn parlour(home: &Path) -> Command {
    let built = std::env::var_os("PARLOUR_TEST_PROGRAM");
    let built = built.unwrap_or_else(|| env!("CARGO_BIN_EXE_parlour").into());
    let mut command = Command::new(built);
    command
        .env("PARLOUR_HOME", home)
        .env_remove("PARLOUR_DATABASE_URL")
        .env_remove("PARLOUR_LISTEN")
        .arg("--with-test-games");
    command
}

/// The process; it is killed when this is dropped.
pub(crate) struct Served {
    child: Child,
    address: String,
}

impl Served {
    /// Serves a database at a port of the system's choice.
    pub(crate) fn start(url: &str, home: &Path) -> Self {
        let mut command = parlour(home);
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", url]);
        Self::spawn(command)
    }

    /// Waits until the process says where it is.
    pub(crate) fn spawn(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("serving on http://");
        let address = address
            .unwrap_or_else(|| panic!("it said {line:?}"))
            .to_owned();
        Self { child, address }
    }

    /// Its number among the processes of the machine.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Where it answers.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Status and body of an answer.
    pub(crate) fn ask(&self, path: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap();
        (status.to_owned(), body.to_owned())
    }

    /// SIGTERM, and how it ended.
    pub(crate) fn terminate(mut self) -> ExitStatus {
        // The shell has a `kill` of its own, where the program is not installed.
        let line = format!("kill -TERM {}", self.child.id());
        let sent = Command::new("sh").args(["-c", &line]).status();
        assert!(sent.unwrap().success());
        self.child.wait().unwrap()
    }

    /// SIGKILL.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server that `cargo xtask test` has started; nothing if it has said that
/// there is none.
pub(crate) fn postgres() -> Option<String> {
    let server = std::env::var("PARLOUR_TEST_POSTGRES").unwrap_or_else(|_| {
        panic!(
            "this test needs a PostgreSQL server; run it by \
             `cargo xtask postgres cargo test -p parlour-app --test service`"
        )
    });
    // Listed as not run by `cargo xtask test`.
    (server != "absent").then_some(server)
}
