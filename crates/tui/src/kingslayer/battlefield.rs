//! The battlefield: cards played, shield, piles, and what the selection would do.

use parlour_regicide::{Card, Fate, Preview, Step, Suit, View, own_draws, payment, preview};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::cards;
use super::wrap::wrap;
use crate::{Theme, frame};

/// What stands at the bottom: whose turn it is, or what went wrong.
pub struct Prompt {
    /// The words.
    pub words: String,
    /// Whether they tell of a refusal.
    pub bad: bool,
}

/// Draws the battlefield. `names` are those of the players, by seat.
pub fn draw(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    view: &View,
    names: &[String],
    marked: &[Card],
    prompt: &Prompt,
) {
    let block = frame::block(theme).title_top(Line::styled(" Battlefield ", theme.title()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let roomy = inner.height >= 11;

    let mut lines = Vec::new();
    if view.players.len() > 1 {
        lines.push(players(theme, view, names, inner.width));
    }
    lines.push(table(theme, view, inner.width));
    lines.push(piles(theme, view, inner.width));
    if roomy {
        lines.push(Line::default());
    }
    lines.extend(consequences(theme, view, marked, inner.width));

    let style = if prompt.bad {
        theme.bad()
    } else {
        theme.accent()
    };
    let words: Vec<Line> = wrap(&prompt.words, inner.width)
        .into_iter()
        .map(|line| Line::styled(line, style))
        .collect();
    let height = (words.len() as u16).clamp(1, inner.height);
    let above = Rect {
        height: inner.height.saturating_sub(height),
        ..inner
    };
    let below = Rect {
        y: inner.y + above.height,
        height,
        ..inner
    };
    let used = lines.len() as u16;
    frame.render_widget(Paragraph::new(lines), above);
    let free = Rect {
        y: above.y + used + 1,
        height: above.height.saturating_sub(used + 1),
        ..above
    };
    draw_table(frame, free, theme, &view.table);
    frame.render_widget(Paragraph::new(words), below);
}

/// The latest cards of the table as pictures, where there is room for them.
fn draw_table(frame: &mut Frame, area: Rect, theme: Theme, table: &[Card]) {
    if area.height <= cards::HEIGHT {
        return;
    }
    let fitting = usize::from(area.width / (cards::WIDTH + 1));
    let latest = &table[table.len().saturating_sub(fitting)..];
    for (at, card) in (0..).zip(latest) {
        let place = Rect {
            x: area.x + at * (cards::WIDTH + 1),
            width: cards::WIDTH,
            height: cards::HEIGHT,
            ..area
        };
        let picture = cards::picture(theme, *card, cards::Look::default());
        frame.render_widget(Paragraph::new(picture), place);
    }
}

/// Everybody with the size of their hand; an arrow at whose turn it is. Names
/// are cut until all fit.
fn players(theme: Theme, view: &View, names: &[String], width: u16) -> Line<'static> {
    let lines = (1..=8)
        .rev()
        .map(|longest| players_named(theme, view, names, longest));
    let fits = |line: &Line| line.width() <= usize::from(width);
    let mut all: Vec<Line> = lines.collect();
    let at = all.iter().position(fits).unwrap_or(all.len() - 1);
    all.swap_remove(at)
}

fn players_named(theme: Theme, view: &View, names: &[String], longest: usize) -> Line<'static> {
    let mut spans = Vec::new();
    for player in &view.players {
        let now = player.id == view.current && view.step != Step::Over;
        let name = names
            .get(usize::from(player.id.0))
            .map_or("?", String::as_str);
        let short: String = name.chars().take(longest).collect();
        let mark = if now { "►" } else { " " };
        let yielded = if player.yielded { "y" } else { "" };
        let style = if now { theme.accent() } else { theme.text() };
        spans.push(Span::styled(
            format!("{mark}{short} {}{yielded}", player.hand_count),
            style,
        ));
    }
    Line::from(spans)
}

