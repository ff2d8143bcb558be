#!/usr/bin/env bash
# ci/i686.sh: builds the program for 32 bits and holds what it finds and dumps to what the one of preset `dev` does. It
# installs nothing. Besides a gcc that can -m32 (gcc-12-multilib) it needs zlib, expat and cJSON for i386: zlib1g-dev:i386,
# libexpat1-dev:i386 and libcjson-dev:i386 after `dpkg --add-architecture i386`, or a folder I686_ROOT into which `dpkg -x` unpacked these and
# the packages of their libraries.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=${I686_ROOT:-}
libraries=$root/usr/lib/i386-linux-gnu
build=build/i686
found=$build/compared
flags=-m32
missing=()

compiles()
{
    # shellcheck disable=SC2086
    printf '#include <errno.h>\nint main(void) { return errno; }\n' | gcc $flags -x c -o /dev/null - 2>/dev/null
}

# gcc-multilib brings a link to the kernel's headers, gcc-12-multilib doesn't; they are the same for 32 and 64 bits.
if ! compiles; then
    flags+=" -idirafter /usr/include/x86_64-linux-gnu"
    compiles || missing+=("a gcc that can -m32 (gcc-12-multilib)")
fi
compgen -G "$libraries/libz.*" >/dev/null || missing+=("zlib1g-dev:i386")
compgen -G "$libraries/libexpat.*" >/dev/null || missing+=("libexpat1-dev:i386")
compgen -G "$libraries/libcjson.*" >/dev/null || missing+=("libcjson-dev:i386")
if [ ${#missing[@]} -gt 0 ]; then
    printf 'ci/i686.sh: missing: %s\n' "${missing[@]}" >&2
    exit 2
fi

PKG_CONFIG_LIBDIR=$libraries/pkgconfig cmake -G Ninja -B "$build" -DCMAKE_C_COMPILER=gcc "-DCMAKE_C_FLAGS=$flags" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O2 -DASSETLINT_WERROR=ON -DASSETLINT_LIBDEFLATE=OFF \
    -DASSETLINT_LIBM=m -DCMAKE_LIBRARY_ARCHITECTURE=i386-linux-gnu "-DCMAKE_PREFIX_PATH=$root/usr"
cmake --build "$build" -j 2
cmake --preset dev >/dev/null
cmake --build --preset dev -j 2 --target assetlint

folders=(corpus tests/rules)
real=${ASSETLINT_REAL:-../shared/real}
[ -d "$real" ] && folders+=("$real") || printf 'skipped: real files: %s is not there\n' "$real"
rm -rf "$found"
mkdir -p "$found"
failed=0 passed=0

# same WHAT ARGUMENT...: whether both programs write the same and exit alike.
same()
{
    local what=$1 program status
    shift
    for program in dev i686; do
        status=0
        "build/$program/assetlint" "$@" >"$found/$program" 2>/dev/null || status=$?
        printf '\nexit %d\n' "$status" >>"$found/$program"
    done
    if cmp -s "$found/dev" "$found/i686"; then
        passed=$((passed + 1))
    else
        printf 'differs: %s\n' "$what"
        diff "$found/dev" "$found/i686" | head -5 || true
        failed=$((failed + 1))
    fi
}

for folder in "${folders[@]}"; do
    same "check $folder" check --show note --max-per-rule 0 -f ndjson "$folder"
done
while IFS= read -r -d '' file; do
    same "dump $file" dump --full --format json "$file"
done < <(find corpus/*/seeds -type f -print0 | sort -z)
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
