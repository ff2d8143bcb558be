"""cat_rules.py: the fixtures of the rules of packages."""

import hashlib
from dataclasses import replace

from cat import Member, Package
from cat_seeds import NOTHING, SCRIPT, mesh, nested, packages, script, usual, within
from fixtures import Book, Finding
from xmf_seeds import plain

BOOK = Book("cat", "cat")
rule, rules, error, warning = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning
GOOD = hashlib.md5(SCRIPT).hexdigest()


def fires(r, name, package, *findings):
    r.fires(name, package, *findings, siblings=package.siblings())


def near(r, name, package, *findings):
    r.near(name, package, *findings, siblings=package.siblings())


def broken(name="broken.xmf"):
    """A mesh with a trailing byte, and its finding."""
    content = plain().bytes()
    finding = Finding("warning", "xmf/trailing-bytes", "", len(content), 1, inside=name)
    return Member(name, content + b"\0"), finding


def inside(finding, name):
    return replace(finding, inside=name)


def converted(before, after):
    """A member, and what its bytes became."""
    return Package([Member("a.lua", after, size=len(before), md5=hashlib.md5(before).hexdigest())])


@rule
def line(r):
    member, finding = broken()
    lines = {
        "empty": b"",
        "word": b"hull.xmf",
        "three-fields": f"39 1700000000 {GOOD}".encode(),
        "no-path": f" 39 1700000000 {GOOD}".encode(),
        "size-hex": f"a.lua 0x27 1700000000 {GOOD}".encode(),
        "size-negative": f"a.lua -39 1700000000 {GOOD}".encode(),
        "size-large": f"a.lua 18446744073709551616 1700000000 {GOOD}".encode(),
        "time-word": f"a.lua 39 yesterday {GOOD}".encode(),
        "time-sign": f"a.lua 39 - {GOOD}".encode(),
        "md5-short": f"a.lua 39 1700000000 {GOOD[:-1]}".encode(),
        "md5-long": f"a.lua 39 1700000000 {GOOD}0".encode(),
        "md5-digit": f"a.lua 39 1700000000 {GOOD[:-1]}g".encode(),
        "tabs": f"a.lua\t39\t1700000000\t{GOOD}".encode(),
        "two-blanks": f"a.lua 39 1700000000  {GOOD}".encode(),
        "trailing-blank": f"a.lua 39 1700000000 {GOOD} ".encode(),
        "nul": f"a\0.lua 39 1700000000 {GOOD}".encode(),
    }
    for name, text in lines.items():        # members before it are checked, members after it are not
        package = Package([member, script("a.lua", line=text), broken("after.xmf")[0]])
        fires(r, f"-{name}", package, error(package, "line", "lines[1]"), finding)
    package = Package([member, script(line=b""), mesh()], end=b"\r\n")       # the line has no bytes
    fires(r, "-empty-crlf", package, error(package, "line", "lines[1]"), finding)
    package = Package([script(line=b"version https://git-lfs.github.com/spec/v1"), script(line=b"size 12")])
    fires(r, "-git-lfs", package, error(package, "line", "lines[0]"))     # and not of each line that it is none
    package = Package([script(line=b"a list"), script(line=b"of nothing")])
    fires(r, "-two", package, error(package, "line", "lines[0]"), error(package, "line", "lines[1]"))
    alone = Package([script(line=b"<!DOCTYPE html>")])
    r.fires("-web-page", alone, error(alone, "line", "lines[0]"))         # and not that its .dat is missing
    for name in ("blanks", "crlf", "no-last-end", "upper-md5", "empty"):
        near(r, f"-{name}", packages()[name])
    near(r, "-time-negative", Package([script(line=f"a.lua {len(SCRIPT)} -1 {GOOD}".encode())]))
    near(r, "-members", Package([member, script()]), finding)


@rule
def size_sum(r):
    member, finding = broken()
    package = Package([member, script(), mesh()], tail=b"\0")
    fires(r, "-long", package, error(package, "size-sum", ""), finding)
    package = Package([member, script(), broken("cut.xmf")[0]], cut=1)      # an incomplete member is not checked
    fires(r, "-short", package, error(package, "size-sum", ""), finding)
    package = Package([mesh(), member], cut=len(mesh().content) + len(member.content))
    fires(r, "-nothing", package, error(package, "size-sum", ""))
    package = Package([member, script(size=len(SCRIPT) + 1), broken("later.xmf")[0]])   # its bytes belong to other members
    fires(r, "-size", package, error(package, "size-sum", ""), error(package, "md5", "lines[1]"), finding)
    package = Package([script(size=2 ** 64 - 1), script("b.lua", size=1)])
    fires(r, "-overflow", package, error(package, "size-sum", ""))
    package = Package([], tail=b"\0")
    fires(r, "-of-nothing", package, error(package, "size-sum", ""))
    inner = Package([script(), member], tail=b"\0")
    fires(r, "-inner", Package(within("in", inner)), inside(error(inner, "size-sum", ""), "in.cat"),
          inside(finding, "in.cat!/broken.xmf"))
    outer = Package([*within("in", Package([script(), member])), script()], tail=b"\0")     # the MD5 shows that the inner one is complete
    fires(r, "-outer", outer, error(outer, "size-sum", ""), inside(finding, "in.cat!/broken.xmf"))
    outer = Package(within("in", Package([script(), member])), cut=1)                       # its members are unknown
    fires(r, "-outer-short", outer, error(outer, "size-sum", ""))
    text = b"one\ntwo\n\nlast"
    for name, before, after in (("-more-lines", text, text.replace(b"\n", b"\r\n")), ("-fewer-lines", text.replace(b"\n", b"\r\n"), text)):     # the conversion explains the MD5
        package = converted(before, after)
        fires(r, name, package, error(package, "size-sum", ""))
    package = converted(b"a\nb\n", b"a\r\nb\r\n")
    fires(r, "-two-lines", package, error(package, "size-sum", ""))
    package = converted(b"a\n", b"a\r\n")
    fires(r, "-one-line", package, error(package, "size-sum", ""), error(package, "md5", "lines[0]"))
    package = converted(text, text.replace(b"\n", b"\r\n") + b"\0")
    fires(r, "-more-than-lines", package, error(package, "size-sum", ""), error(package, "md5", "lines[0]"))
    package = converted(text.replace(b"\n", b"\r\n"), text[:-1])
    fires(r, "-fewer-than-lines", package, error(package, "size-sum", ""))
    near(r, "", usual())
    near(r, "-empty", Package([]))
    near(r, "-nested", nested())
    package = Package([mesh(), script(line=b"no line")], tail=b"\0")        # then the sum of the sizes is unknown
    near(r, "-no-line", package, error(package, "line", "lines[1]"))


