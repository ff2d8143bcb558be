#!/usr/bin/env bash
# ci/release.sh OUT: builds all files of a release from the commit that is checked out, into the folder OUT.
#
# The same commit gives the same bytes in every folder: the build unpacks the sources from the released archive, reads
# nothing else of the clone but build/sources (ci/sources.sh), and uses only the commit's time. The machine is Debian 12,
# whose compilers and libraries are part of the result; the SBOM names their versions. The script installs the packages that
# it needs.
set -euo pipefail
if [ $# -ne 1 ]; then
    echo "usage: ci/release.sh OUT" >&2
    exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh
# shellcheck source=ci/quietly.sh
. ci/quietly.sh

fail()
{
    echo "ci/release.sh: $*" >&2
    exit 1
}

work=$PWD/build/release-files
logs=$work/logs
install_missing "$PWD/build/setup/release-packages.log" "${packages_of_program[@]}" "${packages_of_release[@]}" \
    "${packages_of_static[@]}" "${packages_of_arm64[@]}" "${packages_of_windows[@]}" "${packages_of_web[@]}"
[ -z "$(ls -A "$out")" ] || fail "$out isn't empty"
[ -z "$(git status --porcelain --untracked-files=no)" ] || fail "commit first: a release is built from a commit"

commit=$(git rev-parse HEAD)
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt)
homepage=$(sed -n 's/^set(ASSETLINT_HOMEPAGE "\([^"]*\)".*/\1/p' CMakeLists.txt)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
ASSETLINT_SOURCES=${ASSETLINT_SOURCES:-$PWD/build/sources}
tree=$work/assetlint-$version
architecture=$(dpkg --print-architecture)
deb=assetlint_${version}_$architecture.deb
dev=libassetlint-dev_${version}_$architecture.deb
# No path of this machine may get into a program, and no flags of the user.
CFLAGS="-ffile-prefix-map=$tree=. -ffile-prefix-map=$ASSETLINT_SOURCES=sources"
export SOURCE_DATE_EPOCH ASSETLINT_SOURCES CFLAGS TZ=UTC LC_ALL=C.UTF-8
unset LDFLAGS CPPFLAGS CC GZIP ZIPOPT
umask 022

# dated FOLDER: sets the time of all its files to that of the commit. Zip stores only even seconds, and rounds up.
dated()
{
    chmod -R u=rwX,go=rX "$1"
    find "$1" -exec touch -h -d "@$((SOURCE_DATE_EPOCH - SOURCE_DATE_EPOCH % 2))" {} +
}

tar_of()
{
    dated "$work/stage/$1"
    tar -C "$work/stage" --sort=name --owner=0 --group=0 --numeric-owner --format=ustar -cf - "$1" |
        gzip -9n >"$out/$1.tar.gz"
}

# zip_of NAME: packs the files without a folder, since unpacking by a click makes one.
zip_of()
{
    dated "$work/stage/$1"
    (cd "$work/stage/$1" && find . -type f | LC_ALL=C sort | zip -X -D -q -9 "$out/$1.zip" -@)
}

build()
{
    echo "Building $1 (log: build/release-files/logs/$1.log)"
    (cd "$tree" && quietly "$logs/$1-configure.log" cmake --preset "$1" &&
        quietly "$logs/$1.log" cmake --build --preset "$1")
}

# linked NAME PRESET: lists the libraries in its program.
linked()
{
    "$tree/ci/release/linked.py" list "$tree/build/$2" >"$work/$1.json"
}

# with_licences NAME TEXT: adds the licences and texts of the program, with the line ends of Windows.
with_licences()
{
    local stage=$work/stage/$1 text=$2
    "$tree/ci/release/linked.py" licences "$work/$1.json" "$stage/licences"
    cp "$tree/LICENSE" "$stage/LICENSE.txt"
    sed "s/@VERSION@/$version/g" "$tree/ci/release/$text" >"$stage/README.txt"
    find "$stage" -name '*.txt' -exec sed -i 's/\r*$/\r/' {} +
}

