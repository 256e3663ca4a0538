//! The settings of `parlour serve`: from the command line, the environment and a
//! file, in this order.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use parlour_chat::ChatSettings;
use parlour_host::journal::backup::Store;
use parlour_host::journal::{Journal, PostgresJournal, SqliteJournal};
use parlour_web::IpNet;
use parlour_web::door::Origin;
use serde::Deserialize;
use toml::de::{DeTable, ValueDeserializer};

use crate::commands::Retention;
use crate::place::make_room_for;

/// The variable that names the database.
const DATABASE: &str = "PARLOUR_DATABASE_URL";

/// The variable that names the address.
pub const LISTEN: &str = "PARLOUR_LISTEN";

/// The variable that says how old news may be, and how many seconds that is otherwise.
const OLDEST_NEWS: &str = "PARLOUR_OLDEST_NEWS";
const USUAL_NEWS: u64 = 900;

/// The variable that names where browsers find the service.
const PUBLIC_URL: &str = "PARLOUR_PUBLIC_URL";

/// The variable that names proxies of ours.
const TRUSTED_PROXY: &str = "PARLOUR_TRUSTED_PROXY";

/// The variables that say what becomes of closed tables.
const FINISHED: &str = "PARLOUR_FINISHED";
const FINISHED_DAYS: &str = "PARLOUR_FINISHED_DAYS";
const ARCHIVE: &str = "PARLOUR_ARCHIVE";

/// The variable that names the operator's folder of boards.
const BOARDS: &str = "PARLOUR_BOARDS";

/// What was said on the command line.
#[derive(Debug, Default)]
pub struct Asked {
    /// The database.
    pub database: Option<String>,
    /// The address.
    pub listen: Option<String>,
    /// How old news may be, in seconds.
    pub oldest_news: Option<u64>,
    /// What becomes of closed tables.
    pub finished: Option<String>,
    /// After how many days.
    pub finished_days: Option<u64>,
    /// Where their logs are written.
    pub archive: Option<PathBuf>,
    /// The operator's folder of boards.
    pub boards: Option<PathBuf>,
}

/// What the file may say.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    database: Option<String>,
    listen: Option<String>,
    oldest_news: Option<u64>,
    public_url: Option<String>,
    trusted_proxy: Option<String>,
    finished: Option<String>,
    finished_days: Option<u64>,
    archive: Option<PathBuf>,
    boards: Option<PathBuf>,
    /// What the platforms ask for, by the names of the environment.
    #[serde(skip)]
    chats: BTreeMap<&'static str, String>,
}

impl Written {
    /// Reads a file. What the platforms ask for is taken out first, whichever they are, so
    /// that what is left is known by name.
    fn read(text: &str) -> Result<Self, toml::de::Error> {
        let told = |mut error: toml::de::Error| {
            error.set_input(Some(text));
            error
        };
        let mut table = DeTable::parse(text)?;
        let mut chats = BTreeMap::new();
        for name in ChatSettings::names() {
            let Some(value) = table.get_mut().remove(in_the_file(name).as_str()) else {
                continue;
            };
            let value = ValueDeserializer::from(value);
            chats.insert(name, String::deserialize(value).map_err(told)?);
        }
        let table = toml::Deserializer::from(table);
        let written = Self::deserialize(table).map_err(told)?;
        Ok(Self { chats, ..written })
    }
}

/// How the file calls a setting of the environment: `PARLOUR_SLACK_API_URL` is
/// `slack_api_url`.
fn in_the_file(name: &str) -> String {
    name.trim_start_matches("PARLOUR_").to_lowercase()
}

/// What holds.
#[derive(Debug)]
pub struct Settings {
    /// Where tables are kept.
    pub database: Database,
    /// Where requests are answered: an address or a name, and a port.
    pub listen: String,
    /// How many seconds the oldest message may have waited.
    pub oldest_news: u64,
    /// Where browsers find the service; without it no browser is let in.
    pub public_url: Option<Origin>,
    /// Proxies whose word counts on where a request comes from.
    pub trusted_proxies: Vec<IpNet>,
    /// The chat platforms.
    pub chats: ChatSettings,
    /// What becomes of closed tables.
    pub retention: Retention,
    /// The operator's folder of boards.
    pub boards: Option<PathBuf>,
}

