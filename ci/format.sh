#!/usr/bin/env bash
# ci/format.sh [--fix]: are the C sources in the form of .clang-format? With --fix, puts them into it.
# clang-format 14 is the measure: other versions differ in small things.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=clang-format
if command -v clang-format-14 >/dev/null; then
    tool=clang-format-14
fi
folders=()
for folder in include src tests fuzz bench tools ci; do
    [ -d "$folder" ] && folders+=("$folder")
done
sources()
{
    find "${folders[@]}" \( -name '*.c' -o -name '*.h' \) -print0 | sort -z
}
if [ "${1:-}" != --fix ]; then
    sources | xargs -0 -r "$tool" --dry-run -Werror
    exit
fi
# Only what is out of form is written: a new date would have everything compiled again.
# Rulers, which clang-format would break, are cut at the last column.
ruler='^(/\* ---- .{99})-+ \*/$'
{ sources | xargs -0 -r grep -lZE "$ruler" || true; } | xargs -0 -r sed -E -i "s#$ruler#\1 */#"
sources | xargs -0 -r "$tool" --dry-run 2>&1 | sed -nE 's/^(.*):[0-9]+:[0-9]+: warning: .*/\1/p' | sort -u |
    xargs -d '\n' -r "$tool" -i
