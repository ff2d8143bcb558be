"""x4_rules.py: the fixtures of the rules about whole mods of X4.

A rule also has a fixture for each case in which it stays silent: most mods in version control are incomplete, and files
that lie elsewhere are not missing.
"""

import re

from archive import Entry, zip_archive
from cat import Member, Package
from fixtures import Book, Finding
from pictures import picture
from x4 import (CONTENT, OWN, Mod, added, ani, collision_mesh, component, connection, entry, index, library, lod, macro,
                mark, material, mesh, part, plain_text, wreck)

BOOK = Book("x4", "xml")
rule, rules = BOOK.rule, BOOK.rules

# What messages say besides what stands in the file.
BOOK.may_say("no-content", expected="content.xml")
BOOK.may_say("content-id", expected="content")
COMPONENT = "components/component[@name='ship']"
SOURCE = COMPONENT + "/source/@geometry"
CONNECTION = COMPONENT + "/connections/connection[@name='c']"
HULL = CONNECTION + "/parts/part[@name='hull']"
MACROS, COMPONENTS, LIBRARY = "index/macros.xml", "index/components.xml", "libraries/material_library.xml"
SHIP, SHIP_MACRO, DATA = "assets/ship.xml", "assets/macros/ship_macro.xml", "assets/ship_data"
PICTURE = "materiallibrary/collection[@name='ships']/material[@name='{}']/properties/property[@name='diffuse_map']/@value"


def lacking(path):
    """The value of the entry that the index lacks for what a file defines."""
    return "extensions\\ship_mod\\" + path.removesuffix(".xml").replace("/", "\\")


def own(path):
    """A path within the extension of the mod."""
    return re.sub(r"^extensions/\w+/", "", re.sub(r"[\\/]+", "/", path))


def right(rule, text, field, value):
    """What the marked value leads to, if all is well. `text` is that of the file."""
    geometry = own(re.search(r'geometry="\W?([^"]*?)\W?"', plain_text(text))[1]) if "geometry=" in text else ""
    if rule == "missing-mesh":
        name = value if field.endswith("@wreck") else re.search(r"part\[@name='([^']*)'", field)[1]
        level = re.search(r"lod\[@index='(\d+)'", field)
        return f"{geometry}/{name}-lod{level[1] if level else 0}.xmf"
    return {"index-path": own(value) + ".xml", "geometry-folder": own(value), "missing-texture": own(value), "missing-icon": own(value),
            "missing-animation": geometry + ".ani", "animation-entry": geometry + ".ani"}.get(rule)


def found(level, rule, mod, path, field, name, elements=None, folder="", **more):
    """A finding about a marked place."""
    offset, length, at = mod.place(path, name)
    value = plain_text(mod.texts[path]).encode(mod.encoding)[offset:offset + length].decode(mod.encoding)
    return Finding(level, f"x4/{rule}", field, offset, length, elements=elements, inside=folder + path, at=at,
                   read=frozenset([value]), right=right(rule, mod.texts[path], field, value), **more)


def unpacked(one):
    """The arguments of a finding, and those by name: a dict at the end."""
    return (one[:-1], one[-1]) if isinstance(one[-1], dict) else (one, {})


def fires(r, name, files, *findings, content=CONTENT, encoding="utf-8"):
    """A mod with findings: each is (level, field, path, mark), or a Finding."""
    mod = Mod(files, content, encoding)
    wanted = []
    for one in findings:
        if not isinstance(one, Finding):
            (level, field, path, *place), more = unpacked(one)
            one = found(level, r.id.split("/")[1], mod, path, field, *place, **more)
        wanted.append(one)
    r.fires(name, mod.files(), *wanted)
    return mod


def near(r, name, files, *findings, content=CONTENT, encoding="utf-8"):
    mod = Mod(files, content, encoding)
    wanted = []
    for one in findings:
        if not isinstance(one, Finding):
            (level, rule_name, *place), more = unpacked(one)
            one = found(level, rule_name, mod, *place, **more)
        wanted.append(one)
    r.near(name, mod.files(), *wanted)


def with_references(files, references):
    """A mod to check, and references: folders of files by name."""
    together = Mod(files).files("mod/")
    for name, inside in references.items():
        together.update(Mod(inside, content=None).files(name + "/"))
    return together, {"options": {"with": next(iter(references))}}


def packed(files, name="ext_01"):
    """The same files in a package."""
    package = Package([Member(path, content) for path, content in Mod(files, content=None).files().items()])
    return {f"{name}.cat": package.bytes(), f"{name}.dat": package.siblings()["dat"]}


def at_content(level, rule, folder="", **more):
    """A finding about the folder of a mod."""
    return Finding(level, f"x4/{rule}", "", 0, 0, inside=folder + "content.xml", at=(1, 1), **more)


def other_package():
    """The finding about a package that the game doesn't load."""
    return Finding("warning", "x4/cat-name", "", 0, 0, inside="other.cat", actual="other.cat", expected="ext_01.cat")


# ---- XML -----------------------------------------------------------------------------------------------------------

def broken(level, offset, length, at, inside="md/a.xml", **more):
    return Finding(level, "x4/xml", "", offset, length, inside=inside, at=at, **more)


@rule
def xml(r):
    fires(r, "-mismatch", {"md/a.xml": "<a>\n  <b></c>\n</a>\n"}, broken("error", 11, 1, (2, 8), says=(2,)))
    fires(r, "-cut", {"md/a.xml": "<a>\n  <b>\n"}, broken("error", 10, 0, (3, 1), says=(2,)))
    fires(r, "-cut-tag", {"md/a.xml": "<a>\n  <b name="}, broken("error", 6, 1, (2, 3)))
    fires(r, "-text", {"md/a.xml": "no XML at all\n"}, broken("error", 0, 1, (1, 1)))
    fires(r, "-character", {"md/a.xml": "<a>\n<!-- \u00e4 --><b c='\u00e4' d=</a>"}, broken("error", 27, 1, (2, 22)))
    fires(r, "-latin-1", {"md/a.xml": "<?xml version='1.0' encoding='ISO-8859-1'?>\n<\u00e4 \u00e4='\u00e4' d=</\u00e4>\n"},
          broken("error", 55, 1, (2, 12)), encoding="iso-8859-1")
    fires(r, "-undeclared-latin-1", {"md/a.xml": "<a b='\u00e4'/>\n"}, broken("error", 6, 1, (1, 7)), encoding="iso-8859-1")
    fires(r, "-below-extensions", {"extensions/other/md/a.xml": "<a>"},
          broken("error", 3, 0, (1, 4), "extensions/other/md/a.xml", says=(1,)))
    fires(r, "-content", {}, broken("error", 10, 0, (2, 1), "content.xml", says=(1,)), content="<content>\n")
    fires(r, "-empty", {"md/a.xml": ""}, broken("warning", 0, 0, (1, 1)))
    fires(r, "-comment", {"md/a.xml": "<?xml version='1.0'?>\n<!-- later -->\n"}, broken("warning", 37, 0, (3, 1)))
    fires(r, "-encoding", {"md/a.xml": "<?xml version='1.0' encoding='x-mine'?>\n<a/>\n"},
          broken("warning", 30, 1, (1, 31), actual="x-mine"))
    for name, text, place in (
            ("-mismatch-lines", "<a>\n  <b c='d'>\n    <e/>\n  </B>\n</a>\n", (29, 1, (4, 5))),
            ("-two-declarations", "<?xml version='1.0'?>\n<?xml version='1.0'?>\n<a/>\n", (22, 1, (2, 1))),
            ("-declaration-behind", "<?xml version='1.0'?>\n<a/>\n<?xml version='1.0'?>\n", (27, 1, (3, 1))),
            ("-declaration-not-first", "\n<?xml version='1.0'?>\n<a/>\n", (1, 1, (2, 1))),
            ("-and", "<a>x & y</a>", (6, 1, (1, 7))), ("-and-in-name", "<a b='R&D'/>", (9, 1, (1, 10))),
            ("-and-unknown", "<a>&nbsp;</a>", (3, 1, (1, 4))), ("-entity-before", "<a b='&amp;x<'/>", (12, 1, (1, 13))),
            ("-quote", '<a b="c>\n<d e="f"/></a>', (9, 1, (2, 1))), ("-other-token", "<a b=1/>", (5, 1, (1, 6))),
            ("-quotes", '<a>\n<add c="d" sel="//b[@id="c"]"/></a>', (29, 1, (2, 26))),
            ("-wrong-encoding", "<?xml version='1.0' encoding='UTF-16'?><a/>", (30, 1, (1, 31)))):
        fires(r, name, {"md/a.xml": text}, broken("error", *place))
    fires(r, "-declared-utf-8", {"md/a.xml": "<?xml version='1.0' encoding='UTF-8'?>\n<a b='\u00e4'/>\n"},
          broken("error", 45, 1, (2, 7)), encoding="iso-8859-1")
    r.fires("-half-a-character", {**Mod({}).files(), "md/a.xml": b"<a>\xc3"}, broken("error", 3, 1, (1, 4)))
    r.fires("-wide", {**Mod({}).files(), "md/a.xml": "\ufeff<a>\n<b></c></a>".encode("utf-16-le")},
            broken("error", 20, 2, (2, 6)))
    r.fires("-package", Mod(packed({"md/a.xml": "<a>"})).files(), broken("error", 3, 0, (1, 4), "ext_01.cat!/md/a.xml"))
    deep = {"lower/" + name: text for name, text in Mod({"md/a.xml": "<a>"}).files().items()}
    r.fires("-two-mods", Mod({"md/b.xml": "<a/>"}).files() | deep, broken("error", 3, 0, (1, 4), "lower/md/a.xml"), at_content("warning", "nested-mod", "lower/", says=("lower/",)))
    fires(r, "-second-root", {"md/a.xml": "<a>\n</a>\n<b/>\n"}, broken("error", 9, 1, (3, 1), says=(3, 1)))
    fires(r, "-text-behind-root", {"md/a.xml": "\n<a/>\n b\n"}, broken("error", 7, 1, (3, 2), says=(2,)))
    metadata = bytes.fromhex("00051607") + bytes(16)
    for name, content in (("-macos", metadata), ("-pointer", b"version https://git-lfs.github.com/spec/v1\n")):
        r.fires(name, {**Mod({}).files(), "md/._a.xml": content}, broken("error", 0, 1, (1, 1), "md/._a.xml"))
    near(r, "", {"md/a.xml": "<a>\n  <b></b>\n</a>\n", "MD/B.XML": "<a/>"})
    near(r, "-dtd", {"md/a.xml": "<!DOCTYPE a SYSTEM 'icons.dtd' [<!ENTITY c 'cc'>]>\n<a b='&amp;&#10;'>&c;&d;</a>\n"})
    near(r, "-version", {"md/a.xml": "<?xml version='1.1'?>\n<?go?><a xsi:b='c'><![CDATA[<]]></a>\n"})
    near(r, "-mark", {"md/a.xml": "\ufeff<?xml version='1.0' encoding='utf-8'?>\n<a b='\u00e4'/>\n"})
    for encoding, name in (("iso-8859-1", "ISO-8859-1"), ("cp1252", "windows-1252"), ("cp1251", "Windows-1251"),
                           ("iso8859-15", "iso-8859-15"), ("utf-16", "UTF-16")):
        text = "\u0436" if encoding == "cp1251" else "\u00e4"
        near(r, f"-{encoding}", {"md/a.xml": f"<?xml version='1.0' encoding='{name}'?>\n<a b='{text}'/>\n"},
             content=None if encoding == "utf-16" else CONTENT, encoding=encoding)
    near(r, "-other-files", {"md/a.xml.bak": "<a>", "md/a.lua": "<a>", "md/a.html": "<a>"})
    near(r, "-no-mod", {"md/a.xml": "<a>", "a-lod0.xmf": mesh()}, content=None)
    near(r, "-other-package", packed({"md/a.xml": "<a>"}, "other") | {"a-lod0.xmf": mesh()}, other_package())
    r.near("-above", {"md/a.xml": b"<a>", "mod/content.xml": CONTENT.encode()})
    r.fires("-alone", b"<a>", Finding("error", "x4/xml", "", 3, 0, at=(1, 4), known=frozenset({"1"})))
    r.near("-alone", b"<a/>")


