//! `parlour diplomacy` as an engineer meets it: pipes, files, bad input.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../diplomacy/fixtures")
        .join(name)
}

fn parlour(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.arg("diplomacy").args(words).stdin(Stdio::null());
    command
}

/// Feeds the text and waits for the end.
fn fed(words: &[&str], text: &str) -> Output {
    let mut child = parlour(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = thread::spawn(move || {
        // A command may end before it has read everything.
        let _ = input.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn printed(output: &Output) -> (&str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_command_quietly() {
    let table = std::fs::read_to_string(fixture("phases.jsonl")).unwrap();
    // More than any pipe holds.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.jsonl");
    std::fs::write(&file, table.repeat(4)).unwrap();
    let file = file.to_str().unwrap();
    for words in [
        ["adjudicate", file],
        ["orders", file],
        ["explain", file],
        ["check", file],
    ] {
        let mut command = parlour(&words);
        if words[0] == "check" {
            command.arg("--json");
        }
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut reader = BufReader::with_capacity(64, child.stdout.take().unwrap());
        reader.read_line(&mut first).unwrap();
        drop(reader);
        let mut complaint = String::new();
        let mut errors = child.stderr.take().unwrap();
        errors.read_to_string(&mut complaint).unwrap();
        assert!(!first.is_empty(), "{words:?}");
        assert_eq!(complaint, "", "{words:?}");
        assert!(child.wait().unwrap().success(), "{words:?}");
    }
}

#[test]
fn saved_games_go_through_records_and_back() {
    let file = fixture("saved-games.jsonl");
    let output = parlour(&["import", file.to_str().unwrap()])
        .output()
        .unwrap();
    let (records, errors) = printed(&output);
    assert_eq!(errors, "");
    assert_eq!(records.lines().count(), 60);
    let output = fed(&["export"], records);
    let (games, errors) = printed(&output);
    assert_eq!(errors, "");
    assert_eq!(games.lines().count(), 6);
    assert!(output.status.success());
    let output = fed(&["import", "-"], games);
    let read = |text: &str| -> Vec<serde_json::Value> {
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    for (one, two) in read(records).iter().zip(read(printed(&output).0)) {
        for part in ["id", "phase", "units", "centers", "orders", "builds"] {
            assert_eq!(one[part], two[part], "{}: {part}", one["id"]);
        }
    }
}

#[test]
fn a_saved_game_may_be_spread_over_lines() {
    let text = std::fs::read_to_string(fixture("saved-games.jsonl")).unwrap();
    let game: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let spread = serde_json::to_string_pretty(&game).unwrap();
    let output = fed(&["import"], &spread);
    assert!(output.status.success(), "{:?}", printed(&output).1);
}

#[test]
fn what_cannot_be_read_is_told_with_its_line_and_the_rest_is_answered() {
    let good =
        r#"{"phase":"S1901M","units":{"AUSTRIA":["A VIE"]},"orders":{"AUSTRIA":["A Vie - Bud"]}}"#;
    let bad = "nonsense";
    for command in ["adjudicate", "orders"] {
        let output = fed(&[command], &format!("{good}\n{bad}\n\n{good}\n"));
        let (answers, errors) = printed(&output);
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), 3, "{answers}");
        assert!(
            lines[1].contains("\"line\":2") && lines[1].contains("\"error\""),
            "{answers}"
        );
        // It is told once, where the answer would stand.
        assert_eq!(errors, "");
        assert_eq!(output.status.code(), Some(1));
    }
    let output = fed(&["import"], "{}\n[]\n");
    assert_eq!(printed(&output).0.lines().count(), 2);
    assert_eq!(output.status.code(), Some(1));
    let output = fed(&["import"], "");
    assert!(printed(&output).1.contains("no saved game"), "{output:?}");
    let broken = r#"{"id":"x-S1901M","phase":"S1901M","map":"training","units":{}}"#;
    let output = fed(&["export"], &format!("{broken}\n{bad}\n"));
    let (answers, _) = printed(&output);
    assert!(answers.contains("has no map"), "{answers}");
    assert!(answers.contains("\"line\":2"), "{answers}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn two_orders_for_one_unit_are_both_illegal_and_the_unit_holds() {
    let record = r#"{"phase":"S1901M","units":{"AUSTRIA":["A VIE"]},
        "orders":{"AUSTRIA":["A Vie - Bud","A Vie - Gal"]}}"#
        .replace('\n', " ");
    let output = fed(&["adjudicate"], &record);
    let answer: serde_json::Value = serde_json::from_str(printed(&output).0).unwrap();
    assert_eq!(answer["results"]["A VIE"][0], "illegal");
    assert_eq!(answer["next"]["units"]["AUSTRIA"][0], "A VIE");
}

#[test]
fn a_records_own_rules_win_over_the_command_line() {
    // An army that was to go by sea to a neighbour, without any convoy.
    let record = |rules: &str| {
        format!(
            r#"{{"phase":"S1901M","units":{{"ENGLAND":["A YOR","F NTH"]}},
               "orders":{{"ENGLAND":["A YOR - LON VIA"]}}{rules}}}"#
        )
        .replace('\n', " ")
    };
    let stands = |words: &[&str], rules: &str| {
        let output = fed(words, &record(rules));
        let answer: serde_json::Value = serde_json::from_str(printed(&output).0).unwrap();
        answer["next"]["units"]["ENGLAND"][0]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let walk = ["adjudicate", "--rules", "via=land-fallback"];
    assert_eq!(stands(&["adjudicate"], ""), "A YOR");
    assert_eq!(stands(&walk, ""), "A LON");
    assert_eq!(stands(&walk, r#","rules":{"via":"strict"}"#), "A YOR");
    let output = fed(&["adjudicate", "--rules", "via=fly"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        printed(&output).1.contains("strict, land-fallback"),
        "{output:?}"
    );
}

#[test]
fn a_game_is_drawn_phase_by_phase() {
    let folder = tempfile::tempdir().unwrap();
    let saved = fixture("saved-games.jsonl");
    let records = parlour(&["import", saved.to_str().unwrap()])
        .output()
        .unwrap();
    let game: Vec<u8> = records
        .stdout
        .split_inclusive(|byte| *byte == b'\n')
        .take(3)
        .flatten()
        .copied()
        .collect();
    let file = folder.path().join("game.jsonl");
    std::fs::write(&file, game).unwrap();
    let file = file.to_str().unwrap();
    let draw = |output: &str, width: &str| {
        let output = folder.path().join(output);
        let words = ["draw", "--game", file, "--width", width, "-o"];
        parlour(&words).arg(output).output().unwrap()
    };
    assert!(draw("pages/", "300").status.success());
    assert!(draw("own/game-{phase}.svg", "300").status.success());
    let names = |inner: &str| -> Vec<String> {
        let files = std::fs::read_dir(folder.path().join(inner)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    let pages = names("pages");
    assert_eq!(pages.len(), 4, "{pages:?}");
    assert_eq!(pages[0], "001-S1901M.png");
    assert_eq!(names("own")[0], "game-001-S1901M.svg");
    let refused = draw("own/{phase}.bmp", "300");
    assert!(printed(&refused).1.contains(".svg or .png"), "{refused:?}");
    assert!(!draw("pages/", "0").status.success());
    let nowhere = folder.path().join("nowhere.svg");
    let words = ["draw", file, "--crop", "atlantis:1", "-o"];
    let output = parlour(&words).arg(&nowhere).output().unwrap();
    assert!(printed(&output).1.contains("atlantis"), "{output:?}");
    assert!(!nowhere.exists());
}

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
    let page = include_str!("../../../docs/make-a-map.md");
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
    let standard = include_str!("../../diplomacy/data/standard.json");
    house.write("standard.json", standard);
    house.write(
        "fleet-rome.json",
        include_str!("../../diplomacy/data/fleet-rome.json"),
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
    let page = include_str!("../../../docs/make-a-map.md");
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
    ] {
        house.write(&format!("{name}/board.json"), &text);
        if let Some(picture) = picture {
            house.write(&format!("{name}/picture.json"), &picture);
        }
        let output = house.run(&["diplomacy", "maps", "add", name]);
        assert!(!output.status.success(), "{name}");
        let (said, complaint) = printed(&output);
        let all = format!("{said}{complaint}");
        assert!(all.contains(says) && all.len() < 2000, "{name}: {all}");
        // One that lies in the folder of boards is left out, and said so.
        house.write(&format!("home/boards/{name}/board.json"), &text);
    }
    let listed = house.run(&["diplomacy", "maps"]);
    let (said, complaint) = printed(&listed);
    assert!(said.contains("standard") && complaint.contains("a board is left out"));
}

#[test]
fn a_script_writes_what_it_announces_and_its_log_is_told_again_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.txt");
    let lines = "new map=training bots=hold\nstart\n/as Alder\norder A Elm-Cra\n/as gm\nforce\n\
                 export\n";
    std::fs::write(&script, lines).unwrap();
    let mut command = parlour(&["play", "--script", "script.txt", "--log", "game.jsonl"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    let (said, errors) = printed(&output);
    assert!(output.status.success(), "{errors}");
    let (_, named) = said.split_once("(file ").expect("a file is announced");
    let (name, _) = named.split_once(',').unwrap();
    let record = std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(record.contains("A ELM - CRA"), "{record}");
    let mut replay = Command::new(env!("CARGO_BIN_EXE_parlour"));
    let replay = replay.args(["replay", "game.jsonl"]).stdin(Stdio::null());
    let output = replay.current_dir(folder.path()).output().unwrap();
    let (told, errors) = printed(&output);
    assert!(output.status.success(), "{errors}");
    for words in [
        "Alder notes A Elm - Cra.",
        "Spring 1901, movement (S1901M):",
        "Alder: A Elm - Cra: succeeded unopposed",
        "FAsh",
        "Alder: AFel FAsh ACra *Elm",
        "unfinished, at F1901M",
    ] {
        assert!(told.contains(words), "{words:?} is missing in\n{told}");
    }
}

/// What a league prints for programs: its games, without what they cost, and the last
/// line.
fn league(words: &[&str]) -> (Vec<serde_json::Value>, serde_json::Value) {
    let output = parlour(words).output().unwrap();
    let (out, err) = printed(&output);
    assert!(output.status.success(), "{err}");
    let lines = out.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut lines: Vec<serde_json::Value> = lines.collect();
    let last = lines.pop().unwrap();
    for game in &mut lines {
        for cost in ["cpu_us", "longest_us"] {
            game.as_object_mut().unwrap().remove(cost).unwrap();
        }
    }
    (lines, last)
}

#[test]
fn a_league_that_was_stopped_in_the_middle_of_a_line_goes_on_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let words = [
        "league",
        "--one",
        "dumb",
        "--six",
        "greedy",
        "--games",
        "4",
        "--seed",
        "9",
        "--until",
        "1903",
        "--threads",
        "2",
        "--json",
        "--keep",
        file.to_str().unwrap(),
    ];
    let (games, last) = league(&words);
    assert_eq!(games.len(), 4);
    let keys: Vec<&String> = last.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["cpu_ms", "draws", "games", "share", "solos"]);
    assert_eq!(last["games"], 4);
    // Two games and a half are left.
    let kept = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    assert_eq!(lines.len(), 4);
    let half = &lines[2][..lines[2].len() / 2];
    std::fs::write(&file, format!("{}\n{}\n{half}", lines[0], lines[1])).unwrap();
    let (again, _) = league(&words);
    assert_eq!(again, games, "the games that were missing are played again");
    // Nothing is lost with the line that was cut off: now every game is kept.
    let kept = std::fs::read_to_string(&file).unwrap();
    assert_eq!(kept.lines().count(), 5);
    let whole = kept
        .lines()
        .filter(|line| serde_json::from_str::<serde_json::Value>(line).is_ok());
    assert_eq!(whole.count(), 4);
    let (third, _) = league(&words);
    assert_eq!(third, games);
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        kept,
        "nothing was played"
    );
    // Games of other bots are not taken for these.
    std::fs::write(&file, kept.replace("\"key\":\"", "\"key\":\"0")).unwrap();
    league(&words);
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 9);
}
