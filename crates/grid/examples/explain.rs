//! A gallery of hard cases: why a cell is in sight or is not, in both kinds of
//! sight. Prints them; with a folder named, writes a picture of each there, as in
//! `docs/grid.md`.
//!
//! `cargo run -p parlour-grid --example explain [FOLDER]`

#![expect(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "an example talks to whoever runs it, and writes pictures where it is told"
)]

use std::fmt::Write as _;

use parlour_grid::explain::{Explanation, Role, explain_sight, explain_view};
use parlour_grid::{BitGrid, Point, Size};

/// A name, what is hard about it, and the map: `s` looks at `t`.
const GALLERY: [(&str, &str, &[&str]); 7] = [
    (
        "diagonal-gap",
        "two walls that touch at their corners",
        &["....", ".s#.", ".#t.", "...."],
    ),
    (
        "pillar-edge",
        "past the edge of a pillar",
        &["......", "s.....", "..#...", ".....t"],
    ),
    (
        "slot",
        "a slot exactly one cell wide",
        &["..s..", "##.##", ".....", "..t.."],
    ),
    (
        "one-side",
        "a line that runs exactly between cells and touches one wall",
        &["s....", ".#...", "....t"],
    ),
    (
        "two-sides",
        "the same line touching a wall on each side",
        &["s....", ".#.#.", "....t"],
    ),
    (
        "gap",
        "between two walls that are two cells apart",
        &["s...#..", ".......", "......t", "....#.."],
    ),
    (
        "wall-end",
        "behind the end of a wall",
        &["s.....", "...#..", "...#t.", "...#.."],
    ),
];

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1);
    for (name, words, rows) in GALLERY {
        let size = Size::new(rows[0].len() as u32, rows.len() as u32);
        let letter = |cell: Point| rows[cell.y as usize].as_bytes()[cell.x as usize];
        let walls = BitGrid::from_fn(size, |cell| letter(cell) == b'#');
        let find = |wanted: u8| size.cells().find(|&cell| letter(cell) == wanted);
        let (Some(from), Some(to)) = (find(b's'), find(b't')) else {
            continue;
        };
        println!("{name}: {words}");
        let exact = explain_sight(&walls, from, to);
        let view = explain_view(&walls, from, to);
        for (kind, why) in [("sight", exact), ("fov", view)] {
            println!("  {kind}: {}", why.beat(why.beats() - 1));
            for y in 0..size.height() as i32 {
                let row = (0..size.width() as i32).map(|x| mark(&walls, &why, Point::new(x, y)));
                println!("    {}", row.collect::<String>());
            }
            if let Some(folder) = &folder {
                let file = format!("{folder}/grid-{name}-{kind}.svg");
                std::fs::write(file, picture(&walls, &why))?;
            }
        }
    }
    Ok(())
}

/// The letter of a cell: `+` passed, `X` closes, `<` and `>` touched.
fn mark(walls: &BitGrid, why: &Explanation, cell: Point) -> char {
    let step = why.steps.iter().find(|step| step.cell == cell);
    match step.map(|step| step.role) {
        _ if cell == why.from => 's',
        _ if cell == why.to => 't',
        Some(Role::Closes) => 'X',
        Some(Role::GrazedLow) => '<',
        Some(Role::GrazedHigh) => '>',
        _ if walls.contains(cell) => '#',
        Some(Role::Passed) => '+',
        None => '.',
    }
}

/// Cells of 32 units; the line; walls that matter with a bold border.
fn picture(walls: &BitGrid, why: &Explanation) -> String {
    let size = walls.size();
    let (w, h) = (size.width() * 32, size.height() * 32);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" \
         width=\"{w}\" height=\"{h}\"><title>{why}</title>\n"
    );
    for cell in size.cells() {
        let role = why.steps.iter().find(|step| step.cell == cell);
        let role = role.map(|step| step.role);
        let fill = match role {
            _ if cell == why.from => "#f0e442",
            _ if walls.contains(cell) => "#b04e00",
            _ if cell == why.to && why.is_visible() => "#56b4e9",
            Some(Role::Passed) => "#cfe8f7",
            _ => "#f4f4f2",
        };
        let bounds = why
            .cone
            .is_some_and(|cone| cone.walls().any(|it| it == cell));
        let bold = walls.contains(cell) && (role.is_some() || bounds);
        let (stroke, width) = if bold { ("#000", 4) } else { ("#999", 1) };
        let inset = if bold { 2 } else { 0 };
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" \
             stroke=\"{stroke}\" stroke-width=\"{width}\"/>",
            cell.x * 32 + inset,
            cell.y * 32 + inset,
            32 - 2 * inset,
            32 - 2 * inset,
        );
    }
    let middle = |at: i32| at * 32 + 16;
    if let Some(cone) = &why.cone {
        let (x, y) = (middle(why.from.x), middle(why.from.y));
        let [one, other] = cone.ends(32).map(|end| (x + end.x, y + end.y));
        let _ = writeln!(
            svg,
            "<polygon points=\"{x},{y} {},{} {},{}\" fill=\"#0072b2\" fill-opacity=\"0.3\" \
             stroke=\"#0072b2\"/>",
            one.0, one.1, other.0, other.1,
        );
    }
    let dashes = if why.is_visible() {
        ""
    } else {
        " stroke-dasharray=\"6 5\""
    };
    let _ = writeln!(
        svg,
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#000\" stroke-width=\"3\"{dashes}/>",
        middle(why.from.x),
        middle(why.from.y),
        middle(why.by.x),
        middle(why.by.y),
    );
    let _ = writeln!(
        svg,
        "<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"none\" stroke=\"#000\" stroke-width=\"3\"/>",
        middle(why.to.x),
        middle(why.to.y),
    );
    svg.push_str("</svg>\n");
    svg
}
