"""pdx_rules.py: the fixtures of the rules about whole mods for Victoria 2 and related games.

A rule also has a fixture for each case in which it stays silent: most mods contain a part of the files that they name,
and the game has the others.
"""

from dataclasses import replace

from fixtures import Book, Finding
from folders import below, packed, zipped
from pdx import (HORSE, RIDE, SPECULAR, UNITS, actor, animation, attach, game, gfx, known_types, mod, of_game, of_type,
                 own_types, place, ride, talk, types)
from pictures import picture
from xsm_seeds import motion

BOOK = Book("pdx", "gfx")
BOOK.may_say("missing-actor-file", 2)            # Victoria 2
BOOK.may_say("missing-motion", 2)
BOOK.may_say("limit", 64)                       # levels of braces
MOTIONS, MORPHS = Book("xsm", "xsm"), Book("xpm", "xpm")
rule = BOOK.rule
TYPE = 'EMFXActorType["{}"]'
GUN = r"gfx\anims\gun.xac"
WITH = {"options": {"with": "game"}}
CAR = TYPE.format("Car") + ".actorfile"


def found(level, rule, text, field, what, number=0, inside=UNITS, lines=None, length=None, **more):
    """A finding about an occurrence in a text. Only with the game it is certain that a file is missing."""
    (offset, size), at = place(text, what, number)
    unsure = level == "warning" and rule in ("missing-actor-file", "missing-motion")
    return Finding(level, f"pdx/{rule}", field, offset, size if length is None else length, elements=lines, inside=inside,
                   at=at, confidence="likely" if unsure else "", read=frozenset([what.strip('"')]), **more)


def whole(good, missing, *more):
    """A .gfx with that many valid and broken references, each on its own line."""
    lines = [animation(f"m{number}", r"gfx\anims\gone.xsm") for number in range(missing)]
    return gfx(*types(good - 1), of_type("Last", *lines), *more)


def lines_of(text, what):
    return [number for number, line in enumerate(text.split("\n"), 1) if what in line]


def with_game(texts, base=None, **more):
    """A mod to check, with the game as reference."""
    return below("mod", mod(texts, **more)) | below("game", base or game())


# ---- References ----------------------------------------------------------------------------------------------------

def car(file=r"gfx\anims\car.xac"):
    return of_type("Car", actorfile=file)


@rule
def missing_actor_file(r):
    text = gfx(*types(99), car())
    gone = found("warning", "missing-actor-file", text, CAR, r'"gfx\anims\car.xac"', lines=lines_of(text, "car.xac"))
    r.fires("", mod({UNITS: text}), gone)
    r.near("-99-references", mod({UNITS: gfx(*types(98), car())}))
    r.fires("-near-name", mod({UNITS: text}) | {"gfx/anims/Car_.xac": b""},
            replace(gone, expected="gfx/anims/Car_.xac"), Finding("note", "pdx/unused-file", "", 0, 0, inside="gfx/anims/Car_.xac"), *empty("gfx/anims/Car_.xac"))
    for name, file in (("", "gfx/anims/car-Longer.xac"), ("-much", "gfx/anims/car-Longest.xac")):
        r.fires(f"{name}-longer-name", mod({UNITS: text}) | {file: b""},
                gone if name else replace(gone, expected=file), Finding("note", "pdx/unused-file", "", 0, 0, inside=file), *empty(file))
    for name, wanted, there in (("misspelt", "gaurdian", "guardian"), ("number", "guard1", "guard2")):
        text_of = gfx(*types(99), car(rf"gfx\anims\{wanted}.xac"))
        file = f"gfx/anims/{there}.xac"
        r.fires(f"-{name}", mod({UNITS: text_of}) | {file: b""},
                found("warning", "missing-actor-file", text_of, CAR, rf'"gfx\anims\{wanted}.xac"', lines=lines_of(text_of, wanted),
                      expected=None if name == "number" else file),
                Finding("note", "pdx/unused-file", "", 0, 0, inside=file), *empty(file))
    several = gfx(*types(99), car(), car(r"GFX//Anims\\CAR.XAC").replace("Car", "Bus"))
    r.fires("-several-lines", mod({UNITS: several}),
            found("warning", "missing-actor-file", several, CAR, r'"gfx\anims\car.xac"',
                  lines=lines_of(several.lower(), "car.xac")))
    r.fires("-two-files", mod({UNITS: text, "gfx/more.gfx": gfx(car().replace("Car", "Bus"))}),
            gone, found("warning", "missing-actor-file", gfx(car().replace("Car", "Bus")), CAR.replace("Car", "Bus"),
                        r'"gfx\anims\car.xac"', inside="gfx/more.gfx", lines=[4]))
    again = gfx(*types(99), car(), of_type("Car", actorfile=r"gfx\models\bus.xac"))
    r.fires("-twice", mod({UNITS: again}),
            found("warning", "missing-actor-file", again, CAR, r'"gfx\anims\car.xac"', lines=lines_of(again, "car.xac")),
            found("warning", "missing-actor-file", again, TYPE.format("Car") + "[1].actorfile", r'"gfx\models\bus.xac"',
                  lines=lines_of(again, "bus.xac")),
            found("note", "duplicate-type", again, TYPE.format("Car") + "[1]", "EMFXActorType", 100))
    spelt = gfx(*types(99), car(r"\gfx\\ANIMS//Horse.XAC"), car("gfx/anims/horse.xac").replace("Car", "Bus"))
    r.near("-spelling", mod({UNITS: spelt.replace('"gfx/anims/horse.xac"', "gfx/anims/horse.xac")}))
    r.near("-partial", mod({UNITS: gfx(*types(9), *(car(rf"gfx\anims\{n}.xac").replace("Car", f"Car{n}") for n in range(91)))}))
    r.near("-deeper", mod({UNITS: gfx(*types(100)), "interface/backup/old.gfx": gfx(car())}))
    r.near("-deeper-in-gfx", mod({UNITS: gfx(*types(100)), "gfx/interface/old.gfx": gfx(car())}))
    r.near("-no-interface", below("sub", {"units.gfx": text.encode()}))
    r.near("-scaleform", mod({UNITS: gfx(*types(100)), "interface/movie.gfx": "GFX" + gfx(car())}))
    r.near("-nul", mod({UNITS: gfx(*types(100)), "interface/movie.gfx": "\0" + gfx(car())}))
    r.near("-comment", mod({UNITS: gfx(*types(100), "#" + car().replace("\n", "\n#") + "\n")}))
    of_references(r, text)
    of_trees(r, text, gone)


