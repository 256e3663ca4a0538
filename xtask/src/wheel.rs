//! `cargo xtask wheel`: the Python package, made and tried as people will get it.
//!
//! `python/` is a workspace of its own. `maturin` and `numpy` come from `PyPI`, pinned in
//! `python/requirements.txt`, into an environment under the target folder. The wheel
//! is installed into a fresh one, and `python/tests` runs there. The plain suite makes
//! a quick wheel; the long one the optimised one, also from its source distribution,
//! and tries it with the packages of `python/requirements-long.txt`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::interop::{has_venv, unpinned};
use crate::suite::{Outcome, Suite};
use crate::{cargo, provision, tree};

/// Which wheel is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Quickly compiled: does it hold together?
    Smoke,
    /// Optimised, and once more from its source distribution.
    Whole,
}

/// Makes and tries the wheel; says where it is.
pub fn run(size: Size) -> ExitCode {
    let mut suite = Suite::default();
    suite.part("wheel", || part(size));
    suite.close(true)
}

/// The part of the suite.
pub fn part(size: Size) -> Result<Outcome> {
    if let Err(reason) = provision::debian("python3-venv", has_venv) {
        return Ok(Outcome::NotRun(reason));
    }
    let workshop = Workshop::open()?;
    let wheels = match size {
        Size::Smoke => workshop.home.join("smoke"),
        Size::Whole => cargo::target_folder().join("wheels"),
    };
    empty(&wheels)?;
    workshop.build(size, &wheels)?;
    let wheel = only(&wheels, "whl")?;
    let mut passed = workshop.test(&wheel, size)?;
    if size == Size::Whole {
        workshop.maturin(&["sdist"], &wheels)?;
        let source = only(&wheels, "tar.gz")?;
        passed += workshop.test(&source, Size::Smoke)?;
        println!("  {}", tree::shown(&wheel, &tree::root()));
        println!("  {}", tree::shown(&source, &tree::root()));
    }
    Ok(Outcome::Passed(passed))
}

/// The environment that makes wheels.
struct Workshop {
    home: PathBuf,
    python: PathBuf,
    requirements: PathBuf,
}

impl Workshop {
    fn open() -> Result<Self> {
        let requirements = tree::root().join("python/requirements.txt");
        for name in ["python/requirements.txt", "python/requirements-long.txt"] {
            let text = fs::read_to_string(tree::root().join(name)).context(name)?;
            if let Some(loose) = unpinned(&text) {
                bail!("{name}: `{loose}` is not pinned with ==");
            }
        }
        let home = cargo::target_folder().join("python");
        let python = environment(&home.join("workshop"))?;
        let workshop = Self {
            home,
            python,
            requirements,
        };
        workshop.install(&workshop.python, &["-r"], &workshop.requirements)?;
        Ok(workshop)
    }

    fn install(&self, python: &Path, words: &[&str], what: &Path) -> Result<()> {
        let mut pip = Command::new(python);
        pip.args(["-m", "pip", "install", "--quiet"])
            .args(["--disable-pip-version-check"])
            .args(words)
            .arg(what)
            .env("CARGO_TARGET_DIR", self.home.join("source"));
        succeed(&mut pip)
    }

    fn build(&self, size: Size, wheels: &Path) -> Result<()> {
        let python = self.python.to_string_lossy();
        let profile = match size {
            Size::Smoke => ["--profile", "smoke"],
            Size::Whole => ["--profile", "release"],
        };
        let words = [&["build", "--locked", "-i", &python], &profile[..]].concat();
        self.maturin(&words, wheels)
    }

    fn maturin(&self, words: &[&str], wheels: &Path) -> Result<()> {
        let mut maturin = Command::new(&self.python);
        maturin
            .args(["-m", "maturin"])
            .args(words)
            .arg("--out")
            .arg(wheels)
            .arg("--manifest-path")
            .arg(tree::root().join("python/Cargo.toml"))
            .env("CARGO_TARGET_DIR", self.home.join("build"));
        succeed(&mut maturin)
    }

    /// Installs a wheel or a source distribution into a fresh environment, outside the
    /// tree, and runs the tests there.
    fn test(&self, package: &Path, size: Size) -> Result<u64> {
        let home = self.home.join("fresh");
        empty(&home)?;
        let python = environment(&home)?;
        self.install(&python, &["-r"], &self.requirements)?;
        if size == Size::Whole {
            let beside = tree::root().join("python/requirements-long.txt");
            self.install(&python, &["-r"], &beside)?;
        }
        self.install(&python, &["--no-deps"], package)?;
        let mut tests = Command::new(&python);
        tests
            .args(["-m", "unittest", "discover", "--start-directory"])
            .arg(tree::root().join("python/tests"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("PARLOUR_TREE", tree::root())
            .current_dir(&home);
        if size == Size::Whole {
            tests.env("PARLOUR_TEST_LONG", "1");
        }
        let ran = cargo::run(&mut tests)?;
        if !ran.ok {
            bail!("the tests of the Python package fail");
        }
        count(&ran.text).context("the tests of the Python package say nothing")
    }
}

/// A virtual environment; its python.
fn environment(home: &Path) -> Result<PathBuf> {
    let python = home.join("bin/python");
    if !python.exists() {
        succeed(Command::new("python3").args(["-m", "venv"]).arg(home))?;
    }
    Ok(python)
}

/// Makes a folder that is empty.
fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}

/// The one file with an ending.
fn only(folder: &Path, ending: &str) -> Result<PathBuf> {
    let files = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let mut files = files.filter(|path| path.to_string_lossy().ends_with(ending));
    let found = files.next();
    found.with_context(|| format!("no file *.{ending} was made"))
}

/// How many tests `unittest` ran: `Ran 48 tests in 3.2s`.
fn count(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Ran "))?;
    line.split(' ').next()?.parse().ok()
}

fn succeed(command: &mut Command) -> Result<()> {
    if cargo::run(command)?.ok {
        Ok(())
    } else {
        bail!("{command:?} failed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_of_python_are_counted() {
        assert_eq!(count("....\nRan 48 tests in 3.2s\n\nOK\n"), Some(48));
        assert_eq!(count("nothing"), None);
    }
}
