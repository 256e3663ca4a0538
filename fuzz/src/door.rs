//! Bodies that are sent to the door for browsers, by somebody who sits at a table.

use std::cell::RefCell;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use parlour_host::journal::MemoryJournal;
use parlour_host::steward::Steward;
use parlour_host::table::Person;
use parlour_host::{Host, Registry, SeededEntropy, SystemClock};
use parlour_room::{Room, RoomSteward};
use parlour_rules::Seed;
use parlour_web::door::{Door, DoorPlan, questions};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tower::ServiceExt;

const HERE: &str = "http://here.test";

/// How many questions a house answers before another is built: it may not grow with
/// the tables that were opened.
const QUESTIONS: u32 = 500;

struct House {
    runtime: Runtime,
    routes: Router,
    cookie: String,
    table: String,
    asked: u32,
    _close: watch::Sender<bool>,
}

thread_local! {
    static HOUSE: RefCell<Option<House>> = const { RefCell::new(None) };
}

/// The first byte names the question, the rest is its body. No answer is a fault of the
/// server's.
pub fn bodies(bytes: &[u8]) {
    let Some((first, body)) = bytes.split_first() else {
        return;
    };
    HOUSE.with_borrow_mut(|house| {
        if house.as_ref().is_none_or(|it| it.asked > QUESTIONS) {
            *house = Some(House::build());
        }
        let house = house.as_mut().expect("it was just built");
        house.asked += 1;
        let questions = questions();
        let (method, path) = questions[usize::from(*first) % questions.len()];
        if path.ends_with("/stream") {
            // A stream has no end to wait for, and its question no body.
            return;
        }
        let path = path.replace("{table}", &house.table);
        let request = house.request(method, &path, body.to_vec());
        let (status, said) = house.ask(request);
        assert!(status < 500, "{method} {path}: {status} {said}");
    });
}

impl House {
    fn build() -> Self {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let (close, closing) = watch::channel(false);
        let (routes, link) = runtime.block_on(async {
            let mut games = Registry::new();
            Room::prepare(&mut games);
            let entropy = || Arc::new(SeededEntropy::new(Seed(7)));
            let journal = Arc::new(MemoryJournal::new());
            let host = Host::new(games, journal, Arc::new(SystemClock), entropy());
            let host = Arc::new(host);
            let room = Arc::new(Room::new(Arc::clone(&host), entropy()));
            let steward: Arc<dyn Steward> = Arc::new(RoomSteward::new(room));
            let plan = DoorPlan {
                origins: vec![HERE.parse().expect("an origin")],
                here: Some(Person::new("ann", "Ann")),
                pages: None,
                programs: None,
                closing,
            };
            let door = Door::open(host, vec![steward], entropy(), plan).await;
            let door = door.expect("an open door");
            (door.routes(), door.here().expect("somebody sits here"))
        });
        let mut house = Self {
            runtime,
            routes,
            cookie: String::new(),
            table: String::new(),
            asked: 0,
            _close: close,
        };
        house.come_in(&link);
        house
    }

    fn come_in(&mut self, link: &str) {
        let token = link.split_once('#').expect("a token").1;
        let body = format!(r#"{{"token":"{token}"}}"#);
        let request = self.request("post", "/api/claim", body.into_bytes());
        let routes = self.routes.clone();
        let answer = self.runtime.block_on(routes.oneshot(request));
        let answer = answer.expect("an answer");
        let cookie = answer.headers().get(header::SET_COOKIE);
        let cookie = cookie.expect("a session").to_str().expect("letters");
        let pair = cookie.split(';').next().expect("a pair");
        pair.clone_into(&mut self.cookie);
        let open = br#"{"game":"diplomacy","wish":{}}"#.to_vec();
        let request = self.request("post", "/api/tables", open);
        let (_, said) = self.ask(request);
        let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        let table = said["table"].as_str().expect("a table was opened");
        table.clone_into(&mut self.table);
    }

    fn request(&self, method: &str, path: &str, body: Vec<u8>) -> Request<Body> {
        Request::builder()
            .method(method.to_uppercase().as_str())
            .uri(path)
            .header(header::HOST, "here.test")
            .header(header::ORIGIN, HERE)
            .header(header::COOKIE, &self.cookie)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body))
            .expect("a request")
    }

    fn ask(&self, request: Request<Body>) -> (u16, String) {
        let routes = self.routes.clone();
        self.runtime.block_on(async {
            let answer = routes.oneshot(request).await.expect("an answer");
            let status = answer.status().as_u16();
            let body = to_bytes(answer.into_body(), 1 << 24).await;
            let body = body.expect("a bounded answer");
            (status, String::from_utf8_lossy(&body).into_owned())
        })
    }
}
