//! Y57, Y58: key maps.

use super::*;
use parlour_rogue::{Action, Direction};

#[test]
fn y57_hjkl_are_straight_yubn_diagonal_and_x_looks() {
    let mut world = world_of(&[".....", ".....", ".....", ".....", "....."]);
    let me = world.spawn("player", at(2, 2)).unwrap();
    let mut game = game_of(world);
    for (key, dx, dy) in [
        ('h', -1, 0),
        ('j', 0, 1),
        ('k', 0, -1),
        ('l', 1, 0),
        ('y', -1, -1),
        ('u', 1, -1),
        ('b', -1, 1),
        ('n', 1, 1),
    ] {
        game.world.place(me, at(2, 2));
        act(&mut game, me, &key.to_string());
        assert_eq!(place(&game.world, me), at(2 + dx, 2 + dy), "{key}");
    }
    for map in [KeyMap::vi(), KeyMap::standard(), KeyMap::default()] {
        assert_eq!(map.get(Key::Char('x')), Some(&Action::Look));
        assert_eq!(
            map.get(Key::Char('h')),
            Some(&Action::Move(Direction::West))
        );
    }
    assert_eq!(
        KeyMap::standard().get(Key::Up),
        Some(&Action::Move(Direction::North))
    );
    assert_eq!(
        KeyMap::standard().get(Key::Ctrl('k')),
        Some(&Action::Reach(Direction::North))
    );
}

#[test]
fn y58_any_map_may_replace_it_with_characters_or_names() {
    let mut world = world_of(&[".....", ".....", "....."]);
    let me = world.spawn("player", at(2, 1)).unwrap();
    let map = KeyMap::empty()
        .with("w", "move-up")
        .unwrap()
        .with("up", "move-up")
        .unwrap()
        .with("C-d", "move-right")
        .unwrap();
    let mut game = Game::at_rest(world, rules().keys(map)).unwrap();
    let (_, left) = act(&mut game, me, "hjw");
    assert_eq!((place(&game.world, me), left), (at(2, 0), 0));
    act(&mut game, me, "<C-d>");
    assert_eq!(place(&game.world, me), at(3, 0));
    assert!(KeyMap::empty().with("upp", "move-up").is_err());
}
