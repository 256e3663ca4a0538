//! Prints what somebody with a lantern sees of a small dungeon, and the way out.
//!
//! `cargo run -p parlour-grid --example lit_map [RADIUS]`
//!
//! `@` the lantern, `#` and `.` what is lit, `*` the way to the stairs `>`, and
//! nothing for what is dark.

#![expect(
    clippy::disallowed_macros,
    reason = "an example talks to whoever runs it"
)]

use parlour_grid::fov::{FieldOfView, Reach};
use parlour_grid::path::{PathFinder, PathRules};
use parlour_grid::{BitGrid, Point, Size};

const DUNGEON: [&str; 15] = [
    "##############################################",
    "#..........#.................#...............#",
    "#..........#.................#...............#",
    "#..........#.....#.....#.....#.......#.......#",
    "#....@.............................#####.....#",
    "#..........#.....#.....#.....#.......#.......#",
    "#..........#.................#...............#",
    "#####.######.................#######.#########",
    "    #.#    #########.#########     #.#        ",
    "    #.#            #.#             #.#        ",
    "#####.##############.######  #######.#########",
    "#..........................###...............#",
    "#..........................................>.#",
    "#..........................###...............#",
    "##############################################",
];

fn main() {
    let reach = match std::env::args().nth(1).map(|word| word.parse()) {
        None => Reach::radius(12),
        Some(Ok(radius)) => Reach::radius(radius),
        Some(Err(_)) => {
            eprintln!("a radius is a whole number");
            std::process::exit(2);
        }
    };
    let size = Size::new(DUNGEON[0].len() as u32, DUNGEON.len() as u32);
    let letter = |cell: Point| DUNGEON[cell.y as usize].as_bytes()[cell.x as usize];
    let find = |wanted: u8| size.cells().find(|&cell| letter(cell) == wanted);
    let (Some(lantern), Some(stairs)) = (find(b'@'), find(b'>')) else {
        return;
    };
    let walls = BitGrid::from_fn(size, |cell| matches!(letter(cell), b'#' | b' '));

    let mut view = FieldOfView::new();
    view.compute(&walls, lantern, reach);
    let mut way = BitGrid::new(size);
    let mut finder = PathFinder::new();
    let path = finder.find(&walls, lantern, stairs, &PathRules::default());
    if let Some(path) = path {
        for cell in path.cells() {
            way.set(cell, true);
        }
    }

    for (y, row) in (0..).zip(DUNGEON) {
        let line: String = (0..)
            .zip(row.chars())
            .map(|(x, letter)| {
                let cell = Point::new(x, y);
                match letter {
                    '@' | '>' => letter,
                    _ if way.contains(cell) => '*',
                    _ if view.contains(cell) => letter,
                    _ => ' ',
                }
            })
            .collect();
        println!("{}", line.trim_end());
    }
    println!("{} cells are lit", view.count());
    match path {
        Some(path) => println!("the stairs are {} steps away", path.steps()),
        None => println!("nothing leads to the stairs"),
    }
}
