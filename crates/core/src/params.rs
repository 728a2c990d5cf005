//! Input values: TOML written by users, validated against the JSON schema of the target type.

pub(crate) mod bounds;
pub(crate) mod from_toml;
pub(crate) mod schema;
