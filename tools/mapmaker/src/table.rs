//! The table of provinces that somebody writes: `provinces.csv`.
//!
//! The first line names the columns, in any order. `code` and either `x` and `y` (any
//! unit, y down) or `lon` and `lat` (degrees) must be there; `name`, `kind` and `centre`
//! may be.
//!
//! ```text
//! code, name, kind, centre, x, y
//! ASH, Ash Harbour, coast, NORTH, 0, 0
//! ASH, , , , 1, 0
//! BAY, The Bay, sea, , 1, 1
//! impassable, , , , 0, 2
//! ```
//!
//! The first line of a province says what it is, further ones where else it lies. Under
//! `centre` stands the power whose home centre it is, or `neutral`. `STP/NC` is where
//! fleets on a coast stand. `neutral`, `impassable` and `lake` are places that are no
//! province; `ROS-VOL` with the kind `link` is a border that is drawn as a bridge.

use crate::board::Kind;
use std::collections::BTreeMap;

/// The longest table, in bytes.
const LONGEST: usize = 1 << 20;
/// The most lines of a table.
const MOST_LINES: usize = 2_000;
/// The longest name of a province, as boards have it.
const LONGEST_NAME: usize = 40;
/// The most provinces of a board.
const MOST_PROVINCES: usize = 256;
/// Places lie this far from the middle at most, in any unit.
const FARTHEST: f64 = 1e9;

/// A place on the page or on the earth.
pub type Place = (f64, f64);

/// A place that is no province.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nowhere {
    /// Land that belongs to nobody.
    Neutral,
    /// Land nobody may enter.
    Impassable,
    /// Water that belongs to no province.
    Lake,
}

/// One province as its lines say.
#[derive(Clone, Debug)]
pub struct Row {
    /// Three letters.
    pub code: String,
    /// In full, if it is said.
    pub name: Option<String>,
    /// Who may stand there, if it is said.
    pub kind: Option<Kind>,
    /// The power whose home centre it is, or `neutral`.
    pub centre: Option<String>,
    /// The line in which it is first named.
    pub line: usize,
    /// Where it lies.
    pub places: Vec<Place>,
    /// By the two letters of a coast: where its fleets stand.
    pub coasts: BTreeMap<String, Place>,
}

/// The whole table.
#[derive(Debug)]
pub struct Table {
    /// Whether places are degrees.
    pub degrees: bool,
    /// The provinces, in the order of their first lines.
    pub rows: Vec<Row>,
    /// What is no province.
    pub nowhere: Vec<(Nowhere, Place)>,
    /// Borders that are drawn as bridges.
    pub links: Vec<(String, String)>,
}

/// Which column holds what.
struct Columns {
    names: Vec<String>,
    degrees: bool,
}

impl Columns {
    fn read(line: &str) -> Result<Self, String> {
        let names: Vec<String> = fields(line).map(str::to_lowercase).collect();
        let known = ["code", "name", "kind", "centre", "x", "y", "lon", "lat"];
        let is_odd = |it: &&String| !it.is_empty() && !known.contains(&it.as_str());
        if let Some(odd) = names.iter().find(is_odd) {
            return Err(format!(
                "line 1: there is no column \"{}\"; the columns are {}",
                shown(odd),
                known.join(", ")
            ));
        }
        let has = |name: &str| names.iter().any(|it| it == name);
        let degrees = has("lon") && has("lat");
        if !has("code") || !(degrees || has("x") && has("y")) {
            return Err(
                "line 1 names the columns: code, name, kind, centre, and x and y or lon and lat"
                    .into(),
            );
        }
        Ok(Self { names, degrees })
    }

    /// What a line says in a column; nothing if it is empty.
    fn of<'t>(&self, line: &'t str, name: &str) -> Option<&'t str> {
        let at = self.names.iter().position(|it| it == name)?;
        fields(line).nth(at).filter(|it| !it.is_empty())
    }

    fn place(&self, line: &str) -> Result<Place, String> {
        let (across, down) = if self.degrees {
            ("lon", "lat")
        } else {
            ("x", "y")
        };
        let number = |name: &str| {
            let text = self.of(line, name).ok_or(format!("{name} is missing"))?;
            let number = text.parse::<f64>().ok();
            let number = number.filter(|it| it.is_finite() && it.abs() <= FARTHEST);
            number.ok_or(format!("{name} is \"{}\", not a number", shown(text)))
        };
        let place = (number(across)?, number(down)?);
        if self.degrees && (place.0.abs() > 360.0 || place.1.abs() > 89.0) {
            return Err("lon is at most 360 degrees and lat at most 89".into());
        }
        Ok(place)
    }
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split([',', ';', '\t']).map(str::trim)
}

