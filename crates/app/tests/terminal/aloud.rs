//! A game with others in lines of words: one process hosts, another joins, a bot sits
//! beside them, and nobody needs to see anything.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long a line is waited for. It is only reached when something is wrong.
const PATIENCE: Duration = Duration::from_mins(3);

/// Somebody who listens and speaks.
struct Speaker {
    child: Child,
    mouth: ChildStdin,
    ears: Receiver<String>,
    /// Everything that was heard.
    heard: Vec<String>,
    /// How many cards were in hand when they were named last.
    cards: usize,
}

impl Speaker {
    fn start(home: &Path, words: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(words)
            .env("PARLOUR_HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mouth = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (tell, ears) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            mouth,
            ears,
            heard: Vec::new(),
            cards: 0,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.mouth, "{line}").unwrap();
    }

    /// The next line.
    fn hear(&mut self) -> String {
        let line = self.ears.recv_timeout(PATIENCE);
        let line = line.unwrap_or_else(|_| panic!("nothing more is said: {:#?}", self.heard));
        if let Some((_, cards)) = line.split_once(". ").filter(|_| line.starts_with("Hand,")) {
            self.cards = cards.split("; ").count();
        }
        self.heard.push(line.clone());
        line
    }

    fn until(&mut self, words: &str) -> String {
        loop {
            let line = self.hear();
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Answers what is asked until the game is over.
    fn play(&mut self) {
        loop {
            let line = self.hear();
            if line.starts_with("Your turn") {
                self.say("play 1");
            } else if line.starts_with("It strikes") {
                let all: Vec<String> = (1..=self.cards).map(|it| it.to_string()).collect();
                self.say(&format!("pay {}", all.join(" ")));
            } else if line.starts_with("Choose who goes next") {
                self.say("next Ben");
            } else if line.starts_with("You have no card") {
                self.say("yield");
                self.say("yield");
            } else if line.starts_with("The castle stands") || line.starts_with("The last King") {
                return;
            }
        }
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_with_others_is_played_in_lines_of_words() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let words = "kingslayer host --plain --port 0 --players 3 --bots 1 --level rookie --pace 0 \
                 --hints --no-browsers --name Ann";
    let words: Vec<&str> = words.split(' ').filter(|it| !it.is_empty()).collect();
    let mut ann = Speaker::start(here.path(), &words);
    ann.until("1, Ann, you, not ready; 2, a free chair; 3, Bot 1, a bot");
    ann.say("addresses");
    let port = loop {
        let line = ann.hear();
        let port = line.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
        if let Some(Ok(port)) = port {
            break port;
        }
    };
    let address = format!("127.0.0.1:{port}");
    let words = ["kingslayer", "join", "--plain", &address, "--name", "Ben"];
    let mut ben = Speaker::start(there.path(), &words);
    ben.until("2, Ben, you, not ready");
    ann.until("Ben");
    ben.say("say hello");
    ann.until("Ben says: Hello!");
    ann.say("ready");
    ben.say("ready");
    // Who begins is a matter of chance; a hint is for whoever is to decide.
    ann.until("The game begins.");
    ann.until("Ann has 6 cards");
    ann.say("hint");
    let hinted = loop {
        let line = ann.hear();
        if line.starts_with("Hint: ") {
            break true;
        }
        if line.starts_with("There is nothing to decide") {
            break false;
        }
    };
    if ann.heard.iter().any(|line| line.starts_with("Your turn")) {
        ann.say("play 1");
    }
    let ben = std::thread::spawn(move || {
        ben.play();
        ben
    });
    ann.play();
    let mut ben = ben.join().unwrap();
    if hinted {
        ann.until("One hint was given, so it is marked.");
    }
    ann.until("Say ready for another game, or quit.");
    ann.say("export");
    let file = ann.until("Written: ").replace("Written: ", "");
    let verified = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["verify", &file])
        .status()
        .unwrap();
    assert!(verified.success());
    for speaker in [&mut ben, &mut ann] {
        speaker.say("quit");
        speaker.until("Say quit again to leave.");
        speaker.say("quit");
        speaker.until("Left.");
        assert!(speaker.child.wait().unwrap().success());
    }
}
