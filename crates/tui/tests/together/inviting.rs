//! What the host tells the others: a link that can be copied, and its code.

use parlour_tui::Lent;
use parlour_tui::Stack;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::styles::{themes, with_styles};
use crate::{Stage, drawn_at, open_lobby, table};

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (60, 20), (40, 18)];

/// The squares of the code on the screen; nothing if there is none. Squares are light or
/// dark by the letters that make them, which stand nowhere else on these screens.
fn squares_of(drawn: &str) -> Vec<String> {
    let half = |letter: char, upper: bool| match letter {
        '█' => '0',
        '▀' if upper => '0',
        '▄' if !upper => '0',
        '▀' | '▄' | ' ' => '1',
        _ => 'x',
    };
    let rows: Vec<Vec<char>> = drawn
        .lines()
        .map(|row| row.trim_matches('"').chars().collect())
        .collect();
    let letters = |row: &Vec<char>| row.iter().filter(|it| "█▀▄".contains(**it)).count();
    let rows: Vec<&Vec<char>> = rows.iter().filter(|row| letters(row) > 10).collect();
    let is_square = |it: &char| "█▀▄".contains(*it);
    let left = rows.iter().filter_map(|row| row.iter().position(is_square));
    let right = rows
        .iter()
        .filter_map(|row| row.iter().rposition(is_square));
    let (Some(left), Some(right)) = (left.min(), right.max()) else {
        return Vec::new();
    };
    let halves = rows.iter().flat_map(|row| {
        let row = &row[left..=right];
        [true, false].map(|upper| row.iter().map(|it| half(*it, upper)).collect::<String>())
    });
    let halves: Vec<String> = halves.filter(|row| row.contains('1')).collect();
    let first = halves.iter().filter_map(|row| row.find('1')).min().unwrap();
    let last = halves
        .iter()
        .filter_map(|row| row.rfind('1'))
        .max()
        .unwrap();
    halves
        .iter()
        .map(|row| row[first..=last].to_owned())
        .collect()
}

/// The link as somebody gets it who marks its rows, edge to edge, at the bottom.
fn marked(drawn: &str, width: u16) -> String {
    let link = &open_lobby().invitation.browsers.unwrap().link;
    let rows = link.len().div_ceil(usize::from(width));
    let all: Vec<&str> = drawn.lines().map(|row| row.trim_matches('"')).collect();
    all[all.len() - rows..].concat().trim_end().to_owned()
}

#[test]
fn the_link_is_whole_and_its_code_is_what_was_encoded_at_every_size() {
    let browsers = open_lobby().invitation.browsers.unwrap();
    for (width, height) in SIZES {
        let mut stage = Stage::of(open_lobby(), true);
        let lobby = drawn_at(&mut stage.stack, width, height);
        assert_eq!(marked(&lobby, width), browsers.link, "{lobby}");
        let room = width >= 80;
        assert_eq!(squares_of(&lobby) == browsers.squares, room, "{lobby}");
        stage.press_at('i', (width, height));
        let page = drawn_at(&mut stage.stack, width, height);
        assert_eq!(marked(&page, width), browsers.link, "{page}");
        assert!(page.contains("192.168.1.20:5555"), "{page}");
        if room {
            assert_eq!(squares_of(&page), browsers.squares, "{page}");
        } else {
            assert!(page.contains("i QR code"), "{page}");
            let code = stage.press_at('i', (width, height));
            assert_eq!(squares_of(&code), browsers.squares, "{code}");
        }
        let back = stage.press_at('i', (width, height));
        assert_eq!(back, lobby, "one key more, and it is the lobby again");
    }
}

#[test]
fn invitations_in_every_theme_at_every_size() {
    for (theme_name, theme) in themes() {
        let screen = Box::new(Stage::screen(open_lobby(), true));
        let mut stack = Stack::new(screen, Lent::silent(theme));
        for (width, height) in SIZES {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            for page in ["open_lobby", "invitation", "code"] {
                terminal.draw(|frame| stack.draw(frame)).unwrap();
                if page != "code" || width < 80 {
                    let name = format!("{page}_{theme_name}_{width}x{height}");
                    insta::assert_snapshot!(name, with_styles(&terminal));
                    stack.answer(&parlour_tui::Input::letter('i'));
                }
            }
            terminal.draw(|frame| stack.draw(frame)).unwrap();
            let seen = terminal.backend().to_string();
            assert!(seen.contains("At the table"), "{seen}");
        }
    }
}

#[test]
fn during_a_game_the_host_finds_the_link_and_a_guest_has_none() {
    let mut gathering = table();
    gathering.invitation = open_lobby().invitation;
    let link = gathering.invitation.browsers.clone().unwrap().link;
    let mut stage = Stage::of(gathering.clone(), true);
    assert!(stage.press('i').contains(&link));
    gathering.invitation = parlour_tui::kingslayer::Invitation::default();
    let mut guest = Stage::of(gathering, false);
    assert!(!guest.press('i').contains("For the others"));
}
