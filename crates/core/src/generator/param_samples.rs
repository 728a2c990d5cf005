//! Sample values for parameters, derived from their schema, for tests of every parameter and for
//! random parameters.

use crate::base::rng::Rng;
use crate::generator::Entry;
use serde_json::{Map as Object, Value, json};

/// Returns both ends of a parameter's range, all of its choices, or its examples.
pub fn ends(property: &Value) -> Vec<Value> {
    let list = |key: &str| property.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let mut ends = list("enum");
    ends.extend(property.get("const").cloned());
    ends.extend(list("examples"));
    ends.extend(list("oneOf").iter().chain(&list("anyOf")).flat_map(self::ends));
    ends.extend(["minimum", "maximum"].iter().filter_map(|key| property.get(key).cloned()));
    let is = |kind: &str| property.get("type").is_some_and(|it| it == kind);
    if is("array") && ends.is_empty() {
        let limit = |key: &str| property.get("items").and_then(|items| items.get(key)).and_then(Value::as_i64);
        if let (Some(low), Some(high)) = (limit("minimum"), limit("maximum")) {
            let most = property.get("maxItems").and_then(Value::as_i64).unwrap_or(9);
            ends.extend([json!([]), (low..=high.min(low + most - 1)).collect(), json!([high])]);
        }
    }
    // For a table, one field after the other.
    for (name, field) in property.get("properties").and_then(Value::as_object).into_iter().flatten() {
        ends.extend(self::ends(field).into_iter().map(|value| json!({ name: value })));
    }
    if is("boolean") {
        ends.extend([json!(false), json!(true)]);
    }
    if is("null") {
        ends.push(Value::Null);
    }
    ends
}

/// Returns a random value in a parameter's range. Small values are more likely.
pub fn sample(property: &Value, rng: &mut Rng) -> Value {
    let limit = |key: &str| property.get(key).and_then(Value::as_i64);
    match (limit("minimum"), limit("maximum")) {
        (Some(low), Some(high)) => {
            let high = if rng.percent(80) { high.min(low + 30) } else { high };
            json!(rng.range(low as i32, high as i32))
        }
        _ => {
            let ends = ends(property);
            let is_list =
                property.get("type").is_some_and(|kind| kind == "array") && property.get("examples").is_none();
            match ends.get(1).and_then(Value::as_array).filter(|_| is_list) {
                Some(all) => all.iter().filter(|_| rng.percent(50)).cloned().collect(),
                None => rng.pick(&ends).cloned().unwrap_or(Value::Null),
            }
        }
    }
}

/// Returns random values for some of an algorithm's parameters, each set with this probability.
pub fn parameters(entry: &Entry, percent: u32, rng: &mut Rng) -> Object<String, Value> {
    let mut with = Object::new();
    for (name, property) in entry.schema().get("properties").and_then(Value::as_object).into_iter().flatten() {
        if rng.percent(percent) {
            with.insert(name.clone(), sample(property, rng));
        }
    }
    with
}
