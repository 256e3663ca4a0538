//! Which game is meant: by its code, by where it is said, by who says it.

use parlour_diplomacy::game::Diplomacy;
use parlour_host::card::{self, Card, Query};
use parlour_host::journal::{JournalError, Standing};
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Shown, Time};
use parlour_rules::{Rules, Viewer};

use super::powers::named_power;
use super::{Done, Game, Room};
use crate::local::Course;
use crate::phrase;
use crate::refusal::{Refusal, Trouble, refuse};
use crate::sheet::{Sheet, Sheets, code_tag, window_tag};
use crate::talk::{Heard, Window};

/// A game of somebody's: since when they chose it, when it was opened, its table and
/// its code.
type Named = (Option<Time>, Time, TableId, String);

/// The games of a person.
fn of_person(who: &Identity) -> Query {
    Query {
        game: Some(Diplomacy::NAME.to_owned()),
        ..Query::of(who)
    }
}

impl Sheets {
    /// Whether a game is over, or was called off, or its record cannot be read.
    fn is_over(&self, card: &Card) -> bool {
        let record = card.record.as_ref();
        let sheet = record.map(|it| self.read(&card.table, &it.settings));
        card.closed || sheet.is_none_or(|it| it.is_some_and(|sheet| sheet.called_off))
    }

    /// The games on these cards that a room keeps, as somebody would choose between them.
    fn named(&self, cards: Vec<Card>, who: &Identity) -> Vec<Named> {
        let of_card = |card: Card| {
            let record = card.record?;
            let sheet = self.read(&card.table, &record.settings)?;
            let chosen = sheet.used.iter().find(|(it, _)| *it == who.0);
            let chosen = chosen.map(|(_, since)| *since);
            Some((chosen, record.created, card.table, sheet.code.clone()))
        };
        let mut named: Vec<Named> = cards.into_iter().filter_map(of_card).collect();
        named.sort_by(|one, other| one.2.cmp(&other.2));
        named
    }
}

impl Heard {
    /// With whose eyes a table is seen where this was said.
    fn eyes(&self) -> impl FnOnce(&Record) -> Viewer + '_ {
        |record| match record.seat_of(&self.user) {
            Some(seat) if self.is_private() => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        }
    }
}

impl Room {
    /// The game that somebody speaks of, as they may see it where they speak:
    /// aloud only what is public.
    pub(super) async fn game(&self, heard: &Heard) -> Done<Game> {
        if let Some(code) = heard.code() {
            let id = self.game_of_code(&code).await?;
            return Box::pin(self.look(&id, heard)).await;
        }
        if let Some(game) = self.only_game(heard).await? {
            return Ok(game);
        }
        let id = Box::pin(self.game_meant(heard)).await?;
        Box::pin(self.look(&id, heard)).await
    }

