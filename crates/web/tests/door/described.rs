//! The description of the API, compared with the routes there are and with what they
//! answer.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Answer, Browser};
use crate::house::{browser, door, host, whispers};

fn description() -> Value {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/web-api.json"
    ));
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_route_is_described_and_every_described_route_is_there() {
    let description = description();
    let mut described = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            described.insert((method.clone(), path.clone()));
        }
    }
    let there: BTreeSet<_> = parlour_web::door::questions()
        .into_iter()
        .map(|(method, path)| (method.to_owned(), path.to_owned()))
        .collect();
    assert_eq!(described, there);
}

/// Why a value is not what a schema says, and where.
fn fault(all: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        let named = &all["components"]["schemas"][name];
        assert!(named.is_object(), "there is no schema {name}");
        return fault(all, named, value, place);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let mut faults = choices.iter().map(|it| fault(all, it, value, place));
        let none = faults.all(|it| it.is_some());
        return none.then(|| format!("{place}: {value} is none of its choices"));
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = choices
            .iter()
            .filter(|it| fault(all, it, value, place).is_none());
        return (fits.count() != 1).then(|| format!("{place}: {value} is none of its choices"));
    }
    if let Some(choices) = schema["enum"].as_array() {
        return (!choices.contains(value)).then(|| format!("{place}: {value} is not listed"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !kinds.contains(&kind) {
        return Some(format!("{place}: {value} is no {kinds:?}"));
    }
    let inside = |value: &Value, schema: &Value, name: &str| {
        fault(all, schema, value, &format!("{place}/{name}"))
    };
    match value {
        Value::Array(items) => items
            .iter()
            .find_map(|item| inside(item, &schema["items"], "0")),
        Value::Object(fields) => {
            let wanted = schema["required"].as_array().into_iter().flatten();
            let mut wanted = wanted.filter_map(Value::as_str);
            if let Some(missing) = wanted.find(|name| !fields.contains_key(*name)) {
                return Some(format!("{place}: {missing} is missing"));
            }
            let closed = schema["additionalProperties"] == false;
            fields
                .iter()
                .find_map(|(name, field)| match &schema["properties"][name] {
                    Value::Null => closed.then(|| format!("{place}: {name} is not described")),
                    known => inside(field, known, name),
                })
        }
        _ => None,
    }
}

/// An answer is what the description says of its route and status.
fn check(method: &str, path: &str, body: Option<&Value>, answer: &Answer) -> Value {
    let all = description();
    let route = &all["paths"][path][method];
    assert!(route.is_object(), "{method} {path} is not described");
    if let Some(body) = body.filter(|_| answer.status == 200) {
        let schema = &route["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(fault(&all, schema, body, path), None);
    }
    let responses = &route["responses"];
    let status = answer.status.to_string();
    let response = &responses[&status];
    assert!(
        response.is_object(),
        "{method} {path} may not answer {status}: {answer:?}"
    );
    let schema = &response["content"]["application/json"]["schema"];
    let value = answer.json();
    assert_eq!(
        fault(&all, schema, &value, &format!("{method} {path} {status}")),
        None
    );
    value
}

/// Whoever asks is checked.
struct Recorded<'a>(&'a Browser);

impl Recorded<'_> {
    fn fill(path: &str, names: &[&str]) -> String {
        let mut parts = path.split(['{', '}']);
        let mut filled = parts.next().unwrap().to_owned();
        for name in names {
            parts.next().unwrap();
            filled += name;
            filled += parts.next().unwrap();
        }
        filled
    }

    async fn get(&self, path: &str, names: &[&str]) -> Value {
        let answer = self.0.get(&Self::fill(path, names)).await;
        check("get", path, None, &answer)
    }

    async fn post(&self, path: &str, names: &[&str], body: Value) -> Value {
        let answer = self
            .0
            .post(&Self::fill(path, names), &body.to_string())
            .await;
        check("post", path, Some(&body), &answer)
    }
}

#[tokio::test]
async fn what_is_answered_is_what_is_described() {
    let host = host();
    let table = whispers(&host).await;
    let table = table.as_str();
    let opened = door(&host, "ann").await;
    let (known, stranger) = (browser(&opened).await, Browser::new(opened.address));
    let (ann, eve) = (Recorded(&known), Recorded(&stranger));
    let token = opened.link.split_once('#').unwrap().1;
    eve.post("/api/peek", &[], json!({"token": token})).await;
    eve.post("/api/claim", &[], json!({"token": token})).await;
    eve.post("/api/peek", &[], json!({"token": "x"})).await;
    eve.post("/api/claim", &[], json!({"token": "x"})).await;
    eve.get("/api/me", &[]).await;
    let me = ann.get("/api/me", &[]).await;
    ann.post("/api/me", &[], json!({"name": "Ann"})).await;
    ann.post("/api/me", &[], json!({"name": ""})).await;
    ann.post("/api/recovery", &[], json!({})).await;
    ann.get("/api/tables", &[]).await;
    let wish = json!({"game": "pig", "wish": {"players": 2, "goal": 9}});
    ann.post("/api/tables", &[], wish).await;
    ann.post("/api/tables", &[], json!({"game": "pig", "wish": 3}))
        .await;
    ann.post("/api/tables", &[], json!({"game": "chess", "wish": 3}))
        .await;
    ann.get("/api/tables", &[]).await;
    ann.get("/api/tables/{table}", &[table]).await;
    ann.get("/api/tables/{table}", &["nowhere"]).await;
    let path = "/api/tables/{table}/commands";
    let say = |id: &str, what: u32| json!({"stage": "evening", "id": id, "command": {"say": what}});
    ann.post(path, &[table], say("1", 1)).await;
    ann.post(path, &[table], say("1", 1)).await;
    ann.post(path, &[table], say("2", 13)).await;
    ann.post(path, &[table], json!({})).await;
    ann.post(path, &["nowhere"], say("3", 1)).await;
    ann.post(
        "/api/tables/{table}/words",
        &[table],
        json!({"id": "w", "word": "hi"}),
    )
    .await;
    ann.post(
        "/api/tables/{table}/words",
        &[table],
        json!({"id": "w", "word": "no"}),
    )
    .await;
    ann.post("/api/tables/{table}/ask", &[table], json!({"ask": "view"}))
        .await;
    let path = "/api/games/{game}/ask";
    ann.post(path, &["pig"], json!({"ask": "rules"})).await;
    ann.post(path, &["whispers"], json!({"ask": "rules"})).await;
    ann.post(path, &["nothing"], json!({"ask": "rules"})).await;
    ann.get("/api/tables/{table}/log", &[table]).await;
    let place = ann.get("/api/tables/{table}", &[table]).await;
    let place = place["standing"].as_str().unwrap();
    let path = "/api/tables/{table}/undo";
    ann.post(path, &[table], json!({"to": place})).await;
    ann.post(path, &[table], json!({"to": "x"})).await;
    ann.post(path, &["nowhere"], json!({"to": place})).await;
    let path = "/api/tables/{table}/undo/refuse";
    ann.post(path, &[table], json!({})).await;
    let path = "/api/tables/{table}/forks";
    ann.post(path, &[table], json!({"at": place})).await;
    ann.post(path, &[table], json!({"at": "x"})).await;
    let path = "/api/tables/{table}/invitations";
    let invited = ann.post(path, &[table], json!({"place": "watch"})).await;
    ann.post(path, &[table], json!({"place": {"seat": 1}}))
        .await;
    ann.post(path, &[table], json!({"place": {"seat": 9}}))
        .await;
    ann.get(path, &[table]).await;
    let revoke = "/api/tables/{table}/invitations/{invitation}/revoke";
    let id = invited["id"].as_str().unwrap();
    ann.post(revoke, &[table, id], json!({})).await;
    ann.post(revoke, &[table, id], json!({})).await;
    let mut stream = known.follow(table, None).await;
    let event = stream.next().await.unwrap();
    let schema = json!({"$ref": "#/components/schemas/Event"});
    assert_eq!(fault(&description(), &schema, &event.data, "event"), None);
    let end = "/api/sessions/{session}/end";
    let session = me["sessions"][0]["id"].as_str().unwrap();
    ann.post(end, &[session], json!({})).await;
    ann.post(end, &[session], json!({})).await;
}

#[test]
fn the_comparison_finds_what_is_wrong() {
    let all = description();
    let schema = json!({"$ref": "#/components/schemas/Accepted"});
    let of = |value: Value| fault(&all, &schema, &value, "it");
    assert_eq!(of(json!({"seq": "x", "repeated": false})), None);
    for wrong in [
        json!({"seq": "x"}),
        json!({"seq": 7, "repeated": false}),
        json!({"seq": "x", "repeated": false, "more": 1}),
        json!([]),
    ] {
        assert!(of(wrong.clone()).is_some(), "{wrong}");
    }
}
