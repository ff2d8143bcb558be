#!/usr/bin/env bash
# ci/faults.sh [PRESET...]: lets each call of the system fail once, in runs of every kind: tests/cli/test_faults.py, also its
# deep tests. The presets are by default dev and test: the program as it is, and with a check for leaks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -gt 0 ] || set -- dev test
for preset; do
    cmake --preset "$preset" >/dev/null
    cmake --build --preset "$preset" --target assetlint faults
    ctest --preset "$preset" -R '^cli_faults_'
done