def empty(path):
    """The findings of an empty actor."""
    return [Finding("error", "xac/bad-magic", "header.magic", 0, 0, inside=path)]


def of_references(r, text):
    few = gfx(car())
    error = found("error", "missing-actor-file", few, CAR, r'"gfx\anims\car.xac"', inside="mod/" + UNITS, lines=[4])
    r.fires("-with", with_game({UNITS: few}), error, **WITH)
    r.near("-with-49", with_game({UNITS: few}, game(49)), **WITH)
    r.near("-with-file", with_game({UNITS: few}, game(49, {"gfx/Anims/CAR.xac": b""})), **WITH)
    note = Finding("note", error.rule, error.field, error.offset, error.length, [4], inside=error.inside, at=error.at)
    inherited = car(r"gfx\\anims\\Car.xac")
    r.fires("-inherited", with_game({UNITS: few}, game(texts={"interface/base.gfx": gfx(inherited)})), note, **WITH)
    r.fires("-inherited-deeper", with_game({UNITS: few}, game(texts={"interface/old/base.gfx": gfx(inherited)})), error,
            **WITH)
    r.near("-dlc", with_game({UNITS: few}, game(files={"dlc/one/gfx/anims/car.xac": b""})), **WITH)
    pack = packed({"gfx/anims/car.xac": b"-"})
    r.near("-dlc-package",
           with_game({UNITS: few}, game(files={f"dlc/two.{end}": content for end, content in pack.items()})), **WITH)
    r.near("-dlc-zip", with_game({UNITS: few}, game(files={"dlc/two.ZIP": zipped({"gfx/anims/CAR.xac": b"-"})})), **WITH)
    r.fires("-zip-deeper", with_game({UNITS: few}, game(files={"more/two.zip": zipped({"gfx/anims/car.xac": b"-"})})), error,
            **WITH)
    r.near("-game-zip", below("mod", mod({UNITS: few})) |
           {"game/all.zip": zipped(below("Game", game(files={"gfx/anims/car.xac": b"-"})))}, **WITH)
    r.fires("-dlc-deeper", with_game({UNITS: few}, game(files={"dlc/one/more/gfx/anims/car.xac": b""})),
            replace(error, expected="more/gfx/anims/car.xac"), **WITH)
    here = game(files={"gfx/anims/car.xac": b""})
    replaced = b'name = "Our"\npath = "mod/our"\nreplace_path = "gfx/anims"\n'
    r.fires("-replaced", with_game({UNITS: few}, here) | {"mod/our.mod": replaced}, error, **WITH)
    above = below("mod/ours", mod({UNITS: few})) | below("game", here)
    described = above | {"mod/o.mod": b"path = mod/Ours\nreplace_path = gfx\\anims\n"}
    r.fires("-replaced-beside", described, replace(error, inside="mod/ours/" + UNITS), **WITH)
    for name, path in (("other", '"mod/theirs"'), ("prefix", '"mod/our"')):
        described = f"path = {path}\nreplace_path = \"gfx/anims\"\n"
        r.near(f"-replaced-{name}", above | {"mod/o.mod": described.encode()},
               found("warning", "mod-path", described, "path", path, inside="mod/o.mod"), **WITH)
    r.near("-replaced-inside", above | {"mod/o.mod": b'path = "mod/ours"\na = { replace_path = "gfx/anims" }\n'}, **WITH)
    r.near("-replaced-elsewhere", above | {"mod/o.mod": b'path = "mod/ours"\nreplace_path = "gfx/flags"\n'}, **WITH)
    own = gfx(*types(90), *(car(rf"gfx\anims\{n}.xac").replace("Car", f"Car{n}") for n in range(10)))
    r.near("-small-reference", with_game({UNITS: own}, {f"gfx/anims/{n}.xac": b"" for n in range(10)}), **WITH)
    lacks = {f"gfx/anims/{n}.xac": b"" for n in range(9)}
    r.fires("-small-reference", with_game({UNITS: own}, lacks),
            found("warning", "missing-actor-file", own, TYPE.format("Car9") + ".actorfile", r'"gfx\anims\9.xac"',
                  inside="mod/" + UNITS, lines=lines_of(own, "9.xac")), **WITH)


def of_trees(r, text, gone):
    two = below("a", mod({UNITS: text})) | below("b", mod({UNITS: gfx(car())}))
    r.fires("-two-mods", two, replace(gone, inside="a/" + UNITS))
    other = below("a", mod({UNITS: gfx(*types(100))})) | below("b", {"gfx/anims/car.xac": actor().bytes()})
    r.near("-two-mods", other)
    pack = packed(mod({UNITS: text}))
    r.fires("-package", pack["cat"], gone, extension="cat", siblings={"dat": pack["dat"]})
    r.fires("-zip", zipped(below("our mod", mod({UNITS: text}))), replace(gone, inside="our mod/" + UNITS), extension="zip")
    r.fires("-zip-of-folder", {"mods/our.zip": zipped(mod({UNITS: text}))},
            replace(gone, inside="mods/our.zip!/" + UNITS))


