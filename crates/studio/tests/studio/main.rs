//! The studio as whoever asks it sees it: one program for all tests, since they share a server.

mod api;
mod asking;
mod hostile;
mod openapi;
mod socket;
