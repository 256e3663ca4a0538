//! Colours by meaning.

use super::screen::Pen;
use crate::appearance::Colour;

/// What a piece of text means; a [`Theme`] says how that looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Ordinary words.
    #[default]
    Text,
    /// What matters less: older sentences, hints.
    Faint,
    /// What matters more.
    Strong,
    /// Headings and frames.
    Title,
    /// Good news, health.
    Good,
    /// Take care.
    Warning,
    /// Bad news, wounds.
    Bad,
    /// The line that Enter would take.
    Chosen,
}

/// How each meaning looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Ordinary words.
    pub text: Pen,
    /// What matters less.
    pub faint: Pen,
    /// What matters more.
    pub strong: Pen,
    /// Headings and frames.
    pub title: Pen,
    /// Good news.
    pub good: Pen,
    /// Take care.
    pub warning: Pen,
    /// Bad news.
    pub bad: Pen,
    /// The chosen line.
    pub chosen: Pen,
}

impl Default for Theme {
    fn default() -> Self {
        Self {
            text: Pen::new(Colour::White),
            faint: Pen::new(Colour::Grey),
            strong: Pen::new(Colour::White).bold(),
            title: Pen::new(Colour::Cyan).bold(),
            good: Pen::new(Colour::Green),
            warning: Pen::new(Colour::Yellow),
            bad: Pen::new(Colour::Red),
            chosen: Pen::new(Colour::White).reversed(),
        }
    }
}

impl Theme {
    /// How a meaning looks.
    pub fn pen(&self, tone: Tone) -> Pen {
        match tone {
            Tone::Text => self.text,
            Tone::Faint => self.faint,
            Tone::Strong => self.strong,
            Tone::Title => self.title,
            Tone::Good => self.good,
            Tone::Warning => self.warning,
            Tone::Bad => self.bad,
            Tone::Chosen => self.chosen,
        }
    }
}
