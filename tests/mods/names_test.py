#!/usr/bin/env python3
"""names_test.py: a file of names gives the same findings as the game or mod that it was made of.

    names_test.py --program PATH [--real PATH]

The generated mod of X4 is checked with each reference of references_test.py, in each shape; made mods of the other games, and
published mods, with each other. Whatever the report says of them with a folder or package, it must say with its names: findings,
sentences, and what could not be judged.
"""

import itertools
import pathlib
import subprocess
import sys
import tempfile

import good_mods
import mod_shapes
import references_test
import whole_mods
import x4

# Published files without their mods, and what they are checked with.
LOOSE = [("Trisnox+lost-saga-io3d", "coreynguyen+mxs_lost_saga_online_pc"), ("NeutralD+BBMOD", "Cpetro02+BBMOD"),
         ("C4brit4+Kaiserreich-Vic2", "LogicTongji+Shower-of-Flowers-Brambles")]


def write_names(program, folder, reference, names):
    """Makes the names of a reference. Its path in the command line is the one that a check gets."""
    done = subprocess.run([program, "index", reference], cwd=folder, capture_output=True, timeout=whole_mods.SECONDS)
    if done.returncode != 0:
        raise RuntimeError(f"index {reference}: exit {done.returncode}: {done.stderr.decode(errors='replace')}")
    (folder / names).write_bytes(done.stdout)


def said(program, folder, mod, reference):
    """What a report says of a mod, without the reference in it."""
    report = whole_mods.report(program, folder, mod, [reference], show="note")
    return sorted(map(repr, report["findings"])) + sorted(map(repr, report["summary"].get("notJudged", [])))


def compare(program, folder, mod, reference):
    """Yields what the report says only with a reference, or only with its names."""
    write_names(program, folder, reference, "reference.names")
    return whole_mods.difference(said(program, folder, mod, reference), said(program, folder, mod, "reference.names"))


def without(files, *parts):
    return {name: content for name, content in files.items() if not any(part in name for part in parts)}


def made_mods():
    """Yields the name of each mod, and its files: some refer to what only others have."""
    yield "ship_mod", good_mods.X4
    yield "half a ship_mod", without(good_mods.X4, "wing-lod0", "assets/gun", "content.xml.sig")
    yield "a ship_mod without its index", without(good_mods.X4, "index/", "gun_data", "Gun_Data")
    yield "a ship_mod without its ship", without(good_mods.X4, "assets/ship.xml", "textures")
    yield "a ship_mod without its gun", without(good_mods.X4, "assets/gun.xml", "libraries")
    yield "argons of a ship_mod", good_mods.X4 | references_test.files({
        "index/macros.xml": x4.index(x4.entry("ship_macro", r"extensions\ship_mod\assets\macros\ship_macro")),
        "assets/argons.xml": x4.macro("argon_macro"), "assets/others.xml": x4.macro("other_macro"),
        "index/components.xml": x4.index(x4.entry("ship", r"extensions\ship_mod\assets\ship"), x4.entry("ships", r"assets\units\ship"),
                                         x4.entry("jet", r"extensions\other_mod\assets\others"))})
    yield "game", references_test.files(references_test.GAME)
    yield "other", references_test.files(references_test.OTHER)
    yield "checkout of other", references_test.files(references_test.OTHER | {
        "content.xml": "<content/>", "index/macros.xml": x4.index(x4.entry("other_macro", r"extensions\other_mod\assets\other_macro"))})
    yield "paradox", good_mods.PARADOX
    yield "half a paradox", without(good_mods.PARADOX, "soldier7", "gun.xac", "walk", "icons.gfx", "coat")
    yield "large paradox", good_mods.paradox_mod(60)
    yield "large paradox without coats", without(good_mods.paradox_mod(60), "coat", "guns.gfx")


def problems_of_made(program, room):
    mods = dict(made_mods())
    for name, content in mods.items():
        mod_shapes.write(room / name, content)
    for mod, reference in itertools.permutations(mods, 2):
        if ("paradox" in mod) == ("paradox" in reference):
            yield f"{mod} with {reference}", compare(program, room, mod, reference)
    for name, content, _ in references_test.references():
        for shape in references_test.shapes_of(room, f"as {name}", content):
            yield f"ship_mod with {shape}", compare(program, room, "ship_mod", shape)


def problems_of_published(program, real):
    mods = sorted(path for path in (real / "mods").iterdir() if path.is_dir())
    loose = [(real / a, real / b) for a, b in LOOSE if (real / a).is_dir() and (real / b).is_dir()]
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        for mod, reference in [*itertools.permutations(mods, 2), *loose]:
            yield f"{mod.name} with {reference.name}", compare(program, room, mod, reference)


def main():
    arguments = whole_mods.arguments_of("Check mods with files of names.")
    with tempfile.TemporaryDirectory() as place:
        made = whole_mods.count(problems_of_made(arguments.program, pathlib.Path(place)))
    if not arguments.mods.is_dir():
        whole_mods.skip(arguments.mods)
        return whole_mods.conclude(*made, 1)
    published = whole_mods.count(problems_of_published(arguments.program, arguments.mods.parent))
    return whole_mods.conclude(*(sum(both) for both in zip(made, published)))


if __name__ == "__main__":
    sys.exit(main())