@rule
def md5(r):
    member, finding = broken()
    package = Package([mesh(), script(), member], changes=((len(mesh().content) + 3, b"X"),))
    fires(r, "-script", package, error(package, "md5", "lines[1]"), finding)
    package = Package([script(md5="0" * 32), script("b.lua", md5=GOOD[::-1]), member])
    fires(r, "-sums", package, error(package, "md5", "lines[0]"), error(package, "md5", "lines[1]"), finding)
    package = Package([Member("a.xml", b"", md5=GOOD)])
    fires(r, "-empty-member", package, error(package, "md5", "lines[0]"))
    package = Package([member, script()], changes=((0, b"x"),))             # the changed member is checked
    magic = Finding("error", "xmf/bad-magic", "header.magic", 0, 4, inside="broken.xmf", actual="xUMF")
    fires(r, "-member", package, error(package, "md5", "lines[0]"), magic)
    inner = Package([script(), member], changes=((0, b"x"),))
    fires(r, "-inner", Package([*within("a/in", inner), member]), inside(error(inner, "md5", "lines[0]"), "a/in.cat"),
          inside(finding, "a/in.cat!/broken.xmf"), finding)
    near(r, "", Package([Member("a.xml", b"", md5="0" * 32), Member("b.xml", b"", md5=NOTHING), script(), mesh()]))
    near(r, "-upper", packages()["upper-md5"])


@rule
def missing_dat(r):
    r.fires("", usual(), error("missing-dat", "", at=(0, 0)))
    package = Package([script(line=b"no line")])
    r.fires("-line", package, error("missing-dat", "", at=(0, 0)), error("line", "lines[0]"))
    cat = within("in", package := usual())[0]
    fires(r, "-inner", Package([cat, script("other.dat")]),
          inside(error(package, "missing-dat", "", at=(0, 0)), "in.cat"))
    near(r, "", usual())
    r.near("-of-nothing", b"")
    member, finding = broken()
    for name, (cat, dat) in (("order", within("in", Package([member]))[::-1]), ("case", within("in", Package([member])))):
        cat, dat = (dat, cat) if name == "order" else (cat, replace(dat, path="IN.Dat"))
        near(r, f"-inner-{name}", Package([dat, script(), cat]), inside(finding, "in.cat!/broken.xmf"))
    lost = Package([within("in", Package([member]))[0], script(line=b"no line"), script("in.dat")])
    near(r, "-inner-lost", lost, error(lost, "line", "lines[1]"))


@rule
def path(r):
    names = {"slash": "/a.lua", "backslash": "\\a.lua", "drive": "C:\\a.lua", "drive-small": "d:a.lua",
             "up": "../a.lua", "up-inside": "a/../b.lua", "up-backslash": "a\\..\\b.lua", "up-last": "a/..",
             "up-alone": ".."}
    for name, member in names.items():
        package = Package([script(), script(member)])
        fires(r, f"-{name}", package, error(package, "path", "lines[1].path"))
    member, finding = broken("../out.xmf")      # still checked
    package = Package([member])
    fires(r, "-member", package, error(package, "path", "lines[0].path"), finding)
    for name in ("a..b/c.lua", "...", ".a/b.lua", "./a.lua", "ab:c.lua", "a/b..", "1:a.lua"):
        near(r, "-" + name.replace("/", "_").replace(":", "_"), Package([script(name)]))


@rule
def duplicate(r):
    member, finding = broken("a.xmf")
    for name, other in (("same", "ui/menu.lua"), ("case", "UI/Menu.LUA"), ("separator", "ui\\menu.lua"),
                        ("dot", "./ui/menu.lua")):
        package = Package([script("ui/menu.lua"), member, script(other)])
        fires(r, f"-{name}", package, warning(package, "duplicate", "lines[2].path"), finding)
    package = Package([script("a.lua"), script("A.lua"), script("a.LUA")])
    fires(r, "-three", package, warning(package, "duplicate", "lines[1].path"),
          warning(package, "duplicate", "lines[2].path"))
    near(r, "", Package([script("ui/menu.lua"), script("ui/menu.lua2"), script("menu.lua"), script("ui/menu .lua")]))
    near(r, "-umlaut", Package([script("\u00e4.lua"), script("\u00c4.lua")]))


@rule
def several(r):
    member, finding = broken()
    package = Package([script("../a.lua"), script("../A.lua"), member, script(md5="f" * 32)], tail=b"\r")
    r.add("three-defects", package, [
        error("size-sum", ""), error("path", "lines[0].path"),
        error("path", "lines[1].path"), warning("duplicate", "lines[1].path"),
        error("md5", "lines[3]"), finding,
    ], siblings=package.siblings())
