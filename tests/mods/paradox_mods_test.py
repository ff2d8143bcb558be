#!/usr/bin/env python3
"""paradox_mods_test.py: checks whole published mods for Victoria 2, also after a file was renamed.

    paradox_mods_test.py --program PATH [--real DIR] [--renames N]

DIR/mods has EXPECTED-paradox.tsv with the columns mod, path, rule and field (`-` for the whole file): the errors and
warnings across files that must be reported; no others may be. Each mod is given as its folder, in the folder above, as
`.` inside, and with the other mod as reference: that isn't the game of the mod, so it changes nothing. With --renames
N, a file that some .gfx of a mod for Victoria 2 names is renamed, N times: each .gfx that names it must be reported
once, and nothing else, unless the game has the file. With a reference of fifty actors it must always be reported.
The mods belong to others, so they are not in the repository: DIR is $ASSETLINT_REAL, or shared/real beside the
checkout. If it is missing, every test is skipped.
"""

import pathlib
import random
import re
import shutil
import sys
import tempfile

import mod_shapes
import pdx
import whole_mods
from whole_mods import across, difference, free_name

TABLE = "EXPECTED-paradox.tsv"
COMPLETE, PARTIAL = "necronox+ultimate", "mattia-padovani+Carnatic"
RULES = ("pdx/", "xsm/no-node-matches", "xpm/unknown-target")
SEED = 20100813
REFERENCE = re.compile(rb'"([^"\n]*\.(?:xac|xsm))"', re.IGNORECASE)
COMMENT = re.compile(rb"#[^\n]*")


def problems_of_mods(program, mods):
    names = whole_mods.paradox_mods(mods)
    rows = whole_mods.expected(mods, TABLE, RULES)
    yield from whole_mods.as_named(program, mods, TABLE, names, RULES)
    for name in names:
        for part in ("gfx", "gfx/anims", "interface"):      # a folder inside the mod is not a whole mod
            yield f"{name}: {part} alone", difference([], across(program, mods / name, part, rules=RULES))
        wanted = [row[1:] for row in rows if row[0] == name]
        for other in names:
            if other != name:
                yield f"{name} with {other}", difference(wanted, across(program, mods, name, [other], rules=RULES))
    yield from problems_of_games(program, mods)
    yield from problems_of_game_files(program, mods)


# ---- References --------------------------------------------------------------------------------------------------------

def problems_of_games(program, mods):
    """A reference with the missing files in each shape; one without them; and one that also holds the mod."""
    files = mod_shapes.files_of(mods / COMPLETE)
    gone = {"gfx/anims/GermanTank.xac": b"-", "gfx/anims/GermanTankIdle.xsm": b"-", "gfx/anims/GermanTankMove.XSM": b"-",
            "gfx/anims/germantankattack.xsm": b"-"}
    base = {f"gfx/anims/base{number}.xac": b"" for number in range(50)}
    rows = sorted(row[1:] for row in whole_mods.expected(mods, TABLE, RULES) if row[0] == COMPLETE)
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        mod_shapes.write(room / "mod", files)
        mod_shapes.write(room / "bare", base)
        mod_shapes.write(room / "whole", base | gone)
        mod_shapes.write(room / "folder", base | {f"dlc/one/{name}": content for name, content in gone.items()})
        mod_shapes.write(room / "packed", base)
        (room / "packed/dlc").mkdir()
        mod_shapes.write_zip(room / "packed/dlc/one.zip", gone)
        mod_shapes.write_zip(room / "whole.zip", base | gone)
        mod_shapes.write_zip(room / "below.zip", {f"The game/{name}": content for name, content in (base | gone).items()})
        mod_shapes.write_zip(room / "gone.zip", gone)
        mod_shapes.write(room / "game", base)
        mod_shapes.write(room / "game/mod/ours", files)
        for references, wanted in (
                (["bare"], rows), (["bare/"], rows), (["./bare"], rows), ([str(room / "bare")], rows), (["bare", "bare"], rows),
                (["whole"], []), (["whole/"], []), (["bare", "whole"], []), (["whole", "bare"], []), (["folder"], []), (["packed"], []),
                (["whole.zip"], []), (["below.zip"], []), (["bare", "gone.zip"], []), (["mod"], rows), (["game"], rows)):
            found = across(program, room, "mod", references, rules=RULES)
            yield f"{COMPLETE} with {' and '.join(references)}", difference(wanted, found)
        yield "a mod in its game", difference(rows, across(program, room, "game/mod/ours", ["game"], rules=RULES))
        yield "a mod in a folder of mods", difference(rows, across(program, room / "game", "mod/ours", ["mod"], rules=RULES))
        yield "a mod in its game, from inside", difference(rows, across(program, room / "game/mod/ours", ".", ["../.."], rules=RULES))


