#!/usr/bin/env bash
# Checks everything that must hold before a change lands. The last line sums up all tests.
set -euo pipefail
cd "$(dirname "$0")"

# shellcheck source=packaging/prepare.sh
. packaging/prepare.sh

# One line of progress for each step, with its duration when it ends.
step() {
    local name=$1 began=$SECONDS
    shift
    say "$name"
    "$@" || fail "failed: $name"
    say "$name: done in $((SECONDS - began)) s"
}

headless_links_no_toolkit() {
    local tree
    tree=$(cargo tree --locked -e normal --no-default-features --prefix none -p zetscope) || return
    ! grep -E '^(eframe|egui|egui_plot|winit) ' <<<"$tree"
}

one_version_of_egui() {
    local duplicates
    duplicates=$(cargo tree --locked --workspace -e normal --duplicates --depth 0 --prefix none) ||
        return
    ! grep -E '^(eframe|egui|emath|epaint) ' <<<"$duplicates"
}

dependencies_are_allowed() {
    if ! command -v cargo-deny >/dev/null; then
        say "cargo-deny is missing: building it"
        # Unoptimised: it is built in a minute or two and then runs for seconds.
        cargo install --quiet --locked --debug cargo-deny || return
    fi
    cargo deny --locked --config .deny.toml check bans licenses sources || return
    if cargo deny --locked --config .deny.toml fetch db 2>/dev/null; then
        cargo deny --locked --config .deny.toml check --disable-fetch advisories
    else
        say "SKIPPED: known security advisories; their database cannot be reached"
    fi
}

# Runs all tests and prints the sum of what their binaries report.
tests() {
    local log status=0
    log=$(mktemp)
    cargo test --locked --workspace --no-fail-fast 2>&1 | tee "$log" || status=1
    totals=$(sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed; .*/\1 \2/p' "$log" |
        awk '{ passed += $1; failed += $2 } END { printf "%d passed, %d failed", passed, failed }')
    rm -f "$log"
    return "$status"
}

need_toolchain
# libze1: the real loader. The rest draws the window where there is no screen.
need_packages gcc libc6-dev libze1 xvfb xauth libx11-6 libxcursor1 libxi6 libx11-xcb1 \
    libxkbcommon-x11-0 libegl1 libgl1-mesa-dri

step "format" cargo fmt --all --check
step "dependencies" dependencies_are_allowed
step "headless build links no toolkit" headless_links_no_toolkit
step "one version of egui" one_version_of_egui
step "lints" cargo clippy --locked --workspace --all-targets -- -D warnings
step "lints, headless" cargo clippy --locked --no-default-features -p zetscope -- -D warnings
step "documentation" env RUSTDOCFLAGS="-D warnings" \
    cargo doc --locked --workspace --no-deps --document-private-items
# In test mode each benchmark runs once, unoptimised: that it works, not how fast it is.
step "benches run" cargo test --locked --workspace --bench '*' --quiet
totals=
outcome=0
tests || outcome=1
printf '%s\n' "$totals"
exit "$outcome"
