//! The OpenAPI description matches the server: every path responds as described, and no other path
//! exists.

use crate::client::{get, post, request, send, studio};
use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};

/// Returns a schema of the document together with the components that it refers to.
fn schema(document: &Value, schema: &Value) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "components": document["components"],
        "allOf": [schema],
    })
}

/// Returns a valid request body for the path.
fn body(path: &str) -> Value {
    let wish = json!({"recipe": {"step": [{"use": "dungeon"}]}, "seed": "7", "populate": 3});
    match path {
        "/api/generate" | "/api/check" | "/api/sight" | "/api/trace" => json!({"wish": wish}),
        "/api/render" => json!({"wish": wish, "format": "png", "cell": 4}),
        "/api/measure" => json!({"wish": wish, "heat": "distance"}),
        "/api/recipe" => json!({"toml": "[[step]]\nuse = \"maze\""}),
        "/api/import" => json!({"name": "a.txt", "text": "###\n#.#\n###"}),
        "/api/share" => json!({"code": ""}),
        other => panic!("no request body for {other}"),
    }
}

#[tokio::test]
async fn every_path_responds_as_described() {
    let app = studio();
    let document = get(&app, "/api/openapi.json").await.ok();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 14);
    for (path, operations) in paths {
        let (method, operation) = operations.as_object().unwrap().iter().next().unwrap();
        let real = path.replace("{id}", "bsp").replace("{name}", "mine.png");
        let reply = match &**method {
            "get" => get(&app, &real).await,
            _ => {
                let mut body = body(path);
                if path == "/api/share" {
                    let made = post(&app, "/api/generate", &self::body("/api/generate")).await.ok();
                    body["code"] = made["share"].clone();
                }
                let accepts = schema(&document, &operation["requestBody"]["content"]["application/json"]["schema"]);
                let accepts = jsonschema::validator_for(&accepts).unwrap_or_else(|error| panic!("{path}: {error}"));
                if let Err(error) = accepts.validate(&body) {
                    panic!("the description of {path} rejects {body}: {error}");
                }
                assert!(!accepts.is_valid(&json!({"surprise": 1})), "{path} accepts unknown fields");
                post(&app, path, &body).await
            }
        };
        assert_eq!(reply.status, 200, "{path}");
        let types = operation["responses"]["200"]["content"].as_object().unwrap();
        let content_type = reply.header("content-type").split(';').next().unwrap();
        assert!(types.contains_key(content_type), "{path}: {content_type}");
        if let Some(described) = types
            .get("application/json")
            .and_then(|content| content.get("schema"))
            .filter(|_| content_type == "application/json")
        {
            let described = jsonschema::validator_for(&schema(&document, described));
            let described = described.unwrap_or_else(|error| panic!("{path}: {error}"));
            if let Err(error) = described.validate(&reply.json()) {
                panic!("{path} responds otherwise: {error} at {}", error.instance_path());
            }
        }
        let other = if method == "get" { Method::POST } else { Method::GET };
        let refused = send(
            &app,
            request(other, &real).header("content-type", "application/json").body(Body::from("{}")).unwrap(),
        )
        .await;
        assert_eq!(refused.status, 405, "{path}");
        assert!(!refused.header("allow").is_empty(), "{path}");
        let error_body = schema(&document, &operation["responses"]["default"]["content"]["application/json"]["schema"]);
        assert!(jsonschema::validator_for(&error_body).unwrap().is_valid(&refused.json()), "{path}");
    }
    assert_eq!(get(&app, "/api/nothing").await.status, 404);
}

/// Values at the ends of everything that a schema allows.
struct Variants<'a> {
    document: &'a Value,
}

impl Variants<'_> {
    fn of(&self, schema: &Value) -> Vec<Value> {
        if let Some(name) = schema["$ref"].as_str() {
            return self.of(&self.document.pointer(&name[1..]).cloned().unwrap_or_default());
        }
        if let Some(value) = schema.get("const") {
            return vec![value.clone()];
        }
        if let Some(values) = schema["enum"].as_array() {
            return values.iter().filter(|value| !value.is_null()).cloned().collect();
        }
        let parts = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
        if let Some(parts) = parts.filter(|_| schema.get("properties").is_none()) {
            return parts.iter().flat_map(|part| self.of(part)).collect();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null").cloned().unwrap_or_default(),
            kind => kind.clone(),
        };
        match kind.as_str() {
            Some("boolean") => vec![json!(true), json!(false)],
            Some("integer") => integers(schema),
            Some("string") => strings(schema),
            Some("array") => self.arrays(schema),
            Some("object") => self.objects(schema),
            _ => Vec::new(),
        }
    }

    /// Returns the shortest and the longest list, and lists with each variant of an item.
    fn arrays(&self, schema: &Value) -> Vec<Value> {
        if let Some(items) = schema["prefixItems"].as_array() {
            return self.tuples(items);
        }
        let items = self.of(&schema["items"]);
        let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
        let Some(first) = items.first() else { return Vec::new() };
        let filled = |length: usize| vec![first.clone(); length];
        let most = schema["maxItems"].as_u64().filter(|most| *most <= 1_000).unwrap_or(0) as usize;
        let mut lists = vec![filled(least), filled(most.max(least))];
        for (place, item) in items.iter().flat_map(|item| (0..least.max(1)).map(move |place| (place, item))) {
            let mut list = filled(least.max(1));
            list[place] = item.clone();
            lists.push(list);
        }
        lists.into_iter().map(Value::Array).collect()
    }

    /// Returns lists of fixed length, with each variant of each item.
    fn tuples(&self, items: &[Value]) -> Vec<Value> {
        let items: Vec<Vec<Value>> = items.iter().map(|item| self.of(item)).collect();
        let first: Vec<Value> = items.iter().map(|variants| variants[0].clone()).collect();
        let with = |place: usize, value: &Value| {
            let mut list = first.clone();
            list[place] = value.clone();
            Value::Array(list)
        };
        let places = items.iter().enumerate();
        places.flat_map(|(place, variants)| variants.iter().map(move |value| with(place, value))).collect()
    }

    /// Returns the object with its required fields, and with each variant of each field.
    fn objects(&self, schema: &Value) -> Vec<Value> {
        let Some(fields) = schema["properties"].as_object() else { return Vec::new() };
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut base = json!({});
        for name in required.iter().filter_map(Value::as_str) {
            base[name] = self.of(&fields[name]).into_iter().next().unwrap_or_default();
        }
        let mut objects = vec![base.clone()];
        for (name, field) in fields {
            objects.extend(self.of(field).into_iter().map(|value| {
                let mut object = base.clone();
                object[name] = value;
                object
            }));
        }
        objects
    }
}