@rule
def diff_operation(r):
    def operations(*lines):
        return "<diff>\n" + "".join(f"  {line}\n" for line in lines) + "</diff>\n"
    append = mark("it", '<append sel="/a">') + "<b/></append>"
    known = {"expected": "add, replace or remove"}
    fires(r, "", {"md/a.xml": operations(append)}, ("warning", "diff/append", "md/a.xml", "it", known))
    fires(r, "-second", {"md/a.xml": operations('<append sel="/a"/>'.replace("<", "\x01one\x02<").replace(">", ">\x03"), append)},
          ("warning", "diff/append", "md/a.xml", "one", known), ("warning", "diff/append[2]", "md/a.xml", "it", known))
    fires(r, "-no-sel", {"libraries/wares.xml": operations('<add sel="/a"/>', mark("it", "<add>") + "</add>")},
          ("warning", "diff/add[2]", "libraries/wares.xml", "it"))
    fires(r, "-upper-case", {"md/a.xml": operations(mark("it", '<Add sel="/a">') + "</Add>")},
          ("warning", "diff/Add", "md/a.xml", "it", known))
    places, types = "before, after or prepend", "@NAME, attribute::NAME or namespace::NAME"
    for name, more, expected in (
            ("-quote", "sel=\"/a[@b='c]\"", None), ("-bracket", 'sel="/a[@b"', None), ("-bracket-closed", 'sel="/a]["', None),
            ("-parenthesis", 'sel="/a" if="not(/b"', None), ("-parenthesis-closed", 'sel="/a" if="/b)("', None),
            ("-pos", 'sel="/a" pos="append"', places), ("-pos-upper-case", 'sel="/a" pos="After"', places),
            ("-type", 'sel="/a" type="b"', types), ("-type-alone", 'sel="/a" type="@"', types)):
        fires(r, name, {"md/a.xml": operations(mark("it", f"<add {more}>") + "</add>")},
              ("warning", "diff/add", "md/a.xml", "it", {"expected": expected}))
    near(r, "-attributes", {"md/a.xml": operations(
        "<add sel=\"/a[@b='c)]' and not(d)]\" pos=\"before\"/>", '<add sel="/a" if="not(/b[1])" pos="after"/>',
        '<add sel="/a" pos="prepend"/>', '<add sel="/a" type="@b">c</add>', '<add sel="/a" type="attribute::b">c</add>',
        '<add sel="/a" type="namespace::b">c</add>')})
    near(r, "-deeper-attributes", {"md/a.xml": operations('<add sel="/a"><b sel="[" pos="append" type="c"/></add>')})
    near(r, "", {"md/a.xml": operations('<add sel="/a"><append/></add>', '<replace sel="/a/@b">c</replace>',
                                         '<remove sel="/d"/>', "<!-- <append/> -->")})
    near(r, "-other-root", {"md/a.xml": "<mdscript><append/></mdscript>"})
    near(r, "-inside", {"md/a.xml": "<a><diff><append/></diff></a>"})
    near(r, "-no-mod", {"md/a.xml": operations(append), "a-lod0.xmf": mesh()}, content=None)


@rule
def content_id(r):
    fires(r, "", {}, ("note", "content[@name='a']", "content.xml", "it"), content=mark("it", '<content name="a">') + "</content>\n")
    fires(r, "-empty", {}, ("note", "content", "content.xml", "it"), content=mark("it", '<content id=""/>'))
    fires(r, "-root", {}, ("note", "mod", "content.xml", "it"), content=mark("it", '<mod id="a"/>'))
    r.fires("-no-element", {"content.xml": b""}, Finding("warning", "x4/content-id", "", 0, 0, inside="content.xml", at=(1, 1)))
    r.fires("-comment", {"content.xml": b"<!-- later -->"},
            Finding("warning", "x4/content-id", "", 14, 0, inside="content.xml", at=(1, 15)))
    near(r, "", {})
    near(r, "-deeper", {"md/content.lua": "<content/>", "md/contents.xml": "<content/>"})
    near(r, "-upper-case", {"CONTENT.XML": CONTENT}, content=None)


@rule
def content_version(r):
    for name, version in (("", "1.0.2"), ("-empty", ""), ("-word", "v102"), ("-comma", "1,02")):
        fires(r, name, {}, ("note", "content", "content.xml", "it"), content=mark("it", f'<content id="a" version="{version}"/>'))
    start = mark("it", '<content version="1.02">')
    fires(r, "-no-id", {}, ("note", "content", "content.xml", "it"), Finding("note", "x4/content-id", "content", 0, 24, inside="content.xml", at=(1, 1)),
          content=start + "</content>")
    for name, text in (("", '<content id="a" version="0102"/>'), ("-none", '<content id="a"/>'),
                       ("-deeper", '<content id="a" version="1"><dependency version="1.0"/></content>')):
        near(r, name, {"md/a.xml": '<content version="1.0"/>'}, content=text)
    near(r, "-root", {}, ("note", "content-id", "content.xml", "mod", "it"), content=mark("it", '<mod version="1.0"/>'))


# ---- The index -----------------------------------------------------------------------------------------------------

SHIP_ENTRY = entry("ship_macro", OWN + r"\assets\macros\ship_macro", " ship")
SHIP_FILES = {SHIP_MACRO: macro("ship_macro")}


def entries(*more, files=None):
    """An index with a valid entry, `more`, and the macro of the entry."""
    return {MACROS: index(SHIP_ENTRY, *more), **SHIP_FILES, **(files or {})}


def entry_field(name, attribute="value"):
    return f"index/entry[@name='{name}']/@{attribute}"


@rule
def no_content(r):
    bare = Mod(entries(), None).files()
    both = Mod({MACROS: entries()[MACROS], COMPONENTS: index(), **SHIP_FILES}, None).files()

    def missing(inside=MACROS):
        return Finding("warning", "x4/no-content", "", 0, 0, inside=inside, at=(1, 1))
    r.fires("", both, missing())
    r.fires("-components", Mod({"Index/Components.XML": index()}, None).files(), missing("Index/Components.XML"))
    for name, other in (("-text", "content.xml.txt"), ("-plural", "Contents.xml"), ("-blank", "Content .XML"),
                        ("-lower", "sub/content.xml.txt")):
        r.fires(name, {**bare, other: CONTENT.encode()}, missing())
    r.fires("-two", {f"{folder}/{name}": text for folder in "ab" for name, text in bare.items()},
            missing("a/" + MACROS), missing("b/" + MACROS))
    r.fires("-below", {**bare, "md/index/macros.xml": bare[MACROS], "extensions/other/index/macros.xml": bare[MACROS]}, missing())
    gone = entries(entry("gone_macro", OWN + r"\assets\macros\gone_macro"))
    r.fires("-other-rules", Mod({**gone, "md/a.xml": "<a>"}, None).files(), missing(),
            found("error", "index-path", Mod(gone), MACROS, entry_field("gone_macro"), "value"), broken("error", 3, 0, (1, 4)))
    r.near("", {**both, "content.xml": CONTENT.encode()})
    r.near("-upper-case", {**bare, "CONTENT.XML": CONTENT.encode()})
    r.near("-below", {**{f"{folder}/{name}": text for folder in ("md", "extensions/other") for name, text in bare.items()},
                      "content.xml": CONTENT.encode()})
    r.near("-other-index", {"macros.xml": bare[MACROS], "md/macros.xml": bare[MACROS], "index/wares.xml": bare[MACROS],
                            "indexes/macros.xml": bare[MACROS], "a-lod0.xmf": mesh()})
    r.near("-catalog", packed(entries()) | {"a-lod0.xmf": mesh()})
    r.near("-alone.xml", bare[MACROS])
    game = index(*(entry(f"a{number}", "a", f" {number}") for number in range(2001)))
    r.near("-game", Mod({MACROS: game, "md/a.xml": "<a>", "a-lod0.xmf": mesh()}, None).files())
    mod = index(*(entry(f"a{number}", "a", f" {number}") for number in range(2000)))
    r.fires("-long-index", Mod({MACROS: mod}, None).files(), missing())


