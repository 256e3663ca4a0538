//! What an adapter is: it hears by a router, by listening, or by both, and its
//! [`Carrier`] sends. A platform begins with its [`Setup`]: whoever has a token has one.

use std::any::Any;
use std::fmt::Debug;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;

use crate::desk::Desk;
use crate::once::Once;
use crate::passed_over::PassedOver;
use crate::platform::Platform;
use crate::reception::Reception;
use crate::sender::{Carrier, Postman};

/// The settings of a platform whose token is set. Their words keep secrets out of logs.
pub trait Setup: Any + Debug + Send + Sync {
    /// Which platform it is.
    fn platform(&self) -> Platform;

    /// Both ends of it. Nothing is sent or asked yet.
    fn connect(&self, once: &Arc<Once>, reception: &Reception) -> Connection;
}

/// Both ends of a platform that is set.
pub struct Connection {
    /// What sends there.
    pub carrier: Arc<dyn Carrier>,
    /// What hears there, once there is a post: that needs the carriers of all.
    pub adapter: Box<dyn FnOnce(Post) -> Arc<dyn Adapter>>,
}

/// The adapter of a platform that is set.
pub trait Adapter: Send + Sync {
    /// The endpoints at which the platform brings something; none if it brings nothing.
    fn router(&self) -> Router {
        Router::new()
    }

    /// Fetches what the platform does not bring, until it is dropped.
    fn listen(&self) -> Doing<'_> {
        Box::pin(std::future::pending())
    }

    /// Asks the platform who we are: the reception knows afterwards whether our token is
    /// taken.
    fn try_token(&self) -> Doing<'_>;
}

/// Something that an adapter does.
pub type Doing<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

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
