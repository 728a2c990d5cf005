//! [`Fault`]: what is wrong with a request, as a status and as JSON that names the field.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mapwright::{Error, ErrorKind, Recipe, registry};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    code: &'static str,
    problems: Vec<Problem>,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Problem {
    /// What is wrong and the way out, in one sentence.
    pub(crate) message: String,
    /// The field of the request's body, as a JSON pointer; empty where it is about no field.
    pub(crate) field: String,
    /// The line of a recipe's text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// The column there, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
}

impl Problem {
    pub(crate) fn at(field: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { message: plain(&message.into()), field: plain(&field.into()), line: None, column: None }
    }

    /// What is wrong with a recipe in this field.
    pub(crate) fn of_recipe(problems: Vec<mapwright::Problem>, field: &str) -> Vec<Problem> {
        let own = |problem: mapwright::Problem| {
            let mapwright::Problem { path, message, line, column } = problem;
            Problem { line, column, ..Problem::at(format!("{field}{path}"), message) }
        };
        problems.into_iter().map(own).collect()
    }
}

/// The longest message, in characters.
const LONGEST: usize = 600;

/// A message as it can be shown: it may quote what was sent, which may be anything.
fn plain(message: &str) -> String {
    let plain = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let mut shown: String = message.chars().take(LONGEST).map(plain).collect();
    if message.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// The body of every answer that is none.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ErrorBody {
    error: ErrorView,
}

#[derive(Serialize, JsonSchema)]
struct ErrorView {
    /// A word for programs.
    code: String,
    /// All problems in one line.
    message: String,
    problems: Vec<Problem>,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Fault {
        Fault { status, code, problems: vec![Problem::at("", message)] }
    }

    /// A value that will not do.
    pub(crate) fn invalid(field: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault::several(vec![Problem::at(field, message)])
    }

    pub(crate) fn several(problems: Vec<Problem>) -> Fault {
        Fault { status: StatusCode::UNPROCESSABLE_ENTITY, code: "invalid", problems }
    }

    /// Too many wait already.
    pub(crate) fn busy() -> Fault {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many requests wait in line; try again in a second")
    }

    /// It took longer than it may.
    pub(crate) fn too_slow(seconds: u64) -> Fault {
        let message = format!("stopped after {seconds} seconds; a smaller map or picture is quicker");
        Fault::new(StatusCode::GATEWAY_TIMEOUT, "too-slow", message)
    }

    /// The server's own mistake.
    pub(crate) fn broken() -> Fault {
        let message = "the studio made a mistake and could not answer; other requests are not affected";
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", message)
    }

    /// What the library says about this field of the request.
    pub(crate) fn of(error: &Error, field: &str) -> Fault {
        Fault::at_fields(error, |place| format!("{field}{place}"))
    }

    /// What the library says, each about the field that its place means.
    pub(crate) fn at_fields(error: &Error, field: impl Fn(&String) -> String) -> Fault {
        let problems = error.problems().iter().zip(error.places());
        let problems = problems.map(|(message, place)| Problem::at(field(place), message)).collect();
        Fault { status: StatusCode::UNPROCESSABLE_ENTITY, code: code(error), problems }
    }

    /// What the library says about a recipe in this field.
    pub(crate) fn of_recipe(error: &Error, recipe: &Value, field: &str) -> Fault {
        let problems: Vec<Problem> = Problem::of_recipe(Recipe::problems_of(recipe, registry::ALL), field);
        match problems.is_empty() {
            true => Fault::of(error, field),
            false => Fault { status: StatusCode::UNPROCESSABLE_ENTITY, code: code(error), problems },
        }
    }

    /// Why a run came to nothing: it is about the size, the seed or a step.
    pub(crate) fn of_run(error: &Error) -> Fault {
        let usual = match error.kind() {
            ErrorKind::DoesNotFit | ErrorKind::TooBig => "/wish/size",
            ErrorKind::GaveUp => "/wish/seed",
            _ => "/wish/recipe",
        };
        Fault::at_fields(error, |place| match place.as_str() {
            "" => usual.to_owned(),
            place if place.starts_with("/size") => format!("/wish{place}"),
            place => format!("/wish/recipe{place}"),
        })
    }

    /// What the renderer says.
    pub(crate) fn of_picture(error: &mapwright_render::Error) -> Fault {
        let code = match error.kind() {
            mapwright_render::ErrorKind::TooBig => "too-big",
            _ => "invalid",
        };
        Fault { status: StatusCode::UNPROCESSABLE_ENTITY, code, problems: vec![Problem::at("", error.to_string())] }
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

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let Fault { status, code, problems } = self;
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

/// For paths that nobody knows.
pub(crate) fn not_found(path: &str) -> Fault {
    let path: String = path.chars().take(100).collect();
    Fault::new(StatusCode::NOT_FOUND, "not-found", format!("there is nothing at {path:?}"))
}

/// For paths that are known and do not take the method.
pub(crate) async fn method_not_allowed() -> Fault {
    let message = "this path takes another method; /api/openapi.json has them all";
    Fault::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message)
}
