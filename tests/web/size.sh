#!/usr/bin/env bash
# size.sh: a page loads at most 700,000 bytes of the module, compressed as servers do it.
set -euo pipefail
most=700000
status=0
for packer in "gzip -9" "brotli -c"; do
    size=$($packer <"$1" | wc -c)
    echo "$packer: $size bytes"
    [ "$size" -le "$most" ] || { echo "$packer: more than $most"; status=1; }
done
exit "$status"
