#!/usr/bin/env bash
# ci/slow.sh [quick] [NAME...]: builds the program that counts its work, and tests that the work for each input of
# tools/corpus/slow.py is in proportion to its size, and so is the memory. With `quick`, only the work for small inputs. NAMEs are the
# starts of names of inputs; all by default.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=ci/packages.sh
. ci/packages.sh

tier=deep
if [ "${1:-}" = quick ]; then
    tier=quick
    shift
fi
mkdir -p build/work
install_missing "$PWD/build/work/packages.log" "${packages_of_program[@]}" python3
cmake --preset work >/dev/null
cmake --build --preset work -- --quiet
python3 -B tests/slow/slow_test.py --program build/work/assetlint --tier "$tier" "$@"
