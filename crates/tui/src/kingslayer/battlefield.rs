//! The battlefield: cards played, shield, piles, and what the selection would do.

use parlour_regicide::{Card, Fate, Preview, Step, Suit, View, own_draws, payment, preview, spare};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::cards;
use crate::wrap::{head, wide, wrap};
use crate::{Theme, frame};

/// What stands at the bottom: whose turn it is, or what went wrong.
pub struct Prompt {
    /// The words.
    pub words: String,
    /// Whether they tell of a refusal.
    pub bad: bool,
}

/// What is drawn beside the view.
pub struct Beside<'a> {
    /// The names of the players, by seat.
    pub names: &'a [String],
    /// The selected cards.
    pub marked: &'a [Card],
    /// The top of the discard pile, if it is known.
    pub discarded: Option<Card>,
    /// What stands at the bottom.
    pub prompt: &'a Prompt,
}

/// Draws the battlefield.
pub fn draw(frame: &mut Frame, area: Rect, theme: Theme, view: &View, beside: &Beside) {
    let Beside {
        names,
        marked,
        discarded,
        prompt,
    } = *beside;
    let block = frame::block(theme).title_top(Line::styled(" Battlefield ", theme.title()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let roomy = inner.height >= 11;

    let mut facts = Vec::new();
    if view.players.len() > 1 {
        facts.push(players(theme, view, names, inner.width));
    }
    facts.push(table(theme, view, inner.width));
    facts.push(piles(theme, view, discarded, inner.width));
    if roomy {
        facts.push(Line::default());
    }
    let meant = consequences(theme, view, marked, inner.width);

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
    // What a play would do, and what is said, are read before the facts: where not
    // all of it fits, the last facts make room.
    let free = usize::from(above.height).saturating_sub(meant.len());
    facts.truncate(free);
    let lines: Vec<Line> = facts.into_iter().chain(meant).collect();
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

/// Everybody with the size of their hand behind a dot, so that a name which ends in a
/// number stays apart from it; an arrow at whose turn it is, a `y` at
/// who yielded last. Names are cut until all fit, and stay apart.
pub(super) fn players(theme: Theme, view: &View, names: &[String], width: u16) -> Line<'static> {
    let lines = (1..=8)
        .rev()
        .map(|longest| players_named(theme, view, names, longest));
    let fits = |line: &Line| line.width() <= usize::from(width);
    let mut all: Vec<Line> = lines.collect();
    let at = all.iter().position(fits).unwrap_or(all.len() - 1);
    all.swap_remove(at)
}

fn players_named(theme: Theme, view: &View, names: &[String], longest: usize) -> Line<'static> {
    let names = short_names(view, names, longest);
    let mut spans = Vec::new();
    for (player, name) in view.players.iter().zip(names) {
        let now = player.id == view.current && view.step != Step::Over;
        let mark = if now { "►" } else { " " };
        let yielded = if player.yielded { "y" } else { "" };
        let style = if now { theme.accent() } else { theme.text() };
        spans.push(Span::styled(
            format!("{mark}{name}·{}{yielded}", player.hand_count),
            style,
        ));
    }
    Line::from(spans)
}

/// What everybody is called in a line without room: oneself "you", the others by at
/// most so many columns. Who would be called like somebody else gets the number of
/// their seat.
fn short_names(view: &View, names: &[String], longest: usize) -> Vec<String> {
    let cut = |player: &parlour_regicide::PlayerView| {
        if view.you == Some(player.id) {
            return String::from("you");
        }
        let name = names.get(usize::from(player.id.0));
        shortened(name.map_or("?", String::as_str), longest)
    };
    let short: Vec<String> = view.players.iter().map(cut).collect();
    let alone = |name: &String| short.iter().filter(|it| *it == name).count() == 1;
    let numbered = (1..).zip(&short).map(|(number, name)| {
        if alone(name) {
            return name.clone();
        }
        let number = format!("{number}");
        format!("{}{number}", head(name, longest.saturating_sub(1)))
    });
    numbered.collect()
}

/// A name in so many columns. A number at its end is kept: it tells people of one
/// name apart.
fn shortened(name: &str, longest: usize) -> String {
    if wide(name) <= longest {
        return name.to_owned();
    }
    let words = name.rsplit_once(' ');
    let number = words.filter(|(_, last)| last.chars().all(|it| it.is_ascii_digit()));
    match number {
        Some((first, last)) if wide(last) < longest => {
            format!("{}{last}", head(first, longest - wide(last)))
        }
        _ => head(name, longest),
    }
}

/// The cards on the table; the oldest are counted when they do not fit.
pub(super) fn table(theme: Theme, view: &View, width: u16) -> Line<'static> {
    if view.table.is_empty() {
        let words = match view.outcome {
            None => "Nothing is on the table yet.",
            Some(_) => "The table is empty.",
        };
        return Line::styled(words, theme.dim());
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

/// The sizes of the piles and what lies open on them, in fewer words where there is
/// no room for all.
pub(super) fn piles(
    theme: Theme,
    view: &View,
    discarded: Option<Card>,
    width: u16,
) -> Line<'static> {
    // The castle's count stands in the castle as well, so it is the first to go.
    let (all, two) = (["Tavern", "Discard", "Castle"], ["Tavern", "Discard", ""]);
    let ways = [(all, " top "), (all, " "), (two, " top "), (two, " ")];
    let mut lines = ways.map(|(names, top)| piles_named(theme, view, discarded, names, top));
    let fits = |line: &Line| line.width() <= usize::from(width);
    let at = lines.iter().position(fits).unwrap_or(lines.len() - 1);
    std::mem::take(&mut lines[at])
}

fn piles_named(
    theme: Theme,
    view: &View,
    discarded: Option<Card>,
    names: [&str; 3],
    on_top: &'static str,
) -> Line<'static> {
    let captured = view.memory.captured.last().copied();
    // A pile that has been emptied shows nothing, whatever lay there.
    let discarded = discarded.filter(|_| view.discard_count > 0);
    let piles = [
        (view.tavern_count, captured),
        (view.discard_count, discarded),
        (view.castle_count, None),
    ];
    let mut spans = Vec::new();
    let named = names.into_iter().zip(piles);
    for (name, (count, top)) in named.filter(|(name, _)| !name.is_empty()) {
        let gap = if spans.is_empty() { "" } else { " " };
        spans.push(Span::styled(format!("{gap}{name} "), theme.dim()));
        spans.push(Span::styled(count.to_string(), theme.text()));
        if let Some(top) = top {
            spans.push(Span::styled(on_top, theme.dim()));
            let style = cards::colour(theme, top.suit());
            spans.push(Span::styled(cards::short(top), style));
        }
    }
    Line::from(spans)
}

