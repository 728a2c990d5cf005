//! The journal of a module: one page for every level.

use super::document::{Document, Documents, Empty, Form, Nothing, Ownership, Stats};
use super::ids::Id;
use super::words;
use serde::Serialize;

/// A journal entry of Foundry VTT.
#[derive(Serialize)]
pub(crate) struct Journal {
    #[serde(rename = "_id")]
    pub(crate) id: Id,
    name: String,
    pub(crate) pages: Documents<Page>,
    categories: Nothing,
    folder: Option<Id>,
    sort: i32,
    ownership: Ownership,
    flags: Empty,
    #[serde(rename = "_stats")]
    stats: Stats,
}

/// A page of a journal.
#[derive(Clone, Serialize)]
pub(crate) struct Page {
    #[serde(rename = "_id")]
    id: Id,
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    title: Title,
    image: Empty,
    text: Text,
    video: Video,
    src: Option<String>,
    system: Empty,
    sort: i32,
    ownership: Ownership,
    flags: Empty,
    #[serde(rename = "_stats")]
    stats: Stats,
}

#[derive(Clone, Serialize)]
struct Title {
    show: bool,
    level: u8,
}

#[derive(Clone, Serialize)]
struct Text {
    format: u8,
    content: String,
}

#[derive(Clone, Serialize)]
struct Video {
    controls: bool,
    volume: f64,
}

/// The format of a page's text: HTML.
const HTML: u8 = 1;
/// Distance between neighbours in the order of pages, so that a page fits in between.
const SORT_STEP: i32 = 100_000;

impl Document for Page {
    fn id(&self) -> Id {
        self.id
    }
}

impl Page {
    /// Creates a page with HTML; `index` is its position.
    pub(crate) fn new(id: Id, name: &str, content: String, index: usize) -> Page {
        Page {
            id,
            name: words::name(name),
            kind: "text",
            title: Title { show: true, level: 1 },
            image: Empty {},
            text: Text { format: HTML, content },
            video: Video { controls: true, volume: 0.5 },
            src: None,
            system: Empty {},
            sort: (index as i32).saturating_mul(SORT_STEP),
            ownership: Ownership::INHERITED,
            flags: Empty {},
            stats: Stats::HERE,
        }
    }
}

impl Journal {
    pub(crate) fn new(id: Id, name: &str, pages: Vec<Page>) -> Journal {
        Journal {
            id,
            name: words::name(name),
            pages: Documents::new("journal.pages", id, pages),
            categories: [],
            folder: None,
            sort: 0,
            ownership: Ownership::NONE,
            flags: Empty {},
            stats: Stats::HERE,
        }
    }

    /// Sets how the pages are written.
    pub(crate) fn set_form(&mut self, form: Form) {
        self.pages.set_form(form);
    }
}
