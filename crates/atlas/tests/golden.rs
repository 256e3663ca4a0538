//! Golden pictures. SVG snapshots are reviewed like code; outlines, which never
//! change by themselves, are shortened in them to a length and a fingerprint.
//! PNG files are pinned by fingerprint: the same in debug and release.

use std::fmt::Write as _;

use parlour_atlas::theme::Theme;
use parlour_atlas::{Chart, Crop, DrawnOrder, Film, Frame, Look, OrdersShown, Picture};
use parlour_diplomacy::{PhaseRecord, Position};

const RECORDS: &str = include_str!("../../diplomacy/fixtures/phases.jsonl");

/// FNV-1a, 64 bits.
fn fingerprint(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// A record as it is drawn: its position and its orders with their results.
struct Scene {
    chart: &'static Chart,
    position: Position,
    orders: Vec<DrawnOrder>,
}

impl Scene {
    /// A record of the stored phases.
    fn stored(id: &str) -> Self {
        let key = format!("\"id\":\"{id}\"");
        let line = RECORDS.lines().find(|line| line.contains(&key));
        Self::of(&PhaseRecord::parse(line.expect("a stored record")).expect("a record"))
    }

    fn of(record: &PhaseRecord) -> Self {
        let chart = Chart::named(record.map.as_deref().unwrap_or("standard")).expect("a map");
        let position = record.position(chart.board()).expect("the record fits");
        let shown = OrdersShown {
            power: None,
            results: record.results.is_some(),
        };
        let orders = DrawnOrder::of_record(chart.board(), &position, record, shown);
        Self {
            chart,
            position,
            orders: orders.expect("orders"),
        }
    }

    fn picture<'a>(&'a self, look: &'a Look) -> Picture<'a> {
        Picture {
            chart: self.chart,
            position: &self.position,
            orders: &self.orders,
            look,
        }
    }
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

/// The pictures that are kept as SVG: the name of the file, what is drawn, how.
fn snapshots() -> Vec<(&'static str, Scene, Look)> {
    let look = Look::default;
    let training = Chart::named("training").expect("the training map");
    let start = PhaseRecord::question(training.board(), training.board().start());
    let vienna = Chart::standard().board().province("VIE").expect("Vienna");
    vec![
        (
            "the_training_map_at_the_start",
            Scene::of(&start),
            Look {
                width: 600,
                ..look()
            },
        ),
        (
            "every_order_and_every_fate",
            Scene::of(&PhaseRecord::parse(TRAINING).expect("a record")),
            Look {
                width: 600,
                note: Some("Deadline 18:00".into()),
                ..look()
            },
        ),
        (
            "a_phase_of_retreats_in_the_dark",
            Scene::stored("g0003-F1912R"),
            Look {
                theme: Theme::Dark,
                ..look()
            },
        ),
        (
            "a_winter_in_monochrome",
            Scene::stored("g0027-W1904A"),
            Look {
                theme: Theme::Mono,
                ..look()
            },
        ),
        (
            "a_crop_with_results",
            Scene::stored("g0003-S1909M"),
            Look {
                crop: Some(Crop {
                    province: vienna,
                    radius: 1,
                }),
                width: 700,
                ..look()
            },
        ),
    ]
}

#[test]
fn pictures_are_drawn_as_they_were_reviewed() {
    for (name, scene, look) in snapshots() {
        let svg = scene.picture(&look).svg().expect("a picture");
        insta::assert_snapshot!(name, shortened(&svg));
    }
}

/// A crowded board as PNG, in every theme and at two sizes.
#[test]
fn pixels_are_the_same_in_debug_and_release() {
    let scene = Scene::stored("g0017-S1911M");
    let mut found = String::new();
    for (theme, width) in [(Theme::Light, 1200), (Theme::Dark, 500), (Theme::Mono, 500)] {
        let look = Look {
            theme,
            width,
            ..Look::default()
        };
        let print = fingerprint(&scene.picture(&look).png().unwrap());
        let _ = writeln!(found, "{} {width} {print}", theme.name());
    }
    insta::assert_snapshot!(found);
}

#[test]
fn a_film_is_the_same_in_debug_and_release() {
    let scenes = ["g0003-F1912M", "g0003-F1912R"].map(Scene::stored);
    let look = Look {
        width: 300,
        key: false,
        ..Look::default()
    };
    let frames: Vec<Frame> = scenes
        .iter()
        .map(|scene| Frame {
            picture: scene.picture(&look),
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
    let scene = Scene::stored("g0017-S1911M");
    for theme in Theme::ALL {
        let look = Look {
            theme,
            width: 1600,
            ..Look::default()
        };
        let size = scene.picture(&look).png().unwrap().len();
        assert!(size < 1_000_000, "{}: {size} bytes", theme.name());
    }
}
