#!/usr/bin/env bash
# ci/site.sh [OUT]: makes the site of the documentation in OUT (build/site): all pages of docs, a page for each rule, a
# search, and the page where mods are dropped (OUT/check). Any static server can offer it, in any folder:
#
#     ci/site.sh && python3 -m http.server --directory build/site
#
# It installs what it needs. ASSETLINT_HOMEPAGE is the address where the site will be, without a slash at the end. With it
# the pages have a canonical address, the page for unknown addresses (404.html) finds its style sheets, and the rules in
# reports of the page where mods are dropped are links to the site.
set -euo pipefail
out=$(realpath -m "${1:-$(dirname "${BASH_SOURCE[0]}")/../build/site}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh
# shellcheck source=ci/quietly.sh
. ci/quietly.sh
logs=$PWD/build/site-logs
program=$PWD/build/site-program

install_missing "$logs/packages.log" "${packages_of_web[@]}" "${packages_of_site[@]}"
echo "Building the page where mods are dropped (log: build/site-logs/build.log)"
quietly "$logs/configure.log" cmake --preset web -B "$program" \
    -DASSETLINT_HOMEPAGE="${ASSETLINT_HOMEPAGE:-}"
quietly "$logs/build.log" cmake --build "$program"
tools/site/pages.py --page "$program/index.html" --program "node $program/node/main.js" build/site-pages
mkdocs build --quiet --strict --config-file build/site-pages/mkdocs.yml --site-dir "$out"
echo "The site is in $out"
