//! Games that are kept: as `play_saved` of the terminal, in a file beside the program or
//! in the browser's storage.

use parlour_rogue::display::Flow;
use parlour_rogue::ui::Layout;
use parlour_rogue::{Action, Game};

use super::{RogueTable, open};
use crate::saves::Saves;
use crate::window::NoWindow;

/// The action that keeps the game: the rules give it a key and hand it through.
pub const SAVE: &str = "save";

impl RogueTable {
    /// A table whose game is kept under a name. If there is a kept one, it goes on;
    /// `new` is the game to begin otherwise, and its content and rules are those of the
    /// kept one. A kept one that cannot be used is set aside, and it is said where. The
    /// action `save` keeps the game, says where, and plays on; who won or died does not
    /// go on.
    pub fn kept(title: &str, new: Game, layout: Layout, saves: Saves, name: &str) -> Self {
        let (game, name) = (opened(new, &saves, name), name.to_owned());
        let (forgets, forgotten) = (saves.clone(), name.clone());
        let table = Self::new(title, game, layout, move |game, action| {
            if *action == Action::other(SAVE) && game.ending().is_none() {
                let said = match saves.write(&name, &game.save()) {
                    Ok(()) => format!("Saved in {}.", saves.place(&name)),
                    Err(error) => format!("Not saved: {error}"),
                };
                game.world.say(said);
            }
            Flow::GoOn
        });
        table.at_end(move || forgets.remove(&forgotten))
    }
}

fn opened(mut new: Game, saves: &Saves, name: &str) -> Game {
    let trouble = match saves.read(name) {
        Ok(None) => return new,
        Ok(Some(bytes)) => {
            let registry = new.world.registry().clone();
            match Game::load(&bytes, registry, new.rules().clone()) {
                Ok(game) if game.ending().is_none() => return game,
                Ok(_) => return new,
                Err(error) => error.to_string(),
            }
        }
        Err(error) => error.to_string(),
    };
    let aside = match saves.set_aside(name) {
        Ok(place) => format!("It is set aside in {place}."),
        Err(error) => format!("It cannot be set aside, and saving writes over it: {error}"),
    };
    let said = format!("The saved game cannot be used: {trouble}. {aside}");
    new.world.say(said);
    new
}

/// Plays a game that is kept under a name, in a window or a page, until it is left:
/// [`RogueTable::kept`] with [`Saves::here`].
pub fn play_kept(title: &str, new: Game, layout: Layout, name: &str) -> Result<(), NoWindow> {
    open(RogueTable::kept(title, new, layout, Saves::here(), name))
}

#[cfg(test)]
mod tests {
    use parlour_rogue::{Key, KeyMap, Level, Registry, Rules, Seed, World};

    use super::*;
    use crate::tiles::{Arrangement, Board, TileGame};

    fn game() -> Game {
        let mut registry = Registry::basics();
        let player = "[entity.player]\nact = \"player\"\n";
        registry.load("content.toml", player).unwrap();
        let level = Level::from_rows(&registry, &["........"]).unwrap();
        let mut world = World::new(registry, Seed(1), "street", level);
        world.spawn("player", (0, 0)).unwrap();
        let keys = KeyMap::standard().with("S", SAVE).unwrap();
        Game::new(world, Rules::new().keys(keys).pass_through(SAVE)).unwrap()
    }

    fn table(saves: &Saves) -> RogueTable {
        RogueTable::kept("Street", game(), Layout::new(), saves.clone(), "street")
    }

    #[test]
    fn saving_says_where_and_plays_on_and_the_next_start_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let saves = Saves::in_folder(folder.path());
        let mut first = table(&saves);
        let mut board = Board::new(Arrangement::new(&first, (800, 600), None).shape());
        for key in ['l', 'l', 'S'] {
            first.press(Key::Char(key), &mut board);
        }
        let said = first.game().world.log().last().unwrap().to_owned();
        let file = folder.path().join("street");
        assert_eq!(said, format!("Saved in {}.", file.display()));
        assert!(!first.is_over(), "it plays on");
        assert_eq!(table(&saves).game().world.turns(), 2, "it goes on");
        // What is no save is told and set aside, and a new game begins.
        std::fs::write(&file, b"scribble").unwrap();
        let anew = table(&saves);
        assert_eq!(anew.game().world.turns(), 0);
        let said = anew.game().world.log().last().unwrap();
        assert!(said.starts_with("The saved game cannot be used"), "{said}");
        let aside = folder.path().join("street.unusable");
        let place = format!("It is set aside in {}.", aside.display());
        assert!(said.ends_with(&place), "{said}");
        assert_eq!(std::fs::read(&aside).unwrap(), b"scribble");
        assert!(!file.exists(), "nothing is left to write over");
    }
}
