#!/usr/bin/env bash
# ci/platforms.sh: builds the program for every system and machine that it is released for or tested on. Compares the
# output of each with that of the native program, byte for byte, over the corpus, the fixtures, and the real files and
# mods if they are there.
#
#     ci/platforms.sh [PART...]      static arm64 i686 s390x web windows; without an argument: all
#
# It installs what the parts need. Each comparison prints how many files and bytes it compared. The last line says how
# many tests passed and failed.
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

# same_output NAME COMMAND...: compares what the program COMMAND writes with what the native program writes.
same_output()
{
    local name=$1
    shift
    step "$name writes what the native program does" ci/compare_platform.py "$native" -- "$@"
}

# cpu_time NAME COMMAND...: prints the CPU time of the program COMMAND and of the native program. It is not a test.
cpu_time()
{
    local name=$1 real=${ASSETLINT_REAL:-../shared/real}
    shift
    [ ! -d "$real" ] || step "$name beside the native program" bench/platforms.py "$native" "$real" -- "$@"
}

part_of_static()
{
    preset static
    step "static, with nothing else" ci/static.sh build/static/assetlint "$native"
    same_output static build/static/assetlint
    cpu_time static build/static/assetlint
}

part_of_arm64()
{
    # Runs the tests on the build that is released, since compilers have bugs.
    step "arm64 with its tests" cmake --preset arm64 -DASSETLINT_TESTS=ON
    preset arm64 tests -L 'unit|rules|replay' -E '^sweep_'
    same_output arm64 qemu-aarch64-static build/arm64/assetlint
}

part_of_i686()
{
    preset i686 tests -L 'unit|rules|replay'
    same_output i686 build/i686/assetlint
}

part_of_s390x()
{
    # Sweeps are left out: they test the same as on other machines, and take many times as long under an emulator.
    preset s390x tests -L 'unit|rules|replay' -E '^sweep_'
    same_output s390x qemu-s390x-static build/s390x/assetlint
}

part_of_web()
{
    preset web
    same_output web node build/web/node/main.js
    cpu_time web node build/web/node/main.js
    step "web module" node tests/web/module_test.mjs build/web/assetlint.wasm "$native"
    step "npm package" tests/web/npm.sh build/npm-tests build/web "$native"
    step "web size" tests/web/size.sh build/web/assetlint.wasm
    step "page in Chromium" tests/web/in_chromium.sh build/page-tests tests/web/page_test.mjs build/web/index.html
    step "steps of a modeller" tests/web/in_chromium.sh build/page-tests tests/web/modeller_test.mjs build/web/index.html
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
finish "$results"
