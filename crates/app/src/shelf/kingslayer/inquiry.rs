//! What is asked about Kingslayer at no table: what somebody has played, and lessons. A
//! lesson is kept nowhere: whoever asks says what they have done in it.

use std::sync::Arc;

use parlour_host::steward::Declined;
use parlour_host::table::Person;
use parlour_host::{Host, Json};
use parlour_regicide::question::{self, Question, answer};
use parlour_regicide::{Command, Kingslayer, View};
use parlour_rules::Rules;
use parlour_solo::{Day, played_by};
use parlour_tui::kingslayer::{LESSONS, NotTaught, Numbers, Played, Taught};
use serde::{Deserialize, Serialize};

use super::steward::{declined, unreadable};

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Inquiry {
    /// What came of all finished games.
    Statistics {},
    /// How a lesson stands after what was done in it, or what is asked about it then.
    Lesson {
        lesson: usize,
        #[serde(default)]
        done: Vec<Command>,
        #[serde(default)]
        question: Option<Question>,
    },
}

/// How a lesson stands.
#[derive(Serialize)]
struct LessonShown {
    /// How many lessons there are.
    lessons: usize,
    /// How many parts this one has, and how many are done.
    parts: usize,
    part: usize,
    /// What the part asks for.
    hint: Option<&'static str>,
    view: View,
    /// What came of what was done last.
    told: Vec<<Kingslayer as Rules>::Seen>,
}

/// Answers somebody.
pub(super) async fn inquired(
    host: &Arc<Host>,
    by: &Person,
    question: &Json,
) -> Result<Json, Declined> {
    match question.read().map_err(|error| unreadable(&error))? {
        Inquiry::Statistics {} => {
            let games = played_by::<Kingslayer>(host, &by.identity).await?;
            let games: Vec<Played> = games.iter().map(Played::of).collect();
            Ok(Json::of(&Numbers::of(&games, Day::of(host.now()))))
        }
        Inquiry::Lesson {
            lesson,
            done,
            question,
        } => lesson_after(lesson, &done, question.as_ref()),
    }
}

fn lesson_after(
    at: usize,
    done: &[Command],
    question: Option<&Question>,
) -> Result<Json, Declined> {
    let lesson = LESSONS.get(at);
    let lesson = lesson.ok_or_else(|| declined("no_lesson", "there is no such lesson"))?;
    let mut taught = Taught::new(lesson);
    let mut told = Vec::new();
    // A command too many is refused, so this ends.
    for command in done {
        let given = taught.give(command);
        told = given.map_err(|NotTaught { code, words }| Declined::Table { code, words })?;
    }
    let view = taught.view();
    if let Some(question) = question {
        // What the bot would do is not always what is to be learned.
        if matches!(question, Question::Hint {}) {
            return Ok(Json::of(&question::Answer::Nothing {}));
        }
        return Ok(Json::of(&answer(&view, question, &mut || false)));
    }
    Ok(Json::of(&LessonShown {
        lessons: LESSONS.len(),
        parts: lesson.parts.len(),
        part: taught.part(),
        hint: taught.now().map(|part| part.hint),
        view,
        told,
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn asked(lesson: usize, done: &[&str], question: Option<&Question>) -> Result<Value, String> {
        let done: Vec<Command> = done.iter().map(|it| it.parse().unwrap()).collect();
        let answer = lesson_after(lesson, &done, question);
        let answer = answer.map_err(|declined| declined.code().to_owned())?;
        Ok(answer.read().unwrap())
    }

    #[test]
    fn a_lesson_goes_on_by_what_it_asks_for_and_keeps_nothing() {
        let first = asked(0, &[], None).unwrap();
        assert_eq!(first["hint"], "play 10S");
        let done = asked(0, &["play 10S", "play 5C"], None).unwrap();
        assert_eq!((&done["part"], &done["parts"]), (&json!(2), &json!(2)));
        assert_eq!(done["hint"], Value::Null);
        assert_eq!(asked(0, &[], None).unwrap(), first);
    }

    #[test]
    fn what_is_not_this_lesson_is_refused() {
        assert_eq!(asked(0, &["play 8H"], None).unwrap_err(), "not_this_lesson");
        let past = ["play 10S", "play 5C", "play 8H"];
        assert_eq!(asked(0, &past, None).unwrap_err(), "not_this_lesson");
        assert_eq!(asked(99, &[], None).unwrap_err(), "no_lesson");
        let hint = asked(0, &[], Some(&Question::Hint {})).unwrap();
        assert_eq!(hint, json!({}));
    }
}