# ---- Files of Victoria 2 -----------------------------------------------------------------------------------------------

TANK = "gfx/anims/Generic_Tank.xac"


def problems_of_game_files(program, mods):
    """An actor of the game lacks its textures, of which one isn't needed: notes, unless a byte differs from the game's actor."""
    tank = (mods / COMPLETE / TANK).read_bytes()
    text = pdx.gfx(pdx.of_type("Tank", actorfile=TANK)).encode()
    for case, actor, level in (("the game's own actor", tank, "note"), ("a changed actor", tank.replace(b"Diffuse", b"diffuse", 1), "warning")):
        with tempfile.TemporaryDirectory() as place:
            room = pathlib.Path(place)
            mod_shapes.write(room / "mod", {"interface/a.gfx": text, TANK: actor})
            mod_shapes.write(room / "game", {f"gfx/anims/base{number}.xac": b"" for number in range(50)} | {"gfx/anims/other.dds": b""})
            found = whole_mods.findings(program, room, "mod", ["game"], show="note")
            found = {(one["level"], "Victoria 2's own file" in one["message"]) for one in found if one["rule"] == "pdx/missing-texture"}
            yield case, difference({("note", False), (level, level == "note")}, found)


# ---- Renames ----------------------------------------------------------------------------------------------------

def references(mod):
    """Maps each file that some .gfx names to the names of these .gfx files."""
    files = {str(path.relative_to(mod)).lower(): path for path in mod.rglob("*") if path.is_file()}
    named = {}
    for text in sorted(mod.glob("interface/*.gfx")):
        for value in REFERENCE.findall(COMMENT.sub(b"", text.read_bytes())):
            name = re.sub(r"[\\/]+", "/", value.decode("latin-1").lower())
            if name in files:
                named.setdefault(files[name], set()).add(str(text.relative_to(mod)))
    return named


def rename(dice, path):
    letters = "".join(dice.choice("qxz0123456789") for _ in range(dice.randint(1, 6)))
    return path.with_name(dice.choice((f"{path.stem}{letters}", letters + path.stem)) + path.suffix)


def problems_of_renames(program, mods, count):
    dice = random.Random(SEED)
    standing = [row[1:3] for row in whole_mods.expected(mods, TABLE, RULES) if row[0] == COMPLETE]
    with tempfile.TemporaryDirectory() as folder:
        mod, game = pathlib.Path(folder) / "mod", pathlib.Path(folder) / "game"
        shutil.copytree(mods / COMPLETE, mod)
        (game / "gfx/anims").mkdir(parents=True)
        for number in range(50):
            (game / f"gfx/anims/base{number}.xac").touch()
        named, known = references(mod), set(pdx.of_game())
        for number in range(count):
            path = dice.choice(sorted(named))
            other = free_name(path, lambda: rename(dice, path))
            rule = "pdx/missing-actor-file" if path.suffix.lower() == ".xac" else "pdx/missing-motion"
            wanted = sorted(standing + [(text, rule) for text in named[path]])
            of_game = str(path.relative_to(mod)).lower() in known
            path.rename(other)
            found = sorted(one[:2] for one in across(program, mod, ".", rules=RULES))
            with_game = sorted(one[:2] for one in across(program, mod, ".", [game], rules=RULES))
            other.rename(path)
            case = f"rename {number}: {path.relative_to(mod)} as {other.name}"
            yield case, [] if found == (sorted(standing) if of_game else wanted) else [f"found {found}"]
            yield case + " with a game", [] if with_game == wanted else [f"found {with_game}"]


if __name__ == "__main__":
    sys.exit(whole_mods.main("Check whole published mods for Victoria 2.", TABLE, problems_of_mods, problems_of_renames))
