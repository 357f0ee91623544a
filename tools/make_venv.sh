#!/bin/sh
# Make a virtual environment with pip in it, also where Python comes without ensurepip.
#
#     tools/make_venv.sh DIRECTORY
#
# PYTHON names the interpreter to use; otherwise the first of CANDIDATES that is 3.11 or newer.
# An environment that works is kept; a broken one is made afresh.
set -eu

CANDIDATES="python3.11 python3.12 python3.13 python3"
target=${1:?usage: tools/make_venv.sh DIRECTORY}

say() { printf 'make_venv: %s\n' "$*" >&2; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

has_pip() { "$target/bin/python" -m pip --version >/dev/null 2>&1; }

pick_python() {
    if [ -n "${PYTHON:-}" ]; then
        new_enough "$PYTHON" || { say "PYTHON=$PYTHON does not run or is older than 3.11"; exit 1; }
        command -v "$PYTHON"
        return
    fi
    for candidate in $CANDIDATES; do
        if new_enough "$candidate"; then command -v "$candidate"; return; fi
    done
    say "found no Python 3.11 or newer; install one (Debian 12 or later: apt-get install python3)"
    say "or name it: PYTHON=/path/to/python make ..."
    exit 1
}

# Each way below starts from nothing and succeeds only if pip runs in the result.

with_ensurepip() {
    rm -rf "$target"
    "$python" -m venv "$target" >/dev/null 2>&1 && has_pip
}

with_existing_pip() {
    "$python" -m pip --version >/dev/null 2>&1 || return 1
    rm -rf "$target"
    "$python" -m venv --without-pip "$target" >/dev/null 2>&1 || return 1
    "$python" -m pip --python "$target/bin/python" install --quiet pip && has_pip
}

with_virtualenv() {
    command -v virtualenv >/dev/null 2>&1 || return 1
    rm -rf "$target"
    virtualenv --quiet --python "$python" "$target" && has_pip
}

with_uv() {
    command -v uv >/dev/null 2>&1 || return 1
    rm -rf "$target"
    uv venv --quiet --seed --python "$python" "$target" && has_pip
}

with_apt() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    say "this Python cannot make environments; running: apt-get install python3-venv"
    apt-get update -qq || say "apt-get update failed; trying with the lists at hand"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv >&2 \
        && with_ensurepip
}

give_up() {
    rm -rf "$target"
    say "$python could not make a virtual environment: it lacks ensurepip, and neither pip,"
    say "virtualenv nor uv was of use. On Debian or Ubuntu type:"
    say "    sudo apt-get install python3-venv"
    say "and run make again; or name another interpreter: PYTHON=/path/to/python make ..."
    exit 1
}

if has_pip && new_enough "$target/bin/python"; then
    exit 0
fi
python=$(pick_python)
with_ensurepip || with_existing_pip || with_virtualenv || with_uv || with_apt || give_up
say "made $target with $("$target/bin/python" --version)"
