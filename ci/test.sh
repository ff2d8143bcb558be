#!/usr/bin/env bash
# ci/test.sh: proves in eight minutes on two cores that the product works: the style, the released program with its quick tests
# and those of real files and mods, and the quick tests under clang's sanitizers, which report everything that gcc's report
# and more. .ci/run and ci/nightly.sh run the other tests. The last line says how many passed, failed and were skipped.
# Installs the packages that the tests need, if any are missing.
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"
# shellcheck source=ci/packages.sh
. ci/packages.sh
install_missing "$PWD/build/setup/test-packages.log" "${packages_of_program[@]}" "${packages_of_tests[@]}"

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
preset release tests -L 'quick|real|mods' -LE nightly
preset clang tests -L quick
finish --skips ci/skips.tsv "$results"
