//! [`Kind`]: the tile a picture shows.

use mapwright::Tile;

macro_rules! kinds {
    ($($kind:ident $name:literal)*) => {
        /// Tile a picture shows.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Kind {
            $($kind,)*
        }

        impl Kind {
            /// All kinds with the names of their files.
            pub(super) const ALL: &[(Kind, &str)] = &[$((Kind::$kind, $name),)*];
        }
    };
}

kinds! {
    Floor "floor"
    Wall "wall"
    StairsUp "stairs-up"
    StairsDown "stairs-down"
    Door "door"
    DoorOpen "door-open"
    DoorLocked "door-locked"
    DoorSecret "door-secret"
    Portcullis "portcullis"
    Water "water"
    Bridge "bridge"
    Void "void"
}

impl Kind {
    /// Returns the kind of a file name without extension: the name of a kind, optionally followed
    /// by a number or a word.
    pub(super) fn from_stem(stem: &str) -> Option<Kind> {
        let fits = |name: &str| {
            stem.strip_prefix(name).is_some_and(|rest| {
                rest.is_empty() || rest.starts_with('-') || rest.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        // `door-open-2` is an open door, not a door variant called `open-2`: the longest name wins.
        Kind::ALL.iter().filter(|(_, name)| fits(name)).max_by_key(|(_, name)| name.len()).map(|(kind, _)| *kind)
    }

    /// Returns the kind of a folder of pictures: the name of a kind, or its plural, as in `floors`.
    pub(super) fn from_folder(folder: &str) -> Option<Kind> {
        let names = |name: &str| folder == name || folder.strip_suffix('s') == Some(name);
        Kind::ALL.iter().find(|(_, name)| names(name)).map(|(kind, _)| *kind)
    }

    /// Returns the name of its files.
    pub(super) fn name(self) -> &'static str {
        Kind::ALL[self as usize].1
    }

    /// Returns the pictures of a tile: its ground, and what lies over it.
    pub(super) fn of(tile: Tile) -> (Kind, Option<Kind>) {
        match tile {
            Tile::Void => (Kind::Void, None),
            Tile::Wall => (Kind::Wall, None),
            Tile::Floor => (Kind::Floor, None),
            Tile::DoorClosed => (Kind::Floor, Some(Kind::Door)),
            Tile::DoorOpen => (Kind::Floor, Some(Kind::DoorOpen)),
            Tile::DoorLocked => (Kind::Floor, Some(Kind::DoorLocked)),
            Tile::DoorSecret => (Kind::Floor, Some(Kind::DoorSecret)),
            Tile::Portcullis => (Kind::Floor, Some(Kind::Portcullis)),
            Tile::Water => (Kind::Water, None),
            Tile::Bridge => (Kind::Water, Some(Kind::Bridge)),
            Tile::StairsUp => (Kind::Floor, Some(Kind::StairsUp)),
            Tile::StairsDown => (Kind::Floor, Some(Kind::StairsDown)),
        }
    }
}
