//! What a host shows of itself, and the process it runs in.

use parlour_host::host::Figures;

use super::{Family, Figure, Kind};

/// The figures of a host.
pub(crate) fn of_host(figures: Figures) -> Vec<Family> {
    let commands = Family::new(
        "parlour_commands_total",
        Kind::Counter,
        "Commands, by what became of them.",
    );
    let outcomes = [
        ("accepted", figures.accepted),
        ("repeated", figures.repeated),
        ("refused", figures.refused),
        ("unreachable", figures.unreachable),
    ];
    let commands = outcomes
        .into_iter()
        .fold(commands, |family, (name, number)| {
            family.number(Some(("outcome", name)), number)
        });
    let resolutions = Family::new(
        "parlour_resolutions_total",
        Kind::Counter,
        "Stages of games that came to an end at this process, by game.",
    );
    let resolved = figures.resolved.into_iter();
    let resolutions = resolved.fold(resolutions, |family, (game, number)| {
        family.number(Some(("game", game)), number)
    });
    let journal = Family::new(
        "parlour_journal_seconds",
        Kind::Histogram,
        "How long the journal took, by what it was asked.",
    );
    let stored = figures.stored.into_iter();
    let journal = stored.fold(journal, |family, (task, lengths)| {
        let labels = vec![("operation", task.name().to_owned())];
        family.with(labels, Figure::Lengths(Box::new(lengths)))
    });
    let counter = |name, help, number| Family::new(name, Kind::Counter, help).number(None, number);
    let gauge = |name, help, number| Family::new(name, Kind::Gauge, help).number(None, number);
    vec![
        commands,
        resolutions,
        counter(
            "parlour_deadlines_struck_total",
            "Deadlines that this process struck.",
            figures.struck,
        ),
        counter(
            "parlour_deadlines_stuck_total",
            "Tables whose deadline this process could not strike.",
            figures.stuck,
        ),
        Family::new(
            "parlour_deadline_lag_seconds",
            Kind::Histogram,
            "How late deadlines were struck and stored.",
        )
        .with(Vec::new(), Figure::Lengths(Box::new(figures.late))),
        journal,
        counter(
            "parlour_letters_delivered_total",
            "Letters that this process crossed off the outbox.",
            figures.delivered,
        ),
        Family::new(
            "parlour_old_post_dropped_total",
            Kind::Counter,
            "What this process dropped because it had waited for days: letters that nobody \
             sorted, and messages, whose recipients hear how many they were.",
        )
        .number(Some(("kind", "letter")), figures.aged_letters)
        .number(Some(("kind", "message")), figures.aged_notes),
        gauge(
            "parlour_tables_open",
            "Tables that this process holds in memory.",
            figures.open,
        ),
        gauge(
            "parlour_tables_open_bytes",
            "About how many bytes they take.",
            figures.open_bytes,
        ),
    ]
}
