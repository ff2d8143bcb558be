"""reports_seeds.py: files whose findings are reported in several ways (fuzz/inputs.h): `=== PATH` begins one."""

import bbanim_seeds
import cms_seeds
import skl_seeds
import xmf_seeds
import xpm_seeds
from folders import row


def seeds():
    xpm, skl, xmf = xpm_seeds.seeds(), skl_seeds.seeds(), xmf_seeds.seeds()
    spoilt = xpm["good.xpm"][:100]
    first_xmf = sorted(xmf.items(), key=lambda item: len(item[1]))[0][1]
    return {
        "none.files": b"",
        "clean.files": row({"a.xpm": xpm["good.xpm"], "b/c.xpm": xpm["single.xpm"]}),
        "findings.files": row({"a.xpm": spoilt, "b.xpm": xpm["negative.xpm"], "c.xpm": xpm["unknown.xpm"]}),
        "formats.files": row({"a.skl": sorted(skl.items())[0][1], "b.cms": sorted(cms_seeds.seeds().items())[0][1],
                              "ship-collision.xmf": first_xmf, "walk.bbanim": sorted(bbanim_seeds.seeds().items())[0][1]}),
        "names.files": row({"\u00e4 \u2028\"<b>.xpm": spoilt, "a\tb\\c.xpm": spoilt, "=.xpm": spoilt, "Z.XPM": spoilt}),
        "bytes.files": row({"a.xpm": spoilt}).replace(b"a.xpm", b"\xff\xc3.xpm"),
        "order.files": row({"a/b.xpm": spoilt, "a.xpm": spoilt, "a-b.xpm": spoilt, "A.xpm": spoilt, "b.xpm": spoilt}),
        "unknown.files": row({"a.txt": b"text", "b": b"", "c.xpm": b""}),
    }
