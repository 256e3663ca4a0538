//! The pages: files that a browser loads as they stand in `pages/`.
//!
//! `pages/NAME.html` is found at `/NAME`, `index.html` at `/`, `table.html` at
//! `/t/TABLE` whatever the table, and `pages/assets/…` at `/assets/…`. Files are
//! asked for anew every time and answered by "nothing has changed" as long as that is
//! true: a new version of the program is a new page.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::Inside;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}

/// Files smaller than this are sent as they are.
const WORTH_PACKING: usize = 1_000;

/// All pages.
pub(super) enum Pages {
    /// Those in the binary, by name.
    Embedded(BTreeMap<&'static str, Page>),
    /// Those in a folder, read anew each time: for whoever writes them.
    Folder(PathBuf),
}

/// A file.
pub(super) struct Page {
    bytes: Cow<'static, [u8]>,
    kind: &'static str,
    tag: String,
    packed: OnceLock<Vec<u8>>,
}

impl Page {
    fn new(name: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        let bytes = bytes.into();
        let print = Sha256::digest(&bytes);
        let tag = URL_SAFE_NO_PAD.encode(&print[..12]);
        Self {
            bytes,
            kind: kind(name),
            tag,
            packed: OnceLock::new(),
        }
    }

    fn is_worth_packing(&self) -> bool {
        let text = self.kind.starts_with("text/")
            || self.kind.contains("json")
            || self.kind.contains("svg")
            || self.kind.contains("wasm");
        text && self.bytes.len() >= WORTH_PACKING
    }

    fn packed(&self) -> &[u8] {
        self.packed.get_or_init(|| {
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            let written = packer.write_all(&self.bytes);
            written
                .and_then(|()| packer.finish())
                .expect("memory takes what is written")
        })
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let said = |name| {
            headers
                .get(name)
                .and_then(|it: &header::HeaderValue| it.to_str().ok())
        };
        let packed = self.is_worth_packing()
            && said(header::ACCEPT_ENCODING).is_some_and(|it| it.contains("gzip"));
        let tag = format!("\"{}{}\"", self.tag, if packed { "-gz" } else { "" });
        let known = said(header::IF_NONE_MATCH).is_some_and(|it| {
            it.split(',')
                .any(|one| one.trim().trim_start_matches("W/") == tag)
        });
        let about = [
            (header::CONTENT_TYPE, self.kind),
            (header::CACHE_CONTROL, "no-cache"),
            (header::VARY, "Accept-Encoding"),
        ];
        let tagged = [(header::ETAG, tag)];
        if known {
            return (StatusCode::NOT_MODIFIED, about, tagged).into_response();
        }
        if packed {
            let body = Body::from(self.packed().to_vec());
            return (about, tagged, [(header::CONTENT_ENCODING, "gzip")], body).into_response();
        }
        (about, tagged, Body::from(self.bytes.to_vec())).into_response()
    }
}

/// The type of a file, by the end of its name.
fn kind(name: &str) -> &'static str {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    match end {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

impl Pages {
    pub fn new(folder: Option<PathBuf>) -> Self {
        let embedded = embedded::PAGES.iter();
        match folder {
            Some(folder) => Self::Folder(folder),
            None => Self::Embedded(
                embedded
                    .map(|(name, bytes)| (*name, Page::new(name, *bytes)))
                    .collect(),
            ),
        }
    }

    fn answer(&self, name: &str, headers: &HeaderMap) -> Option<Response> {
        match self {
            Self::Embedded(pages) => pages.get(name).map(|page| page.answer(headers)),
            Self::Folder(folder) => {
                let name = Path::new(name);
                let inside = name
                    .components()
                    .all(|it| matches!(it, Component::Normal(_)));
                let bytes = inside.then(|| fs::read(folder.join(name)))?.ok()?;
                Some(Page::new(&name.to_string_lossy(), bytes).answer(headers))
            }
        }
    }
}

/// The file that a path stands for.
fn file(path: &str) -> Option<String> {
    let path = path.strip_prefix('/')?;
    if path.starts_with("assets/") || path == "sw.js" {
        return Some(path.to_owned());
    }
    let name = match path {
        "" => "index",
        path if path.starts_with("t/") => "table",
        path => path,
    };
    let plain = name.chars().all(|it| it.is_ascii_lowercase() || it == '-');
    plain.then(|| format!("{name}.html"))
}

pub(super) fn routes() -> Router<Arc<Inside>> {
    Router::new()
        .route("/", get(show))
        .route("/sw.js", get(show))
        .route("/{page}", get(show))
        .route("/t/{table}", get(show))
        .route("/assets/{*path}", get(show))
}

async fn show(State(door): State<Arc<Inside>>, uri: Uri, headers: HeaderMap) -> Response {
    let file = file(uri.path());
    let page = file.and_then(|file| door.pages.answer(&file, &headers));
    page.unwrap_or_else(|| {
        let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
        (StatusCode::NOT_FOUND, plain, "There is no such page.\n").into_response()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stand_for_files() {
        for (path, name) in [
            ("/", Some("index.html")),
            ("/join", Some("join.html")),
            ("/t/pig-12", Some("table.html")),
            ("/assets/js/home.js", Some("assets/js/home.js")),
            ("/sw.js", Some("sw.js")),
            ("/Join", None),
            ("/a.b", None),
            ("join", None),
        ] {
            assert_eq!(file(path).as_deref(), name, "{path}");
        }
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let folder = std::env::temp_dir();
        let pages = Pages::Folder(folder);
        for name in [
            "assets/../../etc/passwd",
            "/etc/passwd",
            "../x",
            "assets/./../..",
        ] {
            assert!(pages.answer(name, &HeaderMap::new()).is_none(), "{name}");
        }
    }
}
