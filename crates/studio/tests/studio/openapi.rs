//! The description of the API is true: every path answers as it says, and no other path answers.

use crate::asking::{get, post, request, send, studio};
use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};

/// The schema of something in the document, with all that it refers to.
fn schema(document: &Value, schema: &Value) -> Value {
    json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "components": document["components"], "allOf": [schema]})
}

/// A body that the path takes.
fn body(path: &str) -> Value {
    let wish = json!({"recipe": {"step": [{"use": "dungeon"}]}, "seed": "7", "populate": 3});
    match path {
        "/api/generate" | "/api/check" | "/api/trace" => json!({"wish": wish}),
        "/api/render" => json!({"wish": wish, "format": "png", "cell": 4}),
        "/api/measure" => json!({"wish": wish, "heat": "distance"}),
        "/api/recipe" => json!({"toml": "[[step]]\nuse = \"maze\""}),
        "/api/import" => json!({"name": "a.txt", "text": "###\n#.#\n###"}),
        "/api/share" => json!({"code": ""}),
        other => panic!("what does {other} take?"),
    }
}

#[tokio::test]
async fn every_path_answers_as_it_says() {
    let app = studio();
    let document = get(&app, "/api/openapi.json").await.ok();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 14);
    for (path, operations) in paths {
        let (method, operation) = operations.as_object().unwrap().iter().next().unwrap();
        let real = path.replace("{id}", "bsp").replace("{name}", "mine.png");
        let answer = match &**method {
            "get" => get(&app, &real).await,
            _ => {
                let mut body = body(path);
                if path == "/api/share" {
                    let made = post(&app, "/api/generate", &self::body("/api/generate")).await.ok();
                    body["code"] = made["share"].clone();
                }
                let sends = schema(&document, &operation["requestBody"]["content"]["application/json"]["schema"]);
                let sends = jsonschema::validator_for(&sends).unwrap_or_else(|error| panic!("{path}: {error}"));
                if let Err(error) = sends.validate(&body) {
                    panic!("{path} would refuse {body}: {error}");
                }
                assert!(!sends.is_valid(&json!({"surprise": 1})), "{path} takes anything");
                post(&app, path, &body).await
            }
        };
        assert_eq!(answer.status, 200, "{path}");
        let kinds = operation["responses"]["200"]["content"].as_object().unwrap();
        let kind = answer.header("content-type").split(';').next().unwrap();
        assert!(kinds.contains_key(kind), "{path}: {kind}");
        if let Some(says) = kinds
            .get("application/json")
            .and_then(|content| content.get("schema"))
            .filter(|_| kind == "application/json")
        {
            let says =
                jsonschema::validator_for(&schema(&document, says)).unwrap_or_else(|error| panic!("{path}: {error}"));
            if let Err(error) = says.validate(&answer.json()) {
                panic!("{path} answers otherwise: {error} at {}", error.instance_path());
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
        let failure = schema(&document, &operation["responses"]["default"]["content"]["application/json"]["schema"]);
        assert!(jsonschema::validator_for(&failure).unwrap().is_valid(&refused.json()), "{path}");
    }
    assert_eq!(get(&app, "/api/nothing").await.status, 404);
}
