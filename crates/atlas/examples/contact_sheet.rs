//! Draws twelve positions of real games, each as a file of its own and all on
//! one sheet, to be looked at:
//!
//! `cargo run --release -p parlour-atlas --example contact_sheet [FOLDER]`
//!
//! With `boards` before the folder it draws the start of every board that comes along
//! instead, at three widths and in three themes, and `boards.png`, one sheet of all:
//!
//! `cargo run --release -p parlour-atlas --example contact_sheet boards [FOLDER]`

#![expect(clippy::cast_precision_loss, reason = "pixels are few")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "heights are whole and small"
)]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use parlour_atlas::theme::Theme;
use parlour_atlas::{Chart, Crop, DrawnOrder, Look, OrdersShown, Picture};
use parlour_diplomacy::{Board, PhaseRecord};
use resvg::tiny_skia::{Color, FilterQuality, Pixmap, PixmapPaint, Transform};

const RECORDS: &str = include_str!("../../diplomacy/fixtures/phases.jsonl");

/// One picture of the sheet.
struct Sample {
    record: &'static str,
    theme: &'static str,
    /// Nothing, `orders` or `results`.
    drawn: &'static str,
    crop: Option<(&'static str, u8)>,
}

const fn sample(record: &'static str, theme: &'static str, drawn: &'static str) -> Sample {
    Sample {
        record,
        theme,
        drawn,
        crop: None,
    }
}

/// Early, crowded, all units, every power, dislodgements, winter.
const SAMPLES: [Sample; 12] = [
    sample("g0003-S1901M", "light", ""),
    sample("g0003-S1901M", "light", "results"),
    sample("g0017-S1911M", "light", "results"),
    sample("g0003-F1909M", "light", "orders"),
    sample("g0003-F1912M", "light", "results"),
    sample("g0003-F1912R", "light", ""),
    sample("g0017-S1911R", "light", "results"),
    sample("g0027-W1904A", "light", "results"),
    sample("g0047-W1909A", "light", "results"),
    sample("g0027-F1912M", "dark", "results"),
    sample("g0017-S1909M", "mono", "results"),
    Sample {
        crop: Some(("VIE", 2)),
        ..sample("g0003-S1909M", "light", "results")
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let of_boards = words.first().is_some_and(|word| word == "boards");
    if of_boards {
        words.remove(0);
    }
    let folder = words.first().map_or_else(std::env::temp_dir, PathBuf::from);
    fs::create_dir_all(&folder)?;
    if of_boards {
        boards(&folder)
    } else {
        positions(&folder)
    }
}

/// Every board at the start, each picture by itself and the light ones on one sheet.
fn boards(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut pictures = Vec::new();
    for board in Board::bundled() {
        let chart = Chart::of(board)?;
        for width in [390, 800, 1600] {
            for theme in Theme::ALL {
                let look = Look {
                    width,
                    theme,
                    title: Some(board.title().to_owned()),
                    ..Look::default()
                };
                let bytes = Picture {
                    chart: &chart,
                    position: board.start(),
                    orders: &[],
                    look: &look,
                }
                .png()?;
                let name = format!("{}-{width}-{}.png", board.name(), theme.name());
                fs::write(folder.join(name), &bytes)?;
                if width == 800 && theme == Theme::Light {
                    pictures.push(Pixmap::decode_png(&bytes)?);
                }
            }
        }
    }
    let path = folder.join("boards.png");
    fs::write(&path, on_one_sheet(&pictures, 400)?.encode_png()?)?;
    println!("{}", path.display());
    Ok(())
}

/// Pictures of any height, each put where the columns are shortest.
fn on_one_sheet(pictures: &[Pixmap], width: u32) -> Result<Pixmap, Box<dyn Error>> {
    let mut columns = [0.0_f32; 4];
    let mut places = Vec::new();
    for picture in pictures {
        let scale = width as f32 / picture.width() as f32;
        let (column, top) = columns
            .iter_mut()
            .enumerate()
            .min_by(|(_, one), (_, other)| one.total_cmp(other))
            .ok_or("no columns")?;
        places.push((scale, column as f32 * width as f32, *top));
        *top += (picture.height() as f32 * scale).ceil() + 8.0;
    }
    let height = columns.into_iter().fold(0.0, f32::max);
    let mut sheet = Pixmap::new(width * 4, height as u32).ok_or("no room for the sheet")?;
    sheet.fill(Color::WHITE);
    for (picture, (scale, x, y)) in pictures.iter().zip(places) {
        let place = Transform::from_scale(scale, scale).post_translate(x, y);
        let paint = PixmapPaint {
            quality: FilterQuality::Bicubic,
            ..PixmapPaint::default()
        };
        sheet.draw_pixmap(0, 0, picture.as_ref(), &paint, place, None);
    }
    Ok(sheet)
}

fn positions(folder: &Path) -> Result<(), Box<dyn Error>> {
    let (columns, width, height) = (4, 480, 506);
    let rows = SAMPLES.len().div_ceil(columns);
    let size = ((columns * width) as u32, (rows * height) as u32);
    let mut sheet = Pixmap::new(size.0, size.1).ok_or("no room for the sheet")?;
    sheet.fill(Color::WHITE);
    for (number, sample) in SAMPLES.iter().enumerate() {
        let bytes = draw(sample)?;
        let name = format!(
            "{:02}-{}-{}{}.png",
            number + 1,
            sample.record,
            sample.theme,
            sample.drawn
        );
        fs::write(folder.join(&name), &bytes)?;
        println!("{name}: {} kB", bytes.len() / 1000);
        let picture = Pixmap::decode_png(&bytes)?;
        let scale = width as f32 / picture.width() as f32;
        let (x, y) = (number % columns * width, number / columns * height);
        let place = Transform::from_scale(scale, scale).post_translate(x as f32, y as f32);
        let paint = PixmapPaint {
            quality: FilterQuality::Bicubic,
            ..PixmapPaint::default()
        };
        sheet.draw_pixmap(0, 0, picture.as_ref(), &paint, place, None);
    }
    let path = folder.join("contact-sheet.png");
    fs::write(&path, sheet.encode_png()?)?;
    println!("{}", path.display());
    Ok(())
}

fn draw(sample: &Sample) -> Result<Vec<u8>, Box<dyn Error>> {
    let key = format!("\"id\":\"{}\"", sample.record);
    let line = RECORDS
        .lines()
        .find(|line| line.contains(&key))
        .ok_or("no such record")?;
    let record = PhaseRecord::parse(line)?;
    let chart = Chart::standard();
    let board = chart.board();
    let position = record.position(board)?;
    let orders = if sample.drawn.is_empty() {
        Vec::new()
    } else {
        let shown = OrdersShown {
            results: sample.drawn == "results",
            power: None,
        };
        DrawnOrder::of_record(board, &position, &record, shown)?
    };
    let crop = sample.crop.map(|(code, radius)| Crop {
        province: board.province(code).expect("a province"),
        radius,
    });
    let look = Look {
        theme: Theme::named(sample.theme).ok_or("no such theme")?,
        crop,
        note: Some(format!("{} {}", sample.record, sample.drawn)),
        ..Look::default()
    };
    Ok(Picture {
        chart,
        position: &position,
        orders: &orders,
        look: &look,
    }
    .png()?)
}
