#!/usr/bin/env bash
# ci/nightly.sh [SECONDS]: the gates that take too long for each push: proofs, the work for inputs that could be slow, failing
# calls of the system, mutants of the viewer, the sweeps under clang's sanitizers, and fuzzing of all targets for SECONDS
# (3600) together. Ends as ci/test.sh does. ci/memory.sh is for the night, too.
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"
# shellcheck source=ci/packages.sh
. ci/packages.sh
install_missing "$PWD/build/setup/test-packages.log" "${packages_of_program[@]}" "${packages_of_tests[@]}"

step "proofs" ci/proof.sh
step "work for inputs that could be slow" ci/slow.sh quick
step "failing calls of the system" ci/faults.sh
step "mutants of the viewer" tools/mutants/javascript.py
preset clang tests -L sweep
step "fuzzing" ci/fuzz.sh all "${1:-3600}"
finish
