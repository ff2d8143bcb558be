#!/bin/bash -eu
# build.sh: builds all fuzz targets in the images of OSS-Fuzz and ClusterFuzzLite, from $SRC/assetlint into $OUT. Each has
# its seeds, its dictionary and its options beside it. The images have no libraries, so those that the targets need are
# linked in; their sources are in ASSETLINT_SOURCES (Dockerfile). They get the flags of the sanitizer, too, which
# MemorySanitizer needs. ci/oss_fuzz.sh runs this script without an image.
source=$SRC/assetlint
build=$WORK/assetlint

# CMake takes the compilers and their flags from the environment.
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG= -DCMAKE_CXX_FLAGS_DEBUG= \
    "-DASSETLINT_BUILT_LIBRARIES=zlib;libdeflate;cjson;expat;bzip2;xz-utils;libarchive" -DASSETLINT_LIBM=m \
    -DASSETLINT_HARDENING=OFF -DASSETLINT_INSTALL=OFF -DASSETLINT_FUZZ=ON -DASSETLINT_FUZZ_ENGINE=given
cmake --build "$build"

for target in "$build"/fuzz/fuzz_*; do
    name=${target##*/fuzz_}
    # fuzz_replay is a program without an engine, which needs no seeds.
    [ -d "$source/corpus/$name/seeds" ] || continue
    cp "$target" "$OUT/"
    folders=()
    for folder in seeds regressions; do
        [ ! -d "$source/corpus/$name/$folder" ] || folders+=("$folder")
    done
    (cd "$source/corpus/$name" && cmake -E tar cf "$OUT/fuzz_${name}_seed_corpus.zip" --format=zip "${folders[@]}")
    [ ! -e "$source/fuzz/$name.dict" ] || cp "$source/fuzz/$name.dict" "$OUT/fuzz_$name.dict"
    largest=$("$source/fuzz/largest_input.sh" "${folders[@]/#/$source/corpus/$name/}")
    printf '[libfuzzer]\nmax_len = %s\n' "$largest" >"$OUT/fuzz_$name.options"
done