/// The beginning of a text, without what a terminal would obey.
fn shown(text: &str) -> String {
    text.chars().take(24).flat_map(char::escape_debug).collect()
}

fn is_code(text: &str) -> bool {
    text.len() == 3 && text.chars().all(|c| c.is_ascii_uppercase())
}

fn kind(text: &str) -> Result<Kind, String> {
    match text {
        "sea" => Ok(Kind::Sea),
        "land" => Ok(Kind::Land),
        "coast" => Ok(Kind::Coast),
        other => Err(format!(
            "the kind is land, sea or coast, not \"{}\"",
            shown(other)
        )),
    }
}

impl Table {
    /// Reads a table; every fault with its line, what is wrong and how to mend it.
    pub fn read(text: &str) -> Result<Self, Vec<String>> {
        if text.len() > LONGEST {
            return Err(vec![format!("a table has at most {LONGEST} bytes")]);
        }
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text.lines().enumerate();
        let head = lines.next().map_or("", |(_, line)| line);
        let columns = Columns::read(head).map_err(|fault| vec![fault])?;
        let mut table = Self {
            degrees: columns.degrees,
            rows: Vec::new(),
            nowhere: Vec::new(),
            links: Vec::new(),
        };
        let mut faults = Vec::new();
        for (number, line) in lines {
            if number > MOST_LINES {
                faults.push(format!("a table has at most {MOST_LINES} lines"));
                break;
            }
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            if let Err(fault) = table.line(&columns, number + 1, line) {
                faults.push(format!("line {}: {fault}", number + 1));
            }
            if faults.len() >= 50 {
                faults.push("and perhaps more".into());
                break;
            }
        }
        if faults.is_empty() {
            faults = table.faults();
        }
        if faults.is_empty() {
            Ok(table)
        } else {
            Err(faults)
        }
    }

    fn line(&mut self, columns: &Columns, number: usize, line: &str) -> Result<(), String> {
        let code = columns.of(line, "code").ok_or("code is missing")?;
        if columns.of(line, "kind") == Some("link") {
            let pair = code.split_once('-').map(|(a, b)| (a.trim(), b.trim()));
            let pair = pair.filter(|(a, b)| is_code(a) && is_code(b));
            let (a, b) = pair.ok_or("a link is written ROS-VOL")?;
            self.links.push((a.to_owned(), b.to_owned()));
            return Ok(());
        }
        let place = columns.place(line)?;
        let nowhere = match code.to_lowercase().as_str() {
            "neutral" => Some(Nowhere::Neutral),
            "impassable" => Some(Nowhere::Impassable),
            "lake" => Some(Nowhere::Lake),
            _ => None,
        };
        if let Some(nowhere) = nowhere {
            self.nowhere.push((nowhere, place));
            return Ok(());
        }
        let (code, coast) = code.split_once('/').unwrap_or((code, ""));
        if !is_code(code) || !["", "NC", "EC", "SC", "WC"].contains(&coast) {
            return Err(format!(
                "\"{}\" is no code: three capital letters, perhaps with a coast, STP/NC; \
                 or neutral, impassable, lake",
                shown(code)
            ));
        }
        let row = self.row(code, number)?;
        if coast.is_empty() {
            row.places.push(place);
        } else if row.coasts.insert(coast.to_owned(), place).is_some() {
            return Err(format!("{code}/{coast} stands twice in the table"));
        }
        let said = |name: &str| columns.of(line, name);
        let twice = |what: &str| format!("the {what} of {code} was said before, otherwise");
        if let Some(name) = said("name") {
            let odd = |it: char| it.is_control() || "<>&\"\\`".contains(it);
            if name.contains(odd) || name.chars().count() > LONGEST_NAME {
                let name = shown(name);
                return Err(format!(
                    "the name \"{name}\" has more than {LONGEST_NAME} characters or one of < > & \" \\ `"
                ));
            }
            if row.name.as_deref().is_some_and(|it| it != name) {
                return Err(twice("name"));
            }
            row.name = Some(name.to_owned());
        }
        if let Some(text) = said("kind") {
            let kind = kind(text)?;
            if row.kind.is_some_and(|it| it != kind) {
                return Err(twice("kind"));
            }
            row.kind = Some(kind);
        }
        if let Some(centre) = said("centre") {
            if row.centre.as_deref().is_some_and(|it| it != centre) {
                return Err(twice("centre"));
            }
            row.centre = Some(centre.to_owned());
        }
        Ok(())
    }

