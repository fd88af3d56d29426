//! The commands of flitz, each declared once.
