"""pairs_seeds.py: files that refer to each other, some in one file, for the fuzzer: `=== PATH` begins one (fuzz/inputs.h)."""

from anark import Asset, Element, Face, Graph, Node, Plan, State
from ani_seeds import still
from ani import Animation as Motion
from bbanim import Animation
from bbmod import Mesh, Model
from bbmod import Node as Joint
from folders import row
from msh_seeds import animated
from skl import ROOT, tree

HERO = Motion(tracks=[still(b"Bip01"), still(b"Tail")]).bytes()
MENU = Plan([Asset(b"a", b"ui/a.bgf"), Asset(b"b", b"\\UI\\b.bgf")], [State()]).bytes()
FACE = Face(elements=[Element(sceneItemId=1), Element(sceneItemId=2)]).bytes()
GRAPH = Graph(nodes=[Node(1)]).bytes()
MODEL = Model([Mesh("vertices")], root=Joint(isBone=1, meshes=[0])).bytes()
WALK = Animation(frames=1).bytes()
COLLADA = b"<COLLADA><node id='AK1'/><node id='AK3'/></COLLADA>"


def skeleton(*names, linked=b""):
    return tree(*((name, ROOT) for name in names), linked=linked).bytes()


def seeds():
    return {
        "model.mod": row({"hero.bbmod": MODEL, "walk.bbanim": WALK, "b/walk.bbanim": WALK}),
        "models.mod": row({"a.bbmod": MODEL, "b.BBMOD": MODEL, "walk.bbanim": WALK, "alone/c/walk.bbanim": WALK},
                          {"a.bbmod": MODEL}),
        "skeleton.mod": row({"hero.skl": skeleton(b"Bip01"), "hero.ani": HERO, "hero.msh": animated().bytes()}),
        "linked.mod": row({"hero.skl": skeleton(b"a", linked=b"more"), "more.skl": skeleton(b"b", linked=b"last.skl"),
                           "last.skl": skeleton(b"c", linked=b"more"), "hero.ani": HERO}),
        "beside.mod": row({"one/a/hero.skl": skeleton(b"a", linked=b"MORE.skl"), "beside/a/more.SKL": skeleton(b"Tail"),
                           "alone/hero.ani": HERO}),
        "with.mod": row({"hero.ani": HERO, "hero.skl": skeleton(b"Tail")},
                        {"x.skl": skeleton(b"a", linked=b"y"), "y.skl": skeleton(b"b")}),
        "faces.mod": row({"menu.bgp": MENU, "x/ui/A.bgf": b"", "a.bgf": b""}),
        "faces-beside.mod": row({"alone/m/menu.bgp": MENU, "beside/m/b.bgf": b""}, {"ui/c.bgf": b""}),
        "package.mod": row({"mod.zip!/menu.bgp": MENU, "mod.zip!/ui/a.bgf": FACE, "mod.zip!/ui/a.bsg": GRAPH,
                            "mod.zip!/hero.ani": HERO, "mod.zip!/hero.skl": skeleton(b"Bip01")}),
        "scene.mod": row({"a.bgf": FACE, "a.bsg": GRAPH, "A.dae": COLLADA, "b.bgf": FACE}, {"B.dae": COLLADA}),
        "scene-beside.mod": row({"alone/a.bgf": FACE, "beside/a.bsg": GRAPH, "alone/b.bgf": FACE}, {"b.bsg": GRAPH}),
    }
