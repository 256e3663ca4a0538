//! Golden pictures. SVG snapshots are reviewed like code; outlines, which never
//! change by themselves, are shortened in them to a length and a fingerprint.
//! PNG files are pinned by fingerprint: the same in debug and release.

use std::fmt::Write as _;

use parlour_atlas::theme::Theme;
use parlour_atlas::{Chart, Crop, DrawnOrder, Film, Frame, Look, Picture, Shown};
use parlour_diplomacy::{PhaseRecord, Position};

const RECORDS: &str = include_str!("../../diplomacy/fixtures/phases.jsonl");

/// FNV-1a, 64 bits.
fn fingerprint(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// A scene on a map: a record, whether its results are drawn, and the look.
fn scene(record: &PhaseRecord, results: bool) -> (&'static Chart, Position, Vec<DrawnOrder>) {
    let chart = Chart::named(record.map.as_deref().unwrap_or("standard")).expect("a map");
    let position = record.position(chart.board()).expect("the record fits");
    let shown = Shown {
        power: None,
        results,
    };
    let orders = DrawnOrder::of_record(chart.board(), &position, record, shown).expect("orders");
    (chart, position, orders)
}

fn stored(id: &str) -> PhaseRecord {
    let key = format!("\"id\":\"{id}\"");
    let line = RECORDS
        .lines()
        .find(|line| line.contains(&key))
        .expect("a stored record");
    PhaseRecord::parse(line).expect("a record")
}

/// Path data longer than this is shortened.
const LONG: usize = 300;

fn shortened(svg: &str) -> String {
    let mut short = String::new();
    let mut rest = svg;
    while let Some(at) = rest.find(" d=\"") {
        let (before, after) = rest.split_at(at + 4);
        let (data, tail) = after.split_once('"').expect("attributes end");
        short.push_str(before);
        if data.len() > LONG {
            let print = fingerprint(data.as_bytes());
            let _ = write!(short, "{} bytes, {print}", data.len());
        } else {
            short.push_str(data);
        }
        short.push('"');
        rest = tail;
    }
    short + rest
}

/// Every kind of order and every fate on the training map.
const TRAINING: &str = r#"{"id":"t","map":"training","phase":"F1902M",
"units":{"ALDER":["A FEL","F NSO","A ASH","A HAV","F ISM/NC"],"BIRCH":["A TOR","F SSO","F STR","A QUA","A DAL"]},
"centers":{"ALDER":["FEL","ASH","ELM","MOO"],"BIRCH":["BAY","DOV","TOR","QUA"]},
"orders":{"ALDER":["A FEL - MOO","F NSO C A ASH - PEN","A ASH - PEN VIA","A HAV S A ASH - PEN","F ISM/NC - STR"],
"BIRCH":["A TOR H","F SSO S F STR","F STR - NSO","A QUA - PEN","A DAL - WIL"]},
"results":{"A FEL":[],"F NSO":["dislodged"],"A ASH":["disrupted"],"A HAV":["cut"],"F ISM/NC":["bounce"],
"A TOR":[],"F SSO":["void"],"F STR":[],"A QUA":["bounce"],"A DAL":[]}}"#;

#[test]
fn the_training_map_at_the_start() {
    let chart = Chart::named("training").expect("the training map");
    let look = Look {
        width: 600,
        ..Look::default()
    };
    let picture = Picture {
        chart,
        position: chart.board().start(),
        orders: &[],
        look: &look,
    };
    insta::assert_snapshot!(shortened(&picture.svg().unwrap()));
}

#[test]
fn every_order_and_every_fate() {
    let record = PhaseRecord::parse(TRAINING).unwrap();
    let (chart, position, orders) = scene(&record, true);
    assert_eq!(orders.len(), 10);
    let look = Look {
        width: 600,
        note: Some("Deadline 18:00".into()),
        ..Look::default()
    };
    let picture = Picture {
        chart,
        position: &position,
        orders: &orders,
        look: &look,
    };
    insta::assert_snapshot!(shortened(&picture.svg().unwrap()));
}

#[test]
fn a_phase_of_retreats_in_the_dark() {
    let (chart, position, orders) = scene(&stored("g0003-F1912R"), true);
    let look = Look {
        theme: Theme::Dark,
        ..Look::default()
    };
    let picture = Picture {
        chart,
        position: &position,
        orders: &orders,
        look: &look,
    };
    insta::assert_snapshot!(shortened(&picture.svg().unwrap()));
}

#[test]
fn a_winter_in_monochrome() {
    let (chart, position, orders) = scene(&stored("g0027-W1904A"), true);
    let look = Look {
        theme: Theme::Mono,
        ..Look::default()
    };
    let picture = Picture {
        chart,
        position: &position,
        orders: &orders,
        look: &look,
    };
    insta::assert_snapshot!(shortened(&picture.svg().unwrap()));
}

#[test]
fn a_crop_with_results() {
    let (chart, position, orders) = scene(&stored("g0003-S1909M"), true);
    let vienna = chart.board().province("VIE").unwrap();
    let crop = Some(Crop {
        province: vienna,
        radius: 1,
    });
    let look = Look {
        crop,
        width: 700,
        ..Look::default()
    };
    let picture = Picture {
        chart,
        position: &position,
        orders: &orders,
        look: &look,
    };
    insta::assert_snapshot!(shortened(&picture.svg().unwrap()));
}

/// A crowded board as PNG, in every theme and at two sizes.
#[test]
fn pixels_are_the_same_in_debug_and_release() {
    let (chart, position, orders) = scene(&stored("g0017-S1911M"), true);
    let mut found = String::new();
    for (theme, width) in [(Theme::Light, 1200), (Theme::Dark, 500), (Theme::Mono, 500)] {
        let look = Look {
            theme,
            width,
            ..Look::default()
        };
        let picture = Picture {
            chart,
            position: &position,
            orders: &orders,
            look: &look,
        };
        let print = fingerprint(&picture.png().unwrap());
        let _ = writeln!(found, "{} {width} {print}", theme.name());
    }
    insta::assert_snapshot!(found);
}

#[test]
fn a_film_is_the_same_in_debug_and_release() {
    let scenes: Vec<_> = ["g0003-F1912M", "g0003-F1912R"]
        .iter()
        .map(|id| scene(&stored(id), true))
        .collect();
    let look = Look {
        width: 300,
        key: false,
        ..Look::default()
    };
    let frames: Vec<Frame> = scenes
        .iter()
        .map(|(chart, position, orders)| Frame {
            picture: Picture {
                chart,
                position,
                orders,
                look: &look,
            },
            time: 100,
        })
        .collect();
    let film = Film::new(&frames).unwrap();
    let (gif, apng) = (film.gif().unwrap(), film.apng().unwrap());
    assert!(gif.starts_with(b"GIF89a") && apng.starts_with(b"\x89PNG"));
    insta::assert_snapshot!(format!(
        "gif {}\napng {}\n",
        fingerprint(&gif),
        fingerprint(&apng)
    ));
}

#[test]
fn a_crowded_board_fits_chat_limits() {
    let (chart, position, orders) = scene(&stored("g0017-S1911M"), true);
    for theme in Theme::ALL {
        let look = Look {
            theme,
            width: 1600,
            ..Look::default()
        };
        let picture = Picture {
            chart,
            position: &position,
            orders: &orders,
            look: &look,
        };
        let size = picture.png().unwrap().len();
        assert!(size < 1_000_000, "{}: {size} bytes", theme.name());
    }
}
