#!/usr/bin/env python3
"""fix_references_test.py: `fix` writes what a reference should be into XML and .gfx, and changes no other byte.

    fix_references_test.py --program PATH

In a generated mod without missing references one is spelt otherwise. After `fix` the mod must be as it was, or untouched
where nothing may be fixed.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import good_mods
import mod_shapes
import whole_mods
import x4
from pictures import picture

INDEX, PARTS, LIBRARY, SHIP, GUN = "index/macros.xml", "index/components.xml", "libraries/material_library.xml", "assets/ship.xml", "assets/macros/gun_macro.xml"
OWN = x4.OWN
TEXTURES = OWN + r"\assets\textures"
SOLDIERS = "interface/soldiers.gfx"
TWO_ACTORS = "two actors are as near"
UNSAFE, SAFE, NONE = "unsafe", "safe", None


def text_of(name, old="", new=""):
    return good_mods.X4[name].decode().replace(old, new)


PARENT = {SHIP: text_of(SHIP, 'name="w"', 'name="w" parent="hull"')}
OWN_PARENT = {SHIP: text_of(SHIP, 'name="w"', 'name="w" parent="wing"')}
WINGS = {SHIP: text_of(SHIP, '<part name="wing">', '<part name="wing"><lods><lod index="0"/><lod index="1"/></lods>'),
         "assets/ship_data/wing-lod1.xmf": x4.mesh("ships.hull")}
TURRET = {GUN: '<macros><macro name="gun_macro" class="turret"><component ref="gun"/><connections><connection ref="barrel_con"/>'
               '</connections></macro></macros>', "assets/gun.xml": text_of("assets/gun.xml", 'name="b"', 'name="barrel_con"')}
SCRIPT = {"ui.xml": '<addon><environment><file name="ui/addon.lua"/></environment></addon>'}


def x4_cases():
    """A name, the rule, files of the mod that are added, changed or taken out; the file, what is in it, how that is misspelt, and
    what fix makes of it: a safe or unsafe change, or none."""
    yield "a macro's path", "index-path", {}, INDEX, r"macros\ship_macro", r"macros\ship_macroo", UNSAFE
    yield "a path without _macro", "index-path", {}, INDEX, r"macros\ship_macro", r"macros\ship", UNSAFE
    yield "a path to another folder", "index-path", {}, INDEX, r"macros\ship_macro", r"ships\ship_macro", UNSAFE
    yield "a path to another extension", "index-path", {}, INDEX, OWN + r"\assets\macros\ship", r"extensions\ship_mood\assets\macros\ship", UNSAFE
    yield "a path to another macro", "index-path", {"assets/macros/ship_macro.xml": '<macros><macro name="boat_macro"/></macros>'}, INDEX, r"macros\ship", r"macros\shipp", NONE
    yield "a component's path", "index-path", {}, PARTS, r"assets\ship", r"assets\shipp", UNSAFE
    yield "a component's name", "index-name", {}, PARTS, 'name="ship"', 'name="shipp"', UNSAFE
    yield "a name that has an entry", "index-name", {PARTS: text_of(PARTS, "</add>", f'<entry name="ship" value="{OWN}\\assets\\ship"/></add>')}, \
        PARTS, 'name="ship"', 'name="shipp"', NONE
    yield "a folder", "geometry-folder", {}, SHIP, r"assets\ship_data", r"assets\ship_dataa", UNSAFE
    yield "a folder without _data", "geometry-folder", {}, SHIP, r"assets\ship_data", r"assets\ship", UNSAFE
    yield "folders keep their case", "geometry-folder", {SHIP: text_of(SHIP, OWN + r"\assets", r"Extensions\Ship_Mod\Assets")}, SHIP, \
        "ship_data", "ship_dataa", UNSAFE
    yield "a folder without a mesh", "geometry-folder", {"assets/ship_data/hull-lod2.xmf": None}, SHIP, "ship_data", "ship_dat", NONE
    yield "a folder without the wreck", "geometry-folder", {"assets/ship_data/ruin-lod0.xmf": None}, SHIP, "ship_data", "ship_dat", NONE
    yield "a folder without its .ani", "geometry-folder", {"assets/SHIP_DATA.ANI": None}, SHIP, "ship_data", "ship_dat", NONE
    yield "a wreck", "missing-mesh", {}, SHIP, 'wreck="ruin"', 'wreck="ruinn"', UNSAFE
    yield "a part", "missing-mesh", {}, SHIP, 'part name="wing"', 'part name="wingg"', UNSAFE
    yield "a part of two levels", "missing-mesh", WINGS, SHIP, 'part name="wing"', 'part name="wingg"', UNSAFE
    yield "a part that lacks a level", "missing-mesh", WINGS | {"assets/ship_data/wing-lod1.xmf": None}, SHIP, 'part name="wing"', 'part name="wingg"', NONE
    yield "a part with a collision mesh", "missing-mesh", {"assets/ship_data/wingg-collision.xmf": x4.collision_mesh()}, SHIP, \
        'part name="wing"', 'part name="wingg"', NONE
    yield "a part like another one", "missing-mesh", {}, SHIP, 'part name="wing"', 'part name="hul"', NONE
    yield "a wreck like a part", "missing-mesh", {}, SHIP, 'wreck="ruin"', 'wreck="wingg"', NONE
    yield "a part that others name", "missing-mesh", {SHIP: text_of(SHIP, 'name="g"', 'name="g" parent="wingg"')}, SHIP, \
        'part name="wing"', 'part name="wingg"', NONE
    yield "an animation", "animation-entry", {}, SHIP, 'animation name="close"', 'animation name="cloze"', UNSAFE
    yield "an animation like another one", "animation-entry", {}, SHIP, 'animation name="close"', 'animation name="opem"', NONE
    yield "a texture", "missing-texture", {}, LIBRARY, r"textures\wing", r"textures\winng", UNSAFE
    yield "a texture in another folder", "missing-texture", {}, LIBRARY, r"textures\wing", "wing", UNSAFE
    yield "the extension of a texture", "missing-texture", {}, LIBRARY, r"textures\hull", r"textures\hull.gz", SAFE
    yield "case and separators, too", "missing-texture", {}, LIBRARY, TEXTURES + r"\hull", "/extensions//ship_mod/assets/textures/Hull.GZ", SAFE
    yield "two textures are as near", "missing-texture", {"assets/textures/wine.dds": picture(".dds")}, LIBRARY, r"textures\wing", r"textures\winf", NONE
    yield "no texture is near", "missing-texture", {}, LIBRARY, r"textures\wing", r"textures\propeller", NONE
    yield "a script", "ui-file", SCRIPT, "ui.xml", "addon.lua", "adon.lua", UNSAFE
    yield "a connection", "connection-ref", TURRET, GUN, "barrel_con", "barrell_con", UNSAFE
    yield "a parent", "connection-parent", PARENT, SHIP, 'parent="hull"', 'parent="hul"', UNSAFE
    yield "a parent in its connection", "connection-parent", OWN_PARENT, SHIP, 'parent="wing"', 'parent="winng"', NONE


def library(value, encoding, codec, quote='"'):
    """The library in an encoding, with a texture at a value."""
    body = text_of(LIBRARY, f'"{TEXTURES}\\hull"', f"{quote}{TEXTURES}\\{value}{quote}").split("?>", 1)[1]
    mark = "\ufeff" if codec.startswith("utf") else ""
    return f'{mark}<?xml version="1.0" encoding="{encoding}"?><!-- ä -->{body}'.encode(codec)


def library_cases():
    """A name, the library with a misspelt texture and after the fix, and the name of the texture."""
    for encoding, codec in (("ISO-8859-1", "latin-1"), ("windows-1252", "cp1252"), ("UTF-8", "utf-8"), ("UTF-16", "utf-16-le"), ("UTF-16", "utf-16-be")):
        bent = "flügel" if encoding == "UTF-8" else "fl&#xFC;gel"
        for wrong, right, file in (("hull1", "hull", "hull"), ("black&amp;whitee", "black&amp;white", "black&white"), ("flügell", bent, "flügel")):
            yield f"{file} in {codec}", library(wrong, encoding, codec), library(right, encoding, codec), file
    for quote, wrong, right in (('"', "o'neil", "o'neill"), ("'", "o&apos;neil", "o&apos;neill")):
        yield f"{right} in {quote}", library(wrong, "UTF-8", "utf-8", quote), library(right, "UTF-8", "utf-8", quote), "o'neill"


def soldier_cases():
    """A name, and the soldiers with misspelt references and after the fix."""
    text, one, two = good_mods.PARADOX[SOLDIERS].decode(), r"gfx\anims\Soldier1.xac", r"gfx\anims\Soldier2.xac"
    wrong, right = r"gfx\anims\Sol_dier1.xac", r"gfx\anims\soldier1.xac"
    yield "an actor", text.replace(one, wrong), text.replace(one, right)
    yield TWO_ACTORS, text.replace(one, wrong), text.replace(one, wrong)
    yield "doubled separators", text.replace("soldier2_idle", "soldier2-idle"), text
    yield "a motion of two", text.replace("walk.XSM", "wa_lk.XSM", 2), text.replace("walk.XSM", "walk.xsm", 2)
    yield "no quotes", text.replace(f'"{one}"', wrong), text.replace(f'"{one}"', right)
    yield "two spellings", text.replace(one, wrong).replace(two, r"gfx\\anims/sol_DIER1.xac"), \
        text.replace(one, right).replace(two, r"gfx\\anims\\soldier1.xac")


# ---- Running ----------------------------------------------------------------------------------------------------


def fix(program, folder, *options, path="mod"):
    """The exit status, the changes, and the refusals of fix."""
    ran = subprocess.run([program, "fix", "-f", "json", *options, path], cwd=folder, capture_output=True, check=False)
    made = json.loads(ran.stdout)
    return ran.returncode, made["changes"], made["refused"]


def files_in(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def is_whole_change(before, after, changes):
    """Whether the changes say which bytes of the file are others, and no more."""
    at = moved = 0
    for change in sorted(changes, key=lambda change: change["offset"]):
        start = change["offset"]
        if before[at:start] != after[at + moved:start + moved]:
            return False
        at, moved = start + change["removed"], moved + change["added"] - change["removed"]
    return before[at:] == after[at + moved:]


def problems_of_fix(program, files, name, fixed, rule, kind):
    """The problems when the file `name` of a mod must become `fixed`, for a rule and by such changes."""
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        mod_shapes.write(room / "mod", files)
        status, changes, refused = fix(program, room)
        if (status, len(changes) > 0, [one["heldBack"] for one in refused]) != (int(kind == SAFE), kind == SAFE, [True] * (kind == UNSAFE)):
            yield f"without --unsafe: {status}, {changes}, {refused}"
        status, changes, refused = fix(program, room, "--unsafe", "--in-place")
        if status != 0 or refused or {(one["path"], one["rule"], one["kind"]) for one in changes} != ({(f"mod/{name}", rule, kind)} if kind else set()):
            yield f"exit {status}: {changes}, {refused}"
        if not is_whole_change(files[name], fixed, changes):
            yield f"the changes are not those of the file: {changes}"
        if files_in(room / "mod") != files | {name: fixed}:
            yield "a file is not what it should be"
        found = whole_mods.across(program, room, "mod")
        if (rule in [one[1] for one in found]) != (kind is NONE) or (found and kind) or fix(program, room, "--unsafe")[1]:
            yield f"after the fix: {found}"


def in_bytes(files):
    return {name: text.encode() if isinstance(text, str) else text for name, text in files.items() if text is not None}


def problems_of_references(program):
    for name, rule, more, file, right, wrong, kind in x4_cases():
        good = in_bytes(good_mods.X4 | more)
        bad = good | {file: good[file].replace(right.encode(), wrong.encode(), 1)}
        assert bad != good, name
        yield name, list(problems_of_fix(program, bad, file, (good if kind else bad)[file], f"x4/{rule}", kind))
    for name, bad, fixed, texture in library_cases():
        files = good_mods.X4 | {LIBRARY: bad, f"assets/textures/{texture}.dds": picture(".dds")}
        yield name, list(problems_of_fix(program, files, LIBRARY, fixed, "x4/missing-texture", UNSAFE))
    for name, bad, fixed in soldier_cases():
        rule = "pdx/missing-motion" if name in ("a motion of two", "doubled separators") else "pdx/missing-actor-file"
        files = good_mods.PARADOX | {SOLDIERS: bad.encode()}
        if name == TWO_ACTORS:
            files |= {"gfx/anims/sol-dier1.xac": files["gfx/anims/soldier1.xac"]}
        kind = NONE if name == TWO_ACTORS else UNSAFE
        yield name, list(problems_of_fix(program, files, SOLDIERS, fixed.encode(), rule, kind))


# ---- What is left ------------------------------------------------------------------------------------------------


def twice_bad():
    """A mod with two misspelt textures, in a file of several parts."""
    text = text_of(LIBRARY, r"textures\wing", r"textures\winng").replace(r"textures\hull", r"textures\hulll")
    return good_mods.X4 | {LIBRARY: text.replace("?>", f"?><!--{' long' * 50000}-->").encode()}


def problems_of_package(program):
    """A file in a package is shown, and the package stays."""
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        mod_shapes.write_zip(room / "mod.zip", {f"ship_mod/{name}": content for name, content in twice_bad().items()})
        before = files_in(room)
        status, changes, _ = fix(program, room, "--unsafe", "--in-place", path="mod.zip")
        if status != 1 or [(one["path"], one["member"], one["after"], one["written"]) for one in changes] != [
                ("mod.zip", f"ship_mod/{LIBRARY}", f"{TEXTURES}\\{name}", False) for name in ("hull", "wing")]:
            yield f"{status}, {changes}"
        if files_in(room) != before:
            yield "the package is another one"


def problems_of_control(program):
    """XML can't have a name with a control character: that is refused."""
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        mod_shapes.write(room / "mod", good_mods.X4 | {LIBRARY: library("bell", "UTF-8", "utf-8"), "assets/textures/be\x07l.dds": picture(".dds")})
        status, changes, refused = fix(program, room, "--unsafe", "--in-place")
        if status != 1 or changes or [one["reason"] for one in refused] != ["the name has characters that can't be written there"]:
            yield f"{status}, {changes}, {refused}"
        if (room / "mod" / LIBRARY).read_bytes() != library("bell", "UTF-8", "utf-8"):
            yield "the file is another one"


