#!/usr/bin/env bash
# ci/proof.sh [OPTION...]: installs Frama-C, Z3 and CVC4, and proves the contracts of our sources: see ci/proof.py for the options.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh

mkdir -p build/proof
install_missing "$PWD/build/proof/packages.log" "${packages_of_proof[@]}"
why3 config detect >build/proof/why3.log 2>&1
exec python3 -B ci/proof.py "$@"