@rule
def index_path(r):
    gone = entry("gone_macro", OWN + r"\assets\macros\gone_macro")
    fires(r, "", entries(gone), ("error", entry_field("gone_macro"), MACROS, "value"))
    fires(r, "-folder", entries(entry("gone_macro", OWN + r"\assets\units\gone_macro")),
          ("warning", entry_field("gone_macro"), MACROS, "value"))
    fires(r, "-diff", {MACROS: added(SHIP_ENTRY, gone), **SHIP_FILES},
          ("error", "diff/add/entry[@name='gone_macro']/@value", MACROS, "value"))
    fires(r, "-components", entries(files={COMPONENTS: index(entry("gone", OWN + "/assets/gone"))}),
          ("error", "index/entry[@name='gone']/@value", COMPONENTS, "value"))
    fires(r, "-twice", entries(gone, entry("gone_macro", OWN + r"\assets\macros\gone_macro", " again")),
          ("error", entry_field("gone_macro"), MACROS, "value"),
          ("error", "index/entry[@name='gone_macro'][2]/@value", MACROS, "value again"))
    spare = {"assets/macros/spare_macro.xml": "<macros/>"}
    fires(r, "-near", entries(entry("ship_2_macro", OWN + r"\assets\macros\spare"), files=spare),
          ("error", entry_field("ship_2_macro"), MACROS, "value", {"expected": r"extensions\ship_mod\assets\macros\spare_macro"}))
    fires(r, "-near-in-use", entries(entry("ship_2_macro", OWN + r"\assets\macros\ship")),
          ("error", entry_field("ship_2_macro"), MACROS, "value", {"expected": "assets/macros/ship.xml"}))
    r.fires("-package", Mod(packed(entries(gone))).files(),
            found("error", "index-path", Mod(entries(gone)), MACROS, entry_field("gone_macro"), "value", folder="ext_01.cat!/"))
    folder = {"folder/" + name: text for name, text in Mod(entries(gone)).files().items()}
    r.fires("-folder-above", folder,
            found("error", "index-path", Mod(entries(gone)), MACROS, entry_field("gone_macro"), "value", folder="folder/"))
    by_folder = {MACROS: index(entry("ship_macro", r"extensions\folder\assets\macros\ship_macro"),
                               entry("gone_macro", r"extensions\folder\assets\macros\gone_macro", " gone")), **SHIP_FILES}
    r.fires("-named-by-folder", Mod(by_folder, '<content id="other"/>').files("folder/"),
            found("error", "index-path", Mod(by_folder), MACROS, entry_field("gone_macro"), "value gone", folder="folder/"))
    fires(r, "-named-by-most", by_folder, ("error", entry_field("gone_macro"), MACROS, "value gone"),
          content='<content id="another"/>\n')
    misspelt = entry("b_macro", r"extensions\ship_mo\assets\macros\b_macro")
    again = {"md/a.xml": f"<a b='{OWN}/md/a'/>"}
    corrected = {"expected": r"extensions\ship_mod\assets\macros\b_macro"}
    fires(r, "-misspelt", entries(misspelt, files=again), ("error", entry_field("b_macro"), MACROS, "value", corrected))
    fires(r, "-misspelt-id", entries(misspelt, files=again), ("error", entry_field("b_macro"), MACROS, "value", corrected), content='<content id="ship_mo"/>')
    files, more = with_references(entries(misspelt, files=again), {"ship_mo": {"content.xml": CONTENT}})     # its other half
    r.fires("-misspelt-half", files, found("error", "index-path", Mod(entries(misspelt)), MACROS, entry_field("b_macro"), "value",
                                           folder="mod/", **corrected), **more)
    near(r, "-number", entries(entry("b_macro", r"extensions\ship_mod2\assets\macros\b_macro"), files=again))
    near(r, "-ending", entries(entry("b_macro", r"extensions\ship_mod_data\assets\macros\b_macro"), files=again))
    near(r, "-dependency", entries(misspelt, files=again), content='<content id="ship_mod"><dependency id="Ship_Mo"/></content>')
    near(r, "-often", entries(misspelt, *(entry(name, rf"extensions\ship_mo\{name}") for name in "abcd"), files=again),
         content='<content id="ship"/>')
    near(r, "-as-often", entries(misspelt), content='<content id="a"/>')
    short = {MACROS: index(entry("ship_macro", r"extensions\mine\assets\macros\ship_macro"), entry("b_macro", r"extensions\mime\b")),
             "md/a.xml": "<a b='extensions/mine/a'/>", **SHIP_FILES}
    near(r, "-short", short, content='<content id="mine"/>')
    near(r, "-misspelt-alone", {MACROS: index(SHIP_ENTRY, misspelt), **again})
    other = {f"other/{name}": text for name, text in Mod({}, '<content id="ship_mo"/>').files().items()}
    r.near("-misspelt-beside", {f"mod/{name}": text for name, text in Mod(entries(misspelt, files=again)).files().items()} | other)
    units = entry("gone_macro", OWN + r"\assets\units\gone_macro")
    fires(r, "-ignored", {**entries(units), ".gitignore": "# built\n/assets/units/\n"},
          ("note", entry_field("gone_macro"), MACROS, "value"))
    fires(r, "-not-ignored", {**entries(units), ".gitignore": "units\n!assets/units\n", "md/.gitignore": "units\n"},
          ("warning", entry_field("gone_macro"), MACROS, "value"))
    for name, path in (("", r"\assets\macros\ship_macro"), ("-slashes", "//assets/macros//ship_macro/"),
                       ("-extension", r"\assets\macros\ship_macro.XML"), ("-upper-case", r"\Assets\MACROS\Ship_Macro")):
        near(r, name, {MACROS: index(entry("ship_macro", " \\Extensions\\SHIP_mod" + path + " ")), **SHIP_FILES})
    near(r, "-packed", {MACROS: index(entry("ship_macro", OWN + r"\assets\macros\ship_macro")),
                        SHIP_MACRO + ".gz": b"\x1f\x8b"})
    near(r, "-pattern", entries(entry("map*", OWN + r"\maps\*")))
    near(r, "-game", entries(entry("a", r"assets\units\size_s\macros\a"), entry("b", r"\maps\xu_ep2_universe\clusters")))
    near(r, "-other-extension", entries(entry("a", r"extensions\other\assets\macros\a"),
                                        entry("b", r"extensions\ego_dlc_split\assets\macros\b")))
    near(r, "-index-alone", {MACROS: index(SHIP_ENTRY, gone)})
    music = "<a>" + "".join(f"<sound file='extensions/x/music/{number}'/>" for number in range(9)) + "</a>"
    by_other = {MACROS: index(entry("ship_macro", r"extensions\x\assets\macros\ship_macro"),
                              entry("gone_macro", r"extensions\x\assets\macros\gone_macro", " gone")), **SHIP_FILES}
    fires(r, "-music", {**by_other, "libraries/sound_library.xml": music}, ("error", entry_field("gone_macro"), MACROS, "value gone"),
          content='<content id="a"/>')
    near(r, "-music-alone", {MACROS: index(entry("gone_macro", r"extensions\y\a")), **SHIP_FILES, "md/a.xml": "<a b='extensions/y/md/a'/>"},
         content='<content id="a"/>')
    near(r, "-no-own-name", {MACROS: index(entry("a", r"extensions\other\a"), entry("b", r"extensions\other\b"))})
    near(r, "-less-than-half", {MACROS: index(entry("ship_macro", r"extensions\x\assets\macros\ship_macro"),
                                              entry("b", r"extensions\x\b"), entry("c", r"extensions\x\c")),
                                **SHIP_FILES}, content='<content id="a"/>')
    near(r, "-deeper", entries(files={"extensions/other/index/macros.xml": index(gone), "md/macros.xml": index(gone)}))
    near(r, "-comment", entries(f"<!-- {gone} -->"))
    near(r, "-broken", {MACROS: index(SHIP_ENTRY, gone)[:-3], **SHIP_FILES},
         Finding("error", "x4/xml", "", 211, 1, inside=MACROS, at=(5, 1)))
    r.near("-in-package", Mod(packed(SHIP_FILES) | {MACROS: index(SHIP_ENTRY)}).files())
    outside = entries(entry("a", r"assets\units\a"), entry("b", r"extensions\other\assets\units\b", " b"))
    in_game = ("a", "value"), {"assets/units/c.xml": macro("c")}
    in_mod = ("b", "value b"), {"content.xml": '<content id="other"/>', "assets/units/c.xml": macro("c")}
    in_extensions = ("b", "value b"), {f"other/{path}": text for path, text in in_mod[1].items()}
    in_game_folder = ("b", "value b"), {f"extensions/{path}": text for path, text in in_extensions[1].items()}
    for name, ((what, marked), reference) in (("-with-game", in_game), ("-with-mod", in_mod),
                                              ("-with-extensions", in_extensions), ("-with-extension-of-game", in_game_folder)):
        files, more = with_references(outside, {"game": reference})
        r.fires(name, files, found("error", "index-path", Mod(outside), MACROS, entry_field(what), marked, folder="mod/"), **more)
    spare = {"assets/units/turret_macro.xml": macro("c")}
    for name, start, reference in (("-near-in-game", "", spare),
                                   ("-near-in-extension", "extensions\\other\\",
                                    {f"extensions/other/{path}": text for path, text in (in_mod[1] | spare).items()})):
        mod = entries(entry("turret", start + r"assets\units\turret"))
        files, more = with_references(mod, {"game": reference})
        r.fires(name, files, found("error", "index-path", Mod(mod), MACROS, entry_field("turret"), "value", folder="mod/",
                                   expected=start + r"assets\units\turret_macro"), **more)
    installed = packed({"assets/units/c.xml": macro("c")}, "01") | packed({"assets/units/a.xml": macro("a")}, "12")
    files, more = with_references(entries(entry("a", r"assets\units\a")), {"game": installed})
    r.near("-with-installed-game", files, **more)
    files, more = with_references(outside, {"game": packed({"assets/units/c.xml": macro("c")}, "01")})
    r.fires("-with-installed-game", files, found("error", "index-path", Mod(outside), MACROS, entry_field("a"), "value", folder="mod/"),
            **more)
    nearest = {"assets/units/a.xml": macro("a"), "extensions/other/assets/units/b.xml": macro("b")}
    for name, reference in (("-with-game", nearest), ("-half-of-game", {"assets/props/c.xml": macro("c")}),
                            ("-extension-without-folder", {"extensions/other/content.xml": '<content id="other"/>'})):
        files, more = with_references(outside, {"game": reference})
        r.near(name, files, **more)
    both = {f"mod/{path}": text for path, text in Mod(outside).files().items()}
    beside = {f"beside/{path}": text for path, text in Mod(in_mod[1], content=None).files().items()}
    r.near("-beside", both | beside)