    fn row(&mut self, code: &str, line: usize) -> Result<&mut Row, String> {
        let at = self.rows.iter().position(|row| row.code == code);
        let at = match at {
            Some(at) => at,
            None if self.rows.len() >= MOST_PROVINCES => {
                return Err(format!("a board has at most {MOST_PROVINCES} provinces"));
            }
            None => {
                self.rows.push(Row {
                    code: code.to_owned(),
                    name: None,
                    kind: None,
                    centre: None,
                    line,
                    places: Vec::new(),
                    coasts: BTreeMap::new(),
                });
                self.rows.len() - 1
            }
        };
        Ok(&mut self.rows[at])
    }

    /// What no single line shows.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.rows.len() < 2 {
            faults.push("a table has at least two provinces".into());
        }
        let mut taken: BTreeMap<(u64, u64), &str> = BTreeMap::new();
        for row in &self.rows {
            let Row { code, line, .. } = row;
            if row.places.is_empty() {
                faults.push(format!("line {line}: {code} has a coast but no place"));
            }
            for place in &row.places {
                // No -0 beside 0.
                let bits = ((place.0 + 0.0).to_bits(), (place.1 + 0.0).to_bits());
                if let Some(other) = taken.insert(bits, code).filter(|it| it != code) {
                    faults.push(format!(
                        "{code} and {other} have the same place ({}, {}); move one of them",
                        place.0, place.1
                    ));
                }
            }
        }
        for (a, b) in &self.links {
            for code in [a, b] {
                if self.rows.iter().all(|row| row.code != *code) {
                    faults.push(format!("the link {a}-{b} names {code}, which has no place"));
                }
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_province_belong_together() {
        let table = Table::read(
            "\u{feff}code;name;kind;centre;x;y\n# a remark\nASH;Ash;coast;NORTH;0;0\n\
             ASH/NC;;;;0;-1\nASH;;;;1;0\nBAY;The Bay;sea;;2;2\nlake;;;;5;5\nASH-BAY;;link;;;\n",
        );
        let table = table.unwrap();
        assert_eq!(table.rows.len(), 2);
        let ash = &table.rows[0];
        assert_eq!(ash.places, [(0.0, 0.0), (1.0, 0.0)]);
        assert_eq!(ash.coasts["NC"], (0.0, -1.0));
        assert_eq!(ash.centre.as_deref(), Some("NORTH"));
        assert_eq!(table.nowhere, [(Nowhere::Lake, (5.0, 5.0))]);
        assert_eq!(table.links, [("ASH".to_owned(), "BAY".to_owned())]);
        assert!(!table.degrees);
    }

    #[test]
    fn a_table_that_is_wrong_is_refused_with_line_and_what() {
        let head = "code,name,kind,centre,x,y\n";
        let letter = |n: u32| char::from(b'A' + (n % 26) as u8);
        let lines = (0..300_u32).map(|n| format!("{}{}A,,,,{n},0\n", letter(n / 26), letter(n)));
        let many: Vec<String> = lines.collect();
        let many = many.concat();
        for (text, says) in [
            (String::new(), "line 1"),
            ("code,z\n".into(), "no column \"z\""),
            (format!("{head}ASH,,,,NaN,0\n"), "line 2: x is \"NaN\""),
            (format!("{head}ASH,,,,0,1e300\n"), "line 2: y is"),
            (format!("{head}<b>,,,,0,0\n"), "line 2: \"<b>\" is no code"),
            (format!("{head}ASH,,hill,,0,0\n"), "land, sea or coast"),
            (format!("{head}ASH,,,,0,0\n"), "at least two"),
            (format!("{head}ASH,,,,0,0\nBAY,,,,-0,0\n"), "the same place"),
            (format!("{head}ASH,A,,,0,0\nASH,B,,,1,0\n"), "name of ASH"),
            (format!("{head}ASH,,,,0,0\nASH-BAY,,link,,,\n"), "names BAY"),
            (format!("{head}ASH,<b>,,,0,0\n"), "line 2: the name \"<b>\""),
            (format!("{head}{many}"), "at most 256 provinces"),
            ("x".repeat(10_000_000), "bytes"),
            (format!("{head}{}", "\n".repeat(20_000)), "lines"),
        ] {
            let faults = Table::read(&text).unwrap_err();
            assert!(faults.iter().any(|it| it.contains(says)), "{faults:?}");
            assert!(faults.len() <= 60);
        }
    }
}