/// What the selected cards would do.
pub(super) fn consequences(
    theme: Theme,
    view: &View,
    marked: &[Card],
    width: u16,
) -> Vec<Line<'static>> {
    if marked.is_empty() || !view.is_yours() {
        return shield(theme, view);
    }
    match view.step {
        Step::Play => match preview(view, marked) {
            Ok(it) => of_a_play(theme, view, &it, width),
            Err(refusal) => broken(&sentence(&refusal.to_string()), theme.bad(), width),
        },
        Step::Suffer => of_a_payment(theme, view, marked, width),
        Step::Choose | Step::Over => Vec::new(),
    }
}

/// Words in as many lines as they need.
fn broken(words: &str, style: Style, width: u16) -> Vec<Line<'static>> {
    let lines = wrap(words, width).into_iter();
    lines.map(|line| Line::styled(line, style)).collect()
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

fn of_a_play(theme: Theme, view: &View, it: &Preview, width: u16) -> Vec<Line<'static>> {
    if it.jester {
        let words = match it.shield {
            0 => String::from("A Jester: no suit is blocked, no attack."),
            shield => format!("A Jester: {shield} blocked ♠ shield now, no attack."),
        };
        return broken(&words, theme.good(), width);
    }
    let times = if it.doubled { " x2" } else { "" };
    let damage = format!("Attack {}{times} = {} damage", it.value, it.damage);
    let mut lines = broken(&damage, theme.text(), width);
    lines.extend(powers(theme, view, it, width));
    let (words, style) = match it.fate {
        Fate::Captured => (String::from("EXACT: captured, you go again!"), theme.good()),
        Fate::Overkilled(over) => (format!("Falls, {over} over: you go again."), theme.good()),
        Fate::Stands(left) => (format!("It stands with {left}."), theme.text()),
    };
    lines.extend(broken(&words, style, width));
    let (due, purse) = (it.due, it.purse);
    let after = if due == 0 {
        let stands = matches!(it.fate, Fate::Stands(_));
        stands.then(|| {
            let words = String::from("Shield holds: nothing to pay.");
            (words, theme.good())
        })
    } else if it.is_safe() {
        let words = format!("Then pay {due} of {purse} in hand.");
        Some((words, theme.warning()))
    } else if own_draws(view, it) > 0 {
        let words = format!("Then pay {due}: {purse} + your draws!");
        Some((words, theme.bad()))
    } else {
        let words = format!("Then pay {due}: you have {purse}!");
        Some((words, theme.bad()))
    };
    if let Some((words, style)) = after {
        lines.extend(broken(&words, style, width));
    }
    lines
}

