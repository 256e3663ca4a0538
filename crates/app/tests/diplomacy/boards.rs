//! Boards and pictures of one's own.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::printed;

/// A house of its own in a folder, in which commands of a page are run.
struct House {
    folder: tempfile::TempDir,
}

impl House {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn run(&self, words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(words)
            .current_dir(self.folder.path())
            .env("PARLOUR_HOME", self.folder.path().join("home"))
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}

#[test]
fn the_page_on_making_a_map_tells_what_happens() {
    let house = House::new();
    let page = include_str!("../../../../docs/make-a-map.md");
    let (mut files, mut commands) = (0, 0);
    for block in page.split("```").skip(1).step_by(2) {
        let (head, body) = block.split_once('\n').unwrap();
        if let Some((_, name)) = head.split_once(' ') {
            house.write(name, body);
            files += 1;
            continue;
        }
        assert_eq!(head, "console");
        for command in body.split("$ ").skip(1) {
            let (line, expected) = command.split_once('\n').unwrap();
            // What the map maker does there, its own tests follow; here lies what it made.
            if let Some(name) = line.strip_prefix("mapmaker ") {
                let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/mapmaker");
                for file in ["board.json", "picture.json"] {
                    let made = examples.join("examples").join(name).join(file);
                    let made = std::fs::read_to_string(made).unwrap();
                    house.write(&format!("{name}/{file}"), &made);
                }
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().skip(1).collect();
            let output = house.run(&words);
            let (said, complaint) = printed(&output);
            assert_eq!(said, expected, "{line}: {complaint}");
            assert_eq!(complaint, "", "{line}");
            commands += 1;
        }
    }
    assert_eq!((files, commands), (6, 10));
    assert!(house.folder.path().join("lagoon.png").exists());
    let listed = house.run(&["diplomacy", "maps"]);
    assert!(printed(&listed).0.contains("lagoon  "), "{listed:?}");
    let old = house.run(&["diplomacy", "maps", "--lint", "lagoon/board.json"]);
    assert_eq!(printed(&old).0, "lagoon: no faults\n");
}

/// What ships is linted by the file like any other; only its name cannot be added.
#[test]
fn the_file_of_a_shipped_board_is_linted_and_not_added() {
    let house = House::new();
    let standard = include_str!("../../../diplomacy/data/standard.json");
    house.write("standard.json", standard);
    house.write(
        "fleet-rome.json",
        include_str!("../../../diplomacy/data/fleet-rome.json"),
    );
    for name in ["standard", "fleet-rome"] {
        let file = format!("{name}.json");
        for words in [["maps", "--lint", &file], ["maps", "lint", &file]] {
            let output = house.run(&[&["diplomacy"][..], &words[..]].concat());
            assert_eq!(printed(&output).0, format!("{name}: no faults\n"));
        }
        let added = house.run(&["diplomacy", "maps", "add", &file]);
        assert!(!added.status.success(), "{added:?}");
        assert!(printed(&added).0.contains("comes with the program"));
    }
    let slip = standard.replace("\"target\": 18", "\"target\": 99");
    assert_ne!(slip, standard);
    house.write("standard.json", &slip);
    let output = house.run(&["diplomacy", "maps", "lint", "standard.json"]);
    assert!(printed(&output).0.starts_with("target: "), "{output:?}");
}

#[test]
fn names_are_shown_in_another_language() {
    let house = House::new();
    let listed = house.run(&["diplomacy", "maps", "fleet-rome", "--language", "de"]);
    let (said, _) = printed(&listed);
    assert!(
        said.contains("VIE Wien\n") && said.contains("BER Berlin\n"),
        "{said}"
    );
    let draw = |words: &[&str], name: &str| {
        let output = house.run(
            &[
                &["diplomacy", "draw", "--map", "standard"][..],
                words,
                &["-o", name],
            ]
            .concat(),
        );
        assert!(output.status.success(), "{output:?}");
        std::fs::read_to_string(house.folder.path().join(name)).unwrap()
    };
    let (english, german) = (draw(&[], "en.svg"), draw(&["--language", "de"], "de.svg"));
    assert!(english.contains(">Norway<") && !english.contains(">Norwegen<"));
    assert!(german.contains(">Norwegen<") && !german.contains(">Norway<"));
    let refused = house.run(&["diplomacy", "maps", "pure", "--language", "xx"]);
    assert!(
        printed(&refused).1.contains("has no names in \"xx\""),
        "{refused:?}"
    );
}

/// The board of the page, as a text.
fn lagoon() -> String {
    let page = include_str!("../../../../docs/make-a-map.md");
    let mut blocks = page.split("```json lagoon/board.json\n").skip(2);
    blocks
        .next()
        .unwrap()
        .split("```")
        .next()
        .unwrap()
        .to_owned()
}

#[test]
fn a_game_keeps_its_board_whatever_becomes_of_the_file() {
    let house = House::new();
    house.write("lagoon/board.json", &lagoon());
    house.write(
        "script",
        "new map=lagoon bots=hold\nstart\nadvance 25h\nstatus\n",
    );
    let added = house.run(&["diplomacy", "maps", "add", "lagoon"]);
    assert!(added.status.success(), "{added:?}");
    let words = [
        "diplomacy",
        "play",
        "--script",
        "script",
        "--log",
        "game.jsonl",
    ];
    let played = house.run(&words);
    assert!(printed(&played).0.contains("The Lagoon"), "{played:?}");
    let drawn = house.run(&["diplomacy", "draw", "--map", "lagoon", "-o", "start.png"]);
    assert!(drawn.status.success(), "{drawn:?}");
    let sure = |what: &str| {
        let verified = house.run(&["verify", "game.jsonl"]);
        assert!(verified.status.success(), "{what}: {verified:?}");
    };
    sure("with the board");
    house.write(
        "lagoon/board.json",
        &lagoon().replace("Fenland", "The Fens"),
    );
    let changed = house.run(&["diplomacy", "maps", "add", "lagoon"]);
    assert!(changed.status.success(), "{changed:?}");
    sure("with another of its name");
    std::fs::remove_dir_all(house.folder.path().join("home/boards")).unwrap();
    sure("without it");
    let gone = house.run(&["diplomacy", "maps", "lagoon"]);
    assert!(printed(&gone).1.contains("there is no map"), "{gone:?}");
}

#[test]
fn a_game_keeps_the_hash_of_its_picture_and_the_picture_stays() {
    let house = House::new();
    let picture = |row: u8| {
        let places = format!("\"ASH\": [0, 0], \"BAY\": [1, 1], \"CAP\": [0, {row}]");
        format!("{{\"map\": \"lagoon\", \"schematic\": {{{places}, \"FEN\": [-1, 1]}}}}")
    };
    let add = |row: u8| {
        house.write("lagoon/picture.json", &picture(row));
        let added = house.run(&["diplomacy", "maps", "add", "lagoon"]);
        assert!(added.status.success(), "{added:?}");
    };
    let kept = || {
        let older = house.folder.path().join("home/boards/lagoon/pictures");
        let files = std::fs::read_dir(older).into_iter().flatten();
        let names = files.map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    house.write("lagoon/board.json", &lagoon());
    house.write("script", "new map=lagoon bots=hold\nstart\nadvance 25h\n");
    add(2);
    assert!(kept().is_empty());
    let words = [
        "diplomacy",
        "play",
        "--script",
        "script",
        "--log",
        "game.jsonl",
    ];
    let played = house.run(&words);
    assert!(played.status.success(), "{played:?}");
    let log = std::fs::read_to_string(house.folder.path().join("game.jsonl")).unwrap();
    let head: serde_json::Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    let hash = head["setup"]["picture"]
        .as_str()
        .expect("its hash")
        .to_owned();
    add(3);
    assert_eq!(kept(), [format!("{hash}.json")]);
    add(3);
    assert_eq!(kept().len(), 1, "nothing is kept twice");
    add(4);
    assert_eq!(kept().len(), 2);
    add(2);
    assert_eq!(
        kept().len(),
        2,
        "one that is shown again is not among the older"
    );
    // What is no picture takes nothing else away.
    house.write("home/boards/lagoon/pictures/bad.json", "no picture");
    let verified = house.run(&["verify", "game.jsonl"]);
    assert!(verified.status.success(), "{verified:?}");
    assert!(printed(&verified).1.contains("pictures"), "{verified:?}");
    let drawn = house.run(&["diplomacy", "draw", "--map", "lagoon", "-o", "start.png"]);
    assert!(drawn.status.success(), "{drawn:?}");
}

#[test]
fn what_a_board_says_without_effect_is_told_before_it_is_added() {
    let house = House::new();
    let canal = "\"map\": \"lagoon\", \"base\": \"training\"";
    let text = lagoon().replace("\"map\": \"lagoon\"", canal);
    house.write("lagoon/board.json", &text);
    for words in [&["lint"][..], &["add"]] {
        let told = house.run(&[&["diplomacy", "maps"], words, &["lagoon"]].concat());
        assert!(!told.status.success(), "{told:?}");
        let said = printed(&told).0;
        let lists = said.lines().filter(|it| it.contains("would not be read"));
        assert_eq!(lists.count(), 3, "provinces and both borders: {said}");
    }
    house.write("lagoon/board.json", &lagoon());
    let added = house.run(&["diplomacy", "maps", "add", "lagoon"]);
    assert!(added.status.success(), "{added:?}");
    // One that was added before somebody looked for that is played on.
    let adjective = "\"adjectives\": {\"OAK\": \"Oaken\"}, \"map\": \"lagoon\"";
    let careless = lagoon().replace("\"map\": \"lagoon\"", adjective);
    house.write("home/boards/lagoon/board.json", &careless);
    let shown = house.run(&["diplomacy", "maps", "lagoon"]);
    assert!(shown.status.success(), "{shown:?}");
}

#[test]
fn hostile_boards_are_refused_with_what_and_where() {
    let house = House::new();
    let board = lagoon();
    let province = "{\"abbr\": \"AAA\", \"name\": \"A\", \"kind\": \"land\"},";
    let picture = |places: &str| format!("{{\"map\": \"lagoon\", \"schematic\": {places}}}");
    for (name, text, picture, says) in [
        (
            "long",
            " ".repeat(10_000_000),
            None,
            "at most 1048576 bytes",
        ),
        (
            "self",
            board.replace("\"title\"", "\"base\": \"lagoon\", \"title\""),
            None,
            "leads back",
        ),
        (
            "many",
            board.replacen("[\n", &format!("[{}", province.repeat(15_000)), 1),
            None,
            "at most 256",
        ),
        (
            "markup",
            board.replace("Fenland", "<script>alert(1)</script>"),
            None,
            "FEN: the name",
        ),
        (
            "field",
            board.replace("\"target\"", "\"tarket\": 1, \"target\""),
            None,
            "tarket",
        ),
        (
            "taken",
            board.replace("\"lagoon\"", "\"standard\""),
            None,
            "comes with the program",
        ),
        (
            "nan",
            board.clone(),
            Some(picture("{\"ASH\": [NaN, 0]}")),
            "picture.json",
        ),
        (
            "far",
            board.clone(),
            Some(picture("{\"ASH\": [1e99, 0]}")),
            "picture.json",
        ),
        ("deep", "[".repeat(500_000), None, "not a board file"),
        (
            "turned",
            board.replace("Fenland", "Fen\u{202e}land"),
            None,
            "FEN: \"Fen\\u{202e}land\" has letters that nobody sees",
        ),
        (
            "repeated",
            board.replace(
                "\"army_borders\": [",
                &format!("\"army_borders\": [{}", "[\"ASH\",\"ASH\"],".repeat(40_000)),
            ),
            None,
            "faults more",
        ),
    ] {
        house.write(&format!("{name}/board.json"), &text);
        if let Some(picture) = picture {
            house.write(&format!("{name}/picture.json"), &picture);
        }
        let output = house.run(&["diplomacy", "maps", "add", name]);
        assert!(!output.status.success(), "{name}");
        let (said, complaint) = printed(&output);
        let all = format!("{said}{complaint}");
        assert!(all.contains(says) && all.len() < 10_000, "{name}: {all}");
        // One that lies in the folder of boards is left out, and said so.
        house.write(&format!("home/boards/{name}/board.json"), &text);
    }
    let listed = house.run(&["diplomacy", "maps"]);
    let (said, complaint) = printed(&listed);
    assert!(said.contains("standard") && complaint.contains("a board is left out"));
}
