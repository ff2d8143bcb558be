#!/usr/bin/env bash
# ci/release_twice.sh: builds the files of a release twice, from two clones in different folders, and compares them byte for
# byte. Then it unpacks each into an empty folder, and runs the program in it. The working tree must be committed. It needs
# root, and installs packages of ci/packages.sh.
#
#     ci/release_twice.sh [FOLDER]    keeps the files in FOLDER; if they are already there, builds only once
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh
install_missing "$PWD/build/setup/release-packages.log" "${packages_of_release_tests[@]}"
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
first=${1:-$elsewhere/first}
passed=0 failed=0

# expect WHAT COMMAND...: counts a success, or prints WHAT and counts a failure.
expect()
{
    local what=$1
    shift
    if "$@" >"$elsewhere/output" 2>&1; then
        passed=$((passed + 1))
    else
        echo "ci/release_twice.sh: $what"
        tail -n 5 "$elsewhere/output"
        failed=$((failed + 1))
    fi
}

# finds COMMAND...: the program reports the errors of the three files of corpus/first_look, and exits with 1.
finds()
{
    local status=0 out
    out=$("$@" check -f lines . 2>&1) || status=$?
    printf '%s\n' "$out"
    [ "$status" -eq 1 ] && grep -q '\[xmf/collision-declaration\]' <<<"$out" && grep -q '^FAILED: 3 files' <<<"$out"
}

# Runs in a folder with the three files, with an empty environment.
in_first_look()
{
    (cd "$elsewhere/look" && env -i HOME="$elsewhere" PATH=/usr/bin:/bin LC_ALL=C.UTF-8 bash -euc \
        "$(declare -f finds)"'; finds "$@"' bash "$@")
}

without_a_system()
{
    cp -r "$elsewhere/look" "$elsewhere/root"
    cp "$1" "$elsewhere/root/assetlint"
    finds env -i "$(command -v chroot)" "$elsewhere/root" /assetlint
}

with_wine()
{
    (cd "$elsewhere/look" && WINEDEBUG=-all WINEPREFIX=$elsewhere/wine finds wine "$1")
}

with_node()
{
    (cd "$elsewhere/web" && cat >try.mjs <<'JS' && node try.mjs "$elsewhere/look")
import { readdirSync, readFileSync } from "node:fs";
import { load } from "./assetlint.js";
const assetlint = await load(readFileSync("assetlint.wasm"));
const folder = process.argv[2];
const files = readdirSync(folder).map((path) => ({ path, data: readFileSync(`${folder}/${path}`) }));
const { exit, report } = assetlint.check(files, { format: "lines" });
console.log(report);
process.exit(exit === 1 && /\[xmf\/collision-declaration\]/.test(report) && /^FAILED: 3 files/m.test(report) ? 0 : 1);
JS
}

# Installed into an empty folder, without a network.
with_npm()
{
    mkdir "$elsewhere/npm"
    (cd "$elsewhere/npm" && echo '{"private": true}' >package.json &&
        npm install --offline --no-audit --no-fund --silent "$1")
    (cd "$elsewhere/look" && finds "$elsewhere/npm/node_modules/.bin/assetlint")
}

from_debian()
{
    dpkg -x "$1" "$elsewhere/deb"
    in_first_look "$elsewhere/deb/usr/bin/assetlint"
}

# The archive of the sources builds without git and without a preset.
from_sources()
{
    cmake -S "$1" -B "$elsewhere/built" && cmake --build "$elsewhere/built" -j "$(nproc)" &&
        in_first_look "$elsewhere/built/assetlint"
}

if [ ! -e "$first/SHA256SUMS" ]; then
    ci/release.sh "$first"
fi
git clone -q . "$elsewhere/clone"
mkdir -p "$elsewhere/clone/build"
cp -r build/sources "$elsewhere/clone/build/sources"
"$elsewhere/clone/ci/release.sh" "$elsewhere/second"
for file in "$first"/*; do
    expect "$(basename "$file") differs" cmp "$file" "$elsewhere/second/$(basename "$file")"
done
expect "SHA256SUMS" sh -c "cd '$first' && sha256sum --check --strict SHA256SUMS"

version=$(basename "$first"/assetlint-*.spdx.json .spdx.json)
version=${version#assetlint-}
base=$first/assetlint-$version
cp -r corpus/first_look "$elsewhere/look"
for archive in "$base.tar.gz" "$base"-linux-*.tar.gz; do
    tar -C "$elsewhere" -xzf "$archive"
done
unzip -q "$base-windows-x86_64.zip" -d "$elsewhere/windows"
unzip -q "$base-web.zip" -d "$elsewhere/web"
linux=$elsewhere/assetlint-$version-linux
expect "linux-x86_64 doesn't run" in_first_look "$linux-x86_64/bin/assetlint"
expect "linux-x86_64 doesn't run without a system" without_a_system "$linux-x86_64/bin/assetlint"
expect "linux-arm64 doesn't run" in_first_look qemu-aarch64-static "$linux-arm64/bin/assetlint"
expect "windows-x86_64 doesn't run" with_wine "$elsewhere/windows/assetlint.exe"
expect "web doesn't run" with_node
expect "the package for npm doesn't run" with_npm "$base-npm.tgz"
expect "the package for Debian doesn't run" from_debian "$first/assetlint_${version}_amd64.deb"
expect "the sources don't build" from_sources "$elsewhere/assetlint-$version"
for kind in "$linux-x86_64" "$linux-arm64" "$elsewhere/windows" "$elsewhere/web" \
    "$elsewhere/npm/node_modules/assetlint"; do
    expect "$kind contains the path of its build" sh -c "! grep -rlF -e '$PWD' -e '$elsewhere' --exclude=try.mjs '$kind'"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
