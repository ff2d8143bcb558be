#!/usr/bin/env bash
# ci/sources.sh: fetches the sources of libraries from Debian, for systems that Debian has no packages for.
#
#     ci/sources.sh [--update] NAME...      NAME: a source package of Debian 12, such as libarchive
#
# Unpacks each into build/sources/NAME-VERSION, with Debian's patches, and prints these folders, one a line. Sources
# that are already there are used without a network; --update looks for newer versions. apt has its lists and its state
# in build/sources/.apt, so it doesn't change those of the system and needs no root. apt checks the signed checksums of
# what it fetches.
#
#     ASSETLINT_SOURCES    the folder, instead of build/sources: for example, one for several checkouts
#     ASSETLINT_MIRROR     the mirror of Debian, instead of http://deb.debian.org
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${ASSETLINT_SOURCES:-$PWD/build/sources}
mirror=${ASSETLINT_MIRROR:-http://deb.debian.org}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
update=no
if [ "${1:-}" = --update ]; then
    update=yes
    shift
fi
if [ $# -eq 0 ]; then
    echo "usage: ci/sources.sh [--update] NAME..." >&2
    exit 2
fi
mkdir -p "$folder/.apt"
folder=$(cd "$folder" && pwd)
state=$folder/.apt
log=$state/log

# newest NAME: prints the folder of the newest version that is there, or nothing.
newest()
{
    find "$folder" -mindepth 1 -maxdepth 1 -type d -name "$1-[0-9]*" | sort -V | tail -n 1
}

# Uses the settings of the system, such as a proxy, but not its lists. Changes no files of the system.
private_apt()
{
    local tool=$1
    shift
    "$tool" -q -o "Dir::Etc::SourceList=$state/sources.list" -o Dir::Etc::SourceParts=- -o Dir::Etc::Preferences=- \
        -o Dir::Etc::PreferencesParts=- -o "Dir::State=$state/state" -o "Dir::State::status=$state/status" \
        -o "Dir::Cache=$state/cache" -o Acquire::Languages=none -o Acquire::Retries=3 -o APT::Sandbox::User= "$@"
}

fetch_lists()
{
    local pause suite
    mkdir -p "$state/state/lists/partial" "$state/cache/archives/partial"
    : >"$state/status"
    for suite in "debian bookworm" "debian bookworm-updates" "debian-security bookworm-security"; do
        printf 'deb-src [signed-by=%s] %s/%s main\n' "$keyring" "$mirror" "$suite"
    done >"$state/sources.list"
    # A mirror fails for a moment while it is updated.
    for pause in 0 10 30; do
        sleep "$pause"
        if private_apt apt-get --error-on=any update >>"$log" 2>&1; then
            return 0
        fi
    done
    return 1
}

# versions NAME: all versions in the lists, the newest first.
versions()
{
    private_apt apt-cache --only-source showsrc "$1" 2>>"$log" | awk -v name="$1" '
        $1 == "Package:" { wanted = $2 == name }
        $1 == "Version:" && wanted { print $2 }' | sort -V -r -u
}

# fetch_version NAME VERSION: unpacks it into a temporary folder, and renames that once it is complete.
fetch_version()
{
    local name=$1 version=$2 dsc files=$state/files/$1-$2
    rm -rf "$files" "$state/unpacked"
    mkdir -p "$files"
    (cd "$files" && private_apt apt-get source --only-source --download-only "$name=$version" >>"$log" 2>&1) || return 1
    dsc=$(find "$files" -name "*.dsc")
    dpkg-source --no-copy -x "$dsc" "$state/unpacked" >>"$log" 2>&1 || return 1
    mv "$state/unpacked" "$(folder_of "$name" "$version")"
}

# folder_of NAME VERSION: without the epoch of the version, as in Debian's file names.
folder_of()
{
    printf '%s/%s-%s\n' "$folder" "$1" "${2#*:}"
}

# fetch NAME: the newest version. A mirror may list a version that it doesn't have yet; then the one before is taken,
# with a message.
fetch()
{
    local name=$1 version
    for version in $(versions "$name"); do
        if [ -d "$(folder_of "$name" "$version")" ] || fetch_version "$name" "$version"; then
            return 0
        fi
        echo "ci/sources.sh: $mirror lists $name $version, but it can't be fetched" >&2
    done
    return 1
}

fail()
{
    tail -n 20 "$log" >&2
    echo "ci/sources.sh: $*" >&2
    exit 1
}

# Two builds may run this at once.
exec 9>"$state/lock"
flock 9
missing=()
for name in "$@"; do
    [[ $name =~ ^[a-z0-9][a-z0-9.+-]+$ ]] || { echo "ci/sources.sh: no name of a package: $name" >&2; exit 2; }
    if [ "$update" = yes ] || [ -z "$(newest "$name")" ]; then
        missing+=("$name")
    fi
done
if [ ${#missing[@]} -gt 0 ]; then
    : >"$log"
    for tool in apt-get dpkg-source; do
        command -v "$tool" >/dev/null || fail "needs $tool (Debian's packages apt and dpkg-dev)"
    done
    fetch_lists || fail "can't read the lists of $mirror"
    for name in "${missing[@]}"; do
        fetch "$name" || fail "can't fetch $name"
    done
fi
for name in "$@"; do
    newest "$name"
done
