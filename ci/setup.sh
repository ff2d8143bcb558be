#!/usr/bin/env bash
# ci/setup.sh [--packages-only]: from a bare Debian 12 to a first report.
# Installs the packages that are missing (nothing is fetched when none is), builds the program, and lints three files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Compilers and libraries; what ci/test.sh runs; what ci/coverage.sh runs. AFL++ (afl++) and Node (npm, for the SARIF
# checks) are not among them: tests that would need them are skipped and counted as such.
packages=(
    build-essential cmake ninja-build pkg-config git python3
    zlib1g-dev libdeflate-dev libcjson-dev libcmocka-dev
    clang libclang-rt-14-dev llvm clang-format clang-tidy
    gcovr
)

missing=()
for package in "${packages[@]}"; do
    if ! dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed; then
        missing+=("$package")
    fi
done

if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "ci/setup.sh: needs root or sudo to install: ${missing[*]}" >&2
            exit 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${missing[*]}"
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}"
else
    echo "All packages are there"
fi
if [ "${1:-}" = --packages-only ]; then
    exit 0
fi

cmake --preset release
cmake --build --preset release --target assetlint

# One good file, and two that were broken on purpose: findings are what is expected here. Anything above 1 means that the
# program could not do its work.
echo
echo "This is what a report looks like, of one good file and two broken ones:"
echo
status=0
build/release/assetlint check corpus/xmf/seeds/materials.xmf \
    corpus/xmf/regressions/inflate-unused-distance-code.xmf corpus/xac/regressions/parent-cycle-downwards.xac || status=$?
echo
if [ "$status" -gt 1 ]; then
    echo "ci/setup.sh: assetlint ended with status $status" >&2
    exit "$status"
fi
echo "Ready: build/release/assetlint check FOLDER lints your files, ci/test.sh runs all tests."
