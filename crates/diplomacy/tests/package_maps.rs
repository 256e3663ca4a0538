//! Boards in the `.map` form of the PyPI package, and saved games on shipped boards.

use parlour_diplomacy::saved::SavedGame;
use parlour_diplomacy::{
    Board, BoardFile, BuildSites, PhaseRecord, ProvinceKind, Rulebook, board_differences, lint,
    read_map_file,
};

const ISLES: &str = "\
# A board of five places.
BEGIN SPRING 1 MOVEMENT
RULES BUILD_ANY
NORTH (NORTHERN) ASH
F ASH
SOUTH (SOUTHERN:S) CAP
A CAP
UNOWNED FEN PEN
Ash Harbour = ASH ash+port
The Bay = BAY
Cape = CAP
Fenland = FEN fens?
Peninsula = PEN
Peninsula (North) = PEN/NC
Peninsula (South) = PEN/SC
Waste = WAS
COAST ASH ABUTS BAY fen PEN/NC
WATER BAY ABUTS ASH Cap PEN/NC PEN/SC
PORT CAP ABUTS BAY FEN was
LAND FEN ABUTS ASH CAP pen WAS
COAST pen ABUTS ASH BAY FEN
COAST PEN/NC ABUTS ASH BAY
COAST PEN/SC ABUTS BAY
SHUT WAS ABUTS CAP FEN
";

fn read(text: &str) -> Result<BoardFile, String> {
    let beside = |name: &str| (name == "isles.map").then(|| ISLES.to_owned());
    read_map_file("own_isles.map", text, &beside).map_err(|fault| fault.to_string())
}

#[test]
fn a_map_of_the_package_is_read() {
    let file = read(ISLES).unwrap();
    assert_eq!(lint(&file), []);
    assert_eq!((file.map.as_str(), file.target), ("own-isles", 3));
    assert_eq!(file.start_phase, "S0001M");
    assert_eq!(file.builds, BuildSites::Owned);
    assert_eq!(file.adjectives["SOUTH"], "Southern");
    assert_eq!(file.neutral_centers, ["FEN", "PEN"]);
    let show = |pairs: &[(String, String)]| -> Vec<String> {
        pairs
            .iter()
            .map(|(one, two)| format!("{one} {two}"))
            .collect()
    };
    assert_eq!(
        show(&file.army_borders),
        ["ASH FEN", "ASH PEN", "CAP FEN", "FEN PEN"],
        "small letters are for armies, a shut place is for nobody"
    );
    assert_eq!(
        show(&file.fleet_borders),
        [
            "ASH BAY",
            "ASH PEN/NC",
            "BAY CAP",
            "BAY PEN/NC",
            "BAY PEN/SC"
        ]
    );
    let board = Board::build(&file).unwrap();
    let cape = board.province("CAP").unwrap();
    assert_eq!(board.kind(cape), ProvinceKind::Coast);
    assert!(
        board.file().provinces[usize::from(cape.0)].convoys,
        "a port"
    );
    let ash = parlour_diplomacy::notation::read_order(&board, "fleet ash port holds").unwrap();
    assert_eq!(
        ash.unit().unwrap().at.province,
        board.province("ASH").unwrap()
    );
}

#[test]
fn a_map_may_begin_with_another_and_say_what_differs() {
    let same = read("MAP isles\n").unwrap();
    assert_eq!(
        board_differences(&same, &read(ISLES).unwrap()),
        Vec::<String>::new()
    );
    let other = read(
        "MAP isles.map\nVICTORY 4\nUNPLAYED SOUTH\nWEST (WESTERN) FEN\nA FEN\nDUMMY\n\
         AMEND FEN ABUTS -CAP\nDROP WAS\n",
    )
    .unwrap();
    assert_eq!(other.powers, ["NORTH", "WEST"]);
    assert_eq!((other.dummies, other.target), (vec!["WEST".to_owned()], 4));
    assert_eq!(other.neutral_centers, ["CAP", "PEN"]);
}

#[test]
fn what_is_wrong_is_told_with_file_and_line() {
    for (text, told) in [
        ("", "own_isles.map: no board"),
        (
            "MAP nowhere\n",
            "own_isles.map line 1: there is no file \"nowhere\"",
        ),
        (
            "MAP own_isles\n",
            "own_isles.map line 1: \"own_isles\" leads back",
        ),
        (
            "\nA VIE\n",
            "own_isles.map line 2: this line belongs to a power",
        ),
        ("VICTORY many\n", "line 1: VICTORY needs a number"),
        ("BEGIN SOON\n", "line 1: BEGIN is written"),
        ("COAST\n", "line 1: a place needs a code"),
        ("COAST VIE NEAR BUD\n", "line 1: after VIE comes ABUTS"),
        ("AMEND VIE ABUTS BUD\n", "line 1: there is no VIE to amend"),
        ("<b>\n", "line 1: \"<B>\" begins no line"),
        ("FRANCE -> GAUL\n", "line 1: powers are not renamed"),
        (
            "FRANCE PAR\nCOAST PAR ABUTS\n",
            "PAR has no name: write \"Name = PAR\"",
        ),
    ] {
        let fault = read(text).unwrap_err();
        assert!(fault.contains(told), "{text:?}: {fault}");
    }
    let long = "#".repeat(2_000_000);
    assert!(read(&long).unwrap_err().contains("longer than"));
}

