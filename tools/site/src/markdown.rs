//! A document: its links, its headings and its HTML.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// A document that was read.
pub struct Document {
    /// What its first heading says.
    pub title: String,
    /// The names its headings can be reached by.
    pub anchors: Vec<String>,
    /// Every link and picture in it.
    pub links: Vec<Link>,
    /// What a browser shows.
    pub html: String,
}

/// A link to a place of the project.
pub struct Link {
    /// The line it stands in.
    pub line: usize,
    /// As it is written.
    pub written: String,
    /// The file it leads to, from the root; nothing for a place outside.
    pub file: Option<String>,
    /// The heading it leads to.
    pub anchor: Option<String>,
}

impl Document {
    /// Reads the text of the document at a path.
    pub fn read(path: &str, text: &str) -> Self {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let events = Parser::new_ext(text, options).into_offset_iter();
        let events: Vec<(Event<'_>, Range<usize>)> = events.collect();
        let names = anchors(&events);
        let links = events.iter().filter_map(|(event, range)| {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event
            else {
                return None;
            };
            let line = text[..range.start].lines().count().max(1);
            Some(link(path, dest_url, line))
        });
        let links = links.collect();
        let mut places = names.iter();
        let shown = events.iter().map(|(event, _)| match event.clone() {
            Event::Start(Tag::Heading {
                level,
                classes,
                attrs,
                ..
            }) => Event::Start(Tag::Heading {
                level,
                id: places.next().map(|it| CowStr::from(it.1.clone())),
                classes,
                attrs,
            }),
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => Event::Start(Tag::Link {
                link_type,
                dest_url: as_page(&dest_url).into(),
                title,
                id,
            }),
            // Markup of a document's own stays text.
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            event => event,
        });
        let mut page = String::new();
        html::push_html(&mut page, shown);
        let first = names.first().map(|it| it.0.clone());
        Self {
            title: first.unwrap_or_else(|| path.to_owned()),
            anchors: names.into_iter().map(|it| it.1).collect(),
            links,
            html: page,
        }
    }
}

/// Words and name of every heading; a name that comes again is numbered.
fn anchors(events: &[(Event<'_>, Range<usize>)]) -> Vec<(String, String)> {
    let mut names = Vec::new();
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut words: Option<String> = None;
    for (event, _) in events {
        match event {
            Event::Start(Tag::Heading { .. }) => words = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(words) = &mut words {
                    words.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let words = words.take().unwrap_or_default();
                let name = anchor(&words);
                let count = counts.entry(name.clone()).or_default();
                let name = match *count {
                    0 => name,
                    more => format!("{name}-{more}"),
                };
                *count += 1;
                names.push((words, name));
            }
            _ => {}
        }
    }
    names
}

/// The name of a heading, as the usual sites make it.
fn anchor(words: &str) -> String {
    let words = words.to_lowercase();
    let letters = words.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        letter => letter.is_alphanumeric().then_some(letter),
    });
    letters.collect()
}

fn link(from: &str, written: &str, line: usize) -> Link {
    let outside = written.contains("://") || written.starts_with("mailto:");
    let (path, anchor) = match written.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor.to_owned())),
        None => (written, None),
    };
    let file = match path {
        "" => from.to_owned(),
        path => joined(from, path),
    };
    Link {
        line,
        written: written.to_owned(),
        file: (!outside).then_some(file),
        anchor,
    }
}

/// A path that is written in a file, from the root.
fn joined(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The page of a document: `docs/README.md` is `docs/index.html`.
pub fn page_of(path: &str) -> String {
    match path.strip_suffix("README.md") {
        Some(folder) => format!("{folder}index.html"),
        None => as_page(path),
    }
}

/// A link as the site writes it.
fn as_page(written: &str) -> String {
    if written.contains("://") {
        return written.to_owned();
    }
    let (path, anchor) = match written.split_once('#') {
        Some((path, anchor)) => (path, format!("#{anchor}")),
        None => (written, String::new()),
    };
    let path = match path.strip_suffix(".md") {
        Some(name) => match name.strip_suffix("README") {
            Some(folder) => format!("{folder}index.html"),
            None => format!("{name}.html"),
        },
        None => path.to_owned(),
    };
    format!("{path}{anchor}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_from_where_they_stand() {
        let document = Document::read("docs/a.md", "# A\n\nsee [b](../book/b.md#so-far)\n");
        let link = &document.links[0];
        assert_eq!(link.file.as_deref(), Some("book/b.md"));
        assert_eq!(link.anchor.as_deref(), Some("so-far"));
        assert_eq!(link.line, 3);
        assert!(document.html.contains("../book/b.html#so-far"));
    }

    #[test]
    fn headings_have_names_and_markup_stays_text() {
        let document = Document::read("a.md", "# One two\n## `x`, y\n## `x`, y\n<b>hi</b>\n");
        assert_eq!(document.anchors, ["one-two", "x-y", "x-y-1"]);
        assert!(!document.html.contains("<b>"));
    }

    #[test]
    fn the_readme_of_a_folder_is_its_index() {
        assert_eq!(page_of("docs/README.md"), "docs/index.html");
        assert_eq!(page_of("docs/host.md"), "docs/host.html");
        assert_eq!(as_page("book/README.md#x"), "book/index.html#x");
    }
}
