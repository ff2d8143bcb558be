#!/usr/bin/env bash
# ci/windows.sh: builds assetlint.exe with its tests, runs them under wine in a new prefix, and holds the program to the
# native one, byte for byte. It installs what it needs for that.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh
install_missing "$PWD/build/setup/windows-packages.log" "${packages_of_program[@]}" "${packages_of_windows[@]}" \
    "${packages_of_windows_tests[@]}"

export WINEDEBUG=-all WINEPREFIX=$PWD/build/windows-prefix
rm -rf "$WINEPREFIX"
wineboot --init >/dev/null 2>&1
cmake --preset windows -DASSETLINT_TESTS=ON
cmake --build --preset windows
ctest --test-dir build/windows --output-on-failure -j "$(nproc)"
cmake --preset program
cmake --build --preset program
ci/compare_platform.py build/program/assetlint -- wine build/windows/assetlint.exe
