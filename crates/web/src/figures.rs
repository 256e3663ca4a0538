//! The figures of a host in Prometheus' text format.

use std::fmt::Write;

use parlour_host::host::Figures;

/// Figures of a front, beside those of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// What they are called.
    pub name: &'static str,
    /// What they count; they only grow.
    pub help: &'static str,
    /// Labels, each with its value, and how many there were.
    pub samples: Vec<(Vec<(&'static str, String)>, u64)>,
}

impl Family {
    fn text(&self) -> String {
        let Self { name, help, .. } = self;
        let mut text = format!("# HELP {name} {help}\n# TYPE {name} counter\n");
        for (labels, value) in &self.samples {
            let labels: Vec<String> = labels
                .iter()
                .map(|(label, value)| format!("{label}={value:?}"))
                .collect();
            let _ = writeln!(text, "{name}{{{}}} {value}", labels.join(","));
        }
        text
    }
}

/// All figures, each with its help and its type.
pub(crate) fn text(figures: &Figures, more: &[Family]) -> String {
    let mut text = String::new();
    let mut family = |name: &str, kind: &str, help: &str, samples: &[(&str, u64)]| {
        let _ = writeln!(text, "# HELP {name} {help}");
        let _ = writeln!(text, "# TYPE {name} {kind}");
        for (labels, value) in samples {
            let _ = writeln!(text, "{name}{labels} {value}");
        }
    };
    family(
        "parlour_commands_total",
        "counter",
        "Commands, by what became of them.",
        &[
            ("{outcome=\"accepted\"}", figures.accepted),
            ("{outcome=\"repeated\"}", figures.repeated),
            ("{outcome=\"refused\"}", figures.refused),
            ("{outcome=\"unreachable\"}", figures.unreachable),
        ],
    );
    family(
        "parlour_deadlines_struck_total",
        "counter",
        "Deadlines that this process struck.",
        &[("", figures.struck)],
    );
    family(
        "parlour_letters_delivered_total",
        "counter",
        "Letters that this process crossed off the outbox.",
        &[("", figures.delivered)],
    );
    family(
        "parlour_tables_open",
        "gauge",
        "Tables that this process holds in memory.",
        &[("", figures.open)],
    );
    for family in more {
        text.push_str(&family.text());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_its_help_and_type_before_it() {
        let figures = Figures {
            accepted: 3,
            struck: 2,
            ..Figures::default()
        };
        let passed_over = Family {
            name: "parlour_passed_over_total",
            help: "What a platform brought that was none of ours.",
            samples: vec![(
                vec![("platform", "slack".to_owned()), ("kind", "bot".to_owned())],
                4,
            )],
        };
        let text = text(&figures, &[passed_over]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..3],
            [
                "# HELP parlour_commands_total Commands, by what became of them.",
                "# TYPE parlour_commands_total counter",
                "parlour_commands_total{outcome=\"accepted\"} 3",
            ]
        );
        assert!(lines.contains(&"parlour_deadlines_struck_total 2"));
        assert!(lines.contains(&"# TYPE parlour_passed_over_total counter"));
        let labelled = "parlour_passed_over_total{platform=\"slack\",kind=\"bot\"} 4";
        assert!(lines.contains(&labelled), "{text}");
        assert!(text.ends_with('\n'));
    }
}
