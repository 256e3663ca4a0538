//! Whatever cannot be drawn is refused in words; nothing panics.

use parlour_atlas::geometry::Geometry;
use parlour_atlas::{
    Chart, ChartFault, DrawnOrder, Film, Look, OrdersShown, Picture, PictureFault,
};
use parlour_diplomacy::PhaseRecord;

fn look(width: u32) -> Look {
    Look {
        width,
        ..Look::default()
    }
}

fn drawn(look: &Look) -> Result<String, PictureFault> {
    let chart = Chart::standard();
    Picture {
        chart,
        position: chart.board().start(),
        orders: &[],
        look,
    }
    .svg()
}

#[test]
fn absurd_widths_are_refused() {
    for width in [0, 1, 63, 6001, 1_000_000_000, u32::MAX] {
        let fault = drawn(&look(width)).unwrap_err();
        assert_eq!(fault, PictureFault::Width(u64::from(width)));
        assert_eq!(
            fault.to_string(),
            format!("a picture is 64 to 6000 pixels wide, not {width}")
        );
    }
    for width in [64, 65, 320, 6000] {
        assert!(drawn(&look(width)).is_ok(), "{width}");
    }
}

#[test]
fn a_position_of_another_map_is_refused() {
    let (small, large) = (Chart::named("training").unwrap(), Chart::standard());
    let look = look(600);
    for (chart, other) in [(small, large), (large, small)] {
        let position = other.board().start();
        let fault = Picture {
            chart,
            position,
            orders: &[],
            look: &look,
        }
        .svg()
        .unwrap_err();
        assert_eq!(
            fault,
            PictureFault::Foreign(chart.board().name().to_owned())
        );
    }
}

#[test]
fn words_cannot_become_markup() {
    let evil = "</text><script>alert('x')</script>\u{0}\u{202e}&\"<";
    let look = Look {
        title: Some(evil.into()),
        note: Some(evil.into()),
        ..Look::default()
    };
    let svg = drawn(&look).unwrap();
    assert!(!svg.contains("<script"));
    assert!(svg.contains("&lt;script&gt;"));
    let chart = Chart::standard();
    let picture = Picture {
        chart,
        position: chart.board().start(),
        orders: &[],
        look: &look,
    };
    assert!(picture.png().is_ok());
}

#[test]
fn long_words_are_cut() {
    let look = Look {
        note: Some("x".repeat(100_000)),
        ..Look::default()
    };
    assert!(drawn(&look).unwrap().len() < drawn(&Look::default()).unwrap().len() + 1000);
}

fn orders(record: &str, results: bool) -> Result<usize, String> {
    let record = PhaseRecord::parse(record).map_err(|fault| fault.to_string())?;
    let board = record.board().map_err(|fault| fault.to_string())?;
    let position = record.position(board).map_err(|fault| fault.to_string())?;
    let shown = OrdersShown {
        power: None,
        results,
    };
    DrawnOrder::of_record(board, &position, &record, shown)
        .map(|orders| orders.len())
        .map_err(|fault| fault.to_string())
}

#[test]
fn records_that_do_not_fit_are_refused_in_words() {
    let record =
        |rest: &str| format!(r#"{{"phase":"S1901M","units":{{"FRANCE":["A PAR"]}}{rest}}}"#);
    let check = |rest: &str, results: bool, expected: &str| {
        assert_eq!(orders(&record(rest), results).unwrap_err(), expected);
    };
    check("", true, "the record has no results");
    check(
        r#","orders":{"SPAIN":["A PAR H"]}"#,
        false,
        "SPAIN: no power of the map standard",
    );
    check(
        r#","orders":{"FRANCE":["A PAR - XYZZY"]}"#,
        false,
        "FRANCE: \"A PAR - XYZZY\": \"XYZZY\" is no province",
    );
    check(
        r#","orders":{"FRANCE":["A PAR H"]},"results":{"A PAR":["exploded"]}"#,
        true,
        "A PAR: \"exploded\" is no result code",
    );
}

#[test]
fn orders_to_absent_or_foreign_units_are_not_drawn() {
    let record = r#"{"phase":"S1901M","units":{"FRANCE":["A PAR"],"GERMANY":["A MUN"]},
        "orders":{"FRANCE":["A PAR - BUR","A MAR H","A MUN - BUR"]}}"#;
    assert_eq!(orders(record, false), Ok(1));
}

#[test]
fn orders_of_the_wrong_kind_are_drawn_without_a_fuss() {
    // Builds in spring, moves to nowhere near, supports of nobody: whatever the
    // parser lets through can be drawn.
    let chart = Chart::standard();
    for order in [
        "A PAR - MOS",
        "A PAR S A STP - NAO",
        "A PAR C A LON - SYR",
        "A PAR R BUR",
        "A PAR D",
        "A PAR B",
        "F STP/SC B",
        "WAIVE",
        "A PAR - PAR",
        "A PAR S A PAR - PAR",
        "A PAR - STP/NC",
    ] {
        for phase in ["S1901M", "S1901R", "W1901A"] {
            let text = format!(
                r#"{{"phase":"{phase}","units":{{"FRANCE":["A PAR"]}},"orders":{{"FRANCE":["{order}"]}}}}"#
            );
            let record = PhaseRecord::parse(&text).unwrap();
            let position = record.position(chart.board()).unwrap();
            let shown = OrdersShown::default();
            let orders = DrawnOrder::of_record(chart.board(), &position, &record, shown).unwrap();
            let look = look(300);
            let picture = Picture {
                chart,
                position: &position,
                orders: &orders,
                look: &look,
            };
            assert!(picture.png().is_ok(), "{order} in {phase}");
        }
    }
}

#[test]
fn a_film_needs_pictures_of_one_size() {
    assert_eq!(Film::new(&[]).err(), Some(PictureFault::NoFrames));
}

#[test]
fn broken_geometries_are_refused_in_words() {
    let sizes = r#""sizes":{"unit":1,"dislodged":1,"centre":1,"label":1,"name":1,"mark":1}"#;
    let check = |rest: &str, expected: &str| {
        let text = format!(r#"{{"map":"m",{sizes},{rest}}}"#);
        let fault = Geometry::read(&text).unwrap_err().to_string();
        assert!(fault.starts_with(expected), "{fault}");
    };
    assert!(Geometry::read("{").is_err());
    check(
        r#""size":[0,5],"arcs":[],"places":{}"#,
        "the frame of 0 by 5",
    );
    check(
        r#""size":[9,9],"arcs":[["A","B",[1,2,3]]],"places":{}"#,
        "arc 0 between A and B has an odd number",
    );
    check(
        r#""size":[9,9],"arcs":[["A","B",[1,2]]],"places":{}"#,
        "arc 0 between A and B has fewer than two points",
    );
    check(
        r#""size":[9,9],"arcs":[["A","A",[1,2,3,4]]],"places":{}"#,
        "arc 0 between A and A parts nothing",
    );
    check(
        r#""size":[9,9],"arcs":[["A","B",[1,2,30,4]]],"places":{}"#,
        "arc 0 between A and B leaves the frame",
    );
    check(
        r#""size":[9,9],"arcs":[],"places":{"A":{"unit":[10,1],"dislodged":[1,1],"label":[1,1]}}"#,
        "a place of A lies beyond the frame",
    );
}

#[test]
fn a_geometry_without_a_province_is_refused() {
    let board = Chart::standard().board().clone();
    let geometry = Chart::named("training").unwrap().geometry().clone();
    let fault = Chart::new(board, geometry).err();
    assert!(
        matches!(fault, Some(ChartFault::NoProvince { .. })),
        "{fault:?}"
    );
}
