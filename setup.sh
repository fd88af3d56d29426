#!/bin/sh
# Checks what flitz needs before anything is built, and installs on Debian and Ubuntu what is missing there: what sound and joysticks
# are built with, and at run time a software Vulkan driver for machines without a GPU, and the libraries that windows need. With the word
# `tests` also a display without a screen. Ends with status 1 where going on would be in vain, and says what to do.
#
# With the word `features` it installs nothing and prints the arguments for cargo: without what sound or joysticks are built with, flitz
# is built without them.
set -eu

has_sound() { [ "$(uname -s)" != Linux ] || pkg-config --exists alsa 2>/dev/null; }
has_joysticks() { [ "$(uname -s)" != Linux ] || pkg-config --exists libudev 2>/dev/null; }

if [ "${1:-}" = features ]; then
    if has_sound && has_joysticks; then exit 0; fi
    printf '%s' "--no-default-features"
    if has_sound; then printf ' %s' "--features sound"; fi
    if has_joysticks; then printf ' %s' "--features joystick"; fi
    exit 0
fi

# --- Rust and a C compiler, for building -------------------------------------------------------------------------------------------

want_rust=1.95
if ! command -v cargo >/dev/null 2>&1; then
    echo "flitz is built with Rust, and there is no cargo here. Install Rust $want_rust or newer with rustup (see rustup.rs), open a new"
    echo "terminal and run this again."
    exit 1
fi
# The answer is like: cargo 1.95.0 (f2d3ce0bd 2026-03-21)
version=$(cargo --version 2>/dev/null | sed -n 's/^cargo \([0-9]*\.[0-9]*\).*/\1/p')
major=${version%%.*}
minor=${version#*.}
if [ -n "$version" ] && { [ "$major" -lt 1 ] || { [ "$major" -eq 1 ] && [ "$minor" -lt "${want_rust#*.}" ]; }; }; then
    echo "flitz needs Rust $want_rust or newer, and this is Rust $version ($(command -v cargo))."
    echo "The Rust of Linux distributions is often older. Install the current one with rustup (see rustup.rs), or if rustup is there"
    echo "already: rustup update stable. Then open a new terminal and run this again."
    exit 1
fi
if ! command -v cc >/dev/null 2>&1 && ! command -v gcc >/dev/null 2>&1 && ! command -v clang >/dev/null 2>&1; then
    echo "Building needs a C compiler's linker, and there is none. On Debian and Ubuntu: apt-get install gcc"
    exit 1
fi

# --- What flitz is built with and opens at run time --------------------------------------------------------------------------------------------------

[ "$(uname -s)" = Linux ] || exit 0

is_there() { # is_there FILE-PATTERN...: whether a file of one of these patterns exists
    for pattern in "$@"; do
        # The pattern is meant to be expanded.
        # shellcheck disable=SC2086
        if ls $pattern >/dev/null 2>&1; then return 0; fi
    done
    return 1
}

libraries="/usr/lib/*/ /usr/lib64/ /usr/lib/"
library() { # library NAME: whether a shared library of this name is installed
    for folder in $libraries; do
        if is_there "$folder$1"; then return 0; fi
    done
    return 1
}

build=""  # packages without which sound or joysticks are left out
vulkan="" # packages without which nothing can be drawn
window="" # packages without which no window opens
tests=""  # packages that only tests need
has_sound || build="$build libasound2-dev"
has_joysticks || build="$build libudev-dev"
command -v pkg-config >/dev/null 2>&1 || build="$build pkg-config"
is_there "/usr/share/vulkan/icd.d/*.json" "/etc/vulkan/icd.d/*.json" || vulkan="$vulkan mesa-vulkan-drivers"
library "libvulkan.so.1" || vulkan="$vulkan libvulkan1"
library "libxkbcommon-x11.so.0" || window="$window libxkbcommon-x11-0"
library "libX11.so.6" || window="$window libx11-6"
library "libX11-xcb.so.1" || window="$window libx11-xcb1"
library "libXcursor.so.1" || window="$window libxcursor1"
library "libXi.so.6" || window="$window libxi6"
if [ "${1:-}" = tests ]; then
    command -v Xvfb >/dev/null 2>&1 || tests="$tests xvfb"
    command -v xdotool >/dev/null 2>&1 || tests="$tests xdotool"
fi
want="$build$vulkan$window$tests"
[ -n "$want" ] || exit 0

if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "Installing$want"
    apt-get update -q || echo "The list of packages could not be renewed; going on with the one that is there."
    # One argument for each package.
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $want
    exit 0
fi

if command -v apt-get >/dev/null 2>&1; then
    how="sudo apt-get install$want"
else
    how="install what Debian calls$want"
fi
if [ -n "$vulkan" ]; then
    echo "flitz draws with Vulkan, and there is no Vulkan driver here. Please do this first, then run this again:"
    echo "    $how"
    exit 1
fi
if [ -n "$tests" ]; then
    echo "The tests open windows on a display without a screen. Please do this first, then run this again:"
    echo "    $how"
    exit 1
fi
if [ -n "$build" ]; then
    echo "note: without$build flitz is built without sound or joysticks."
fi
if [ -n "$window" ]; then
    echo "note: without$window no window opens here, and flitz draws into pictures instead."
fi
echo "note: to have all of it, do this and then run this again: $how"
