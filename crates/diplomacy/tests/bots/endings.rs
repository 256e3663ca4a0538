//! The end of a game: a rival that is one centre short of a win is stopped at the line
//! that still stands.

use parlour_diplomacy::bot::{Kind, Level, advise};
use parlour_diplomacy::{
    Board, Judge, Order, Placed, Position, Power, Province, Rulebook, Scene, check, notation,
};

use crate::bed::question;

/// Austria, Turkey and Italy are gone: Turkey owns what is nearest to it, one centre
/// short of a win, and stands before Munich; France has the rest.
fn before_munich(board: &Board, turkey: Power, france: Power, defence: &[&str]) -> Position {
    let phase = "F1920M".parse().unwrap();
    let mut position = Position::empty(phase, board.province_count());
    for (units, power) in [(&["A BOH", "A TYR"][..], turkey), (defence, france)] {
        for text in units {
            let unit = board.unit(text).unwrap();
            position.place(board.province_of(unit.at), Placed { power, unit });
        }
    }
    let home = board.province("CON").unwrap();
    let munich = board.province("MUN").unwrap();
    let mut centers: Vec<Province> = board.centers().without(munich).iter().collect();
    centers.sort_by_key(|it| board.distance(home, *it));
    for (at, center) in centers.into_iter().enumerate() {
        let whose = if at < 17 { turkey } else { france };
        position.set_owner(center, Some(whose));
    }
    position.set_owner(munich, Some(france));
    position
}

#[test]
fn search_holds_the_line_that_stops_a_win() {
    let board = Board::standard();
    let [turkey, france] = ["TURKEY", "FRANCE"].map(|it| board.power(it).unwrap());
    let munich = board.province("MUN").unwrap();
    for defence in [
        &["A MUN", "A RUH", "A BUR"][..],
        &["A MUN", "F KIE", "A BER", "F BAL"],
        &["A MUN", "A SIL", "A RUH", "F HOL"],
    ] {
        let position = before_munich(board, turkey, france, defence);
        for seed in 1..4 {
            let question = question(board, &position, france, seed);
            let club = Kind::Search(Level::Club);
            let ours = advise(&question, club, &mut club.effort()).orders;
            for attack in [
                ["A BOH - MUN", "A TYR S A BOH - MUN"],
                ["A TYR - MUN", "A BOH S A TYR - MUN"],
            ] {
                let mut orders: Vec<Order> = ours.clone();
                for text in attack {
                    let text = notation::read_order(board, text).unwrap();
                    let scene = Scene::new(board, &position, Rulebook::default());
                    let checked = check(&scene, turkey, text);
                    orders.push(checked.unwrap().order);
                }
                let mut judge = Judge::new(board, Rulebook::default());
                let movement = judge.movement(&position, &orders);
                let mut after = position.clone();
                judge.apply_movement(&movement, &mut after);
                let stands = after.unit_in(munich).map(|it| it.power);
                let shown: Vec<String> = ours.iter().map(|it| it.show(board).to_string()).collect();
                assert_eq!(stands, Some(france), "{shown:?} against {attack:?}");
            }
        }
    }
}
