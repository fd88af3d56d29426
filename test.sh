#!/bin/sh
# Runs all tests of flitz.
set -eu
cd "$(dirname "$0")"
sh ./setup.sh tests
cargo test --release --workspace --no-fail-fast "$@"
