#!/usr/bin/env bash
# ci/test.sh: runs all tests. The last line says how many passed, failed and were skipped.
# Installs the packages that the tests need, if any are missing.
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"
# shellcheck source=ci/packages.sh
. ci/packages.sh
install_missing "$PWD/build/setup/test-packages.log" "${packages_of_program[@]}" "${packages_of_tests[@]}"

# The release inflates with libdeflate first, the build test with zlib alone: both give the same findings on seeds,
# regressions, fixtures, and, if available, real files.
same_findings()
{
    local real=${ASSETLINT_REAL:-../shared/real} build status
    local paths=(corpus build/fixtures)
    [ ! -d "$real" ] || paths+=("$real")
    for build in release test; do
        status=0
        "build/$build/assetlint" check -f "ndjson=$results/$build.ndjson" "${paths[@]}" >/dev/null || status=$?
        # 1 means errors, 3 a file that could not be checked completely: both are expected here.
        case $status in 0 | 1 | 3) ;; *) return "$status" ;; esac
        test -s "$results/$build.ndjson"
    done
    cmp "$results/release.ndjson" "$results/test.ndjson"
}

# The program takes no more instructions than bench/instructions.tsv records. Where the compiler or the C library differ,
# the numbers can't be compared.
hold_instructions()
{
    local status=0
    bench/instructions.py --hold || status=$?
    [ $status -eq 0 ] || [ $status -eq 77 ]
}

# Without optimisation gcc warns of other things, and has had errors of its own.
debug_build()
{
    cmake -S . -B build/debug -G Ninja -DCMAKE_BUILD_TYPE=Debug -DASSETLINT_WERROR=ON
    cmake --build build/debug --target assetlint
    build/debug/assetlint check -q --fail-on=never corpus/xmf/seeds
}

self_tests()
{
    ci/checksrc.py --self-test
    ci/checktree.py --self-test
    ci/compare_platform.py --self-test
    ci/count_tests.py --self-test
    ci/coverage.py --self-test
}

step "self-tests of the scripts" self_tests
step "checksrc" ci/checksrc.py
step "clang-format" ci/format.sh
# The long tests run under clang's sanitizers, which report everything that gcc's report and more, and in the release. The
# sweeps and the proofs take longer than a push may wait: ci/nightly.sh. Only the release runs the long tests of whole mods, and those of the viewer:
# the page is the same whatever compiles the program. ci/check.sh runs all of them under gcc's sanitizers. The tests of
# threads run under clang's sanitizers and ThreadSanitizer.
preset release tests -LE 'sweep|threads|replay'
step "the installed library" ci/install.sh
step "instructions" hold_instructions
step "a plain Debug build" debug_build
preset test tests -L quick
step "both inflaters give the same findings" same_findings
preset clang tests -LE 'web|mods|sweep'
preset tsan tests
step "coverage" ci/coverage.sh
step "clang-tidy" ci/tidy.sh
if [ -e fuzz/CMakeLists.txt ]; then
    preset fuzz
fi
finish
