#!/usr/bin/env bash
# in_chromium.sh FOLDER SCRIPT ARGUMENT...: runs a script that drives Chromium, with the packages of package-lock.json, which
# npm fetches into FOLDER. Skips (77) if Chromium or npm is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1
shift
for program in chromium npm node; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: $(basename "$1"): no $program is installed"
        exit 77
    fi
done
if ! cmp -s "$here/package-lock.json" "$folder/installed.json"; then
    mkdir -p "$folder"
    cp "$here/package.json" "$here/package-lock.json" "$folder"
    npm ci --prefix "$folder" --no-audit --no-fund --silent
    cp "$here/package-lock.json" "$folder/installed.json"
fi
PAGE_TESTS=$folder exec node "$@"
