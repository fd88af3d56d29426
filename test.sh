#!/bin/sh
# Runs all tests of flitz.
set -eu
cd "$(dirname "$0")"
sh ./setup.sh tests
# setup.sh saw to a Vulkan driver: a test of pictures that finds none has failed.
export FLITZ_NEEDS_DEVICE=1
# One argument for each word.
# shellcheck disable=SC2046
cargo test --release --workspace --no-fail-fast $(sh ./setup.sh features) "$@"
