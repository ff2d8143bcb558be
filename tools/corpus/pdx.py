"""pdx.py: writes mods for Victoria 2 and related games: .gfx files, actors and motions, and finds places in their texts."""

import pathlib
import re

from xac import Actor, Info, Material, Morphs, Morph, Node, Nodes, Submesh, Texture
from xac_seeds import triangle
from xpm import Anim
from xpm_seeds import morphs
from xsm import Submotion
from xsm_seeds import motion

HORSE, RIDE = r"gfx\anims\horse.xac", r"gfx\anims\ride.xsm"
UNITS = "interface/units.gfx"
DIFFUSE, SPECULAR = 2, 3
KNOWN = pathlib.Path(__file__).resolve().parents[2] / "src/relations/paradox/victoria2_files.def"


def actor(*layers, nodes=(b"root", b"arm"), targets=(), used=True):
    """An actor of nodes and one material. Layers are names, or pairs (name, map type). Each material is used."""
    textures = [layer if isinstance(layer, tuple) else (layer, DIFFUSE) for layer in layers]
    chunks = [Info(), Nodes(nodes=[Node(name, -1) for name in nodes]),
              Material(layers=[Texture(name, mapType=map) for name, map in textures])]
    chunks += [Morphs(targets=[Morph(name) for name in targets])] if targets else []
    chunks += [triangle(submeshes=[Submesh()])] if used else []
    return Actor(chunks)


def ride(*nodes):
    return motion(*(Submotion(name) for name in nodes or (b"root",))).bytes()


def talk(*names, **fields):
    return morphs(*(Anim(name, **fields) for name in names))


def of_type(name, *lines, actorfile=HORSE):
    """An EMFXActorType with additional lines."""
    inside = [f'name = "{name}"', f'actorfile = "{actorfile}"', *lines]
    return "\tEMFXActorType = {\n" + "".join(f"\t\t{line}\n" for line in inside) + "\t}\n"


def gfx(*types):
    return "objectTypes = {\n" + "".join(types) + "}\n"


def types(count, start=0):
    """`count` types, each with one valid reference."""
    return [of_type(f"Unit{number}") for number in range(start, start + count)]


def animation(name, file):
    return f'animation = {{ name = "{name}" file = "{file}" }}'


def attach(name, node):
    return f'attach = {{ name = "{name}" node = "{node}" attachid = 1 }}'


def mod(texts=None, **more):
    """The files of a mod: an actor, a motion if a text names it, .gfx files by their paths, and more files, whose paths have `__` for `/` and
    `_dot_` for `.`."""
    files = {"gfx/anims/horse.xac": actor().bytes()}
    if any("ride.xsm" in text for text in (texts or {}).values()):
        files["gfx/anims/ride.xsm"] = ride()
    files |= {path.replace("__", "/").replace("_dot_", "."): content for path, content in more.items()}
    return files | {path: content.encode("latin-1") for path, content in (texts or {}).items()}


def game(actors=50, files=None, texts=None):
    """The folder of a game, with that number of actors."""
    made = {f"gfx/anims/base{number:02}.xac": b"" for number in range(actors)}
    return made | {path: content.encode() for path, content in (texts or {}).items()} | (files or {})


def of_game(extension="", count=None):
    """The paths of the first known files of Victoria 2 with an extension; of all."""
    known = re.findall(r'^VICTORIA2_FILE\("(.*)", ".*"\)$', KNOWN.read_text(), re.MULTILINE)
    return [f"gfx/anims/{name}" for name in known if name.endswith(extension)][:count]


def own_types(count):
    """`count` types with an actor of their own each, and these actors."""
    paths = [f"gfx/anims/own{number}.xac" for number in range(count)]
    return [of_type(f"Own{number}", actorfile=path) for number, path in enumerate(paths)], {path: actor().bytes() for path in paths}


def known_types(count):
    """`count` types with an actor of Victoria 2 each."""
    return [of_type(f"Known{number}", actorfile=path) for number, path in enumerate(of_game(".xac", count))]


def place(text, what, number=0):
    """Offset and length, then line and column, of the n-th occurrence in a text."""
    start = -1
    for _ in range(number + 1):
        start = text.index(what, start + 1)
    line = text.count("\n", 0, start) + 1
    return (start, len(what)), (line, start - (text.rfind("\n", 0, start) + 1) + 1)
