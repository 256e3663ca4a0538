//! Field of view beside libraries of other languages, in a part of their own:
//! libtcod by its C library, and rot.js by node.
//!
//! `others/libtcod.c` is compiled here and `rot-js` is installed here, if that is
//! possible; otherwise a line says why there are no rows. Each runs in a process of
//! its own, gets the maps and places of the area `fov`, measures its own processor
//! time, and tells what it saw, which is compared as there. Our own rows, over bits and
//! over a closure, are measured in between.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use parlour_grid::fov::{FieldOfView, Reach, line_of_sight};
use parlour_grid::{BitGrid, Point};

use super::fov::origins;
use crate::maps;
use crate::measure::{Bench, Contender, OURS, Row};

/// The version of rot.js.
const ROT: &str = "rot-js@2.2.1";
/// One this complete is one to be measured against.
const COMPLETE_ENOUGH: f64 = 0.95;

pub fn run(bench: &mut Bench) -> Result<()> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let work = tempfile::tempdir()?;
    let mut others = Vec::new();
    for (name, made) in [
        ("libtcod", libtcod(home, work.path())),
        ("rot.js", rot(home, work.path())),
    ] {
        match made {
            Ok(program) => others.push((name, program)),
            Err(reason) => eprintln!("{name} has no rows: {reason:#}"),
        }
    }
    let (room, cave) = (maps::room(), maps::cave());
    scene(bench, &others, "room-r10", &room, Reach::radius(10))?;
    scene(bench, &others, "room-r10-circle", &room, Reach::circle(10))?;
    scene(bench, &others, "room", &room, Reach::UNLIMITED)?;
    scene(
        bench,
        &others,
        "pillars",
        &maps::pillars(),
        Reach::UNLIMITED,
    )?;
    scene(bench, &others, "cave-r20", &cave, Reach::radius(20))?;
    scene(bench, &others, "cave-r20-circle", &cave, Reach::circle(20))
}

/// A program that answers, with its words.
type Program = (PathBuf, Vec<PathBuf>);

fn libtcod(home: &Path, work: &Path) -> Result<Program> {
    let program = work.join("libtcod");
    let mut compiler = Command::new("cc");
    compiler
        .args(["-std=c11", "-O2", "-o"])
        .arg(&program)
        .arg(home.join("others/libtcod.c"))
        .args(["-ltcod", "-lm"]);
    quietly(compiler).context("cc with libtcod-dev")?;
    Ok((program, Vec::new()))
}

fn rot(home: &Path, work: &Path) -> Result<Program> {
    fs::write(work.join("package.json"), "{}")?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts"])
        .arg(ROT)
        .current_dir(work);
    quietly(npm).context("npm")?;
    let words = vec![home.join("others/rot.mjs"), work.to_owned()];
    Ok((PathBuf::from("node"), words))
}

fn quietly(mut command: Command) -> Result<()> {
    let done = command.stdin(Stdio::null()).output()?;
    if !done.status.success() {
        let text = String::from_utf8_lossy(&done.stderr).into_owned();
        bail!("{}", text.lines().last().unwrap_or("it failed").to_owned());
    }
    Ok(())
}

fn scene(
    bench: &mut Bench,
    others: &[(&str, Program)],
    name: &str,
    map: &BitGrid,
    reach: Reach,
) -> Result<()> {
    let origins = origins(map);
    let truth: Vec<BitGrid> = origins
        .iter()
        .map(|&from| {
            BitGrid::from_fn(map.size(), |to| {
                !map.contains(to)
                    && reach.covers(from, to)
                    && line_of_sight(map.size(), |cell| map.contains(cell), from, to)
            })
        })
        .collect();
    let mut rows = Vec::new();
    let (mut bits, mut closure) = (FieldOfView::new(), FieldOfView::new());
    let (size, width) = (map.size(), map.size().width() as i32);
    let walls: Vec<bool> = size.cells().map(|cell| map.contains(cell)).collect();
    let ours = vec![
        Contender::new(OURS, |question| {
            bits.compute(map, origins[question], reach);
            u64::from(bits.contains(origins[0]))
        }),
        Contender::new(format!("{OURS}/closure"), |question| {
            let wall = |cell: Point| walls[(cell.x + cell.y * width) as usize];
            closure.compute_with(size, wall, origins[question], reach);
            u64::from(closure.contains(origins[0]))
        }),
    ];
    for mut row in bench.rows(origins.len(), ours) {
        row.is_peer = false;
        row.extras = vec![("complete", 1.0), ("extra", 0.0)];
        rows.push(row);
    }
    for (library, program) in others {
        let question = question(map, &origins, reach, bench.seconds());
        let answer = ask(program, &question).with_context(|| (*library).to_owned())?;
        rows.extend(read(library, &answer, map, &truth)?);
    }
    bench.print(name, &rows)
}

fn question(map: &BitGrid, origins: &[Point], reach: Reach, seconds: f64) -> String {
    let (width, height) = (map.size().width(), map.size().height());
    let radius = reach.radius.unwrap_or(0);
    let mut text = format!("{width} {height} {radius} {seconds}\n");
    for y in 0..height as i32 {
        let row = (0..width as i32).map(|x| map.contains(Point::new(x, y)));
        text.extend(row.map(|wall| if wall { '#' } else { '.' }));
        text.push('\n');
    }
    text.push_str(&format!("{}\n", origins.len()));
    for at in origins {
        text.push_str(&format!("{} {}\n", at.x, at.y));
    }
    text
}

fn ask((program, words): &Program, question: &str) -> Result<String> {
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().context("it was piped")?;
    input.write_all(question.as_bytes())?;
    drop(input);
    let done = child.wait_with_output()?;
    ensure!(done.status.success(), "it ended with {}", done.status);
    Ok(String::from_utf8(done.stdout)?)
}

/// The rows of an answer: how fast each algorithm is, and how right.
fn read(library: &str, answer: &str, map: &BitGrid, truth: &[BitGrid]) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut lines = answer.lines();
    while let Some(head) = lines.next() {
        let (name, speed) = head.split_once(' ').context("a name and a figure")?;
        let (mut wanted, mut found, mut extra) = (0, 0, 0);
        for floor in truth {
            let line = lines.next().context("a line for each place")?;
            let mut seen = BitGrid::new(map.size());
            for (cell, letter) in map.size().cells().zip(line.bytes()) {
                seen.set(cell, letter == b'1' && !map.contains(cell));
            }
            wanted += floor.count();
            let all = seen.count();
            seen &= floor;
            found += seen.count();
            extra += all - seen.count();
        }
        let complete = f64::from(found) / f64::from(wanted + extra);
        rows.push(Row {
            contender: format!("{library} {name}"),
            per_second: speed.parse()?,
            extras: vec![
                ("complete", complete),
                ("extra", f64::from(extra) / f64::from(wanted)),
            ],
            is_peer: complete >= COMPLETE_ENOUGH,
        });
    }
    Ok(rows)
}
