#!/usr/bin/env bash
# ci/static.sh: tests the static program without a system: under chroot, in a folder with only the program and the files
# that it checks, without /proc, /dev and an environment. chroot needs root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=${1:-build/static/assetlint}
native=${2:-build/program/assetlint}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
passed=0 failed=0

expect()
{
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "ci/static.sh: $what"
        failed=$((failed + 1))
    fi
}

if file -L "$program" | grep -q interpreter; then
    echo "ci/static.sh: $program needs a dynamic loader"
    exit 1
fi
cp "$program" "$root/assetlint"
tools/corpus/generate.py
mkdir "$root/build"
cp -r corpus "$root/"
cp -r build/fixtures "$root/build/"

# same ARGUMENT...: the native and the static program write the same and have the same exit status.
same()
{
    local ours=0 theirs=0
    "$native" "$@" >"$root.native" 2>/dev/null || ours=$?
    env -i "$(command -v chroot)" "$root" /assetlint "$@" >"$root.static" 2>/dev/null || theirs=$?
    [ "$ours" -eq "$theirs" ] && [ "$ours" -le 3 ] && [ -s "$root.native" ] && cmp -s "$root.native" "$root.static"
}

# The program opens /dev/null in place of a closed stream. Here /dev/null is missing.
says_why()
{
    local status=0
    env -i "$(command -v chroot)" "$root" /assetlint --version <&- >"$root.static" 2>"$root.native" || status=$?
    [ "$status" -eq 3 ] && [ ! -s "$root.static" ] && grep -q "^assetlint: cannot open standard input, output and error$" "$root.native"
}

for format in text json sarif; do
    for folder in corpus build/fixtures; do
        expect "$folder as $format differs" same check --show note --max-per-rule 0 -f "$format" "$folder"
    done
done
expect "one thread differs" same check -j 1 -f ndjson corpus
expect "many threads differ" same check -j 16 -f ndjson corpus
expect "rules differ" same rules --format json
expect "the version differs" same --version
expect "a start that fails says nothing" says_why
rm -f "$root.native" "$root.static"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