sources()
{
    git -c tar.umask=0022 archive --format=tar --prefix="assetlint-$version/" "$commit" | gzip -9n \
        >"$out/assetlint-$version.tar.gz"
    tar -C "$work" -xzf "$out/assetlint-$version.tar.gz"
}

# linux MACHINE PRESET: packs the program without our library: clients would need more libraries to link with it.
linux()
{
    local name=assetlint-$version-linux-$1
    local stage=$work/stage/$name
    build "$2"
    linked "$name" "$2"
    quietly "$logs/$2-install.log" cmake --install "$tree/build/$2" --prefix "$stage" --strip
    rm -r "${stage:?}/include" "${stage:?}/lib"
    "$tree/ci/release/linked.py" licences "$work/$name.json" "$stage/share/doc/assetlint/licences"
    tar_of "$name"
}

windows()
{
    local name=assetlint-$version-windows-x86_64
    build windows
    linked "$name" windows
    mkdir -p "$work/stage/$name"
    x86_64-w64-mingw32-strip -o "$work/stage/$name/assetlint.exe" "$tree/build/windows/assetlint.exe"
    with_licences "$name" windows.txt
    zip_of "$name"
}

web()
{
    local name=assetlint-$version-web
    build web
    linked "$name" web
    mkdir -p "$work/stage/$name"
    npm_package "$name"
    (cd "$tree/build/web" && cp -r package.json ./*.html ./*.js ./*.d.ts node assetlint.wasm "$work/stage/$name")
    with_licences "$name" web.txt
    zip_of "$name"
}

# npm_package WEB: packs the files that package.json in the build folder names. npm sets their owner and time.
npm_package()
{
    local name=assetlint-$version-npm stage=$tree/build/web
    cp "$work/$1.json" "$work/$name.json"
    chmod -R u=rwX,go=rX "$stage"/{licences,node,assetlint.*,*.js,*.md,LICENSE,package.json}
    quietly "$logs/npm.log" npm pack --silent --offline --ignore-scripts --pack-destination "$work" "$stage"
    mv "$work/assetlint-$version.tgz" "$out/$name.tgz"
}

debian()
{
    build program
    (cd "$tree/build/program" && quietly "$logs/cpack.log" cpack -G DEB -B "$work/deb")
    cp "$work/deb/$deb" "$work/deb/$dev" "$out"
    "$tree/ci/release/linked.py" list --shared "$tree/build/program/assetlint" >"$work/$deb.json"
}

sbom()
{
    local name files=()
    for name in linux-x86_64.tar.gz linux-arm64.tar.gz windows-x86_64.zip web.zip npm.tgz; do
        name=assetlint-$version-$name
        files+=("$out/$name=$work/$(sed -E 's/\.(zip|tgz|tar\.gz)$//' <<<"$name").json")
    done
    "$tree/ci/release/sbom.py" --version "$version" --commit "$commit" --time "$SOURCE_DATE_EPOCH" --homepage "$homepage" \
        "$out/assetlint-$version.tar.gz" "$out/$deb=$work/$deb.json" "$out/$dev=$work/$deb.json" "${files[@]}" \
        >"$out/assetlint-$version.spdx.json"
}

rm -rf "$work"
mkdir -p "$work/stage" "$logs"
sources
# In parallel: configuring libraries takes most of the time, and it runs one compiler after the other.
parts=()
for part in "linux x86_64 static" "linux arm64 arm64" windows web debian; do
    $part &
    parts+=($!)
done
for part in "${parts[@]}"; do
    wait "$part" || fail "a part failed, see above"
done
sbom
(cd "$out" && LC_ALL=C && sha256sum ./* | sed 's, \./, ,' >"$work/SHA256SUMS" && cp "$work/SHA256SUMS" .)
"$tree/ci/release/check.py" "$out" --time "$SOURCE_DATE_EPOCH"