/// The cards on the table; the oldest are counted when they do not fit.
fn table(theme: Theme, view: &View, width: u16) -> Line<'static> {
    if view.table.is_empty() {
        return Line::styled("Nothing is on the table yet.", theme.dim());
    }
    let room = usize::from(width).saturating_sub(6);
    let length = |cards: &[Card]| -> usize {
        let wide = |card: &Card| cards::short(*card).chars().count() + 1;
        cards.iter().map(wide).sum()
    };
    let mut first = 0;
    while length(&view.table[first..]) + if first > 0 { 4 } else { 0 } > room {
        first += 1;
    }
    let mut spans = vec![Span::styled("Table ", theme.dim())];
    if first > 0 {
        spans.push(Span::styled(format!("+{first} "), theme.dim()));
    }
    spans.extend(cards::spans(theme, &view.table[first..]));
    Line::from(spans)
}

/// The sizes of the piles, by shorter names where the long ones do not fit.
fn piles(theme: Theme, view: &View, width: u16) -> Line<'static> {
    let long = piles_named(theme, view, ["Tavern", "Discard", "Castle"]);
    if long.width() <= usize::from(width) {
        return long;
    }
    piles_named(theme, view, ["Tav", "Disc", "Cast"])
}

fn piles_named(theme: Theme, view: &View, names: [&str; 3]) -> Line<'static> {
    let [tavern, discard, castle] = names;
    let mut spans = vec![
        Span::styled(format!("{tavern} "), theme.dim()),
        Span::styled(view.tavern_count.to_string(), theme.text()),
    ];
    if let Some(top) = view.memory.captured.last() {
        spans.push(Span::styled(" top ", theme.dim()));
        spans.push(Span::styled(
            cards::short(*top),
            cards::colour(theme, top.suit()),
        ));
    }
    for (name, count) in [(discard, view.discard_count), (castle, view.castle_count)] {
        spans.push(Span::styled(format!(" {name} "), theme.dim()));
        spans.push(Span::styled(count.to_string(), theme.text()));
    }
    Line::from(spans)
}

/// What the selected cards would do.
fn consequences(theme: Theme, view: &View, marked: &[Card], width: u16) -> Vec<Line<'static>> {
    if marked.is_empty() || !view.is_yours() {
        return shield(theme, view);
    }
    match view.step {
        Step::Play => match preview(view, marked) {
            Ok(it) => of_a_play(theme, view, &it),
            Err(refusal) => wrap(&sentence(&refusal.to_string()), width)
                .into_iter()
                .map(|line| Line::styled(line, theme.bad()))
                .collect(),
        },
        Step::Suffer => of_a_payment(theme, view, marked),
        Step::Choose | Step::Over => Vec::new(),
    }
}

/// Without a selection: what the enemy will do.
fn shield(theme: Theme, view: &View) -> Vec<Line<'static>> {
    let Some(enemy) = &view.enemy else {
        return Vec::new();
    };
    let words = match (view.shield, view.due) {
        (0, due) => format!("No shield: it strikes for {due}."),
        (shield, 0) => format!("Shield {shield} holds all of {}.", enemy.attack),
        (shield, due) => format!("Shield {shield}: it strikes for {due}."),
    };
    let style = if view.due == 0 {
        theme.good()
    } else {
        theme.text()
    };
    vec![Line::styled(words, style)]
}

