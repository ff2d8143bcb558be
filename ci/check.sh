#!/usr/bin/env bash
# ci/check.sh: run this before you send a change. Checks the style of the sources, runs the quick and
# the deep tests under gcc's sanitizers, and compiles everything with clang, where a warning is an error.
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

step "checksrc" ci/checksrc.py
step "clang-format" ci/format.sh
preset clang
preset test tests -LE nightly
finish "$results"
