#!/usr/bin/env python3
"""platforms_test.py: the sources compile without a warning for each system and machine that has a preset.

    platforms_test.py --build FOLDER

A compiler that isn't installed is skipped by name. Nothing is linked, so only the headers of libraries are needed,
which are the same everywhere. FOLDER is a build: its compile_commands.json has the warnings and definitions. Also, each
preset must have a build preset, an existing toolchain, and a row in CONTRIBUTING.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 120
HEADERS = ("archive.h", "archive_entry.h", "cjson/cJSON.h", "expat.h", "expat_external.h", "libdeflate.h", "zconf.h",
           "zlib.h")
HERE = "/usr/include"
# The name of a preset; its compiler, with the flags of its toolchain and of cmake/Optimising.cmake; the prefix of its
# files in src/platform.
PLATFORMS = (
    ("windows", ["x86_64-w64-mingw32-gcc-win32"], "windows"),
    ("web", ["clang", "--target=wasm32-wasi", "-Wno-unknown-warning-option"], "wasi"),
    ("i686", ["i686-linux-gnu-gcc", "-msse2", "-mfpmath=sse", "-Wno-psabi"], "posix"),
    ("s390x", ["s390x-linux-gnu-gcc", "-fexcess-precision=fast"], "posix"),
    ("arm64", ["aarch64-linux-gnu-gcc"], "posix"),
)


def flags_of(build):
    """The warnings, definitions and folders of the project that the library is compiled with."""
    entries = json.loads(pathlib.Path(build, "compile_commands.json").read_text(encoding="utf-8"))
    source = str(ROOT / "src" / "core" / "span.c")
    words = next(shlex.split(entry["command"]) for entry in entries if entry["file"] == source)
    wanted = re.compile(rf"-std=|-W(?!l,)|-D(?!_FORTIFY_SOURCE)|-I{re.escape(str(ROOT))}(/(src|include))?$")
    return [word for word in words if wanted.match(word)]


def flags_of_windows():
    """Mingw's isnan and isfinite have a conversion in a branch that never runs, which causes a warning."""
    definitions = (ROOT / "cmake" / "windows" / "definitions.txt").read_text(encoding="utf-8").split()
    return ["-Wno-float-conversion", *(f"-D{word}" for word in definitions)]


def sources_of(system):
    """All source files except those for other systems."""
    platform = ROOT / "src" / "platform"
    own = ("common.", f"{system}_") if system == "windows" else ("common.", "not_windows.", f"{system}_")
    for path in sorted((ROOT / "src").rglob("*.c")):
        if path.parent != platform or path.name.startswith(own):
            yield path


def compiles(command, text="#include <stdio.h>\n"):
    return subprocess.run([*command, "-fsyntax-only", "-x", "c", "-"], input=text, text=True, capture_output=True,
                          check=False, timeout=SECONDS).returncode == 0


def compile_one(command, path):
    """The messages of the compiler; empty on success."""
    done = subprocess.run([*command, "-fsyntax-only", str(path)], capture_output=True, text=True, errors="replace",
                          check=False, timeout=SECONDS)
    return done.stderr.strip() or (f"{path}: status {done.returncode}" if done.returncode else "")


def compile_all(name, command, system):
    """The problems of a platform."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(lambda path: compile_one(command, path), sources_of(system)))
    # A compiler that accepts everything would prove nothing.
    if compiles(command, "int f(unsigned long long n) { int i = n; return i; }\n"):
        said.append(f"{command[0]} says nothing of a conversion")
    return [f"{name}: {text}" for text in said if text]


def copy_headers(folder):
    """Copies the headers of libraries that are the same on each system, without the other headers of this system."""
    for header in HEADERS:
        source = pathlib.Path(HERE, header)
        if source.exists():
            folder.joinpath(header).parent.mkdir(exist_ok=True)
            shutil.copy(source, folder / header)


def presets_problems():
    """The missing companions of each preset."""
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    builds = {preset["configurePreset"] for preset in presets["buildPresets"]}
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    parts = (ROOT / "ci" / "platforms.sh").read_text(encoding="utf-8")
    for preset in presets["configurePresets"]:
        name = preset["name"]
        toolchain = preset.get("toolchainFile", "").replace("${sourceDir}", str(ROOT))
        if toolchain and not pathlib.Path(toolchain).is_file():
            yield f"{name}: {toolchain} is not there"
        if preset.get("hidden"):
            continue
        if name not in builds:
            yield f"{name} has no build preset"
        if not re.search(rf"^\|.*`{name}`.*\|.*\|$", guide, re.MULTILINE):
            yield f"{name} has no row in CONTRIBUTING.md"
        if toolchain and f"part_of_{name}()" not in parts:
            yield f"{name} is no part of ci/platforms.sh"
    known = {preset["name"] for preset in presets["configurePresets"]}
    yield from (f"{name} is here and no preset" for name, _, _ in PLATFORMS if name not in known)


def main():
    parser = argparse.ArgumentParser(description="Compile the sources for other systems and machines.")
    parser.add_argument("--build", required=True)
    arguments = parser.parse_args()
    problems = list(presets_problems())
    results, skipped = [problems], 0
    flags = flags_of(arguments.build)
    with tempfile.TemporaryDirectory() as folder:
        copy_headers(pathlib.Path(folder))
        flags += ["-Werror", "-isystem", folder]
        for name, compiler, system in PLATFORMS:
            if shutil.which(compiler[0]) is None or not compiles(compiler):
                print(f"skipped: platform {name}: no {compiler[0]} with a C library for it")
                skipped += 1
                continue
            own = flags_of_windows() if system == "windows" else []
            results.append(compile_all(name, [*compiler, *flags, *own], system))
    for problem in sum(results, []):
        print(problem)
    failed = sum(map(bool, results))
    print(f"{len(results) - failed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