#[test]
fn what_means_nothing_is_refused() {
    for (text, told) in [
        ("OWNS VIE\n", "line 1: this line belongs to a power"),
        ("OWNS VIE\nMAP isles\n", "line 1: this line belongs"),
        (
            "MAP isles\nUNOWNED WAS\nOWNS ASH\n",
            "line 3: this line belongs",
        ),
        (
            "MAP isles\nAMEND FEN ABUTS -\n",
            "line 2: after \"-\" comes the neighbour",
        ),
        ("NORTH -\n", "line 1: after \"-\" comes the home"),
    ] {
        let fault = read(text).unwrap_err();
        assert!(fault.contains(told), "{text:?}: {fault}");
    }
}

#[test]
fn codes_in_errors_are_short_and_plain() {
    let code = format!("\u{1b}[31m\u{7}{}", "X".repeat(500));
    for text in [
        format!("COAST {code} NEAR BUD\n"),
        format!("AMEND {code} ABUTS BUD\n"),
        format!("FRANCE PAR\nCOAST {code}\n"),
        format!("{code}\n"),
        format!("MAP {code}\n"),
    ] {
        let fault = read(&text).unwrap_err();
        assert!(fault.len() < 160, "{fault:?}");
        assert!(!fault.contains(char::is_control), "{fault:?}");
    }
}

/// A code for every number, of letters alone, that is no word of the form (ALL is one).
fn code(number: usize) -> String {
    let letters = [number / 676, number / 26 % 26, number % 26];
    let letter = |of: usize| char::from(b'A' + u8::try_from(of).unwrap());
    String::from("X") + &letters.map(letter).into_iter().collect::<String>()
}

#[test]
fn there_is_an_end_to_everything_that_is_listed() {
    type Line = fn(&str) -> String;
    let lists: [(&str, Line, &str); 8] = [
        ("", |code| format!("LAND {code}\n"), "places"),
        ("", |code| format!("Name = {code}\n"), "names"),
        ("", |code| format!("P{code}\n"), "powers"),
        ("FRANCE\n", |code| format!("A {code}\n"), "units"),
        (
            "FRANCE\n",
            |code| format!("FRANCE {code}\n"),
            "homes of one power",
        ),
        (
            "LAND VIE\n",
            |code| format!("AMEND VIE ABUTS {code}\n"),
            "neighbours of one place",
        ),
        ("", |code| format!("DUMMY {code}\n"), "dummies"),
        ("", |code| format!("DROP {code}\n"), "places to drop"),
    ];
    for (head, line, what) in lists {
        let told = format!("more than 1024 {what}");
        let text = |count| -> String {
            let lines = (0..count).map(|number| line(&code(number)));
            head.to_owned() + &lines.collect::<String>()
        };
        let fault = read(&text(1025)).unwrap_err();
        assert!(fault.contains(&told), "{fault}");
        // So many are taken; whether they are a board is another question.
        if let Err(fault) = read(&text(1024)) {
            assert!(!fault.contains(&told), "{fault}");
        }
    }
    let words = "RULES ".to_owned() + &"X ".repeat(1 << 16);
    let fault = read(&words).unwrap_err();
    assert!(fault.contains("more than 65536 words"), "{fault}");
}

#[test]
fn there_is_an_end_to_what_a_map_leads_to() {
    let told = |text: &str, beside: &str| {
        let others = |name: &str| (name != "own.map").then(|| beside.to_owned());
        let fault = read_map_file("own.map", text, &others).unwrap_err();
        fault.to_string()
    };
    let fault = told(&"USE empty\n".repeat(100), "");
    assert_eq!(fault, "own.map line 64: more than 64 files");
    let fault = told(&"USE long\n".repeat(6), &"#".repeat(1_000_000));
    assert_eq!(
        fault,
        "long.map: all files together are longer than 4194304 bytes"
    );
    // Every file leads to all the others.
    let all = "USE a b c d e f g h\n";
    let fault = told(all, all);
    assert!(fault.contains("leads back"), "{fault}");
    // Each of seven files leads twenty times to the next.
    let others = |name: &str| {
        let next = name.strip_suffix(".map")?.parse::<u32>().ok()? + 1;
        Some(format!("USE {next}\n").repeat(if next < 7 { 20 } else { 0 }))
    };
    let fault = read_map_file("0.map", &"USE 1\n".repeat(20), &others).unwrap_err();
    assert!(fault.to_string().contains("more than 64 files"), "{fault}");
}

#[test]
fn differences_of_boards_are_told_by_place() {
    let one = Board::standard().file();
    let mut other = one.clone();
    other.army_borders.pop();
    other.provinces[0].sc = !other.provinces[0].sc;
    let told = board_differences(one, &other);
    assert_eq!(told.len(), 3, "{told:?}");
    let code = &one.provinces[0].abbr;
    assert!(
        told.iter()
            .any(|it| it.starts_with(&format!("{code}: only"))),
        "{told:?}"
    );
    assert!(
        told.iter().any(|it| it.starts_with("army_borders: only")),
        "{told:?}"
    );
}

/// Rule B.1 goes over: units are built in any owned centre exactly on boards that say so.
#[test]
fn games_on_every_board_that_the_package_shares_go_over() {
    let shared = [
        "standard",
        "duel",
        "fleet-rome",
        "germany-italy",
        "age-of-empires",
        "age-of-empires-2",
        "ancmed",
        "ancmed-age-of-empires",
        "modern",
        "colonial",
        "pure",
    ];
    for name in shared {
        let board = Board::named(name).unwrap();
        let record = PhaseRecord::question(board, board.start());
        let saved = SavedGame::of_records("g", &[record], Rulebook::default()).unwrap();
        let owned = board.build_sites() == BuildSites::Owned;
        assert_eq!(
            saved.rules.contains(&"BUILD_ANY".to_owned()),
            owned,
            "{name}"
        );
        let again = saved.records().unwrap();
        assert_eq!(again[0].position(board).unwrap(), *board.start(), "{name}");
    }
}
