#!/usr/bin/env python3
"""shapes_test.py: a whole mod gives the same findings in every shape.

    shapes_test.py --program PATH [--real DIR]

Mods are checked as a folder with different spellings of its path, in a zip, a 7z and tars, and those of X4 in the
catalogs that the game reads. Each must give the findings of the folder, including notes: the same rules at the same
places in the same words. The mods of DIR/mods (x4_mods_test.py) are checked like the generated ones; if they are
missing, they are skipped.
"""

import itertools
import pathlib
import sys
import tempfile

import good_mods
import mod_shapes
import whole_mods
from whole_mods import difference, findings


def reported(shape, program):
    """The findings of a mod in a shape, without those about the package itself and the name of its folder."""
    return sorted((shape.place(one), one["rule"], one["level"], one["field"], one["offset"], one["length"], one.get("line", 0),
                   one.get("column", 0), one["message"], one["count"])
                  for one in findings(program, shape.folder, shape.path, show="note")
                  if not one["rule"].startswith(("archive/", "cat/", "x4/folder-name")))


def problems_of(program, files, catalogs, broken=False):
    makers = [mod_shapes.as_folders, mod_shapes.as_packages] + ([mod_shapes.as_catalogs] if catalogs else [])
    wanted = None
    for make in makers:
        with tempfile.TemporaryDirectory() as room:
            for shape in make(pathlib.Path(room), files):
                found = reported(shape, program)
                wanted = found if wanted is None else wanted
                yield shape.name, difference(wanted, found)
    if broken:
        yield "anything", [] if wanted else ["nothing is reported"]


def without(files, *parts):
    """The mod without some of its files, so that there are findings."""
    return {name: content for name, content in files.items() if not any(part in name.lower() for part in parts)}


def named(cases, name):
    return ((f"{name}: {case}", problems) for case, problems in cases)


def main():
    arguments = whole_mods.arguments_of("Check mods in all shapes.")
    program, mods = arguments.program, arguments.mods
    cases = [named(problems_of(program, without(good_mods.X4, ".jcs", "wing-lod0", "gun_macro"), True, broken=True), "the mod of X4"),
             named(problems_of(program, without(good_mods.PARADOX, "soldier7.xac", "soldier9_idle"), False, broken=True), "the mod of Victoria 2")]
    real = mods.is_dir()
    if real:
        cases += [named(problems_of(program, mod_shapes.files_of(mods / name), True), name) for name in whole_mods.x4_mods(mods)]
        cases += [named(problems_of(program, mod_shapes.files_of(mods / name), False), name) for name in whole_mods.paradox_mods(mods)]
    else:
        whole_mods.skip(mods)
    passed, failed = whole_mods.count(itertools.chain(*cases))
    return whole_mods.conclude(passed, failed, int(not real))


if __name__ == "__main__":
    sys.exit(main())
