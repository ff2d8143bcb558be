#!/usr/bin/env bash
# ci/setup.sh: from a bare Debian 12 to a first report. Installs the packages that the build needs, if any are missing,
# builds the program, and checks three files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh
# shellcheck source=ci/quietly.sh
. ci/quietly.sh
logs=$PWD/build/setup
program=build/program/assetlint

install_missing "$logs/packages.log" "${packages_of_program[@]}"
echo "Building $program (log: build/setup/build.log)"
quietly "$logs/configure.log" cmake --preset program
quietly "$logs/build.log" cmake --build --preset program

cat <<'WORDS'

This is what a report looks like, of three files. One is good. One was cut short
by an interrupted copy. One is a collision mesh whose vertices are declared as
other meshes declare them, which crashes the game.

WORDS
# The three files have errors on purpose, so 1 is expected. Above 1 the program could not do its work.
status=0
"$program" corpus/first_look || status=$?
if [ "$status" -gt 1 ]; then
    echo "ci/setup.sh: assetlint ended with status $status" >&2
    exit "$status"
fi
cat <<WORDS

Ready. Check a mod of yours:  $program FOLDER
Test it, in 8 minutes:        ci/test.sh
WORDS
