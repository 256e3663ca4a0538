//! The drawn map and the rules agree on every board: what is a border in one is a
//! border in the other, coast by coast. A border that no line can show is a link, named
//! in the picture's file.

use parlour_atlas::Chart;
use parlour_atlas::agreement::{Borders, differences, drawn, nodes, ruled};
use parlour_atlas::geometry::{Kind, Travel};
use parlour_diplomacy::{Board, Place as _};

fn charts() -> impl Iterator<Item = &'static Chart> {
    Board::bundled().iter().map(|board| {
        Chart::named(board.name()).unwrap_or_else(|| panic!("{} cannot be drawn", board.name()))
    })
}

fn chart(name: &str) -> &'static Chart {
    Chart::named(name).unwrap_or_else(|| panic!("{name} cannot be drawn"))
}

#[test]
fn units_go_where_the_picture_shows_a_border() {
    for chart in charts() {
        let (board, name) = (chart.board(), chart.board().name());
        let (ruled, drawn) = (ruled(board), drawn(chart));
        assert_eq!(drawn.army, ruled.army, "{name}");
        assert_eq!(drawn.fleet, ruled.fleet, "{name}");
        assert_eq!(differences(chart), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn every_border_line_ends_where_others_begin() {
    for chart in charts() {
        for (at, arcs) in nodes(chart.geometry()) {
            let name = chart.board().name();
            assert!(arcs.len() >= 2, "{name}: a line ends at {at:?}");
        }
    }
}

/// The borders of each map that no line shows, and why.
const LINKS: &str = include_str!("links.txt");

/// So many borders of each board, by armies and by fleets; all by lines, but for these
/// links.
#[test]
fn every_map_shows_all_its_borders_and_few_as_links() {
    let counts = |name: &str| {
        let Borders { army, fleet } = drawn(chart(name));
        (army.len(), fleet.len())
    };
    assert_eq!(counts("standard"), (111, 141));
    assert_eq!(chart("standard").board().provinces().count(), 75);
    assert!(
        chart("standard")
            .board()
            .provinces()
            .all(|p| p.index() < 75)
    );
    for chart in charts().filter(|chart| chart.kind() == Kind::Map) {
        let links = &chart.geometry().links;
        let named: Vec<String> = links.iter().map(|link| link.ends.join("-")).collect();
        let name = chart.board().name();
        let line = LINKS
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let expected: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
        assert_eq!(named, expected, "{}", chart.board().name());
    }
}

#[test]
fn a_board_without_a_picture_is_drawn_by_its_borders() {
    for board in Board::bundled() {
        let chart = Chart::schematic(board).unwrap();
        assert_eq!(chart.kind(), Kind::Schematic);
        assert_eq!(drawn(&chart), ruled(board), "{}", board.name());
    }
    let pure = chart("pure");
    assert_eq!(pure.kind(), Kind::Schematic);
    assert_eq!(pure.geometry().links.len(), 21);
    assert!(
        pure.geometry()
            .links
            .iter()
            .all(|it| it.travel == Travel::Army)
    );
}
