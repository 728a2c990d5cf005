//! Tests of the studio as its clients see it, in one program, because they share the client.

mod api;
mod client;
mod hostile;
mod openapi;
mod socket;
