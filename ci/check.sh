#!/usr/bin/env bash
# ci/check.sh: the loop of a developer. The form of the sources, all tests under gcc's sanitizers, and whether clang
# compiles everything without a warning. ci/test.sh runs the rest too.
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

step "checksrc" ci/checksrc.py
step "clang-format" ci/format.sh
preset clang
preset test tests
finish
