//! The one writer behind every `check` command.
//!
//! A game crate reads a case file and answers with verdicts; this prints them.
//! As text: each failure on a line of its own under its case, and last
//! `N passed, M failed`. With `--json`: one object a case, `id`, `ok`, `failures` and
//! the `file` it stands in.
//! The exit code is 0 only if every case passed and every file could be read.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use parlour_tui::plain;
use serde::Serialize;

/// The words every `check` command takes.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Case files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// One JSON object per case instead of text.
    #[arg(long)]
    pub json: bool,
    /// Tell of this case alone; several may be named.
    #[arg(long, value_name = "ID")]
    pub only: Vec<String>,
}

impl CheckArgs {
    /// Reads each file, asks `judge` for its verdicts, prints them, and closes.
    /// `judge` gets the text, without the mark that some editors put first, and
    /// answers with the id and the failures of each case. A file that cannot be
    /// read, or holds no case at all, is a failed case named after the file.
    pub fn run<Verdicts>(&self, mut judge: impl FnMut(&str) -> Verdicts) -> Result<ExitCode>
    where
        Verdicts: IntoIterator<Item = (String, Vec<String>)>,
    {
        // Of several files each failure says which one it is in.
        let several = self.files.len() > 1;
        let mut report = Report::new(io::stdout().lock(), self.json, several);
        let mut missing: BTreeSet<&str> = self.only.iter().map(String::as_str).collect();
        for path in &self.files {
            let verdicts = read_text(path).and_then(|text| {
                let verdicts: Vec<_> = judge(&text).into_iter().collect();
                let none = || String::from("the file holds no case");
                (!verdicts.is_empty()).then_some(verdicts).ok_or_else(none)
            });
            let verdicts = match verdicts {
                Ok(verdicts) => verdicts,
                Err(failure) => {
                    let (id, failures) = (path.display().to_string(), vec![failure]);
                    report.tell(path, &Verdict { id, failures })?;
                    continue;
                }
            };
            for (id, failures) in verdicts {
                let wanted = self.only.is_empty() || self.only.contains(&id);
                missing.remove(id.as_str());
                if wanted {
                    report.tell(path, &Verdict { id, failures })?;
                }
            }
        }
        for id in missing {
            let failures = vec![String::from("no file holds a case of this id")];
            let id = id.to_owned();
            report.tell(&self.files[0], &Verdict { id, failures })?;
        }
        Ok(report.close()?)
    }
}

fn read_text(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let (sound, place) = (error.as_bytes(), error.utf8_error().valid_up_to());
        let line = sound[..place].split(|it| *it == b'\n').count();
        format!("is not text: line {line} is not UTF-8")
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// What came of one case. No failures means that it passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The name the case has in its file.
    pub id: String,
    /// Each with what was expected and what was found.
    pub failures: Vec<String>,
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    ok: bool,
    failures: &'a [String],
    file: &'a str,
}

/// Prints verdicts as they come and counts them.
pub struct Report<W> {
    out: W,
    json: bool,
    /// Whether the cases come from more than one file.
    several: bool,
    passed: u64,
    failed: u64,
    /// Whoever read has seen enough, as in `parlour ... check FILE | head`. The exit
    /// code still tells of every case.
    unread: bool,
}

impl<W: Write> Report<W> {
    /// A report that nothing has been told yet.
    pub fn new(out: W, json: bool, several: bool) -> Self {
        Self {
            out,
            json,
            several,
            passed: 0,
            failed: 0,
            unread: false,
        }
    }

    /// Prints one verdict, as text with its file if that is not plain.
    pub fn tell(&mut self, file: &Path, verdict: &Verdict) -> Result<()> {
        let file = file.display().to_string();
        let ok = verdict.failures.is_empty();
        *(if ok {
            &mut self.passed
        } else {
            &mut self.failed
        }) += 1;
        let lines = if self.json {
            let line = Line {
                id: &verdict.id,
                ok,
                failures: &verdict.failures,
                file: &file,
            };
            vec![serde_json::to_string(&line)?]
        } else {
            // One line each, also for a failure with several reasons. Anybody may have
            // written the file: its letters must not move a terminal's cursor.
            // A failure of the file itself bears its name already.
            let place = if self.several && file != verdict.id {
                format!("{file}: ")
            } else {
                String::new()
            };
            let line = |failure: &String| {
                let failure = failure.replace('\n', "; ");
                plain::printable(&format!("{place}{}: {failure}", verdict.id))
            };
            verdict.failures.iter().map(line).collect()
        };
        for line in lines {
            self.print(&line)
                .context("the verdicts cannot be written")?;
        }
        Ok(())
    }

