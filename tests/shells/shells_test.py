#!/usr/bin/env python3
"""shells_test.py: tests the completions of bash, zsh and fish in their shells, and the pages of the manual.

    shells_test.py --made FOLDER --program PATH

FOLDER is where the build writes them. A shell that isn't installed, or has no library of completions, is skipped by
name. The last line is `N passed, N failed, N skipped`.
"""

import argparse
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASH_LIBRARY = "/usr/share/bash-completion/bash_completion"
SECONDS = 60
FILES = ("hull.xmf", "hull two.xmf", "sub/inner.xmf", "out.sarif")


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS, text=True, check=False,
                          **options)


# ---- The output of --help --------------------------------------------------------------------------------------

class Program:
    def __init__(self, path):
        self.path = path
        self.rules = [rule["id"] for rule in json.loads(self.out("rules", "-f", "json"))]
        self.prefixes = list(dict.fromkeys(rule.split("/")[0] for rule in self.rules))
        self.commands = re.findall(r"^  assetlint \[?([a-z]+)\]?(?= .*  )", self.out("--help").split("\nExamples:")[0],
                                   re.MULTILINE)
        self.formats = re.search("the formats are (.*)", run([path, "-f", "nonsense", "."]).stderr).group(1)
        self.formats = re.split(", | and ", self.formats)

    def out(self, *arguments):
        return run([self.path, *arguments]).stdout

    def options(self, command):
        """The options of a command in --help, each with its letter or None, and its value or None."""
        return re.findall(r"^  (?:-(\w), |    )--([a-z-]+)(?: ([A-Z][^ ]*))?(?=  | ?$| [a-z])",
                          self.out("help", command), re.MULTILINE)

    def globs(self):
        return [f"{prefix}/*" for prefix in self.prefixes]


# ---- Shells -----------------------------------------------------------------------------------------------------
# offers() takes a line that ends at the cursor, and returns the completions that the shell offers for its last word.

class Bash:
    DRIVER = r"""
source "$1"; source "$2"; cd "$3"
compopt() { :; }
COMP_LINE=$4 COMP_POINT=${#4} COMP_TYPE=9 COMP_KEY=9
shift 4
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_assetlint
printf '%s\0' "${COMPREPLY[@]}"
"""

    def __init__(self, made, folder):
        self.made, self.folder = made, folder

    @staticmethod
    def missing():
        return None if shutil.which("bash") and os.path.exists(BASH_LIBRARY) else "no bash, or no bash-completion"

    def offers(self, line):
        words = [part for word in line.split(" ") for part in re.split("(=)", word) if part or not word]
        if line.endswith("="):
            words.append("")
        done = run(["bash", "--norc", "--noprofile", "-c", self.DRIVER, "bash", BASH_LIBRARY, self.made / "assetlint",
                    self.folder, line, *words])
        if done.stderr:
            raise RuntimeError(done.stderr)
        before = re.search("[^ ]*=|", line.rpartition(" ")[2]).group()
        # The text after a = is a word of its own, and a rule is quoted there.
        return {before + word.replace("\\*", "*").rstrip("=") for word in done.stdout.split("\0")[:-1] if word}


class Fish:
    def __init__(self, made, folder):
        self.made, self.folder = made, folder

    @staticmethod
    def missing():
        return None if shutil.which("fish") else "no fish"

    def offers(self, line):
        done = run(["fish", "--no-config", "-c", "source $argv[1]; cd $argv[2]; complete -C $argv[3]",
                    str(self.made / "assetlint.fish"), str(self.folder), line], env={**os.environ, "HOME": str(self.folder)})
        if done.stderr:
            raise RuntimeError(done.stderr)
        return {row.split("\t")[0].rstrip("=") for row in done.stdout.splitlines()}


