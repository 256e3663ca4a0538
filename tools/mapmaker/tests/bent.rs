//! Folders as nobody would write them: bent copies of the examples are drawn or refused
//! with a reason, and never break the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Numbers from a seed (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}

/// A line dropped, doubled, cut, or with another letter in it.
fn bent(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=dice.below(2) {
        let at = dice.below(lines.len());
        let Some(line) = lines.get(at).cloned() else {
            break;
        };
        let letters: Vec<char> = line.chars().collect();
        let place = dice.below(letters.len());
        match dice.below(5) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, line),
            2 => lines[at] = letters[..place].iter().collect(),
            3 => lines[at] = format!("{line}{line}"),
            _ => {
                let other = ['9', '-', ';', '"', 'é', '0', '/', '{'][dice.below(8)];
                let changed = letters.iter().enumerate();
                lines[at] = changed
                    .map(|(at, letter)| if at == place { other } else { *letter })
                    .collect();
            }
        }
    }
    lines.join("\n")
}

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn bent_folders_are_drawn_or_refused_with_a_reason() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let copies = if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        400
    } else {
        25
    };
    let mut dice = Dice(7);
    for example in ["lagoon", "reef"] {
        let read = |name: &str| fs::read_to_string(examples.join(example).join(name)).unwrap();
        let (table, board) = (read("provinces.csv"), read("board.json"));
        for number in 0..copies {
            let folder = fresh(&format!("bent-{example}"));
            fs::write(folder.join("provinces.csv"), bent(&table, &mut dice)).unwrap();
            if number % 3 == 0 {
                fs::write(folder.join("board.json"), bent(&board, &mut dice)).unwrap();
            }
            let output = Command::new(env!("CARGO_BIN_EXE_mapmaker"))
                .arg(&folder)
                .output()
                .unwrap();
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8(said).unwrap();
            let table = fs::read_to_string(folder.join("provinces.csv")).unwrap();
            assert!(
                !said.is_empty() && !said.contains("panicked"),
                "{said}\n{table}"
            );
        }
    }
}
