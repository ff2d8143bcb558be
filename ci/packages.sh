# Sourced by the scripts of this folder: Debian's packages, and how those that are missing get here.
# shellcheck shell=bash disable=SC2034

# What the program needs to be built.
packages_of_program=(gcc libc6-dev cmake ninja-build pkg-config zlib1g-dev libdeflate-dev libcjson-dev libexpat1-dev
    libarchive-dev scdoc)
# What its tests need beside it. AFL++ (afl++), GNU parallel and Node (npm, for the SARIF checks) are not among them: tests
# that would need them are skipped and counted as such.
packages_of_tests=(git python3 python3-jsonschema python3-yaml libcmocka-dev clang libclang-rt-14-dev llvm clang-format
    clang-tidy gcovr bash-completion zsh fish shellcheck dpkg-dev file)
# What assetlint.exe needs beside the program's, dpkg-dev for the sources of libraries; and its tests.
packages_of_windows=(gcc-mingw-w64-x86-64 libz-mingw-w64-dev dpkg-dev)
packages_of_windows_tests=(python3 wine wine64)
# What ci/platforms.sh needs beside that of the program: in all its parts, and in each.
packages_of_platforms=(python3 dpkg-dev file)
packages_of_static=()
packages_of_arm64=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static)
packages_of_i686=(gcc-i686-linux-gnu libc6-dev-i386-cross)
packages_of_s390x=(gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static)
packages_of_web=(clang lld llvm wasi-libc libclang-rt-14-dev-wasm32)
packages_of_web_tests=(nodejs brotli chromium)
# What ci/release.sh needs beside the compilers of all these.
packages_of_release=(git python3 python3-jsonschema dpkg-dev file zip)
packages_of_release_tests=(unzip nodejs wine wine64 qemu-user-static)

is_installed()
{
    dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# install_missing LOG PACKAGE...: fetches nothing when all are there. What apt says goes to LOG, which is shown when it
# fails.
install_missing()
{
    local log=$1 package pause missing=() as_root=()
    shift
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "$0: needs root or sudo to install: ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${missing[*]} (log: ${log#"$PWD/"})"
    mkdir -p "$(dirname "$log")"
    # A mirror that is being renewed fails for a moment, and the lists that are there are often good enough: what counts
    # is whether the packages can be installed.
    for pause in 0 20 60; do
        sleep "$pause"
        "${as_root[@]}" apt-get update -q >"$log" 2>&1 || true
        if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
            return 0
        fi
    done
    cat "$log" >&2
    echo "$0: could not install: ${missing[*]}" >&2
    return 1
}
