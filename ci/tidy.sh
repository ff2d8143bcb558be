#!/usr/bin/env bash
# ci/tidy.sh [FILE...]: clang-tidy with the checks of .clang-tidy over the sources, or over these files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ ! -e build/clang/compile_commands.json ]; then
    cmake --preset clang >/dev/null
fi
if [ $# -gt 0 ]; then
    files=("$@")
else
    mapfile -t files < <(find src -name '*.c' | sort)
fi
# Some files are compiled for the tests, too. One command for each is enough, and more than one in a run is what follows.
mkdir -p build/tidy
python3 - <<'EOF'
import json
with open("build/clang/compile_commands.json", encoding="utf-8") as stream:
    commands = {entry["file"]: entry for entry in reversed(json.load(stream))}
with open("build/tidy/compile_commands.json", "w", encoding="utf-8") as stream:
    json.dump(list(commands.values()), stream)
EOF
# One file a run: with several, version 14 takes every va_list of the later ones for uninitialised.
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 1 clang-tidy -p build/tidy --quiet --warnings-as-errors='*' \
    2> >(grep -v 'warnings\? generated\.$' >&2)
