//! A game in the terminal, with the feature `term`.
//!
//! [`run`] shows the map and what was said; [`play`] shows whatever a
//! [`Layout`] says: panels, bars, a log. Menus, the page of keys (`?`) and the
//! mouse work in both: a click walks there or chooses a line, the other button tells
//! what is there. Only cells that changed are written, the terminal's own cursor
//! stands on the player or on what is looked at, and nothing runs while no key is
//! pressed. Colours are written as the terminal can show them ([`Depth`]). The
//! terminal is left as it was found, also after a panic.
//!
//! The library underneath is not part of this interface.

#![expect(
    clippy::disallowed_methods,
    reason = "this optional module is the edge: frames of an animation stand a while"
)]

mod colours;
mod input;
mod kept;
mod terminal;

use std::io;
use std::path::Path;

use crate::display::{Display, Flow};
use crate::files;
use crate::game::{Ending, Game};
use crate::notation::{Action, Key};
use crate::question::Menu;
use crate::ui::{self, Front, Input, Layout, Surface};
#[cfg(feature = "watch")]
use crate::watch::Watch;

pub use colours::Depth;
use kept::Kept;
pub use terminal::Terminal;

/// Plays a game in the terminal until it ends, and gives it back.
pub fn run(game: Game) -> io::Result<Game> {
    play(game, Layout::plain())
}

/// Plays a game in the terminal, with panels where the layout says.
pub fn play(mut game: Game, layout: Layout) -> io::Result<Game> {
    play_with(&mut game, layout, |_, _| Flow::GoOn)?;
    Ok(game)
}

/// Plays a game in the terminal. Actions that the rules hand through go to
/// `asked`.
pub fn run_with(
    game: &mut Game,
    asked: impl FnMut(&mut Game, &Action) -> Flow,
) -> io::Result<Option<Ending>> {
    play_with(game, Layout::plain(), asked)
}

/// Plays a game in the terminal, with panels where the layout says. Actions that
/// the rules hand through go to `asked`.
pub fn play_with(
    game: &mut Game,
    layout: Layout,
    asked: impl FnMut(&mut Game, &Action) -> Flow,
) -> io::Result<Option<Ending>> {
    let mut terminal = Terminal::open()?;
    if layout.wants_mouse() {
        terminal.listen_to_mouse()?;
    }
    let mut front = Front::new(layout, game);
    let ending = ui::run_front(&mut front, game, &mut terminal, asked);
    terminal.close()?;
    Ok(ending)
}

/// How long a game that is watched over waits for a key before it looks at its files.
#[cfg(feature = "watch")]
const BETWEEN_LOOKS: std::time::Duration = std::time::Duration::from_millis(250);

/// The same while content is written: files that change are read anew, and the game
/// says so, or what is wrong with them.
#[cfg(feature = "watch")]
pub fn play_watched(mut game: Game, layout: Layout, mut watch: Watch) -> io::Result<Game> {
    let mut terminal = Terminal::open()?;
    if layout.wants_mouse() {
        terminal.listen_to_mouse()?;
    }
    terminal.wait_at_most(BETWEEN_LOOKS);
    let mut front = Front::new(layout, &game);
    let asked = |_: &mut Game, _: &Action| Flow::GoOn;
    ui::run_beside(&mut front, &mut game, &mut terminal, asked, |game| {
        watch.refresh(game)
    });
    terminal.close()?;
    Ok(game)
}

/// The action of [`play_saved`]'s save key.
pub const SAVE: &str = "save";

/// Plays a game that is kept in a file: if there is one, it is asked whether to go on
/// with it; Escape leaves both alone. The action `save` (see
/// [`Rules::key`](crate::Rules::key) and
/// [`Rules::pass_through`](crate::Rules::pass_through)) writes it, says where, and
/// plays on; who won or died does not go on. A kept game that was declined is neither
/// written over nor removed: the first save of the new game lays it aside. `new` is the
/// game to begin, and its content and rules are those of the saved one.
pub fn play_saved(new: Game, path: &Path, layout: Layout) -> io::Result<Game> {
    let mut game = new;
    let mut kept = Kept::new(path);
    if path.exists() {
        match go_on(path)? {
            Some(true) => {
                let registry = game.world.registry().clone();
                let rules = game.rules().clone();
                game = files::load(path, registry, rules).map_err(io::Error::other)?;
                kept.is_ours();
            }
            Some(false) => {}
            None => return Ok(game),
        }
    }
    let ending = play_with(&mut game, layout, |game, action| {
        if action.to_string() == SAVE {
            let words = kept.save(game);
            game.world.say(words);
        }
        Flow::GoOn
    })?;
    if ending.is_some_and(|ending| ending != Ending::Quit) {
        kept.forget()?;
    }
    Ok(game)
}

/// Whether to go on with the game in a file: yes, no, or neither.
fn go_on(path: &Path) -> io::Result<Option<bool>> {
    let question = format!("Go on with the game in {}? (y/n)", path.display());
    loop {
        match ask(&question)? {
            Some(Key::Char('y' | 'Y') | Key::Enter) => return Ok(Some(true)),
            Some(Key::Char('n' | 'N')) => return Ok(Some(false)),
            Some(Key::Escape) | None => return Ok(None),
            Some(_) => {}
        }
    }
}

/// Shows a question in the message bar of an empty screen and waits for a key.
pub fn ask(question: &str) -> io::Result<Option<Key>> {
    let mut terminal = Terminal::open()?;
    let answer = loop {
        terminal.clear();
        terminal.message(question);
        terminal.refresh();
        match Surface::input(&mut terminal) {
            Some(Input::Key(key)) => break Some(key),
            Some(_) => {}
            None => break None,
        }
    };
    terminal.close()?;
    Ok(answer)
}

/// Shows a menu on an empty screen, for instance before a game begins, and answers
/// the place of what was chosen; nothing if it was left.
pub fn choose(menu: &Menu) -> io::Result<Option<usize>> {
    let mut terminal = Terminal::open()?;
    terminal.listen_to_mouse()?;
    let chosen = ui::choose(menu, &mut terminal);
    terminal.close()?;
    Ok(chosen)
}
