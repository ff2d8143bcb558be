#!/usr/bin/env bash
# ci/windows.sh: builds assetlint.exe with its tests, runs them under Wine in a new prefix, and compares the output of
# the program with that of the native program, byte for byte. It installs the packages that it needs.
#
#     ci/windows.sh [JUNIT]          writes the results of the tests to JUNIT
set -euo pipefail
junit=${1:+$(realpath "$1")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh
install_missing "$PWD/build/setup/windows-packages.log" "${packages_of_program[@]}" "${packages_of_windows[@]}" \
    "${packages_of_windows_tests[@]}"

export WINEDEBUG=-all WINEPREFIX=$PWD/build/windows-prefix
cmake --preset windows -DASSETLINT_TESTS=ON
cmake --build --preset windows
# Without --persistent, the server of Wine would end with each program and start again thousands of times. It also keeps
# the output of the program that started it open, so that a reader of this output would wait for seconds.
rm -rf "$WINEPREFIX" # checks of the configuration may have run programs, too
mkdir "$WINEPREFIX"
wineserver --persistent
trap 'wineserver --kill' EXIT
wineboot --init </dev/null >/dev/null 2>&1
# A failed test is repeated once, since Wine fails to start one program in thousands, with exit status 1 and no output.
# shards_deep starts thousands of programs, so it is left to faster systems.
ctest --test-dir build/windows --output-on-failure -j "$(nproc)" --repeat until-pass:2 -E '^shards_deep$' \
    ${junit:+--output-junit "$junit"}
cmake --preset program
cmake --build --preset program
ci/compare_platform.py build/program/assetlint -- wine build/windows/assetlint.exe
