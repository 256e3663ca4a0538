//! What programs that show one game as tiles read from their command line.

use crate::saves::Saves;

/// The seed, the window and the folder that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// The number the dice begin with.
    pub seed: u64,
    /// Width and height of the window in pixels.
    pub size: (i32, i32),
    /// Words that the program itself knows, in their order.
    pub own: Vec<String>,
    folder: String,
}

impl Wishes {
    /// Reads the words after the program's name; nothing if they ask for help.
    /// `known` are the program's own words.
    pub fn read(
        mut words: impl Iterator<Item = String>,
        known: &[&str],
    ) -> Result<Option<Self>, String> {
        let mut wishes = Self {
            seed: 1,
            size: (1120, 800),
            own: Vec::new(),
            folder: String::from("."),
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("nothing follows {word}"));
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--seed" => {
                    wishes.seed = value()?.parse().map_err(|_| "the seed is a number")?;
                }
                "--window" => {
                    wishes.size = sides(&value()?).ok_or("write the size as 800x600")?;
                }
                "--saves" => wishes.folder = value()?,
                own if known.contains(&own) => wishes.own.push(word),
                _ => return Err(format!("{word} is not understood")),
            }
        }
        Ok(Some(wishes))
    }

    /// Where saved games are kept: the folder, or the browser's storage, which has
    /// none.
    pub fn saves(&self) -> Saves {
        let Self { folder, .. } = self;
        #[cfg(target_arch = "wasm32")]
        return {
            let _ = folder;
            Saves::in_browser()
        };
        #[cfg(not(target_arch = "wasm32"))]
        Saves::in_folder(folder)
    }
}

fn sides(text: &str) -> Option<(i32, i32)> {
    let (width, height) = text.split_once('x')?;
    let side = |text: &str, least: i32| Some(text.parse::<i32>().ok()?.clamp(least, 8192));
    Some((side(width, 320)?, side(height, 240)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Wishes>, String> {
        Wishes::read(line.split_whitespace().map(str::to_owned), &["--slay"])
    }

    #[test]
    fn words_are_read_in_any_order_and_sizes_are_kept_in_bounds() {
        let wishes = read("--slay --window 9x99999 --seed 7").unwrap().unwrap();
        assert_eq!((wishes.seed, wishes.size), (7, (320, 8192)));
        assert_eq!(wishes.own, ["--slay"]);
        assert_eq!(read("--seed 7 --help"), Ok(None));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, words) in [
            ("--seed", "nothing follows --seed"),
            ("--seed x", "the seed is a number"),
            ("--window 8", "write the size as 800x600"),
            ("--dance", "--dance is not understood"),
        ] {
            assert_eq!(read(line), Err(words.to_owned()));
        }
    }
}
