#!/usr/bin/env bash
# ci/oss_fuzz.sh [SANITIZER...]: builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite do, and tests each as they do:
# it is instrumented, has the right sanitizer, needs no library of the system, starts, and runs its seeds. In place of
# their images there is an environment with the same variables and Debian's clang. A SANITIZER is address, undefined or
# memory; without one: the first two, which the workflows have.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
sanitizers=("$@")
[ ${#sanitizers[@]} -gt 0 ] || sanitizers=(address undefined)
runs=100 # of a target, beyond its seeds
passed=0
failed=0

fail()
{
    echo "ci/oss_fuzz.sh: $*"
    failed=$((failed + 1))
}

# As base-clang and base-builder set it. Debian's clang has no libc++.
environment_of()
{
    local undefined=array-bounds,bool,builtin,enum,float-divide-by-zero,integer-divide-by-zero,null,object-size,return
    undefined=$undefined,returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound
    case $1 in
    address) flags="-fsanitize=address -fsanitize-address-use-after-scope" ;;
    undefined) flags="-fsanitize=$undefined,unsigned-integer-overflow -fno-sanitize-recover=$undefined" ;;
    memory) flags="-fsanitize=memory -fsanitize-memory-track-origins" ;;
    *)
        echo "usage: ci/oss_fuzz.sh [address] [undefined] [memory]" >&2
        exit 2
        ;;
    esac
    export CC=clang CXX=clang++ FUZZING_ENGINE=libfuzzer SANITIZER=$1 LIB_FUZZING_ENGINE=-fsanitize=fuzzer
    export CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $flags"
    CFLAGS="$CFLAGS -fsanitize=fuzzer-no-link"
    export CXXFLAGS=$CFLAGS UBSAN_OPTIONS=silence_unsigned_overflow=1
    export SRC=$root/build/oss-fuzz/$1/src WORK=$root/build/oss-fuzz/$1/work OUT=$root/build/oss-fuzz/$1/out
    export ASSETLINT_SOURCES=${ASSETLINT_SOURCES:-$root/build/sources}
    rm -rf "$SRC" "$OUT"
    mkdir -p "$SRC" "$WORK" "$OUT"
    ln -s "$root" "$SRC/assetlint"
}

# The calls of the sanitizer that a target has, and of those that it must not have, by OSS-Fuzz's bounds.
check_sanitizer()
{
    objdump -d "$1" | awk -v sanitizer="$SANITIZER" '
        /call.*<__asan/ { asan++ }
        /call.*<__msan/ { msan++ }
        /call.*<__ubsan/ { ubsan++ }
        END {
            if (sanitizer == "address") exit !(asan >= 1000 && msan <= 3)
            if (sanitizer == "memory") exit !(asan == 0 && msan >= 1000)
            exit !(asan == 0 && msan <= 3 && ubsan >= 168)
        }'
}

# Everything that the target needs beyond the C library and what belongs to the compiler.
other_libraries()
{
    ldd "$1" | awk '{ print $1 }' | grep -v -E '^(linux-vdso|/lib|lib(c|m|pthread|dl|rt|resolv|gcc_s|stdc\+\+)\.so)' || true
}

check_target()
{
    local target=$1 name=${1##*/} seeds=$WORK/seeds/${1##*/} log=$WORK/${1##*/}.log edges others
    check_sanitizer "$target" || { fail "$SANITIZER $name: another sanitizer than $SANITIZER"; return; }
    others=$(other_libraries "$target" | xargs)
    [ -z "$others" ] || { fail "$SANITIZER $name: needs $others"; return; }
    rm -rf "$seeds"
    mkdir -p "$seeds"
    (cd "$seeds" && cmake -E tar xf "$OUT/${name}_seed_corpus.zip") || { fail "$SANITIZER $name: no seeds"; return; }
    local options=("-$(grep -m 1 max_len "$OUT/$name.options" | tr -d ' ')" -seed=1337 -rss_limit_mb=2560 -timeout=25)
    [ ! -e "$OUT/$name.dict" ] || options+=("-dict=$OUT/$name.dict")
    (cd "$WORK" && "$target" "${options[@]}" -runs=4) >"$log" 2>&1 || { fail "$SANITIZER $name: does not start: $log"; return; }
    edges=$(grep -oE '\([0-9]+ inline 8-bit counters\)' "$log" | grep -oE '[0-9]+' | head -n 1)
    [ "${edges:-0}" -ge 100 ] || { fail "$SANITIZER $name: $edges edges are instrumented"; return; }
    (cd "$WORK" && "$target" "${options[@]}" "-runs=$runs" "$seeds") >"$log" 2>&1 ||
        { fail "$SANITIZER $name: fails with its seeds: $log"; return; }
    passed=$((passed + 1))
}

for sanitizer in "${sanitizers[@]}"; do
    environment_of "$sanitizer"
    bash -eu fuzz/oss-fuzz/build.sh
    for folder in corpus/*/seeds; do
        name=${folder#corpus/}
        name=fuzz_${name%/seeds}
        [ -x "$OUT/$name" ] || { fail "$sanitizer $name: is not built"; continue; }
        check_target "$OUT/$name"
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
