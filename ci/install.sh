#!/usr/bin/env bash
# ci/install.sh: installs the program with the static library, then with the shared one. Builds a client of each
# library, with CMake and with pkg-config. Then makes a Debian package and an archive, and unpacks them. The shared
# library is built without a preset, as users do who only have a compiler, zlib, libarchive, expat and cJSON.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
base=$PWD/build/install
rm -rf "$base"

# check_shared_files PREFIX [END]: fails if a manual page or a completion is missing. END is the suffix of compressed
# manual pages.
check_shared_files()
{
    local file
    for file in man/man1/assetlint.1${2:-} man/man5/assetlint.json.5${2:-} bash-completion/completions/assetlint \
        zsh/vendor-completions/_assetlint fish/vendor_completions.d/assetlint.fish; do
        if [ ! -s "$1/share/$file" ]; then
            echo "ci/install.sh: $1/share/$file is not there" >&2
            return 1
        fi
    done
}

# The program of docs/library.md, its first piece of C, and a mod for it: one file is good, one is cut short, one is suppressed.
prepare_mod()
{
    mkdir -p "$base/mod"
    # The dollar signs are sed's.
    # shellcheck disable=SC2016
    sed -n '/^```c$/,/^```$/{p;/^```$/q}' docs/library.md | sed '1d;$d' >"$base/check_mod.c"
    cp corpus/first_look/* "$base/mod"
    cat >"$base/mod/assetlint.json" <<'JSON'
{"suppressions": [{"rule": "xmf/collision-declaration", "path": "*-collision.xmf", "reason": "a test"}]}
JSON
}

# check_mod PROGRAM: it reports the cut file, and shows the suppressed finding of the other.
check_mod()
{
    local status=0
    "$1" "$base/mod" >"$base/check_mod.txt" || status=$?
    cat "$base/check_mod.txt"
    [ "$status" -eq 1 ]
    grep -q 'soldier.xac:0x380: error: .* \[xac/truncated\]' "$base/check_mod.txt"
    grep -q 'xmf/collision-declaration\].* suppressed: a test$' "$base/check_mod.txt"
    [ "$(grep -c ': error: ' "$base/check_mod.txt")" -eq 2 ]
}

# use KIND PREFIX: builds clients of the library in PREFIX, and runs them.
use()
{
    local kind=$1 prefix=$2
    cmake -S ci/consumer -B "$base/$kind-cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCHECK_MOD="$base/check_mod.c" >/dev/null
    cmake --build "$base/$kind-cmake"
    "$base/$kind-cmake/consumer"
    check_mod "$base/$kind-cmake/check_mod"

    local pc libdir
    pc=$(find "$prefix" -name assetlint.pc)
    libdir=$(dirname "$(dirname "$pc")")
    # Word splitting is wanted: these are arguments.
    # shellcheck disable=SC2046
    PKG_CONFIG_PATH=$(dirname "$pc") cc -std=c11 -o "$base/$kind-pkg-config" ci/consumer/consumer.c \
        $(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs assetlint)
    LD_LIBRARY_PATH=$libdir "$base/$kind-pkg-config"
}

# try KIND: an installation in the folder KIND-first.
try()
{
    local kind=$1 prefix=$base/$1
    # The folder is moved after the install: installed files must not depend on their location.
    mv "$prefix-first" "$prefix"
    "$prefix/bin/assetlint" --version
    check_shared_files "$prefix"
    use "$kind" "$prefix"
}

prepare_mod
cmake --install build/program --prefix "$base/static-first" >/dev/null
names=$(nm --extern-only --defined-only "$(find "$base/static-first" -name libassetlint.a)")
if grep -v ' al_' <<<"$names" | grep ' [A-Z] '; then
    echo "ci/install.sh: the static library shows these names" >&2
    exit 1
fi
try static

cmake -B "$base/build-shared" -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_PREFIX="$base/shared-first" >/dev/null
cmake --build "$base/build-shared" -j "$(nproc)"
cmake --install "$base/build-shared" >/dev/null
try shared

# One Debian package has the program, the other what programs are built with that use the library; the archive has both.
packages=$base/packages
cpack --config build/program/CPackConfig.cmake -G DEB -B "$packages" >/dev/null
cpack --config build/program/CPackConfig.cmake -G TGZ -B "$packages" >/dev/null
version=$(build/program/assetlint --version | sed -n 's/^assetlint //p')
deb=$packages/assetlint_${version}_$(dpkg --print-architecture).deb
dpkg -x "$deb" "$base/deb"
check_shared_files "$base/deb/usr" .gz
grep -q '^License: Expat$' "$base/deb/usr/share/doc/assetlint/copyright"
"$base/deb/usr/bin/assetlint" --version
for needed in libarchive13 libc6 libcjson1 libdeflate0 libexpat1 libseccomp2 zlib1g; do
    dpkg -f "$deb" Depends | grep -q "\b$needed\b"
done
dev=$packages/libassetlint-dev_${version}_$(dpkg --print-architecture).deb
if [ -e "$base/deb/usr/include" ] || [ -e "$base/deb/usr/lib" ]; then
    echo "ci/install.sh: the package of the program has files of the library" >&2
    exit 1
fi
dpkg -x "$dev" "$base/dev-first"
for needed in libarchive-dev libcjson-dev libdeflate-dev libexpat1-dev libseccomp-dev zlib1g-dev; do
    dpkg -f "$dev" Depends | grep -q "\b$needed\b"
done
mv "$base/dev-first/usr" "$base/dev-usr"
use dev "$base/dev-usr"
if command -v lintian >/dev/null; then
    # The library is for this machine alone, and isn't in a folder that is named after it.
    lintian --fail-on error,warning --allow-root --suppress-tags pkg-config-unavailable-for-cross-compilation "$deb" "$dev"
else
    echo "skipped: lintian: it is not there"
fi
mkdir "$base/archive"
tar -C "$base/archive" --strip-components 1 -xzf "$packages/assetlint-$version-linux-$(uname -m).tar.gz"
check_shared_files "$base/archive"
"$base/archive/bin/assetlint" --version
