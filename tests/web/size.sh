#!/usr/bin/env bash
# size.sh: what a page has to load of the module, compressed as servers do it: at most 600,000 bytes.
set -euo pipefail
most=600000
status=0
for packer in "gzip -9" "brotli -c"; do
    size=$($packer <"$1" | wc -c)
    echo "$packer: $size bytes"
    [ "$size" -le "$most" ] || { echo "$packer: more than $most"; status=1; }
done
exit "$status"
