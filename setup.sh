#!/bin/sh
# Installs what flitz needs at run time on Debian and Ubuntu, where it is missing: a software Vulkan driver for machines
# without a GPU, and the libraries that windows need. With the word `tests` also a display without a screen.
set -eu

want=""
need() { # need FILE-PATTERN PACKAGE: the package, where no file of that pattern is there
    # shellcheck disable=SC2086
    ls $1 >/dev/null 2>&1 || want="$want $2"
}

command -v apt-get >/dev/null 2>&1 || exit 0
need "/usr/share/vulkan/icd.d/*.json" mesa-vulkan-drivers
need "/usr/lib/*/libvulkan.so.1" libvulkan1
need "/usr/lib/*/libxkbcommon-x11.so.0" libxkbcommon-x11-0
need "/usr/lib/*/libX11.so.6" libx11-6
need "/usr/lib/*/libX11-xcb.so.1" libx11-xcb1
need "/usr/lib/*/libXcursor.so.1" libxcursor1
need "/usr/lib/*/libXi.so.6" libxi6
if [ "${1:-}" = tests ]; then
    command -v Xvfb >/dev/null 2>&1 || want="$want xvfb"
    command -v xdotool >/dev/null 2>&1 || want="$want xdotool"
fi
[ -n "$want" ] || exit 0

if [ "$(id -u)" != 0 ]; then
    echo "flitz would like these packages:$want"
    echo "Install them with: sudo apt-get install$want"
    exit 0
fi
echo "Installing$want ..."
apt-get update -qq || true
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $want >/dev/null
