#!/usr/bin/env python3
"""compile.py: compiles a source with its mutants. CMake starts it in the preset `mutants`.

    compile.py COMPILER ARGUMENT...

A source outside AREAS is compiled as it is. The copies with mutants, and lists of them, are in mutants/ of the build.
"""

import dataclasses
import fnmatch
import json
import os
import pathlib
import sys

import points

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = pathlib.Path(__file__).with_name("mutants.h")
# The areas of the figures, and their sources. A * also stands for folders.
AREAS = {
    "core": "src/core/*.c",
    "kit": "src/kit/*.c",
    "rules": "src/formats/*rules.c",
    "relations": "src/relations/*.c",
    "containers": "src/containers/*.c",
    "project": "src/project/*.c",
    "engine": "src/engine/*.c",
    "view": "src/view/*.c",
    "report": "src/report/*.c",
    "cli": "src/cli/*.c",
}


def area_of(name):
    return next((area for area, pattern in AREAS.items() if fnmatch.fnmatchcase(name, pattern)), None)


def beginning(name, count):
    """The first lines of a copy. In the copy itself, because a test may include it instead of its original."""
    return f'#define AL_MUTANTS_FILE "{name}"\n#define AL_MUTANTS_COUNT {count}\n#include "{HEADER}"\n'


def replace(path, text):
    """Writes a file whole: two targets may compile one source at the same time."""
    mine = path.with_name(f"{path.name}.{os.getpid()}")
    mine.write_text(text, encoding="utf-8")
    mine.replace(path)


def with_mutants(command, source, name, folder):
    """Writes the copy of a source and the list of its mutants; returns the command that compiles the copy."""
    flags = [word for word in command if word.startswith(("-I", "-D", "-std="))]
    mutants, text = points.mutate(source, flags)
    copy = folder / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    replace(copy, beginning(name, len(mutants)) + text)
    rows = [{key: value for key, value in dataclasses.asdict(m).items()
             if key in ("number", "line", "function", "operator", "change", "text")} for m in mutants]
    replace(copy.with_suffix(".json"), json.dumps(rows, indent=0))
    # A variable that a mutant leaves without a value must not have the right one by chance.
    own = ["-w", "-ftrivial-auto-var-init=pattern", "-iquote", str(pathlib.Path(source).parent)]
    return [str(copy) if word == source else word for word in command] + own


def main():
    command = sys.argv[1:]
    source = command[command.index("-c") + 1] if "-c" in command else ""
    path = pathlib.Path(source)
    name = path.relative_to(ROOT).as_posix() if path.is_absolute() and ROOT in path.parents else ""
    if area_of(name) is not None:
        command = with_mutants(command, source, name, pathlib.Path.cwd() / "mutants")
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
