//! Bytecode as text, for whoever works on the code generator or wonders what a line costs.
