//! The pages: files that a browser loads as they stand in `pages/`.
//!
//! `pages/NAME.html` is found at `/NAME`, `index.html` at `/`, `table.html` at
//! `/t/TABLE` whatever the table, and `pages/assets/…` at `/assets/…`. Programs that
//! run in the browser are at `/programs/…`, if the binary was built with them. Files are
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
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::{Inside, plain};

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}

/// Files smaller than this are sent as they are.
const WORTH_PACKING: usize = 1_000;

/// Pages that hold a program may compile it, and nothing else.
const POLICY_WITH_PROGRAM: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                                   style-src 'self'; img-src 'self'; connect-src 'self'; \
                                   font-src 'self'; manifest-src 'self'; worker-src 'self'; \
                                   base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// All pages, and the programs in them.
pub(super) struct Pages {
    pages: Shelf,
    programs: Shelf,
}

/// Files by their names.
enum Shelf {
    /// Those in the binary.
    Embedded(BTreeMap<&'static str, Page>),
    /// Those in a folder, read anew each time: for whoever writes them.
    Folder(PathBuf),
}

/// How a page says that it holds a program.
const HOLDS_PROGRAM: &[u8] = b"data-program=";

/// A file.
pub(super) struct Page {
    bytes: Cow<'static, [u8]>,
    kind: &'static str,
    tag: String,
    packed: OnceLock<Vec<u8>>,
    holds_program: bool,
}

impl Page {
    fn new(name: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        let bytes = bytes.into();
        let print = Sha256::digest(&bytes);
        let tag = URL_SAFE_NO_PAD.encode(&print[..12]);
        let kind = kind(name);
        let mut parts = bytes.windows(HOLDS_PROGRAM.len());
        let holds_program = kind.starts_with("text/html") && parts.any(|it| it == HOLDS_PROGRAM);
        Self {
            bytes,
            kind,
            tag,
            packed: OnceLock::new(),
            holds_program,
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
                .and_then(|it: &HeaderValue| it.to_str().ok())
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
    /// Those in the binary, unless folders stand in their place.
    pub fn new(pages: Option<PathBuf>, programs: Option<PathBuf>) -> Self {
        Self {
            pages: Shelf::new(pages, embedded::PAGES),
            programs: Shelf::new(programs, embedded::PROGRAMS),
        }
    }

    /// The names of the programs there are.
    pub fn programs(&self) -> Vec<String> {
        let names = self.programs.names();
        let programs = names.iter().filter_map(|name| name.strip_suffix(".wasm"));
        let shown = programs.filter(|name| self.pages.has(&format!("{name}.html")));
        shown.map(str::to_owned).collect()
    }

    fn answer(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let file = file(path)?;
        if let Some(name) = file.strip_prefix("programs/") {
            return self.programs.answer(name, headers).map(|it| it.0);
        }
        let (mut answer, holds_program) = self.pages.answer(&file, headers)?;
        if holds_program {
            // A page without what it is for is no page.
            let name = file.strip_suffix(".html")?;
            if !self.programs.has(&format!("{name}.wasm")) {
                return None;
            }
            let policy = HeaderValue::from_static(POLICY_WITH_PROGRAM);
            let headers = answer.headers_mut();
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        Some(answer)
    }
}

impl Shelf {
    fn new(folder: Option<PathBuf>, embedded: &'static [(&str, &[u8])]) -> Self {
        let embedded = embedded.iter();
        match folder {
            Some(folder) => Self::Folder(folder),
            None => Self::Embedded(
                embedded
                    .map(|(name, bytes)| (*name, Page::new(name, *bytes)))
                    .collect(),
            ),
        }
    }

    /// The names of the files at its top, in order.
    fn names(&self) -> Vec<String> {
        match self {
            Self::Embedded(pages) => pages.keys().map(|it| (*it).to_owned()).collect(),
            Self::Folder(folder) => {
                let entries = fs::read_dir(folder).into_iter().flatten().flatten();
                let names = entries.map(|it| it.file_name().to_string_lossy().into_owned());
                let mut names: Vec<String> = names.collect();
                names.sort();
                names
            }
        }
    }

    fn has(&self, name: &str) -> bool {
        match self {
            Self::Embedded(pages) => pages.contains_key(name),
            Self::Folder(folder) => folder.join(name).is_file(),
        }
    }

    /// A file, and whether it holds a program.
    fn answer(&self, name: &str, headers: &HeaderMap) -> Option<(Response, bool)> {
        let answered = |page: &Page| (page.answer(headers), page.holds_program);
        match self {
            Self::Embedded(pages) => pages.get(name).map(answered),
            Self::Folder(folder) => {
                let name = Path::new(name);
                let inside = name
                    .components()
                    .all(|it| matches!(it, Component::Normal(_)));
                let bytes = inside.then(|| fs::read(folder.join(name)))?.ok()?;
                Some(answered(&Page::new(&name.to_string_lossy(), bytes)))
            }
        }
    }
}

/// The file that a path stands for.
fn file(path: &str) -> Option<String> {
    let path = path.strip_prefix('/')?;
    let as_it_is = ["assets/", "programs/"];
    if as_it_is.iter().any(|it| path.starts_with(it)) || path == "sw.js" {
        return Some(path.to_owned());
    }
    let name = match path {
        "" => "index",
        path => match path.strip_prefix("t/") {
            Some(table) if !table.is_empty() && !table.contains('/') => "table",
            _ => path,
        },
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
        .route("/programs/{program}", get(show))
        // No route has answered: it is counted as none.
        .fallback(async || nothing())
}

/// Of an address that nobody made is said so, in words.
fn nothing() -> Response {
    let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (StatusCode::NOT_FOUND, plain, "There is no such page.\n").into_response()
}

async fn show(State(door): State<Arc<Inside>>, uri: Uri, headers: HeaderMap) -> Response {
    if let (Some(table), Some("plain")) = (uri.path().strip_prefix("/t/"), uri.query()) {
        return plain::way(table);
    }
    match door.pages.answer(uri.path(), &headers) {
        Some(page) => page,
        None => nothing(),
    }
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
            ("/t/", None),
            ("/t/a/b", None),
            ("/assets/js/home.js", Some("assets/js/home.js")),
            ("/sw.js", Some("sw.js")),
            ("/programs/delve.wasm", Some("programs/delve.wasm")),
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
        let pages = Shelf::Folder(folder);
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