# Mods for Victoria 2 refer to files that the game has: these aren't missing. Other files have to be in the mod.

def for_game(known, own, *more):
    """A .gfx with references to that many files of Victoria 2 and of the mod, and the mod's files."""
    types, files = own_types(own)
    return gfx(*known_types(known), *types, *more), files


@rule
def missing_actor_file(r):
    def silent(name, known, own, *more):
        text, files = for_game(known, own, *more)
        r.near(name, {UNITS: text.encode()} | files)

    def missing(text, what=r'"gfx\anims\car.xac"', field=CAR, level="warning", inside=UNITS):
        return found(level, "missing-actor-file", text, field, what, inside=inside, lines=lines_of(text, what))

    text, files = for_game(5, 14, car())
    r.fires("-victoria2", {UNITS: text.encode()} | files, missing(text))
    silent("-19-names", 5, 13, car())
    silent("-19-names-repeated", 5, 13, car(), *(car(rf"GFX\\Anims/OWN{n}.xac").replace("Car", f"Car{n}") for n in range(9)))
    silent("-below-a-quarter", 5, 15, car())
    silent("-known", 19, 1)
    r.near("-no-gfx", {UNITS: text.encode()})
    r.near("-no-actor-of-its-own", {UNITS: text.encode(), "gfx/anims/own0.dds": picture(".dds"), "own.xpm": talk(b"a").bytes()})
    r.near("-of-a-reference", below("mod", {UNITS: text.encode()} | files) | {"game/gfx/anims/car.xac": b""}, **WITH)
    right = of_game(".xac", 1)[0]
    near = "gfx/anims/" + right.rpartition("/")[2].replace("_", "-")
    other, files = for_game(20, 1, car(near))
    r.fires("-near-name-of-game", {UNITS: other.encode()} | files, replace(missing(other, f'"{near}"'), expected=right))
    replaced = b"replace_path = gfx/anims\n"
    text, files = for_game(5, 15)
    r.fires("-replaced-known", {UNITS: text.encode(), "our.mod": replaced} | files,
            *(missing(text, f'"{path}"', TYPE.format(f"Known{number}") + ".actorfile") for number, path in
              enumerate(of_game(".xac", 5))))
    of_complete_trees(r, missing)


def of_complete_trees(r, missing):
    """Known files count as files of the tree."""
    gone = [car().replace("Car", f"Car{number}") for number in range(6)]
    text = gfx(*types(90), *known_types(5), *gone[:5])
    first = missing(text, field=CAR.replace("Car", "Car0"))
    r.fires("-95-with-known", mod({UNITS: text}), first)
    r.near("-94-with-known", mod({UNITS: gfx(*types(89), *known_types(5), *gone)}))
    one = of_game(".xac", 1)[0]
    few = gfx(*known_types(1))
    r.fires("-with-known", with_game({UNITS: few}),
            missing(few, f'"{one}"', TYPE.format("Known0") + ".actorfile", "error", "mod/" + UNITS), **WITH)


@rule
def missing_motion(r):
    known, files = for_game(19, 1)
    gone = of_type("Rider", animation("a", "gfx/anims/gone.xsm"), animation("b", of_game(".xsm", 1)[0].upper()),
                   actorfile="gfx/anims/own0.xac")
    known = known.replace("}\n}\n", "}\n" + gone + "}\n")
    r.fires("-victoria2", {UNITS: known.encode()} | files,
            found("warning", "missing-motion", known, TYPE.format("Rider") + '.animation["a"].file', '"gfx/anims/gone.xsm"',
                  lines=lines_of(known, "gone.xsm")))
    text = whole(95, 5)
    field = TYPE.format("Last") + '.animation["m0"].file'
    gone = found("warning", "missing-motion", text, field, r'"gfx\anims\gone.xsm"', lines=lines_of(text, "gone.xsm"))
    r.fires("-95", mod({UNITS: text}), gone)
    r.near("-94", mod({UNITS: whole(94, 6)}))
    key = gfx(*types(99), of_type("Last", r'IDLE = "gfx\anims\gone.xsm"'))
    r.fires("-key", mod({UNITS: key}), found("warning", "missing-motion", key, TYPE.format("Last") + ".idle",
                                             r'"gfx\anims\gone.xsm"', lines=lines_of(key, "gone.xsm")))
    blocks = gfx(*types(99), of_type("Last", animation("a", RIDE), animation("a", r"gfx\anims\gone.xsm")))
    r.fires("-second-block", mod({UNITS: blocks}),
            found("warning", "missing-motion", blocks, TYPE.format("Last") + '.animation["a"][1].file',
                  r'"gfx\anims\gone.xsm"', lines=lines_of(blocks, "gone.xsm")))
    few = gfx(of_type("Last", animation("m0", r"gfx\anims\gone.xsm")))
    r.fires("-with", with_game({UNITS: few}),
            found("error", "missing-motion", few, field, r'"gfx\anims\gone.xsm"', inside="mod/" + UNITS, lines=[5]), **WITH)
    r.near("-with", with_game({UNITS: few}, game(files={"gfx/anims/gone.xsm": b""})), **WITH)
    r.near("-partial", mod({UNITS: few}))


# ---- Textures ------------------------------------------------------------------------------------------------------

