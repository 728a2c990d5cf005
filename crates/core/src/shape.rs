//! Steps that edit the map that is there, one file each.

pub mod connect;
pub mod dead_ends;
pub mod doors;
pub mod lake;
pub mod loops;