/// What the suits of a play do, in one line: by signs and numbers alone where the
/// words do not fit.
fn powers(theme: Theme, view: &View, it: &Preview, width: u16) -> Option<Line<'static>> {
    let long = powers_named(theme, view, it, true);
    let line = if long.width() <= usize::from(width) {
        long
    } else {
        powers_named(theme, view, it, false)
    };
    (line.width() > 0).then_some(line)
}

fn powers_named(theme: Theme, view: &View, it: &Preview, named: bool) -> Line<'static> {
    let (all, own) = (it.drawn_in_all(), own_draws(view, it));
    let draws = if all == own {
        all.to_string()
    } else {
        format!("{all} (you {own})")
    };
    let count = |number: u16| number.to_string();
    let fired = [
        (Suit::Hearts, "heal", it.healed > 0, count(it.healed.into())),
        (Suit::Diamonds, "draw", all > 0, draws),
        (Suit::Spades, "shield", it.shield > 0, count(it.shield)),
    ];
    let mut spans = Vec::new();
    for (suit, name, works, count) in fired {
        if works {
            let words = if named {
                format!("{} {name} {count}", cards::sign(suit))
            } else {
                format!("{}{count}", cards::sign(suit))
            };
            spans.push(Span::styled(words, cards::colour(theme, Some(suit))));
        }
    }
    for suit in &it.blocked {
        let words = format!("{} blocked", cards::sign(*suit));
        spans.push(Span::styled(words, theme.dim()));
    }
    let gap = Span::raw(if named { "  " } else { " " });
    let mut line = Line::default();
    for (at, span) in spans.into_iter().enumerate() {
        if at > 0 {
            line.push_span(gap.clone());
        }
        line.push_span(span);
    }
    line
}

