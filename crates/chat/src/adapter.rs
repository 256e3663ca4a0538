//! What an adapter is: it hears by a router, by listening, or by both, and its
//! [`Carrier`](crate::sender::Carrier) sends.

use std::pin::Pin;
use std::sync::Arc;

use axum::Router;

use crate::desk::Desk;
use crate::once::Once;
use crate::passed_over::PassedOver;
use crate::sender::Postman;

/// The adapter of a platform that is set.
pub trait Adapter: Send + Sync {
    /// The endpoints at which the platform brings something; none if it brings nothing.
    fn router(&self) -> Router {
        Router::new()
    }

    /// Fetches what the platform does not bring, until it is dropped.
    fn listen(&self) -> Listening<'_> {
        Box::pin(std::future::pending())
    }
}

/// Listening without end.
pub type Listening<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// What every adapter is given.
#[derive(Clone)]
pub struct Post {
    /// Hears words.
    pub desk: Arc<dyn Desk>,
    /// Remembers what was heard before.
    pub once: Arc<Once>,
    /// Keeps and carries what is answered.
    pub sender: Postman,
    /// Counts what is none of ours.
    pub passed_over: PassedOver,
}
