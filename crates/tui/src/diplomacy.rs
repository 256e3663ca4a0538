//! A Diplomacy table in the terminal: the private window of whoever speaks on the
//! left, the public one on the right, the map above them when it is wanted.
//!
//! Everything that is typed is said at the table, in the same words as in any
//! chat; `/as England` speaks for England.

mod chart;
mod hints;
mod minds;
mod picture;
mod pictures;
mod prompt;
mod speaking;
mod talk;

use std::collections::BTreeMap;
use std::time::Duration;

use parlour_host::wait;
use parlour_room::local::{Course, Ear, Local, MASTER, Outcome, Said};
use parlour_room::{Body, Sketch};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

pub use self::minds::Minds;
pub use self::picture::MapPicture;
use self::pictures::Pictures;
use self::prompt::{Go, Prompt};
use self::speaking::written;
use self::talk::{Kind, Talk};
use crate::{Input, KeyHelp, Lent, Screen, Step, Theme, frame, plain};

/// How often the clock is looked at.
const LOOK: Duration = Duration::from_secs(5);

/// How many rows the mouse's wheel goes back.
const NOTCH: usize = 3;

/// The rows that the windows keep when the map is shown: enough to read an answer by, also
/// where there are 24.
const LEAST_TALK: u16 = 9;

/// A table with everybody at it.
pub struct RoomScreen {
    local: Local,
    prompt: Prompt,
    /// The lines of those who do not speak now: orders may stand in them.
    prompts: BTreeMap<Option<String>, Prompt>,
    public: Talk,
    private: BTreeMap<String, Talk>,
    /// The map that is shown in letters.
    sketch: Option<Sketch>,
    /// The pictures that were looked at last, for `/png`.
    pictures: Pictures,
    map_shown: bool,
    /// The column at which the public window begins.
    split: u16,
    headline: String,
    course: Course,
    powers: Vec<String>,
    /// An order that the speaker might give.
    example: Option<String>,
    /// Who thinks just now, in words.
    thinking: Option<String>,
    /// Where bots think, if not at once.
    minds: Option<Minds>,
}

impl RoomScreen {
    /// A screen before a table, new or kept.
    pub fn new(local: Local) -> Self {
        Self {
            local,
            prompt: Prompt::default(),
            prompts: BTreeMap::new(),
            public: Talk::default(),
            private: BTreeMap::new(),
            sketch: None,
            pictures: Pictures::default(),
            map_shown: false,
            split: 0,
            headline: String::new(),
            course: Course::Nothing,
            powers: Vec::new(),
            example: None,
            thinking: None,
            minds: None,
        }
    }

    /// The same with bots that think beside it.
    pub fn with_minds(local: Local, minds: Minds) -> Self {
        Self {
            minds: Some(minds),
            ..Self::new(local)
        }
    }

