//! The map as text, and read back: rows with one character a cell.
//!
//! `glyphs` are the characters; `fog` is a space where nothing is known, `-` where
//! it is remembered, `+` where it is seen; `ground` is a character from `0` on, in the order of
//! [`Ground`]; `colours` are places in the palette, from `a`.

use parlour_rogue::Colour;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::picture::{Cell, Fog, Ground, Picture};

#[derive(Serialize, Deserialize)]
struct Written {
    width: u16,
    height: u16,
    glyphs: Vec<String>,
    fog: Vec<String>,
    ground: Vec<String>,
    colours: Vec<String>,
    palette: Vec<String>,
}

/// Grounds by their numbers.
const GROUNDS: [Ground; 20] = [
    Ground::Unknown,
    Ground::Floor,
    Ground::Wall,
    Ground::Door,
    Ground::OpenDoor,
    Ground::Water,
    Ground::StairsDown,
    Ground::StairsUp,
    Ground::Locked,
    Ground::DeepWater,
    Ground::Bridge,
    Ground::Grass,
    Ground::Oil,
    Ground::Fire,
    Ground::Gas,
    Ground::Trap,
    Ground::Altar,
    Ground::Brazier,
    Ground::Vent,
    Ground::Shaft,
];

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut palette: Vec<Colour> = Vec::new();
        for cell in &self.cells {
            if !palette.contains(&cell.colour) {
                palette.push(cell.colour);
            }
        }
        let colour = |cell: &Cell| {
            let place = palette.iter().position(|known| *known == cell.colour);
            char::from_u32('a' as u32 + place.unwrap_or(0) as u32).unwrap_or('a')
        };
        let fog = |cell: &Cell| match cell.fog {
            Fog::Unknown => ' ',
            Fog::Remembered => '-',
            Fog::Seen => '+',
        };
        let ground = |cell: &Cell| char::from(b'0' + cell.ground as u8);
        let written = Written {
            width: self.width,
            height: self.height,
            glyphs: self.to_rows(),
            fog: self.rows_of(fog),
            ground: self.rows_of(ground),
            colours: self.rows_of(colour),
            palette: palette.iter().map(Colour::to_string).collect(),
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Picture {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        written.read().map_err(de::Error::custom)
    }
}

impl Written {
    fn read(&self) -> Result<Picture, String> {
        let palette: Result<Vec<Colour>, _> = self.palette.iter().map(|it| it.parse()).collect();
        let palette = palette.map_err(|error| format!("palette: {error}"))?;
        let glyphs = self.cells_of("glyphs", &self.glyphs)?;
        let fogs = self.cells_of("fog", &self.fog)?;
        let grounds = self.cells_of("ground", &self.ground)?;
        let colours = self.cells_of("colours", &self.colours)?;
        let mut cells = Vec::with_capacity(glyphs.len());
        for (((glyph, fog), ground), colour) in
            glyphs.into_iter().zip(fogs).zip(grounds).zip(colours)
        {
            let place = (colour as u32).wrapping_sub('a' as u32) as usize;
            let number = (ground as u32).wrapping_sub('0' as u32) as usize;
            cells.push(Cell {
                glyph,
                colour: *palette
                    .get(place)
                    .ok_or_else(|| unknown("colours", colour))?,
                fog: match fog {
                    ' ' => Fog::Unknown,
                    '-' => Fog::Remembered,
                    '+' => Fog::Seen,
                    other => return Err(unknown("fog", other)),
                },
                ground: *GROUNDS
                    .get(number)
                    .ok_or_else(|| unknown("ground", ground))?,
            });
        }
        Ok(Picture {
            width: self.width,
            height: self.height,
            cells,
        })
    }

    /// The characters of all rows, if they are as many and as long as they must be.
    fn cells_of(&self, what: &str, rows: &[String]) -> Result<Vec<char>, String> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let fits = rows.len() == height && rows.iter().all(|row| row.chars().count() == width);
        if !fits {
            return Err(format!(
                "{what}: expected {height} rows of {width} characters"
            ));
        }
        Ok(rows.iter().flat_map(|row| row.chars()).collect())
    }
}

fn unknown(what: &str, found: char) -> String {
    format!("{what}: {found:?} stands for nothing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_that_cannot_be_is_refused_with_the_place() {
        let good = r##"{"width":2,"height":1,"glyphs":["#."],"fog":["-+"],"ground":["21"],
                       "colours":["ab"],"palette":["grey","red"]}"##;
        let picture: Picture = serde_json::from_str(good).unwrap();
        assert_eq!(picture.cells[1].ground, Ground::Floor);
        assert_eq!(picture.cells[0].fog, Fog::Remembered);
        for (part, other, place) in [
            ("\"#.\"", "\"#\"", "glyphs"),
            ("-+", "-?", "fog"),
            ("21", "2Z", "ground"),
            ("ab", "az", "colours"),
            ("red", "rde", "palette"),
            ("\"width\":2", "\"width\":60000", "glyphs"),
        ] {
            let text = good.replace(part, other);
            let error = serde_json::from_str::<Picture>(&text).unwrap_err();
            assert!(error.to_string().contains(place), "{other}: {error}");
        }
    }
}
