#!/usr/bin/env bash
# ci/fuzz.sh TARGET SECONDS [--afl] [--jobs N]: fuzzes a format, an archive or another target of fuzz/README.md with
# libFuzzer or AFL++. Exit 1 if it found something.
#
# The TARGET `all` means all of them: they share SECONDS, so that the run takes about that long. N targets run at a time,
# usually one per core. Building, and reducing what was found, takes time of its own.
#
# build/fuzz-corpus/TARGET     the inputs that add to the coverage: the next run starts with them
# build/fuzz-findings/TARGET   the findings, and a smaller input for each: FINDING.small
# build/fuzz-findings/TARGET.log
# build/fuzz-summary.txt       executions, executions per second, edges, inputs and findings of each target of this run
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage()
{
    echo "usage: ci/fuzz.sh TARGET|all SECONDS [--afl] [--jobs N]" >&2
    exit 2
}

[ $# -ge 2 ] || usage
target=$1
seconds=$2
shift 2
engine=libfuzzer
jobs=$(nproc)
while [ $# -gt 0 ]; do
    case $1 in
    --afl) engine=afl ;;
    --jobs)
        [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || usage
        jobs=$2
        shift
        ;;
    *) usage ;;
    esac
    shift
done
[[ $target =~ ^[a-z0-9_]+$ && $seconds =~ ^[1-9][0-9]*$ ]] || usage

summary=build/fuzz-summary.txt
targets=("$target")
if [ "$target" = all ]; then
    targets=()
    for folder in corpus/*/seeds; do
        folder=${folder%/seeds}
        targets+=("${folder#corpus/}")
    done
    # Each gets a part of the time of all cores.
    [ "$jobs" -le ${#targets[@]} ] || jobs=${#targets[@]}
    seconds=$(((seconds * jobs + ${#targets[@]} - 1) / ${#targets[@]}))
fi

# The folders of a target: of its inputs, which the run changes, and of its seeds.
folders_of()
{
    work=build/fuzz-corpus/$1
    findings=build/fuzz-findings/$1
    dictionary=fuzz/$1.dict
    given=("corpus/$1/seeds")
    [ ! -d "corpus/$1/regressions" ] || given+=("corpus/$1/regressions")
    if [ ! -d "${given[0]}" ]; then
        echo "ci/fuzz.sh: corpus/$1 has no seeds" >&2
        exit 2
    fi
    mkdir -p "$work" "$findings"
}

# Neither the schedule by entropy nor the profile of values pays here. With thousands of features for each input they
# took more than half of the time.
fuzz_with_libfuzzer()
{
    local program=build/fuzz/fuzz/fuzz_$1 options
    options=(
        -timeout=20 -rss_limit_mb=4096 "-max_len=$(fuzz/largest_input.sh "${given[@]}")" -entropic=0 -print_funcs=0 -print_final_stats=1
        -verbosity=1 "-artifact_prefix=$findings/"
    )
    [ ! -e "$dictionary" ] || options+=("-dict=$dictionary")
    local status=0 file reduced
    "$program" "${options[@]}" "-max_total_time=$seconds" "$work" "${given[@]}" || status=$?
    while IFS= read -r file; do
        # Smaller inputs would choose other promises, so all are tested.
        ASSETLINT_FUZZ_THOROUGH=1 "$program" -minimize_crash=1 -max_total_time=60 "-exact_artifact_path=$file.small" \
            "$file" || true
    done < <(findings_since "$start" | grep -v -e '\.small$' -e '/\(timeout\|oom\)-')
    reduced=$(mktemp -d build/fuzz-corpus/reduced.XXXXXX)
    if "$program" "${options[@]}" -merge=1 "$reduced" "${given[@]}" "$work"; then
        rm -r "$work"
        mv "$reduced" "$work"
    else
        rm -r "$reduced"
    fi
    return "$status"
}

fuzz_with_afl()
{
    local queue=build/fuzz-findings/afl-$1 input=build/fuzz-corpus/afl-$1 options=()
    [ ! -e "$dictionary" ] || options+=(-x "$dictionary")
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
    # Formats have a mutator of their own; the other targets have none.
    local mutator=$PWD/build/afl/fuzz/afl_mutate_$1.so
    [ ! -e "$mutator" ] || export AFL_CUSTOM_MUTATOR_LIBRARY=$mutator
    AFL_NO_UI=1 AFL_NO_COLOR=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 \
        afl-fuzz -i "$input" -o "$queue" -V "$seconds" -m none -t 5000+ "${options[@]}" -- \
        "build/afl/fuzz/afl_$1" || return 1
    cat "$queue/default/fuzzer_stats"
    find "$queue" \( -path '*/crashes*/id:*' -o -path '*/hangs*/id:*' \) -exec cp -t "$findings" {} +
}

