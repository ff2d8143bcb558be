#!/usr/bin/env bash
# fuzz/largest_input.sh FOLDER...: prints how large the inputs of a target may get: twice the largest seed in the folders,
# and at least 4,096 bytes. Many small inputs find more than few large ones.
set -euo pipefail
find "$@" -type f -printf '%s\n' | awk '2 * $1 > most { most = 2 * $1 } END { print most < 4096 ? 4096 : most }'