fn integers(schema: &Value) -> Vec<Value> {
    let (low, high) = match schema["format"].as_str() {
        Some("uint32") => (0, i64::from(u32::MAX)),
        _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
    };
    let [low, high] = [("minimum", low), ("maximum", high)].map(|(name, end)| schema[name].as_i64().unwrap_or(end));
    vec![json!(low), json!(high), json!(low.max(0).min(high))]
}

/// Returns the shortest and the longest text, also with characters that take several bytes.
fn strings(schema: &Value) -> Vec<Value> {
    if let Some(examples) = schema["examples"].as_array() {
        return examples.clone();
    }
    let least = schema["minLength"].as_u64().unwrap_or(0) as usize;
    let most = schema["maxLength"].as_u64().unwrap_or(20) as usize;
    let texts = ["a", "é", "\u{1}"].iter().flat_map(|letter| [letter.repeat(least), letter.repeat(most)]);
    let pattern = schema["pattern"].as_str().map(|pattern| json!({"pattern": pattern}));
    let fits = |text: &Value| pattern.as_ref().is_none_or(|pattern| jsonschema::is_valid(pattern, text));
    texts.map(Value::String).filter(fits).collect()
}

/// Reasons that depend on the map or on other requests, which no schema can express.
const UNFORESEEABLE: &[&str] = &[
    "there is no room with the id",
    "is not on the map of",
    "is outside the map",
    "breaks the wall at the edge of the map",
    "would touch room",
    "is no place for a door",
    "there is no door at",
    "something else is at",
    "the only floor of the map",
    "the studio no longer has this map",
    // The size must suit the algorithm and the number of tiles.
    "is too small for",
    "and this map has none",
    "there is no danger on this map",
    "the limit is",
    // A recipe and an imported map exclude each other.
    "exclude each other",
];

#[tokio::test]
async fn requests_that_the_description_allows_are_accepted_and_answered_as_described() {
    let app = studio();
    let document = get(&app, "/api/openapi.json").await.ok();
    let variants = Variants { document: &document };
    let base = json!({"recipe": {"step": [{"use": "bsp"}]}, "size": [30, 30], "seed": "7"});
    let (mut sent, mut refused) = (0, Vec::new());
    for (path, operations) in document["paths"].as_object().unwrap() {
        let schema_of_body = &operations["post"]["requestBody"]["content"]["application/json"]["schema"];
        // Parsing has tests of its own: most texts are no recipe, file or share code.
        if schema_of_body.is_null() || ["/api/import", "/api/share"].contains(&path.as_str()) {
            continue;
        }
        let accepts = jsonschema::validator_for(&schema(&document, schema_of_body)).unwrap();
        let described = &operations["post"]["responses"]["200"]["content"]["application/json"]["schema"];
        let described =
            (!described.is_null()).then(|| jsonschema::validator_for(&schema(&document, described)).unwrap());
        for mut body in variants.of(schema_of_body) {
            // A recipe has a schema for each of its algorithms, so a valid one is enough here.
            if let Some(wish) = body.get_mut("wish").and_then(Value::as_object_mut) {
                let recipe = base.as_object().unwrap().clone();
                let own = std::mem::take(wish).into_iter().filter(|(name, _)| name != "recipe");
                *wish = recipe.into_iter().chain(own).collect();
                if wish.contains_key("map") {
                    wish.remove("recipe");
                }
            }
            if !accepts.is_valid(&body) {
                continue;
            }
            sent += 1;
            let reply = post(&app, path, &body).await;
            if reply.status == 200 {
                if let Some(described) = &described {
                    let found = reply.json();
                    if let Err(error) = described.validate(&found) {
                        panic!("{path} responds otherwise to {body}: {error} at {}", error.instance_path());
                    }
                }
                continue;
            }
            let (code, field, message) = reply.problem();
            if !UNFORESEEABLE.iter().any(|reason| message.contains(reason)) {
                let mut text = body.to_string();
                text.truncate(300);
                refused.push(format!("{path} {code} {field}: {message}\n  {text}"));
            }
        }
    }
    assert!(sent > 300, "only {sent} requests");
    assert!(refused.is_empty(), "{} of {sent}\n{}", refused.len(), refused.join("\n"));
}
