//! The page on making a map tells what this program does, and the examples are what comes
//! of it. What `parlour` says there, its own test follows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder of this test, empty.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, words: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mapmaker"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

#[test]
fn the_page_on_making_a_map_tells_what_happens() {
    let page = fs::read_to_string(root().join("docs/make-a-map.md")).unwrap();
    let folder = fresh("page");
    let (mut tables, mut commands) = (0, 0);
    for block in page.split("```").skip(1).step_by(2) {
        let (head, body) = block.split_once('\n').unwrap();
        if let Some((form, name)) = head.split_once(' ') {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, body).unwrap();
            tables += usize::from(form == "csv");
            continue;
        }
        for command in body.split("$ ").skip(1) {
            let (line, expected) = command.split_once('\n').unwrap();
            if let Some(words) = line.strip_prefix("mapmaker ") {
                let words: Vec<&str> = words.split_whitespace().collect();
                let (_, said) = run(&folder, &words);
                assert_eq!(said, expected, "{line}");
                commands += 1;
            }
        }
    }
    assert_eq!((tables, commands), (3, 3));
    for name in ["lagoon", "reef"] {
        for file in ["provinces.csv", "board.json", "picture.json"] {
            let example = root().join("tools/mapmaker/examples").join(name).join(file);
            let kept = fs::read_to_string(&example).unwrap();
            let made = fs::read_to_string(folder.join(name).join(file)).unwrap();
            assert!(kept == made, "{} differs", example.display());
        }
    }
}

/// The table of the reef with another line.
fn reef(find: &str, line: &str) -> String {
    let table = include_str!("../examples/reef/provinces.csv");
    assert!(table.contains(find));
    table.replace(find, line)
}

#[test]
fn what_is_wrong_is_told_with_where_and_nothing_is_written() {
    let folder = fresh("wrong");
    let inner = folder.join("reef");
    fs::create_dir_all(&inner).unwrap();
    let island = "ISL, The Island, coast, neutral, 1.2, 3";
    let far = "ISL, The Island, coast, neutral, 1.2, 3000000";
    let around = ["1.2, 2.95", "1.2, 3.05", "1.15, 3", "1.25, 3"];
    let narrow = format!("{island}\nSOU, , , , {}", around.join("\nSOU, , , , "));
    for (table, says) in [
        (String::new(), "line 1 names the columns"),
        (reef(island, "ISL, , coast, , NaN, 3"), "line 16: x is"),
        (
            reef(island, "ISL, The Island, , , 1.2, 3"),
            "line 16: ISL has no kind",
        ),
        (reef(island, "<b>, x, coast, , 1.2, 3"), "is no code"),
        (
            reef(island, "ISL, x, coast, , 2.4, 1"),
            "have the same place",
        ),
        (reef(island, "ISL, x, land, , 1.2, 3"), "a sea touches land"),
        (reef(island, far), "unevenly"),
        (reef(island, &narrow), "ISL has no room"),
    ] {
        fs::write(inner.join("provinces.csv"), table).unwrap();
        let (done, said) = run(&folder, &["reef"]);
        assert!(!done && said.contains(says), "{says}: {said}");
        assert!(said.len() < 4000 && !said.contains("panicked"), "{said}");
        assert!(!inner.join("picture.json").exists(), "{says}");
    }
    let (done, said) = run(&folder, &["reef", "--cell", "NaN"]);
    assert!(!done && said.starts_with("usage"), "{said}");
    let (done, said) = run(&folder, &["nowhere"]);
    assert!(!done && said.contains("provinces.csv"), "{said}");
}

#[test]
fn a_table_that_does_not_fit_the_board_is_refused() {
    let folder = fresh("board");
    let inner = folder.join("reef");
    fs::create_dir_all(&inner).unwrap();
    let board = include_str!("../examples/reef/board.json");
    let table = include_str!("../examples/reef/provinces.csv");
    let short = &table[..table.find("ISL").unwrap()];
    for (board, table, says) in [
        (
            board.to_owned(),
            short.to_owned(),
            "ISL of board.json has no line",
        ),
        (
            board.to_owned(),
            format!("{table}NEW, , , , 3, 3\n"),
            "line 17: NEW is no province",
        ),
        (
            board.to_owned(),
            table.replace("Island, coast", "Island, sea"),
            "another kind",
        ),
        (
            board.to_owned(),
            table.replace("NEK/SC, , , , 1.2, 1.25\n", ""),
            "NEK/SC has no place",
        ),
        (
            board.replace("\"ISL\"]", "\"ISX\"]"),
            table.to_owned(),
            "names ISX",
        ),
        (
            "{\"map\": \"reef\", \"base\": \"standard\"}".into(),
            table.to_owned(),
            "built upon",
        ),
        ("[".repeat(200_000), table.to_owned(), "board.json"),
    ] {
        fs::write(inner.join("board.json"), board).unwrap();
        fs::write(inner.join("provinces.csv"), table).unwrap();
        let (done, said) = run(&folder, &["reef"]);
        assert!(!done && said.contains(says), "{says}: {said}");
        assert!(!inner.join("picture.json").exists(), "{says}");
    }
}

/// Three countries made up, cut by places in degrees.
#[test]
fn places_in_degrees_are_cut_from_outlines() {
    let folder = fresh("earth");
    let inner = folder.join("coast");
    fs::create_dir_all(&inner).unwrap();
    // One square of land from 0 to 10 degrees east and 40 to 50 north.
    let outlines = r#"{"type":"Topology","transform":{"scale":[1,1],"translate":[0,0]},
        "arcs":[[[0,40],[10,0],[0,10],[-10,0],[0,-10]]],
        "objects":{"countries":{"type":"GeometryCollection","geometries":[
        {"type":"Polygon","arcs":[[0]],"properties":{"name":"Squareland"}}]}}}"#;
    fs::write(folder.join("countries.json"), outlines).unwrap();
    let table = "code, name, kind, centre, lon, lat\n\
        WST, West, coast, ONE, 2, 45\nEST, East, coast, TWO, 8, 45\n\
        SEA, The Sea, sea, , -3, 45\nSEA, , , , 13, 45\nSEA, , , , 5, 38\nSEA, , , , 5, 52\n";
    fs::write(inner.join("provinces.csv"), table).unwrap();
    let (done, said) = run(&folder, &["coast"]);
    assert!(!done && said.contains("--countries"), "{said}");
    let words = ["coast", "--countries", "countries.json"];
    let (done, said) = run(&folder, &words);
    assert!(
        done && said.starts_with("coast: 3 provinces, 1 borders"),
        "{said}"
    );
    let board = fs::read_to_string(inner.join("board.json")).unwrap();
    assert!(
        board.contains("[\"WST\",\"EST\"]") && board.contains("[\"WST\",\"SEA\"]"),
        "{board}"
    );
    let equator = table
        .replace(", 45", ", 2")
        .replace("38", "-5")
        .replace("52", "5");
    fs::write(inner.join("provinces.csv"), equator).unwrap();
    fs::remove_file(inner.join("board.json")).unwrap();
    let (done, said) = run(&folder, &words);
    assert!(!done && said.contains("equator"), "{said}");
}