def dressed(*layers, **more):
    """A mod whose actor has these layers, and the finding on the n-th of them."""
    horse = actor(*layers, **more)

    def layer(level, number=0, folder="", **more):
        field = f"chunks[2].layers[{number}].texture"
        return Finding(level, "pdx/missing-texture", field, *horse.where(field), inside=folder + "gfx/anims/horse.xac", **more)
    return {"gfx/anims/horse.xac": horse.bytes()}, layer


def clothed(layers, pictures, **more):
    files, layer = dressed(*layers, **more)
    return mod({UNITS: gfx(*types(1))}) | files | {path: picture(path) for path in pictures}, layer


@rule
def missing_texture(r):
    for number, name in enumerate((b"body.", b"body ", b" body", b"body. ")):
        files, layer = clothed([name], ["gfx/anims/body.dds"])
        leading = [Finding("warning", "xac/layer-texture-name", layer("").field, layer("").offset, layer("").length,
                           inside="gfx/anims/horse.xac")] if name[:1] == b" " else []
        r.fires(f"-end-{number}", files, layer("warning", expected="gfx/anims/body.dds"), *leading)
    for number, name in enumerate((b"body.dds", b"art/body", b"art\\body.TGA ")):
        files, layer = clothed([name], ["gfx/anims/BODY.tga"])
        r.fires(f"-file-{number}", files, layer("warning", expected="gfx/anims/BODY.tga"),
                Finding("warning", "xac/layer-texture-name", layer("").field, layer("").offset, layer("").length,
                        inside="gfx/anims/horse.xac"))
    for number, (name, picture) in enumerate(((b"body ", "gfx/anims/body .dds"), (b"body.", "gfx/anims/body..tga"),
                                              (b"Body", "gfx/anims/bODY.tga"), (b"flag", "gfx/flags/more/flag.DDS"))):
        r.near(f"-found-{number}", clothed([name], [picture])[0])
    r.near("-blank", clothed([b" ", b". "], ["gfx/anims/body.dds"])[0])
    r.near("-nowhere", clothed([b"body", b"other "], ["gfx/anims/head.dds"])[0])
    r.near("-not-below-gfx", clothed([b"body."], ["pictures/body.dds"])[0])
    r.near("-other-extension", clothed([b"body."], ["gfx/anims/body.png"])[0])
    base = game(files={"gfx/anims/x.dds": b"DDS "})
    files, layer = clothed([(b"shine", SPECULAR), b"body"], [])
    together = below("mod", files) | below("game", base)
    r.fires("-with", together, layer("note", 0, "mod/"), layer("warning", 1, "mod/"), **WITH)
    r.near("-with", together | {"game/gfx/anims/body.dds": b"", "game/gfx/models/shine.tga": b""}, **WITH)
    unused, layer = clothed([b"body"], [], used=False)
    r.fires("-unused-material", below("mod", unused) | below("game", base), layer("note", 0, "mod/"), **WITH)
    inherited, layer = clothed([b"body"], [])
    copy = {"game/gfx/anims/pony.xac": inherited["gfx/anims/horse.xac"]}
    r.fires("-inherited", below("mod", inherited) | below("game", base) | copy, layer("note", 0, "mod/"), **WITH)
    r.near("-with-no-pictures", below("mod", inherited) | below("game", game()), **WITH)
    partial = {"interface/base.gfx": gfx(of_type("Car", actorfile=r"gfx\anims\car.xac")).encode(), "gfx/anims/x.dds": b"DDS "}
    r.near("-partial-reference", below("mod", inherited) | below("game", partial), **WITH)
    r.near("-no-types", {path: content for path, content in clothed([b"body"], ["gfx/anims/x.dds"])[0].items()
                         if not path.endswith(".gfx")})


# ---- The interface -------------------------------------------------------------------------------------------------

def sprite(name, file):
    return f'spriteTypes = {{\n\tspriteType = {{\n\t\ttexturefile = "{file}"\n\t\tname = "{name}"\n\t}}\n}}\n'


@rule
def missing_sprite(r):
    text = gfx(*types(1)) + sprite("GFX_a", r"gfx\\interface\\a.tga")
    field = 'spriteType["GFX_a"].texturefile'
    gone = found("warning", "missing-sprite", text, field, r'"gfx\\interface\\a.tga"', inside="mod/" + UNITS,
                 lines=lines_of(text, "a.tga"))
    base = game(files={"gfx/interface/b.dds": b""})
    r.fires("", with_game({UNITS: text}, base), gone, **WITH)
    again = text + sprite("GFX_a", "gfx/interface/A.tga")
    r.fires("-again", with_game({UNITS: again}, base),
            found("warning", "missing-sprite", again, field, r'"gfx\\interface\\a.tga"', inside="mod/" + UNITS,
                  lines=lines_of(again.lower(), "a.tga")), **WITH)
    for name, path in (("written", "a.tga"), ("dds", "A.DDS")):
        r.near(f"-{name}", with_game({UNITS: text}, game(files={"gfx/interface/" + path: b""})), **WITH)
        r.near(f"-own-{name}", with_game({UNITS: text}, base) | {"mod/gfx/interface/" + path: picture(path)}, **WITH)
    inherited = game(files={"gfx/interface/b.dds": b""}, texts={"interface/i.gfx": sprite("other", "gfx/interface/a.tga")})
    r.near("-inherited", with_game({UNITS: text}, inherited), **WITH)
    r.near("-alone", mod({UNITS: text}))
    partial = game(0, {"gfx/interface/b.dds": b""}, {"interface/base.gfx": gfx(of_type("Car", actorfile=r"gfx\anims\car.xac"))})
    r.near("-partial-reference", with_game({UNITS: text}, partial), **WITH)
    r.near("-deeper", with_game({UNITS: gfx(*types(1)), "interface/old/u.gfx": text}, base), **WITH)


# ---- Attachments ---------------------------------------------------------------------------------------------------

