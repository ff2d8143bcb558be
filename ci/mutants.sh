#!/usr/bin/env bash
# ci/mutants.sh [OPTION...]: builds library and program with their mutants, and runs the quick tests against them. Exit 1 if fewer
# than 95 % of the mutants that aren't equivalent are killed, or if tools/mutants/survivors.tsv lacks a survivor or has a
# row that no longer applies. The results are in build/mutants/mutants/report.txt and report.json. Options:
#     --only AREA       core, kit, rules, relations, containers, project, engine, view, report or cli, or the start of a
#                       path; repeatable
#     --sample N        N mutants, drawn with --seed S (1)
#     --tests REGEX     only the quick tests that ctest -R selects
#     --resume          keep what earlier runs found out
#     --jobs N          N files at a time (1)
#     --seconds S       the most seconds of tests for a mutant (10)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh

mkdir -p build/mutants
install_missing "$PWD/build/mutants/packages.log" "${packages_of_program[@]}" "${packages_of_tests[@]}"
cmake --preset mutants >/dev/null
cmake --build --preset mutants -- --quiet
# A mutant may write to a wrong place: the tree must stay as it was.
before=$(git status --porcelain)
status=0
python3 -B tools/mutants/run.py "$@" || status=$?
if [ "$(git status --porcelain)" != "$before" ]; then
    git status --short
    echo "ci/mutants.sh: a mutant changed files of the tree" >&2
    exit 1
fi
exit $status
