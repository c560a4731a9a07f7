#!/usr/bin/env bash
# Builds zetscope and starts it. Installs what is missing where it may, else says what to type.
#
#   ./run.sh                 the window, or without a display live values on the terminal
#   ./run.sh watch --help    any zetscope command
set -euo pipefail
cd "$(dirname "$0")"

# shellcheck source=packaging/prepare.sh
. packaging/prepare.sh

need_toolchain
need_packages gcc libc6-dev
if has_display && [ $# -eq 0 ]; then
    # Opened by the window at run time, so a build without them succeeds and a start does not.
    need_packages libx11-6 libxcursor1 libxi6 libx11-xcb1 libxkbcommon-x11-0 libegl1 \
        libgl1-mesa-dri
fi

say "building zetscope (the first time takes several minutes)"
cargo build --release --locked --bin zetscope

binary="${CARGO_TARGET_DIR:-target}/release/zetscope"
if [ $# -eq 0 ] && ! has_display; then
    say "no display: neither DISPLAY nor WAYLAND_DISPLAY is set, so there can be no window"
    say "showing live values here instead; end with Ctrl-C"
    exec "$binary" watch
fi
exec "$binary" "$@"