# The findings of this run: they are newer than the file $1.
findings_since()
{
    find "$findings" -type f -newer "$1" | sort
}

# The last number in the log behind the text $2.
last_number()
{
    grep -o "$2 *[0-9][0-9.]*" "$1" | tail -n 1 | grep -o '[0-9][0-9.]*$' || echo 0
}

row()
{
    printf '%-16s %12s %12s %8s %8s %8s\n' "$@"
}

# A row for the target $1, whose findings number $2.
report()
{
    local log=build/fuzz-findings/$1.log inputs
    if [ "$engine" = afl ]; then
        row "$1" "$(last_number "$log" 'execs_done  *:')" "$(last_number "$log" 'execs_per_sec  *:')" \
            "$(last_number "$log" 'edges_found  *:')" "$(last_number "$log" 'corpus_count  *:')" "$2"
        return
    fi
    inputs=$(find "$work" -type f | wc -l)
    # The merge at the end repeats the inputs: the first numbers of executions are those of the run.
    local executions rate
    executions=$(grep -m 1 -o 'number_of_executed_units: *[0-9]*' "$log" | grep -o '[0-9]*$' || echo 0)
    rate=$(grep -m 1 -o 'average_exec_per_sec: *[0-9]*' "$log" | grep -o '[0-9]*$' || echo 0)
    row "$1" "$executions" "$rate" "$(last_number "$log" 'cov:')" "$inputs" "$2"
}

# Fuzzes the target $1: writes its row to $2/$1, and its findings to $2/$1.found.
fuzz()
{
    local log=build/fuzz-findings/$1.log status=0
    folders_of "$1"
    start=$(mktemp -p "$2")
    "fuzz_with_$engine" "$1" >"$log" 2>&1 || status=$?
    findings_since "$start" >"$2/$1.found"
    if [ "$status" -ne 0 ] && [ ! -s "$2/$1.found" ]; then
        echo "$log: ended with status $status and left no file" >"$2/$1.found"
    fi
    report "$1" "$(grep -vc '\.small$' "$2/$1.found" || true)" >"$2/$1"
    cat "$2/$1"
}

preset=fuzz
[ "$engine" = libfuzzer ] || preset=afl
cmake --preset $preset >/dev/null
cmake --build --preset $preset --target "${targets[@]/#/${preset}_}"

rows=$(mktemp -d)
trap 'rm -rf "$rows"' EXIT
mkdir -p build/fuzz-corpus build/fuzz-findings
for name in "${targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
        wait -n || true
    done
    fuzz "$name" "$rows" &
done
wait

{
    row target executions per-second edges inputs findings
    for name in "${targets[@]}"; do
        cat "$rows/$name"
    done
} >"$summary"
cat "$summary"
mapfile -t found < <(cat "$rows"/*.found)
if [ ${#found[@]} -gt 0 ]; then
    printf 'finding: %s\n' "${found[@]}"
    exit 1
fi
echo "ci/fuzz.sh: $target, $engine: $seconds s for each target, nothing found"
