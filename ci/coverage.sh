#!/usr/bin/env bash
# ci/coverage.sh [--files FOLDER | --uncovered PATH...]: measures which lines and branches the tests, the replay and the
# corpus execute, and exits with 1 below the gates of ci/coverage.py. Runs the quick tests, and of the deep ones those that
# execute more and are cheap. The report in HTML is in build/coverage/html. ci/coverage_javascript.py does the same for the
# viewer's modules.
#
# With an option it measures nothing: it shows the last measurement, of each file of a folder (src/core), or the branches of
# files or folders that nothing takes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$PWD/build/coverage
# The deep tests that run too. All others together take minutes and execute next to nothing more.
deep='unit_(configuration|emotionfx|inflate_engines)|cli_(faults|packages)_deep|mods_(shortage|fix_references)|sample_.*|sweep_pairs|replay_cat'

if [ $# -gt 0 ]; then
    exec ci/coverage.py "$build/export.json" "$@"
fi

cmake --preset coverage >/dev/null
cmake --build --preset coverage
rm -rf "$build/profiles" "$build/html"
# Processes merge their counts into one file for each program and library (%m), of four that they take turns with.
export LLVM_PROFILE_FILE=$build/profiles/%4m.profraw
ctest --test-dir "$build" -j "$(nproc)" --output-on-failure -L quick
ctest --test-dir "$build" -j "$(nproc)" --output-on-failure -R "^($deep)\$"
status=0
"$build/assetlint" check corpus build/fixtures >/dev/null || status=$?
case $status in 0 | 1 | 3) ;; *) exit "$status" ;; esac

llvm-profdata merge -sparse -o "$build/all.profdata" "$build"/profiles/*.profraw
measured=("$build/assetlint" -object "$build/libassetlint.so" -instr-profile "$build/all.profdata")
# Tests that include a source test it in their own program.
mapfile -t including < <(grep -lE '^#include "[a-z0-9_/]+\.c"' tests/unit/*_test.c)
for test in "${including[@]}"; do
    measured+=(-object "$build/tests/unit/unit_$(basename "$test" _test.c)")
done
llvm-cov export "${measured[@]}" "$PWD/src" >"$build/export.json"
llvm-cov show -format=html -output-dir "$build/html" -show-branches=count "${measured[@]}" "$PWD/src"
status=0
ci/coverage.py "$build/export.json" || status=$?
ci/coverage_javascript.py || status=$?
exit $status