    fn note(&mut self, to: &Ear, kind: Kind, text: &str) {
        match to {
            Ear::Public => self.public.note(kind, text),
            Ear::Private(power) => self
                .private
                .entry(power.clone())
                .or_default()
                .note(kind, text),
        }
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
            self.hear(said, kind);
        }
        self.refresh();
        // Units may have moved.
        if self.map_shown {
            self.look_at_map();
        }
    }

    fn hear(&mut self, said: Said, kind: Kind) {
        match said.body {
            Body::Text(text) => self.note(&said.to, kind, &text),
            Body::Picture(sketch) => {
                let words = format!("(picture: {}; /png writes it)", sketch.caption);
                self.note(&said.to, Kind::Told, &words);
                self.pictures.keep(&said.to, *sketch);
            }
            Body::File { name, bytes } => {
                let words = written(&name, &bytes);
                self.note(&said.to, Kind::Told, &words);
            }
        }
    }

    /// What is shown beside the windows follows the table.
    fn refresh(&mut self) {
        self.headline = match self.local.headline() {
            Ok(words) => words,
            Err(error) => error.to_string(),
        };
        self.thinking = self.thinkers();
        self.course = self.local.course().unwrap_or(Course::Nothing);
        self.powers = self.local.powers().unwrap_or_default();
        let offers = self.local.offers().ok().flatten();
        let first = offers.and_then(|it| it.units.into_iter().next());
        self.example = first.and_then(|unit| {
            // A move says more than a hold.
            let mut orders = unit.orders.into_iter();
            let moves = |it: &String| [" - ", " R "].iter().any(|way| it.contains(way));
            orders.find(|it| moves(it) || it.ends_with(" B") || it.ends_with(" D"))
        });
    }

    /// Who thinks just now, in few words.
    fn thinkers(&self) -> Option<String> {
        if self.minds.as_ref().is_some_and(Minds::is_asked) {
            return Some(String::from("the coach thinks…"));
        }
        match self.local.thinking().unwrap_or_default().as_slice() {
            [] => None,
            [power] => Some(format!("{power} thinks…")),
            powers => Some(format!("{} bots think…", powers.len())),
        }
    }

    /// The private window of whoever speaks: the game master's, if it is no power.
    fn own_talk(&mut self) -> Option<&mut Talk> {
        let speaker = self.local.speaker().unwrap_or(MASTER);
        self.private.get_mut(speaker)
    }

    /// Both windows are turned by a page.
    fn turn(&mut self, back: bool) {
        self.public.turn(back);
        if let Some(own) = self.own_talk() {
            own.turn(back);
        }
    }

    /// The wheel turns the window under the mouse.
    fn roll(&mut self, column: u16, back: bool) {
        if column >= self.split {
            self.public.scroll(NOTCH, back);
        } else if let Some(own) = self.own_talk() {
            own.scroll(NOTCH, back);
        }
    }

    fn draw_windows(&mut self, frame: &mut Frame, area: Rect, theme: Theme) {
        let [left, right] =
            Layout::horizontal([Constraint::Percentage(50), Constraint::Fill(1)]).areas(area);
        self.split = right.x;
        let mut nothing = Talk::default();
        let (title, private, hints) = match self.local.speaker() {
            Some(power) => (
                format!("{power}, in private"),
                self.private.get_mut(power).unwrap_or(&mut nothing),
                hints::for_power(self.course, self.example.as_deref(), &self.powers),
            ),
            None => (
                String::from("game master"),
                self.private.get_mut(MASTER).unwrap_or(&mut nothing),
                hints::for_master(self.course, &self.powers),
            ),
        };
        private.draw(frame, left, theme, &title, &hints);
        self.public.draw(frame, right, theme, "public", &[]);
    }

    /// What is going on, and on the right who thinks.
    fn draw_status(&self, frame: &mut Frame, area: Rect, theme: Theme) {
        let thinking = self.thinking.as_deref().unwrap_or_default();
        let wide = thinking.chars().count() as u16;
        let [left, _, right] = Layout::horizontal([
            Constraint::Fill(1),
            Constraint::Length(u16::from(wide > 0)),
            Constraint::Length(wide),
        ])
        .areas(area);
        let headline = plain::printable(&self.headline);
        frame.render_widget(Line::styled(headline, theme.accent()), left);
        frame.render_widget(Line::styled(thinking.to_owned(), theme.dim()), right);
    }

    fn draw_prompt(&self, frame: &mut Frame, area: Rect, theme: Theme) {
        let speaker = self.local.speaker().unwrap_or("gm");
        let room = usize::from(area.width).saturating_sub(speaker.len() + 4);
        let (before, under, after) = self.prompt.shown(room);
        let typed = Line::from(vec![
            Span::styled(format!("{speaker}> "), theme.accent()),
            Span::styled(before, theme.text()),
            Span::styled(String::from(under), theme.selected()),
            Span::styled(after, theme.text()),
        ]);
        frame.render_widget(typed, area);
    }
}

