"""good_mods.py: two whole mods without missing references, with every kind of file that rules across files know.

`X4` and `PARADOX` map names to files. Like real mods, they refer to files of the game and of other mods.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "corpus"))

import pdx  # noqa: E402
import x4  # noqa: E402
from pictures import picture  # noqa: E402
from x4 import OWN, added, component, connection, entry, index, library, lod, macro, material, part, wreck  # noqa: E402

# ---- X4 ----------------------------------------------------------------------------------------------------------------

HULL, GUN = "ships.hull", "ships.gun"


def ship():
    hull = part("hull", lod(0, HULL, GUN), lod(1, HULL), lod(2, HULL), more=wreck("ruin"))
    return component(connection(hull, animations=["open", "close"]), connection(part("wing"), name="w"),
                     connection(part("gate", more=' ref="gate"'), name="g", tags="nocollision", animations=["shut"]))


def gun():
    return component(connection(part("barrel", lod(0, GUN)), name="b"), name="gun", geometry="Extensions/Ship_Mod/Assets/GUN_data/")


def station():
    """A station made of parts of the game: the mod has no mesh of it."""
    return component(connection(part("hall", lod(0, "props.wall"))), name="station", geometry=r"assets\structures\hall_data")


def engine():
    """An engine made of parts of another mod."""
    return component(connection(part("jet")), name="engine", geometry=r"extensions\other_mod\assets\jet_data")


def names():
    return {
        "index/macros.xml": index(
            entry("ship_macro", OWN + r"\assets\macros\ship_macro"), entry("Gun_Macro", OWN + r"\\assets/macros\gun_macro.xml"),
            entry("bullet_*", OWN + r"\assets\macros\bullets"), entry("gate_macro", OWN + r"\assets\macros\gate_macro"),
            entry("argon_macro", r"assets\units\argon_macro"), entry("split_macro", r"extensions\ego_dlc_split\assets\split_macro"),
            entry("other_macro", r"extensions\other_mod\assets\other_macro"), entry("maps_*", OWN + r"\maps\*")),
        "index/components.xml": added(
            entry("ship", OWN + r"\assets\ship"), entry("gun", " " + OWN + r"\assets\gun "), entry("station", OWN + r"\assets\station"),
            entry("engine", OWN + r"\assets\engine"), entry("game_ship", r"\assets\units\ship")),
        "assets/macros/ship_macro.xml": macro("ship_macro"), "assets/macros/gun_macro.xml": macro("gun_macro", "gun"),
        "assets/macros/bullets.xml": macro("bullet_one", "bullet"),
        "assets/macros/gate_macro.xml": '<diff>\n <replace sel="//macro/@class">gate</replace>\n</diff>\n',
    }


def pictures():
    return {"libraries/material_library.xml": library(
                material("hull", OWN + r"\assets\textures\hull"), material("gun", OWN + r"\assets\textures\gun.tga", " gun"),
                material("wing", OWN + r"\assets\textures\wing", " wing"), material("wall", r"assets\textures\wall", " wall")),
            **{name: picture(name) for name in ("assets/textures/hull.dds", "assets/textures/GUN.TGA", "assets/textures/wing.dds.gz")}}


def meshes():
    two, files = x4.mesh(HULL, GUN), {}
    for name, content in (("ship_data/hull-lod0", two), ("ship_data/hull-lod1", x4.mesh(HULL)), ("ship_data/hull-lod2", x4.mesh(HULL)),
                          ("ship_data/ruin-lod0", x4.mesh(HULL)), ("ship_data/wing-lod0", x4.mesh(HULL)),
                          ("Gun_Data/BARREL-LOD0", x4.mesh(GUN)), ("ship_data/hull-collision", x4.collision_mesh()),
                          ("Gun_Data/barrel-collision", x4.collision_mesh())):
        files[f"assets/{name}.xmf"] = content
    for name in ("ship_data/hull-hull", "ship_data/hull-mesh", "Gun_Data/barrel-hull", "Gun_Data/Barrel-Mesh"):
        files[f"assets/{name}.jcs"] = b"jcs"
    return files | {"assets/SHIP_DATA.ANI": x4.ani(("hull", "open"), ("hull", "close"))}


def other_texts():
    return {"md/story.xml": '<?xml version="1.0"?>\n<mdscript name="Story"><cue ref="a"/></mdscript>\n',
            "aiscripts/fly.xml": '<diff><add sel="/aiscript"><do/></add></diff>', "t/0001-l044.xml": "<language id='44'/>",
            "libraries/wares.xml": '<diff><add sel="/wares"><ware id="ship" icon="extensions/ship_mod/assets/textures/hull"/></add></diff>',
            "extensions/other_mod/libraries/wares.xml": '<diff><remove sel="/wares/ware"/></diff>',
            "maps/cluster.xml": "<macros/>", "ui/addon.lua": b"return 1\n", "content.xml.sig": b"sig", "readme.txt": b"A ship\n"}


def x4_mod():
    texts = {"assets/ship.xml": ship(), "assets/gun.xml": gun(), "assets/station.xml": station(), "assets/engine.xml": engine()}
    return x4.Mod(names() | texts | pictures() | meshes() | other_texts()).files()


X4 = x4_mod()

# ---- Victoria 2 --------------------------------------------------------------------------------------------------------


def soldier(number):
    """A unit type with its own actor and motions: four references, each with its target."""
    return pdx.of_type(f"Soldier{number}", rf'idle = "gfx\\anims\\soldier{number}_idle.xsm"', f'move = "gfx/anims/walk.XSM"',
                       pdx.animation("attack", rf"gfx\anims\soldier{number}_attack.xsm"), pdx.attach("Gun", "arm"),
                       actorfile=rf"gfx\anims\Soldier{number}.xac")


def paradox_mod(soldiers=26):
    texts = {"interface/soldiers.gfx": pdx.gfx(*(soldier(number) for number in range(soldiers)), "# \"gfx/anims/none.xac\"\n"),
             "interface/guns.gfx": pdx.gfx(pdx.of_type("Gun", actorfile="gfx/anims/gun.xac")),
             "interface/icons.gfx": 'spriteTypes = { spriteType = { name = "GFX_a" texturefile = "gfx/interface/a.tga" } }\n',
             "our.mod": 'name = "Our mod"\npath = "mod/our"\n'}
    files = {"gfx/anims/gun.xac": pdx.actor((b"gun", pdx.DIFFUSE), nodes=(b"Root", b"barrel")).bytes(), "gfx/anims/walk.xsm": pdx.ride(),
             **{name: picture(name) for name in ("gfx/anims/gun.DDS", "gfx/anims/coat.dds", "gfx/anims/face .tga")},
             "gfx/anims/talk.xpm": pdx.talk(b"smile").bytes(), "gfx/interface/a.tga": picture(".tga"), "gfx/flags/A.mesh": b"@@b@",
             "history/units/a.txt": b"unit = { type = infantry }\n"}
    layers = (b"coat", (b"Face ", pdx.DIFFUSE), (b"nospec", pdx.SPECULAR))
    for number in range(soldiers):
        files[f"gfx/anims/soldier{number}.xac"] = pdx.actor(*layers, targets=[b"smile"]).bytes()
        files[f"gfx/anims/soldier{number}_idle.xsm"] = pdx.ride(b"arm")
        files[f"gfx/anims/soldier{number}_attack.xsm"] = pdx.ride(b"root", b"arm")
    return files | {path: text.encode("cp1252") for path, text in texts.items()}


PARADOX = paradox_mod()
