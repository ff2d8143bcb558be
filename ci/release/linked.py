#!/usr/bin/env python3
"""linked.py: lists the libraries in a program with their versions and licences, from the output of its linker.

    linked.py list BUILD                  static libraries, from assetlint.map and libraries/CMakeCache.txt of a build folder
    linked.py list --shared PROGRAM       shared libraries that the program is linked with
    linked.py licences LIST FOLDER        copies their licence texts into FOLDER
    linked.py licences-of BUILD FOLDER    copies those of the static libraries

A list is JSON. Its `file` is Debian's source description for libraries from ci/sources.sh, which apt checked against signed
lists, and the linked file for libraries of the system. A library that KNOWN doesn't list is an error: find out its licence
and add it.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

COMMON = pathlib.Path("/usr/share/common-licenses")
GCC = ("GPL-3.0-or-later WITH GCC-exception-3.1", ("GPL-3",))
GLIBC = ("LGPL-2.1-or-later", ("LGPL-2.1",))
LLVM = "Apache-2.0 WITH LLVM-exception"

# By Debian's source package: its name, its licence, and the common texts that its licence file refers to.
KNOWN = {
    "bzip2": ("bzip2", "bzip2-1.0.6", ()),
    "cjson": ("cJSON", "MIT", ()),
    "cross-toolchain-base": ("glibc", *GLIBC),
    "expat": ("expat", "MIT", ()),
    "gcc-12": ("libgcc", *GCC),
    "gcc-12-cross": ("libgcc", *GCC),
    "gcc-mingw-w64": ("libgcc", *GCC),
    "glibc": ("glibc", *GLIBC),
    "libarchive": ("libarchive", "BSD-2-Clause", ()),
    "libdeflate": ("libdeflate", "MIT", ()),
    "libseccomp": ("libseccomp", "LGPL-2.1-only", ("LGPL-2.1",)),
    "libz-mingw-w64": ("zlib", "Zlib", ()),
    "llvm-toolchain-14": ("compiler-rt", LLVM, ("Apache-2.0",)),
    "mingw-w64": ("mingw-w64", "ZPL-2.1", ()),
    "wasi-libc": ("wasi-libc", f"({LLVM} OR Apache-2.0 OR MIT) AND MIT", ("Apache-2.0", "CC0-1.0")),
    "xz-utils": ("xz", "LicenseRef-xz-public-domain", ()),
    "zlib": ("zlib", "Zlib", ()),
}
# The static libraries that cmake/libraries builds.
BUILT = {"libarchive.a": "libarchive", "libbz2.a": "bzip2", "libcjson.a": "cjson", "libdeflate.a": "libdeflate",
         "libexpat.a": "expat", "liblzma.a": "xz-utils", "libseccomp.a": "libseccomp", "libz.a": "zlib"}
OURS = {"libassetlint.a", "libassetlint_viewer.a"}


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def sha256(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def archives_in(linker_map):
    """The archives with code in the program; unused archives have no such line."""
    return sorted(set(re.findall(r"([^\s()]+\.a)\(", linker_map)))


def sources_in(cache):
    """The folders of the sources of built libraries."""
    return {name: pathlib.Path(path) for name, path in re.findall(r"^SOURCE_([\w-]+):\w+=(.+)$", cache, re.MULTILINE)}


def entry(source, version, kind, path, texts):
    if source not in KNOWN:
        raise SystemExit(f"linked.py: {source} is linked, and KNOWN lacks its licence")
    name, licence, common = KNOWN[source]
    return {"name": name, "version": version, "source": source, "licence": licence, "linked": kind,
            "file": os.path.basename(path), "sha256": sha256(path),
            "texts": [str(texts), *(str(COMMON / other) for other in common)]}


def built(source, folder):
    """A library that was built from `folder`, whose name is NAME-VERSION without the epoch of the version."""
    version = folder.name[len(source) + 1:]
    found = sorted(folder.parent.glob(f".apt/files/*/{source}_{version}.dsc"))
    if not found:
        raise SystemExit(f"linked.py: {source}_{version}.dsc is missing: fetch it again with ci/sources.sh --update")
    whole = re.search(r"^Version: (\S+)$", found[0].read_text(encoding="utf-8"), re.MULTILINE).group(1)
    return entry(source, whole, "static", found[0], folder / "debian/copyright")


def owner_of(path):
    """Debian's package of a file. Paths of the dynamic linker contain links that packages don't list."""
    path = os.path.realpath(path)
    for form in (path, path.removeprefix("/usr")):
        done = subprocess.run(["dpkg-query", "-S", form], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              check=False)
        if done.returncode == 0:
            return done.stdout.split(": ")[0].split(",")[0]
    raise SystemExit(f"linked.py: no package has {path}")


def of_the_system(path, kind):
    package = owner_of(path)
    source, version = output_of("dpkg-query", "-W", "-f", "${source:Package} ${Version}", package).split()
    texts = pathlib.Path("/usr/share/doc", package.split(":")[0], "copyright")
    return entry(source, version, kind, os.path.realpath(path), texts)


def static_libraries(build):
    build = pathlib.Path(build)
    sources = sources_in((build / "libraries/CMakeCache.txt").read_text(encoding="utf-8"))
    for archive in archives_in((build / "assetlint.map").read_text(encoding="utf-8")):
        name = os.path.basename(archive)
        if name in OURS:
            continue
        if archive.startswith("/") and not archive.startswith(str(build.resolve())):
            yield of_the_system(archive, "static")
        else:
            yield built(BUILT[name], sources[BUILT[name]])


def shared_libraries(program):
    """The libraries that the program itself needs; ldd also lists those that its libraries need."""
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-dW", program)))
    for line in output_of("ldd", program).splitlines():
        if "=> /" in line and line.split()[0] in needed:
            yield of_the_system(line.split("=> ")[1].split(" ")[0], "shared")


def listed(entries):
    """Each library once, with the first of its files."""
    first = {}
    for one in entries:
        first.setdefault((one["name"], one["version"]), one)
    return [first[key] for key in sorted(first)]


def copy_licences(libraries, folder):
    os.makedirs(folder, exist_ok=True)
    for one in libraries:
        texts, *common = map(pathlib.Path, one["texts"])
        shutil.copyfile(texts, os.path.join(folder, f"{one['name']}.txt"))
        for path in common:
            shutil.copyfile(path, os.path.join(folder, f"{path.name}.txt"))


def main():
    match sys.argv[1:]:
        case ["list", "--shared", program]:
            print(json.dumps(listed(shared_libraries(program)), indent=1))
        case ["list", build]:
            print(json.dumps(listed(static_libraries(build)), indent=1))
        case ["licences", libraries, folder]:
            copy_licences(json.loads(pathlib.Path(libraries).read_text(encoding="utf-8")), folder)
        case ["licences-of", build, folder]:
            copy_licences(listed(static_libraries(build)), folder)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
