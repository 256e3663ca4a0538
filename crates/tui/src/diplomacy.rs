//! A Diplomacy table in the terminal: the private window of whoever speaks on the
//! left, the public one on the right, the map above them when it is wanted.
//!
//! Everything that is typed is said at the table, in the same words as in any
//! chat; `/as England` speaks for England.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use parlour_host::wait;
use parlour_room::local::{Ear, Local, Outcome};
use parlour_room::{Body, Sketch};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::{Desk, Input, KeyHelp, Screen, Step, Theme, frame, plain};

/// The most letters a line may have.
const LONGEST_LINE: usize = 2000;

/// How many lines of a window are kept.
const KEPT: usize = 2000;

/// How often the clock is looked at.
const LOOK: Duration = Duration::from_secs(5);

/// What a newcomer reads first.
const WELCOME: &str = "\
Welcome to Diplomacy. All seven powers can be played here; bots take those that nobody plays.
  new bots=greedy      opens a game
  /as England          takes a seat; /as gm is the game master again
  start                begins it
  order F Lon-NTH      notes an order; ready when you are done
  help                 lists everything that can be said
F2 shows the map, Tab goes to the next power, /png writes the map to a file.";

/// A line of a window, and whether it is one that was typed or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Told,
    Typed,
    Refused,
}

/// A table with everybody at it.
pub struct RoomScreen {
    local: Local,
    typed: String,
    public: Vec<(Kind, String)>,
    private: BTreeMap<String, Vec<(Kind, String)>>,
    sketch: Option<Sketch>,
    map_shown: bool,
    back: usize,
    headline: String,
}

impl RoomScreen {
    /// A screen before a table, new or kept.
    pub fn new(local: Local) -> Self {
        Self {
            local,
            typed: String::new(),
            public: Vec::new(),
            private: BTreeMap::new(),
            sketch: None,
            map_shown: false,
            back: 0,
            headline: String::new(),
        }
    }

    /// The name of the window of whoever speaks.
    fn speaker(&self) -> &str {
        self.local.speaker().unwrap_or("gm")
    }

    fn note(&mut self, to: &Ear, kind: Kind, text: &str) {
        let window = match to {
            Ear::Public => &mut self.public,
            Ear::Private(power) => self.private.entry(power.clone()).or_default(),
        };
        window.extend(text.lines().map(|line| (kind, plain::printable(line))));
        let too_many = window.len().saturating_sub(KEPT);
        window.drain(..too_many);
    }

    /// Where the speaker's own lines are seen.
    fn own(&self) -> Ear {
        match self.local.speaker() {
            Some(power) => Ear::Private(power.to_owned()),
            None => Ear::Public,
        }
    }

    fn take_in(&mut self, outcome: Outcome) {
        let own = self.own();
        for (number, said) in outcome.said.into_iter().enumerate() {
            let refused = outcome.refused.is_some() && number == 0 && said.to == own;
            let kind = if refused { Kind::Refused } else { Kind::Told };
            match said.body {
                Body::Text(text) => self.note(&said.to, kind, &text),
                Body::Picture(sketch) => {
                    let words = format!("(map: {}; F2 shows it, /png writes it)", sketch.caption);
                    self.note(&said.to, Kind::Told, &words);
                    self.sketch = Some(*sketch);
                }
                Body::File { name, bytes } => {
                    let words = written(&name, &bytes);
                    self.note(&said.to, Kind::Told, &words);
                }
            }
        }
        self.refresh();
    }

    fn refresh(&mut self) {
        self.headline = match self.local.headline() {
            Ok(words) => words,
            Err(error) => error.to_string(),
        };
    }

    fn say(&mut self) {
        let line = std::mem::take(&mut self.typed);
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        self.back = 0;
        let own = self.own();
        self.note(&own, Kind::Typed, &format!("> {line}"));
        let bare = line.strip_prefix('/').unwrap_or(line);
        let (first, rest) = bare.split_once(char::is_whitespace).unwrap_or((bare, ""));
        let done = match first.to_lowercase().as_str() {
            "as" => self.local.take(rest),
            "png" => {
                let words = self.write_png(rest.trim());
                self.note(&own, Kind::Told, &words);
                return;
            }
            word => {
                self.map_shown |= word == "map" || word == "mymap";
                self.local.say(line)
            }
        };
        match done {
            Ok(outcome) => self.take_in(outcome),
            Err(error) => self.note(&own, Kind::Refused, &error.to_string()),
        }
    }