@rule
def index_name(r):
    wrong = entry("ship_b_macro", OWN + r"\assets\macros\ship_macro")
    fires(r, "", entries(wrong), ("warning", entry_field("ship_b_macro", "name"), MACROS, "name", {"expected": "ship_macro"}))
    fires(r, "-component", entries(files={COMPONENTS: index(entry("ship_macro", OWN + r"\assets\macros\ship_macro"))}),
          ("warning", "index/entry[@name='ship_macro']/@name", COMPONENTS, "name"))
    fires(r, "-near", entries(entry("wing_marco", OWN + r"\md\b"), files={"md/b.xml": "<a><macro name='Wing_Macro'/><macro name='x'/></a>"}),
          ("warning", entry_field("wing_marco", "name"), MACROS, "name", {"expected": "Wing_Macro"}))
    near(r, "", {MACROS: index(entry("SHIP_macro", OWN + r"\assets\macros\ship_macro")), **SHIP_FILES})
    near(r, "-deep", entries(entry("inner", OWN + r"\md\deep"),
                             files={"md/deep.xml": "<a><b><macro name='INNER'/></b></a>"}))
    near(r, "-pattern", entries(entry("ship_*", OWN + r"\assets\macros\ship_macro")))
    near(r, "-diff", entries(entry("a", OWN + r"\md\a"), files={"md/a.xml": "<diff><remove sel='/b'/></diff>"}))
    near(r, "-broken", entries(entry("a", OWN + r"\md\a"), files={"md/a.xml": "<macros>"}),
         Finding("error", "x4/xml", "", 8, 0, inside="md/a.xml", at=(1, 9)))
    near(r, "-packed", entries(entry("a", OWN + r"\md\a"), files={"md/a.xml.gz": b"\x1f\x8b"}))
    outside = entries(entry("a", r"assets\units\a"))
    files, more = with_references(outside, {"game": {"assets/units/a.xml": macro("b")}})
    r.fires("-with-game", files, found("warning", "index-name", Mod(outside), MACROS, entry_field("a", "name"), "name", folder="mod/",
                           expected="b"),
            **more)
    files, more = with_references(outside, {"game": {"assets/units/a.xml": macro("A")}})
    r.near("-with-game", files, **more)


@rule
def index_duplicate(r):
    again = entry("Ship_Macro", r"assets\other", " again")
    fires(r, "", entries(again), ("warning", entry_field("Ship_Macro", "name"), MACROS, "name again"))
    fires(r, "-third", entries(entry("ship_macro", OWN + "/assets/macros/SHIP_macro", " b"),
                               entry("ship_macro", r"assets\other", " c")),
          ("warning", "index/entry[@name='ship_macro'][3]/@name", MACROS, "name c"))
    fires(r, "-without-own-name", {MACROS: index(entry("a", r"assets\b"), entry("a", r"assets\c", " c"))},
          ("warning", "index/entry[@name='a'][2]/@name", MACROS, "name c"), content='<content id="other"/>')
    near(r, "", entries(entry("ship_macro", "/Extensions/ship_mod//assets/macros/ship_macro/")))
    near(r, "-two-files", {MACROS: index(entry("a", r"assets\b")), COMPONENTS: index(entry("a", r"assets\c"))})
    near(r, "-two-mods", {"a/content.xml": CONTENT, "b/content.xml": CONTENT,
                          "a/index/macros.xml": index(entry("a", r"assets\b")),
                          "b/index/macros.xml": index(entry("a", r"assets\c"))}, content=None)


@rule
def unregistered(r):
    other_entry = {"expected": lacking("md/b.xml")}
    other = f'<macros>\n  {mark("it", "<macro name=" + chr(34) + "other" + chr(34) + ">")}</macro>\n</macros>\n'
    fires(r, "", entries(files={"md/b.xml": other}), ("warning", "macros/macro[@name='other']", "md/b.xml", "it", other_entry))
    fires(r, "-component", entries(files={"md/b.xml": other.replace("macro", "component")}),
          ("warning", "components/component[@name='other']", "md/b.xml", "it", other_entry))
    near(r, "", entries(entry("OTHER", OWN + r"\md\b"), files={"md/b.xml": other}))
    near(r, "-pattern", entries(entry("oth*", r"assets\b"), files={"md/b.xml": other}))
    near(r, "-every", entries(entry("*", r"assets\b"), files={"md/b.xml": other}))
    near(r, "-deeper", entries(files={"md/b.xml": "<a><macros><macro name='other'/></macros></a>"}))
    near(r, "-diff", entries(files={"md/b.xml": "<diff><add sel='/macros'><macro name='other'/></add></diff>"}))
    near(r, "-below-extensions", entries(files={"extensions/b/md/b.xml": other}))
    near(r, "-defined-twice", entries(files={"md/b.xml": other, "md/c.xml": other.replace("other", "OTHER")}),
         ("warning", "name-twice", "md/c.xml", "macros/macro[@name='OTHER']", "it"))
    near(r, "-added", entries(files={"md/b.xml": other, "md/c.xml": "<diff><add sel='/macros'><macro name='other'/></add></diff>"}))
    twice = "<macros>\n" + "".join(mark(name, '<macro name="other">') + "</macro>\n" for name in "ab") + "</macros>\n"
    fires(r, "-twice-in-a-file", entries(files={"md/b.xml": twice, "md/c.xml": "<components><component name='other'/></components>"}),
          ("warning", "macros/macro[@name='other']", "md/b.xml", "a", other_entry), ("warning", "macros/macro[@name='other'][2]", "md/b.xml", "b", other_entry),
          Finding("warning", "x4/unregistered", "components/component[@name='other']", 12, 25, inside="md/c.xml", at=(1, 13),
                  expected=lacking("md/c.xml")))
    fires(r, "-removed", entries(files={"md/b.xml": other, "md/c.xml": "<diff><remove sel='/a'><macro name='other'/></remove></diff>"}),
          ("warning", "macros/macro[@name='other']", "md/b.xml", "it", other_entry))
    near(r, "-nothing-found", {MACROS: index(SHIP_ENTRY), "md/b.xml": other})
    files, more = with_references(entries(files={"md/b.xml": other}), {"game": {MACROS: index(entry("other", r"a\b"))}})
    r.near("-game", files, **more)
    for name, text, content in (("-dependency", "", '<content id="ship_mod"><dependency id="b"/></content>'),
                                ("-other-extension", "<a b='extensions/other/c'/>", CONTENT),
                                ("-game-extension", "<a b='Extensions\\ego_dlc_split\\c'/>", CONTENT)):
        fires(r, name, entries(files={"md/b.xml": other, "md/c.xml": text or "<a/>"}),
              ("note", "macros/macro[@name='other']", "md/b.xml", "it", other_entry), content=content)
    fires(r, "-patch", entries(files={"md/b.xml": other, "extensions/b/md/c.xml": "<a/>"}),
          ("note", "macros/macro[@name='other']", "md/b.xml", "it", other_entry))


@rule
def name_twice(r):
    def both(name, second="macro", more=""):
        return {**entries(), "assets/macros/z.xml": f"<{second}s>\n{more}" + mark("it", f'<{second} name="{name}">') + f"</{second}>\n</{second}s>\n"}
    again = "assets/macros/z.xml", "it"
    fires(r, "", both("ship_macro"), ("warning", "macros/macro[@name='ship_macro']", *again))
    fires(r, "-case", both("Ship_MACRO"), ("warning", "macros/macro[@name='Ship_MACRO']", *again))
    parts = {SHIP: component(PLAIN), DATA + "/hull-lod0.xmf": mesh(), "assets/z.xml": component(PLAIN).replace("<component ", "\x01it\x02<component ").replace(
        'class="ship_s">', 'class="ship_s">\x03')}
    fires(r, "-component", parts, ("warning", COMPONENT, "assets/z.xml", "it"))
    first = both("ship_macro")
    first["assets/a.xml"] = first.pop("assets/macros/z.xml")
    fires(r, "-not-listed", first, ("warning", "macros/macro[@name='ship_macro']", "assets/a.xml", "it"))
    two = {**first, MACROS: index(SHIP_ENTRY, entry("ship_macro", OWN + r"\assets\a", " a"))}
    two[SHIP_MACRO] = both("ship_macro")["assets/macros/z.xml"]
    fires(r, "-both-listed", two, ("warning", "macros/macro[@name='ship_macro']", SHIP_MACRO, "it"),
          found("warning", "index-duplicate", Mod(two), MACROS, "index/entry[@name='ship_macro'][2]/@name", "name a", says=(3,)))
    near(r, "", both("other_macro"), ("warning", "unregistered", "assets/macros/z.xml", "macros/macro[@name='other_macro']", "it",
                                            {"expected": lacking("assets/macros/z.xml")}))
    near(r, "-diff", {**entries(), "md/a.xml": "<diff><add sel='/macros'><macro name='ship_macro'/></add></diff>"})
    near(r, "-deeper", {**entries(), "md/a.xml": "<a><macro name='ship_macro'/></a>", "md/b.xml": "<macros><a><macro name='ship_macro'/></a></macros>"})
    near(r, "-below-extensions", {**entries(), "extensions/b/a.xml": "<macros><macro name='ship_macro'/></macros>"})
    near(r, "-other-kind", {**entries(), "md/a.xml": "<components><component name='ship_macro'/></components>", COMPONENTS: index(entry("ship_macro", OWN + r"\md\a"))})
    near(r, "-dormant", {**parts, COMPONENTS: index(entry("ship", OWN + r"\assets\ship"))})
    twice = {**entries(), SHIP_MACRO: "<macros><macro name='ship_macro'/><macro name='ship_macro'/></macros>"}
    near(r, "-one-file", twice)
    near(r, "-pattern", {**both("ship_macro"), MACROS: index(entry("ship_*", OWN + r"\assets\macros\ship_macro"))})
    near(r, "-two-mods", {"a/content.xml": CONTENT, "b/content.xml": CONTENT, "a/a.xml": macro("a"), "b/a.xml": macro("a")}, content=None)


# ---- Components ----------------------------------------------------------------------------------------------------

def ship(*connections, geometry=OWN + r"\assets\ship_data", files=None):
    """A component with its meshes: the hull, and those of `files`."""
    return {SHIP: component(*connections, geometry=geometry), DATA + "/hull-lod0.xmf": mesh(), **(files or {})}


def other_ship():
    """A second component, without defects."""
    return {"assets/other.xml": component(connection(part("hull")), name="other", geometry=OWN + r"\assets\other_data"),
            "assets/other_data/hull-lod0.xmf": mesh()}


def without(files, *paths):
    return {path: text for path, text in files.items() if path not in paths}


PLAIN = connection(part("hull"))


