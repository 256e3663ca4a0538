//! What can be said, in the words a player is shown.

/// One line of help for every word, in the order a game is lived.
const LINES: &[(&str, &str, &str)] = &[
    (
        "new",
        "new [key=value …]",
        "opens a game here and tells its code; you are its game master. Settings are map, \
         movement=24h, retreats=12h, builds=12h, hour=18:00, zone=Europe/Berlin, weekends=skip, \
         grace=6h, misses=2, remind=25%, bots=greedy, draws=any, press=none, names=hidden and the judge's choices. With an \
         hour a phase ends at that hour of the day nearest to its length",
    ),
    (
        "join",
        "join [CODE] [power]",
        "takes a seat; without a power one is drawn at the start",
    ),
    (
        "link",
        "link CODE",
        "makes this group a public window of the game (players and the game master)",
    ),
    (
        "unlink",
        "unlink [n]",
        "ends that; with a number, for another window that status lists",
    ),
    (
        "use",
        "use CODE",
        "says which game you speak of, if you play in several",
    ),
    ("leave", "leave", "gives your seat up before the start"),
    (
        "start",
        "start [bots=…]",
        "begins the game; bots=hold, random or greedy takes the powers that nobody joined (game \
         master)",
    ),
    (
        "order",
        "order A Vie-Bud",
        "notes an order, in private, where the word may be left out; further orders on further \
         lines or after commas, of which the good ones are noted; all hold is one",
    ),
    (
        "anew",
        "anew A Vie-Bud",
        "notes orders in the place of all that you have noted",
    ),
    ("orders", "orders", "lists your pending orders"),
    ("clear", "clear [unit|all]", "takes one order back, or all"),
    (
        "ready",
        "ready",
        "you are done; when all are, the phase resolves early",
    ),
    ("unready", "unready", "you are not done after all"),
    (
        "retreat",
        "retreat A Mun-Ruh",
        "where a dislodged unit goes",
    ),
    ("disband", "disband A Mun", "takes a unit off the board"),
    (
        "build",
        "build F Stp/nc",
        "builds a unit on a free home centre",
    ),
    ("waive", "waive [n]", "does not build"),
    (
        "map",
        "map [province [n]|phase]",
        "a picture of the board, of a province and n steps around it, or of a phase that was \
         resolved",
    ),
    ("mymap", "mymap", "a picture with your own pending orders"),
    ("status", "status", "the phase, the deadline, who is ready"),
    (
        "history",
        "history [phase|all]",
        "what happened; phases are written S1901M, F1901R, W1901A",
    ),
    ("last", "last", "what the last phase came to, in one answer"),
    (
        "why",
        "why UNIT [phase]",
        "why that unit's order ended as it did",
    ),
    ("powers", "powers", "who plays what, with centres and units"),
    (
        "web",
        "web",
        "a link that makes you the same person in a browser; it opens once, within the hour",
    ),
    (
        "rules",
        "rules",
        "the settings and rule choices of this table",
    ),
    (
        "draw",
        "draw [yes|no]",
        "proposes a draw of all survivors, or votes on it in secret, which may be changed until \
         the phase ends; with draws=any also draw \
         France Italy. Bots agree from the seventh year on (1907), unless they own half of the \
         centres that win or would not share it",
    ),
    (
        "concede",
        "concede yes",
        "gives the game up, for good; without the yes it asks",
    ),
    ("pause", "pause", "stops the clock (game master)"),
    ("resume", "resume", "starts it again (game master)"),
    (
        "extend",
        "extend 12h",
        "moves this deadline back, past weekends that are skipped (game master)",
    ),
    (
        "deadline",
        "deadline 2031-05-02 18:00",
        "sets this deadline, or lengths: deadline movement=48h (game master)",
    ),
    (
        "force",
        "force",
        "resolves now with what is there; before its time is up nobody has missed the phase (game \
         master)",
    ),
    (
        "replace",
        "replace POWER @user",
        "gives a power to somebody else, or to a bot: replace France bot greedy; also one that \
         has conceded (game master)",
    ),
    (
        "kick",
        "kick POWER",
        "takes a power's player away (game master)",
    ),
    (
        "tell",
        "tell France,Italy …",
        "says something to these powers alone, in private; tell all … to everybody. Who sits \
         there then reads it, and nobody else",
    ),
    (
        "press",
        "press [phase]",
        "what was said, as far as you may read it; history tells it too",
    ),
    ("mute", "mute France", "you hear nothing more of that power"),
    ("unmute", "unmute France", "you hear it again"),
    (
        "export",
        "export",
        "the resolved phases as a file, one record on a line",
    ),
    (
        "audit",
        "audit",
        "who changed what and when, and who gave orders in phases that are over (game master)",
    ),
    (
        "help",
        "help [command|all]",
        "what is of use now, one line of the list, or the whole list",
    ),
];

/// The help for one word, or for all; nothing if there is no such word.
pub fn help(word: Option<&str>) -> Option<String> {
    if let Some(word) = word {
        let word = word.strip_prefix('/').unwrap_or(word);
        let word = if word == "move" { "order" } else { word };
        let line = LINES.iter().find(|(verb, _, _)| *verb == word);
        return line.map(|(_, form, says)| format!("{form}: {says}."));
    }
    let mut text = String::from("What can be said:\n");
    for (_, form, says) in LINES {
        text.push_str("• ");
        text.push_str(form);
        text.push_str(": ");
        text.push_str(says);
        text.push('\n');
    }
    text.push_str("Orders are secret until the phase resolves: send them in private.");
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::VERBS;

    #[test]
    fn every_word_has_its_line() {
        for (verb, name) in VERBS {
            assert!(LINES.iter().any(|(known, _, _)| known == name), "{verb}");
        }
        assert_eq!(LINES.len(), VERBS.len() - 1, "only `move` shares a line");
    }
}