    /// The next power speaks; after the last one the game master.
    fn next_speaker(&mut self) {
        let powers = self.local.powers().unwrap_or_default();
        let next = match self.local.speaker() {
            None => powers.first(),
            Some(power) => {
                let place = powers.iter().position(|it| it == power);
                place.and_then(|place| powers.get(place + 1))
            }
        };
        let next = next.map_or_else(|| String::from("gm"), Clone::clone);
        if let Ok(outcome) = self.local.take(&next) {
            self.take_in(outcome);
        }
    }

    fn look_at_map(&mut self) {
        let now = self.local.say("map");
        if let Ok(outcome) = now {
            for said in outcome.said {
                match said.body {
                    Body::Picture(sketch) => self.sketch = Some(*sketch),
                    Body::Text(text) => self.note(&said.to, Kind::Told, &text),
                    Body::File { .. } => {}
                }
            }
        }
    }

    fn write_png(&mut self, name: &str) -> String {
        if self.sketch.is_none() {
            self.look_at_map();
        }
        let Some(sketch) = &self.sketch else {
            return String::from("There is no map yet.");
        };
        let name = if name.is_empty() {
            sketch.file_name()
        } else {
            name.to_owned()
        };
        match sketch.png() {
            Ok(bytes) => written(&name, &bytes),
            Err(fault) => fault.to_string(),
        }
    }

    /// Lets the clock strike and takes in what has happened.
    fn look(&mut self) {
        let ticked = wait(self.local.room().tick());
        let news = ticked.and_then(|_| self.local.news());
        match news {
            Ok(said) => self.take_in(Outcome {
                said,
                refused: None,
            }),
            Err(error) => self.headline = error.to_string(),
        }
    }

    fn draw_map(&self, frame: &mut Frame, area: Rect, theme: Theme) {
        let Some(sketch) = &self.sketch else {
            let hint = Line::styled("There is no map yet: open a game with `new`.", theme.dim());
            frame.render_widget(hint, area);
            return;
        };
        frame.render_widget(Line::styled(sketch.caption.as_str(), theme.title()), area);
        let [_, land] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
        for label in sketch.letters(land.width, land.height) {
            let place = Rect {
                x: land.x + label.column,
                y: land.y + label.row,
                width: (label.text.len() as u16).min(land.width - label.column),
                height: 1,
            };
            let style = match label.power {
                Some(power) if label.unit => theme.kind(usize::from(power)),
                Some(power) => theme.kind(usize::from(power)),
                None => theme.dim(),
            };
            frame.render_widget(Span::styled(label.text, style), place);
        }
    }

    fn draw_window(
        &self,
        frame: &mut Frame,
        area: Rect,
        theme: Theme,
        title: &str,
        lines: &[(Kind, String)],
    ) {
        let block =
            frame::block(theme).title_top(Line::styled(format!(" {title} "), theme.title()));
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let width = usize::from(inner.width.max(1));
        let mut rows: Vec<Line> = Vec::new();
        for (kind, words) in lines {
            let style = match kind {
                Kind::Told => theme.text(),
                Kind::Typed => theme.dim(),
                Kind::Refused => theme.bad(),
            };
            rows.extend(
                wrapped(words, width)
                    .into_iter()
                    .map(|row| Line::styled(row, style)),
            );
        }
        let height = usize::from(inner.height);
        let last = rows
            .len()
            .saturating_sub(self.back.min(rows.len().saturating_sub(height)));
        let first = last.saturating_sub(height);
        frame.render_widget(Paragraph::new(rows[first..last].to_vec()), inner);
    }

    fn type_letters(&mut self, letters: impl Iterator<Item = char>) {
        for letter in letters.filter(|letter| !letter.is_control()) {
            if self.typed.chars().count() < LONGEST_LINE {
                self.typed.push(letter);
            }
        }
    }
}

/// Writes a file and says so.
fn written(name: &str, bytes: &[u8]) -> String {
    match fs::write(name, bytes) {
        Ok(()) => format!("{name} is written."),
        Err(error) => format!("{name} cannot be written: {error}"),
    }
}

