//! Settings that every screen shares, and the screen that changes them.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
use serde::{Deserialize, Serialize};

use crate::home::House;
use crate::kingslayer::HandOrder;
use crate::menu::{Menu, Row};
use crate::typed::{Typed, Typing};
use crate::{Background, Colours, Input, KeyHelp, Lent, Screen, Step, Theme, frame};

/// What a person has set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Settings {
    /// What others at a table call you.
    pub name: String,
    /// Which set of colours to draw with.
    pub colours: Colours,
    /// What lies behind the words.
    pub background: Background,
    /// Whether clicks and the wheel are for the screens.
    pub mouse: bool,
    /// Whether each suit of cards has a colour of its own.
    pub four_colours: bool,
    /// In which order a hand of cards lies.
    pub hand_order: HandOrder,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: String::from("Player"),
            colours: Colours::Full,
            background: Background::Terminal,
            mouse: true,
            four_colours: false,
            hand_order: HandOrder::default(),
        }
    }
}

/// The longest name, in letters.
const LONGEST_NAME: usize = 20;

/// Changes settings; each change is kept at once.
pub struct SettingsScreen<H> {
    house: H,
    settings: Settings,
    menu: Menu,
    /// The name while it is being typed.
    typing: Option<Typed>,
    /// Why the last change could not be kept.
    trouble: Option<String>,
}

impl<H: House> SettingsScreen<H> {
    /// The settings of a house.
    pub fn new(house: H) -> Self {
        let settings = house.settings();
        let mut screen = Self {
            house,
            settings,
            menu: Menu::new(Vec::new()),
            typing: None,
            trouble: None,
        };
        screen.write_rows();
        screen
    }

    fn write_rows(&mut self) {
        let name = match &self.typing {
            Some(name) => name.shown(),
            None => self.settings.name.clone(),
        };
        let mouse = if self.settings.mouse { "on" } else { "off" };
        self.menu.replace(vec![
            Row::Item("Your name".into(), name),
            Row::Item("Colours".into(), self.settings.colours.name().into()),
            Row::Item("Mouse (from the next start)".into(), mouse.into()),
            Row::Item("Background".into(), self.settings.background.name().into()),
            Row::Gap,
            Row::Item("Back".into(), String::new()),
        ]);
    }

    fn choose(&mut self, item: usize, lent: &mut Lent) -> Step {
        match item {
            0 => self.typing = Some(Typed::new(&self.settings.name, LONGEST_NAME)),
            1 => {
                let at = Colours::ALL
                    .iter()
                    .position(|set| *set == self.settings.colours);
                let next = at.map_or(0, |at| (at + 1) % Colours::ALL.len());
                self.settings.colours = Colours::ALL[next];
                if self.house.colours_forced_by().is_none() {
                    let four = lent.theme.four_colours();
                    lent.theme = Theme::new(self.settings.colours)
                        .with_four_colours(four)
                        .on_light(lent.theme.is_light());
                }
                self.keep();
            }
            2 => {
                self.settings.mouse = !self.settings.mouse;
                self.keep();
            }
            3 => {
                let all = Background::ALL;
                let at = all.iter().position(|it| *it == self.settings.background);
                let next = at.map_or(0, |at| (at + 1) % all.len());
                self.settings.background = all[next];
                let light = all[next].is_light(self.house.terminal_is_light());
                lent.theme = lent.theme.on_light(light);
                self.keep();
            }
            _ => return Step::Close,
        }
        Step::Stay
    }

    fn keep(&mut self) {
        self.trouble = self.house.keep(&self.settings).err();
    }

    /// Answers a key while the name is typed.
    fn type_name(&mut self, mut name: Typed, input: &Input) {
        match name.answer(input) {
            Typing::On => self.typing = Some(name),
            Typing::Done(name) if !name.is_empty() => {
                self.settings.name = name;
                self.keep();
            }
            Typing::Done(_) | Typing::Left => {}
        }
    }
}

impl<H: House> Screen for SettingsScreen<H> {
    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let typing = [("Enter", "keep the name"), ("Esc", "leave it as it was")];
        let moving = [("↑↓", "move"), ("Enter", "change"), ("Esc", "back")];
        let keys: &[(&str, &str)] = if self.typing.is_some() {
            &typing
        } else {
            &moving
        };
        let inner = frame::draw(frame, theme, "Settings", keys);
        self.write_rows();
        let list = Rect {
            y: inner.y + 1,
            height: 7,
            width: inner.width.min(60),
            ..inner
        };
        self.menu.draw(frame, list, theme);
        let mut lines = Vec::new();
        if let Some(cause) = self.house.colours_forced_by() {
            lines.push(Line::styled(
                format!("Colours are switched off by {cause}; the setting is kept for later."),
                theme.warning(),
            ));
        }
        if let Some(trouble) = &self.trouble {
            lines.push(Line::styled(format!("Not kept: {trouble}"), theme.bad()));
        }
        let below = Rect {
            y: list.y + 8,
            height: inner.height.saturating_sub(10),
            ..inner
        };
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), below);
    }

    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step {
        if let Some(name) = self.typing.take() {
            self.type_name(name, input);
            return Step::Stay;
        }
        match self.menu.chosen(input) {
            Ok(item) => self.choose(item, lent),
            Err(step) => step,
        }
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("↑ ↓  or  k j", "move the cursor"),
            (
                "Enter or space",
                "change what the cursor is on; it is kept at once",
            ),
            ("Esc  or  q", "back"),
        ]
    }
}