def hung(node, name="Gun", **more):
    return gfx(of_type("Man", attach(name, node), **more), of_type("Gun"))


@rule
def attach_node(r):
    text = hung("GunNode")
    field = TYPE.format("Man") + '.attach["Gun"].node'
    r.fires("", mod({UNITS: text}), found("warning", "attach-node", text, field, '"GunNode"'))
    two = gfx(of_type("Man", attach("Gun", "GunNode"), attach("Gun", "Hand")), of_type("Gun"))
    r.fires("-two", mod({UNITS: two}), found("warning", "attach-node", two, field, '"GunNode"'),
            found("warning", "attach-node", two, field.replace(".node", "[1].node"), '"Hand"'))
    r.fires("-with", below("mod", {UNITS: hung("GunNode").encode()}) |
            below("game", game(1, {"gfx/anims/horse.xac": actor().bytes()}) | {"interface/a.gfx": b""}),
            found("warning", "attach-node", text, field, '"GunNode"', inside="mod/" + UNITS), **WITH)
    r.near("", mod({UNITS: hung("ARM")}))
    r.near("-root", mod({UNITS: hung("Root")}, gfx__anims__horse_dot_xac=actor(nodes=[b"body"]).bytes()))
    r.near("-no-actor", mod({UNITS: hung("GunNode", actorfile=r"gfx\anims\base.xac")}))
    cut = actor().bytes()[:-4]
    r.near("-cut", mod({UNITS: text}, gfx__anims__horse_dot_xac=cut), *cut_short())
    r.near("-no-node", mod({UNITS: gfx(of_type("Man", 'attach = { name = "Gun" }'), of_type("Gun"))}))


def cut_short(path="gfx/anims/horse.xac", targets=()):
    """The finding of an actor that lacks its last four bytes."""
    file = actor(targets=targets)
    field = f"chunks[{4 if targets else 3}].submeshes[0].indices"
    start, length = file.where(field)
    return [Finding("error", "xac/truncated", field, start, 8, says=(4, start + length), inside=path)]


@rule
def attach_type(r):
    text = gfx(of_type("Man", attach("Gun", "arm")))
    field = TYPE.format("Man") + '.attach["Gun"].name'
    base = {"interface/base.gfx": gfx(of_type("Sword", actorfile=r"gfx\anims\base00.xac"))}
    r.fires("", with_game({UNITS: text}, game(texts=base)),
            found("warning", "attach-type", text, field, '"Gun"', inside="mod/" + UNITS), **WITH)
    r.near("-own", with_game({UNITS: hung("arm")}, game(texts=base)), **WITH)
    gun = {"interface/base.gfx": gfx(of_type("Gun", actorfile=r"gfx\anims\base00.xac"))}
    r.near("-game", with_game({UNITS: text}, game(texts=gun)), **WITH)
    r.near("-alone", mod({UNITS: text}))
    r.near("-no-types", with_game({UNITS: text}), **WITH)
    partial = {"gfx/anims/car.xac": b"", "interface/base.gfx": gfx(*(of_type(f"Car{n}", actorfile=r"gfx\anims\car.xac") for n in range(18)),
                                                                  of_type("Bus", actorfile=r"gfx\anims\bus.xac")).encode()}
    r.near("-partial-reference", below("mod", mod({UNITS: text})) | below("game", partial), **WITH)
    whole_one = partial | {"gfx/anims/bus.xac": b""}
    r.fires("-small-reference", below("mod", mod({UNITS: text})) | below("game", whole_one),
            found("warning", "attach-type", text, field, '"Gun"', inside="mod/" + UNITS), **WITH)


# ---- Types ---------------------------------------------------------------------------------------------------------

def again(level, text, number, name="Man", inside=UNITS, index="[1]"):
    return found(level, "duplicate-type", text, TYPE.format(name) + index, "EMFXActorType", number, inside=inside)


@rule
def duplicate_type(r):
    text = gfx(of_type("Man"), of_type("Man", actorfile=GUN))
    r.fires("", mod({UNITS: text}), again("warning", text, 1))
    three = gfx(of_type("Man"), of_type("Man", actorfile=r"GFX\\anims/Horse.xac"), of_type("Man", actorfile=GUN))
    r.fires("-three", mod({UNITS: three}), again("note", three, 1), again("warning", three, 2, index="[2]"))
    back = gfx(of_type("Man"), of_type("Man", actorfile=GUN), of_type("Man"))
    r.fires("-and-back", mod({UNITS: back}), again("warning", back, 1), again("warning", back, 2, index="[2]"))
    models = gfx(of_type("Man", actorfile=r"gfx\models\a.xac"), of_type("Man", actorfile=r"gfx\models\b.xac"))
    r.fires("-models", mod({UNITS: models}), again("note", models, 1))
    one, two = gfx(of_type("Man")), gfx(of_type("Man", actorfile=GUN))
    r.fires("-two-files", mod({UNITS: one, "interface/v.gfx": two}), again("note", two, 0, inside="interface/v.gfx", index=""))
    r.near("", mod({UNITS: gfx(of_type("Man"), of_type("man", actorfile=GUN))}))
    r.near("-deeper", mod({UNITS: one, "interface/old/v.gfx": two}))
    r.near("-two-mods", below("a", mod({UNITS: one})) | below("b", mod({UNITS: two})))
    r.near("-with", with_game({UNITS: one}, game(texts={UNITS: two})), **WITH)


