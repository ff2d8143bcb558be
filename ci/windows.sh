#!/usr/bin/env bash
# ci/windows.sh: builds assetlint.exe with its tests, runs them under wine in a new prefix, and holds the program to the
# native one, byte for byte. It installs what it needs for that.
#
#     ci/windows.sh [JUNIT]          writes the results of its tests there
set -euo pipefail
junit=${1:+$(realpath "$1")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh
install_missing "$PWD/build/setup/windows-packages.log" "${packages_of_program[@]}" "${packages_of_windows[@]}" \
    "${packages_of_windows_tests[@]}"

export WINEDEBUG=-all WINEPREFIX=$PWD/build/windows-prefix
rm -rf "$WINEPREFIX"
cmake --preset windows -DASSETLINT_TESTS=ON
cmake --build --preset windows
# A server that ended with the last program would be started thousands of times; and what it has inherited stays open
# as long as it runs, so that whoever reads the output of the program that started it waits for seconds.
mkdir "$WINEPREFIX"
wineserver --persistent
trap 'wineserver --kill' EXIT
wineboot --init </dev/null >/dev/null 2>&1
# Twice, since wine doesn't start one program in thousands: exit status 1, and not a word. Thousands of runs in shards
# are for faster systems.
ctest --test-dir build/windows --output-on-failure -j "$(nproc)" --repeat until-pass:2 -E '^shards_deep$' \
    ${junit:+--output-junit "$junit"}
cmake --preset program
cmake --build --preset program
ci/compare_platform.py build/program/assetlint -- wine build/windows/assetlint.exe
