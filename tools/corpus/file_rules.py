"""file_rules.py: the rules that hold for files of every format, and of none."""

from fixtures import Finding, Rule
from xani import HEADER_SIZE, Animations
from xmf_seeds import plain


def rules():
    unrecognized = Rule("file/unrecognized", "bin")
    text = b"none of our formats\n"
    unrecognized.fires("", text, Finding("warning", "file/unrecognized", "", 0, len(text)))
    unrecognized.fires("-empty", b"", Finding("warning", "file/unrecognized", "", 0, 0))
    unrecognized.fires("-extension", Animations().bytes(),
                       Finding("warning", "file/unrecognized", "", 0, HEADER_SIZE))
    for name, content in (("-short", Animations().bytes()[:-1]), ("-cursor", b"RIFF\x28\0\0\0ACONanih")):
        unrecognized.fires(name, content, Finding("warning", "file/unrecognized", "", 0, len(content)),
                           extension="ani")
    unrecognized.near("", plain().bytes())

    for suffix, start in (("-pixmap", b"/* XPM */"), ("-pixmap-2", b"! XPM2")):
        picture = start + b"\nstatic char *icon[] = {\n"
        unrecognized.add("fires" + suffix, picture, [Finding("warning", "file/unrecognized", "", 0, len(picture))],
                         extension="xpm")

    limit = Rule("file/limit", "xmf")
    content = plain().bytes()
    limit.fires("-size", content, Finding("error", "file/limit", "", 0, 0),
                options={"max-file-size": len(content) - 1})
    limit.fires("-memory", content, Finding("error", "file/limit", "", 0, 0),
                options={"max-memory": 1})
    limit.near("-size", content, options={"max-file-size": len(content)})
    return [unrecognized, limit]
