#!/usr/bin/env bash
# ci/install.sh: installs the library, static and shared, and builds a program against each, found with CMake and with
# pkg-config. The shared one is built without a preset, as somebody does who only has a compiler, zlib, libarchive,
# expat and cJSON.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
base=$PWD/build/install
rm -rf "$base"

try()
{
    local kind=$1 prefix=$base/$1
    shift
    # The folder is moved after the install: what was installed must not know where it is.
    mv "$prefix-first" "$prefix"
    "$prefix/bin/assetlint" --version
    cmake -S ci/consumer -B "$base/$kind-cmake" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$base/$kind-cmake"
    "$base/$kind-cmake/consumer"

    local pc libdir
    pc=$(find "$prefix" -name assetlint.pc)
    libdir=$(dirname "$(dirname "$pc")")
    # Word splitting is wanted: these are arguments.
    # shellcheck disable=SC2046
    PKG_CONFIG_PATH=$(dirname "$pc") cc -std=c11 -o "$base/$kind-pkg-config" ci/consumer/consumer.c \
        $(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs assetlint)
    LD_LIBRARY_PATH=$libdir "$base/$kind-pkg-config"
}

cmake --install build/release --prefix "$base/static-first" >/dev/null
try static

cmake -B "$base/build-shared" -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_PREFIX="$base/shared-first" >/dev/null
cmake --build "$base/build-shared" -j "$(nproc)"
cmake --install "$base/build-shared" >/dev/null
try shared
