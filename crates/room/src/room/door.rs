//! The way from a chat to the browser: a link that makes its reader the same person
//! there. Who opens doors is not known here.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use parlour_host::table::Person;

use super::orders::in_private;
use super::{Done, Game, Room};
use crate::refusal::{Trouble, refuse};
use crate::talk::{Answer, Button, Heard};

/// A link that is made, or why not.
pub type LinkMade = Pin<Box<dyn Future<Output = Result<String, String>> + Send>>;

/// Makes a link by which a person comes in at a door for browsers: once, and soon.
pub type Doorkeeper = Arc<dyn Fn(Person) -> LinkMade + Send + Sync>;

impl Room {
    /// The same room beside a door for browsers.
    #[must_use]
    pub fn beside(mut self, door: Option<Doorkeeper>) -> Self {
        self.door = door;
        self
    }

    /// The buttons under what a player reads in private; one of them leads to the
    /// browser where there is a door.
    pub(super) fn usual_buttons(&self, game: &Game) -> Vec<Button> {
        let mut buttons = game.usual_buttons();
        if self.door.is_some() {
            let code = &game.sheet.code;
            buttons.push(Button::new("In the browser", &format!("{code} web")));
        }
        buttons
    }

    /// A link to the browser, for the speaker alone.
    pub(super) async fn web(&self, heard: &Heard) -> Done<Answer> {
        let Some(door) = &self.door else {
            return refuse("no_door", "This house lets nobody in by a browser.");
        };
        in_private(
            heard,
            "Whoever opens the link is you in the browser: say `web` in private.",
        )?;
        let person = Person::new(heard.user.clone(), &heard.name);
        // Where they play here they go on there; who plays nothing comes to the first page.
        let table = match self.game(heard).await {
            Ok(game) => format!(".{}", game.id),
            Err(Trouble::Refusal(_)) => String::new(),
            Err(trouble) => return Err(trouble),
        };
        match door(person).await {
            Ok(link) => Ok(Answer::text(format!(
                "In the browser you are the same person as here. The link opens once, within \
                 the hour, and is for you alone:\n{link}{table}"
            ))),
            Err(words) => refuse("no_link", format!("No link could be made: {words}.")),
        }
    }
}
