#!/usr/bin/env bash
# ci/action.sh key|install|check: the steps of action.yml. The user's inputs come only from the environment (PATHS,
# ARGS, SARIF, VERSION and SHA256) and are never evaluated.
set -euo pipefail
action=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$RUNNER_TEMP/assetlint
program=$folder/bin/assetlint

fail()
{
    echo "assetlint: $*" >&2
    exit 2
}

# The architecture, as the names of release archives have it.
architecture()
{
    [ "${RUNNER_OS:-Linux}" = Linux ] || fail "the action runs on Linux, not on $RUNNER_OS"
    case ${RUNNER_ARCH:-X64} in
        X64) echo x86_64 ;;
        ARM64) echo arm64 ;;
        *) fail "there is no release for $RUNNER_ARCH: leave version empty" ;;
    esac
}

# The key of the cache covers everything that the program is built from.
key()
{
    local what
    if [ -n "${VERSION:-}" ]; then
        what=$VERSION-${SHA256:-}
    else
        what=$(cd "$action" && find CMakeLists.txt CMakePresets.json cmake include rules src tools/shells docs/man -type f \
            -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1)
    fi
    printf 'key=assetlint-%s-%s-%s\n' "${ImageOS:-linux}" "${RUNNER_ARCH:-X64}" "$what" >>"$GITHUB_OUTPUT"
}

works()
{
    [ -x "$program" ] && "$program" --version >/dev/null 2>&1
}

take_release()
{
    local machine name url archive
    [[ $VERSION =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "version wants three numbers, such as 0.1.0"
    [[ ${SHA256:-} =~ ^[0-9a-f]{64}$ ]] || fail "sha256 wants the checksum of the release: 64 digits"
    machine=$(architecture)
    name=assetlint-$VERSION-linux-$machine.tar.gz
    url=${GITHUB_SERVER_URL:-https://github.com}/$REPOSITORY/releases/download/v$VERSION/$name
    archive=$(mktemp "$RUNNER_TEMP/assetlint-XXXXXX")
    if ! curl --fail --silent --show-error --location --proto =https --retry 3 --output "$archive" "$url"; then
        rm -f "$archive"
        fail "$url can't be downloaded. If there is no release $VERSION, take one from" \
            "${GITHUB_SERVER_URL:-https://github.com}/$REPOSITORY/releases, or leave version and sha256 empty: that builds" \
            "the version of the action"
    fi
    if ! echo "$SHA256  $archive" | sha256sum --check --status; then
        rm -f "$archive"
        fail "$name has another SHA-256 than $SHA256"
    fi
    rm -rf "$folder"
    mkdir -p "$folder/release" "$folder/bin"
    tar -C "$folder/release" --no-same-owner -xzf "$archive"
    rm -f "$archive"
    find "$folder/release" -type f -name assetlint -perm -u+x -exec cp {} "$program" \; -quit
    rm -rf "$folder/release"
}

build()
{
    # shellcheck source=ci/packages.sh
    . "$action/ci/packages.sh"
    install_missing "$RUNNER_TEMP/assetlint-packages.log" "${packages_of_program[@]}"
    works && return # it was kept, and only wanted its libraries
    (cd "$action" && cmake --preset program && cmake --build --preset program --target assetlint)
    mkdir -p "$folder/bin"
    cp "$action/build/program/assetlint" "$program"
}

install()
{
    if ! works; then
        if [ -n "${VERSION:-}" ]; then
            take_release
        else
            build
        fi
        works || fail "the program doesn't run"
    fi
    "$program" --version
    printf '%s\n' "$folder/bin" >>"$GITHUB_PATH"
}

# The report shows file names, which an attacker may choose: GitHub must not run commands in it. So commands are
# switched off while it is printed. The annotations are commands; names in them are escaped.
check()
{
    local options=() paths=() path status=0 token list annotations
    list=$(mktemp "$RUNNER_TEMP/assetlint-XXXXXX")
    annotations=$(mktemp "$RUNNER_TEMP/assetlint-XXXXXX")
    token=$(cat /proc/sys/kernel/random/uuid)
    printf '%s' "${ARGS:-}" | tr '\n' ' ' | xargs -r printf '%s\0' >"$list" || fail "args has a quote that doesn't end"
    mapfile -d '' -t options <"$list"
    while IFS= read -r path; do
        [ -z "$path" ] || paths+=("$path")
    done <<<"${PATHS:-.}"
    options+=(-f "github=$annotations")
    [ -z "${SARIF:-}" ] || options+=(-f "sarif=$SARIF")

    printf '::stop-commands::%s\n' "$token"
    "$program" check "${options[@]}" -- "${paths[@]}" || status=$?
    printf '::%s::\n' "$token"
    cat "$annotations"
    rm -f "$list" "$annotations"
    {
        [ -z "${SARIF:-}" ] || [ ! -s "$SARIF" ] || printf 'sarif=%s\n' "${SARIF//[$'\r\n']/}"
        printf 'exit=%d\n' "$status"
    } >>"$GITHUB_OUTPUT"
    return "$status"
}

case ${1:-} in
    key | install | check) "$1" ;;
    *) fail "usage: ci/action.sh key|install|check" ;;
esac