@rule
def geometry_folder(r):
    gone = {SHIP: component(PLAIN), **other_ship()}
    fires(r, "", gone, ("error", SOURCE, SHIP, "geometry"))
    fires(r, "-empty", {**gone, DATA + "/readme.txt": "", DATA + "/deeper/hull-lod0.xmf": mesh()},
          ("error", SOURCE, SHIP, "geometry"))
    fires(r, "-animated", {SHIP: component(connection(part("hull", lod(0)), animations=["turn"])), **other_ship()},
          ("error", SOURCE, SHIP, "geometry"))
    replaced = ("<diff>\n  <replace sel=\"/components/component/source\">\n    <source geometry=\""
                + mark("geometry", OWN + "/assets/ship_data") + "\"/>\n  </replace>\n</diff>\n")
    fires(r, "-replace", {"assets/patch.xml": replaced, **other_ship()},
          ("error", "diff/replace/source/@geometry", "assets/patch.xml", "geometry"))
    spare = {"assets/spare_data/hull-lod0.xmf": mesh()}
    fires(r, "-near", {SHIP: component(PLAIN, geometry=OWN + r"\assets\spare"), **spare, **other_ship()},
          ("error", SOURCE, SHIP, "geometry", {"expected": r"extensions\ship_mod\assets\spare_data"}))
    fires(r, "-near-in-use", {SHIP: component(PLAIN, geometry=OWN + r"\assets\other"), **other_ship()},
          ("error", SOURCE, SHIP, "geometry", {"expected": "assets/other"}))
    led = {COMPONENTS: index(entry("other", OWN + r"\assets\other"))}
    fires(r, "-dormant", {**gone, **led}, ("note", SOURCE, SHIP, "geometry"),
          Finding("warning", "x4/unregistered", COMPONENT, 54, 38, inside=SHIP, at=(3, 3), expected=lacking(SHIP)))
    near(r, "", ship(PLAIN))
    near(r, "-elsewhere", {SHIP: component(PLAIN)})
    near(r, "-game", {SHIP: component(PLAIN, geometry=r"assets\units\ship_data"), **other_ship()})
    near(r, "-other-extension", {SHIP: component(PLAIN, geometry=r"extensions\other\assets\ship_data"), **other_ship()})
    near(r, "-no-part", {SHIP: component(), **other_ship()})
    near(r, "-reference", {SHIP: component(connection(part("hull", more=' ref="other"'))), **other_ship()})
    near(r, "-add", {"assets/patch.xml": replaced.replace("replace", "add"), **other_ship()})
    near(r, "-remove", {"assets/patch.xml": replaced.replace("replace", "remove"), **other_ship()})
    r.near("-in-package", Mod({SHIP: component(PLAIN), **packed({DATA + "/hull-lod0.xmf": mesh()})}).files())
    files, more = with_references({SHIP: component(PLAIN, geometry=r"assets\units\ship_data"), **other_ship()},
                                  {"game": {"assets/units/ship_data/hull-lod0.xmf": mesh()}})
    r.near("-with-game", files, **more)
    files, more = with_references({SHIP: component(PLAIN, geometry=r"assets\units\ship_data"), **other_ship()},
                                  {"game": {"assets/props/ship_data/hull-lod0.xmf": mesh()}})
    r.near("-half-of-game", files, **more)
    game = {SHIP: component(PLAIN, geometry=r"assets\units\ship_data"), **other_ship()}
    files, more = with_references(game, {"game": {"assets/units/other_data/hull-lod0.xmf": mesh()}})
    r.fires("-with-game", files, found("error", "geometry-folder", Mod(game), SHIP, SOURCE, "geometry", folder="mod/"), **more)


@rule
def missing_mesh(r):
    two = connection(part("hull", lod(0), lod(1)))
    fires(r, "", ship(two), ("error", HULL + "/lods/lod[@index='1']", SHIP, "lod 1"))
    fires(r, "-part", ship(connection(part("hull"), part("wing"))),
          ("error", CONNECTION + "/parts/part[@name='wing']", SHIP, "part wing"))
    fires(r, "-wreck", ship(connection(part("hull", more=wreck("broken")))), ("error", HULL + "/@wreck", SHIP, "wreck"))
    fires(r, "-twice", ship(connection(part("hull")), connection(part("wing")), connection(part("wing").replace("part wing", "again"))),
          ("error", CONNECTION + "/parts/part[@name='wing']", SHIP, "part wing"),
          ("error", CONNECTION + "/parts/part[@name='wing'][2]", SHIP, "again"))
    fires(r, "-near", ship(connection(part("hull"), part("hul")), files={}), ("error", CONNECTION + "/parts/part[@name='hul']", SHIP, "part hul", {"expected": DATA + "/hull-lod0.xmf"}))
    fires(r, "-add", {"assets/patch.xml": "<diff><add sel='/components'>" + component(two).split("<components>")[1].replace(
        "</components>\n", "</add></diff>\n"), DATA + "/hull-lod0.xmf": mesh()},
          ("error", "diff/add/component[@name='ship']/connections/connection[@name='c']/parts/part[@name='hull']"
                    "/lods/lod[@index='1']", "assets/patch.xml", "lod 1"))
    r.fires("-packages", Mod(packed(ship(two)), CONTENT).files(),
            found("error", "missing-mesh", Mod(ship(two)), SHIP, HULL + "/lods/lod[@index='1']", "lod 1", folder="ext_01.cat!/"))
    led = {COMPONENTS: index(entry("other", OWN + r"\assets\other")), **other_ship()}
    fires(r, "-dormant", {**ship(two), **led}, ("note", HULL + "/lods/lod[@index='1']", SHIP, "lod 1"),
          Finding("warning", "x4/unregistered", COMPONENT, 54, 38, inside=SHIP, at=(3, 3), expected=lacking(SHIP)))
    near(r, "", ship(two, files={DATA.upper() + "/HULL-Lod1.xmf": mesh()}))
    near(r, "-reference", ship(connection(part("hull"), part("turret", lod(0), more=' ref="other"' + wreck("x")))))
    near(r, "-level-without-number", ship(connection(part("hull", "<lod/>"))))
    near(r, "-no-folder", {SHIP: component(two), **other_ship()}, ("error", "geometry-folder", SHIP, SOURCE, "geometry"))
    near(r, "-all-meshes-gone", without(ship(two), DATA + "/hull-lod0.xmf") | {DATA + "/hull.txt": ""})
    near(r, "-other-extension", ship(two, geometry=r"extensions\other\assets\ship_data", files=other_ship()))
    merged = {SHIP: component(connection(part("hull", lod(0), lod(1)), animations=["open"]), geometry=r"assets\\units\ship_data"),
              "assets/units/ship_data/hull-lod0.xmf": mesh()}
    game = {"assets/units/ship_data/hull-lod1.xmf": mesh(), "assets/units/SHIP_DATA.ANI": ani(("hull", "open"))}
    files, more = with_references(merged, {"game": game})
    r.near("-merged", files, **more)
    files, more = with_references(merged, {"game": {"assets/units/ship_data.ani": game["assets/units/SHIP_DATA.ANI"]}})
    r.fires("-merged", files, found("error", "missing-mesh", Mod(merged), SHIP, HULL + "/lods/lod[@index='1']", "lod 1", folder="mod/"),
            **more)
    near(r, "-no-own-name", ship(two, geometry=r"extensions\a\assets\ship_b"), content='<content id="b"/>')
    level = found("error", "missing-mesh", Mod({SHIP: component(two)}), SHIP, HULL + "/lods/lod[@index='1']", "lod 1", folder="mod/")
    for name, levels, content in (("fires-other-half", (0,), CONTENT), ("near-other-half", (0, 1), CONTENT),
                                  ("near-no-half", (0,), '<content id="other"/>')):
        half = {"content.xml": content, **{f"{DATA}/hull-lod{number}.xmf": mesh() for number in levels}}
        files, more = with_references({SHIP: component(two)}, {"half": half})
        r.add(name, files, [level] if name.startswith("fires") else [], **more)
    half = {"content.xml": CONTENT, SHIP: component(connection(part("wing")))}
    files, more = with_references(ship(two, files={DATA + "/hull-lod1.xmf": mesh()}), {"half": half})
    r.near("-older-half", files, **more)
    near(r, "-remove", {"assets/patch.xml": "<diff><remove sel='/components'>" + component(two).split("<components>")[1].replace(
        "</components>\n", "</remove></diff>\n"), **other_ship()})
    r.near("-in-package", Mod({**ship(two), **packed({DATA + "/hull-lod1.xmf": mesh()}, "subst_01")}).files())
    near(r, "-collision-meshes-alone", without(ship(two), DATA + "/hull-lod0.xmf") | {DATA + "/hull-collision.xmf": collision_mesh()})
    fires(r, "-collision-mesh-and-others", without(ship(PLAIN), DATA + "/hull-lod0.xmf") |
          {DATA + "/hull-collision.xmf": collision_mesh(), **other_ship()},
          ("error", HULL, SHIP, "part hull", {"expected": "assets/other_data/hull-lod0.xmf"}))
    apart = Mod({**ship(two), **packed({DATA + "/hull-lod1.xmf": mesh()}, "other")})
    r.fires("-in-other-package", apart.files(), other_package(),
            found("error", "missing-mesh", apart, SHIP, HULL + "/lods/lod[@index='1']", "lod 1"),
            Finding("warning", "xmf/missing-lod0", "", 0, 0, inside=f"other.cat!/{DATA}/hull-lod1.xmf", actual=1))
    variant = {f"{folder}/{name}": text for folder in ("ship", "variant") for name, text in Mod(ship(two)).texts.items()}
    fires(r, "-variant", {**variant, "variant/" + DATA + "/hull-lod1.xmf": mesh()},
          ("error", HULL + "/lods/lod[@index='1']", "ship/" + SHIP, "lod 1"), content=None)


@rule
def missing_animation(r):
    moving = connection(part("hull"), animations=["open", "close"])
    fires(r, "", ship(moving), ("warning", SOURCE, SHIP, "geometry", [0, 1]))
    fires(r, "-inside", ship(moving, files={DATA + "/ship_data.ani": ani(("hull", "open"))}),
          ("warning", SOURCE, SHIP, "geometry", [0, 1], {"expected": DATA + "/ship_data.ani"}))
    for name, file in (("-near", "assets/Ship.ani"), ("-of-another", "assets/ship_data2.ani")):
        fires(r, name, {**ship(moving, files={file: ani(("hull", "open"))}), "assets/ship_data2/a.txt": b""},
              ("warning", SOURCE, SHIP, "geometry", [0, 1], {"expected": "assets/ship.ani"} if name == "-near" else {}))
    near(r, "", ship(moving, files={"assets/SHIP_DATA.ANI": ani(("hull", "open"), ("hull", "close"))}))
    near(r, "-reference", ship(PLAIN, connection(part("hull"), part("turret", more=' ref="a"'), animations=["open"])))
    near(r, "-no-part", ship(PLAIN, connection(animations=["open"])))
    near(r, "-no-name", ship(connection(part("hull"), animations=["open"]).replace(' name="open"', "")))
    near(r, "-no-folder", {SHIP: component(moving), **other_ship()}, ("error", "geometry-folder", SHIP, SOURCE, "geometry"))
    near(r, "-all-meshes-gone", {SHIP: component(moving), DATA + "/hull.txt": ""})
    near(r, "-game", ship(moving, geometry=r"assets\ship_data"))
    r.near("-in-package", Mod({**ship(moving), **packed({"assets/ship_data.ani": ani(("hull", "open"), ("hull", "close"))})}).files())


