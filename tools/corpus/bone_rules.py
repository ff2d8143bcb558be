"""bone_rules.py: the fixtures of the rules about bones that the skeleton in the folder of an ANI or MSH lacks."""

from fixtures import Finding
from folders import below, packages
from skl import ROOT, Skeleton, tree


def bone_rule(book, file, field, finding):
    """The rule about missing bones. `file(*bones)` returns a file that refers to these; the n-th is at `field(n)`.
    `finding` returns the other findings of the file."""
    def unknown_bone(r):
        name = f"hero.{book.extension}"

        def found(number, *bones, inside=name):
            return book.warning(file(*bones), "unknown-bone", field(number), inside=inside)

        def folder(bones=(b"Bip01", b"Tail"), **skeletons):
            return {name: file(*bones).bytes()} | {f"{stem}.skl": content.bytes() for stem, content in skeletons.items()}
        tail = found(1, b"Bip01", b"Tail")
        r.fires("", folder(biped=skeleton()), tail)
        r.near("", folder(biped=skeleton(b"Bip01", b"Tail")))
        r.near("-case", folder((b"bIP01",), biped=skeleton()))
        r.fires("-bytes", folder((b"Bip01", b"\xb9\xe6"), biped=skeleton(b"Bip01", b"\xb9\xc6")),
                found(1, b"Bip01", b"\xb9\xe6"))
        of_names(r, folder, found, finding)
        of_skeletons(r, folder, tail, file)
        of_links(r, folder, tail)
        of_references(r, folder, found)
        for extension, content, siblings in packages(folder(biped=skeleton())):
            r.fires("-package", content, tail, extension=extension, siblings=siblings)
    book.rule(unknown_bone)
    return unknown_bone


def skeleton(*names, **fields):
    """A chain of bones."""
    names = names or (b"Bip01",)
    return tree(*zip(names, (ROOT, *names)), **fields)


def of_names(r, folder, found, finding):
    twice = (b"Tail", b"TAIL", b"Tail", b"Horn")
    r.fires("-each-name-once", folder(twice, biped=skeleton()), found(0, *twice), found(3, *twice), *finding(twice, [2]))
    unnamed = (b"", b"Bip01")
    r.near("-no-name", folder(unnamed, biped=skeleton()), *finding(unnamed, []))


def of_skeletons(r, folder, tail, file):
    """Folders without a skeleton, with several, and with incomplete skeletons."""
    r.near("-alone", file(b"Bip01", b"Tail"))
    r.near("-no-skeleton", folder() | below("deep", {"biped.skl": skeleton().bytes()}))
    r.near("-skeleton-above", below("deep", folder()) | {"biped.skl": skeleton().bytes()})
    r.near("-two-skeletons", folder(biped=skeleton(), dragon=skeleton()))

    def at(skl, rule, field, where=None, **more):
        return Finding("warning" if rule == "bone-count" else "error", f"skl/{rule}", field, *(where or skl.where(field)),
                       inside="biped.skl", **more)
    none = Skeleton()
    r.near("-no-bones", folder(biped=none), at(none, "bone-count", "header.nBones"))
    three = skeleton(b"Bip01", b"n" * 200, b"Head") # a file that could hold as many
    start, length = three.where("bones[2].name")
    early = {**folder(), "biped.skl": three.bytes()[:start + length - 1]}
    r.near("-cut-in-last-bone", early, at(three, "truncated", "bones[2].name", (start, length - 1), says=(1, start + length)))
    start = three.where("linkedSkeleton")[0]
    late = {**folder(), "biped.skl": three.bytes()[:start + 3]}
    r.fires("-cut-behind-last-bone", late, tail, at(three, "truncated", "linkedSkeleton", (start, 3)))
    new = skeleton(version=1001)
    r.near("-refused", folder(biped=new), at(new, "unsupported-version", "header.version"))


def of_links(r, folder, tail):
    """A skeleton and the one that it links to count as one."""
    more, linked = skeleton(b"Tail"), skeleton(linked=b"more.skl")
    r.near("-linked", folder(biped=linked, more=more))
    r.near("-linked-by-stem", folder(biped=skeleton(linked=b"MORE"), more=more))
    r.near("-linked-twice", folder(biped=linked, more=skeleton(b"Spine", linked=b"last"), last=more))
    r.fires("-linked", folder(biped=linked, more=skeleton(b"Spine")), tail)
    r.near("-linked-nowhere", folder(biped=linked))
    r.near("-linked-deeper", folder(biped=linked) | {"deep/more.skl": skeleton(b"Spine").bytes()})
    r.near("-linked-without-bones", folder(biped=linked, more=Skeleton()),
           Finding("warning", "skl/bone-count", "header.nBones", *Skeleton().where("header.nBones"), inside="more.skl"))
    r.fires("-linked-to-itself", folder(biped=skeleton(linked=b"Biped")), tail)
    r.near("-linked-in-a-ring", folder(biped=linked, more=skeleton(b"Spine", linked=b"biped")))
    ring = {"more": skeleton(b"Spine", linked=b"last"), "last": skeleton(b"Horn", linked=b"more")}
    r.fires("-linked-to-a-ring", folder(biped=linked, **ring), tail)
    r.near("-two-linked", folder(biped=linked, dragon=linked, more=skeleton(b"Spine")))


def of_references(r, folder, found):
    def given(own, *references):
        files = below("mod", own)
        for name, content in zip("abc", references):
            files |= below(name, {path: skl.bytes() for path, skl in content.items()})
        return files, {"options": {"with": list("abc")[:len(references)]}}
    tail = found(1, b"Bip01", b"Tail", inside="mod/" + next(iter(folder())))
    good, bad = {"x.skl": skeleton(b"Bip01", b"Tail")}, {"x.skl": skeleton()}
    for kind, name, (content, more) in (
            ("near", "-with", given(folder(biped=skeleton()), good)),
            ("fires", "-with", given(folder(), bad)),
            ("fires", "-with-instead", given(folder(biped=good["x.skl"]), bad)),
            ("fires", "-with-two", given(folder(biped=skeleton()), good | {"y.skl": good["x.skl"]})),
            ("fires", "-with-deeper", given(folder(biped=skeleton()), below("deep", good))),
            ("near", "-with-several", given(folder(biped=skeleton()), bad, bad)),
            ("near", "-with-linked", given(folder(), {"x.skl": skeleton(linked=b"y"), "y.skl": skeleton(b"Tail")})),
            ("near", "-with-broken", given(folder(biped=skeleton()), {"x.skl": Skeleton()}))):
        getattr(r, kind)(name, content, *([tail] if kind == "fires" else []), **more)
