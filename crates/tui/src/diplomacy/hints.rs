//! What may be done next, for whoever has not read anything.

use parlour_room::local::Course;

/// Hints for the game master.
pub(super) fn for_master(course: Course) -> &'static [&'static str] {
    match course {
        Course::Nothing => &[
            "Seven powers, secret orders, all move at once. Play any of them here; bots play the \
             rest.",
            "",
            "new bots=greedy  opens a game",
            "help             lists all words",
            "F1               lists all keys",
        ],
        Course::Open => &[
            "Take the seats you want to play, then begin:",
            "",
            "/as England      takes England",
            "/as gm           is the master again",
            "start            begins; bots take the rest if the settings say so",
            "help new         what can be agreed",
        ],
        Course::Running => &[
            "You are the game master, and speak aloud.",
            "",
            "/as England      speaks for England, in private",
            "Tab              the next power played here",
            "status, powers   how things stand",
            "history, why A Vie  what has happened",
            "force            resolves now",
            "F2               shows the map",
        ],
        Course::Over => &[
            "The game is over.",
            "",
            "history          lists its phases",
            "export           writes its records",
            "new bots=greedy  opens another",
        ],
    }
}

/// Hints for a power, with an order that it might give, if it is asked for one.
pub(super) fn for_power(course: Course, example: Option<&str>) -> Vec<String> {
    match (course, example) {
        (Course::Running, Some(order)) => vec![
            format!("{:<17} notes an order", format!("order {order}")),
            String::from(";                 parts several in one line"),
            String::from("orders, mymap     your orders so far"),
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
            String::from("/as France        takes one more"),
            String::from("start             begins the game"),
        ],
    }
}
