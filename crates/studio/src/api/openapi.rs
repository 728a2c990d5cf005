//! OpenAPI description of the API: a table of paths, with schemas generated from the types that the
//! handlers read and write.

use super::catalog::{ListView, Schemas};
use super::json as json_response;
use super::maps::{CheckView, GenerateRequest, MeasureRequest, MeasureView, SightRequest, TraceRequest};
use super::parse::{ImportRequest, ImportView, RecipeRequest, RecipeView, ShareRequest, ShareView};
use crate::api_error::ErrorBody;
use crate::picture::{RenderRequest, formats};
use crate::view::MapView;
use axum::response::Response;
use mapwright_export::SightView;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// A path of the API.
struct Endpoint {
    path: &'static str,
    summary: &'static str,
    /// Schema of the request body. Paths with one are called by POST, the others by GET.
    body: Option<fn(&mut SchemaGenerator) -> Schema>,
    response: ResponseBody,
}

enum ResponseBody {
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// A file of one of these content types.
    Bytes(&'static [&'static str]),
    /// A file in any format of `/api/render`.
    File,
}

/// Returns a reference to the schema of the type.
fn schema_of<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}

/// All paths of the API.
const ENDPOINTS: &[Endpoint] = &[
    get("/api/health", "Returns the version of the running studio.", ResponseBody::Json(schema_of::<Value>)),
    get("/api/openapi.json", "Returns this description.", ResponseBody::Json(schema_of::<Value>)),
    get(
        "/api/list",
        "Lists everything that has a name: algorithms, presets, styles, formats, tiles; and the limits.",
        ResponseBody::Json(schema_of::<ListView>),
    ),
    get(
        "/api/schema",
        "Returns the parameters of all algorithms as JSON schemas, and the schema of recipes.",
        ResponseBody::Json(schema_of::<Schemas>),
    ),
    get(
        "/api/schema/{id}",
        "Returns the parameter schema of one algorithm, or the schema of recipes for `recipe`.",
        ResponseBody::Json(schema_of::<Value>),
    ),
    get(
        "/api/thumbnail/{name}",
        "Returns a thumbnail of a preset or a layout; `name` is its name with `.png`.",
        ResponseBody::Bytes(&["image/png"]),
    ),
    post("/api/generate", "Makes a map.", schema_of::<GenerateRequest>, ResponseBody::Json(schema_of::<MapView>)),
    post("/api/render", "Makes a map and returns it as a file.", schema_of::<RenderRequest>, ResponseBody::File),
    post(
        "/api/check",
        "Checks a map and returns the findings.",
        schema_of::<GenerateRequest>,
        ResponseBody::Json(schema_of::<CheckView>),
    ),
    post(
        "/api/measure",
        "Returns the metrics of a map and, if requested, the values of a heat map.",
        schema_of::<MeasureRequest>,
        ResponseBody::Json(schema_of::<MeasureView>),
    ),
    post(
        "/api/sight",
        "Returns walls, doors and lights for virtual tables, along the drawn lines.",
        schema_of::<SightRequest>,
        ResponseBody::Json(schema_of::<SightView>),
    ),
    post(
        "/api/trace",
        "Records how a map is made, moment by moment, as arrays; `docs/studio.md` describes them.",
        schema_of::<TraceRequest>,
        ResponseBody::Bytes(&["application/octet-stream"]),
    ),
    post(
        "/api/recipe",
        "Parses a recipe, and returns it as TOML and as JSON with all its problems.",
        schema_of::<RecipeRequest>,
        ResponseBody::Json(schema_of::<RecipeView>),
    ),
    post(
        "/api/import",
        "Opens a file: a recipe, a saved map, a text map or a trace.",
        schema_of::<ImportRequest>,
        ResponseBody::Json(schema_of::<ImportView>),
    ),
    post("/api/share", "Decodes a share code.", schema_of::<ShareRequest>, ResponseBody::Json(schema_of::<ShareView>)),
];

const fn get(path: &'static str, summary: &'static str, response: ResponseBody) -> Endpoint {
    Endpoint { path, summary, body: None, response }
}

const fn post(
    path: &'static str,
    summary: &'static str,
    body: fn(&mut SchemaGenerator) -> Schema,
    response: ResponseBody,
) -> Endpoint {
    Endpoint { path, summary, body: Some(body), response }
}

/// Serves the description.
pub(super) async fn serve() -> Response {
    json_response(&document())
}

/// Builds the description.
fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|it| it.definitions_path = "/components/schemas".into());
    let mut schemas = settings.into_generator();
    let error_body = schemas.subschema_for::<ErrorBody>();
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        paths.insert(endpoint.path.to_owned(), path(endpoint, &error_body, &mut schemas));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Mapwright studio",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Makes, draws, checks, measures and replays maps. Only the studio's page and programs on \
                            this machine have access.",
        },
        "paths": paths,
        "components": {"schemas": schemas.take_definitions(true)},
    })
}

fn path(endpoint: &Endpoint, error_body: &Schema, schemas: &mut SchemaGenerator) -> Value {
    let content = match endpoint.response {
        ResponseBody::Json(schema) => json!({"application/json": {"schema": schema(schemas)}}),
        ResponseBody::Bytes(kinds) => kinds.iter().map(|kind| ((*kind).to_owned(), json!({}))).collect(),
        // Without the charset.
        ResponseBody::File => formats()
            .filter_map(|format| format.media_type().split(';').next())
            .map(|kind| (kind.to_owned(), json!({})))
            .collect(),
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
            "200": {"description": "Success.", "content": content},
            "default": {"description": "Error.", "content": {"application/json": {"schema": error_body}}},
        },
    });
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    match endpoint.body {
        None => json!({"get": operation}),
        Some(schema) => {
            operation["requestBody"] =
                json!({"required": true, "content": {"application/json": {"schema": schema(schemas)}}});
            json!({"post": operation})
        }
    }
}
