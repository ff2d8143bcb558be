#!/usr/bin/env bash
# bench/tables.sh [--then COMMIT] [--folder FOLDER]: both tables, of this tree beside another commit (8ccc33a): instructions
# (instructions.py), and CPU time against the least work (times.py). Builds both first. The inputs are computed, or the
# files below FOLDER. Takes half an hour; the second table needs an idle machine, and 8ccc33a needs libcjson-dev.
set -euo pipefail
folder=() commit=8ccc33a
while [ $# -gt 0 ]; do
    case $1 in
    --then) commit=$2 ;;
    --folder) folder=(--folder "$(realpath "$2")") ;;
    *)
        echo "usage: bench/tables.sh [--then COMMIT] [--folder FOLDER]" >&2
        exit 2
        ;;
    esac
    shift 2
done
cd "$(dirname "${BASH_SOURCE[0]}")/.."

then=build/then-$commit
if [ ! -d "$then" ]; then
    mkdir -p "$then"
    git archive "$commit" | tar -x -C "$then"
fi
for tree in . "$then"; do
    (cd "$tree" && cmake --preset release -B build/bench >/dev/null && cmake --build build/bench >/dev/null)
done
bench/instructions.py --program build/bench/assetlint --then "$then/build/bench/assetlint" "${folder[@]}"
printf '\n'
bench/times.py --build build/bench --then "$then/build/bench" "${folder[@]}"
