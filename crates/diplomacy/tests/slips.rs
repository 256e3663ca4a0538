//! What a board file says without effect is told, by its place and with how to mend it;
//! the board can be played all the same.

#![expect(
    clippy::disallowed_methods,
    reason = "the files of shipped boards are listed, so that a new one is looked at too"
)]

use parlour_diplomacy::notation::{self, Style};
use parlour_diplomacy::{Ambiguity, Board, BoardFile, Fault, NearMiss};

fn slips(file: &BoardFile) -> Vec<String> {
    let text = serde_json::to_string(file).unwrap();
    assert!(Board::build(file).is_ok(), "{:?}", Board::build(file).err());
    let found = Board::slips(&text).unwrap();
    found.iter().map(Fault::to_string).collect()
}

/// The one slip after a change of a shipped board's own file.
fn slip(map: &str, change: impl FnOnce(&mut BoardFile)) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let text = std::fs::read_to_string(format!("{path}/{map}.json")).unwrap();
    let mut file: BoardFile = serde_json::from_str(&text).unwrap();
    file.map = "mine".into();
    change(&mut file);
    let found = slips(&file);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

#[test]
fn no_shipped_board_has_slips() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "json") {
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(Board::slips(&text).unwrap(), [], "{}", path.display());
            seen += 1;
        }
    }
    assert_eq!(seen, Board::bundled().len());
}

#[test]
fn a_list_beside_a_base_is_told_since_the_base_has_its_own() {
    let canal = ("KIE".to_owned(), "BAL".to_owned());
    let told = slip("five", |file| file.fleet_borders.push(canal));
    assert!(
        told.starts_with("fleet_borders: KIE-BAL would not be read"),
        "{told}"
    );
    let whole = Board::named("training").unwrap().file().clone();
    let told = slip("five", |file| file.provinces = whole.provinces);
    assert!(told.starts_with("provinces: FEL, "), "{told}");
    assert!(told.contains(" and 15 more would not be read"), "{told}");
    let told = slip("five", |file| {
        let meant = Ambiguity {
            provinces: vec!["NTH".into(), "NWG".into()],
            usual: None,
            note: None,
        };
        file.ambiguous.insert("north".into(), meant);
    });
    assert!(told.starts_with("ambiguous: north"), "{told}");
}

#[test]
fn homes_are_of_provinces_and_of_one_power() {
    let told = slip("five", |file| {
        let homes = file.homes.as_mut().unwrap().values_mut().next().unwrap();
        homes.push("ZZZ".into());
    });
    assert!(told.starts_with("ZZZ: home of ") && told.contains("no province of standard"));
    let told = slip("five", |file| {
        let homes = file.homes.as_mut().unwrap();
        let first = homes.values().next().unwrap()[0].clone();
        homes.values_mut().last().unwrap().push(first);
    });
    assert!(told.contains("; leave it out of one"), "{told}");
    let told = slip("training", |file| {
        let homes = [("ALDER".to_owned(), vec!["MOO".to_owned()])];
        file.homes = Some(homes.into());
    });
    assert!(
        told.starts_with("homes: is read only beside a base"),
        "{told}"
    );
}

#[test]
fn names_of_nothing_are_told() {
    let told = slip("training", |file| {
        file.adjectives.insert("OAK".into(), "Oaken".into());
    });
    assert!(told.starts_with("OAK: has an adjective"), "{told}");
    for (other, coast, says) in [
        ("EC", "WC", "is no coast of the province"),
        ("east", "NC", "is called by what is no coast"),
        ("SC", "NC", "as another coast of the province is"),
    ] {
        let told = slip("training", |file| {
            let split = file.provinces.iter_mut().find(|it| it.abbr == "ISM");
            let aliases = &mut split.unwrap().coast_aliases;
            aliases.insert(other.into(), coast.into());
        });
        assert!(
            told.starts_with("ISM: coast_aliases") && told.contains(says),
            "{told}"
        );
    }
    let told = slip("training", |file| {
        file.near_misses.push(NearMiss {
            codes: vec!["NSO".into(), "NSS".into()],
            note: None,
        });
    });
    assert!(
        told.starts_with("near_misses 1: \"NSS\" is no province"),
        "{told}"
    );
}

/// The training board whose first province, Fells, has this code in DAIDE.
fn with_daide(code: &str) -> BoardFile {
    let mut file = Board::named("training").unwrap().file().clone();
    file.map = "mine".into();
    file.provinces[0].daide = Some(code.into());
    file
}

#[test]
fn what_is_written_in_daide_is_read_again() {
    let written = |file: &BoardFile| {
        let board = Board::build(file).unwrap();
        let position = board.start();
        let power = board.power("ALDER").unwrap();
        let read = notation::read_order(&board, "A FEL H").unwrap();
        let order = parlour_diplomacy::Order::Hold {
            unit: board.unit("A FEL").unwrap(),
        };
        let text = notation::write_order(&board, position, power, order, Style::Daide);
        let again = notation::read_order(&board, &text);
        let again = again.unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let place = |order: &parlour_diplomacy::OrderText| order.unit().map(|it| it.at.province);
        assert_eq!(place(&again), place(&read), "{text}");
        text
    };
    assert_eq!(slips(&with_daide("FLS")), [] as [&str; 0]);
    assert!(written(&with_daide("FLS")).contains("AMY FLS"));
    let long = "F".repeat(4_000);
    for (code, says) in [
        ("ASH", "is also a name of ASH"),
        ("( )", "is no code"),
        (") HLD (", "is no code"),
        ("", "is no code"),
        ("fls", "is no code"),
        (long.as_str(), "is no code"),
    ] {
        let file = with_daide(code);
        let told = slips(&file);
        assert!(
            told.len() == 1 && told[0].starts_with("FEL: daide") && told[0].contains(says),
            "{told:?}"
        );
        assert!(told[0].len() < 200, "{told:?}");
        assert!(written(&file).contains("AMY FEL"), "{code:?}");
    }
}
