//! What may be done next, for whoever has not read anything.

use parlour_room::local::Course;

/// A power that is played here: England where there is one.
fn known(powers: &[String], wished: &str) -> String {
    let found = powers.iter().find(|it| it.eq_ignore_ascii_case(wished));
    let name = found.or_else(|| powers.first());
    let name = name.map_or(wished, String::as_str).to_lowercase();
    let mut letters = name.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// A word and what it does.
fn says(word: &str, what: &str) -> String {
    format!("{word:<16} {what}")
}

/// Hints for the game master at a table of these powers.
pub(super) fn for_master(course: Course, powers: &[String]) -> Vec<String> {
    let take = format!("/as {}", known(powers, "England"));
    match course {
        Course::Nothing => vec![
            String::from(
                "Seven powers, secret orders, all move at once. Play any of them here; bots play \
                 the rest.",
            ),
            String::new(),
            says("new bots=greedy", "opens a game"),
            says("help", "lists all words"),
            says("F1", "lists all keys"),
        ],
        Course::Open => vec![
            String::from("Take the seats you want to play, then begin:"),
            String::new(),
            says(&take, &format!("takes {}", &take[4..])),
            says("/as gm", "is the master again"),
            says("start", "begins; bots take the rest if the settings say so"),
            says("help new", "what can be agreed"),
        ],
        Course::Running => vec![
            String::from("You are the game master, and speak aloud."),
            String::new(),
            says(&take, &format!("speaks for {}, in private", &take[4..])),
            says("Tab", "the next power played here"),
            says("status, powers", "how things stand"),
            says("history, last", "what has happened"),
            says("force", "resolves now"),
            says("F2", "shows the map"),
        ],
        Course::Over => vec![
            String::from("The game is over."),
            String::new(),
            says("history", "lists its phases"),
            says("export", "writes its records"),
            says("new bots=greedy", "opens another"),
        ],
    }
}

/// Hints for a power, with an order that it might give, if it is asked for one.
pub(super) fn for_power(course: Course, example: Option<&str>, powers: &[String]) -> Vec<String> {
    match (course, example) {
        (Course::Running, Some(order)) => vec![
            format!("{:<17} notes an order", format!("order {order}")),
            String::from(";                 parts several in one line"),
            String::from("orders, mymap     your orders so far"),
            String::from("draft, sandbox    orders you think of, or try"),
            String::from("ready             you are done"),
        ],
        (Course::Running, None) => vec![
            String::from("Nothing is asked of you in this phase."),
            String::new(),
            String::from("status            how things stand"),
            String::from("Tab               the next power played here"),
        ],
        (Course::Over, _) => Vec::new(),
        (Course::Nothing, _) => vec![String::from("new bots=greedy   opens a game")],
        (Course::Open, _) => vec![
            String::from("The seat is yours."),
            String::new(),
            format!(
                "{:<17} takes one more",
                format!("/as {}", known(powers, "France"))
            ),
            String::from("start             begins the game"),
        ],
    }
}