@rule
def animation_entry(r):
    moving = connection(part("hull"), animations=["open", "close"])
    field = CONNECTION + "/animations/animation[@name='close']"
    fires(r, "", ship(moving, files={"assets/ship_data.ani": ani(("hull", "open"))}),
          ("warning", field, SHIP, "animation close"))
    fires(r, "-near", ship(moving, files={"assets/ship_data.ani": ani(("hull", "open"), ("hull", "closed"), ("x", "close1"))}),
          ("warning", field, SHIP, "animation close", {"expected": "closed"}),
          motion(2))
    led = {COMPONENTS: index(entry("other", OWN + r"\assets\other")), **other_ship()}
    fires(r, "-dormant", {**ship(moving, files={"assets/ship_data.ani": ani(("hull", "open"))}), **led},
          ("note", field, SHIP, "animation close"),
          Finding("warning", "x4/unregistered", COMPONENT, 54, 38, inside=SHIP, at=(3, 3), expected=lacking(SHIP)))
    near(r, "", ship(moving, files={"assets/ship_data.ani": ani(("hull", "open"), ("HULL", "Close"))}))
    near(r, "-any-part", ship(connection(part("hull"), part("wing"), animations=["open"]),
                              files={DATA + "/wing-lod0.xmf": mesh(), "assets/ship_data.ani": ani(("wing", "open"))}))
    near(r, "-reference", ship(PLAIN, connection(part("turret", more=' ref="a"'), animations=["open"]),
                               files={"assets/ship_data.ani": ani(("hull", "open"))}))
    near(r, "-unreadable", ship(moving, files={"assets/ship_data.ani": b"RIFF" + bytes(16)}))
    # Where an .ani has to be, its first bytes don't matter.
    def wrong(inside="assets/ship_data.ani"):
        return Finding("error", "xani/unsupported-version", "header.version", 8, 4, inside=inside, actual=2 if "cat" in inside else None)
    other = bytes(8) + b"\2" + bytes(7)
    near(r, "-other-version", ship(moving, files={"assets/ship_data.ani": other, "assets/other.ani": other,
                                                  "assets/none_data.ani": other, "assets/none_data/a.txt": b""}), wrong())
    near(r, "-mesh", ship(moving, files={"Assets/Ship_data.ANI": b"XUMF" + bytes(12)}), wrong("Assets/Ship_data.ANI"))
    near(r, "-short", ship(moving, files={"assets/ship_data.ani": b"1234"}),
         Finding("error", "xani/truncated", "header", 0, 4, says=(12, 16), inside="assets/ship_data.ani"))
    r.near("-in-package", Mod({**ship(moving), **packed({"assets/ship_data.ani": other})}).files(), wrong("ext_01.cat!/assets/ship_data.ani"))
    r.near("-no-mod", {"a.xmf": mesh(), "ship.ani": other, "ship/hull-lod0.xmf": mesh()})
    near(r, "-no-animation", ship(PLAIN, files={"assets/ship_data.ani": ani(("hull", "open"))}))


def motion(number, name="assets/ship_data.ani", **more):
    return Finding("warning", "x4/animation-part", f"anims[{number}].name", 16 + 160 * number, 64, inside=name, **more)


@rule
def animation_part(r):
    files = {"assets/ship_data.ani": ani(("hull", "open"), ("wing", "open"))}
    fires(r, "", ship(PLAIN, files=files), motion(1))
    fires(r, "-two", ship(PLAIN, files={"assets/ship_data.ani": ani(("a", "open"), ("hull", "open"), ("a", "open"))}),
          motion(0), motion(2))
    fires(r, "-near", ship(PLAIN, files={"assets/ship_data.ani": ani(("hul", "open"))}), motion(0, expected="hull"))
    near(r, "", ship(connection(part("hull"), part("Wing")), files={**files, DATA + "/wing-lod0.xmf": mesh()}))
    near(r, "-other-component", {**ship(PLAIN, files={**files, DATA + "/wing-lod0.xmf": mesh()}),
                                 "assets/second.xml": component(connection(part("wing")), name="second")})
    near(r, "-reference", ship(connection(part("hull"), part("wing", more=' ref="a"')), files=files))
    near(r, "-replace", {**ship(PLAIN, files=files), "assets/patch.xml":
                         f'<diff><replace sel="/a"><source geometry="{OWN}/assets/ship_data"/></replace></diff>'})
    near(r, "-no-folder", {**other_ship(), "assets/nobody_data.ani": ani(("wing", "open"))})
    near(r, "-other-extension", ship(PLAIN, geometry=r"extensions\other\assets\ship_data", files={**files, **other_ship()}))
    near(r, "-game", ship(PLAIN, geometry=r"assets\ship_data", files=files))


@rule
def missing_jcs(r):
    def collided(*names, **more):
        return ship(connection(part("hull"), **more), files={f"{DATA}/{name}": b"jcs" if name.endswith("jcs") else collision_mesh()
                                                             for name in names})
    def lacks(name):
        return Finding("warning", "x4/missing-jcs", "", 0, 0, inside=DATA + "/hull-collision.xmf", expected=f"{DATA}/{name}")
    fires(r, "", collided("hull-collision.xmf", "hull-hull.jcs"), lacks("hull-mesh.jcs"))
    fires(r, "-both", collided("hull-collision.xmf", "wing-mesh.jcs"), lacks("hull-hull.jcs"))
    fires(r, "-two-components", {**collided("hull-collision.xmf", "hull-mesh.jcs"), "assets/second.xml": component(PLAIN, name="second")}, lacks("hull-hull.jcs"))
    near(r, "", collided("hull-collision.xmf", "hull-HULL.jcs", "Hull-mesh.jcs"))
    near(r, "-older", collided("hull-collision.xmf"))
    near(r, "-no-collision-mesh", collided("hull-hull.jcs"))
    near(r, "-tag", collided("hull-collision.xmf", "hull-hull.jcs", tags="part nocollision"))
    near(r, "-wreck", ship(connection(part("hull", more=wreck("broken"))), files={
        DATA + "/broken-lod0.xmf": mesh(), DATA + "/broken-collision.xmf": collision_mesh(), DATA + "/a-hull.jcs": b"",
        DATA + "/hull-collision1.xmf": collision_mesh(), DATA + "/hull-collision_wreck.xmf": collision_mesh()}))
    near(r, "-reference", ship(connection(part("hull", more=' ref="a"')), files={
        DATA + "/hull-collision.xmf": collision_mesh(), DATA + "/hull-hull.jcs": b""}))


@rule
def part_material(r):
    def listed(*materials, files=None):
        return ship(connection(part("hull", lod(0, *materials))), files=files)
    field = HULL + "/lods/lod[@index='0']"
    fires(r, "", listed("ships.wing"), ("note", field, SHIP, "lod 0", {"actual": "ships.wing", "expected": "ships.hull"}))
    fires(r, "-more", listed("ships.hull", "ships.wing"), ("note", field, SHIP, "lod 0", {"actual": "ships.wing"}))
    fires(r, "-less", listed("ships.hull", files={DATA + "/hull-lod0.xmf": mesh("ships.hull", "ships.wing")}),
          ("note", field, SHIP, "lod 0", {"expected": "ships.wing"}))
    near(r, "", listed("SHIPS.hull", "ships.HULL"))
    near(r, "-order", listed("b.b", "a.a", files={DATA + "/hull-lod0.xmf": mesh("a.a", "b.b")}))
    near(r, "-not-listed", listed())
    near(r, "-reference", ship(PLAIN, connection(part("hull", lod(0, "a.a"), more=' ref="a"'))))
    near(r, "-unreadable", listed("a.a", files={DATA + "/hull-lod0.xmf": b"XUMF"}),
         Finding("error", "xmf/truncated", "header", 0, 4, says=(60, 64), inside=DATA + "/hull-lod0.xmf"))
    near(r, "-no-mesh", {**other_ship(), SHIP: component(connection(part("hull", lod(0, "a.a"))))},
         ("error", "geometry-folder", SHIP, SOURCE, "geometry"))


@rule
def unused_mesh(r):
    more = {f"{DATA}/{name}": mesh() if "lod" in name else collision_mesh()
            for name in ("old-lod0.xmf", "Old-lod1.xmf", "old-collision.xmf")}
    fires(r, "", ship(PLAIN, files=more), ("note", SOURCE, SHIP, "geometry", [1, 2, 3]))
    fires(r, "-first-component", {**ship(PLAIN, files=more), "assets/a.xml": component(PLAIN, name="a")},
          ("note", "components/component[@name='a']/source/@geometry", "assets/a.xml", "geometry", [1, 2, 3]))
    near(r, "", ship(connection(part("hull"), part("OLD")), files=more))
    near(r, "-wreck", ship(connection(part("hull", more=wreck("old"))), files=more))
    near(r, "-other-component", {**ship(PLAIN, files=more), "assets/b.xml": component(connection(part("old")), name="b")})
    near(r, "-names", ship(PLAIN, files={f"{DATA}/{name}": mesh() for name in (
        "hull-collision_wreck-lod0.xmf.bak", "old.xmf", "deeper/old-lod0.xmf")} | {DATA + "/hull-collision1.xmf": collision_mesh()}))
    near(r, "-replace", {**ship(PLAIN, files=more), "assets/patch.xml":
                         f'<diff><replace sel="/a"><source geometry="{OWN}/assets/ship_data"/></replace></diff>'})
    near(r, "-other-extension", ship(PLAIN, geometry=r"extensions\other\assets\ship_data", files={**more, **other_ship()}))


# ---- Connections ---------------------------------------------------------------------------------------------------

def socket(name, *parts, parent=None):
    """A connection of a component, on a part if it has a parent."""
    on = "" if parent is None else f' parent="{mark("parent", parent)}"'
    return f'      <connection name="{name}"{on}>\n        <parts>\n{"".join(parts)}        </parts>\n      </connection>\n'


def sockets(*connections, name="ship"):
    return component(*connections, name=name, geometry=None)


def plugged(*refs, of="ship", name="ship_macro"):
    """A macro with these connections, each marked with its name."""
    rows = "".join(f'      <connection ref="{mark("ref " + ref, ref)}"><macro ref="dock_macro" connection="d"/></connection>\n' for ref in refs)
    return macro(name, of).replace("  </macro>\n</macros>", f"    <connections>\n{rows}    </connections>\n  </macro>\n</macros>")


DOCK = "macros/macro[@name='ship_macro']/connections/connection"


