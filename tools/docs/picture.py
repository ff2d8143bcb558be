"""picture.py: draws docs/report.svg, the README's picture of a report: what a terminal shows of corpus/first_look.

tools/regenerate writes it. The program runs in a terminal of its own, so that the picture has its colors and its width.
"""

import fcntl
import html
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS, ROWS = 104, 50
WHAT = ["corpus/first_look"]
SHOWN_COMMAND = "assetlint my-mod/"
# In pixels. A character of the usual monospace fonts is 0.6 of its height wide.
FONT_SIZE, LINE_HEIGHT, MARGIN, BAR = 13, 19, 18, 30
WIDTH = 2 * MARGIN + round(COLUMNS * FONT_SIZE * 0.605)

# Select graphic rendition: the class of the style sheet.
CLASSES = {"1": "bold", "2": "quiet", "31": "red", "32": "green", "35": "magenta", "36": "cyan"}
STYLE = """
    .page { fill: #ffffff; stroke: #d0d7de } text { fill: #1f2328 } .quiet { fill: #59636e } .bold { font-weight: 600 }
    .red { fill: #cf222e } .green { fill: #1a7f37 } .magenta { fill: #8250df } .cyan { fill: #0a6c8f }
    .dot { fill: #d0d7de }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117; stroke: #30363d } text { fill: #e6edf3 } .quiet { fill: #9198a1 }
      .red { fill: #ff7b72 } .green { fill: #3fb950 } .magenta { fill: #d2a8ff } .cyan { fill: #56d4dd }
      .dot { fill: #30363d }
    }
"""
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def shown_on_terminal(program):
    """What the program writes to a terminal of COLUMNS columns."""
    own_end, program_end = pty.openpty()
    fcntl.ioctl(program_end, termios.TIOCSWINSZ, struct.pack("4H", ROWS, COLUMNS, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    process = subprocess.Popen([program, *WHAT], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=program_end, stderr=program_end,
                               env=environment | {"TERM": "xterm-256color"})
    os.close(program_end)
    text = b""
    while True:
        try:
            part = os.read(own_end, 1 << 16)
        except OSError:  # on Linux: the program has closed its end
            break
        if not part:
            break
        text += part
    os.close(own_end)
    if process.wait() != 1:
        sys.exit(f"picture.py: {program} ended with status {process.returncode} instead of 1")
    return text.decode("utf-8").replace("\r\n", "\n").replace("corpus/first_look", "my-mod")


def spans(line, state):
    """The parts of a line as tspans; `state` is the set of classes, which lasts from line to line."""
    pieces, at = [], 0
    for match in [*ESCAPE.finditer(line), None]:
        text = line[at:match.start() if match else len(line)]
        if text:
            words = html.escape(text).replace(" ", "&#160;")  # viewers join plain blanks, even against the style
            classes = " ".join(sorted(state))
            pieces.append(f'<tspan class="{classes}">{words}</tspan>' if classes else words)
        if match:
            at = match.end()
            for code in match.group(1).split(";"):
                if code in ("", "0"):
                    state.clear()
                else:
                    state.add(CLASSES[code])
    return "".join(pieces)


def draw(report):
    lines = [f"\x1b[2m$\x1b[0m {SHOWN_COMMAND}", *report.rstrip("\n").split("\n")]
    height = BAR + 2 * MARGIN + LINE_HEIGHT * (len(lines) - 1)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
           f'viewBox="0 0 {WIDTH} {height}" role="img">',
           "  <title>A report: a collision mesh that crashes the game, and an actor that was cut short</title>",
           f"  <style>{STYLE}  </style>",
           f'  <rect class="page" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>']
    out += [f'  <circle class="dot" cx="{MARGIN + 4 + 16 * dot}" cy="18" r="5"/>' for dot in range(3)]
    out.append(f'  <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" '
               f'font-size="{FONT_SIZE}">')
    state = set()
    for number, line in enumerate(lines):
        drawn = spans(line, state)
        if drawn:
            out.append(f'    <text x="{MARGIN}" y="{BAR + MARGIN + LINE_HEIGHT * number}">{drawn}</text>')
    return "\n".join([*out, "  </g>", "</svg>", ""])
