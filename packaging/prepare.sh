# shellcheck shell=bash
# What run.sh and test.sh share: seeing what a machine lacks, and installing it by name.
# Sourced by bash, from the repository's root.

say() { printf '== %s\n' "$*" >&2; }

fail() {
    printf '!! %s\n' "$*" >&2
    exit 1
}

has_display() { [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; }

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

# Prints the prefix that gives root's rights; fails when there is none to be had.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        echo env
    elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        echo sudo
    else
        return 1
    fi
}

# need_packages NAME...: Debian packages without which the next step fails.
need_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "this is no Debian; if something is missing, look for your system's names of: $*"
        return
    fi
    local missing=() name root
    for name in "$@"; do installed "$name" || missing+=("$name"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "missing packages: ${missing[*]}"
    if ! root=$(as_root); then
        fail "install them as root, then start again: apt-get install ${missing[*]}"
    fi
    "$root" apt-get update -qq ||
        say "the package lists could not be refreshed; trying with the old ones"
    "$root" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 ||
        fail "these could not be installed: ${missing[*]}"
}

# at_least VERSION WANTED: whether a dotted version is new enough.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# A Rust toolchain as new as Cargo.toml asks for, through rustup where it is missing or too old.
need_toolchain() {
    local wanted have
    wanted=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
    PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"
    have=$(cargo --version 2>/dev/null | cut -d ' ' -f 2) || have=
    if [ -n "$have" ] && at_least "$have" "$wanted"; then
        return
    fi
    if command -v rustup >/dev/null; then
        say "Rust ${have:-(none)} is too old, $wanted is needed: updating through rustup"
        rustup toolchain install stable --profile minimal --component clippy,rustfmt >&2
        export RUSTUP_TOOLCHAIN=stable
        return
    fi
    say "Rust $wanted or newer is needed${have:+ and $have is here}: installing it through rustup"
    need_packages ca-certificates curl
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs |
        sh -s -- -y --profile minimal --component clippy,rustfmt >&2 ||
        fail "rustup could not be installed; see https://rustup.rs, then start again"
    PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
}