/// A line cut at blanks so that it fits.
fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut rows = Vec::new();
    let mut row = String::new();
    for word in words.split(' ') {
        let length = row.chars().count();
        if length > 0 && length + 1 + word.chars().count() > width {
            rows.push(std::mem::take(&mut row));
        } else if length > 0 {
            row.push(' ');
        }
        let mut letters: Vec<char> = word.chars().collect();
        while letters.len() > width {
            let tail = letters.split_off(width);
            rows.push(letters.into_iter().collect());
            letters = tail;
        }
        row.extend(letters);
    }
    rows.push(row);
    rows
}

impl Screen for RoomScreen {
    fn opened(&mut self, _: &mut Desk) {
        // Bots may have been waited for when the table was left.
        let _ = wait(self.local.room().sweep());
        self.look();
        if matches!(self.local.table(), Ok(Some(_))) {
            self.note(
                &Ear::Public,
                Kind::Told,
                "The table is as it was left. Say `status`.",
            );
            self.look_at_map();
        } else {
            self.note(&Ear::Public, Kind::Told, WELCOME);
        }
    }

    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let keys = [
            ("Enter", "say it"),
            ("Tab", "next power"),
            ("F2", "map"),
            ("F1", "help"),
            ("Esc", "leave"),
        ];
        let inner = frame::draw(frame, theme, "Diplomacy", &keys);
        let map = if self.map_shown {
            Constraint::Percentage(58)
        } else {
            Constraint::Length(0)
        };
        let [status, map, middle, prompt] = Layout::vertical([
            Constraint::Length(1),
            map,
            Constraint::Fill(1),
            Constraint::Length(1),
        ])
        .areas(inner);
        let headline = plain::printable(&self.headline);
        frame.render_widget(Line::styled(headline, theme.accent()), status);
        if self.map_shown {
            self.draw_map(frame, map, theme);
        }
        let [left, right] =
            Layout::horizontal([Constraint::Percentage(50), Constraint::Fill(1)]).areas(middle);
        let nothing = Vec::new();
        let speaker = self.speaker();
        let private = self.private.get(speaker).unwrap_or(&nothing);
        let title = match self.local.speaker() {
            Some(power) => format!("{power}, in private"),
            None => String::from("game master: /as POWER takes a seat"),
        };
        self.draw_window(frame, left, theme, &title, private);
        self.draw_window(frame, right, theme, "public", &self.public);
        let room = usize::from(prompt.width).saturating_sub(speaker.len() + 4);
        let shown: Vec<char> = self.typed.chars().collect();
        let shown: String = shown[shown.len().saturating_sub(room)..].iter().collect();
        let typed = Line::from(vec![
            Span::styled(format!("{speaker}> "), theme.accent()),
            Span::styled(shown, theme.text()),
            Span::styled(" ", theme.selected()),
        ]);
        frame.render_widget(typed, prompt);
    }

    fn answer(&mut self, input: &Input, _: &mut Desk) -> Step {
        match (input, input.plain()) {
            (_, Some(KeyCode::Esc)) => return Step::Close,
            (_, Some(KeyCode::F(1))) => return Step::Help,
            (_, Some(KeyCode::F(2))) => {
                self.map_shown = !self.map_shown;
                if self.map_shown {
                    self.look_at_map();
                }
            }
            (_, Some(KeyCode::Tab)) => self.next_speaker(),
            (_, Some(KeyCode::PageUp)) => self.back += 5,
            (_, Some(KeyCode::PageDown)) => self.back = self.back.saturating_sub(5),
            (_, Some(KeyCode::Enter)) => self.say(),
            (_, Some(KeyCode::Backspace)) => {
                self.typed.pop();
            }
            (_, Some(KeyCode::Char(letter))) => self.type_letters(std::iter::once(letter)),
            (Input::Paste(text), _) => self.type_letters(text.chars()),
            _ if input.is_ctrl('u') => self.typed.clear(),
            _ => {}
        }
        Step::Stay
    }

    fn woken(&mut self, _: &mut Desk) -> Step {
        self.look();
        Step::Stay
    }

    fn every(&self) -> Option<Duration> {
        Some(LOOK)
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            (
                "letters, Enter",
                "say a line; `help` lists what can be said",
            ),
            (
                "/as England",
                "speak for England, in private; /as gm for the game master",
            ),
            ("Tab", "speak for the next power"),
            ("F2, map", "show or hide the map"),
            ("/png FILE", "write the map that is shown to a file"),
            ("PageUp, PageDown", "read back"),
            ("Ctrl-U", "empty the line"),
            ("Esc", "leave; the game is kept and can be continued"),
        ]
    }
}
