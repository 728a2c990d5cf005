//! The look of a picture: [`LookRequest`] as the page sends it.

use crate::api_error::ApiError;
use mapwright_render::{BadOption, Look, LookRequest};

/// Maximum length of a title, in characters.
const MAX_TITLE: usize = 200;

/// Converts the request to a look of the renderer; refuses a title that does not fit on one line.
pub(crate) fn look(asked: &LookRequest) -> Result<Look, ApiError> {
    if let Some(title) = &asked.title
        && (title.chars().count() > MAX_TITLE || title.chars().any(char::is_control))
    {
        return Err(ApiError::invalid("/look/title", format!("a title is one line of at most {MAX_TITLE} characters")));
    }
    let look = asked.look().map_err(|bad| bad_option("/look", &bad))?;
    Ok(Look { title: look.title.filter(|title| !title.is_empty()), ..look })
}

/// Returns the error for an option of the request that cannot be used; `parent` points to the
/// object that holds it.
pub(crate) fn bad_option(parent: &str, BadOption { option, index, error }: &BadOption) -> ApiError {
    let index = index.map(|index| format!("/{index}")).unwrap_or_default();
    ApiError::invalid(format!("{parent}/{option}{index}"), error.to_string())
}
