//! Makes the example models of flitz, byte for byte.
