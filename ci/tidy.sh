#!/usr/bin/env bash
# ci/tidy.sh [--changed|FILE...]: runs clang-tidy with the checks of .clang-tidy on the sources, on these files, or on the
# sources that changed since $ASSETLINT_BASE, a commit, and those that include a changed header. Without that variable it is
# ten commits back, without such a commit it is all sources.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ ! -e build/clang/compile_commands.json ]; then
    cmake --preset clang >/dev/null
fi
# A file for another system is checked only if the headers of that system are installed.
skipped=()
for system in windows:x86_64-w64-mingw32 wasi:wasm32-wasi; do
    if ! clang --target="${system#*:}" -fsyntax-only -x c - <<<"#include <stdio.h>" 2>/dev/null; then
        echo "skipped: clang-tidy of src/platform/${system%:*}_*.c: no headers for ${system#*:}"
        skipped+=(! -path "src/platform/${system%:*}_*")
    fi
done
if [ $# -gt 0 ] && [ "$1" != --changed ]; then
    files=("$@")
else
    mapfile -t files < <(find src -name '*.c' "${skipped[@]}" | sort)
fi
if [ "${1:-}" = --changed ] &&
    base=$(git rev-parse -q --verify "${ASSETLINT_BASE:-HEAD~10}^{commit}" || git rev-parse -q --verify 'HEAD~10^{commit}'); then
    changed=$(git diff --name-only "$base" -- src)
    included=$(sed -n 's|^src/\(.*\.\(h\|def\)\)$|#include "\1"|p' <<<"$changed")
    mapfile -t files < <(printf '%s\n' "${files[@]}" | {
        while read -r file; do
            if grep -qxF "$file" <<<"$changed" || { [ -n "$included" ] && grep -qF "$included" "$file"; }; then
                printf '%s\n' "$file"
            fi
        done
    })
    echo "clang-tidy of ${#files[@]} files that changed since $(git log -1 --format='%h of %cd' --date=short "$base")"
    [ ${#files[@]} -gt 0 ] || exit 0
fi
# Files that are compiled for the program and for the tests have several commands: the first one is kept. Files for
# other systems have none: they get the command of span.c, with their target and without sanitizers.
mkdir -p build/tidy
python3 - <<'EOF'
import json
import pathlib
import re
import shlex
with open("build/clang/compile_commands.json", encoding="utf-8") as stream:
    commands = {entry["file"]: entry for entry in reversed(json.load(stream))}
root = pathlib.Path.cwd()
model = commands[str(root / "src/core/span.c")]
words = [word for word in shlex.split(model["command"]) if not re.match(r"-f|.*span\.c", word)]
definitions = [f"-D{word}" for word in (root / "cmake/windows/definitions.txt").read_text(encoding="utf-8").split()]
for prefix, flags in ("windows", ["--target=x86_64-w64-mingw32", *definitions]), ("wasi", ["--target=wasm32-wasi"]):
    for path in map(str, root.glob(f"src/platform/{prefix}_*.c")):
        commands[path] = {"directory": model["directory"], "file": path, "arguments": [*words, *flags, path]}
with open("build/tidy/compile_commands.json", "w", encoding="utf-8") as stream:
    json.dump(list(commands.values()), stream)
EOF
# One file per run: with several, version 14 reports every va_list of the later files as uninitialised.
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 1 clang-tidy -p build/tidy --quiet --warnings-as-errors='*' \
    2> >(grep -v 'warnings\? generated\.$' >&2)
