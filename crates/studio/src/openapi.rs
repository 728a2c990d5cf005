//! The API as OpenAPI tells it: one table of paths, with schemas made from the types that are read and written.

use crate::api::{
    CheckView, ImportView, ImportWish, ListView, MeasureView, MeasureWish, OfMap, RecipeView, RecipeWish, Schemas,
    ShareWish, SharedView, TraceWish, json,
};
use crate::fault::ErrorBody;
use crate::picture::RenderWish;
use crate::view::MapView;
use axum::response::Response;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// A path that can be asked.
struct Endpoint {
    path: &'static str,
    summary: &'static str,
    /// What a POST sends; the others are GET.
    sends: Option<fn(&mut SchemaGenerator) -> Schema>,
    answers: Answer,
}

enum Answer {
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// Files of these kinds.
    Bytes(&'static [&'static str]),
}

fn of<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}

const FILES: &[&str] = &[
    "image/png",
    "image/svg+xml",
    "application/pdf",
    "application/json",
    "text/plain",
    "image/gif",
    "image/apng",
    "application/octet-stream",
];

/// All of them.
const ENDPOINTS: &[Endpoint] = &[
    get("/api/health", "Whether somebody is there, and which version.", Answer::Json(of::<Value>)),
    get("/api/openapi.json", "This description.", Answer::Json(of::<Value>)),
    get(
        "/api/list",
        "Everything that has a name: algorithms, presets, styles, formats, tiles.",
        Answer::Json(of::<ListView>),
    ),
    get(
        "/api/schema",
        "The parameters of all algorithms as JSON schemas, and the schema of recipes.",
        Answer::Json(of::<Schemas>),
    ),
    get("/api/schema/{id}", "The parameters of one algorithm, or `recipe`.", Answer::Json(of::<Value>)),
    get(
        "/api/thumbnail/{name}",
        "A small picture of a preset or a layout: its name and `.png`.",
        Answer::Bytes(&["image/png"]),
    ),
    post("/api/generate", "Makes a map.", of::<OfMap>, Answer::Json(of::<MapView>)),
    post("/api/render", "Makes a map and answers with a file of it.", of::<RenderWish>, Answer::Bytes(FILES)),
    post("/api/check", "What is wrong with a map.", of::<OfMap>, Answer::Json(of::<CheckView>)),
    post(
        "/api/measure",
        "The numbers of a map, and the values of a heat map.",
        of::<MeasureWish>,
        Answer::Json(of::<MeasureView>),
    ),
    post(
        "/api/trace",
        "How a map is made, moment by moment, as arrays; `docs/studio.md` has their order.",
        of::<TraceWish>,
        Answer::Bytes(&["application/octet-stream"]),
    ),
    post(
        "/api/recipe",
        "A recipe as text and as values, with everything that is wrong with it.",
        of::<RecipeWish>,
        Answer::Json(of::<RecipeView>),
    ),
    post(
        "/api/import",
        "Opens a file: a recipe, a saved map or a map drawn as text.",
        of::<ImportWish>,
        Answer::Json(of::<ImportView>),
    ),
    post("/api/share", "What a share code stands for.", of::<ShareWish>, Answer::Json(of::<SharedView>)),
];

const fn get(path: &'static str, summary: &'static str, answers: Answer) -> Endpoint {
    Endpoint { path, summary, sends: None, answers }
}

const fn post(
    path: &'static str,
    summary: &'static str,
    sends: fn(&mut SchemaGenerator) -> Schema,
    answers: Answer,
) -> Endpoint {
    Endpoint { path, summary, sends: Some(sends), answers }
}

pub(crate) async fn serve() -> Response {
    json(&document())
}

/// The whole description.
pub(crate) fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|it| it.definitions_path = "/components/schemas".into());
    let mut schemas = settings.into_generator();
    let failure = schemas.subschema_for::<ErrorBody>();
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        paths.insert(endpoint.path.to_owned(), path(endpoint, &failure, &mut schemas));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Mapwright studio",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Makes, draws, checks, measures and replays maps. For the studio's page and for programs on this machine.",
        },
        "paths": paths,
        "components": {"schemas": schemas.take_definitions(true)},
    })
}

fn path(endpoint: &Endpoint, failure: &Schema, schemas: &mut SchemaGenerator) -> Value {
    let content = match endpoint.answers {
        Answer::Json(schema) => json!({"application/json": {"schema": schema(schemas)}}),
        Answer::Bytes(kinds) => kinds.iter().map(|kind| ((*kind).to_owned(), json!({}))).collect(),
    };
    let parameters: Vec<Value> = endpoint
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
        .collect();
    let mut operation = json!({
        "summary": endpoint.summary,
        "responses": {
            "200": {"description": "The answer.", "content": content},
            "default": {"description": "What is wrong.", "content": {"application/json": {"schema": failure}}},
        },
    });
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    match endpoint.sends {
        None => json!({"get": operation}),
        Some(schema) => {
            operation["requestBody"] =
                json!({"required": true, "content": {"application/json": {"schema": schema(schemas)}}});
            json!({"post": operation})
        }
    }
}