class Zsh:
    """zsh completes only at a prompt. It passes its completions to compadd, which this replaces."""

    EDITS = "\x1b[?2004h"  # zsh has set up the terminal to edit a line
    SETUP = r"""
LISTMAX=100000; PS1='ready> '; unsetopt beep; setopt no_list_beep; fpath=({made} $fpath); autoload -Uz compinit; compinit -u -D
zstyle ':completion:*' verbose no
function compadd {{
    local -a hits; local argument
    for argument in "$@"; do [[ $argument != -[OAD]* ]] || {{ builtin compadd "$@"; return }}; done
    builtin compadd -O hits "$@"
    (( $#hits )) && print -rl -- $IPREFIX$^hits >>{hits}
    builtin compadd "$@"
}}
cd {folder}; print go'ing'
"""

    def __init__(self, made, folder):
        self.hits, self.seen = folder / ".hits", ""
        setup = folder / ".setup"
        setup.write_text(self.SETUP.format(made=made, hits=self.hits, folder=folder))
        child, self.terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="xterm", HOME=str(folder), ZDOTDIR=str(folder), LC_ALL="C.UTF-8", COLUMNS="200")
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.child = child
        os.write(self.terminal, f"source {setup}\n".encode())
        self.wait_for("going\r")
        self.wait_for(self.EDITS)

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.child, 0)

    @staticmethod
    def missing():
        return None if shutil.which("zsh") else "no zsh"

    def wait_for(self, words):
        end = time.monotonic() + SECONDS
        while words not in self.seen:
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError(f"zsh says nothing more than {self.seen!r}")
            self.seen += os.read(self.terminal, 65536).decode(errors="replace")
        self.seen = self.seen.partition(words)[2]

    def offers(self, line):
        """Presses Ctrl-D, which lists, then clears the line and waits for the answer of a command."""
        self.hits.write_text("")
        os.write(self.terminal, line.encode() + b"\x04\x15print don''e\n")
        self.wait_for("done\r")
        self.wait_for(self.EDITS)
        return {row.rstrip("=") for row in self.hits.read_text().splitlines() if row}


# ---- Tests ------------------------------------------------------------------------------------------------------

def expectations(program):
    """Lines and their completions: exactly these, or, after "among", at least these."""
    yield "assetlint r", {"rules"}
    yield "assetlint ", ("among", {*program.commands, "hull.xmf"})
    yield "assetlint hul", {"hull.xmf", "hull two.xmf"}
    for command in ["check", "fix", "rules", "explain", "dump"]:
        names = {f"--{name}" for _, name, _ in program.options(command)}
        yield f"assetlint {command} --", names
    yield "assetlint --sarif-", {"--sarif-root", "--sarif-suppressed"}
    yield "assetlint check --ful", set()
    yield "assetlint dump --ful", {"--full"}
    yield "assetlint check -f ", set(program.formats)
    yield "assetlint -f sar", {"sarif"}
    yield "assetlint -f sarif=ou", {"sarif=out.sarif"}
    yield "assetlint --format=nd", {"--format=ndjson"}
    yield "assetlint rules --format ", {"text", "json", "markdown"}
    yield "assetlint dump -f ", {"text", "json", "views"}
    yield "assetlint --fail-on ", {"error", "warning", "note", "never"}
    yield "assetlint --show ", {"error", "warning", "note"}
    yield "assetlint --color=al", {"--color=always"}
    yield "assetlint --game ", {"x-rebirth", "x4", "victoria2", "bbmod", "lost-saga"}
    yield "assetlint --select ", {*program.rules, *program.globs()}
    yield "assetlint --select xmf/collision-d", {"xmf/collision-declaration"}
    yield "assetlint --ignore xmf/limit,xac/trunc", {"xmf/limit,xac/truncated"}
    yield "assetlint --level xmf/collision-decl", {"xmf/collision-declaration"}
    yield "assetlint --level xmf/collision-declaration=", {f"xmf/collision-declaration={level}"
                                                           for level in ("error", "warning", "note", "off")}
    yield "assetlint explain ", set(program.rules)
    yield "assetlint explain xmf/collision-d", {"xmf/collision-declaration"}
    yield "assetlint help ", set(program.commands)
    yield "assetlint dump hul", {"hull.xmf", "hull two.xmf"}
    yield "assetlint --baseline ou", {"out.sarif"}
    yield "assetlint --sarif-root s", {"sub/"}
    yield "assetlint --jobs ", set()
    yield "assetlint version ", set()


def normal(offers, line):
    """Removes differences between shells: text before a value, after a folder, and before a blank in a name."""
    before = re.match("--[a-z-]+=", line.rpartition(" ")[2])
    before = before.group() if before else ""
    found = set()
    for offer in offers:
        if before and not offer.startswith(before) and not offer.startswith("--"):
            offer = before + offer
        found.add(offer.replace("\\ ", " ").rstrip("/"))
    return found


def check_shell(shell, program):
    for line, expected in expectations(program):
        among = isinstance(expected, tuple)
        wanted = {word.rstrip("/") for word in (expected[1] if among else expected)}
        found = normal(shell.offers(line), line)
        if not among and isinstance(shell, Zsh):
            # The text up to the last = or comma is accepted already: it isn't offered again.
            found = {word for word in found if word.startswith(line.rpartition(" ")[2].rstrip("="))}
        if "-" == line.rpartition(" ")[2][:1] and "=" not in line:
            found = {word for word in found if word.startswith("--")}
        fine = wanted <= found if among else wanted == found
        yield line, [] if fine else [f"missing {sorted(wanted - found)[:9]}, too much {sorted(found - wanted)[:9]}"]


