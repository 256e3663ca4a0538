//! What can be said, in the words a player is shown.

use super::Verb;

/// How a verb is said, and what it does.
fn line(verb: Verb) -> (&'static str, &'static str) {
    match verb {
        Verb::New => (
            "new [key=value …]",
            "opens a game here and tells its code; you are its game master. One that waits for \
             players here gives way to another of its master's; one in which nothing has happened \
             for two days, or that nobody plays any more, leaves the group to anybody's. Settings are map, \
         movement=24h, retreats=12h, builds=12h, hour=18:00, zone=Europe/Berlin, weekends=skip, \
         grace=6h, misses=2, remind=25%, bots=club, draws=any, press=none, names=hidden and the judge's choices. With an \
         hour a phase ends at that hour of the day nearest to its length",
        ),
        Verb::Join => (
            "join [CODE] [power]",
            "takes a seat; without a power one is drawn at the start, and of several, join CODE \
             France,Italy,Turkey, as far as it goes the one you like best",
        ),
        Verb::Link => (
            "link CODE",
            "makes this group a public window of the game (players and the game master)",
        ),
        Verb::Unlink => (
            "unlink [n]",
            "ends that; with a number, for another window that status lists",
        ),
        Verb::Use => (
            "use CODE",
            "says which game you speak of, if you play in several",
        ),
        Verb::Leave => ("leave", "gives your seat up before the start"),
        Verb::Start => (
            "start [bots=…]",
            "begins the game; bots=hold, random, greedy, dumb, easy, club or strong takes the \
             powers that nobody joined (game master)",
        ),
        Verb::Order => (
            "order A Vie-Bud",
            "notes an order, in private, where the word may be left out; further orders on further \
         lines or after commas, of which the good ones are noted; all hold is one",
        ),
        Verb::Anew => (
            "anew A Vie-Bud",
            "notes orders in the place of all that you have noted",
        ),
        Verb::Draft => (
            "draft [A Vie-Bud]",
            "keeps orders that you only think of, in private: they do not count. draft give gives \
             them, draft clear [unit] forgets them, draft alone shows them",
        ),
        Verb::Sandbox => (
            "sandbox [orders]",
            "tries orders of any power, in private; nobody is told. sandbox resolve shows what \
             would come of them, sandbox on goes on from there, sandbox S1901M begins at a phase \
             that was, sandbox now at the present one, sandbox clear and sandbox end forget; when \
             the game is over, sandbox advice France tells what a bot would order there",
        ),
        Verb::Touch => (
            "touch [unit]",
            "gives orders by buttons, in private: which unit, then which order",
        ),
        Verb::Orders => ("orders", "lists your pending orders"),
        Verb::Clear => ("clear [unit|all]", "takes one order back, or all"),
        Verb::Ready => (
            "ready",
            "you are done; when all are, the phase resolves early",
        ),
        Verb::Unready => ("unready", "you are not done after all"),
        Verb::Retreat => ("retreat A Mun-Ruh", "where a dislodged unit goes"),
        Verb::Disband => ("disband A Mun", "takes a unit off the board"),
        Verb::Build => ("build F Stp/nc", "builds a unit on a free home centre"),
        Verb::Waive => ("waive [n]", "does not build"),
        Verb::Map => (
            "map [province [n]|phase]",
            "a picture of the board, of a province and n steps around it, or of a phase that was \
         resolved",
        ),
        Verb::MyMap => ("mymap", "a picture with your own pending orders"),
        Verb::Status => ("status", "the phase, the deadline, who is ready"),
        Verb::History => (
            "history [phase|all]",
            "what happened; phases are written S1901M, F1901R, W1901A",
        ),
        Verb::Last => ("last", "what the last phase came to, in one answer"),
        Verb::Why => ("why UNIT [phase]", "why that unit's order ended as it did"),
        Verb::Powers => ("powers", "who plays what, with centres and units"),
        Verb::Web => (
            "web",
            "a link that makes you the same person in a browser; it opens once, within the hour",
        ),
        Verb::Notify => (
            "notify [off]",
            "tells you in a chat too what concerns your games in the browser: said there it shows \
             a word to say here in private; off ends it",
        ),
        Verb::Rules => ("rules", "the settings and rule choices of this table"),
        Verb::Draw => (
            "draw [yes|no]",
            "proposes a draw of all survivors, or votes on it in secret, which may be changed until \
         the phase ends; with draws=any also draw \
         France Italy. Bots agree from the seventh year on (1907), unless they own half of the \
         centres that win and still grow, or would not share it",
        ),
        Verb::Concede => (
            "concede yes",
            "gives the game up, for good; without the yes it asks",
        ),
        Verb::Pause => ("pause", "stops the clock (game master)"),
        Verb::Resume => (
            "resume",
            "starts it again (game master; whoever plays, where nobody has played for long)",
        ),
        Verb::Extend => (
            "extend 12h",
            "moves this deadline back, past weekends that are skipped (game master); said by a \
             player it is proposed, and extend yes or extend no votes: more than half of the \
             people who play decide",
        ),
        Verb::Deadline => (
            "deadline 2031-05-02 18:00",
            "sets this deadline, or lengths: deadline movement=48h (game master)",
        ),
        Verb::Force => (
            "force yes",
            "resolves now with what is there, which in a chat it asks about first; before its time is up nobody has missed the phase (game \
         master)",
        ),
        Verb::Replace => (
            "replace POWER @user",
            "gives a power to somebody else, or to a bot: replace France bot club; also one that \
         has conceded (game master)",
        ),
        Verb::Kick => ("kick POWER", "takes a power's player away (game master)"),
        Verb::Tell => (
            "tell France,Italy …",
            "says something to these powers alone, in private; tell all … to everybody. Who sits \
         there then reads it, and nobody else",
        ),
        Verb::Press => (
            "press [phase] [page]",
            "what was said, as far as you may read it, the last page if it has several; history \
         tells it too",
        ),
        Verb::Mute => ("mute France", "you hear nothing more of that power"),
        Verb::Unmute => ("unmute France", "you hear it again"),
        Verb::Export => (
            "export",
            "the resolved phases as a file, one record on a line",
        ),
        Verb::Coach => (
            "coach",
            "after the game: which phases cost somebody most, and what a bot would have ordered",
        ),
        Verb::Audit => (
            "audit",
            "who changed what and when, and who gave orders in phases that are over (game master)",
        ),
        Verb::Help => (
            "help [command|all]",
            "what is of use now, one line of the list, or the whole list",
        ),
    }
}

/// The help for one word, or for all; nothing if there is no such word.
pub fn help(word: Option<&str>) -> Option<String> {
    if let Some(word) = word {
        let verb = Verb::named(word.strip_prefix('/').unwrap_or(word))?;
        let (form, says) = line(verb);
        return Some(format!("{form}: {says}."));
    }
    let mut text = String::from("What can be said:\n");
    for verb in Verb::ALL {
        let (form, says) = line(*verb);
        add!(text, "• {form}: {says}\n");
    }
    text.push_str("Orders are secret until the phase resolves: send them in private.");
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_for_a_verb_begins_with_it() {
        for verb in Verb::ALL {
            let said = help(Some(verb.word())).unwrap();
            assert!(said.starts_with(verb.word()), "{said}");
        }
        assert_eq!(help(Some("/move")), help(Some("order")));
        assert_eq!(help(Some("xyzzy")), None);
    }
}
