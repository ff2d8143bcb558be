#!/usr/bin/env bash
# npm.sh FOLDER BUILD NATIVE: packs the npm package in the build folder BUILD into FOLDER, and tests it with npm_test.mjs. npm
# fetches TypeScript into FOLDER once, as tests/web/types/package-lock.json names it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1
if ! cmp -s "$here/types/package-lock.json" "$folder/installed.json"; then
    mkdir -p "$folder"
    cp "$here/types/package.json" "$here/types/package-lock.json" "$folder"
    npm ci --prefix "$folder" --no-audit --no-fund --silent
    cp "$here/types/package-lock.json" "$folder/installed.json"
fi
rm -f "$folder"/assetlint-*.tgz
build=$(cd "$2" && pwd) # npm takes a/b for a repository of GitHub
npm pack --silent --pack-destination "$folder" "$build" >/dev/null
node "$here/npm_test.mjs" "$folder"/assetlint-*.tgz "$3" "$folder"
