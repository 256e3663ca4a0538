//! Before the first phase: games are opened, shown, joined and begun.

use parlour_diplomacy::game::Diplomacy;
use parlour_host::host::NewTable;
use parlour_host::log::Hash;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Json, Refused, Time};
use parlour_rules::{Rules, Seat, Seed, Viewer};

use super::examples::usual;
use super::powers::{named_power, power_at, power_names};
use super::revision::{announce, invite};
use super::roster::{begin, belongs, get_up, sit, unseen};
use super::setup::{agreed, setup};
use super::wishes::wish;
use super::{Done, Game, Room};
use crate::local::PLATFORM;
use crate::phrase::quoted;
use crate::refusal::{Trouble, refuse};
use crate::settings::Settings;
use crate::sheet::{Sheet, code_tag};
use crate::talk::{Answer, Body, Button, Fact, Heard, Spoken};

impl Room {
    pub(super) async fn new_game(&self, heard: &Heard, words: &[String]) -> Done<Answer> {
        let (sure, words): (Vec<&str>, Vec<&str>) = words
            .iter()
            .map(String::as_str)
            .partition(|word| word.eq_ignore_ascii_case("yes"));
        let mut settings = Settings::default();
        settings.set_all(words.iter().copied())?;
        let setup = setup(&settings)?;
        // The same message again has opened its game already.
        let id = heard.own_table();
        if let Some(id) = &id
            && let Ok(game) = self.game_at(id, Viewer::Spectator).await
        {
            self.tell_opening(&game, heard).await?;
            return Ok(game.opened());
        }
        let window = heard.window();
        if let Some(window) = &window {
            if sure.is_empty()
                && let Some(asked) = self.ask_before_new(window, heard, &words).await?
            {
                return Ok(asked);
            }
            self.clear_the_table(window, heard).await?;
        }
        let code = self.fresh_code().await?;
        let mut sheet = Sheet::new(code.clone(), settings);
        sheet.windows = window.into_iter().collect();
        sheet.is_read_by(heard);
        let seats = usize::from(Diplomacy::seats(&setup));
        let new = NewTable {
            id,
            title: format!("Diplomacy {code}"),
            game: Diplomacy::NAME.to_owned(),
            setup: Json::of(&setup),
            seed: Seed(self.random()),
            owner: heard.user.clone(),
            chairs: vec![None; seats],
            start: false,
            open: true,
            letters: true,
            tags: sheet.tags(false),
            settings: sheet.write(),
        };
        let id = match self.host.open_table_for(new, &heard.asker()).await {
            Ok(id) | Err(Refused::TableExists(id)) => id,
            Err(refused) => return Err(refused.into()),
        };
        let game = self.game_at(&id, Viewer::Spectator).await?;
        self.tell_opening(&game, heard).await?;
        Ok(game.opened())
    }

    /// Tells a group that a game was opened there, if only who opened it has heard.
    async fn tell_opening(&self, game: &Game, heard: &Heard) -> Done<()> {
        let Some(window) = heard.window().filter(|_| heard.spoken == Spoken::Aside) else {
            return Ok(());
        };
        let words = game.opening_words(&format!(
            "{} has opened game {}.",
            quoted(&heard.name),
            game.sheet.code
        ));
        self.revise(&game.id, heard, |revision, _| {
            invite(revision, &words, window.clone());
            Ok(())
        })
        .await?;
        Ok(())
    }

    /// A code that no game has: five letters and digits, at least one a digit.
    async fn fresh_code(&self) -> Done<String> {
        const LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTVWXYZ";
        const DIGITS: &[u8] = b"23456789";
        loop {
            let mut bytes = [0; 6];
            self.entropy.fill(&mut bytes);
            let digit = usize::from(bytes[5]) % 5;
            let code: String = (0..5)
                .map(|place| {
                    let byte = usize::from(bytes[place]);
                    let from = if place == digit { DIGITS } else { LETTERS };
                    char::from(from[byte % from.len()])
                })
                .collect();
            if self
                .host
                .tables_with_tag(&code_tag(&code))
                .await?
                .is_empty()
            {
                return Ok(code);
            }
        }
    }

