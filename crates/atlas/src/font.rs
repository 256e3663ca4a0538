//! The letters that come with the crate: Alegreya Sans, in two parts (Latin and
//! extended Latin) of three styles. System fonts are never read, so a picture
//! has the same bytes everywhere. The licence lies beside the files.

use resvg::usvg::fontdb::Database;
use std::sync::{Arc, LazyLock};

/// What SVG viewers other than ours may use.
pub const FAMILIES: &str = "Alegreya Sans, Fira Sans, Segoe UI, sans-serif";

const FILES: [&[u8]; 6] = [
    include_bytes!("../fonts/alegreya-sans-latin-400-normal.ttf"),
    include_bytes!("../fonts/alegreya-sans-latin-700-normal.ttf"),
    include_bytes!("../fonts/alegreya-sans-latin-400-italic.ttf"),
    include_bytes!("../fonts/alegreya-sans-latin-ext-400-normal.ttf"),
    include_bytes!("../fonts/alegreya-sans-latin-ext-700-normal.ttf"),
    include_bytes!("../fonts/alegreya-sans-latin-ext-400-italic.ttf"),
];

static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut database = Database::new();
    for file in FILES {
        database.load_font_data(file.to_vec());
    }
    database.set_sans_serif_family("Alegreya Sans");
    Arc::new(database)
});

/// The fonts, read once.
pub fn database() -> Arc<Database> {
    Arc::clone(&DATABASE)
}

/// Half the height of a capital letter of this size.
pub fn half_capital(size: i32) -> i32 {
    size * 32 / 100
}
