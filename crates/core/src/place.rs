//! Steps that put things on the map that is there, one file each.

pub mod furnish;
