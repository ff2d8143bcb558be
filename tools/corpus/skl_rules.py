"""skl_rules.py: the fixtures of the rules of SKL."""

from cms import Collision
from fixtures import INFINITE, NAN, Book
from folders import below, packages, zipped
from lostsaga import NEGATIVE, control_characters, family_rules, magic_rule
from skl import IDENTITY, POSE, ROOT, UNIT, Bone, Skeleton, tree
from skl_seeds import HALF, good

BOOK = Book("skl", "skl")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", "SKL", expected=b"SKL\0")
BOOK.may_say("unsupported-version", expected="1000")
BOOK.may_say("no-root", "NoParent")
BOOK.may_say("rotation-norm", 1)
BOOK.may_say("count-range", 132)                 # bytes of a bone with two empty texts
BOOK.may_say("not-finite", 3, 4)                 # numbers of a position and a rotation
BONE = 132                          # size of the smallest bone

magic_rule(BOOK, good)
family_rules(BOOK, good, (1000,), (999, 1001, 0, 0xFFFFFFFF))
BOOK.memory_limit(good())


@rule
def truncated(r):
    # with a long name in front, so that the cut file is large enough for its counts
    long = b"n" * 200
    file = tree((long, ROOT), (b"Pelvis", long), (b"L Thigh", b"Pelvis"), (b"R Thigh", b"Pelvis"))
    whole = file.bytes()
    r.fires("-header", whole[:11], error(file, "truncated", "header", at=(0, 11)))
    for field, there in (("bones[3].name", 2), ("bones[3].name", 6), ("bones[3].parent", 0), ("bones[3].parent", 9),
                         ("bones[3].nChildren", 3), ("linkedSkeleton", 0), ("linkedSkeleton", 3)):
        start = file.start(field)
        suffix = field.replace("[", "-").replace("].", "-")
        r.fires(f"-{suffix}-{there}", whole[:start + there], error(file, "truncated", field, at=(start, there)))
    start = file.start("bones[3].pose")
    r.fires("-pose", whole[:start + 119], error(file, "truncated", "bones[3]", at=(start, 119)))
    start = file.start("bones[2].name")
    r.fires("-bones", whole[:start], error(file, "truncated", "bones[2].name", at=(start, 0)))
    # bones behind the cut are not missing
    start = file.start("bones[1].children[1].name")
    r.fires("-children", whole[:start + 5], error(file, "truncated", "bones[1].children[1].name", at=(start, 5)))
    r.near("", whole)