@rule
def connection_ref(r):
    docks = socket("con_dock_1"), socket("Con_Dock_2"), socket("cockpit")
    def wrong(ref, number="", inside=SHIP_MACRO, field=DOCK, **more):
        return "warning", f"{field}{number}/@ref", inside, "ref " + ref, {"says": ("ship",), **more}
    files = {SHIP: sockets(*docks), SHIP_MACRO: plugged("con_dock_1", "engine")}
    fires(r, "", files, wrong("engine", "[2]"))
    fires(r, "-near", {**files, SHIP_MACRO: plugged("Cockpits", "con_dock_1")}, wrong("Cockpits", expected="cockpit"))
    fires(r, "-near-in-use", {**files, SHIP_MACRO: plugged("COCKPIT", "cockpits")}, wrong("cockpits", "[2]"))
    fires(r, "-comment", {**files, SHIP: sockets(*docks, "<!--" + socket("engine") + "-->")}, wrong("engine", "[2]"))
    added = plugged("engine").replace("<macros>", "<diff><add sel='/macros'>").replace("</macros>", "</add></diff>")
    fires(r, "-added", {SHIP: files[SHIP], "libraries/macros.xml": added}, wrong("engine", inside="libraries/macros.xml", field="diff/add" + DOCK[6:]))
    patch = "<diff><add sel=\"/components/component[@name='{}']/connections\"><connection name='engine'/></add></diff>"
    fires(r, "-other-patch", {**files, "assets/patch.xml": patch.format("other")}, wrong("engine", "[2]"))
    near(r, "", {**files, SHIP_MACRO: plugged("con_dock_1", "con_dock_2", "COCKPIT")})
    for name, other in (("-game", plugged("engine", of="other")), ("-given", plugged("buildprocessorconnection")),
                        ("-no-component", plugged("engine").replace("<component ", "<a ")),
                        ("-no-ref", plugged("engine").replace(" ref=\"\x01", " name=\"\x01"))):
        near(r, name, {**files, SHIP_MACRO: other})
    near(r, "-patched", {**files, "assets/patch.xml": patch.format("Ship")})
    near(r, "-patched-file", {**files, "extensions/other/x/ship.xml": "<diff><add sel='//connections'><connection name='engine'/></add></diff>"})
    near(r, "-patched-by-another", {**{"mod/" + path: text for path, text in {**files, "content.xml": CONTENT}.items()},
                                    "other/content.xml": CONTENT, "other/extensions/mod/a.xml": patch.format("ship")},
         content=None)
    near(r, "-added-component", {**files, SHIP: files[SHIP].replace("<components>", "<diff><add sel='/components'>").replace("</components>", "</add></diff>")})
    for name, path in (("-macro-below-extensions", SHIP_MACRO), ("-component-below-extensions", SHIP)):
        near(r, name, {**without(files, path), "extensions/other/" + path: files[path]})
    near(r, "-other-mod", {"a/content.xml": CONTENT, "a/s.xml": files[SHIP], "b/content.xml": CONTENT, "b/m.xml": files[SHIP_MACRO]}, content=None)
    live = {"assets/other.xml": component(PLAIN, name="other", geometry=None), COMPONENTS: index(entry("other", OWN + r"\assets\other"))}
    near(r, "-dormant", {SHIP: sockets(*docks), SHIP_MACRO: plugged("engine"), **live},
         Finding("warning", "x4/unregistered", COMPONENT, 54, 38, inside=SHIP, at=(3, 3), expected=lacking(SHIP)),
         Finding("warning", "x4/unregistered", "macros/macro[@name='ship_macro']", 11, 40, inside=SHIP_MACRO, at=(2, 3), expected=lacking(SHIP_MACRO)))
    again = {"assets/z.xml": sockets(socket("engine"))}
    second = plugged("engine").split("<macros>\n")[1].replace('"ship"', '"other"').replace("ship_macro", "other_macro")
    near(r, "-two-macros", {**files, SHIP_MACRO: plugged("cockpit").replace("</macros>\n", second), "assets/b.xml": sockets(socket("engine"), name="other")})
    near(r, "-two-components", {**files, **again}, Finding("warning", "x4/name-twice", COMPONENT, 54, 38, inside="assets/z.xml", at=(3, 3)))


@rule
def connection_parent(r):
    parent = "components/component[@name='ship']/connections/connection[@name='gun']/@parent"
    files = {SHIP: sockets(socket("c", part("tower")), socket("gun", parent="barrel"))}
    fires(r, "", files, ("warning", parent, SHIP, "parent", {"says": ("ship",)}))
    fires(r, "-near", {SHIP: sockets(socket("c", part("Tower")), socket("gun", parent="towers"))},
          ("warning", parent, SHIP, "parent", {"says": ("ship",), "expected": "Tower"}))
    fires(r, "-no-part", {SHIP: sockets(socket("gun", parent="a"))}, ("warning", parent, SHIP, "parent", {"says": ("ship",)}))
    fires(r, "-comment", {SHIP: sockets("<!--" + socket("c", part("barrel")) + "-->", socket("gun", parent="barrel"))},
          ("warning", parent, SHIP, "parent", {"says": ("ship",)}))
    fires(r, "-other-component", {**files, "assets/z.xml": sockets(socket("c", part("barrel")), name="z")},
          ("warning", parent, SHIP, "parent", {"says": ("ship",)}))
    live = {"assets/other.xml": component(PLAIN, name="other", geometry=None), COMPONENTS: index(entry("other", OWN + r"\assets\other"))}
    fires(r, "-dormant", {**files, **live}, ("note", parent, SHIP, "parent", {"says": ("ship",)}),
          Finding("warning", "x4/unregistered", COMPONENT, 54, 38, inside=SHIP, at=(3, 3), expected=lacking(SHIP)))
    near(r, "", {SHIP: sockets(socket("gun", parent="TOWER"), socket("c", part("tower"), parent="tower"))})
    near(r, "-reference", {SHIP: sockets(socket("c", part("barrel", more=' ref="other"')), socket("gun", parent="barrel"))})
    near(r, "-empty", {SHIP: sockets(socket("c", part("tower")), socket("gun", parent=""))})
    near(r, "-macro", {SHIP_MACRO: plugged("gun").replace(" ref=\"\x01", " parent=\"\x01")})
    near(r, "-patched", {**files, "assets/patch.xml": "<diff><remove sel='//component[@name=&quot;ship&quot;]/source'/></diff>"})
    near(r, "-patched-file", {**files, "extensions/other/ship.xml": "<diff><remove sel='//source'/></diff>"})
    near(r, "-added", {SHIP: files[SHIP].replace("<components>", "<diff><add sel='/components'>").replace("</components>", "</add></diff>")})
    near(r, "-below-extensions", {"extensions/other/" + SHIP: files[SHIP]})


# ---- Materials -----------------------------------------------------------------------------------------------------

def textures(*materials, files=("assets/textures/hull.dds",)):
    return {LIBRARY: library(material("hull", OWN + r"\assets\textures\hull"), *materials), **{name: picture(name) for name in files}}


@rule
def missing_texture(r):
    gone = material("wing", OWN + r"\assets\textures\wing", " wing")
    fires(r, "", textures(gone), ("warning", PICTURE.format("wing"), LIBRARY, "bitmap wing"))
    fires(r, "-near", textures(material("wing", OWN + r"\assets\textures\hul", " wing")),
          ("warning", PICTURE.format("wing"), LIBRARY, "bitmap wing", {"expected": r"extensions\ship_mod\assets\textures\hull"}))
    patch = ("<diff><add sel=\"/materiallibrary\">" + library(gone).split("<materiallibrary>")[1].replace(
        "</materiallibrary>\n", "</add></diff>\n"))
    fires(r, "-diff", {**textures(), "libraries/material_library.xml": patch.replace(
        "<collection", material("hull", OWN + r"\assets\textures\hull") + "<collection", 1)},
          ("warning", PICTURE.format("wing").replace("materiallibrary/", "diff/add/"), LIBRARY, "bitmap wing"))
    for name, file in (("", "Wing.dds"), ("-gz", "wing.gz"), ("-dds-gz", "wing.dds.gz"), ("-tga", "wing.TGA"),
                       ("-tga-gz", "wing.tga.gz"), ("-itself", "wing")):
        near(r, name, textures(gone, files=["assets/textures/hull.dds", "assets/textures/" + file]))
    for ending in (".tga", ".dds", ".png"):
        written = material("wing", OWN + r"\assets\textures\wing" + ending, " wing")
        fires(r, "-written-" + ending[1:], textures(written), ("warning", PICTURE.format("wing"), LIBRARY, "bitmap wing"))
        for file in ("wing.gz", "Wing.dds", "wing.tga"):
            near(r, f"-written-{ending[1:]}-as-{file[5:]}", textures(written, files=["assets/textures/hull.dds", "assets/textures/" + file]))
    fires(r, "-written-near", textures(material("wing", OWN + r"\assets\textures\hul.png", " wing")),
          ("warning", PICTURE.format("wing"), LIBRARY, "bitmap wing", {"expected": r"extensions\ship_mod\assets\textures\hull"}))
    fires(r, "-written-other", textures(material("wing", OWN + r"\assets\textures\wing.jpg", " wing"),
                                        files=["assets/textures/hull.dds", "assets/textures/wing.dds"]),
          ("warning", PICTURE.format("wing"), LIBRARY, "bitmap wing", {"expected": "assets/textures/wing.jpg"}))
    near(r, "-elsewhere", textures(gone, files=["assets/textures/readme.txt"]))
    near(r, "-game", textures(material("wing", r"assets\textures\wing")))
    near(r, "-other-extension", textures(material("wing", r"extensions\other\wing")))
    near(r, "-other-type", {LIBRARY: textures(gone)[LIBRARY].replace("BitMap", "Color"), "assets/textures/hull.dds": picture(".dds")})
    near(r, "-other-file", {**textures(), "libraries/materials.xml": library(gone)})
    outside = textures(material("wing", r"assets\textures\ships\wing", " wing"))
    for name, file in (("fires-with-game", "tail.gz"), ("near-with-game", "wing.gz")):
        files, more = with_references(outside, {"game": {"assets/textures/ships/" + file: b""}})
        wanted = [found("warning", "missing-texture", Mod(outside), LIBRARY, PICTURE.format("wing"), "bitmap wing", folder="mod/")]
        r.add(name, files, wanted if name.startswith("fires") else [], **more)
    r.near("-in-package", Mod({**textures(gone), **packed({"assets/textures/wing.gz": picture(".gz")})}).files())


