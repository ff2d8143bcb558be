#!/usr/bin/env bash
# ci/format.sh [--fix]: are the C sources in the form of .clang-format? With --fix, puts them into it.
# clang-format 14 is the measure: other versions differ in small things.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=clang-format
if command -v clang-format-14 >/dev/null; then
    tool=clang-format-14
fi
arguments=(--dry-run -Werror)
if [ "${1:-}" = --fix ]; then
    arguments=(-i)
fi

folders=()
for folder in include src tests fuzz bench tools ci; do
    [ -d "$folder" ] && folders+=("$folder")
done
sources()
{
    find "${folders[@]}" \( -name '*.c' -o -name '*.h' \) -print0 | sort -z
}
if [ "${1:-}" = --fix ]; then
    # Rulers, which clang-format would break: cut them at the last column.
    sources | xargs -0 -r sed -E -i 's#^(/\* ---- .{99})-+ \*/$#\1 */#'
fi
sources | xargs -0 -r "$tool" "${arguments[@]}"
