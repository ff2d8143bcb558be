#!/usr/bin/env bash
# ci/nightly.sh [SECONDS]: the gates that take too long for each push: proofs, the work for inputs that could be slow, failing
# calls of the system, mutants of the viewer, all tests that enumerate or measure memory, the deep ones under clang's
# sanitizers, clang-tidy of all sources, and fuzzing of all targets for SECONDS (3600) together. Ends as ci/test.sh does.
# ci/memory.sh, ci/mutants.sh and ci/platforms.sh are for the night, too.
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"
# shellcheck source=ci/packages.sh
. ci/packages.sh
install_missing "$PWD/build/setup/test-packages.log" "${packages_of_program[@]}" "${packages_of_tests[@]}" \
    "${packages_of_deep_tests[@]}"

# Without optimisation gcc warns of other things, and has had errors of its own.
debug_build()
{
    cmake -S . -B build/debug -G Ninja -DCMAKE_BUILD_TYPE=Debug -DASSETLINT_WERROR=ON
    cmake --build build/debug --target assetlint
    build/debug/assetlint check -q --fail-on=never corpus/xmf/seeds
}

step "proofs" ci/proof.sh
step "work for inputs that could be slow" ci/slow.sh quick
step "failing calls of the system" ci/faults.sh
step "mutants of the viewer" tools/mutants/javascript.py
step "a plain Debug build" debug_build
preset release tests -L nightly
# The page of the viewer is the same whatever compiles the program, and whole mods take hours here.
preset clang tests -L 'deep|nightly' -LE 'web|mods'
step "clang-tidy" ci/tidy.sh
step "fuzzing" ci/fuzz.sh all "${1:-3600}"
finish --skips ci/skips.tsv "$results"
