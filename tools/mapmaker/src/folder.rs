//! A folder of somebody's own: `provinces.csv` in, `picture.json` out. Where there is a
//! `board.json`, the drawing must agree with it; where there is none, one is drafted.
//! `plan.json` may say more about a map in degrees.

use crate::board::{Board, Kind, Liberties};
use crate::raster::Raster;
use crate::standing::Known;
use crate::table::Table;
use crate::{agreement, draft, earth, partition, picture, preview, sown, topojson};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The longest file that is read, in bytes; outlines of countries have less.
const LONGEST: u64 = 32 << 20;

/// What is asked for on the command line.
pub struct Wishes {
    folder: PathBuf,
    cell: f64,
    preview: Option<PathBuf>,
    countries: Option<PathBuf>,
}

impl Wishes {
    /// Reads the words; nothing if they say something else.
    pub fn read(folder: &str, rest: &[&str]) -> Option<Self> {
        let mut wishes = Self {
            folder: PathBuf::from(folder),
            cell: sown::CELL,
            preview: None,
            countries: None,
        };
        for pair in rest.chunks(2) {
            match pair {
                ["--cell", text] => {
                    let cell = text.parse().ok().filter(|it| (60.0..=600.0).contains(it));
                    wishes.cell = cell?;
                }
                ["--preview", path] => wishes.preview = Some(PathBuf::from(path)),
                ["--countries", path] => wishes.countries = Some(PathBuf::from(path)),
                _ => return None,
            }
        }
        Some(wishes)
    }
}

fn text(path: &Path) -> Result<String, Box<dyn Error>> {
    let named = |fault: std::io::Error| format!("{}: {fault}", path.display());
    let found = fs::metadata(path).map_err(named)?;
    if !found.is_file() {
        return Err(format!("{}: it is no file", path.display()).into());
    }
    let long = found.len();
    if long > LONGEST {
        return Err(format!("{}: {long} bytes are too many", path.display()).into());
    }
    Ok(fs::read_to_string(path).map_err(named)?)
}

fn text_if_there(path: &Path) -> Result<Option<String>, Box<dyn Error>> {
    path.exists().then(|| text(path)).transpose()
}

fn all(faults: &[String]) -> Result<(), Box<dyn Error>> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n").into())
    }
}

/// Draws the folder's map; what was written, in words.
pub fn made(wishes: &Wishes) -> Result<String, Box<dyn Error>> {
    let within = |name: &str| wishes.folder.join(name);
    let table = Table::read(&text(&within("provinces.csv"))?).map_err(|it| it.join("\n"))?;
    let written = text_if_there(&within("board.json"))?;
    let board = match &written {
        Some(text) => read_board(text)?,
        None => draft::provinces(&map_name(&wishes.folder)?, &table).map_err(|it| it.join("\n"))?,
    };
    all(&strangers(&table, &board))?;
    let borders = table.links.clone();
    let mut liberties = Liberties {
        waters: Vec::new(),
        undrawn: borders,
    };
    let (raster, known) = if table.degrees {
        let own = text_if_there(&within("plan.json"))?;
        let plan = earth::plan(&table, &board, own.as_deref(), wishes.cell)?;
        let countries = wishes.countries.as_deref().ok_or(
            "places in degrees are cut from outlines of countries: give --countries \
             countries-50m.json, of the npm package world-atlas",
        )?;
        let countries = topojson::read(&text(countries)?)?;
        liberties = plan.liberties();
        let raster = partition::provinces(&board, &plan, &countries, plan.km_per_pixel);
        (raster, earth::known(&plan))
    } else {
        let ground = sown::Ground::of(&table, wishes.cell)?;
        let raster = ground.raster(&table, &board, wishes.cell);
        (raster, ground.known(&table, &board))
    };
    if let Some(path) = &wishes.preview {
        preview::write(&raster, path)?;
    }
    written_down(
        wishes,
        &table,
        &board,
        &liberties,
        &raster,
        &known,
        written.is_none(),
    )
}

