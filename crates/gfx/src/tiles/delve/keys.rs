//! The keys of Delve at the window, and what is asked between a key and a
//! command: a letter of the pack, a direction, a place to aim at.

use parlour_delve::{Command, Direction, Fog, Ground, Point, View};
use parlour_rogue::Key;

/// What the next key is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A command.
    Walk,
    /// A letter of the pack, to use.
    Use,
    /// A letter of the pack, to drop.
    Drop,
    /// The direction of a door to shut.
    Close,
    /// A place: to look at, to shoot at, or to use an item on.
    Aim(Aim, Point),
    /// Anything: a page is read.
    Reading(Reading),
}

/// What a place is pointed at for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    Look,
    Fire,
    Item(char),
}

/// Pages that lie over the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Keys,
    Sheet,
    Log,
}

/// What a key came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Another mode, or nothing.
    Nothing,
    /// Something to be done.
    Command(Command),
    /// The game is left as it stands.
    Leave,
}

/// Every key with what it does, as the page of keys shows them.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("arrows, hjkl yubn", "walk; into somebody to strike"),
    ("click", "walk there"),
    (".", "wait a turn"),
    ("o", "explore"),
    ("R", "rest until healed"),
    ("g", "take what lies here"),
    ("a", "use something of the pack (or i)"),
    ("d", "drop something"),
    ("f", "shoot: move the mark, Enter shoots"),
    ("c", "close a door"),
    (">", "to the stairs down, and down"),
    ("<", "to the stairs up, and up"),
    ("x", "look around"),
    ("@", "who you are"),
    ("m", "what was said"),
    ("?", "these keys"),
    ("q", "leave; the game is kept"),
];

/// The key in each pair of braces of a hint.
pub(super) fn with_keys(hint: &str) -> String {
    const NAMES: &[(&str, &str)] = &[
        ("{walk}", "the arrows"),
        ("{explore}", "o"),
        ("{help}", "?"),
        ("{wait}", "."),
        ("{fire}", "f"),
        ("{use}", "a"),
        ("{rest}", "R"),
        ("{take}", "g"),
        ("{descend}", ">"),
        ("{ascend}", "<"),
    ];
    let named = |text: String, (name, key): &(&str, &str)| text.replace(name, key);
    NAMES.iter().fold(hint.to_owned(), named)
}

/// Takes a key in a mode.
pub(super) fn press(mode: &mut Mode, key: Key, view: &View) -> Asked {
    if key == Key::Escape && *mode != Mode::Walk {
        *mode = Mode::Walk;
        return Asked::Nothing;
    }
    match *mode {
        Mode::Walk => walk(mode, key, view),
        Mode::Use => {
            let Some(item) = carried(key, view) else {
                return Asked::Nothing;
            };
            *mode = Mode::Walk;
            if item.1 {
                *mode = Mode::Aim(Aim::Item(item.0), nearest_enemy(view));
                return Asked::Nothing;
            }
            Asked::Command(Command::Use(item.0))
        }
        Mode::Drop => {
            let Some(item) = carried(key, view) else {
                return Asked::Nothing;
            };
            *mode = Mode::Walk;
            Asked::Command(Command::Drop(item.0))
        }
        Mode::Close => {
            let Some(way) = direction(key) else {
                return Asked::Nothing;
            };
            *mode = Mode::Walk;
            Asked::Command(Command::Close(way))
        }
        Mode::Aim(aim, at) => point(mode, key, view, aim, at),
        Mode::Reading(_) => {
            *mode = Mode::Walk;
            Asked::Nothing
        }
    }
}

fn walk(mode: &mut Mode, key: Key, view: &View) -> Asked {
    if let Some(way) = direction(key) {
        return Asked::Command(Command::Step(way));
    }
    let Key::Char(letter) = key else {
        return Asked::Nothing;
    };
    let command = match letter {
        '.' | '5' => Command::Wait,
        'o' => Command::Explore,
        'R' => Command::Rest,
        'g' => Command::PickUp,
        '>' => to_stairs(view, Ground::StairsDown, Command::Descend),
        '<' => to_stairs(view, Ground::StairsUp, Command::Ascend),
        'q' => return Asked::Leave,
        _ => {
            *mode = match letter {
                'i' | 'a' => Mode::Use,
                'd' => Mode::Drop,
                'c' => Mode::Close,
                'f' => Mode::Aim(Aim::Fire, nearest_enemy(view)),
                'x' => Mode::Aim(Aim::Look, view.here),
                '@' => Mode::Reading(Reading::Sheet),
                'm' => Mode::Reading(Reading::Log),
                '?' => Mode::Reading(Reading::Keys),
                _ => Mode::Walk,
            };
            return Asked::Nothing;
        }
    };
    Asked::Command(command)
}

/// On the stairs, takes them; elsewhere, walks to known ones. Where none are
/// known, the refusal says so.
fn to_stairs(view: &View, ground: Ground, take: Command) -> Command {
    let here = view.picture.get(view.here).map(|cell| cell.ground);
    match view.stairs(ground) {
        Some(at) if here != Some(ground) => Command::Travel(at),
        _ => take,
    }
}

fn point(mode: &mut Mode, key: Key, view: &View, aim: Aim, at: Point) -> Asked {
    if let Some(way) = direction(key) {
        let next = at + way.delta();
        if view.picture.get(next).is_some() {
            *mode = Mode::Aim(aim, next);
        }
        return Asked::Nothing;
    }
    if !matches!(key, Key::Enter | Key::Char('f' | '.' | 'x' | ' ')) {
        return Asked::Nothing;
    }
    *mode = Mode::Walk;
    match aim {
        Aim::Look => Asked::Nothing,
        Aim::Fire => Asked::Command(Command::Fire(at)),
        Aim::Item(letter) => Asked::Command(Command::UseAt(letter, at)),
    }
}

/// The item of a letter, and whether it wants a place.
fn carried(key: Key, view: &View) -> Option<(char, bool)> {
    let Key::Char(letter) = key else { return None };
    let mut pack = view.pack.iter();
    let item = pack.find(|item| item.letter == letter)?;
    Some((letter, item.aimed))
}

fn nearest_enemy(view: &View) -> Point {
    let seen = view.enemies().filter(|enemy| {
        let cell = view.picture.get(enemy.at);
        cell.is_some_and(|cell| cell.fog == Fog::Seen)
    });
    let near = seen.min_by_key(|enemy| (enemy.at.chebyshev(view.here), enemy.at));
    near.map_or(view.here, |enemy| enemy.at)
}

/// The key that steps in a direction.
pub(super) fn key_for(way: Direction) -> Key {
    Key::Char(match way {
        Direction::North => 'k',
        Direction::NorthEast => 'u',
        Direction::East => 'l',
        Direction::SouthEast => 'n',
        Direction::South => 'j',
        Direction::SouthWest => 'b',
        Direction::West => 'h',
        Direction::NorthWest => 'y',
    })
}

fn direction(key: Key) -> Option<Direction> {
    Some(match key {
        Key::Up | Key::Char('8') => Direction::North,
        Key::Down | Key::Char('2') => Direction::South,
        Key::Left | Key::Char('4') => Direction::West,
        Key::Right | Key::Char('6') => Direction::East,
        Key::Char('1') => Direction::SouthWest,
        Key::Char('3') => Direction::SouthEast,
        Key::Char('7') => Direction::NorthWest,
        Key::Char('9') => Direction::NorthEast,
        _ => return Direction::ALL.into_iter().find(|&way| key_for(way) == key),
    })
}
