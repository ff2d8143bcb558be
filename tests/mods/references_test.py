#!/usr/bin/env python3
"""references_test.py: --with takes a folder or package of a game, another mod, several, or a folder with the checked mod.

    references_test.py --program PATH

The generated mod of X4 refers to the game, to an extension of it and to another mod. Files that these have are found,
files that they should have and lack are reported, and undecidable references are not.
"""

import pathlib
import sys
import tempfile

import good_mods
import mod_shapes
import whole_mods
import x4
from whole_mods import across, difference

HALL, PICTURE = "assets/structures/hall_data", "assets/textures"
GAME = {"index/macros.xml": x4.index(x4.entry("argon_macro", r"assets\units\argon_macro")),
        "assets/units/argon_macro.xml": x4.macro("argon_macro"), "assets/units/ship.xml": x4.component(name="game_ship", geometry=None),
        HALL + "/hall-lod0.xmf": x4.mesh("props.wall"), PICTURE + "/wall.gz": b"\x1f\x8b",
        "extensions/ego_dlc_split/content.xml": '<content id="ego_dlc_split"/>',
        "extensions/ego_dlc_split/assets/split_macro.xml": x4.macro("split_macro")}
OTHER = {"content.xml": '<content id="other_mod"/>', "assets/jet_data/jet-lod0.xmf": x4.mesh(), "assets/other_macro.xml": x4.macro("other_macro")}
STATION = ("assets/station.xml", "x4/geometry-folder", "components/component[@name='station']/source/@geometry")
WALL = ("libraries/material_library.xml", "x4/missing-texture",
        "materiallibrary/collection[@name='ships']/material[@name='wall']/properties/property[@name='diffuse_map']/@value")
ARGON = ("index/macros.xml", "x4/index-path", "index/entry[@name='argon_macro']/@value")
SPLIT = ("index/macros.xml", "x4/index-path", "index/entry[@name='split_macro']/@value")
JET = ("assets/engine.xml", "x4/missing-mesh", "components/component[@name='engine']/connections/connection[@name='c']/parts/part[@name='jet']")


def files(texts):
    return x4.Mod(texts, content=None).files()


def without(texts, part):
    return files({name: text for name, text in texts.items() if part not in name})


def emptied(texts, part):
    """The folders are there, but the files in them have other names."""
    return files({name + (".old" if part in name else ""): text for name, text in texts.items()})


def references():
    """Yields the name of each reference, its files, and the expected findings."""
    game, other = files(GAME), files(OTHER)
    yield "nothing", {}, []
    yield "other", other, []
    yield "game", game, []
    yield "game without a hall", emptied(GAME, "hall-lod0"), [STATION]
    yield "game without halls", without(GAME, "structures"), []
    yield "game without a picture", emptied(GAME, "wall.gz"), [WALL]
    yield "game without pictures", without(GAME, "textures"), []
    yield "game without argon", without(GAME, "argon_macro.xml"), [ARGON]
    yield "game without units", without(GAME, "assets/units"), []
    yield "game without split", emptied(GAME, "split_macro"), [SPLIT]
    yield "game of pictures alone", {name: content for name, content in game.items() if "textures" in name}, []
    yield "other without a jet", files({name.replace("jet-", "fan-"): text for name, text in OTHER.items()}), [JET]


def shapes_of(room, name, content):
    """Yields the paths of a reference: of its folder in several spellings, and of its packages."""
    mod_shapes.write(room / name, content)
    (room / name).mkdir(exist_ok=True)
    yield name
    yield name + "/"
    yield "./" + name
    yield str(room / name)
    mod_shapes.write_zip(room / f"{name}.zip", content)
    yield f"{name}.zip"
    mod_shapes.write_tar(room / f"{name}.tar.gz", content, "w:gz")
    yield f"{name}.tar.gz"
    mod_shapes.write_cat(room, name + " as cat", content)
    yield f"{name} as cat.cat"


def problems_of(program):
    """A reference gives the same findings in each shape, and together with another one that has nothing."""
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        mod_shapes.write(room / "mod", good_mods.X4)
        mod_shapes.write(room / "bare", {"readme.txt": b""})
        for name, content, wanted in references():
            for shape in shapes_of(room, name, content):
                yield f"with {shape}", difference(sorted(wanted), across(program, room, "mod", [shape]))
            for pair in ([name, "bare"], ["bare", name], [name, name]):
                yield f"with {' and '.join(pair)}", difference(sorted(wanted), across(program, room, "mod", pair))
        yield from problems_of_two(program, room)


def problems_of_two(program, room):
    """Two references complete each other; and a game that contains the checked mod doesn't complete it."""
    for pair in (["game", "game without a hall"], ["game without a hall", "game"], ["game without a hall", "game without argon"],
                 ["other", "game"], ["other without a jet", "other"]):
        yield f"with {' and '.join(pair)}", difference([], across(program, room, "mod", pair))
    inside = "whole/extensions/ship_mod"
    mod_shapes.write(room / "whole", files(GAME))
    mod_shapes.write(room / inside, {name: content for name, content in good_mods.X4.items() if "wing-lod0" not in name})
    mod_shapes.write(room / "whole/extensions/other_mod", files({name.replace("jet-", "fan-"): text for name, text in OTHER.items()}))
    wing = ("assets/ship.xml", "x4/missing-mesh", "components/component[@name='ship']/connections/connection[@name='w']/parts/part[@name='wing']")
    for folder, path, reference in ((room, inside, "whole"), (room, inside + "/", "whole/"), (room / inside, ".", "../.."),
                                    (room / inside, "../ship_mod", str(room / "whole")), (room, str(room / inside), "whole")):
        yield f"{path} in {reference}", difference(sorted([wing, JET]), across(program, folder, path, [reference]))
    yield "in its extensions", difference(sorted([wing, JET]), across(program, room, inside, ["whole/extensions"]))
    yield "itself", difference([wing], across(program, room, inside, [inside]))
    yield "a part of it", difference([wing], across(program, room, inside, [inside + "/assets"]))


def main():
    arguments = whole_mods.arguments_of("Check a mod with references.")
    return whole_mods.conclude(*whole_mods.count(problems_of(arguments.program)))


if __name__ == "__main__":
    sys.exit(main())