    fn random(&self) -> u64 {
        let mut bytes = [0; 8];
        self.entropy.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    pub(super) async fn join(
        &self,
        heard: &Heard,
        code: Option<&str>,
        powers: &[String],
    ) -> Done<Answer> {
        let id = match (code, heard.window()) {
            (Some(code), _) => self.game_of_code(code).await?,
            (None, Some(_)) => self.game(heard).await?.id,
            (None, None) => {
                return refuse("code_missing", "Say which game: `join CODE`.");
            }
        };
        let game = self.game_at(&id, Viewer::Spectator).await?;
        let board = game.board();
        let person = Person::new(heard.user.clone(), &quoted(&heard.name));
        let mut liked = Vec::new();
        for text in powers {
            let seat = named_power(board, text)?;
            if !liked.contains(&seat) {
                liked.push(seat);
            }
        }
        let wanted = match &liked[..] {
            [only] => Some(*only),
            _ => None,
        };
        self.revise(&id, heard, |revision, sheet| {
            sheet.is_read_by(heard);
            if liked.len() > 1 {
                return wish(revision, sheet, &game, (&person, &liked), heard);
            }
            sit(revision, sheet, &game, (&person, wanted), heard)
        })
        .await?;
        self.hand_over(&id).await?;
        let game = self.game_at(&id, Viewer::Spectator).await?;
        let mut text = game.joined_words(&person);
        if let Some(words) = game.unseen_words(heard) {
            add!(text, " {words}");
        }
        let link = heard.inbox_link.as_ref();
        let link = link.map(|link| format!("{link}{}", game.link_words(&person.identity)));
        if let Some(link) = &link {
            add!(
                text,
                "\nI cannot write to you in private yet. Open this once: {link}"
            );
        }
        let mut answer = Answer::text(text);
        answer.facts.extend(link.map(Fact::InboxClosed));
        Ok(answer)
    }

    pub(super) async fn use_game(&self, heard: &Heard, code: &str) -> Done<Answer> {
        let id = self.game_of_code(code).await?;
        let who = heard.user.0.clone();
        self.revise(&id, heard, |revision, sheet| {
            if !belongs(revision, sheet, &heard.user) {
                return refuse(
                    "not_in_that_game",
                    format!("You are not in game {code}; `join {code}` first."),
                );
            }
            sheet.used.retain(|(it, _)| *it != who);
            sheet.used.push((who.clone(), revision.now));
            Ok(())
        })
        .await?;
        let game = self.look(&id, heard).await?;
        Ok(Answer::text(format!(
            "You speak of game {code} now. {}",
            game.standing_words(self.host.now())
        )))
    }

    pub(super) async fn leave(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        let board = game.board();
        self.revise(&game.id, heard, |revision, sheet| {
            let who = &heard.user;
            let playing = revision.record.seat_of(who).is_some();
            if revision.record.started.is_some() && playing {
                return refuse(
                    "game_started",
                    "The game has started: say `concede`, or ask the game master to replace you.",
                );
            }
            let waiting = sheet.waiting.iter().any(|it| it.identity == *who);
            let mut watching = revision.record.spectators.iter();
            if !playing && !waiting && !watching.any(|it| it.identity == *who) {
                return refuse("not_seated", "You have no seat in this game.");
            }
            if playing {
                unseen(sheet, heard)?;
            }
            let name = quoted(&heard.name);
            let name = sheet.called(&name);
            let words = match revision.record.seat_of(who) {
                Some(seat) => format!("{name} has left; {} is free.", power_at(board, seat)),
                None => format!("{name} has left."),
            };
            get_up(revision, sheet, who);
            announce(revision, &words, heard.window_if_aloud());
            Ok(())
        })
        .await?;
        Ok(Answer::text(format!(
            "You have left game {code}; `join {code}` comes back.",
            code = game.sheet.code
        )))
    }

    pub(super) async fn start(&self, heard: &Heard, bots: Option<&str>) -> Done<Answer> {
        if heard.start_greets && heard.spoken == Spoken::Alone && !self.starts_here(heard).await {
            return Ok(greeting());
        }
        let game = self.game(heard).await?;
        let board = game.board();
        let chance = self.random();
        self.revise(&game.id, heard, |revision, sheet| {
            if let Some(bots) = bots {
                if revision.record.owner != heard.user {
                    return refuse("not_master", "Only the game master says who fills up.");
                }
                sheet.settings.set(bots)?;
            }
            begin(revision, sheet, board, heard, chance)
        })
        .await?;
        self.play_bots(&game.id).await.map_err(Trouble::Journal)?;
        let game = self.look(&game.id, heard).await?;
        if heard.spoken == Spoken::Aside {
            let code = &game.sheet.code;
            let text = format!("Game {code} begins; everybody here reads who plays what.");
            return Ok(Answer::text(text));
        }
        let mut answer = Answer::text(game.beginning_words(self.host.now()));
        if heard.platform != PLATFORM
            && let Some(board) = self.board_after(&game, game.sight.standing.seq).await?
        {
            answer.says.push(Body::Picture(Box::new(board)));
        }
        Ok(answer)
    }

    /// Whether `start` in a private chat can only mean a game that is seen nowhere.
    async fn starts_here(&self, heard: &Heard) -> bool {
        match self.game(heard).await {
            Ok(game) => {
                !game.has_started() && game.is_master(&heard.user) && game.sheet.windows.is_empty()
            }
            Err(_) => false,
        }
    }
}

fn greeting() -> Answer {
    let mut answer = Answer::text(
        "Welcome to Diplomacy. I can write to you in private now.\n\
         `join CODE` takes a seat in a game, `new` in a group opens one, `help` lists what can be \
         said.",
    );
    answer.buttons = vec![Button::new("Help", "help")];
    answer
}

impl Heard {
    /// The table that this message opens, if it has an id of its own: the same
    /// message is always the same table.
    pub(super) fn own_table(&self) -> Option<TableId> {
        let Identity(user) = &self.user;
        let message = self.message.as_ref()?;
        let hash = Hash::of_header(&format!("{user}\n{message}")).to_string();
        hash.get(..32)?.parse().ok()
    }
}

impl Game {
    /// The answer to whoever has opened it.
    fn opened(&self) -> Answer {
        let code = &self.sheet.code;
        let mut answer = Answer::text(
            self.opening_words(&format!("Game {code} is open; you are its game master.")),
        );
        answer.buttons = self.join_button();
        answer
    }

