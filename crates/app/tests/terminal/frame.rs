//! The home screen in a real terminal, and how it is left.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::pty::{CTRL_C, DOWN, ENTER, ESC, Pty, UP};

fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn the_menu_is_walked_through_and_left() {
    let home = home();
    let mut pty = Pty::start(home.path(), &[]);
    pty.wait_for("Parlour");
    pty.wait_for("> ");
    pty.send(UP);
    pty.wait_for("> Quit");
    pty.send(UP);
    pty.wait_for("> Help");
    pty.send(ENTER);
    pty.wait_for("quit from anywhere");
    pty.send("x");
    pty.wait_for("> Help");
    pty.send(UP);
    pty.wait_for("> Settings");
    pty.send(ENTER);
    pty.wait_for("Your name");
    pty.send(ESC);
    pty.wait_for("> Settings");
    pty.send(DOWN);
    pty.send(DOWN);
    pty.wait_for("> Quit");
    pty.leave(ENTER);
    pty.assert_given_back();
}

#[test]
fn a_name_is_kept_for_the_next_time() {
    let home = home();
    let mut pty = Pty::start(home.path(), &[]);
    pty.wait_for("Quit");
    pty.send("k");
    pty.wait_for("> Quit");
    pty.send("kk");
    pty.wait_for("> Settings");
    pty.send("\r1");
    pty.wait_for("Player_");
    pty.send("\x7f\x7f\x7f\x7f\x7f\x7fAda\r");
    pty.wait_for("Ada");
    pty.send("\x1b");
    pty.wait_for("> Settings");
    pty.leave("q");

    let kept = std::fs::read_to_string(home.path().join("settings.toml")).unwrap();
    assert!(kept.contains("name = \"Ada\""), "{kept}");
    let mut pty = Pty::start(home.path(), &[]);
    pty.wait_for("Quit");
    pty.send("kkk");
    pty.wait_for("> Settings");
    pty.send(ENTER);
    pty.wait_for("Ada");
}

#[test]
fn the_mouse_opens_and_the_window_may_change_its_size() {
    let home = home();
    let mut pty = Pty::start(home.path(), &[]);
    pty.click_on("Settings");
    pty.wait_for("Your name");
    pty.resize(60, 20);
    pty.wait_for("This terminal is too small");
    pty.wait_for("Now it has 60 x 20");
    pty.resize(100, 40);
    pty.wait_for("Your name");
    pty.wait_for_no("too small");
}

#[test]
fn ctrl_c_gives_the_terminal_back() {
    let home = home();
    let mut pty = Pty::start(home.path(), &[]);
    pty.wait_for("Parlour");
    pty.leave(CTRL_C);
    pty.assert_given_back();
}

#[test]
fn a_signal_gives_the_terminal_back() {
    for signal in ["-INT", "-TERM"] {
        let home = home();
        let mut pty = Pty::start(home.path(), &[]);
        pty.wait_for("Parlour");
        // The shell has a `kill` of its own, where the program is not installed.
        let line = format!("kill {signal} {}", pty.process());
        let sent = Command::new("sh").args(["-c", &line]).status();
        assert!(sent.unwrap().success());
        pty.wait_for_end();
        pty.assert_given_back();
    }
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_told() {
    for entry in ["Fall over at once", "Fall over in a thread"] {
        let home = home();
        let mut pty = Pty::start(home.path(), &["--with-test-games"]);
        pty.click_on(entry);
        assert_eq!(pty.wait_for_end().exit_code(), 101, "{entry}");
        pty.assert_given_back();
        pty.wait_for("fell over on purpose");
        let log = std::fs::read_to_string(home.path().join("parlour.log")).unwrap();
        assert!(log.contains("fell over on purpose"), "{log}");
    }
}

/// Something else has written over the screen: Ctrl-L draws all of it again.
#[test]
fn ctrl_l_draws_the_screen_anew() {
    let home = home();
    let mut pty = Pty::start(home.path(), &[]);
    pty.wait_for("Quit");
    let before = pty.answered();
    pty.scribble("somebody else was here");
    assert_ne!(pty.text(), before);
    assert_eq!(pty.answered(), before);
    pty.leave("q");
}

#[test]
fn colours_can_be_switched_off() {
    let home = home();
    let pty = Pty::start(home.path(), &[]);
    pty.wait_for("Quit");
    assert!(pty.is_coloured());
    let pty = Pty::start(home.path(), &["--no-color"]);
    pty.wait_for("Quit");
    assert!(!pty.is_coloured());
    let pty = Pty::start_with(home.path(), &[], &[("NO_COLOR", "1")], (80, 24));
    pty.wait_for("Quit");
    assert!(!pty.is_coloured());
}

/// A blocked process uses no processor time at all, however busy the machine is.
#[cfg(target_os = "linux")]
#[test]
fn an_idle_screen_uses_no_processor_time() {
    let home = home();
    let pty = Pty::start(home.path(), &[]);
    pty.wait_for("Quit");
    pty.assert_idle();
}

#[test]
fn without_a_terminal_it_says_so() {
    let home = home();
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .env("PARLOUR_HOME", home.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("need a terminal"), "{words}");
}

#[test]
fn a_broken_settings_file_is_named_with_its_line() {
    let home = home();
    std::fs::write(
        home.path().join("settings.toml"),
        "name = \"Ada\"\ncolour = 3\n",
    )
    .unwrap();
    let mut pty = Pty::start(home.path(), &[]);
    assert_eq!(pty.wait_for_end().exit_code(), 1);
    pty.wait_for("settings.toml");
    pty.wait_for("line 2");
    pty.assert_given_back();
}

#[test]
fn the_house_is_open_in_a_browser_for_as_long_as_the_home_screen_is() {
    let home = home();
    // Without a path there is no browser to be opened: the link is read.
    let mut pty = Pty::start_with(home.path(), &[], &[("PATH", "")], (100, 30));
    pty.wait_for("Quit");
    pty.send(UP);
    pty.wait_for("> Quit");
    for _ in 0..3 {
        pty.send(UP);
    }
    pty.wait_for("> In the browser");
    pty.send(ENTER);
    pty.wait_for("/join#");
    let text = pty.text();
    let (_, rest) = text.split_once("http://").expect("a link");
    let (address, _) = rest.split_once('/').expect("an address");
    let healthy = || {
        let mut stream = TcpStream::connect(address)?;
        let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        std::io::Result::Ok(answer.starts_with("HTTP/1.1 200"))
    };
    assert!(healthy().expect("it answers"));
    pty.send("x");
    pty.wait_for("> In the browser");
    // Asked for again, it is the same one.
    pty.send(ENTER);
    pty.wait_for(address);
    pty.send("x");
    pty.wait_for("> In the browser");
    pty.leave("q");
    let patience = Instant::now() + Duration::from_mins(2);
    while healthy().is_ok() {
        assert!(
            Instant::now() < patience,
            "it is open though nobody is here"
        );
    }
}