impl Settings {
    /// Gathers them. A file that was named must be there; the usual one need not.
    pub fn gather(
        asked: Asked,
        variable: impl Fn(&str) -> Option<String>,
        named_file: Option<&Path>,
        usual_file: &Path,
    ) -> Result<Self> {
        let written = read(named_file.unwrap_or(usual_file), named_file.is_some())?;
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let chats =
            ChatSettings::read(|name| variable(name).or_else(|| written.chats.get(name).cloned()))?;
        let database = asked
            .database
            .or_else(|| variable(DATABASE))
            .or(written.database);
        let database = database.with_context(|| {
            format!(
                "no database is named: say --database sqlite:PATH or --database postgres://…, \
                 set {DATABASE}, or write database = \"…\" in {}",
                usual_file.display()
            )
        })?;
        let listen = match (asked.listen, variable(LISTEN)) {
            (Some(listen), _) => listen,
            (None, Some(text)) => {
                listen_address(&text).map_err(|why| anyhow!("{LISTEN}: {why}"))?
            }
            (None, None) => match written.listen {
                Some(text) => listen_address(&text).map_err(|why| anyhow!("listen: {why}"))?,
                None => String::from("127.0.0.1:8080"),
            },
        };
        let oldest_news = match (asked.oldest_news, variable(OLDEST_NEWS)) {
            (Some(seconds), _) => seconds,
            (None, Some(text)) => text
                .parse()
                .with_context(|| format!("{OLDEST_NEWS} is `{text}`, which is no number"))?,
            (None, None) => written.oldest_news.unwrap_or(USUAL_NEWS),
        };
        let public_url = variable(PUBLIC_URL).or(written.public_url);
        let public_url = public_url.map(|it| it.parse().context("public_url"));
        let proxies = variable(TRUSTED_PROXY).or(written.trusted_proxy);
        let days = match variable(FINISHED_DAYS) {
            None => written.finished_days,
            Some(text) => Some(
                text.parse()
                    .with_context(|| format!("{FINISHED_DAYS} is `{text}`, which is no number"))?,
            ),
        };
        let finished = asked
            .finished
            .or_else(|| variable(FINISHED))
            .or(written.finished);
        let archive = variable(ARCHIVE).map(PathBuf::from);
        let retention = Retention::read(
            finished.as_deref(),
            asked.finished_days.or(days),
            asked.archive.or(archive).or(written.archive),
        )?;
        Ok(Self {
            database: database.parse()?,
            listen,
            oldest_news,
            public_url: public_url.transpose()?,
            trusted_proxies: networks(proxies.as_deref().unwrap_or_default())?,
            chats,
            retention,
            boards: asked
                .boards
                .or_else(|| variable(BOARDS).map(PathBuf::from))
                .or(written.boards),
        })
    }
}

/// An address or a name, and a port: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`.
pub fn listen_address(text: &str) -> Result<String, String> {
    if text.parse::<SocketAddr>().is_ok() {
        return Ok(text.to_owned());
    }
    let (name, port) = text.rsplit_once(':').unwrap_or((text, ""));
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    let named = !name.is_empty() && name.bytes().all(letter);
    if named && port.parse::<u16>().is_ok() {
        Ok(text.to_owned())
    } else {
        Err(format!(
            "`{text}` is no address and port, as localhost:8080 is"
        ))
    }
}

/// Addresses and networks, parted by commas: `10.0.0.7, 2001:db8::/32`.
fn networks(text: &str) -> Result<Vec<IpNet>> {
    let names = text.split(',').map(str::trim).filter(|it| !it.is_empty());
    let network = |name: &str| {
        let address = name.parse::<IpAddr>().map(IpNet::from);
        address.or_else(|_| name.parse::<IpNet>()).with_context(|| {
            format!("trusted_proxy names `{name}`, which is neither an address nor a network")
        })
    };
    names.map(network).collect()
}

