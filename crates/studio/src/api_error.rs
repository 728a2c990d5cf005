//! [`ApiError`]: an error response, with an HTTP status and a JSON body that names the field.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mapwright::{Error, ErrorKind, Recipe, registry};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// An error response.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: &'static str,
    problems: Vec<Problem>,
}

/// A problem with one field of a request.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Problem {
    /// Description of the problem and how to solve it, in one sentence.
    pub(crate) message: String,
    /// Field of the request body, as a JSON pointer. Empty if the problem concerns no field.
    pub(crate) field: String,
    /// Line in the text of a recipe, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// Column in that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
}

impl Problem {
    /// Creates a problem with the field.
    pub(crate) fn at(field: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { message: printable(&message.into()), field: printable(&field.into()), line: None, column: None }
    }

    /// Converts the problems of a recipe that the request has in this field.
    pub(crate) fn from_recipe(problems: Vec<mapwright::Problem>, field: &str) -> Vec<Problem> {
        let convert = |problem: mapwright::Problem| {
            let mapwright::Problem { path, message, line, column, .. } = problem;
            Problem { line, column, ..Problem::at(format!("{field}{path}"), message) }
        };
        problems.into_iter().map(convert).collect()
    }
}

/// Maximum length of a message, in characters.
const MAX_MESSAGE_CHARS: usize = 600;

/// Replaces control characters and shortens the message: it may quote any part of the request.
fn printable(message: &str) -> String {
    let printable = |char: char| if char.is_control() { '\u{fffd}' } else { char };
    let mut shown: String = message.chars().take(MAX_MESSAGE_CHARS).map(printable).collect();
    if message.chars().nth(MAX_MESSAGE_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// Body of every error response.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ErrorBody {
    error: ErrorView,
}

#[derive(Serialize, JsonSchema)]
struct ErrorView {
    /// Machine-readable kind of the error.
    code: String,
    /// All problems in one line.
    message: String,
    problems: Vec<Problem>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, problems: vec![Problem::at("", message)] }
    }

    /// Creates the error for an invalid value in this field.
    pub(crate) fn invalid(field: impl Into<String>, message: impl Into<String>) -> ApiError {
        ApiError::unprocessable("invalid", vec![Problem::at(field, message)])
    }

    fn unprocessable(code: &'static str, problems: Vec<Problem>) -> ApiError {
        ApiError { status: StatusCode::UNPROCESSABLE_ENTITY, code, problems }
    }

    /// Creates the error for a full queue.
    pub(crate) fn busy() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many requests are waiting; try again in a second")
    }

    /// Creates the error for a request that exceeded the time limit.
    pub(crate) fn timed_out(seconds: u64) -> ApiError {
        let message = format!("stopped after {seconds} seconds; try a smaller map or picture");
        ApiError::new(StatusCode::GATEWAY_TIMEOUT, "too-slow", message)
    }

    /// Creates the error for a bug in the server.
    pub(crate) fn internal() -> ApiError {
        let message = "internal error in the studio; other requests are not affected";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", message)
    }

    /// Converts an error of the library about this field of the request.
    pub(crate) fn from_error(error: &Error, field: &str) -> ApiError {
        ApiError::from_error_at(error, |place| format!("{field}{place}"))
    }

    /// Converts an error of the library; `field` maps the place of each problem to a field of the
    /// request.
    pub(crate) fn from_error_at(error: &Error, field: impl Fn(&String) -> String) -> ApiError {
        let problems = error.problems().iter().zip(error.places());
        let problems = problems.map(|(message, place)| Problem::at(field(place), message)).collect();
        ApiError::unprocessable(code(error), problems)
    }

    /// Converts an error about the recipe that the request has in this field.
    pub(crate) fn from_recipe_error(error: &Error, recipe: &Value, field: &str) -> ApiError {
        let problems = Problem::from_recipe(Recipe::problems_of(recipe, registry::ALL), field);
        if problems.is_empty() {
            return ApiError::from_error(error, field);
        }
        ApiError::unprocessable(code(error), problems)
    }

    /// Converts the error of a failed run, which concerns the size, the seed or a step.
    pub(crate) fn from_run_error(error: &Error) -> ApiError {
        let default_field = match error.kind() {
            ErrorKind::DoesNotFit | ErrorKind::TooBig => "/wish/size",
            ErrorKind::GaveUp => "/wish/seed",
            _ => "/wish/recipe",
        };
        ApiError::from_error_at(error, |place| match place.as_str() {
            "" => default_field.to_owned(),
            place if place.starts_with("/size") => format!("/wish{place}"),
            place => format!("/wish/recipe{place}"),
        })
    }

    /// Converts an error of the renderer.
    pub(crate) fn from_render_error(error: &mapwright_render::Error) -> ApiError {
        let code = match error.kind() {
            mapwright_render::ErrorKind::TooBig => "too-big",
            _ => "invalid",
        };
        ApiError::unprocessable(code, vec![Problem::at("", error.to_string())])
    }
}

fn code(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::UnknownName => "unknown-name",
        ErrorKind::DoesNotFit => "does-not-fit",
        ErrorKind::TooBig => "too-big",
        ErrorKind::GaveUp => "gave-up",
        ErrorKind::Cancelled => "cancelled",
        ErrorKind::BadFile => "bad-file",
        _ => "invalid",
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError { status, code, problems } = self;
        let message = problems.iter().map(|problem| &*problem.message).collect::<Vec<_>>().join("; ");
        let body = ErrorBody { error: ErrorView { code: code.to_owned(), message, problems } };
        let text = serde_json::to_vec(&body).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, "application/json")], text).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Creates the error for an unknown path.
pub(crate) fn not_found(path: &str) -> ApiError {
    let path: String = path.chars().take(100).collect();
    ApiError::new(StatusCode::NOT_FOUND, "not-found", format!("nothing found at {path:?}"))
}

/// Creates the error for a known path with a method that it does not accept.
pub(crate) async fn method_not_allowed() -> ApiError {
    let message = "this path does not accept the method; /api/openapi.json lists all methods";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message)
}