fn of_a_play(theme: Theme, view: &View, it: &Preview) -> Vec<Line<'static>> {
    if it.jester {
        let mut words = String::from("A Jester: no suit is blocked, no attack.");
        if it.shield > 0 {
            words = format!("A Jester: {} blocked ♠ shield now, no attack.", it.shield);
        }
        return vec![Line::styled(words, theme.good())];
    }
    let mut lines = Vec::new();
    let damage = if it.doubled {
        format!("Attack {} x2 = {} damage", it.value, it.damage)
    } else {
        format!("Attack {} = {} damage", it.value, it.damage)
    };
    lines.push(Line::styled(damage, theme.text()));
    let mut powers = Vec::new();
    let mut power = |suit: Suit, words: String| {
        powers.push(Span::styled(
            format!("{} {words}  ", cards::sign(suit)),
            cards::colour(theme, Some(suit)),
        ));
    };
    if it.healed > 0 {
        power(Suit::Hearts, format!("heal {}", it.healed));
    }
    match (it.drawn_in_all(), own_draws(view, it)) {
        (0, _) => {}
        (all, own) if all == own => power(Suit::Diamonds, format!("draw {all}")),
        (all, own) => power(Suit::Diamonds, format!("draw {all} (you {own})")),
    }
    if it.shield > 0 {
        power(Suit::Spades, format!("shield {}", it.shield));
    }
    for suit in &it.blocked {
        let words = format!("{} blocked", cards::sign(*suit));
        powers.push(Span::styled(words, theme.dim()));
    }
    if !powers.is_empty() {
        lines.push(Line::from(powers));
    }
    lines.push(match it.fate {
        Fate::Captured => Line::styled("EXACT: it is captured, you go again!", theme.good()),
        Fate::Overkilled(over) => Line::styled(
            format!("It falls ({over} too much), you go again."),
            theme.good(),
        ),
        Fate::Stands(left) => Line::styled(format!("It stands with {left}."), theme.text()),
    });
    if it.due > 0 {
        let (words, style) = if it.is_safe() {
            (
                format!("Then pay {} of {} in hand.", it.due, it.purse),
                theme.warning(),
            )
        } else if own_draws(view, it) > 0 {
            (
                format!("Then pay {}: {} and what you draw!", it.due, it.purse),
                theme.bad(),
            )
        } else {
            (
                format!("Then pay {}: you have {}!", it.due, it.purse),
                theme.bad(),
            )
        };
        lines.push(Line::styled(words, style));
    } else if matches!(it.fate, Fate::Stands(_)) {
        lines.push(Line::styled(
            "The shield holds: nothing to pay.",
            theme.good(),
        ));
    }
    lines
}

fn of_a_payment(theme: Theme, view: &View, marked: &[Card]) -> Vec<Line<'static>> {
    let it = payment(view, marked);
    let mut lines = Vec::new();
    if it.covers() {
        lines.push(Line::styled(
            format!("{} pays for {}.", it.paid, it.due),
            theme.good(),
        ));
        let spare = it
            .needless
            .and_then(|place| marked.get(usize::from(place) - 1));
        if let Some(card) = spare {
            lines.push(Line::from(vec![
                Span::styled("More than needed: ", theme.warning()),
                Span::styled(cards::short(*card), cards::colour(theme, card.suit())),
            ]));
        }
        lines.push(Line::styled("[ Enter: pay ]", theme.accent()));
    } else {
        let missing = it.due - it.paid;
        lines.push(Line::styled(
            format!("{} of {}: {missing} missing.", it.paid, it.due),
            theme.bad(),
        ));
    }
    lines
}

/// With a capital and a full stop.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters
        .next()
        .map(|it| it.to_uppercase().to_string())
        .unwrap_or_default();
    cards::with_signs(&format!("{first}{}.", letters.as_str()))
}

#[cfg(test)]
mod tests {
    use parlour_regicide::Card;
    use parlour_regicide::cases::Table;

    use super::*;

    #[test]
    fn piles_and_players_fit_the_smallest_battlefield() {
        let text = "enemy JC; hands 9H | 10S | 5H | 4D; yielded 0 1 2; tavern 2S; castle KC";
        let mut view = Table::lay(text).view(0);
        let names = vec![String::from("Maximilian"); 4];
        let line = players(Theme::default(), &view, &names, 30);
        assert!(line.width() <= 30, "{line}");
        assert!(line.to_string().contains("Max"), "{line}");
        for (tavern, discard, castle) in [(40, 41, 11), (9, 9, 0)] {
            (view.tavern_count, view.discard_count, view.castle_count) = (tavern, discard, castle);
            for captured in [vec![], vec![Card::court().last().unwrap()]] {
                view.memory.captured = captured;
                let line = piles(Theme::default(), &view, 30);
                assert!(line.width() <= 30, "{line}");
                assert!(line.to_string().contains("Cast"), "{line}");
            }
        }
    }
}
