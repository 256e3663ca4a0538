//! A service that stands in the open, with few descriptors and many who waste them.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use parlour_chat::doubles::SlackDouble;

use crate::process::{Served, parlour};

/// How long nobody waits for longer, whoever wastes connections.
const PROMISED: Duration = Duration::from_secs(1);

/// How many may be held: a tenth where the system gives the test itself too few.
fn wasted() -> (usize, usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limits = getrlimit(Resource::Nofile);
    let all = Rlimit {
        current: limits.maximum,
        maximum: limits.maximum,
    };
    let raised = setrlimit(Resource::Nofile, all).is_ok();
    let enough = limits.maximum.is_none_or(|most| most > 1400);
    if raised && enough {
        (900, 300)
    } else {
        eprintln!("with a tenth of the connections: the test itself may open too few files");
        (90, 30)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_and_idle_connections_on_256_descriptors_keep_nobody_waiting() {
    let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
    slack.add_user("U1", "Ann");
    slack.add_channel("C1", "club");
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("house.db").display());
    let command = parlour(folder.path());
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -n 256 && exec \"$@\"", "sh"])
        .arg(command.get_program())
        .args(command.get_args())
        .args(["serve", "--listen", "127.0.0.1:0", "--database", &url])
        .env("PARLOUR_HOME", folder.path())
        .env("PARLOUR_SLACK_BOT_TOKEN", "xoxb-1")
        .env("PARLOUR_SLACK_SIGNING_SECRET", "secret")
        .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
        .env_remove("PARLOUR_DATABASE_URL")
        .env_remove("PARLOUR_LISTEN");
    let served = Served::spawn(limited);
    slack.point_at(&served.url());
    let (half, idle) = wasted();
    let connect = || TcpStream::connect(served.url().trim_start_matches("http://")).unwrap();
    let mut held = Vec::new();
    for _ in 0..idle {
        held.push(connect());
    }
    for nth in 0..half {
        let mut stream = connect();
        let text = if nth % 2 == 0 {
            "POST /slack/commands HTTP/1.1\r\nhost: here\r\nconte"
        } else {
            "POST /slack/commands HTTP/1.1\r\nhost: here\r\ncontent-length: 99\r\n\r\ntoken=x"
        };
        // Whoever came long before has been sent away by now.
        let _ = stream.write_all(text.as_bytes());
        held.push(stream);
    }
    let asked = Instant::now();
    let (status, body) = served.ask("/healthz");
    let healthy = asked.elapsed();
    assert_eq!((status.as_str(), body.as_str()), ("200", "ok\n"));
    let asked = Instant::now();
    let answer = slack.ask("U1", "C1", "new").await;
    let commanded = asked.elapsed();
    assert!(answer.body.contains("is open"), "{}", answer.body);
    eprintln!("beside {half} half-sent and {idle} idle: /healthz {healthy:?}, new {commanded:?}");
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        for waited in [healthy, commanded] {
            assert!(waited <= PROMISED, "{waited:?}");
        }
    }
    // Nobody's time was up meanwhile: the newest are still held.
    let newest = held.last_mut().unwrap();
    newest.set_nonblocking(true).unwrap();
    let open = newest.read(&mut [0]);
    assert_eq!(open.unwrap_err().kind(), ErrorKind::WouldBlock);
    assert!(served.terminate().success());
}
