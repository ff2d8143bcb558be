"""cat_seeds.py: small packages, one for each feature of the format."""

import hashlib

from cat import Member, Package
from xani import Anim, Animations
from xani_seeds import ramp
from xmf_seeds import plain

NOTHING = "d41d8cd98f00b204e9800998ecf8427e"
SCRIPT = b"-- a file of no format that is checked\r\n"


def mesh(name="assets/props/hull_data/part-lod0.xmf", **fields):
    return Member(name, plain().bytes(), **fields)


def script(name="ui/addons/menu.lua", **fields):
    return Member(name, SCRIPT, **fields)


def usual(**fields):
    return Package([mesh(), script(), mesh("assets/props/hull_data/part-lod1.xmf")], **fields)


def animated():
    """The files of a mod: meshes, animations, and others."""
    animation = Animations([Anim(posKeys=ramp(1))]).bytes()
    return Package([script("content.txt"), mesh("assets/ships/A_data/hull-lod0.xmf"),
                    mesh("assets/ships/A_data/hull-lod1.xmf"), Member("assets/ships/A_DATA.ANI", animation)])


def within(name, package):
    """A package inside another."""
    return [Member(name + ".cat", package.bytes()), Member(name + ".dat", package.data())]


def nested():
    """A mod whose package contains that of another mod."""
    return Package([script("content.txt"), *within("extensions/a/ext_01", Package([mesh(), script()])), mesh("b-lod0.xmf")])


def packages():
    empty = Member("t/0001-l044.xml", b"", md5="0" * 32)
    return {
        "empty": Package([]),
        "usual": usual(),
        "one": Package([mesh()]),
        "animated": animated(),
        "nested": nested(),
        "blanks": Package([script("a folder/a file with blanks.lua"), script(" b")]),
        "backslashes": Package([mesh("assets\\props\\part-lod0.xmf"), script(".\\ui\\menu.lua")]),
        "crlf": usual(end=b"\r\n"),
        "no-last-end": usual(last=b""),
        "upper-md5": Package([Member("a.lua", SCRIPT, md5=hashlib.md5(SCRIPT).hexdigest().upper())]),
        "empty-member": Package([empty, mesh(), Member("b.xml", b"", md5=NOTHING)]),
    }


def seeds():
    """Bytes by file name."""
    files = {}
    for name, package in packages().items():
        files[name + ".cat"] = package.bytes()
        files[name + ".dat"] = package.data()
    return files
