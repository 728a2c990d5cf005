//! What all documents of Foundry VTT have in common: how they contain each other, and who may see
//! them.

use super::ids::Id;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::fmt::Display;

/// The version whose data model the documents follow. Import code takes documents without a version
/// for ancient ones, and migrates them.
const CORE_VERSION: &str = "13.345";

/// How the documents inside a document are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Whole, in a file to import.
    Import,
    /// Whole with their keys, in the sources of a compendium.
    Source,
    /// As ids, in the database of a compendium, where each has an entry of its own.
    Stored,
}

/// A document inside another.
pub(crate) trait Document: Serialize {
    /// Returns its id.
    fn id(&self) -> Id;
}

/// A document with its key in the database.
#[derive(Serialize)]
pub(crate) struct Keyed<'a, D> {
    #[serde(rename = "_key")]
    key: &'a str,
    #[serde(flatten)]
    document: &'a D,
}

impl<'a, D> Keyed<'a, D> {
    pub(crate) fn new(key: &'a str, document: &'a D) -> Self {
        Keyed { key, document }
    }
}

/// The documents of one kind inside another document.
pub(crate) struct Documents<D> {
    /// The start of their keys: kinds and parents.
    key: String,
    /// The documents.
    pub(crate) list: Vec<D>,
    form: Form,
}

impl<D: Document> Documents<D> {
    /// Creates the list of a kind, like `scenes.walls`, inside the document with this id.
    pub(crate) fn new(kind: &str, parent: Id, list: Vec<D>) -> Self {
        Documents { key: format!("!{kind}!{parent}"), list, form: Form::Import }
    }

    /// Sets how the documents are written.
    pub(crate) fn set_form(&mut self, form: Form) {
        self.form = form;
    }

    /// Iterates over the documents and their keys.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (String, &D)> {
        self.list.iter().map(|document| (self.key_of(document), document))
    }

    fn key_of(&self, document: &D) -> String {
        format!("{}.{}", self.key, document.id())
    }
}

impl<D: Document> Serialize for Documents<D> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(self.list.len()))?;
        for document in &self.list {
            match self.form {
                Form::Import => list.serialize_element(document)?,
                Form::Source => list.serialize_element(&Keyed::new(&self.key_of(document), document))?,
                Form::Stored => list.serialize_element(&document.id())?,
            }
        }
        list.end()
    }
}

/// Returns the key of a document that is in no other.
pub(crate) fn key(kind: &str, id: impl Display) -> String {
    format!("!{kind}!{id}")
}

/// A list of documents of which a map has none.
pub(crate) type Nothing = [u8; 0];

/// An object without keys.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Empty {}

/// Users who may see a document: by default, game masters only.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Ownership {
    default: i8,
}

impl Ownership {
    /// For game masters.
    pub(crate) const NONE: Ownership = Ownership { default: 0 };
    /// For users who may see the document that contains it.
    pub(crate) const INHERITED: Ownership = Ownership { default: -1 };
}

/// Where a document is from. Times are missing, because the same map makes the same file.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Stats {
    core_version: &'static str,
    system_id: Option<&'static str>,
    system_version: Option<&'static str>,
    created_time: Option<u64>,
    modified_time: Option<u64>,
    last_modified_by: Option<&'static str>,
}

impl Stats {
    pub(crate) const HERE: Stats = Stats {
        core_version: CORE_VERSION,
        system_id: None,
        system_version: None,
        created_time: None,
        modified_time: None,
        last_modified_by: None,
    };
}