def problems_of_suppression(program):
    """What the configuration or --ignore leaves out stays; the rest is fixed."""
    field = "materiallibrary/collection[@name='ships']/material[@name='wing']/properties/property[@name='diffuse_map']/@value"
    suppression = {"rule": "x4/missing-texture", "path": f"mod/{LIBRARY}", "field": field, "reason": "It comes later"}
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        mod_shapes.write(room / "mod", twice_bad())
        mod_shapes.write(room, {"assetlint.json": json.dumps({"suppressions": [suppression]}).encode()})
        if fix(program, room, "--unsafe", "--ignore", "x4/missing-texture") != (0, [], []):
            yield "--ignore leaves it out, and it would be fixed"
        status, changes, refused = fix(program, room, "--unsafe", "--in-place")
        if status != 0 or refused or [one["after"] for one in changes] != [f"{TEXTURES}\\hull"]:
            yield f"{status}, {changes}, {refused}"
        if (room / "mod" / LIBRARY).read_bytes() != twice_bad()[LIBRARY].replace(b"hulll", b"hull"):
            yield "the file has not the one change"


def problems_of_harm(program, other, misspelt):
    """A component without an entry is not judged. With its entry the mesh that it lacks is an error, so the entry stays, and only
    another file is fixed."""
    files = good_mods.X4 | {PARTS: text_of(PARTS, r"assets\ship", r"assets\shipp"), other: misspelt}
    files = in_bytes(files | {"assets/ship_data/ruin-lod0.xmf": None})
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        mod_shapes.write(room / "mod", files)
        status, changes, refused = fix(program, room, "--unsafe", "--in-place")
        if status != 1 or [(one["path"], one["written"]) for one in changes] != [(f"mod/{other}", True)] or [
                (one["path"], one["rule"], one["count"], one["reason"]) for one in refused] != [
                    (f"mod/{PARTS}", "x4/index-path", 1, "the mod would then break x4/missing-mesh")]:
            yield f"{status}, {changes}, {refused}"
        if files_in(room / "mod") != files | {other: in_bytes(good_mods.X4)[other]}:
            yield "a file is not what it should be"
        ran = subprocess.run([program, "fix", "--unsafe", "mod"], cwd=room, capture_output=True, text=True, check=False)
        if ran.returncode != 0 or not ran.stdout.endswith("\n  not changed: the mod would then break x4/missing-mesh\n\n"
                                                          "Nothing to fix; 1 finding can't be fixed.\n"):
            yield f"{ran.returncode}, {ran.stdout}"


def problems_of(program):
    yield from problems_of_references(program)
    yield "fixes that do harm to other files", list(problems_of_harm(program, LIBRARY, text_of(LIBRARY, r"textures\wing", r"textures\winng")))
    gun = "assets/gun.xml"
    yield "one that breaks the rule that another mends", list(problems_of_harm(program, gun, text_of(gun, 'part name="barrel"', 'part name="barrell"')))
    yield "a package", list(problems_of_package(program))
    yield "a control character", list(problems_of_control(program))
    yield "a suppressed finding", list(problems_of_suppression(program))


def main():
    arguments = whole_mods.arguments_of("Fix references of whole mods.")
    return whole_mods.conclude(*whole_mods.count(problems_of(arguments.program)))


if __name__ == "__main__":
    sys.exit(main())