@rule
def missing_icon(r):
    icons = "libraries/icons.xml"
    field = "icons/icon[@name='{}']/@texture"
    def picture_of(name, path):
        return f'  <icon name="{name}" texture="{mark("icon " + name, path)}" height="64" width="64"/>\n'
    def listed(*icon, files=("assets/icons/hull.gz",), root=("<icons>\n", "</icons>\n")):
        return {icons: root[0] + picture_of("hull", OWN + r"\assets\icons\hull.tga") + "".join(icon) + root[1],
                **{name: picture(name) for name in files}}
    gone = picture_of("wing", OWN + r"\assets\icons\wing.tga")
    fires(r, "", listed(gone), ("warning", field.format("wing"), icons, "icon wing"))
    fires(r, "-near", listed(picture_of("wing", OWN + r"\assets\icons\hul.tga")),
          ("warning", field.format("wing"), icons, "icon wing", {"expected": r"extensions\ship_mod\assets\icons\hull"}))
    fires(r, "-diff", listed(gone, root=("<diff>\n<add sel='/icons'>\n", "</add>\n</diff>\n")),
          ("warning", field.format("wing").replace("icons/", "diff/add/"), icons, "icon wing"))
    no_name = listed(gone.replace(' name="wing"', ""))
    fires(r, "-no-name", no_name, ("warning", "icons/icon/@texture", icons, "icon wing"))
    for file in ("wing.gz", "Wing.dds", "wing.tga"):
        near(r, "-as-" + file[5:], listed(gone, files=["assets/icons/hull.gz", "assets/icons/" + file]))
    near(r, "", listed(gone, files=["assets/icons/hull.gz", "assets/icons/WING.gz"]))
    near(r, "-none-there", listed(gone, files=["assets/icons/readme.txt"]) | {"assets/textures/hull.dds": picture(".dds")})
    near(r, "-pattern", listed(picture_of("wing", OWN + r"\assets\icons\wing_*.tga")))
    near(r, "-game", listed(picture_of("wing", r"assets\icons\wing")))
    near(r, "-other-extension", listed(picture_of("wing", r"extensions\other\wing")))
    near(r, "-other-file", {**listed(), "libraries/others.xml": listed(gone)[icons]})
    near(r, "-no-texture", listed('  <icon name="wing" active="extensions/ship_mod/assets/icons/wing"/>\n'))
    outside = listed(picture_of("wing", r"assets\icons\ships\wing"))
    for name, file in (("fires-with-game", "tail.gz"), ("near-with-game", "wing.gz")):
        files, more = with_references(outside, {"game": {"assets/icons/ships/" + file: b""}})
        wanted = [found("warning", "missing-icon", Mod(outside), icons, field.format("wing"), "icon wing", folder="mod/")]
        r.add(name, files, wanted if name.startswith("fires") else [], **more)
    r.near("-in-package", Mod({**listed(gone), **packed({"assets/icons/wing.gz": picture(".gz")})}).files())


@rule
def ui_file(r):
    def ui(*names):
        rows = "".join(f'    <file name="{mark("name " + name, name)}"/>\n' for name in names)
        return f'<addon name="a">\n  <environment type="menus">\n{rows}    <dependency name="ego_detailmonitor"/>\n  </environment>\n</addon>\n'
    def field(name):
        return f"addon[@name='a']/environment/file[@name='{name}']/@name"
    there = {"ui/menu.lua": b"", "ui/other.lua": b""}
    fires(r, "", {"ui.xml": ui("ui/menu.lua", "ui/gone.lua"), **there},
          ("warning", field("ui/gone.lua"), "ui.xml", "name ui/gone.lua", {"expected": "ui/gone.lua"}))
    fires(r, "-near", {"ui.xml": ui("ui/Othr.lua"), **there},
          ("warning", field("ui/Othr.lua"), "ui.xml", "name ui/Othr.lua", {"expected": "ui/other.lua"}))
    fires(r, "-all", {"ui.xml": ui("menu.lua")}, ("warning", field("menu.lua"), "ui.xml", "name menu.lua", {"expected": "menu.lua"}))
    own_path = "extensions/ship_mod/ui/gone.lua"
    fires(r, "-own-name", {"ui.xml": ui(own_path), **there, **entries()},
          ("warning", field(own_path), "ui.xml", "name " + own_path, {"expected": "ui/gone.lua"}))
    near(r, "", {"ui.xml": ui("ui/menu.lua", "/UI\\\\Other.LUA "), **there})
    near(r, "-compiled", {"ui.xml": ui("ui/menu.lua"), "ui/menu.xpl": b""})
    near(r, "-comment", {"ui.xml": ui().replace("<dependency", '<!-- <file name="ui/gone.lua"/> --><dependency')})
    near(r, "-other-extension", {"ui.xml": ui("extensions/other/ui/menu.lua")})
    near(r, "-pattern", {"ui.xml": ui("ui/*.lua")})
    near(r, "-empty", {"ui.xml": ui("")})
    near(r, "-no-name", {"ui.xml": ui("a").replace("name=\"\x01", "path=\"\x01")})
    near(r, "-deeper", {"ui/ui.xml": ui("ui/gone.lua"), "extensions/other/ui.xml": ui("ui/gone.lua"), "md/a.xml": ui("gone.lua")})
    r.near("-in-package", Mod({"ui.xml": ui("ui/gone.lua"), **packed({"ui/gone.lua": b""})}).files())
    files, more = with_references({"ui.xml": ui("ui/gone.lua")}, {"game": {"ui/gone.lua": b""}})
    r.near("-with-game", files, **more)


# ---- Packages and folders ------------------------------------------------------------------------------------------

@rule
def cat_name(r):
    def wrong(name, expected, folder=""):
        return Finding("warning", "x4/cat-name", "", 0, 0, inside=folder + name, actual=name.lower(), expected=expected,
                       says=("01",) if name == "01.cat" else ())
    def packages(*names):
        return Mod({file: content for name in names for file, content in packed({"md/a.xml": "<a/>"}, name).items()}).files()
    for name in ("mymod", "ext_1", "ext01", "ext_001", "01", "ext_v", "ext_01_v", "ext_01x", "ext_v1_01", "ext_"):
        r.fires("-called-" + name, packages(name), wrong(name + ".cat", "ext_01.cat"))
    r.fires("", packages("ext_02"), wrong("ext_02.cat", "ext_01.cat"))
    r.fires("-substitute", packages("subst_1"), wrong("subst_1.cat", "subst_01.cat"))
    r.fires("-next", packages("EXT_01", "ext_02", "Other"), wrong("Other.cat", "ext_03.cat"))
    r.fires("-gap", packages("ext_01", "ext_03", "ext_04"), wrong("ext_03.cat", "ext_02.cat"), wrong("ext_04.cat", "ext_02.cat"))
    r.fires("-other-kind", packages("ext_01", "subst_02"), wrong("subst_02.cat", "subst_01.cat"))
    r.fires("-signatures-alone", packages("ext_01_sig", "ext_02"), wrong("ext_02.cat", "ext_01.cat"))
    r.fires("-archive", {"a.zip": zipped({"mod/" + path: content for path, content in packages("ext_02").items()})},
            wrong("ext_02.cat", "ext_01.cat", "a.zip!/mod/"))
    r.near("", packages("ext_01", "Ext_02", "subst_01", "subst_02"))
    r.near("-version", packages("ext_01", "ext_v610", "subst_v10", "ext_01_v100", "ext_02_v100"))
    r.near("-signatures", packages("ext_01", "ext_01_sig", "ext_05_sig"))
    r.near("-deeper", Mod({f"backup/{name}": content for name, content in packed({"md/a.xml": "<a/>"}, "mine").items()}).files())
    r.near("-no-mod", {**packed({"md/a.xml": "<a/>"}, "mine"), "a-lod0.xmf": mesh()})
    r.near("-empty", Mod({"ext_01.cat": b"", "ext_01.dat": b"", **packed({"md/a.xml": "<a/>"}, "ext_02")}).files())


def zipped(files):
    return zip_archive([Entry(path, content) for path, content in files.items()])


@rule
def nested_mod(r):
    mod = Mod({"md/a.xml": "<a/>"}).files()
    def inside(folder, files=mod):
        return {**files, **{folder + path: content for path, content in files.items()}}
    r.fires("", inside("copy/"), at_content("warning", "nested-mod", "copy/", says=("copy/",)))
    r.fires("-deeper", inside("a/b/"), at_content("warning", "nested-mod", "a/b/", says=("a/b/",)))
    r.fires("-similar-folder", inside("extensions_old/"), at_content("warning", "nested-mod", "extensions_old/", says=("extensions_old/",)))
    r.fires("-zip", {"a.zip": zipped(inside("mod/"))}, at_content("warning", "nested-mod", "a.zip!/mod/", says=("mod/",)))
    r.fires("-in-itself", {"a.zip": zipped({**mod, "b.zip": zipped(mod)})}, at_content("warning", "nested-mod", "a.zip!/b.zip!/", says=("b.zip!/",)))
    r.near("", {f"{folder}/{path}": content for folder in ("mod", "mod_b") for path, content in mod.items()})
    r.near("-below-extensions", {**inside("Extensions/other/"), **inside("game/extensions/other/")})
    r.near("-release", {**mod, "mod.zip": zipped(mod), "old/mod.zip": zipped({"mod/" + path: content for path, content in mod.items()})})
    r.near("-without-content", {**{"mods/a/" + path: content for path, content in mod.items()}, **Mod(entries(), None).files()},
           Finding("warning", "x4/no-content", "", 0, 0, inside=MACROS, at=(1, 1)))


@rule
def folder_name(r):
    mod = Mod(entries()).files()
    def archive(folder, files=mod, name="a.zip"):
        return {name: zipped({f"{folder}/{path}": content for path, content in files.items()})}
    def wrong(folder, inside=None, own="ship_mod"):
        return at_content("warning", "folder-name", f"a.zip!/{inside or folder}/", actual=folder.lower(), expected=own, says=(own,))
    r.fires("", archive("ship_mod-main"), wrong("ship_mod-main"))
    r.fires("-deeper", archive("extensions/Ship"), wrong("Ship", "extensions/Ship"))
    other = Mod({}, '<content id="b"/>').files()
    together = {f"{folder}/{path}": content for folder, files in (("ship", mod), ("b", other)) for path, content in files.items()}
    r.fires("-beside-another", {"a.zip": zipped(together)}, wrong("ship"))
    r.near("", archive("Ship_Mod"))
    r.near("-top", {"ship.zip": zipped(mod)})
    r.near("-folder", {f"ship/{path}": content for path, content in mod.items()})
    r.near("-catalog", packed({"ship/" + path: content for path, content in mod.items()}, "other"))
    r.near("-no-paths", archive("ship", Mod({"md/a.xml": "<a/>"}).files()))
    r.near("-other-paths", archive("ship", Mod({"md/a.xml": "<a b='extensions/other/md/b'/>"}).files()))
    r.near("-beside", {"a.zip": zipped({f"{folder}/{path}": content for folder in ("ship_b", "Ship_mod") for path, content in mod.items()})})
