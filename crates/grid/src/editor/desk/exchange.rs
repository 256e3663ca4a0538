//! Another drawing in the place of the one on the desk: opened, pasted, new, random,
//! or the next of a file. One that is not saved goes only when the person says so.

use super::{Desk, Effect};
use crate::Size;
use crate::editor::{Question, Sheet, SheetFile, Style, random_sheet};

/// What takes the place of the drawing.
#[derive(Debug)]
pub(super) enum Exchange {
    /// The first drawing of a file.
    Opened {
        name: String,
        file: SheetFile,
        sheet: Sheet,
    },
    /// What was on the clipboard.
    Pasted(Sheet),
    /// An empty sheet.
    Blank(Size),
    /// A random map of the same size.
    Random(u64, Style),
    /// Another drawing of the file that is open.
    Turned(i32),
}

impl Desk {
    /// Puts another drawing on the desk; asks before, if the one there is not saved.
    pub(super) fn exchange(&mut self, exchange: Exchange) -> Option<Effect> {
        if self.is_unsaved() {
            self.ask(Question::Discard);
            self.waiting = Some(exchange);
            return None;
        }
        self.carry(exchange)
    }

    /// Goes on to another drawing of the file, if there is one.
    pub(super) fn turn(&mut self, by: i32) -> Option<Effect> {
        match &self.file {
            None => self.message = Some("no file is open".to_owned()),
            Some(file) if !file.has(by) => {
                self.message = Some("there is no other drawing in the file".to_owned());
            }
            Some(_) => return self.exchange(Exchange::Turned(by)),
        }
        None
    }

    /// Puts another drawing on the desk. The one before comes back by undo.
    pub(super) fn carry(&mut self, exchange: Exchange) -> Option<Effect> {
        match exchange {
            Exchange::Opened { name, file, sheet } => {
                let several = match file.len() {
                    1 => String::new(),
                    many => format!(", drawing 1 of {many} (PgDn for the next)"),
                };
                self.message = Some(format!("opened {name}: {}{several}", sheet.size()));
                self.file = Some(file);
                self.put_saved(sheet);
                self.name.clone_from(&name);
                self.own = Some(name);
            }
            Exchange::Pasted(sheet) => {
                self.message = Some(format!("pasted {}", sheet.size()));
                self.file = None;
                self.put(sheet);
            }
            Exchange::Blank(size) => {
                self.file = None;
                self.name.clear();
                // There is nothing on it that could be lost.
                self.put_saved(Sheet::blank(size).expect("the size was allowed"));
                return Some(Effect::Fit);
            }
            Exchange::Random(seed, style) => {
                match random_sheet(self.editor.sheet().size(), style, seed) {
                    Ok(sheet) => {
                        (self.seed, self.style) = (seed, style);
                        self.message = Some(format!("random map of seed {seed}"));
                        self.file = None;
                        // It can be made again from its seed.
                        self.put_saved(sheet);
                    }
                    Err(error) => self.message = Some(error.to_string()),
                }
            }
            Exchange::Turned(by) => {
                let file = self.file.as_mut()?;
                match file.turn(by)? {
                    Ok(sheet) => {
                        let (number, many) = (file.number(), file.len());
                        self.message =
                            Some(format!("drawing {number} of {many}: {}", sheet.size()));
                        let own = self.own.take();
                        self.put_saved(sheet);
                        self.own = own;
                    }
                    Err(error) => {
                        let (open, many) = (file.number(), file.len());
                        let broken = file.broken_number().unwrap_or(open);
                        self.message = Some(format!(
                            "drawing {broken} of {many} is broken, {open} stays: {error}"
                        ));
                    }
                }
            }
        }
        None
    }

    /// Another drawing, which is kept elsewhere already.
    fn put_saved(&mut self, sheet: Sheet) {
        self.saved = sheet.clone();
        self.put(sheet);
    }
}
