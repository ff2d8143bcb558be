#!/usr/bin/env bash
# ci/test.sh: everything that has to hold. The last line says how many tests passed, failed and were skipped.
# Installs what it needs for that (nothing is fetched when all is there).
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"
# shellcheck source=ci/packages.sh
. ci/packages.sh
install_missing "$PWD/build/setup/test-packages.log" "${packages_of_program[@]}" "${packages_of_tests[@]}"

# Both inflaters give the same findings, on seeds, regressions, fixtures, and the real files where there are some.
same_findings()
{
    local real=${ASSETLINT_REAL:-../shared/real} build status
    local paths=(corpus tests/rules)
    [ ! -d "$real" ] || paths+=("$real")
    for build in release release-zlib; do
        status=0
        "build/$build/assetlint" check -f "ndjson=$results/$build.ndjson" "${paths[@]}" >/dev/null || status=$?
        # Findings end with 1, what hits a limit with 3, and that is as good here.
        case $status in 0 | 1 | 3) ;; *) return "$status" ;; esac
        test -s "$results/$build.ndjson"
    done
    cmp "$results/release.ndjson" "$results/release-zlib.ndjson"
}

self_tests()
{
    ci/checksrc.py --self-test
    ci/checktree.py --self-test
    ci/compare_platform.py --self-test
    ci/count_tests.py --self-test
}

step "self-tests of the scripts" self_tests
step "checksrc" ci/checksrc.py
step "clang-format" ci/format.sh
# What is enumerated is enumerated once, under clang's sanitizers, which see all that gcc's do and more; ci/check.sh
# does it under gcc's. A second time here would take as long as all the rest.
preset release tests -LE sweep
preset release-zlib tests -L 'unit|rules|replay'
step "both inflaters give the same findings" same_findings
step "the installed library" ci/install.sh
# Whether the sources compile for other systems doesn't depend on the sanitizers.
preset test tests -LE 'sweep|platforms'
preset clang tests
preset tsan tests
step "clang-tidy" ci/tidy.sh
if [ -e fuzz/CMakeLists.txt ]; then
    preset fuzz
fi
finish
