//! The flitz window and input.
