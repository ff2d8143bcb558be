"""x4.py: writes small mods of X4, as bytes by path, and finds marked places in their XML files.

A mark surrounds the text that a finding is about: `mark("lod", '<lod index="1">')` marks the tag, and
`Mod.place("assets/ship.xml", "lod")` finds it.
"""

from xani import Anim, Animations
from xmf import Material, Mesh, indices, positions
from xmf_seeds import CORNERS, TETRAHEDRON

CONTENT = '<?xml version="1.0" encoding="utf-8"?>\n<content id="ship_mod" name="A ship" version="100"/>\n'
OWN = r"extensions\ship_mod"


def mark(name, text):
    return f"\x01{name}\x02{text}\x03"


def read_marks(text):
    """The text without marks, and begin and end of each marked place. Marks may be nested."""
    plain, open_marks, places, rest = "", [], {}, text
    while rest:
        at = min((rest.find(sign) for sign in "\x01\x03" if sign in rest), default=len(rest))
        plain += rest[:at]
        if rest[at:at + 1] == "\x01":
            name, _, rest = rest[at + 1:].partition("\x02")
            open_marks.append((name, len(plain)))
        else:
            if at < len(rest):
                name, start = open_marks.pop()
                places[name] = start, len(plain)
            rest = rest[at + 1:]
    return plain, places


def plain_text(text):
    return read_marks(text)[0]


def mesh(*materials):
    """A mesh of these materials, by default of `ships.hull`."""
    names = [name.encode() for name in materials] or [b"ships.hull"]
    share = len(TETRAHEDRON) // 3 // len(names) * 3
    rows = [Material(share * number, share, name) for number, name in enumerate(names)]
    rows[-1].numIndices = len(TETRAHEDRON) - rows[-1].firstIndex
    return Mesh([positions(CORNERS), indices(TETRAHEDRON)], rows).bytes()


def collision_mesh():
    return Mesh([positions(CORNERS), indices(TETRAHEDRON)]).bytes()


def ani(*motions):
    """An animation for each part."""
    return Animations([Anim(part.encode(), animation.encode()) for part, animation in motions]).bytes()


class Mod:
    """The files of a mod: texts with marks, or bytes. A mod has a content.xml, unless that is None."""

    def __init__(self, files, content=CONTENT, encoding="utf-8"):
        self.texts = dict(files)
        self.encoding = encoding
        if content is not None:
            self.texts = {"content.xml": content, **self.texts}

    def files(self, folder=""):
        return {folder + path: plain_text(text).encode(self.encoding) if isinstance(text, str) else text
                for path, text in self.texts.items()}

    def place(self, path, name):
        """Offset, length, and (line, column) of a mark."""
        text, places = read_marks(self.texts[path])
        start, end = places[name]
        before = text[:start]
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        return len(before.encode(self.encoding)), len(text[start:end].encode(self.encoding)), (line, column)


def entry(name, path, more=""):
    """An entry of an index. Its attributes are marked as "name" and "value", followed by `more`."""
    return f'<entry name="{mark("name" + more, name)}" value="{mark("value" + more, path)}"/>\n'


def index(*entries):
    return '<?xml version="1.0" encoding="utf-8"?>\n<index>\n' + "".join("  " + text for text in entries) + "</index>\n"


def added(*entries):
    """The same as a <diff>."""
    return '<diff>\n <add sel="/index">\n' + "".join("  " + text for text in entries) + " </add>\n</diff>\n"


def macro(name, component="ship"):
    return f'<macros>\n  <macro name="{name}" class="ship_s">\n    <component ref="{component}"/>\n  </macro>\n</macros>\n'


def component(*connections, name="ship", geometry=OWN + r"\assets\ship_data"):
    source = f'    <source geometry="{mark("geometry", geometry)}"/>\n' if geometry is not None else ""
    return (f'<?xml version="1.0" encoding="utf-8"?>\n<components>\n  <component name="{name}" class="ship_s">\n{source}'
            f'    <connections>\n{"".join(connections)}    </connections>\n  </component>\n</components>\n')


def connection(*parts, name="c", tags="part", animations=()):
    moving = "".join(f'          {mark("animation " + text, f"""<animation name="{text}" start="0" end="9"/>""")}\n'
                     for text in animations)
    moving = f"        <animations>\n{moving}        </animations>\n" if animations else ""
    return (f'      <connection name="{name}" tags="{tags}">\n        <parts>\n{"".join(parts)}        </parts>\n{moving}'
            f"      </connection>\n")


def part(name, *lods, more=""):
    """A part; `more` are attributes. Without levels there is no <lods>."""
    start = mark("part " + name, f'<part name="{name}"{more}>')
    inside = f'            <lods>\n{"".join(lods)}            </lods>\n' if lods else ""
    return f"          {start}\n{inside}          </part>\n"


def wreck(name):
    return f' wreck="{mark("wreck", name)}"'


def lod(number, *materials, of=""):
    start = mark(f"lod {of}{number}", f'<lod index="{number}">')
    listed = "".join(f'                  <material id="{i + 1}" ref="{text}"/>\n' for i, text in enumerate(materials))
    inside = f"                <materials>\n{listed}                </materials>\n" if materials else ""
    return f"              {start}\n{inside}              </lod>\n"


def library(*materials, collection="ships"):
    return ('<?xml version="1.0" encoding="utf-8"?>\n<materiallibrary>\n'
            f'  <collection name="{collection}">\n{"".join(materials)}  </collection>\n</materiallibrary>\n')


def material(name, path=None, more=""):
    picture = "" if path is None else (f'      <properties>\n        <property type="BitMap" name="diffuse_map" '
                                       f'value="{mark("bitmap" + more, path)}"/>\n      </properties>\n')
    return f'    <material name="{name}" shader="1">\n{picture}    </material>\n'