SECTIONS = {"assetlint.1": ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "FORMATS", "PROGRESS AND INTERRUPTION",
                            "SANDBOX", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"],
            "assetlint.json.5": ["NAME", "DESCRIPTION", "KEYS", "FILES", "EXAMPLES", "SEE ALSO"]}


def problems_of_page(page):
    """The page as a terminal of 80 columns shows it."""
    if not shutil.which("man"):
        return []
    shown = subprocess.run(["man", "-l", str(page)], env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}, check=True,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60).stdout.decode()
    lines = re.sub("\033\\[[0-9;]*m|.\b", "", shown).split("\n")
    sections = [line for line in lines[1:] if re.fullmatch("[A-Z][A-Z ]+", line)]
    wide = [line for line in lines if len(line) > 80]
    return wide + ([] if sections == SECTIONS[page.name] else [f"the sections are {sections}"])


def check_manual(made, program):
    page = made / "assetlint.1"
    if not page.exists():
        yield "manual", None
        return
    text = page.read_text(encoding="utf-8").replace("\\-", "-").replace("\\fR", "").replace("\\fB", "")
    for command in ["check", "fix", "rules", "explain", "dump"]:
        rows = program.options(command)
        missing = [name for _, name, _ in rows if not re.search(rf"(?m)^(?:-\w, )?--{name}\b", text)]
        yield f"assetlint.1 has the options of {command}", missing + ([] if rows else ["--help has none"])
    named = set(re.findall(r"(?m)^(?:-\w, )?--([a-z-]+)", text))
    known = {name for command in ["check", "fix", "rules", "explain", "dump"] for _, name, _ in program.options(command)}
    yield "assetlint.1 has no other options", sorted(named ^ known ^ {"version"})
    yield "assetlint.1 has the commands", [word for word in program.commands if f'"assetlint {word}"' not in text and
                                           f"assetlint {word}" not in text]
    lint = run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(page)]) if shutil.which("man") else None
    for name in ("assetlint.1", "assetlint.json.5"):
        yield f"{name} fits 80 columns and has the usual sections", problems_of_page(made / name)
    yield "man takes assetlint.1", [] if lint is None else lint.stderr.splitlines()


def keys_of(schema):
    for key, value in schema.get("properties", {}).items():
        yield key
        yield from keys_of(value)
        yield from keys_of(value.get("items", {}))
    for part in schema.get("definitions", {}).values():
        yield from keys_of(part)


def check_configuration(program):
    """The page of assetlint.json names every key of the schema, and its example is taken."""
    text = (ROOT / "docs/man/assetlint.json.5.scd").read_text(encoding="utf-8")
    keys = set(keys_of(json.loads((ROOT / "docs/assetlint.schema.json").read_text(encoding="utf-8"))))
    words = set(re.findall(r"[$\w-]+", text.split("# EXAMPLE")[0]))
    yield "assetlint.json.5 names every key", sorted(keys - words) + ([] if len(keys) > 20 else ["too few keys"])
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "assetlint.json").write_text(text.split("```\n")[1], encoding="utf-8")
        # Its suppression is of a file that isn't there, which is a warning.
        done = run([program.path, "--allow-empty", "--fail-on=never", "."], cwd=folder)
        yield "assetlint.json.5 has an example that holds", [done.stderr] if done.returncode != 0 else []


def results(arguments, program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in FILES:
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_bytes(b"")
        for kind in (Bash, Zsh, Fish):
            if kind.missing():
                yield kind.__name__.lower(), None, kind.missing()
                continue
            shell = kind(arguments.made, folder)
            for line, problems in check_shell(shell, program):
                yield f"{kind.__name__.lower()}: {line}|", problems, ""
            if kind is Zsh:
                shell.close()
    for what, problems in [*check_manual(arguments.made, program), *check_configuration(program)]:
        yield what, problems, "scdoc is not there"


def main():
    parser = argparse.ArgumentParser(description="Check completions and pages of the manual.")
    parser.add_argument("--made", required=True, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--program", required=True, type=os.path.abspath)
    arguments = parser.parse_args()
    passed = failed = skipped = 0
    for what, problems, reason in results(arguments, Program(arguments.program)):
        if problems is None:
            skipped += 1
            print(f"skipped: {what}: {reason}")
        elif problems:
            failed += 1
            print(f"FAILED {what}: " + "; ".join(problems))
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
