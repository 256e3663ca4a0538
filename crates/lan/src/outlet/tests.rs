use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::*;

/// An outlet whose task is at work, that task, and the other side of the socket.
async fn connection() -> (Outlet, JoinHandle<()>, TcpStream) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (near, far) = tokio::join!(listener.accept(), TcpStream::connect(address));
    let (_, writer) = near.unwrap().0.into_split();
    let (outlet, waiting) = Outlet::new();
    outlet.send("before the task\n");
    let task = tokio::spawn(waiting.write(writer));
    while !outlet.0.0.queue().lines.is_empty() {
        tokio::task::yield_now().await;
    }
    (outlet, task, far.unwrap())
}

async fn read_all(mut far: TcpStream) -> Vec<String> {
    let mut bytes = Vec::new();
    far.read_to_end(&mut bytes).await.unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.ends_with('\n'), "the last line is whole");
    text.lines().map(str::to_owned).collect()
}

/// A line of a kilobyte that begins with its number.
fn long_line(number: usize) -> String {
    format!("{number:1023}\n")
}

/// Sends lines until some of them wait, as many as the socket takes and more; how
/// many.
fn fill(outlet: &Outlet) -> usize {
    let waits = || !outlet.0.0.queue().lines.is_empty();
    let mut sent = 0;
    while !waits() || sent % 100 > 0 {
        assert!(outlet.send(long_line(sent)), "there is room for {sent}");
        sent += 1;
    }
    sent
}

fn check_numbers(lines: &[String], count: usize) {
    let numbers: Vec<usize> = lines.iter().map(|it| it.trim().parse().unwrap()).collect();
    assert_eq!(numbers, (0..count).collect::<Vec<_>>());
}

#[tokio::test]
async fn lines_arrive_in_order_whether_they_waited_or_not() {
    let (outlet, task, far) = connection().await;
    let sent = fill(&outlet);
    let reader = tokio::spawn(read_all(far));
    for number in sent..sent + 2000 {
        assert!(outlet.send(long_line(number)));
        // Some go by the task, some at once.
        if number % 7 == 0 {
            tokio::task::yield_now().await;
        }
        while outlet.0.0.queue().bytes > MOST_WAITING / 2 {
            tokio::task::yield_now().await;
        }
    }
    drop(outlet);
    let lines = reader.await.unwrap();
    assert_eq!(lines[0], "before the task");
    check_numbers(&lines[1..], sent + 2000);
    task.await.unwrap();
}

#[tokio::test]
async fn nothing_follows_the_last_line() {
    for filled in [false, true] {
        let (outlet, task, far) = connection().await;
        let sent = if filled { fill(&outlet) } else { 0 };
        outlet.clone().send_last("last\n");
        assert!(!outlet.send("one more\n"));
        outlet.standing().until_hung_up().await;
        let lines = read_all(far).await;
        assert_eq!(lines.last().unwrap(), "last");
        check_numbers(&lines[1..lines.len() - 1], sent);
        // The outlet is still there, but the task is done.
        task.await.unwrap();
    }
}

#[tokio::test]
async fn who_does_not_read_is_hung_up_at_the_bound() {
    let (outlet, task, far) = connection().await;
    let mut sent = fill(&outlet);
    while outlet.send(long_line(sent)) {
        sent += 1;
        assert!(outlet.0.0.queue().bytes <= MOST_WAITING);
    }
    assert!(outlet.0.0.queue().bytes > MOST_WAITING - 1024);
    outlet.standing().until_hung_up().await;
    assert!(!outlet.send("short\n"), "there would be a gap before it");
    // What was waiting is sent all the same.
    let lines = read_all(far).await;
    check_numbers(&lines[1..], sent);
    task.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn who_takes_no_line_for_ten_seconds_is_given_up() {
    let (outlet, task, far) = connection().await;
    fill(&outlet);
    let begun = Instant::now();
    task.await.unwrap();
    assert!(begun.elapsed() >= SLOWEST_WRITE);
    assert!(!outlet.send("nobody there\n"));
    assert!(outlet.0.0.queue().socket.is_none(), "the socket is closed");
    drop(far);
}

#[tokio::test]
async fn a_broken_connection_ends_the_task() {
    let (outlet, task, mut far) = connection().await;
    far.shutdown().await.unwrap();
    drop(far);
    // The system may take a line or two before it knows.
    while outlet.send("anybody?\n") {
        tokio::task::yield_now().await;
    }
    task.await.unwrap();
}
