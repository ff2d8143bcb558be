# Sourced by the scripts of this folder: runs steps, counts them, and prints a summary.
# shellcheck shell=bash

cd "$(dirname "${BASH_SOURCE[0]}")/.."
results=$PWD/build/results/$(basename "$0" .sh)
rm -rf "$results"
mkdir -p "$results"
jobs=$(nproc)

# step NAME COMMAND...: runs COMMAND, records whether it passed (step_status), and continues even if it failed. Never
# call it in a condition or before `||`: bash would then ignore `set -e` in everything that COMMAND runs.
step()
{
    local name=$1 start=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    set +e
    (set -euo pipefail; "$@")
    step_status=$?
    set -e
    printf '%s\t%d\t%d\n' "$name" "$step_status" $((SECONDS - start)) >>"$results/steps.tsv"
    [ "$step_status" -eq 0 ] || printf '** %s: failed with status %d\n' "$name" "$step_status"
}

configure_and_build()
{
    local log=$results/configure-$1.log
    if ! cmake --preset "$1" >"$log" 2>&1; then
        cat "$log"
        return 1
    fi
    cmake --build --preset "$1"
}

# preset NAME [tests [CTEST-OPTION...]]: builds the preset and runs its tests; the options of ctest select some of them.
preset()
{
    local name=$1 what=${2:-} fixed_addresses=()
    shift $(($# < 2 ? $# : 2))
    # ThreadSanitizer can't start if the kernel randomises more than 28 bits of addresses (vm.mmap_rnd_bits).
    if [ "$name" = tsan ] && setarch "$(uname -m)" -R true 2>/dev/null; then
        fixed_addresses=(setarch "$(uname -m)" -R)
    fi
    step "build $name" configure_and_build "$name"
    if [ "$step_status" -eq 0 ] && [ "$what" = tests ]; then
        step "tests $name" "${fixed_addresses[@]}" ctest --preset "$name" -j "$jobs" --output-junit "$results/$name.xml" "$@"
    fi
}

# finish [OPTION...] FOLDER...: prints the sums of these results. Its status is 0 if all steps passed.
finish()
{
    python3 ci/count_tests.py "$@"
}
