//! Makes a static site of the documents: `site ROOT OUT`.
//!
//! It begins with the pages below and follows their links: a linked document becomes a
//! page, any other linked file is laid beside them. A link that leads nowhere is told
//! with the file and line it stands in.

mod links;
mod markdown;
mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use markdown::Document;

/// Where the walk begins.
const FIRST: &[&str] = &[
    "README.md",
    "docs/README.md",
    "docs/book/README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
];

/// Folders of the site that other tools fill: the documents of the crates, and what is
/// played in the page.
const FILLED_BY_OTHERS: &[&str] = &["api", "play"];

fn main() -> ExitCode {
    let words: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let made = match words.as_slice() {
        [root, out] => make(root, out),
        _ => Err(anyhow::anyhow!("site ROOT OUT")),
    };
    match made {
        Ok(pages) => {
            println!("{pages} pages");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("site: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the whole site; how many pages it has.
fn make(root: &Path, out: &Path) -> Result<usize> {
    let (documents, files) = gather(root)?;
    let faults = links::faults(root, &documents);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    for (path, document) in &documents {
        let to = out.join(markdown::page_of(path));
        fs::create_dir_all(to.parent().context("a page stands in a folder")?)?;
        fs::write(&to, page::html(path, document, &filled(out)))
            .with_context(|| to.display().to_string())?;
    }
    for file in &files {
        let to = out.join(file);
        fs::create_dir_all(to.parent().context("a file stands in a folder")?)?;
        fs::copy(root.join(file), &to).with_context(|| file.clone())?;
    }
    fs::write(out.join("site.css"), page::STYLE)?;
    Ok(documents.len())
}

/// The folders that others have filled.
fn filled(out: &Path) -> Vec<&'static str> {
    let there = FILLED_BY_OTHERS.iter().copied();
    there.filter(|name| out.join(name).is_dir()).collect()
}

type Documents = BTreeMap<String, Document>;

/// Every document that can be reached, and the files that they show or link to.
fn gather(root: &Path) -> Result<(Documents, BTreeSet<String>)> {
    let mut documents = Documents::new();
    let mut files = BTreeSet::new();
    let mut waiting: Vec<String> = FIRST.iter().map(|it| String::from(*it)).collect();
    while let Some(path) = waiting.pop() {
        if documents.contains_key(&path) {
            continue;
        }
        let text = fs::read_to_string(root.join(&path)).with_context(|| path.clone())?;
        let document = Document::read(&path, &text);
        for link in &document.links {
            let Some(target) = &link.file else { continue };
            let place = root.join(target);
            let is_document = Path::new(target).extension().is_some_and(|it| it == "md");
            if is_document && place.is_file() {
                waiting.push(target.clone());
            } else if place.is_file() {
                files.insert(target.clone());
            }
        }
        documents.insert(path, document);
    }
    Ok((documents, files))
}
