#!/usr/bin/env bash
# ci/format.sh [--fix]: checks that the C sources are formatted as .clang-format says. With --fix, formats them. Use
# clang-format 14: other versions format some code differently.
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
# Writes only files whose format is wrong: a new date would cause everything to be compiled again. clang-format would
# break rulers that are too long, so they are cut at the last column.
ruler='^(/\* ---- .{99})-+ \*/$'
{ sources | xargs -0 -r grep -lZE "$ruler" || true; } | xargs -0 -r sed -E -i "s#$ruler#\1 */#"
sources | xargs -0 -r "$tool" --dry-run 2>&1 | sed -nE 's/^(.*):[0-9]+:[0-9]+: warning: .*/\1/p' | sort -u |
    xargs -d '\n' -r "$tool" -i