@rule
def nested_type(r):
    text = gfx(of_type("Man").rstrip("}\n\t") + "\n" + of_type("Gun") + "\t}\n")
    r.fires("", mod({UNITS: text}), found("warning", "nested-type", text, TYPE.format("Gun"), "EMFXActorType", 1))
    unclosed = gfx(of_type("Man").rstrip("}\n\t") + "\n" + of_type("Gun"))
    r.fires("-open", mod({UNITS: unclosed}), found("warning", "nested-type", unclosed, TYPE.format("Gun"), "EMFXActorType", 1),
            found("note", "syntax", unclosed, "", "{", 1, lines=[2]))
    r.near("", mod({UNITS: gfx(of_type("Man"), of_type("Gun"))}))
    r.near("-block", mod({UNITS: gfx(of_type("Man", 'meshType = { name = "Gun" }'))}))


@rule
def missing_key(r):
    for number, (inside, field) in enumerate((('name = "Man"', "Man"), (f'actorfile = "{HORSE}"', ""), ("scale = 1", ""))):
        text = gfx("\tEMFXActorType = { " + inside + " }\n")
        r.fires(f"-{number}", mod({UNITS: text}), found("warning", "missing-key", text, TYPE.format(field), "EMFXActorType"))
    text = gfx('\temfxactortype = { animation = { name = "a" actorfile = "b" } }\n')
    r.fires("-of-block", mod({UNITS: text}), found("warning", "missing-key", text, TYPE.format(""), "emfxactortype"))
    r.near("", mod({UNITS: gfx(f'\temfxACTORtype {{ ActorFile = {HORSE} NAME = Man }}\n')}))
    r.near("-other-object", mod({UNITS: gfx(*types(1)) + "meshType = { scale = 1 }\n"}))


@rule
def duplicate_key(r):
    text = gfx(of_type("Man", "scale = 1", "Scale = 2"))
    r.fires("", mod({UNITS: text}), found("note", "duplicate-key", text, TYPE.format("Man") + ".scale", "2"))
    text = gfx(of_type("Man", f'actorfile = "{GUN}"'))
    r.fires("-actor", mod({UNITS: text}),
            found("note", "duplicate-key", text, TYPE.format("Man") + ".actorfile", f'"{GUN}"'))
    r.near("", mod({UNITS: gfx(of_type("Man", "scale = 1", animation("scale", RIDE), animation("name", RIDE)))}))
    r.near("-other-keys", mod({UNITS: gfx(of_type("Man", "loop = yes", "loop = no"))}))


# ---- Text ----------------------------------------------------------------------------------------------------------

@rule
def syntax(r):
    def wrong(name, text, what, number=0, level="warning", lines=None):
        finding = found(level, "syntax", text, "", what, number)
        finding.elements = lines or [finding.at[0]]
        r.fires(name, mod({UNITS: text}), finding)

    wrong("-quote", gfx(*types(1)) + 'a = "b\nc = d\n', '"b')
    wrong("-quote-at-end", gfx(*types(1)) + 'a = "b', '"b')
    wrong("-brace", "}\n" + gfx(*types(1)), "}")
    wrong("-two-braces", "} # }\n}\n" + gfx(*types(1)), "}", lines=[1, 2])
    wrong("-no-value", gfx(*types(1)) + "object = { only = }\n", "only")
    wrong("-no-value-at-end", gfx(*types(1)) + "only =", "only")
    wrong("-two-operators", gfx(*types(1)) + "only = = b\n", "only")
    wrong("-next-key", gfx(*types(1)) + 'idle =\nmove = "a"\n', "idle")
    wrong("-next-keys", gfx(*types(1)) + "idle = move = attack =\nscale = 1\n", "idle", lines=[7, 7, 7])
    wrong("-quoted-key", gfx(*types(1)) + '"a b" = c = d\n', '"a b"')
    wrong("-no-key-after-value", gfx(*types(1)) + 'a = "b" = c\n', "=", gfx(*types(1)).count("=") + 1)
    wrong("-no-key", gfx(*types(1)) + "a { = b }", "=", gfx(*types(1)).count("="))
    wrong("-open", gfx(*types(1)) + "more = {\n", "{", 2, "note")
    wrong("-two-open", gfx(*types(1)) + "more = { a {\n", "{", 2, "note", [7, 7])
    wrong("-brace-at-end", gfx(*types(1)) + "}", "}", 2, "note")
    wrong("-braces-at-end", gfx(*types(1)) + "} # {\n}\n", "}", 2, "note", [7, 8])
    r.near("", mod({UNITS: gfx(*types(1)) + "a<b c >= d e <= 5 { f } { } g = { 1 2 \"x\" } \xef\xbc\x9d # \" }\n"}))
    r.near("-mark", mod({UNITS: "\xef\xbb\xbf" + gfx(*types(1))}))
    r.near("-no-types", mod({UNITS: "a = }\n"}))
    r.near("-deeper", mod({UNITS: gfx(*types(1)), "interface/a/b.gfx": "a = }\n"}))
    r.near("-empty", mod({UNITS: gfx(*types(1)), "interface/b.gfx": ""}))
    alone = gfx(car()) + "only =\n"
    r.fires("-alone", alone.encode(), replace(found("warning", "syntax", alone, "", "only", lines=lines_of(alone, "only")), inside=""))
    r.near("-alone", gfx(car()).encode())


BOOK.may_say("encoding", 16)


