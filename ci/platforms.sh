#!/usr/bin/env bash
# ci/platforms.sh: builds the program for every system and machine that it is shipped for or tested on, and holds each to
# the native one, byte for byte, over the corpus, the fixtures, and the real files and mods where there are some.
#
#     ci/platforms.sh [PART...]      static arm64 i686 s390x web windows; all of them where none is named
#
# It installs what the parts need. The last line says how many tests passed and failed; of the comparisons each names its
# files and bytes.
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"
# shellcheck source=ci/packages.sh
. ci/packages.sh

parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(static arm64 i686 s390x web windows)
wanted=()
for part in "${parts[@]}"; do
    case $part in
    static) wanted+=("${packages_of_static[@]}") ;;
    arm64) wanted+=("${packages_of_arm64[@]}") ;;
    i686) wanted+=("${packages_of_i686[@]}") ;;
    s390x) wanted+=("${packages_of_s390x[@]}") ;;
    web) wanted+=("${packages_of_web[@]}" "${packages_of_web_tests[@]}") ;;
    windows) ;; # ci/windows.sh installs its own
    *)
        echo "ci/platforms.sh: no part is named $part" >&2
        exit 2
        ;;
    esac
done
install_missing "$PWD/build/setup/platforms-packages.log" "${packages_of_program[@]}" "${packages_of_platforms[@]}" \
    "${wanted[@]}"
native=build/program/assetlint

# held NAME COMMAND...: the program of that command writes what the native one does.
held()
{
    local name=$1
    shift
    step "$name writes what the native program does" ci/compare_platform.py "$native" -- "$@"
}

# timed NAME COMMAND...: how much CPU time that program takes beside the native one. A figure to be read, no test.
timed()
{
    local name=$1 real=${ASSETLINT_REAL:-../shared/real}
    shift
    [ ! -d "$real" ] || step "$name beside the native program" bench/platforms.py "$native" "$real" -- "$@"
}

part_of_static()
{
    preset static
    step "static, with nothing else" ci/static.sh build/static/assetlint "$native"
    held static build/static/assetlint
    timed static build/static/assetlint
}

part_of_arm64()
{
    # What is shipped, and its tests beside it: compilers err.
    step "arm64 with its tests" cmake --preset arm64 -DASSETLINT_TESTS=ON
    preset arm64 tests -L 'unit|rules|replay' -E '^sweep_'
    held arm64 qemu-aarch64-static build/arm64/assetlint
}

part_of_i686()
{
    preset i686 tests -L 'unit|rules|replay'
    held i686 build/i686/assetlint
}

part_of_s390x()
{
    # Sweeps enumerate what they do on the others, and under an emulator that takes many times as long.
    preset s390x tests -L 'unit|rules|replay' -E '^sweep_'
    held s390x qemu-s390x-static build/s390x/assetlint
}

part_of_web()
{
    preset web
    held web node tests/web/run.mjs build/web/assetlint.wasm
    timed web node tests/web/run.mjs build/web/assetlint.wasm
    step "web module" node tests/web/module_test.mjs build/web/assetlint.wasm "$native"
    step "web size" tests/web/size.sh build/web/assetlint.wasm
    step "web in Chromium" tests/web/browser_test.py --native "$native" --wasm build/web/assetlint.wasm
}

part_of_windows()
{
    step "windows" ci/windows.sh "$results/windows.xml"
}

preset program
for part in "${parts[@]}"; do
    "part_of_$part"
done
finish