/// Compares, places and writes.
fn written_down(
    wishes: &Wishes,
    table: &Table,
    board: &Board,
    liberties: &Liberties,
    raster: &Raster,
    known: &Known,
    drafted: bool,
) -> Result<String, Box<dyn Error>> {
    let mut agreement = agreement::differences(board, liberties, raster);
    let mut faults = std::mem::take(&mut agreement.broken);
    if drafted {
        faults.extend(draft::impossible(board, &agreement));
        agreement.link_undrawn(board, liberties);
    } else {
        faults.extend(std::mem::take(&mut agreement.wrong));
    }
    let (asset, doubts) = picture::survey(board, liberties, raster, known, &agreement);
    faults.extend(doubts.into_iter().map(|it| {
        format!("{it}; move the places round it away, give it more of its own, or draw smaller, --cell {:.0}", wishes.cell * 1.25)
    }));
    if !faults.is_empty() {
        faults.push("Nothing was written.".into());
        all(&faults)?;
    }
    let write = |name: &str, text: String| {
        let path = wishes.folder.join(name);
        fs::write(&path, text).map_err(|fault| format!("{}: {fault}", path.display()))
    };
    let picture = asset.text(|label| picture::side(board, label));
    write("picture.json", picture)?;
    let (map, count) = (&board.map, board.provinces.len());
    let (army, fleet) = (agreement.army.len(), agreement.fleet.len());
    let drawn = format!("{map}: {count} provinces, {army} borders of armies, {fleet} of fleets");
    if drafted {
        let text = draft::text(board, table, &agreement, raster, known);
        write("board.json", text)?;
        return Ok(format!("{drawn}; board.json and picture.json are written."));
    }
    Ok(format!(
        "{drawn}, as the board has them; picture.json is written."
    ))
}

fn read_board(text: &str) -> Result<Board, Box<dyn Error>> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|fault| format!("board.json: {fault}"))?;
    if value.get("base").is_some() && value.get("provinces").is_none() {
        return Err(
            "board.json is built upon another map: it is drawn with the picture of that one".into(),
        );
    }
    let board: Board =
        serde_json::from_value(value).map_err(|fault| format!("board.json: {fault}"))?;
    let borders = board.army_borders.iter().chain(&board.fleet_borders);
    for (a, b) in borders {
        for end in [a, b] {
            let code = end.split('/').next().unwrap_or(end);
            if board.label(code).is_none() {
                return Err(
                    format!("board.json: the border {a}-{b} names {code}, no province").into(),
                );
            }
        }
    }
    Ok(board)
}

/// The name of a map that is drafted: that of its folder.
fn map_name(folder: &Path) -> Result<String, Box<dyn Error>> {
    let name = folder.canonicalize()?;
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(fits) || name.len() > 24 {
        return Err(format!(
            "the map is named as its folder, with small letters, digits and -, not \"{}\"",
            name.escape_debug()
        )
        .into());
    }
    Ok(name.into_owned())
}

/// In what table and board do not name the same provinces.
fn strangers(table: &Table, board: &Board) -> Vec<String> {
    let mut faults = Vec::new();
    for row in &table.rows {
        let (code, line) = (&row.code, row.line);
        let Some(province) = board.provinces.iter().find(|it| it.abbr == *code) else {
            faults.push(format!("line {line}: {code} is no province of board.json"));
            continue;
        };
        if row.kind.is_some_and(|kind| kind != province.kind) {
            faults.push(format!(
                "line {line}: {code} is of another kind in board.json"
            ));
        }
        for coast in row.coasts.keys() {
            if !province.coasts.contains(coast) {
                faults.push(format!(
                    "line {line}: {code}/{coast} is no coast of board.json"
                ));
            }
        }
        for coast in &province.coasts {
            if province.kind != Kind::Sea && !row.coasts.contains_key(coast) {
                faults.push(format!(
                    "{code}/{coast} has no place: write a line {code}/{coast} where its fleets stand"
                ));
            }
        }
    }
    for province in &board.provinces {
        if table.rows.iter().all(|row| row.code != province.abbr) {
            let code = &province.abbr;
            faults.push(format!("{code} of board.json has no line in provinces.csv"));
        }
    }
    faults.truncate(60);
    faults
}
