//! A film, played by other decoders, ends with its last picture.

use parlour_atlas::{Chart, DrawnOrder, Film, Frame, Look, OrdersShown, Picture};
use parlour_diplomacy::{PhaseRecord, Position};
use resvg::tiny_skia::Pixmap;

const RECORDS: &str = include_str!("../../diplomacy/fixtures/phases.jsonl");
const GAME: [&str; 3] = ["g0003-F1911R", "g0003-F1912M", "g0003-F1912R"];

fn scenes() -> Vec<(Position, Vec<DrawnOrder>)> {
    let board = Chart::standard().board();
    let scene = |id: &&str| {
        let key = format!("\"id\":\"{id}\"");
        let line = RECORDS
            .lines()
            .find(|line| line.contains(&key))
            .expect("a record");
        let record = PhaseRecord::parse(line).expect("a record");
        let position = record.position(board).expect("it fits");
        let shown = OrdersShown {
            power: None,
            results: true,
        };
        let orders = DrawnOrder::of_record(board, &position, &record, shown).expect("orders");
        (position, orders)
    };
    GAME.iter().map(scene).collect()
}

/// Plays both forms of a film over and compares the end with the still picture.
#[test]
fn both_forms_end_with_the_last_picture() {
    let (chart, scenes) = (Chart::standard(), scenes());
    let look = Look {
        width: 240,
        key: false,
        ..Look::default()
    };
    let frames: Vec<Frame> = scenes
        .iter()
        .map(|(position, orders)| Frame {
            picture: Picture {
                chart,
                position,
                orders,
                look: &look,
            },
            time: 50,
        })
        .collect();
    let film = Film::new(&frames).expect("a film");
    let still = frames[2].picture.png().expect("a picture");
    let still = Pixmap::decode_png(&still).expect("our own PNG");
    check("gif", &play_gif(&film.gif().expect("a GIF")), &still);
    check("apng", &play_apng(&film.apng().expect("an APNG")), &still);
}

/// The palettes of film and still differ a little; the pictures must not.
fn check(what: &str, canvas: &[[u8; 3]], still: &Pixmap) {
    let pixels = still.data().chunks_exact(4);
    assert_eq!(canvas.len(), pixels.len(), "{what}");
    let far = |(a, b): (&[u8; 3], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 24);
    let wrong = canvas.iter().zip(pixels).filter(|pair| far(*pair)).count();
    assert!(
        wrong * 200 < canvas.len(),
        "{what}: {wrong} of {} pixels differ",
        canvas.len()
    );
}

fn play_gif(bytes: &[u8]) -> Vec<[u8; 3]> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let width = usize::from(decoder.width());
    let mut canvas = vec![[0; 3]; width * usize::from(decoder.height())];
    let mut count = 0;
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        count += 1;
        assert_eq!(frame.delay, 50);
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            if pixel[3] > 0 {
                let at = (y + usize::from(frame.top)) * width + x + usize::from(frame.left);
                canvas[at] = [pixel[0], pixel[1], pixel[2]];
            }
        }
    }
    assert_eq!(count, GAME.len());
    canvas
}

fn play_apng(bytes: &[u8]) -> Vec<[u8; 3]> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG");
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let frames = reader
        .info()
        .animation_control()
        .expect("an animation")
        .num_frames;
    assert_eq!(frames as usize, GAME.len());
    let mut canvas = vec![[0; 3]; width * height];
    let mut buffer = vec![0; width * height * 4];
    for _ in 0..frames {
        let info = reader.next_frame(&mut buffer).expect("a frame");
        let control = reader.info().frame_control().expect("a frame's place");
        let (left, top) = (control.x_offset as usize, control.y_offset as usize);
        let own = info.width as usize;
        for (i, pixel) in buffer[..info.buffer_size()].chunks_exact(4).enumerate() {
            if pixel[3] > 0 {
                let at = (i / own + top) * width + i % own + left;
                canvas[at] = [pixel[0], pixel[1], pixel[2]];
            }
        }
    }
    canvas
}
