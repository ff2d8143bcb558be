#!/usr/bin/env bash
# ci/coverage.sh [PERCENT]: measures how many lines of core, formats and library the tests and the corpus execute. Rows
# of a layout.def count as lines: each becomes a line of a function that fills a struct, and some formats don't call
# that function. Exit 1 below PERCENT (95). The HTML report is in build/coverage/html.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
least=${1:-95}

cmake --preset coverage >/dev/null
cmake --build --preset coverage
find build/coverage -name '*.gcda' -delete
ctest --preset coverage -j "$(nproc)"
status=0
build/coverage/assetlint check corpus >/dev/null || status=$?
case $status in 0 | 1 | 3) ;; *) exit "$status" ;; esac

mkdir -p build/coverage/html
gcovr --root . --object-directory build/coverage --exclude-unreachable-branches \
    --filter 'src/core/' --filter 'src/formats/' --filter 'src/kit/' --filter 'src/engine/' --exclude '.*/layout\.def' \
    --txt --json-summary build/coverage/summary.json --html-details build/coverage/html/index.html build/coverage

python3 - build/coverage/summary.json "$least" <<'EOF'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as stream:
    files = json.load(stream)["files"]
least = float(sys.argv[2])
total = covered = 0
families = sorted({"/".join(f["filename"].split("/")[:3]) for f in files if f["filename"].count("/") > 2})
for family in families:
    mine = [f for f in files if f["filename"].startswith(family + "/")]
    lines = sum(f["line_total"] for f in mine)
    print(f"{family}: {sum(f['line_covered'] for f in mine)} of {lines} lines")
for folder in ("src/core", "src/formats", "src/kit", "src/engine"):
    mine = [f for f in files if f["filename"].startswith(folder + "/")]
    lines = sum(f["line_total"] for f in mine)
    hit = sum(f["line_covered"] for f in mine)
    print(f"{folder}: {hit} of {lines} lines" + (f", {100 * hit / lines:.1f} %" if lines else ""))
    total, covered = total + lines, covered + hit
share = 100 * covered / total if total else 0
print(f"line coverage: {share:.1f} %, at least {least:g} % wanted")
sys.exit(share < least)
EOF
