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
        "/api/generate" | "/api/check" | "/api/trace" => json!({"wish": wish}),
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
