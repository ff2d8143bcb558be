# Sourced by the scripts of this folder: names the Debian packages that are needed, and installs missing ones.
# shellcheck shell=bash disable=SC2034

# Needed to build the program.
packages_of_program=(gcc libc6-dev cmake ninja-build pkg-config zlib1g-dev libdeflate-dev libcjson-dev libexpat1-dev
    libarchive-dev libseccomp-dev scdoc)
# Node from nodejs.org has npm, and conflicts with Debian's package of npm.
packages_of_npm=()
command -v npm >/dev/null || packages_of_npm=(nodejs npm)
packages_of_node=()
command -v node >/dev/null || packages_of_node=(nodejs)
# Needed by the tests of ci/test.sh.
packages_of_tests=("${packages_of_node[@]}" git python3 python3-clang-14 python3-jsonschema python3-yaml libcmocka-dev clang
    libclang-rt-14-dev lld llvm clang-format file locales parallel strace)
# Needed by .ci/run and ci/nightly.sh in addition.
packages_of_deep_tests=("${packages_of_npm[@]}" bash-completion chromium clang-tidy dpkg-dev fish man-db mkdocs
    mkdocs-material p7zip-full shellcheck valgrind zsh)
# Needed for assetlint.exe in addition (dpkg-dev for the sources of libraries), and by its tests.
packages_of_windows=(gcc-mingw-w64-x86-64 libz-mingw-w64-dev dpkg-dev)
packages_of_windows_tests=(python3 wine wine64)
# Needed by ci/platforms.sh in addition: first by all its parts, then by each part.
packages_of_platforms=(python3 dpkg-dev file)
packages_of_static=()
packages_of_arm64=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static)
packages_of_i686=(gcc-i686-linux-gnu libc6-dev-i386-cross)
packages_of_s390x=(gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static)
packages_of_web=(clang lld llvm wasi-libc libclang-rt-14-dev-wasm32 python3)
packages_of_web_tests=("${packages_of_npm[@]}" brotli chromium)
# Needed by ci/site.sh in addition to those of the web.
packages_of_site=("${packages_of_node[@]}" python3 dpkg-dev cmake ninja-build mkdocs mkdocs-material)
# Needed by ci/release.sh in addition to the compilers above.
packages_of_release=(git python3 python3-jsonschema dpkg-dev file zip "${packages_of_npm[@]}")
# Needed by ci/proof.sh.
packages_of_proof=(frama-c-base why3 z3 cvc4 gcc python3)
packages_of_release_tests=(unzip nodejs wine wine64 qemu-user-static)

is_installed()
{
    dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# install_missing LOG PACKAGE...: installs the packages that are missing. The output of apt goes to LOG, which is shown when
# apt fails.
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
    # A mirror fails for a moment while it is updated, and the old lists are often good enough. So only a failed
    # installation is an error, not a failed update.
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
