#!/bin/bash -eu
# build.sh: as on OSS-Fuzz.
exec bash -eu "$SRC/assetlint/fuzz/oss-fuzz/build.sh"
