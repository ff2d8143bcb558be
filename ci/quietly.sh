# Sourced by the scripts of this folder: runs commands and shows their output only if they fail.
# shellcheck shell=bash

# quietly LOG COMMAND...: writes the output of COMMAND to LOG, and shows the end of LOG when COMMAND fails.
quietly()
{
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    if ! "$@" >"$log" 2>&1; then
        tail -n 60 "$log" >&2
        return 1
    fi
}
