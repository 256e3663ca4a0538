//! Lists tables by their cards, and loads none of them.
//!
//! Only a table that an older version of the house has kept has no face yet, or one
//! that was made otherwise: a service looks at it in the background, or whoever lists it
//! first, once.

use super::Host;
use super::present::Present;
use crate::card::{Card, Cursor, Face, Page, Query};
use crate::refused::Refused;
use crate::table::TableId;

impl Host {
    /// The cards of tables, newest first, a page at a time. Whom a list is shown is
    /// for the caller to know: at a table with one seat a card tells what who sits
    /// there may see.
    pub async fn cards(&self, query: Query) -> Result<Page, Refused> {
        let mut page = self.journal.cards(query.clone()).await?;
        for card in &mut page.cards {
            if !card.face.as_ref().is_some_and(Face::is_of_now) {
                self.look_once(card).await?;
                card.face = card.face.take().map(|it| it.for_query(&query));
            }
        }
        Ok(page)
    }

    /// The card of one table, with its record; nothing if there is no such table.
    pub async fn card(&self, id: &TableId) -> Result<Option<Card>, Refused> {
        let query = Query {
            table: Some(id.clone()),
            ..Query::any().with_records()
        };
        Ok(self.cards(query).await?.cards.pop())
    }

    /// The cards of all tables that are asked for. One that changes while the pages
    /// are turned comes to the front, and may be missing.
    pub async fn all_cards(&self, mut query: Query) -> Result<Vec<Card>, Refused> {
        let mut cards = Vec::new();
        loop {
            let page = self.cards(query.clone()).await?;
            cards.extend(page.cards);
            match page.next {
                Some(next) => query.after = Some(next),
                None => return Ok(cards),
            }
        }
    }

    /// Looks at some of the tables that have no face yet, or one that was made otherwise
    /// than now, so that lists need not. Where it goes on; nothing after the last.
    pub async fn make_faces(
        &self,
        after: Option<Cursor>,
        at_most: u32,
    ) -> Result<Option<Cursor>, Refused> {
        let query = Query {
            faceless: true,
            after,
            at_most,
            ..Query::any()
        };
        Ok(self.cards(query).await?.next)
    }

    async fn look_once(&self, card: &mut Card) -> Result<(), Refused> {
        let was_open = self.is_open(&card.table);
        match self.table(&card.table).await {
            Ok(table) => {
                let present = table.present();
                let face = self
                    .registry
                    .face(&present.record, &*present.position, &present.turn);
                card.closed |= face.closed;
                card.face = Some(face);
            }
            Err(refused) if refused.is_damage() && !self.is_of_another_house(&refused, card) => {
                card.face = Some(Face::troubled(card.closed, &refused.to_string()));
            }
            // Deleted meanwhile, or of a game that is not here.
            Err(Refused::UnknownTable(_) | Refused::UnknownGame(_)) => {}
            Err(refused) => return Err(refused),
        }
        if !was_open {
            self.put_away(&card.table);
        }
        Ok(())
    }

    /// Keeps the face of a table that was fetched, if it is another than was kept. It
    /// is a cache: if it cannot be written, nothing is lost.
    pub(super) async fn renew_face(&self, id: &TableId, present: &Present, kept: Option<Face>) {
        let face = self
            .registry
            .face(&present.record, &*present.position, &present.turn);
        if kept.as_ref() != Some(&face) {
            let _ = self.journal.put_face(id, present.standing(), face).await;
        }
    }

    /// Notes on its card that a table cannot be read, so that lists tell it.
    pub(super) async fn note_trouble(&self, id: &TableId, refused: &Refused) {
        // What is only too new for this program is not this program's to write to.
        if !refused.is_damage() || matches!(refused, Refused::NewerRules(_)) {
            return;
        }
        if let Refused::UnknownGame(_) = refused {
            // A game that is not here is no damage, but a header that contradicts the
            // record is.
            let kept = self.journal.load(id).await.ok().flatten();
            if kept.is_none_or(|it| self.registry.game(&it.record.game).is_err()) {
                return;
            }
        }
        if let Ok(Some(standing)) = self.journal.standing(id).await {
            let face = Face::troubled(false, &refused.to_string());
            let _ = self.journal.put_face(id, standing, face).await;
        }
    }

    fn is_of_another_house(&self, refused: &Refused, card: &Card) -> bool {
        let of_record = |game: &str| self.registry.game(game).is_err();
        matches!(refused, Refused::UnknownGame(_))
            && (card.record.as_ref()).is_none_or(|it| of_record(&it.game))
    }
}
