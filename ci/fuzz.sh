#!/usr/bin/env bash
# ci/fuzz.sh FORMAT SECONDS [--afl]: fuzzes a format with libFuzzer, or with AFL++. Exit 1 if it found something. The
# inputs that it invented stay in build/fuzz-corpus/FORMAT for the next run; findings are in build/fuzz-findings/FORMAT.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage()
{
    echo "usage: ci/fuzz.sh FORMAT SECONDS [--afl]" >&2
    exit 2
}

[ $# -ge 2 ] || usage
format=$1
seconds=$2
engine=libfuzzer
case ${3:-} in
'') ;;
--afl) engine=afl ;;
*) usage ;;
esac
[[ $format =~ ^[a-z0-9_]+$ && $seconds =~ ^[0-9]+$ ]] || usage

work=build/fuzz-corpus/$format
findings=build/fuzz-findings/$format
dictionary=fuzz/$format.dict
mkdir -p "$work" "$findings"
given=()
for folder in "corpus/$format/seeds" "corpus/$format/regressions"; do
    [ -d "$folder" ] && given+=("$folder")
done
if [ ${#given[@]} -eq 0 ]; then
    echo "ci/fuzz.sh: corpus/$format has no seeds" >&2
    exit 2
fi
# Findings of this run are newer than this file.
start=$(mktemp)
trap 'rm -f "$start"' EXIT

fuzz_with_libfuzzer()
{
    local options=(
        "-max_total_time=$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=65536 -use_value_profile=1
        -print_final_stats=1 -verbosity=1 "-artifact_prefix=$findings/"
    )
    [ ! -e "$dictionary" ] || options+=("-dict=$dictionary")
    cmake --preset fuzz >/dev/null
    cmake --build --preset fuzz --target "fuzz_$format"
    "build/fuzz/fuzz/fuzz_$format" "${options[@]}" "$work" "${given[@]}"
}

fuzz_with_afl()
{
    local queue=build/fuzz-findings/afl-$format input=build/fuzz-corpus/afl-$format options=()
    [ ! -e "$dictionary" ] || options+=(-x "$dictionary")
    cmake --preset afl >/dev/null
    cmake --build --preset afl --target "afl_$format"
    # AFL++ takes one folder. Files in different folders may have the same name, so each gets a number.
    rm -rf "$input" "$queue"
    mkdir -p "$input"
    local number=0 file
    while IFS= read -r -d '' file; do
        number=$((number + 1))
        cp "$file" "$input/$number"
    done < <(find "${given[@]}" -type f -print0 | sort -z)
    # AFL++ sets the options of the sanitizers itself. The AFL_* variables let it run without a terminal.
    unset ASAN_OPTIONS UBSAN_OPTIONS
    local log=build/fuzz-findings/afl-$format.log
    # Formats have a mutator of their own; the other targets have none.
    local mutator=$PWD/build/afl/fuzz/afl_mutate_$format.so
    [ ! -e "$mutator" ] || export AFL_CUSTOM_MUTATOR_LIBRARY=$mutator
    AFL_NO_UI=1 AFL_NO_COLOR=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 \
        afl-fuzz -i "$input" -o "$queue" -V "$seconds" -m none -t 5000+ "${options[@]}" -- \
        "build/afl/fuzz/afl_$format" >"$log" 2>&1 || { tail -n 40 "$log"; return 1; }
    grep -h Statistics "$log" || true
    find "$queue" \( -path '*/crashes*/id:*' -o -path '*/hangs*/id:*' \) -exec cp -t "$findings" {} +
}

status=0
if [ "$engine" = afl ]; then
    fuzz_with_afl || status=$?
else
    fuzz_with_libfuzzer || status=$?
fi

mapfile -t found < <(find "$findings" -type f -newer "$start" | sort)
if [ ${#found[@]} -gt 0 ]; then
    printf 'finding: %s\n' "${found[@]}"
    echo "ci/fuzz.sh: $format, $engine: ${#found[@]} findings"
    exit 1
fi
if [ "$status" -ne 0 ]; then
    echo "ci/fuzz.sh: $format, $engine: ended with status $status and left no file" >&2
    exit 1
fi
echo "ci/fuzz.sh: $format, $engine: $seconds s, nothing found"