fn read(file: &Path, must_exist: bool) -> Result<Written> {
    match fs::read_to_string(file) {
        Ok(text) => Written::read(&text)
            .with_context(|| format!("{} is not understood; mend it", file.display())),
        Err(error) if error.kind() == ErrorKind::NotFound && !must_exist => Ok(Written::default()),
        Err(error) => Err(error).with_context(|| file.display().to_string()),
    }
}

/// Where tables are kept.
#[derive(Debug, PartialEq, Eq)]
pub enum Database {
    /// In a file.
    Sqlite(PathBuf),
    /// On a server.
    Postgres(String),
}

impl std::str::FromStr for Database {
    type Err = anyhow::Error;

    fn from_str(url: &str) -> Result<Self> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Self::Postgres(url.to_owned()));
        }
        let Some(path) = url.strip_prefix("sqlite:") else {
            // What it is may hold a password, so it is not repeated.
            bail!("the database must be sqlite:PATH or postgres://…");
        };
        let path = path.strip_prefix("//").unwrap_or(path);
        if path.is_empty() || path.contains('?') || path.starts_with(':') {
            bail!("sqlite: is followed by the path of a file, not by `{path}`");
        }
        Ok(Self::Sqlite(PathBuf::from(path)))
    }
}

impl Database {
    /// The same for backups.
    pub fn store(&self) -> Store<'_> {
        match self {
            Self::Sqlite(path) => Store::Sqlite(path),
            Self::Postgres(url) => Store::Postgres(url),
        }
    }

    /// Opens it; the file or the tables are made if they are not there.
    pub fn open(&self) -> Result<Arc<dyn Journal>> {
        Ok(match self {
            Self::Sqlite(path) => {
                let place = || path.display().to_string();
                make_room_for(path).with_context(place)?;
                Arc::new(SqliteJournal::open(path).with_context(place)?)
            }
            Self::Postgres(url) => Arc::new(PostgresJournal::open(url)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use parlour_chat::platform::slack::SlackSettings;
    use parlour_chat::platform::telegram::TelegramSettings;

    use super::*;

    fn gather(asked: Asked, variables: &[(&str, &str)], text: Option<&str>) -> Result<Settings> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("serve.toml");
        if let Some(text) = text {
            fs::write(&file, text).unwrap();
        }
        let variable = |name: &str| {
            let found = variables.iter().find(|(it, _)| *it == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Settings::gather(asked, variable, None, &file)
    }

    fn sqlite(path: &str) -> Database {
        Database::Sqlite(PathBuf::from(path))
    }

    #[test]
    fn the_command_line_comes_before_the_environment_and_that_before_the_file() {
        let file = Some("database = \"sqlite:file.db\"\nlisten = \"127.0.0.1:1\"\n");
        let variables = [(DATABASE, "sqlite:variable.db"), (LISTEN, "127.0.0.1:2")];
        let asked = Asked {
            database: Some("sqlite:asked.db".into()),
            listen: Some(String::from("127.0.0.1:3")),
            ..Asked::default()
        };
        let settings = gather(asked, &variables, file).unwrap();
        assert_eq!(settings.database, sqlite("asked.db"));
        assert_eq!(settings.listen, "127.0.0.1:3");
        let settings = gather(Asked::default(), &variables, file).unwrap();
        assert_eq!(settings.database, sqlite("variable.db"));
        assert_eq!(settings.listen, "127.0.0.1:2");
        let settings = gather(Asked::default(), &[(DATABASE, "")], file).unwrap();
        assert_eq!(settings.database, sqlite("file.db"));
        assert_eq!(settings.listen, "127.0.0.1:1");
    }

    #[test]
    fn without_an_address_it_is_loopback() {
        let settings = gather(Asked::default(), &[(DATABASE, "sqlite:a.db")], None).unwrap();
        assert_eq!(settings.listen, "127.0.0.1:8080");
    }

    #[test]
    fn an_address_may_have_a_name() {
        for good in [
            "localhost:8080",
            "0.0.0.0:80",
            "[::1]:80",
            "games.example.org:0",
        ] {
            assert_eq!(listen_address(good).as_deref(), Ok(good));
        }
        for bad in [
            "nowhere",
            "localhost",
            ":80",
            "a b:80",
            "here:99999",
            "http://a:80",
        ] {
            let words = listen_address(bad).unwrap_err();
            assert!(words.contains(bad), "{words}");
        }
    }

    #[test]
    fn a_platform_runs_when_its_token_is_set_in_the_environment_or_the_file() {
        let token = |settings: &Settings| {
            let telegram: &TelegramSettings = settings.chats.of().unwrap();
            telegram.token.clone()
        };
        let file = "database = \"sqlite:a.db\"\ntelegram_token = \"1:a\"\n";
        let settings = gather(Asked::default(), &[], Some(file)).unwrap();
        assert_eq!(token(&settings), "1:a");
        assert!(settings.chats.of::<SlackSettings>().is_none());
        let variables = [("PARLOUR_TELEGRAM_TOKEN", "2:b")];
        let settings = gather(Asked::default(), &variables, Some(file)).unwrap();
        assert_eq!(token(&settings), "2:b");
        let half = [(DATABASE, "sqlite:a.db"), ("PARLOUR_SLACK_BOT_TOKEN", "x")];
        assert!(gather(Asked::default(), &half, None).is_err());
    }

    #[test]
    fn proxies_are_addresses_and_networks() {
        let file = "database = \"sqlite:a.db\"\ntrusted_proxy = \"10.0.0.7, 2001:db8::/32\"\n";
        let settings = gather(Asked::default(), &[], Some(file)).unwrap();
        let names: Vec<String> = settings
            .trusted_proxies
            .iter()
            .map(IpNet::to_string)
            .collect();
        assert_eq!(names, ["10.0.0.7/32", "2001:db8::/32"]);
        let variables = [(TRUSTED_PROXY, "::1")];
        let settings = gather(Asked::default(), &variables, Some(file)).unwrap();
        assert_eq!(settings.trusted_proxies.len(), 1);
        let variables = [(TRUSTED_PROXY, "the proxy")];
        let error = gather(Asked::default(), &variables, Some(file)).unwrap_err();
        assert!(error.to_string().contains("`the proxy`"), "{error}");
        let none = gather(Asked::default(), &[(DATABASE, "sqlite:a.db")], None).unwrap();
        assert!(none.trusted_proxies.is_empty());
    }

    #[test]
    fn databases_are_named_by_urls() {
        for (url, database) in [
            ("sqlite:a.db", sqlite("a.db")),
            ("sqlite:/var/lib/a.db", sqlite("/var/lib/a.db")),
            ("sqlite:///var/lib/a.db", sqlite("/var/lib/a.db")),
            (
                "postgres://me:secret@db/house",
                Database::Postgres("postgres://me:secret@db/house".into()),
            ),
        ] {
            assert_eq!(url.parse::<Database>().unwrap(), database, "{url}");
        }
        for bad in [
            "",
            "a.db",
            "mysql://x",
            "sqlite:",
            "sqlite::memory:",
            "sqlite:a?b",
        ] {
            assert!(bad.parse::<Database>().is_err(), "{bad}");
        }
        let words = "mysql://me:secret@db"
            .parse::<Database>()
            .unwrap_err()
            .to_string();
        assert!(!words.contains("secret"), "{words}");
    }

    #[test]
    fn errors_name_what_is_wrong_and_where() {
        for (variables, file, fact) in [
            (vec![], None, DATABASE),
            (vec![(DATABASE, "sqlite:a"), (LISTEN, "here")], None, LISTEN),
            (
                vec![],
                Some("databse = \"sqlite:a\""),
                "unknown field `databse`",
            ),
            (vec![], Some("listen = 3"), "serve.toml"),
            (
                vec![],
                Some("listen = \"a\"\nslack_bot_tokn = \"x\""),
                "line 2, column 1",
            ),
            (vec![], Some("\n\nslack_bot_token = 3"), "line 3, column 19"),
        ] {
            let error = gather(Asked::default(), &variables, file).unwrap_err();
            let words = format!("{error:#}");
            assert!(words.contains(fact), "{words}");
        }
    }
}
