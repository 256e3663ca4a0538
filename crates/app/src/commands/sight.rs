//! Sight: the editor, answers to records, and case files.

mod editor;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use parlour_grid::cases::{self, Solver};

use super::Everywhere;
use crate::check::CheckArgs;

/// The words after `parlour sight`. Without a command, the editor opens.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Sight {
    #[command(flatten)]
    editor: editor::Editor,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer records of sight and paths, one JSON object a line.
    Solve(Solve),
    /// Verify case files: records with answers, single JSON cases, drawings.
    Check(CheckArgs),
}

/// Where the records come from.
#[derive(Debug, Args)]
struct Solve {
    /// A file of records; standard input without one.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Sight {
    /// Does what the command line asks.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        match self.command {
            None => self.editor.run(everywhere),
            Some(Command::Solve(solve)) => solve.run(),
            Some(Command::Check(arguments)) => arguments.run(|text| {
                cases::check(text)
                    .into_iter()
                    .map(|it| (it.id, it.failures))
            }),
        }
    }
}

impl Solve {
    fn run(self) -> Result<ExitCode> {
        let output = BufWriter::new(io::stdout().lock());
        match self.file {
            None => solve(io::stdin().lock(), output, io::stderr().lock()),
            Some(path) => {
                let file = File::open(&path).with_context(|| path.display().to_string())?;
                solve(BufReader::new(file), output, io::stderr().lock())
            }
        }
    }
}

/// Answers every line that can be answered; names the others on `errors`.
fn solve(
    mut input: impl BufRead,
    mut output: impl Write,
    mut errors: impl Write,
) -> Result<ExitCode> {
    let mut solver = Solver::default();
    let mut code = ExitCode::SUCCESS;
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.with_context(|| format!("record {number} cannot be read"))? == 0 {
            break;
        }
        let answer = match std::str::from_utf8(&line) {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => solver
                .solve_line(text.trim_start_matches("\u{feff}").trim_end())
                .map_err(|error| error.to_string()),
            Err(error) => Err(format!("not text: {error}")),
        };
        match answer {
            Ok(answer) => writeln!(output, "{answer}")?,
            Err(reason) => {
                code = ExitCode::FAILURE;
                writeln!(errors, "record {number}: {reason}")?;
            }
        }
    }
    output.flush()?;
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_is_refused_leaves_the_others_answered() {
        let records = concat!(
            r#"{"name":"a","w":2,"h":1,"blocked":[],"observers":[0],"want":["visible"]}"#,
            "\n\n{\n",
            r#"{"name":"b","w":2,"h":1,"blocked":[1],"observers":[0],"want":["seen"]}"#,
            "\n\u{fe}\n",
            r#"{"name":"c","w":2,"h":1,"blocked":[1],"observers":[0],"want":["visible"]}"#,
        );
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let code = solve(records.as_bytes(), &mut output, &mut errors).unwrap();
        assert_eq!(code, ExitCode::FAILURE);
        assert_eq!(
            String::from_utf8(output).unwrap(),
            "{\"name\":\"a\",\"visible\":[0,1]}\n{\"name\":\"c\",\"visible\":[0]}\n"
        );
        let errors = String::from_utf8(errors).unwrap();
        let lines: Vec<_> = errors.lines().collect();
        assert_eq!(
            lines[0],
            "record 3: broken JSON: EOF while parsing an object at column 1"
        );
        assert_eq!(
            lines[1],
            "record 4: b: `want` holds the unknown field \"seen\""
        );
        assert!(lines[2].starts_with("record 5: broken JSON"));
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn all_answered_is_success() {
        let records = "{\"name\":\"a\",\"w\":1,\"h\":1,\"blocked\":[],\"observers\":[0]}\n";
        let code = solve(records.as_bytes(), io::sink(), io::sink()).unwrap();
        assert_eq!(code, ExitCode::SUCCESS);
    }
}
