//! The `solver` command.

fn main() {}