@rule
def encoding(r):
    text = gfx(*types(1))
    for name, mark in (("little", b"\xff\xfe"), ("big", b"\xfe\xff")):
        wide = {"interface/b.gfx": mark + text.encode(f"utf-16-{name[0]}e")}
        r.fires(f"-{name}", mod({UNITS: text}) | wide,
                Finding("warning", "pdx/encoding", "", 0, 2, inside="interface/b.gfx", at=(1, 1), says=(f"0x{mark.hex().upper()}",)))
    wide = b"\xff\xfe" + text.encode("utf-16-le")
    r.near("-utf-8", mod({UNITS: text, "interface/b.gfx": "\xef\xbb\xbf" + gfx(*types(1, 1))}))
    r.near("-deeper", mod({UNITS: text}) | {"interface/old/b.gfx": wide})
    r.near("-no-types", mod({UNITS: ""}) | {"interface/b.gfx": wide})
    r.near("-half-a-mark", mod({UNITS: text}) | {"interface/b.gfx": b"\xff#"})
    unused = {"gfx/anims/pony.xac": actor().bytes()}     # the file may name it
    r.fires("-unused", mod({UNITS: gfx(*types(100))}) | unused | {"gfx/b.gfx": wide},
            Finding("warning", "pdx/encoding", "", 0, 2, inside="gfx/b.gfx", at=(1, 1), says=("0xFFFE",)))


@rule
def mod_path(r):
    def beside(folder, described='path = "mod/Ours"\n', where="Ours.mod", texts=None):
        return below(folder, mod(texts or {UNITS: gfx(*types(1))})) | {where: described.encode()}

    def wrong(described='path = "mod/Ours"\n', what='"mod/Ours"', where="Ours.mod"):
        return found("warning", "mod-path", described, "path", what, inside=where)

    r.fires("", beside("Ours-master"), wrong())
    r.fires("-too-deep", beside("ours/Ours"), wrong())
    described = 'name = "Ours"\npath = "mod\\Ours/"\n'
    r.fires("-spelling", beside("Ours-master", described), replace(wrong(described, '"mod\\Ours/"'), says=("ours",)))
    r.fires("-below", beside("mods/Theirs", where="mods/Ours.mod"), wrong(where="mods/Ours.mod"))
    r.fires("-zip", {"a.zip": zipped(beside("Ours-master"))}, wrong(where="a.zip!/Ours.mod"))
    r.near("", beside("OURS"))
    r.near("-no-path", beside("Ours-master", 'name = "Ours"\n'))
    r.near("-in-the-mod", beside("Ours-master", where="Ours-master/Ours.mod"))
    r.near("-in-a-mod", below("A", mod({UNITS: gfx(*types(1))})) | beside("A/mods/Theirs", where="A/mods/Ours.mod"))
    r.near("-no-mod-there", beside("Theirs") | {"Ours/readme.txt": b"-"})
    for name, path in (("-empty", ""), ("-slash", "/")):
        r.near(name, beside("Theirs", f'path = "{path}"\n'))
    r.near("-unknown-members", beside("Ours-master") | {"a.cat": b"-\n", "a.dat": b""},     # the folder may be among them
           Finding("error", "cat/line", "lines[0]", 0, 1, inside="a.cat", says=(1,)))
    r.near("-in-interface", beside("Ours-master", where="Ours-master/interface/Ours.mod"))
    r.near("-nothing-beside", beside("mods/Theirs"))
    r.near("-no-types", beside("Ours-master", texts={UNITS: ""}))
    r.near("-two-parts", beside("Theirs", 'path = "mod/a/Ours"\n'))
    r.near("-events", beside("Ours/more") | {"Ours/events/a.txt": b"-"})
    r.near("-a-mod-around", beside("Theirs") | {"common/a.txt": b"-"})
    r.fires("-looks-like-common", beside("ours/Ours") | {"Ours/uncommon/a.txt": b"-", "Ours/common.txt": b"-"}, wrong())


@rule
def unused_file(r):
    def unused(*paths):
        return [Finding("note", "pdx/unused-file", "", 0, 0, inside=path) for path in paths]

    text = gfx(*types(100), of_type("Rider", animation("a", RIDE)))
    more = {"gfx/anims/pony.xac": actor().bytes(), "gfx/models/trot.xsm": ride(), "other/a.xac": actor().bytes()}
    r.fires("", mod({UNITS: text}) | more, *unused("gfx/anims/pony.xac", "gfx/models/trot.xsm"))
    named = gfx(of_type("Pony", animation("a", "gfx/models/trot.xsm"), actorfile="GFX/anims/PONY.xac"))
    r.near("", mod({UNITS: text, "interface/backup/b.gfx": named}) | more)
    r.near("-elsewhere", mod({UNITS: text, "gfx/a.gfx": "x = { gfx/anims/pony.xac }\ny = gfx\\models\\trot.xsm\n"}) | more)
    r.near("-partial", mod({UNITS: gfx(*types(9))}) | more)
    long = mod({UNITS: text}) | more | {"interface/long.gfx": b"#" * (1 << 17)}     # it may name the files
    r.near("-limit", long, Finding("error", "pdx/limit", "", 0, 0, inside="interface/long.gfx"), options={"max-file-size": 100000})
    replaced = of_game(".xac", 21)[20]      # the game names its own files, also one that the mod replaces
    partial = mod({UNITS: gfx(*types(80), *known_types(20))}) | {replaced: actor().bytes()}
    r.near("-of-game", partial)
    r.fires("-of-mod", partial | more, *unused("gfx/anims/pony.xac", "gfx/models/trot.xsm"))
    r.near("-of-game-in-copy", mod({UNITS: text}) | dict.fromkeys(of_game(".xac", 9), actor().bytes()))


@rule
def limit(r):
    def deep(count):
        return gfx(*types(1)) + "a = {" * count + "}" * count

    text = deep(65)
    finding = found("error", "limit", text, "", "{", 2 + 64)
    finding.elements = [finding.at[0]]
    r.fires("-depth", mod({UNITS: text}), finding)
    r.near("-depth", mod({UNITS: deep(64)}))
    long = {UNITS: gfx(*types(1)).encode(), "interface/long.gfx": b"#" * (1 << 17)}
    r.fires("-size", long, Finding("error", "pdx/limit", "", 0, 0, inside="interface/long.gfx"),
            options={"max-file-size": 100000})
    r.near("-size", long, options={"max-file-size": 1 << 17})