impl Screen for RoomScreen {
    fn opened(&mut self, lent: &mut Lent) {
        if let Some(minds) = &self.minds {
            minds.wake(&lent.bell);
        }
        // Bots may have been waited for when the table was left.
        let _ = wait(self.local.room().sweep());
        self.look();
        if self.course == Course::Nothing {
            let words = "Welcome to Diplomacy. What is said here, everybody at the table reads; \
                         on the left stands what only one power may know.";
            self.note(&Ear::Public, Kind::Told, words);
            return;
        }
        self.note(&Ear::Public, Kind::Told, "The table is as it was left.");
        if let Ok(outcome) = self.local.say("status") {
            self.take_in(outcome);
        }
        self.look_at_map();
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let keys = [
            ("Enter", "say it"),
            ("Tab", "next power"),
            ("F2", "map"),
            ("F1", "help"),
            ("Esc", "leave"),
        ];
        let inner = frame::draw(frame, theme, "Diplomacy", &keys);
        let map = if self.map_shown {
            inner.height.saturating_sub(LEAST_TALK + 2)
        } else {
            0
        };
        let [status, map, middle, prompt] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(map.min(inner.width * 2 / 5)),
            Constraint::Fill(1),
            Constraint::Length(1),
        ])
        .areas(inner);
        self.draw_status(frame, status, theme);
        if self.map_shown {
            chart::draw(frame, map, theme, self.sketch.as_ref(), &self.powers);
        }
        self.draw_windows(frame, middle, theme);
        self.draw_prompt(frame, prompt, theme);
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        match (input, input.plain()) {
            (_, Some(KeyCode::Esc)) => return Step::Close,
            (_, Some(KeyCode::F(1))) => return Step::Help,
            (_, Some(KeyCode::F(2))) => {
                self.map_shown = !self.map_shown;
                if self.map_shown {
                    self.look_at_map();
                    if let Some(sketch) = self.sketch.clone() {
                        self.pictures.keep(&self.own(), sketch);
                    }
                }
            }
            (_, Some(KeyCode::Tab)) => self.next_speaker(),
            (_, Some(KeyCode::PageUp)) => self.turn(true),
            (_, Some(KeyCode::PageDown)) => self.turn(false),
            (_, Some(KeyCode::Up)) => self.prompt.recall(true),
            (_, Some(KeyCode::Down)) => self.prompt.recall(false),
            (_, Some(KeyCode::Enter)) => self.say(),
            (_, Some(KeyCode::Backspace)) => self.prompt.rub_out(),
            (_, Some(KeyCode::Delete)) => self.prompt.rub_out_after(),
            (_, Some(KeyCode::Left)) => self.prompt.go(Go::Left),
            (_, Some(KeyCode::Right)) => self.prompt.go(Go::Right),
            (_, Some(KeyCode::Home)) => self.prompt.go(Go::Begin),
            (_, Some(KeyCode::End)) => self.prompt.go(Go::End),
            (_, Some(KeyCode::Char(letter))) => self.prompt.add(std::iter::once(letter)),
            (Input::Paste(text), _) => self.prompt.add(text.chars()),
            _ if input.is_ctrl('u') => self.prompt.empty(),
            _ if input.is_ctrl('w') => self.prompt.rub_out_word(),
            _ if input.is_ctrl('a') => self.prompt.go(Go::Begin),
            _ if input.is_ctrl('e') => self.prompt.go(Go::End),
            (Input::Mouse(mouse), _) => {
                if let Some(turned) = input.wheel() {
                    self.roll(mouse.column, turned < 0);
                }
            }
            _ => {}
        }
        Step::Stay
    }

    fn woken(&mut self, _: &mut Lent) -> Step {
        self.hear_answers();
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
            ("Tab", "speak for the next power that is played here"),
            ("Up, Down", "call an earlier line back"),
            ("F2, map", "show or hide the map"),
            ("/png FILE", "write the last picture to a file, or the map"),
            (
                "PageUp, PageDown, wheel",
                "read back and on; the wheel turns the window under the mouse",
            ),
            ("Left, Right, Home, End", "move in the line"),
            ("Ctrl-U, Ctrl-W", "empty the line, take a word away"),
            ("Esc", "leave; the game is kept and can be continued"),
        ]
    }
}
