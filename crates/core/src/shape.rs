//! Steps that edit the map that is there, one file each.

pub mod connect;
pub mod section;
pub mod vaults;
