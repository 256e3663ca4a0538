//! What rules need of content: properties that whoever is fought, or whoever
//! behaves in a way, has to have. A type that lacks one is refused with its file,
//! its line and what to add.

use super::Rules;
use crate::registry::{Category, Complaint, EntityType, Problem, Registry, behaviour_name};
use crate::value::Value;

/// Properties that every type of some sort has to have. Types that others inherit
/// from are let pass: they may be nothing but a pattern.
#[derive(Clone, Debug)]
pub struct Need {
    who: Who,
    props: Vec<(String, String)>,
    because: String,
}

#[derive(Clone, Debug)]
enum Who {
    Having(String),
    Acting(String),
}

impl Need {
    /// A need of every type that has a property.
    pub fn of_having(prop: &str, because: &str) -> Self {
        Self::new(Who::Having(prop.to_string()), because)
    }

    /// A need of every type with a behaviour.
    pub fn of_acting(behaviour: &str, because: &str) -> Self {
        Self::new(Who::Acting(behaviour.to_string()), because)
    }

    fn new(who: Who, because: &str) -> Self {
        Self {
            who,
            props: Vec::new(),
            because: because.to_string(),
        }
    }

    /// The same with a property it has to have, and a value as an example.
    #[must_use]
    pub fn prop(mut self, prop: &str, example: impl Into<Value>) -> Self {
        let example = match example.into() {
            Value::Text(text) => format!("{prop} = {text:?}"),
            other => format!("{prop} = {other}"),
        };
        self.props.push((prop.to_string(), example));
        self
    }

    fn concerns(&self, registry: &Registry, kind: EntityType) -> bool {
        let key = registry.entity_type_key(kind);
        let has = |prop: &str| registry.type_prop(Category::Entity, key, prop);
        match &self.who {
            Who::Having(prop) => has(prop).is_some(),
            Who::Acting(name) => has("act").and_then(behaviour_name) == Some(name),
        }
    }
}

impl Rules {
    /// States what the rules need of content. Content that lacks it is refused when
    /// the game begins, goes on, or reads content anew.
    #[must_use]
    pub fn need(mut self, need: Need) -> Self {
        self.needs.push(need);
        self
    }
}

/// Everything that is missing.
pub(super) fn lacks(needs: &[Need], registry: &Registry) -> Vec<Complaint> {
    let mut complaints: Vec<Complaint> = Vec::new();
    if needs.is_empty() {
        return complaints;
    }
    for kind in registry.entity_types() {
        if registry.has_heirs(kind) {
            continue;
        }
        let key = registry.entity_type_key(kind);
        let place = registry.origin(Category::Entity, key);
        let place = place.map(|(file, line)| (file.into(), line));
        for need in needs.iter().filter(|need| need.concerns(registry, kind)) {
            for (prop, example) in &need.props {
                if registry.type_prop(Category::Entity, key, prop).is_none() {
                    let problem = Problem::LacksProperty {
                        prop: prop.clone(),
                        example: example.clone(),
                        because: need.because.clone(),
                    };
                    complaints.push(Complaint::new(place.as_ref(), key, problem));
                }
            }
        }
    }
    complaints
}