fn of_a_payment(theme: Theme, view: &View, marked: &[Card], width: u16) -> Vec<Line<'static>> {
    let it = payment(view, marked);
    if !it.covers() {
        let missing = it.due - it.paid;
        let words = format!("{} of {}: {missing} missing.", it.paid, it.due);
        return broken(&words, theme.bad(), width);
    }
    let words = format!("{} pays for {}.", it.paid, it.due);
    let mut lines = broken(&words, theme.good(), width);
    let kept: Vec<String> = spare(view, marked).into_iter().map(cards::short).collect();
    if !kept.is_empty() {
        let words = format!("Not needed: {}", kept.join(" "));
        lines.extend(broken(&words, theme.warning(), width));
    }
    if it.refusal().is_none() {
        lines.push(Line::styled("[ Enter: pay ]", theme.accent()));
    } else {
        let words = "This house takes no surplus. (R8.2)";
        lines.extend(broken(words, theme.bad(), width));
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

    /// Whatever is selected, nothing of it is wider than the smallest battlefield,
    /// and beside the table and the piles there is room for it and a line to say.
    #[test]
    fn every_preview_fits_the_smallest_battlefield() {
        let tables = [
            "enemy JC; hands 2H 2D 2S 2C X 10D 8S 9C; tavern 3S 4S 5S 6S; discard 5H 6H 7H 8H 9H; castle QC",
            "enemy JC; hands 5H 5D 5S 5C AD KH QS 9D; tavern 3S 4S; discard 4H 6H 7H 8H 9H; castle QC",
            "enemy KS; damage 33; hands 7H AC KD JH 10S 3C 4D; tavern 3S 4S; castle QC",
            "enemy JH; step suffer; hands 10D 9S 8C AC; castle QC",
            "enemy JC; damage 12; hands 2H 2D 2S 2C X | 3D | 4S | 5S; tavern 3S 6S 7S 8S 9S; discard 5H 6H; castle QC",
        ];
        let (mut seen, mut longest) = (0, 0);
        for (text, surplus) in tables.iter().flat_map(|it| [(it, true), (it, false)]) {
            let mut view = Table::lay(text).view(0);
            view.house.surplus_payment = surplus;
            for chosen in 0_u32..1 << view.hand.len() {
                let held = view.hand.iter().enumerate();
                let marked: Vec<Card> = held
                    .filter(|(at, _)| chosen >> at & 1 == 1)
                    .map(|(_, card)| *card)
                    .collect();
                let lines = consequences(Theme::default(), &view, &marked, 30);
                for line in &lines {
                    assert!(line.width() <= 30, "{line}");
                }
                assert!(lines.len() <= 5, "{lines:?}");
                longest = longest.max(lines.len());
                seen += 1;
            }
        }
        assert!(seen > 1_000 && longest >= 4, "{seen} {longest}");
    }

    #[test]
    fn names_without_room_stay_apart() {
        let text = "enemy JC; hands 9H | 10S | 5H | 4D; yielded 3; tavern 2S; castle KC";
        let view = Table::lay(text).view(0);
        for (names, told) in [
            (
                ["Ann", "Bot 1", "Bot 2", "Bot 3"],
                "►you·1 Bot1·1 Bot2·1 Bot3·1y",
            ),
            (
                ["Ann", "Benjamin", "Benjamin 2", "Cy"],
                "►you·1 Benjam·1 Benja2·1 Cy·1y",
            ),
            (
                ["Ann", "日本語の名前", "日本語の王様", "Cy"],
                "►you·1 日本2·1 日本3·1 Cy·1y",
            ),
            (["Ann", "Bo", "Cid", "Dora"], "►you·1 Bo·1 Cid·1 Dora·1y"),
        ] {
            let names = names.map(String::from).to_vec();
            let line = players(Theme::default(), &view, &names, 30);
            assert_eq!(line.to_string(), told);
        }
        let watched = players(Theme::default(), &Table::lay(text).view(0), &[], 30);
        assert!(watched.to_string().contains("?2·1"), "{watched}");
    }

    #[test]
    fn piles_and_players_fit_the_smallest_battlefield() {
        let text = "enemy JC; hands 9H | 10S | 5H | 4D; yielded 0 1 2; tavern 2S; castle KC";
        let mut view = Table::lay(text).view(0);
        let names = vec![String::from("Maximilian"); 4];
        let line = players(Theme::default(), &view, &names, 30);
        assert!(line.width() <= 30, "{line}");
        assert_eq!(line.to_string(), "►you·1y Max2·1y Max3·1y Max4·1");
        for (tavern, discard, castle) in [(40, 41, 11), (9, 9, 0)] {
            (view.tavern_count, view.discard_count, view.castle_count) = (tavern, discard, castle);
            for captured in [vec![], vec![Card::court().last().unwrap()]] {
                view.memory.captured = captured;
                let line = piles(Theme::default(), &view, view.table.last().copied(), 30);
                assert!(line.width() <= 30, "{line}");
                let words = line.to_string();
                let named = ["Tavern", "Discard"].iter().all(|it| words.contains(it));
                assert!(named, "in whole words: {words}");
            }
        }
    }
}