    /// The game that goes on here, or of this person's, if there is no other: then it is
    /// the one that is meant, and nobody needs to read what else is known of it.
    async fn only_game(&self, heard: &Heard) -> Done<Option<Game>> {
        let query = match heard.window() {
            Some(window) => Query::tagged(&window_tag(&window)),
            None => of_person(&heard.user),
        };
        let query = Query {
            at_most: 2,
            ..query.course(card::Course::Open).without_words()
        };
        let page = self.host.cards(query).await?;
        let [only] = &*page.cards else {
            return Ok(None);
        };
        match self.look_since(&only.table, heard, only.standing).await {
            // One that was called off counts as over.
            Ok(game) if game.is_over() => Ok(None),
            Ok(game) => Ok(Some(game)),
            // No room keeps it.
            Err(Trouble::Refusal(_)) => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }

    /// The game that words without a code are about.
    async fn game_meant(&self, heard: &Heard) -> Done<TableId> {
        let Some(window) = heard.window() else {
            return self.game_of_person(&heard.user).await;
        };
        match self.game_of_window(&window_tag(&window)).await? {
            Some(id) => Ok(id),
            None => refuse(
                "no_game_here",
                "There is no game here. `new` opens one, `link CODE` shows one here.",
            ),
        }
    }

    /// The code in front of the words, if they would be about another game without
    /// it: the answer says so then.
    pub(super) async fn other_game(&self, heard: &Heard) -> Result<Option<String>, JournalError> {
        let Some(code) = heard.code() else {
            return Ok(None);
        };
        let named = match self.game_of_code(&code).await {
            Ok(named) => named,
            Err(Trouble::Journal(error)) => return Err(error),
            // Nobody has heard of it, which is the answer.
            Err(Trouble::Refusal(_)) => return Ok(None),
        };
        match self.game_meant(heard).await {
            Ok(meant) if meant == named => Ok(None),
            Ok(_) | Err(Trouble::Refusal(_)) => Ok(Some(code)),
            Err(Trouble::Journal(error)) => Err(error),
        }
    }

    /// A table as somebody may see it where they speak.
    pub(super) async fn look(&self, id: &TableId, heard: &Heard) -> Done<Game> {
        let sight = self.host.sight_as::<Diplomacy>(id, heard.eyes()).await?;
        self.look_closely(id, heard, sight).await
    }

    /// The same for whoever has just seen how far it has come, or has moved it on: nothing
    /// older than that is shown.
    pub(super) async fn look_since(
        &self,
        id: &TableId,
        heard: &Heard,
        known: Standing,
    ) -> Done<Game> {
        let sight = self.host.sight_since::<Diplomacy>(id, known, heard.eyes());
        self.look_closely(id, heard, sight.await?).await
    }

    /// What is seen of a table that a room keeps.
    fn game_of(&self, id: &TableId, sight: Shown<Diplomacy>) -> Done<Game> {
        let Some(sheet) = self.sheets.read(id, &sight.record.settings) else {
            return refuse("unknown_table", "That table is not kept by a room.");
        };
        Ok(Game {
            id: id.clone(),
            sight,
            sheet,
        })
    }

    async fn look_closely(
        &self,
        id: &TableId,
        heard: &Heard,
        sight: Shown<Diplomacy>,
    ) -> Done<Game> {
        let game = self.game_of(id, sight)?;
        let met = self.see(&game, heard).await?;
        let told = game.sight.older.is_some() && Box::pin(self.tell_of_age(&game)).await?;
        if game.sheet.handed.is_empty() && !met && !told {
            return Ok(game);
        }
        // It has a place of its own in memory, as has everything that is seldom done on the
        // way of an order: the answer that is being made is moved about, and would hold
        // all of it.
        if !game.sheet.handed.is_empty() {
            // Before a new player sees anything that the one before has noted.
            Box::pin(self.hand_over(id)).await?;
        }
        let again = self.host.sight_as::<Diplomacy>(id, heard.eyes());
        self.game_of(id, Box::pin(again).await?)
    }

    pub(super) async fn game_at(&self, id: &TableId, viewer: Viewer) -> Done<Game> {
        self.game_of(id, self.host.sight::<Diplomacy>(id, viewer).await?)
    }

    /// The game of a group: the one that has begun and is not over; otherwise one
    /// that waits for players; otherwise the one that was opened last. Where two
    /// groups have become one, the older of two games is the group's.
    pub(super) async fn game_of_window(&self, tag: &str) -> Done<Option<TableId>> {
        let here = Query::tagged(tag).with_records();
        let running = here.clone().course(card::Course::Open);
        let mut found = self.host.all_cards(running).await?;
        if found.iter().all(|card| self.sheets.is_over(card)) {
            let over = self.host.cards(here.course(card::Course::Closed)).await?;
            found.extend(over.cards);
        }
        let ranked = found.into_iter().filter_map(|card| {
            let over = self.sheets.is_over(&card);
            let record = card.record?;
            let created = i64::try_from(record.created.0).unwrap_or(i64::MAX);
            let rank = match (over, record.started.is_some()) {
                (true, _) => (0, created),
                (false, false) => (1, -created),
                (false, true) => (2, -created),
            };
            Some((rank, card.table))
        });
        // Of two that were opened at the same moment the first by name, always.
        let first = ranked.max_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(&one.1)));
        Ok(first.map(|(_, id)| id))
    }

    /// The cards of the games of a window that are not over.
    pub(super) async fn cards_on_at(&self, window: &Window) -> Done<Vec<Card>> {
        let open = Query::tagged(&window_tag(window)).course(card::Course::Open);
        Ok(self.host.all_cards(open).await?)
    }

    /// The only running game of a person, or the one they chose.
    async fn game_of_person(&self, who: &Identity) -> Done<TableId> {
        let of_theirs = of_person(who).with_records();
        let running = of_theirs.clone().course(card::Course::Open);
        let running = self.host.all_cards(running).await?;
        let (called_off, running) =
            (running.into_iter()).partition(|card| self.sheets.is_over(card));
        let running = self.sheets.named(running, who);
        let newest = |list: &[Named]| {
            let chosen = list.iter().filter(|it| it.0.is_some()).max();
            chosen.map(|it| it.2.clone())
        };
        if let [only] = &*running {
            return Ok(only.2.clone());
        }
        if let Some(chosen) = newest(&running) {
            return Ok(chosen);
        }
        if !running.is_empty() {
            let codes: Vec<&str> = running.iter().map(|it| it.3.as_str()).collect();
            return refuse(
                "which_game",
                format!(
                    "You play in several games: {}. Say `use CODE` first.",
                    phrase::listed(&codes)
                ),
            );
        }
        let mut over: Vec<Card> = called_off;
        over.extend(
            self.host
                .cards(of_theirs.course(card::Course::Closed))
                .await?
                .cards,
        );
        let over = self.sheets.named(over, who);
        let last = over.iter().max_by_key(|it| it.1);
        if let Some(id) = newest(&over).or_else(|| last.map(|it| it.2.clone())) {
            return Ok(id);
        }
        refuse(
            "no_game",
            "You are in no game. `join CODE` takes a seat, `new` opens a game.",
        )
    }

    /// The table of a window, by its tag.
    pub(crate) async fn table_of_window(&self, tag: &str) -> Result<Option<TableId>, JournalError> {
        match self.game_of_window(tag).await {
            Ok(table) => Ok(table),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(None),
        }
    }

    /// How far a game has come.
    pub(crate) async fn course(&self, id: &TableId) -> Result<Course, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) if game.is_over() => Ok(Course::Over),
            Ok(game) if game.has_started() => Ok(Course::Running),
            Ok(_) => Ok(Course::Open),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(Course::Nothing),
        }
    }

    /// Who holds each seat.
    pub(crate) async fn holders(
        &self,
        id: &TableId,
    ) -> Result<Vec<Option<Identity>>, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => {
                let chairs = game.sight.record.chairs.into_iter();
                Ok(chairs.map(|it| it.map(|it| it.identity)).collect())
            }
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(Vec::new()),
        }
    }

    /// Where a game is shown.
    pub(crate) async fn windows(&self, id: &TableId) -> Result<Vec<Window>, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => Ok(game.sheet.windows.clone()),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(Vec::new()),
        }
    }

    /// The powers of a game, in capitals.
    pub(crate) async fn power_names(&self, id: &TableId) -> Result<Vec<String>, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => {
                let powers = game.sight.view.powers.iter();
                Ok(powers.map(|power| power.name.clone()).collect())
            }
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(Vec::new()),
        }
    }

    /// What is going on in a game, in one line.
    pub(crate) async fn headline(&self, id: &TableId) -> Result<String, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => Ok(format!(
                "Game {}. {}",
                game.sheet.code,
                game.standing_words(self.host.now())
            )),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(refusal)) => Ok(refusal.words),
        }
    }

    /// A power of a game by what somebody typed, in capitals.
    pub(crate) async fn power_named(&self, id: &TableId, text: &str) -> Result<String, Refusal> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => {
                let seat = named_power(game.board(), text)?;
                Ok(game.power_at(seat).to_uppercase())
            }
            Err(Trouble::Refusal(refusal)) => Err(refusal),
            Err(Trouble::Journal(error)) => Err(Refusal::new("journal", error.to_string())),
        }
    }

    /// The table of a game's code, however it is written; nothing if no game has it.
    pub async fn table_of_code(&self, code: &str) -> Result<Option<TableId>, JournalError> {
        match self.game_of_code(&code.trim().to_uppercase()).await {
            Ok(id) => Ok(Some(id)),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(None),
        }
    }

    /// The code of the game at a table, if a room keeps it.
    pub fn code_of(record: &Record) -> Option<String> {
        Sheet::read(&record.settings).map(|sheet| sheet.code)
    }

    pub(super) async fn game_of_code(&self, code: &str) -> Done<TableId> {
        let found = self.host.tables_with_tag(&code_tag(code)).await?;
        match found.into_iter().next() {
            Some(id) => Ok(id),
            None => refuse("unknown_code", format!("No game has the code {code}.")),
        }
    }
}
