//! [`ShippedFile`]: a file of the folder `data/`, embedded in the program by the build script.

use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;

/// File that Mapwright ships: a recipe, a campaign, a danger table, … `T` is the type that it
/// contains.
pub struct ShippedFile<T: ?Sized = str> {
    /// Name of the file, without its extension.
    pub name: &'static str,
    /// Text of the file.
    pub text: &'static str,
    contains: PhantomData<fn(&T)>,
}

impl<T: ?Sized> ShippedFile<T> {
    pub(crate) const fn new(name: &'static str, text: &'static str) -> Self {
        ShippedFile { name, text, contains: PhantomData }
    }

    /// Returns the file with this name.
    pub(crate) fn find(files: &'static [ShippedFile<T>], name: &str) -> Option<&'static ShippedFile<T>> {
        files.iter().find(|file| file.name == name)
    }
}

impl<T: ?Sized> Clone for ShippedFile<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for ShippedFile<T> {}

impl<T: ?Sized> Debug for ShippedFile<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShippedFile").field("name", &self.name).field("text", &self.text).finish()
    }
}

/// Expands to the list of all files of a folder of `data/`, sorted by name.
macro_rules! shipped {
    ($folder:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $folder, ".rs"))
    };
}
pub(crate) use shipped;