# ---- Motions and actors ---------------------------------------------------------------------------------------------

@MOTIONS.rule
def no_node_matches(r):
    def motion_of(path="gfx/anims/ride.xsm"):
        return Finding("warning", "xsm/no-node-matches", "", 0, 0, inside=path)

    ridden = {UNITS: gfx(of_type("Man", animation("a", RIDE)))}
    r.fires("", mod(ridden) | {"gfx/anims/ride.xsm": ride(b"tail", b"leg")}, motion_of())
    idle = {UNITS: gfx(of_type("Man", f'idle = "{RIDE}"'), of_type("Dog", f'move = "{RIDE}"', actorfile="gfx/anims/dog.xac"))}
    dog = {"gfx/anims/dog.xac": actor(nodes=[b"dog"]).bytes(), "gfx/anims/ride.xsm": ride(b"tail")}
    r.fires("-two-actors", mod(idle) | dog, motion_of())
    r.near("-one-of-two", mod(idle) | dog | {"gfx/anims/ride.xsm": ride(b"tail", b"DOG")})
    r.near("", mod(ridden) | {"gfx/anims/ride.xsm": ride(b"tail", b"Root")})
    r.near("-unnamed", mod({UNITS: gfx(*types(1))}) | {"gfx/anims/ride.xsm": ride(b"tail")})
    r.near("-no-submotion", mod(ridden) | {"gfx/anims/ride.xsm": motion().bytes()},
           Finding("warning", "xsm/no-submotions", "chunks[1].numSubmotions",
                   *motion().where("chunks[1].numSubmotions"), inside="gfx/anims/ride.xsm"))
    r.near("-missing-actor", mod({UNITS: gfx(of_type("Man", animation("a", RIDE), actorfile="gfx/anims/dog.xac"))}) |
           {"gfx/anims/ride.xsm": ride(b"tail")})
    in_game = {f"mod/{path}": content for path, content in
               (mod({UNITS: gfx(of_type("Man", animation("a", RIDE), actorfile="gfx/anims/dog.xac"))}) | dog).items()
               if path != "gfx/anims/dog.xac"}
    r.fires("-actor-of-game", in_game | {"game/gfx/anims/dog.xac": dog["gfx/anims/dog.xac"]},
            motion_of("mod/gfx/anims/ride.xsm"), options={"with": "game"})
    loose = {"a/horse.xac": actor().bytes(), "a/ride.xsm": ride(b"tail"), "a/b/dog.xac": actor(nodes=[b"tail"]).bytes()}
    r.fires("-folder", loose, motion_of("a/ride.xsm"))
    r.near("-folder", loose | {"a/dog.xac": loose["a/b/dog.xac"]})
    r.near("-folder-alone", {"a/ride.xsm": ride(b"tail"), "b/horse.xac": loose["a/horse.xac"]})
    above = {f"mod/{path}": content for path, content in loose.items()}
    r.near("-folder-with", above | {"other/x/dog.xac": loose["a/b/dog.xac"]}, options={"with": "other"})
    r.fires("-with", {"mod/ride.xsm": ride(b"tail"), "other/horse.xac": loose["a/horse.xac"]}, motion_of("mod/ride.xsm"),
            options={"with": "other"})


@MORPHS.rule
def unknown_target(r):
    def of(talked, number, path="a/talk.xpm"):
        field = f"chunks[1].anims[{number}].name"
        return Finding("warning", "xpm/unknown-target", field, *talked.where(field), inside=path)

    face = {"a/face.xac": actor(targets=[b"smile"]).bytes()}
    talked = talk(b"smile", b"frown", b"blink")
    r.fires("", face | {"a/talk.xpm": talked.bytes()}, of(talked, 1), of(talked, 2))
    typed = mod({"interface/units.gfx": gfx(*types(1))}) | {"gfx/anims/talk.xpm": talked.bytes()}
    r.fires("-mod", typed | {"gfx/anims/face.xac": face["a/face.xac"]}, of(talked, 1, "gfx/anims/talk.xpm"),
            of(talked, 2, "gfx/anims/talk.xpm"))
    r.fires("-with", {"mod/talk.xpm": talked.bytes(), "other/x/face.xac": face["a/face.xac"]}, of(talked, 1, "mod/talk.xpm"),
            of(talked, 2, "mod/talk.xpm"), options={"with": "other"})
    r.fires("-two-actors", face | {"a/talk.xpm": talked.bytes(), "a/other.xac": actor(targets=[b"blink"]).bytes()}, of(talked, 1))
    r.near("", face | {"a/talk.xpm": talk(b"smile").bytes()})
    cut = actor(targets=[b"blink"]).bytes()[:-4]
    r.near("-cut-actor", face | {"a/talk.xpm": talked.bytes(), "a/other.xac": cut}, *cut_short("a/other.xac", [b"blink"]))
    r.near("-two-actors", face | {"a/talk.xpm": talked.bytes(), "a/other.xac": actor(targets=[b"blink", b"frown"]).bytes()})
    r.near("-no-targets", {"a/face.xac": actor().bytes(), "a/talk.xpm": talked.bytes()})
    r.near("-other-folder", {"a/talk.xpm": talked.bytes(), "b/face.xac": face["a/face.xac"]})
    r.near("-phoneme", face | {"a/talk.xpm": talk(b"", phonemeSet=1).bytes()})


def rules():
    return BOOK.rules() + MOTIONS.rules() + MORPHS.rules()
