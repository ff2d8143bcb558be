#!/usr/bin/env bash
# ci/check.sh: run this before you send a change. Checks the style of the sources, runs all tests under gcc's
# sanitizers, and compiles everything with clang, where a warning is an error. ci/test.sh also runs everything else.
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

step "checksrc" ci/checksrc.py
step "clang-format" ci/format.sh
preset clang
preset test tests
finish
