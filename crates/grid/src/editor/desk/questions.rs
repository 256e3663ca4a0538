//! What a person is asked in a line of text, and what becomes of the answer.

use super::exchange::Exchange;
use super::is_drawable;
use super::{Desk, Effect};
use crate::editor::prompt::{read_random, read_size};
use crate::editor::{Key, Prompt, Question, SheetFile};

impl Desk {
    /// What is written under a name. A file that is saved over itself keeps its form,
    /// and of several drawings only the open one changes. Nothing if it cannot hold this
    /// one, which a message then says.
    fn saved_text(&mut self, name: &str) -> Option<String> {
        let is_own = name == self.name;
        let open = self.file.as_ref().filter(|file| is_own || file.has_cases());
        let as_case = if is_own && open.is_some() {
            open.is_some_and(SheetFile::has_cases)
        } else {
            is_case_file(name)
        };
        if as_case {
            let cases = open.filter(|file| file.has_cases());
            let like = cases.and_then(|file| self.editor.case_like(file.open_piece()));
            let case = like.unwrap_or_else(|| self.editor.case(&stem(name)));
            if let Some(file) = self.file.as_mut().filter(|file| is_own && file.has_cases()) {
                return Some(file.replace_open_piece(&case));
            }
            self.file = SheetFile::read(&case).ok().map(|(file, _)| file);
            return Some(case);
        }
        let several = open.is_some_and(|file| file.len() > 1);
        if is_own && several && !is_drawable(self.editor.sheet()) {
            let words = "a drawing has one observer, in no wall; save it as a file of its own";
            self.message = Some(format!("{name}: {words}"));
            return None;
        }
        let text = self.text();
        match &mut self.file {
            Some(file) if is_own && is_drawable(self.editor.sheet()) => {
                Some(file.replace_open_piece(&text))
            }
            _ => {
                self.file = None;
                Some(text)
            }
        }
    }

    pub(super) fn ask(&mut self, question: Question) {
        self.editor.release();
        let size = self.editor.sheet().size();
        let suggestion = match question {
            Question::NewSize => size.to_string(),
            Question::OpenFile | Question::Replace | Question::Leave | Question::Discard => {
                String::new()
            }
            Question::SaveFile if self.name.is_empty() => "sight.txt".to_owned(),
            Question::SaveFile => self.name.clone(),
            Question::CaseFile => "cases.jsonl".to_owned(),
            Question::Random => self.seed.to_string(),
        };
        self.prompt = Some(Prompt::new(question, suggestion));
    }

    pub(super) fn answer_key(&mut self, key: Key) -> Option<Effect> {
        if self.prompt.as_ref()?.question() == Question::Replace {
            let name = self.prompt.take()?.file().to_owned();
            if matches!(key, Key::Char('y' | 'Y')) {
                return self.save(name);
            }
            self.waiting = None;
            self.message = Some(format!("not saved: {name} is left as it is"));
            return None;
        }
        if self.prompt.as_ref()?.question() == Question::Leave {
            self.prompt = None;
            match key {
                Key::Char('y' | 'Y') => return Some(Effect::Close),
                Key::Char('s' | 'S') | Key::Ctrl('s') => self.ask(Question::SaveFile),
                _ => {}
            }
            return None;
        }
        if self.prompt.as_ref()?.question() == Question::Discard {
            self.prompt = None;
            match key {
                Key::Char('y' | 'Y') => {
                    let exchange = self.waiting.take()?;
                    return self.carry(exchange);
                }
                // What waits goes on when it is saved.
                Key::Char('s' | 'S') | Key::Ctrl('s') => self.ask(Question::SaveFile),
                _ => self.waiting = None,
            }
            return None;
        }
        match key {
            Key::Escape => {
                self.prompt = None;
                self.waiting = None;
                None
            }
            Key::Enter => {
                let prompt = self.prompt.take()?;
                self.answered(prompt.question(), prompt.answer().trim())
            }
            Key::Ctrl('v') => Some(Effect::Paste),
            _ => {
                self.prompt.as_mut()?.edit(key);
                None
            }
        }
    }

    /// Whether there is a file of the name to save to. Another file than the
    /// drawing's own is not written over without a question.
    pub fn found(&mut self, name: &str, there: bool) -> Option<Effect> {
        if there {
            self.prompt = Some(Prompt::about(Question::Replace, name));
            return None;
        }
        self.save(name.to_owned())
    }

    fn save(&mut self, name: String) -> Option<Effect> {
        let Some(text) = self.saved_text(&name) else {
            self.waiting = None;
            return None;
        };
        self.name.clone_from(&name);
        Some(Effect::Write {
            name,
            text,
            append: false,
        })
    }

    fn answered(&mut self, question: Question, answer: &str) -> Option<Effect> {
        if answer.is_empty() {
            self.waiting = None;
            return None;
        }
        let name = answer.to_owned();
        match question {
            Question::NewSize => match read_size(answer) {
                Ok(size) => return self.exchange(Exchange::Blank(size)),
                Err(reason) => self.message = Some(reason),
            },
            Question::Random => match read_random(answer, self.style) {
                Ok((seed, style)) => return self.exchange(Exchange::Random(seed, style)),
                Err(reason) => self.message = Some(reason),
            },
            Question::OpenFile => return Some(Effect::Open(name)),
            Question::SaveFile if self.own.as_ref() == Some(&name) => return self.save(name),
            Question::SaveFile => return Some(Effect::LookFor(name)),
            // Answered by one key.
            Question::Replace | Question::Leave | Question::Discard => {}
            Question::CaseFile if !has_ending(&name, &["jsonl"]) => {
                self.message = Some(format!("{name}: cases go into a file that ends in .jsonl"));
            }
            Question::CaseFile => {
                let number = self.editor.history_depth().0;
                let text = self.editor.case(&format!("{}-{number}", stem(&name)));
                return Some(Effect::Write {
                    name,
                    text,
                    append: true,
                });
            }
        }
        None
    }
}

fn is_case_file(name: &str) -> bool {
    has_ending(name, &["json", "jsonl"])
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    let found = name.rsplit_once('.').map(|(_, ending)| ending);
    found.is_some_and(|found| endings.iter().any(|it| found.eq_ignore_ascii_case(it)))
}

/// The file's name without folders and ending.
fn stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    if stem.is_empty() { "case" } else { stem }.to_owned()
}
