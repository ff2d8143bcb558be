#!/usr/bin/env bash
# ci/memory.sh [msan] [valgrind]: looks for memory that is read before it is written; without an argument both ways.
#
#     msan        the tests under MemorySanitizer, with the libraries built from Debian's sources under it, too
#     valgrind    the real sample (ASSETLINT_REAL, or ../shared/real), else the corpus, under valgrind's memcheck, which also
#                 reports leaks
#
# The last line says how many tests passed and failed.
#
# These tests are not run under MemorySanitizer: those of Node and Chromium (web), which test the viewer; those that read
# sources, build releases, or compare documents (ci, docs, tools, platforms), which run little or nothing of the program; the
# sweeps, and one_defect_faces, mods_shapes and off_by_one, which check thousands of files: these take too long. The replay
# runs the same code on the same seeds. Tests that preload a library skip themselves, as under every sanitizer.
set -euo pipefail
# shellcheck source=ci/steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"
# shellcheck source=ci/packages.sh
. ci/packages.sh

parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(msan valgrind)
install_missing "$PWD/build/setup/test-packages.log" "${packages_of_program[@]}" "${packages_of_tests[@]}" \
    "${packages_of_deep_tests[@]}"

# under_valgrind COMMAND...: an error or a leak ends in status 99. What the program itself found doesn't matter here.
under_valgrind()
{
    local status=0
    valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible "$@" >/dev/null || status=$?
    [ "$status" -ne 99 ] && [ "$status" -lt 128 ]
}

# The files of mods, with all that rules across files read; then a report with views, which reads files in another way.
# Valgrind does not know the system calls of the sandbox.
check_real_files()
{
    local program=build/dev/assetlint sample=${ASSETLINT_REAL:-../shared/real}
    [ -d "$sample" ] || sample=corpus
    under_valgrind "$program" check --no-sandbox -q "$sample"
    under_valgrind "$program" check --no-sandbox -q -f "html=$results/valgrind.html" corpus
}

for part in "${parts[@]}"; do
    case $part in
    msan)
        preset msan tests -LE 'web|sweep|docs|tools|platforms|ci' -E '^(sweep_.*|one_defect_faces|mods_shapes|off_by_one)$'
        ;;
    valgrind)
        preset dev
        step "the real sample under valgrind" check_real_files
        ;;
    *)
        echo "usage: ci/memory.sh [msan] [valgrind]" >&2
        exit 2
        ;;
    esac
done
finish "$results"