@rule
def count_range(r):
    file = good()
    size = len(file.bytes())
    for number in (size // BONE + 1, 0x7FFFFFFF, NEGATIVE, 0xFFFFFFFF):
        file = good(nBones=number)
        r.fires(f"-bones-{number}", file, error("count-range", "header.nBones"))
    for number in (size // 4 + 1, NEGATIVE):
        file = good()
        file.bones[3].nChildren = number
        r.fires(f"-children-{number}", file, error("count-range", "bones[3].nChildren"))
    for text, field in (("name", "bones[3].name"), ("parent", "bones[3].parent")):
        file = good()
        file.bones[3].lengths = {text: NEGATIVE}
        r.fires(f"-{text}", file, error("count-range", field, at=(file.start(field), 4)))
    file = good()
    file.bones[1].lengths = {1: size + 1}
    field = "bones[1].children[1].name"
    r.fires("-child", file, error("count-range", field, at=(file.start(field), 4)))
    file = good(linkedLength=0x7FFFFFFF)
    r.fires("-linked", file, error("count-range", "linkedSkeleton", at=(file.start("linkedSkeleton"), 4)))
    file = good()
    file.linkedLength = size
    r.near("-linked", file, error("truncated", "linkedSkeleton", whole=4 + size))
    file = good(linked=b"s" * 100, nBones=5)
    assert len(file.bytes()) // BONE == 5
    start = file.start("linkedSkeleton")        # read as the name of a fifth bone
    r.near("-bones", file, error("truncated", "bones[4]", at=(start + 104, 0)))


@rule
def string_control_char(r):
    control_characters(r, BOOK, lambda text: tree((text, ROOT)), "bones[0].name")
    control_characters(r, BOOK, lambda text: good(linked=text), "linkedSkeleton")
    file = tree((b"a", ROOT), (b"b\n", b"a"), (b"c", b"b\n"))
    r.fires("-relatives", file,
            *(warning("string-control-char", field, elements=[1])
              for field in ("bones[0].children[0].name", "bones[1].name", "bones[2].parent")))
    r.near("", tree((b"\x20\x7e\x80\x9f\xff\xb0\xa1", ROOT)))


@rule
def bone_count(r):
    r.fires("", Skeleton(), warning("bone-count", "header.nBones"))
    r.near("", tree((b"a", ROOT)))


@rule
def duplicate_bone_name(r):
    file = Skeleton(bones=[Bone(b"a"), Bone(b"b"), Bone(b"a"), Bone(b"a"), Bone(b"b")])
    r.fires("", file, *(error("duplicate-bone-name", f"bones[{i}].name") for i in (2, 3, 4)))
    r.near("", Skeleton(bones=[Bone(b"a"), Bone(b"A"), Bone(b"a "), Bone(b"aa")]))
    r.near("-empty", Skeleton(bones=[Bone(b""), Bone(b"")]), warning("empty-bone-name", "bones[0].name"),
           warning("empty-bone-name", "bones[1].name"))


@rule
def parent_missing(r):
    file = Skeleton(bones=[Bone(b"a"), Bone(b"b", b"c"), Bone(b"d", b""), Bone(b"e", b"noparent")])
    r.fires("", file, *(error("parent-missing", f"bones[{i}].parent") for i in (1, 2, 3)))
    file = Skeleton(bones=[Bone(b"a"), Bone(b"b", b"other")], linked=b"other")
    r.fires("-linked", file, error("parent-missing", "bones[1].parent"))
    r.near("", tree((b"a", ROOT), (b"b", b"a"), (b"c", b"b")))


@rule
def child_missing(r):
    r.fires("", Skeleton(bones=[Bone(b"a", children=[b"x", b"b", b""]), Bone(b"b", b"a")]),
            error("child-missing", "bones[0].children[0].name"), error("child-missing", "bones[0].children[2].name"))
    r.near("", tree((b"a", ROOT), (b"b", b"a")))


@rule
def parent_order(r):
    file = tree((b"c", b"b"), (b"b", b"a"), (b"a", ROOT))
    r.fires("", file, *(error("parent-order", f"bones[{i}].parent", says=(i + 1,)) for i in (0, 1)))
    r.fires("-one", tree((b"a", ROOT), (b"c", b"b"), (b"b", b"a")), error("parent-order", "bones[1].parent", says=(2,)))
    file = Skeleton(bones=[Bone(b"a"), Bone(b"b", b"b")])       # its own parent
    r.fires("-self", file, error("parent-order", "bones[1].parent"),
            warning("parent-child-mismatch", "bones[1].parent"))
    r.near("", tree((b"a", ROOT), (b"b", b"a"), (b"d", ROOT), (b"c", b"b")))
    # Of bones with the same name the first is the parent.
    file = Skeleton(bones=[Bone(b"a", children=[b"b"]), Bone(b"b", b"a"), Bone(b"a")])
    r.near("-one-name", file, error("duplicate-bone-name", "bones[2].name"))
    file = tree((b"a" * 200, ROOT), (b"c", b"b"), (b"b", b"a" * 200))
    content = file.bytes()
    start = file.start("bones[2].name")         # the parent is cut off
    r.near("-cut", content[:start], error(file, "truncated", "bones[2].name", at=(start, 0)))


def chain(levels):
    """A skeleton in which each bone is the child of the one before it."""
    names = [b"%d" % number for number in range(levels)]
    return tree(*zip(names, [ROOT] + names))


@rule
def nesting(r):
    def deep(file, *last):
        return error(file, "nesting", "bones[1000]", elements=list(last), at=file.where("bones[1000].name"))

    file = chain(1001)
    r.fires("", file, deep(file, 1000))
    file = chain(1003)
    file.bones[499].children = []       # only the parents say it
    r.fires("-parents", file, deep(file, 1000, 1001, 1002), warning("parent-child-mismatch", "bones[500].parent"))
    file = chain(1002)
    file.bones[500].parent = ROOT       # only the children say it
    r.fires("-children", file, deep(file, 1000, 1001), warning("parent-child-mismatch", "bones[499].children[0].name"))
    file = chain(1001)
    file.bones[500].parent = ROOT       # the longest path counts
    file.bones[0].children = [b"1000", b"1"]
    r.fires("-longest", file, deep(file, 1000), warning("parent-child-mismatch", "bones[499].children[0].name"),
            warning("parent-child-mismatch", "bones[0].children[0].name"))
    file = chain(1000)                  # of two lists, the one at level 1000 counts
    file.bones[998].children = [b"999", b"x"]
    file.bones[999].children = [b"x"]
    file.bones.append(Bone(b"x", b"998"))
    r.fires("-two-lists", file, deep(file, 1000), warning("parent-child-mismatch", "bones[999].children[0].name"))
    file = chain(1001)                  # the deepest bone comes first, and a short list has it, too
    file.bones[1000].children = [b"x"]
    file.bones = [Bone(b"x"), Bone(b"first", ROOT, [b"x"]), *file.bones]
    file.bones[502].parent = ROOT
    r.fires("-early", file, error("nesting", "bones[0]", elements=[0, 1002], at=file.where("bones[0].name")),
            *(warning("parent-child-mismatch", f"bones[{i}].children[0].name") for i in (1, 501, 1002)))
    # A loop makes nothing deep, nor does a bone that the file has next to a deep one.
    file = chain(1000)
    file.bones[999].children = [b"0", b"missing"]
    file.bones += [Bone(b"a", children=[b"b"]), Bone(b"b", b"a"), Bone(b"c", b"a" * 9)]
    start = file.start("bones[1002].parent")
    r.near("-cut", file.bytes()[:start + 5], error(file, "truncated", "bones[1002].parent", at=(start, 5), says=(8, 142)),
           error(file, "cycle", "bones[999].children[0].name"),
           warning(file, "parent-child-mismatch", "bones[999].children[0].name"))
    r.near("", chain(1000))
    r.near("-broad", tree((b"r", ROOT), *((b"%d" % number, b"r") for number in range(1100))))


@rule
def parent_child_mismatch(r):
    file = Skeleton(bones=[Bone(b"a", children=[b"c"]), Bone(b"b", b"a", [b"d"]), Bone(b"c", b"a", [b"b"]), Bone(b"d")])
    r.fires("", file, warning("parent-child-mismatch", "bones[1].parent"),
            warning("parent-child-mismatch", "bones[1].children[0].name"),
            warning("parent-child-mismatch", "bones[2].children[0].name"))
    file = Skeleton(bones=[Bone(b"a"), Bone(b"b", b"a")])
    r.fires("-not-listed", file, warning("parent-child-mismatch", "bones[1].parent"))
    file = Skeleton(bones=[Bone(b"a", children=[b"b"]), Bone(b"b")])
    r.fires("-root", file, warning("parent-child-mismatch", "bones[0].children[0].name"))
    r.fires("-missing", Skeleton(bones=[Bone(b"a", children=[b"b"]), Bone(b"b", b"x")]),
            warning("parent-child-mismatch", "bones[0].children[0].name"), error("parent-missing", "bones[1].parent"))
    r.near("", Skeleton(bones=[Bone(b"a", children=[b"b", b"c"]), Bone(b"b", b"a"), Bone(b"c", b"a")]))
    file = Skeleton(bones=[Bone(b"a"), Bone(b"a", children=[b"b"]), Bone(b"b", b"a")])
    r.near("-one-name", file, error("duplicate-bone-name", "bones[1].name"))


@rule
def empty_bone_name(r):
    r.fires("", Skeleton(bones=[Bone(b"a"), Bone(b"")]), warning("empty-bone-name", "bones[1].name"))
    r.near("", Skeleton(bones=[Bone(b" ")]))


@rule
def cycle(r):
    r.fires("", Skeleton(bones=[Bone(b"a"), Bone(b"b", b"c", [b"c"]), Bone(b"c", b"b", [b"b"])]),
            error("cycle", "bones[2].children[0].name"), error("parent-order", "bones[1].parent"))
    r.fires("-self", Skeleton(bones=[Bone(b"a", children=[b"a"])]), error("cycle", "bones[0].children[0].name"),
            warning("parent-child-mismatch", "bones[0].children[0].name"))
    file = Skeleton(bones=[Bone(b"a", children=[b"b"]), Bone(b"b", b"a", [b"c", b"d"]), Bone(b"c", b"b", [b"a"]),
                           Bone(b"d", b"b", [b"b"])])
    r.fires("-two", file, error("cycle", "bones[2].children[0].name"),
            warning("parent-child-mismatch", "bones[2].children[0].name"), error("cycle", "bones[3].children[0].name"),
            warning("parent-child-mismatch", "bones[3].children[0].name"))
    # two ways to one bone are no loop
    file = Skeleton(bones=[Bone(b"a", children=[b"b", b"c"]), Bone(b"b", b"a", [b"d"]), Bone(b"c", b"a", [b"d"]),
                           Bone(b"d", b"b")])
    r.near("", file, warning("parent-child-mismatch", "bones[2].children[0].name"))
    file = Skeleton(bones=[Bone(b"r"), Bone(b"a", b"b"), Bone(b"b", b"a")])     # only of parents
    r.near("-parents", file, warning("parent-child-mismatch", "bones[1].parent"),
           warning("parent-child-mismatch", "bones[2].parent"), error("parent-order", "bones[1].parent"))
    file = tree((b"c", b"b"), (b"b", b"a"), (b"a", ROOT))
    r.near("-upwards", file, *(error("parent-order", f"bones[{i}].parent") for i in (0, 1)))


@rule
def shared_children(r):
    def shared(file, *first):
        return error(file, "shared-children", "bones[1]", elements=list(first), at=file.where("bones[1].name"))

    def ladder(bones, listed):      # each bone lists the next one so often
        names = [b"%d" % number for number in range(bones)]
        return Skeleton(bones=[Bone(name, parent, [child] * listed if child else [])
                               for name, parent, child in zip(names, [ROOT, *names], [*names[1:], b""])])
    file = ladder(40, 2)            # a reader that goes down the lists comes to the last one 2^39 times
    r.fires("", file, shared(file, *range(1, 40)))
    file.bones[0].children = [b"1", b"1", b"once"]
    file.bones.append(Bone(b"once", b"0"))
    r.fires("-beside-a-bone-in-one-list", file, shared(file, *range(1, 40)))
    for listed, what in ((72, r.fires), (71, r.near)):      # the first bone
        file = Skeleton(bones=[Bone(b"b", b"a"), Bone(b"a", children=[b"b"] * listed)])
        findings = [error(file, "parent-order", "bones[0].parent")]
        if listed == 72:
            findings.append(error(file, "shared-children", "bones[0]", elements=[0], at=file.where("bones[0].name")))
        what(f"-first-{listed}", file.bytes(), *findings)
    children = [b"b"] * 71          # 72 visits, which may be
    r.near("", Skeleton(bones=[Bone(b"a", children=children), Bone(b"b", b"a")]))
    file = ladder(5, 100)
    r.fires("-in-one-list", file, shared(file, 1, 2, 3, 4))
    r.near("-ladder", ladder(6, 2))
    file = Skeleton(bones=[Bone(b"a", children=[b"a", *children]), Bone(b"b", b"a")])    # the loop is reported
    r.near("-loop", file, error("cycle", "bones[0].children[0].name"),
           warning("parent-child-mismatch", "bones[0].children[0].name"))


@rule
def no_root(r):
    file = Skeleton(bones=[Bone(b"a", b"b"), Bone(b"b", b"a")])     # a loop only of parents
    r.fires("", file, error("no-root", "bones"), error("parent-order", "bones[0].parent"),
            *(warning("parent-child-mismatch", f"bones[{i}].parent") for i in (0, 1)))
    for suffix, text in (("-case", b"NOPARENT"), ("-longer", b"NoParent\0"), ("-shorter", b"NoParen"), ("-last", b"NoParens")):
        file = Skeleton(bones=[Bone(b"a", text)])
        findings = [error(file, "no-root", "bones"), error(file, "parent-missing", "bones[0].parent")]
        if text[-1] == 0:
            findings.append(warning(file, "string-control-char", "bones[0].parent", elements=[8]))
        r.fires(suffix, file, *findings)
    # The loop of children is reported instead.
    r.near("-cycle", Skeleton(bones=[Bone(b"a", b"b", [b"b"]), Bone(b"b", b"a", [b"a"])]),
           error("cycle", "bones[1].children[0].name"), error("parent-order", "bones[0].parent"))
    r.near("", tree((b"a", ROOT), (b"b", b"a")))
    file = tree((b"b", b"a"), (b"a", ROOT))
    start = file.start("bones[1].parent")
    r.near("-cut", file.bytes()[:start + 4], error(file, "truncated", "bones[1].parent", at=(start, 4)),
           error(file, "parent-order", "bones[0].parent"))


@rule
def rotation_norm(r):
    for name in ("localQuat", "invQuat"):
        for suffix, turn in (("long", (0.0, 0.0, 0.0, 1.011)), ("short", (0.0, 0.989, 0.0, 0.0)), ("zero", (0.0,) * 4)):
            file = Skeleton(bones=[Bone(b"a"), Bone(b"b", **{name: turn})])
            r.fires(f"-{name}-{suffix}", file, warning("rotation-norm", f"bones[1].{name}"))
    r.near("", Skeleton(bones=[Bone(b"a", localQuat=(0.0, 0.0, 0.0, -1.0099), invQuat=(0.0, 0.9901, 0.0, 0.0))]))
    file = Skeleton(bones=[Bone(b"a", localQuat=(NAN, 0.0, 0.0, 9.0))])
    r.near("-not-finite", file, error("not-finite", "bones[0].localQuat", elements=[0]))


@rule
def not_finite(r):
    for name, values in POSE.items():
        broken = (values[0], NAN, *values[2:-1], INFINITE)
        file = Skeleton(bones=[Bone(b"a"), Bone(b"b", **{name: broken})])
        r.fires(f"-{name}", file, error("not-finite", f"bones[1].{name}", elements=[1, len(values) - 1]))
    file = Skeleton(bones=[Bone(b"a", invPos=(NAN, 0.0, 0.0))])
    r.fires("-first-number", file, error("not-finite", "bones[0].invPos", elements=[0]))
    r.near("", Skeleton(bones=[Bone(b"a", localPos=(3e38, -3e38, -0.0), matrix=(1e30,) * 16)]))


@rule
def several(r):
    file = Skeleton(bones=[Bone(b"a", children=[b"z"], localPos=(NAN, 0.0, 0.0)), Bone(b"", b"a", invQuat=HALF[:3] + (1.0,)),
                           Bone(b"a", b"q")], linked=b"\x7f", tail=b"\0")
    r.add("three-defects", file, [
        error("not-finite", "bones[0].localPos", elements=[0]),
        error("child-missing", "bones[0].children[0].name"),
        warning("empty-bone-name", "bones[1].name"), warning("rotation-norm", "bones[1].invQuat"),
        warning("parent-child-mismatch", "bones[1].parent"), error("duplicate-bone-name", "bones[2].name"),
        error("parent-missing", "bones[2].parent"),
        warning("string-control-char", "linkedSkeleton", elements=[0]),
        warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = Skeleton(bones=[Bone(b"a", children=[b"a"]), Bone(b"b" * 60, b"a", matrix=IDENTITY[:15] + (INFINITE,)),
                           Bone(b"a\1", b"later", localQuat=UNIT[:3] + (2.0,)), Bone(b"c")])
    start = file.start("bones[3].pose")
    r.add("cut", file.bytes()[:start + 50], [
        error(file, "cycle", "bones[0].children[0].name"),
        warning(file, "parent-child-mismatch", "bones[0].children[0].name"),
        error(file, "not-finite", "bones[1].matrix", elements=[15]),
        warning(file, "parent-child-mismatch", "bones[1].parent"),
        warning(file, "string-control-char", "bones[2].name", elements=[1]),
        warning(file, "rotation-norm", "bones[2].localQuat"),
        error(file, "truncated", "bones[3]", at=(start, 50)),
    ])


@rule
def missing_linked_skeleton(r):
    def linked(name):
        return tree((b"Bip01", ROOT), linked=name)

    def missing(name, inside):
        return warning(linked(name), "missing-linked-skeleton", "linkedSkeleton", inside=inside)

    def folder(name, *others):
        return {"hero.skl": linked(name).bytes()} | {other: good().bytes() for other in others}

    absent = b"absent.skl"
    absent_from_hero = missing(absent, "hero.skl")
    r.fires("", folder(absent, "biped.skl"), absent_from_hero)
    r.near("", folder(b"biped.skl", "biped.skl"))
    r.fires("-stem", folder(b"bipe", "biped.skl"), missing(b"bipe", "hero.skl"))
    r.near("-no-extension", folder(b"biped", "biped.skl"))
    r.near("-case", folder(b"BIPED.Skl", "biped.SKL"))
    r.near("-path", folder(b"..\\data/skeletons\\biped.skl", "deep/biped.skl"))
    r.near("-dots", folder(b"biped.new", "biped.new.skl"))
    r.near("-itself", folder(b"hero", "biped.skl"))
    r.near("-none", folder(b"", "biped.skl"))
    r.near("-alone", linked(absent))
    r.near("-only-one", folder(absent))
    r.near("-other-kinds", folder(absent) | {"biped.cms": Collision().bytes()})
    r.fires("-both", folder(absent) | {"deep/biped.skl": linked(b"gone").bytes()}, absent_from_hero,
            missing(b"gone", "deep/biped.skl"))
    whole = good().bytes()
    start = good().where("linkedSkeleton")[0]
    cut = error(good(), "truncated", "linkedSkeleton", at=(start, 3), inside="biped.skl")
    r.near("-broken", folder(b"biped") | {"biped.skl": whole[:start + 3]}, cut)
    r.fires("-broken", folder(absent) | {"biped.skl": whole[:start + 3]}, absent_from_hero, cut)
    with_one = {"options": {"with": ["game"]}}
    r.near("-with", below("mod", folder(absent, "biped.skl")) | {"game/absent.skl": whole}, **with_one)
    r.near("-with-only", below("mod", folder(absent)) | {"game/biped.skl": whole}, **with_one)
    for extension, content, siblings in packages(folder(absent, "biped.skl")):
        r.fires("-package", content, absent_from_hero, extension=extension, siblings=siblings)
    r.near("-package-only-one", zipped(folder(absent)), extension="zip")
    r.near("-package-beside", {"biped.skl": whole, "mod.zip": zipped(folder(absent))})