    fn print(&mut self, line: &str) -> io::Result<()> {
        if self.unread {
            return Ok(());
        }
        match writeln!(self.out, "{line}") {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.unread = true;
                Ok(())
            }
            written => written,
        }
    }

    /// Prints the count, unless lines are for a program, and gives the exit code.
    pub fn close(mut self) -> io::Result<ExitCode> {
        if !self.json {
            self.print(&format!("{} passed, {} failed", self.passed, self.failed))?;
        }
        match self.out.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            flushed => flushed?,
        }
        Ok(if self.failed == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(json: bool, verdicts: &[Verdict]) -> (String, ExitCode) {
        let mut out = Vec::new();
        let mut report = Report::new(&mut out, json, false);
        for verdict in verdicts {
            report.tell(Path::new("b.jsonl"), verdict).unwrap();
        }
        let code = report.close().unwrap();
        (String::from_utf8(out).unwrap(), code)
    }

    fn verdict(id: &str, failures: &[&str]) -> Verdict {
        Verdict {
            id: id.to_owned(),
            failures: failures.iter().map(ToString::to_string).collect(),
        }
    }

    fn verdicts() -> Vec<Verdict> {
        let failure = "units: expected A BUD, found A VIE";
        vec![verdict("6.A.1", &[]), verdict("6.A.2", &[failure])]
    }

    #[test]
    fn a_failure_with_several_reasons_stays_on_its_line() {
        let (text, _) = printed(false, &[verdict("a", &["one\ntwo"])]);
        assert_eq!(text, "a: one; two\n0 passed, 1 failed\n");
    }

    #[test]
    fn letters_of_a_file_do_not_reach_the_terminal_as_commands() {
        let (text, _) = printed(false, &[verdict("a\u{1b}[2J\nb", &["one\u{7}"])]);
        assert_eq!(text.lines().count(), 2, "{text:?}");
        assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    }

    /// A reader that has seen enough after the first line.
    struct Closed(usize);

    impl Write for Closed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 > 0 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.0 += usize::from(bytes.contains(&b'\n'));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_exit_code_tells_of_failures_that_nobody_reads() {
        for json in [false, true] {
            for (second, code) in [(&["x"][..], ExitCode::FAILURE), (&[], ExitCode::SUCCESS)] {
                let mut report = Report::new(Closed(0), json, false);
                for verdict in [
                    verdict("a", &[]),
                    verdict("b", second),
                    verdict("c", second),
                ] {
                    report.tell(Path::new("b.jsonl"), &verdict).unwrap();
                }
                assert_eq!(report.close().unwrap(), code);
            }
        }
    }

    #[test]
    fn text_names_failures_and_ends_with_the_count() {
        let (text, code) = printed(false, &verdicts());
        assert_eq!(
            text,
            "6.A.2: units: expected A BUD, found A VIE\n1 passed, 1 failed\n"
        );
        assert_eq!(code, ExitCode::FAILURE);
    }

    #[test]
    fn json_is_one_object_a_case_with_its_file() {
        let (text, code) = printed(true, &verdicts());
        assert_eq!(
            text,
            "{\"id\":\"6.A.1\",\"ok\":true,\"failures\":[],\"file\":\"b.jsonl\"}\n\
             {\"id\":\"6.A.2\",\"ok\":false,\"failures\":[\"units: expected A BUD, found A VIE\"],\
             \"file\":\"b.jsonl\"}\n"
        );
        assert_eq!(code, ExitCode::FAILURE);
    }

    #[test]
    fn of_several_files_each_failure_names_its_own() {
        let mut out = Vec::new();
        let mut report = Report::new(&mut out, false, true);
        let file = Path::new("b.jsonl");
        report.tell(file, &verdict("a", &["one"])).unwrap();
        report.tell(file, &verdict("b.jsonl", &["two"])).unwrap();
        report.close().unwrap();
        assert_eq!(out, b"b.jsonl: a: one\nb.jsonl: two\n0 passed, 2 failed\n");
    }

    #[test]
    fn all_passed_is_success() {
        let (text, code) = printed(false, &verdicts()[..1]);
        assert_eq!(text, "1 passed, 0 failed\n");
        assert_eq!(code, ExitCode::SUCCESS);
    }

    #[test]
    fn a_file_without_a_case_is_a_failed_case_and_a_byte_order_mark_is_no_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cases.jsonl");
        fs::write(&path, "\u{feff}{}").unwrap();
        let arguments = CheckArgs {
            files: vec![path],
            json: true,
            only: Vec::new(),
        };
        let judged = |verdicts: &[(String, Vec<String>)]| {
            let judge = |text: &str| {
                assert_eq!(text, "{}");
                verdicts.to_vec()
            };
            arguments.run(judge).unwrap()
        };
        assert_eq!(judged(&[]), ExitCode::FAILURE);
        let passed = (String::from("a"), Vec::new());
        assert_eq!(judged(&[passed]), ExitCode::SUCCESS);
    }

    #[test]
    fn of_a_case_that_is_named_alone_nothing_else_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cases.jsonl");
        fs::write(&path, "{}").unwrap();
        let judged = |only: &[&str]| {
            let arguments = CheckArgs {
                files: vec![path.clone()],
                json: false,
                only: only.iter().map(|it| (*it).to_owned()).collect(),
            };
            let bad = (String::from("bad"), vec![String::from("it is wrong")]);
            let run = arguments.run(|_| [(String::from("good"), Vec::new()), bad.clone()]);
            run.unwrap()
        };
        assert_eq!(judged(&[]), ExitCode::FAILURE);
        assert_eq!(judged(&["good"]), ExitCode::SUCCESS);
        assert_eq!(judged(&["good", "bad"]), ExitCode::FAILURE);
        assert_eq!(
            judged(&["none"]),
            ExitCode::FAILURE,
            "there is no such case"
        );
    }

    #[test]
    fn a_file_that_is_no_text_says_in_which_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cases.jsonl");
        fs::write(&path, b"{}\n{}\n\xff{}\n").unwrap();
        let said = read_text(&path).unwrap_err();
        assert_eq!(said, "is not text: line 3 is not UTF-8");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_a_failed_case() {
        let arguments = CheckArgs {
            files: vec![PathBuf::from("no-such-file.jsonl")],
            json: true,
            only: vec![String::from("a")],
        };
        let code = arguments.run(|_| [(String::from("a"), Vec::new())]);
        assert_eq!(code.unwrap(), ExitCode::FAILURE);
    }
}
