#!/usr/bin/env bash
# bench/bench.sh FOLDER [MEGABYTES]: measures a check of the meshes and animations below a folder.
# First compares it with its floor (bench_check.c), in the builds with libdeflate and with zlib alone; then one thread with
# two, on the same files repeated to so many megabytes (300).
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: bench/bench.sh FOLDER [MEGABYTES]" >&2; exit 2; }
folder=$(realpath "$1")
megabytes=${2:-300}
cd "$(dirname "${BASH_SOURCE[0]}")/.."

names=()
for extension in xmf ani xac xsm xpm bbmod bbanim msh cms skl bgp bgf bsg; do
    names+=(-o -iname "*.$extension")
done
mapfile -d '' files < <(find "$folder" -type f \( "${names[@]:1}" \) -print0 | sort -z)
[ ${#files[@]} -gt 0 ] || { echo "bench.sh: $folder has no files of a known format" >&2; exit 2; }

for build in release release-zlib; do
    cmake --preset "$build" >/dev/null
    cmake --build --preset "$build" --target bench_check assetlint >/dev/null
    printf '\n== %s\n' "$build"
    "build/$build/bench/bench_check" "${files[@]}"
done

# Two threads can't be twice as fast while the machine has other work.
read -r load _ </proc/loadavg || load=unknown
printf '\nload of the machine: %s, processors: %d\n' "$load" "$(nproc)"

# A tree of so many megabytes, made of hard links to one copy.
tree=$(mktemp -d "${TMPDIR:-/tmp}/bench.XXXXXX")
trap 'rm -rf "$tree"' EXIT
bytes=$(du -cb "${files[@]}" | tail -n 1 | cut -f 1)
copies=$((megabytes * 1000000 / bytes + 1))
mkdir "$tree/first"
number=0
for file in "${files[@]}"; do
    number=$((number + 1))
    cp "$file" "$tree/first/$number-${file##*/}"
done
for ((copy = 2; copy <= copies; copy++)); do
    cp -rl "$tree/first" "$tree/$copy"
done

# seconds COMMAND...: the shortest of five runs, by the wall clock.
seconds()
{
    local run
    for run in 1 2 3 4 5; do
        local start=$EPOCHREALTIME
        "$@" >/dev/null || true
        local end=$EPOCHREALTIME
        echo $((${end/./} - ${start/./}))
    done | sort -n | head -n 1
}

printf '\n== threads, %d copies of %d files, %d MB\n' "$copies" "${#files[@]}" $((copies * bytes / 1000000))
for build in release release-zlib; do
    one=$(seconds "build/$build/assetlint" check -q -j1 "$tree")
    two=$(seconds "build/$build/assetlint" check -q -j2 "$tree")
    awk -v build="$build" -v one="$one" -v two="$two" 'BEGIN {
        printf "%-13s -j1 %.3f s, -j2 %.3f s, %.2f times as fast\n", build, one / 1e6, two / 1e6, one / two }'
done
