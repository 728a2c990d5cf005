//! Steps that edit the map that is there, one file each.

pub mod connect;
