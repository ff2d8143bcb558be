# Sourced by the scripts of this folder: commands whose words are wanted only when they fail.
# shellcheck shell=bash

# quietly LOG COMMAND...: what it says goes to LOG, the end of which is shown when it fails.
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
