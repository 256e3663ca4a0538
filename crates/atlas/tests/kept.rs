//! What is kept between pictures cannot be seen: the PNG of a picture that is
//! printed from kept pieces has the bytes of one rendered whole.

use parlour_atlas::theme::Theme;
use parlour_atlas::{Chart, Crop, DrawnOrder, Look, OrdersShown, Picture};
use parlour_diplomacy::{Board, PhaseRecord, Position, Province, ProvinceSet};

const RECORDS: &str = include_str!("../../diplomacy/fixtures/phases.jsonl");

/// Every so many records of the stored phases are drawn.
fn stride() -> usize {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        1
    } else {
        12
    }
}

fn compare(chart: &Chart, position: &Position, orders: &[DrawnOrder], look: &Look) {
    let picture = Picture {
        chart,
        position,
        orders,
        look,
    };
    let afresh = picture.png_afresh().expect("a picture");
    // Twice: once with pieces that are new, once with pieces that all lie ready.
    for time in ["new", "kept"] {
        assert!(
            picture.png().expect("a picture") == afresh,
            "{} {} at {} pixels in {}, {time}",
            chart.board().name(),
            position.phase,
            look.width,
            look.theme.name()
        );
    }
}

#[test]
fn stored_phases_have_the_same_bytes_in_every_theme_and_size() {
    let chart = Chart::standard();
    let widths = [1200, 390, 800, 600, 300];
    for (number, line) in RECORDS.lines().step_by(stride()).enumerate() {
        let record = PhaseRecord::parse(line).expect("a stored record");
        let position = record.position(chart.board()).expect("it fits");
        let shown = OrdersShown {
            power: None,
            results: record.results.is_some(),
        };
        let orders = DrawnOrder::of_record(chart.board(), &position, &record, shown);
        let orders = orders.expect("orders");
        let province = Province((number % chart.board().province_count()) as u8);
        let look = Look {
            width: widths[number % widths.len()],
            theme: Theme::ALL[number % Theme::ALL.len()],
            crop: (number % 4 == 3).then_some(Crop {
                province,
                radius: (number % 3) as u8,
            }),
            highlight: if number % 5 == 0 {
                ProvinceSet::from_iter([province])
            } else {
                ProvinceSet::EMPTY
            },
            note: Some(format!("picture <{number}>")),
            ..Look::default()
        };
        compare(chart, &position, &orders, &look);
        compare(chart, &position, &[], &look);
    }
}

#[test]
fn every_board_has_the_same_bytes_in_every_theme() {
    for board in Board::bundled() {
        let Ok(chart) = Chart::of(board) else {
            continue;
        };
        for theme in Theme::ALL {
            for width in [1200, 390] {
                let look = Look {
                    width,
                    theme,
                    ..Look::default()
                };
                compare(&chart, board.start(), &[], &look);
            }
        }
    }
}