    /// What there is to know of a game that waits for players.
    fn opening_words(&self, first: &str) -> String {
        let code = &self.sheet.code;
        let board = self.board();
        let powers = power_names(board);
        format!(
            "{first} Map: {}. Powers: {}.\n\
             Join with `join {code}` or `join {code} {}`, here or in private; begin with `start`.\n\
             {}",
            board.title(),
            powers.join(", "),
            powers.first().map_or("", String::as_str),
            agreed(&self.sheet.settings),
        )
    }

    /// The button that takes a seat.
    pub(super) fn join_button(&self) -> Vec<Button> {
        vec![Button::new("Join", &format!("join {}", self.sheet.code))]
    }

    /// What a link into a private chat says there: the seat that somebody has taken,
    /// as far as a link can carry its name.
    fn link_words(&self, who: &Identity) -> String {
        let code = &self.sheet.code;
        let power = self.seat_of(who).map(|seat| self.power_at(seat));
        match power.filter(|power| power.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
            Some(power) => format!("join_{code}_{power}"),
            None => format!("join_{code}"),
        }
    }

    /// The answer to whoever has joined.
    fn joined_words(&self, person: &Person) -> String {
        let code = &self.sheet.code;
        let who = &person.identity;
        if let Some(seat) = self.seat_of(who) {
            let power = self.power_at(seat);
            return if self.has_started() {
                format!(
                    "You play {power} in game {code} from now on. `orders` shows what is asked of you."
                )
            } else {
                format!("You are {power} in game {code}. It begins with `start`.")
            };
        }
        if self.sheet.waiting.iter().any(|it| it.identity == *who) {
            let liked = self.sheet.wishes.iter().find(|(it, _)| *it == who.0);
            if let Some((_, seats)) = liked {
                let powers = seats.iter().map(|seat| self.power_at(*seat));
                let powers = powers.collect::<Vec<_>>().join(", then ");
                return format!(
                    "You are in game {code}; when it starts you get, as far as it goes, the power \
                     that you like best: {powers}. `join {code} POWER,POWER` changes that."
                );
            }
            return format!(
                "You are in game {code}; your power is drawn when it starts. `join {code} POWER` \
                 takes a certain one, `join {code} POWER,POWER` says which you like best."
            );
        }
        format!(
            "Game {code} has no free power now. You stand by: the game master may say \
             `replace POWER @{}`.",
            person.name
        )
    }

    /// What is going on, in a sentence.
    pub(super) fn standing_words(&self, now: Time) -> String {
        if let Some(outcome) = &self.sight.outcome {
            return super::bulletins::ending(outcome);
        }
        if self.sheet.called_off {
            return String::from("It was called off before it began.");
        }
        if !self.has_started() {
            return String::from("It has not started yet.");
        }
        format!(
            "It is {}. {}",
            self.sight.view.phase.words(),
            self.deadline(now)
        )
    }

    /// The first words of a game.
    fn beginning_words(&self, now: Time) -> String {
        let mut text = format!("Game {} begins.", self.sheet.code);
        let hidden = self.sheet.settings.hidden_names;
        for (seat, chair) in (0_u8..).map(Seat).zip(&self.sight.record.chairs) {
            if let Some(person) = chair.as_ref().filter(|_| !hidden) {
                add!(text, "\n{}: {}", self.power_at(seat), person.name);
            }
        }
        add!(
            text,
            "\n{} ({}). {} Send orders in private: `order {}`.",
            self.sight.view.phase.words(),
            self.phase(),
            self.deadline(now),
            usual(self.board())
        );
        text
    }
}
