#!/usr/bin/env bash
# ci/hook.sh [OPTION...] FILE...: the hook of pre-commit: runs assetlint from the PATH. If it isn't there, builds it
# once from this checkout.
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(command -v assetlint || true)
if [ -z "$program" ]; then
    program=$checkout/build/program/assetlint
    log=$checkout/build/hook.log
    if [ ! -x "$program" ]; then
        mkdir -p "$checkout/build"
        # pre-commit may run several hooks at once, each with some of the files; only one of them builds. Optimising across
        # files would take longer than a commit may wait.
        exec 9>"$checkout/build/hook.lock"
        flock 9
        if [ ! -x "$program" ] &&
            ! (cd "$checkout" && cmake --preset program -DASSETLINT_LTO=OFF &&
                cmake --build --preset program --target assetlint) >"$log" 2>&1; then
            cat "$log" >&2
            echo "ci/hook.sh: assetlint is not on the PATH, and could not be built: $checkout/README.md says what it needs" >&2
            exit 2
        fi
        exec 9>&-
    fi
fi
# A file that is called like an option is named by a path that isn't one.
arguments=()
for argument; do
    case $argument in
        -*) [ ! -f "$argument" ] || argument=./$argument ;;
    esac
    arguments+=("$argument")
done
# An archive among the files may contain no file of a known format.
exec "$program" check --allow-empty "${arguments[@]}"
