#!/bin/sh
# Builds flitz and runs its first example: in a window where there is a display, else into a picture.
set -eu
cd "$(dirname "$0")"
sh ./setup.sh
echo "Building flitz. The first time this takes some minutes."
# One argument for each word.
# shellcheck disable=SC2046
cargo build --release $(sh ./setup.sh features)
# Said again, where something is missing and the build has scrolled it away.
sh ./setup.sh
exec target/release/flitz --screenshot demo.png@200 examples/walk_run.bb "$@"
