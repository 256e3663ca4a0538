//! Figures in Prometheus' text format.

mod of_host;

use std::fmt::{self, Write};

use parlour_host::spread::{BOUNDS, Lengths};

pub(crate) use of_host::of_host;

/// Figures of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// What they are called.
    pub name: &'static str,
    /// What they say.
    pub help: &'static str,
    /// Whether they only grow.
    pub kind: Kind,
    /// Labels, each with its value, and the figure.
    pub samples: Vec<(Labels, Figure)>,
}

/// The names of labels and their values.
pub type Labels = Vec<(&'static str, String)>;

/// What a figure is to whoever reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It only grows.
    Counter,
    /// It is as it is.
    Gauge,
    /// It counts lengths by their class.
    Histogram,
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A whole number.
    Number(u64),
    /// A length of time in milliseconds; it is shown in seconds.
    Millis(u64),
    /// Lengths of time.
    Lengths(Box<Lengths>),
}

impl Family {
    /// Without labels and figures.
    pub fn new(name: &'static str, kind: Kind, help: &'static str) -> Self {
        Self {
            name,
            help,
            kind,
            samples: Vec::new(),
        }
    }

    /// With one figure more.
    #[must_use]
    pub fn with(mut self, labels: Labels, figure: Figure) -> Self {
        self.samples.push((labels, figure));
        self
    }

    /// With one number more, under at most one label.
    #[must_use]
    pub fn number(self, label: Option<(&'static str, &str)>, number: u64) -> Self {
        let labels = label.map(|(name, value)| (name, value.to_owned()));
        self.with(labels.into_iter().collect(), Figure::Number(number))
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, help, .. } = self;
        let kind = match self.kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        writeln!(f, "# HELP {name} {help}\n# TYPE {name} {kind}")?;
        for (labels, figure) in &self.samples {
            match figure {
                Figure::Number(number) => writeln!(f, "{name}{} {number}", Braced(labels, None))?,
                Figure::Millis(millis) => {
                    let (seconds, rest) = (millis / 1000, millis % 1000);
                    writeln!(f, "{name}{} {seconds}.{rest:03}", Braced(labels, None))?;
                }
                Figure::Lengths(lengths) => write_lengths(f, name, labels, lengths)?,
            }
        }
        Ok(())
    }
}

fn write_lengths(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    labels: &Labels,
    lengths: &Lengths,
) -> fmt::Result {
    let mut so_far = 0;
    for (at, number) in lengths.classes.iter().enumerate() {
        so_far += number;
        let bound = BOUNDS
            .get(at)
            .map_or(String::from("+Inf"), |it| micros(*it));
        writeln!(f, "{name}_bucket{} {so_far}", Braced(labels, Some(&bound)))?;
    }
    let plain = Braced(labels, None);
    writeln!(f, "{name}_sum{plain} {}", micros(lengths.sum))?;
    writeln!(f, "{name}_count{plain} {so_far}")
}

/// Microseconds as seconds, without zeros at the end.
fn micros(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    let short = text.trim_end_matches('0').trim_end_matches('.');
    short.to_owned()
}

/// Labels in braces, with the bound of a class if there is one.
struct Braced<'a>(&'a Labels, Option<&'a str>);

impl fmt::Display for Braced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels = self.0.iter().map(|(name, value)| (*name, value.as_str()));
        let mut before = '{';
        for (name, value) in labels.chain(self.1.map(|bound| ("le", bound))) {
            write!(f, "{before}{name}=\"")?;
            for letter in value.chars() {
                match letter {
                    '\\' | '"' => write!(f, "\\{letter}")?,
                    '\n' => f.write_str("\\n")?,
                    letter => f.write_char(letter)?,
                }
            }
            f.write_char('"')?;
            before = ',';
        }
        if before == ',' {
            f.write_char('}')?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use parlour_host::spread::Spread;

    use super::*;

    #[test]
    fn a_family_has_its_help_and_type_before_it() {
        let family = Family::new("parlour_passed_over_total", Kind::Counter, "None of ours.");
        let labels = vec![
            ("platform", "slack".to_owned()),
            ("kind", "a\"b\\".to_owned()),
        ];
        let family = family.with(labels, Figure::Number(4)).number(None, 7);
        assert_eq!(
            family.to_string(),
            "# HELP parlour_passed_over_total None of ours.\n\
             # TYPE parlour_passed_over_total counter\n\
             parlour_passed_over_total{platform=\"slack\",kind=\"a\\\"b\\\\\"} 4\n\
             parlour_passed_over_total 7\n"
        );
    }

    #[test]
    fn lengths_are_counted_up_to_each_bound() {
        let spread = Spread::default();
        for micros in [400, 2_000, 99_000_000] {
            spread.count(micros);
        }
        let family = Family::new("a_seconds", Kind::Histogram, "How long.");
        let lengths = Figure::Lengths(Box::new(spread.lengths()));
        let text = family
            .with(vec![("of", "x".to_owned())], lengths)
            .to_string();
        for line in [
            "# TYPE a_seconds histogram",
            "a_seconds_bucket{of=\"x\",le=\"0.0005\"} 1",
            "a_seconds_bucket{of=\"x\",le=\"0.001\"} 1",
            "a_seconds_bucket{of=\"x\",le=\"0.0025\"} 2",
            "a_seconds_bucket{of=\"x\",le=\"30\"} 2",
            "a_seconds_bucket{of=\"x\",le=\"+Inf\"} 3",
            "a_seconds_sum{of=\"x\"} 99.0024",
            "a_seconds_count{of=\"x\"} 3",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} in {text}");
        }
    }

    #[test]
    fn a_moment_is_shown_in_seconds() {
        let family = Family::new("a_seconds", Kind::Gauge, "How old.");
        let text = family.with(Vec::new(), Figure::Millis(61_005)).to_string();
        assert!(text.ends_with("a_seconds 61.005\n"), "{text}");
    }
}
