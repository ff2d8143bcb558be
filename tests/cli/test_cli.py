#!/usr/bin/env python3
"""test_cli.py: the program as users and other programs meet it: options, exit statuses, every form of output.

    test_cli.py --program PATH [--sarif-check PATH] [--fail-allocation PATH] [--only quick|deep] [TEST...]

--sarif-check names a script that checks SARIF files: by default $ASSETLINT_SARIF_CHECK, or shared/tools/sarif/check.sh
beside the checkout. It needs npm; where either is absent its tests are skipped. --fail-allocation names the library
made of fail_allocation.c. The last line is `N passed, N failed, N skipped`.
"""

import argparse
import collections
import fcntl
import gzip
import hashlib
import json
import lzma
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
import urllib.parse
import xml.etree.ElementTree

import meshes

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "corpus"))

import anark  # noqa: E402
import ani  # noqa: E402
import archive  # noqa: E402
import bbanim  # noqa: E402
import bbmod  # noqa: E402
import bone_rules  # noqa: E402
import msh  # noqa: E402
import skl  # noqa: E402

PROGRAM = ""
SARIF_CHECK = ""
FAIL_ALLOCATION = ""
SECONDS = 120
LATER_OPTIONS = {}
LATER_FORMATS = ("html",)

Run = collections.namedtuple("Run", "status out err")


def deep(test):
    """A test, or a class of them, that takes longer than a developer waits for after every change."""
    test.deep = True
    return test


def clean_environment(extra=None):
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM", "GITHUB_STEP_SUMMARY")}
    environment.update({"LC_ALL": "C", "TERM": "xterm"}, **(extra or {}))
    return environment


class Case(unittest.TestCase):
    """A test with a folder of its own, in which the program runs."""

    maxDiff = 10000

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assetlint-cli-")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, content):
        path = os.path.join(os.fsencode(self.folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)

    def pack(self, name, members):
        """Writes NAME.cat and NAME.dat."""
        lines = [f"{path} {len(content)} 1700000000 {hashlib.md5(content).hexdigest()}\n"
                 for path, content in members.items()]
        self.write(f"{name}.cat", "".join(lines).encode())
        self.write(f"{name}.dat", b"".join(members.values()))

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def run_raw(self, *arguments, **options):
        options.setdefault("cwd", self.folder)
        options["env"] = clean_environment(options.pop("env", None))
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        done = subprocess.run([PROGRAM, *arguments], stderr=subprocess.PIPE, timeout=SECONDS, **options)
        return Run(done.returncode, done.stdout, done.stderr)

    def run_text(self, *arguments, **options):
        done = self.run_raw(*arguments, **options)
        return Run(done.status, done.out.decode(), done.err.decode())

    def expect(self, arguments, status, out=None, err="", **options):
        """Runs the program and compares; None is anything, a pattern is searched for. Returns stdout."""
        done = self.run_text(*arguments, **options)
        for name, expected, actual in (("stdout", out, done.out), ("stderr", err, done.err)):
            if isinstance(expected, re.Pattern):
                self.assertRegex(actual, expected, name)
            elif expected is not None:
                self.assertEqual(actual, expected, name)
        self.assertEqual(done.status, status, done)
        return done.out

    def in_colors(self):
        """The colored reports of a warning, in each environment: asserts that without the colors they are the plain one."""
        self.write("warning.xmf", meshes.warning())
        plain = self.expect(["warning.xmf"], 0)
        self.assertNotIn("\033", plain)
        self.assertEqual(self.expect(["--color=never", "warning.xmf"], 0), plain)
        for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
            colored = self.expect(["--color=always", "warning.xmf"], 0, env=environment)
            self.assertEqual(re.sub("\033\\[[0-9;]*m", "", colored), plain)
            yield colored

    def expect_usage(self, arguments, first_line):
        """Wrong usage: exit 2, nothing on stdout, and this as the first line on stderr."""
        done = self.run_text(*arguments)
        self.assertEqual((done.status, done.out), (2, ""), done)
        lines = done.err.splitlines()
        self.assertEqual(lines[0], "assetlint: " + first_line)
        for line in lines[1:]:
            self.assertRegex(line, r"^assetlint: (see assetlint \w+ --help|the formats are \w+(, \w+)* and \w+)$")

    def report(self, *arguments, status=None, **options):
        done = self.run_raw("check", "-f", "json", *arguments, **options)
        report = json.loads(done.out)
        self.assertEqual(report["summary"]["exit"], done.status)
        if status is not None:
            self.assertEqual(done.status, status, done)
        return report

    def findings(self, *arguments, **options):
        return [(f["path"], f["rule"], f["level"]) for f in self.report(*arguments, **options)["findings"]]

    def lines(self, *arguments, **options):
        """What -f lines prints of all findings, of every level."""
        return [line_of(finding) for finding in self.report(*arguments, **options)["findings"]]

    def four_files(self):
        for name in ("clean", "note", "warning", "error"):
            self.write(f"{name}.xmf", getattr(meshes, name)())


def nothing_in(places):
    """What is said on stderr when nothing was found there."""
    return re.compile("^assetlint: nothing was checked: no file of a known format in " + re.escape(places) +
                      r"\nassetlint: looked for [^\n]* xmf ani xac [^\n]* cat\nassetlint: --allow-empty [^\n]*\n$")


ALL_FILES = ("clean.xmf", "error.xmf", "note.xmf", "warning.xmf")
# As `explain` names them.
GAMES = {"x-rebirth": "X Rebirth", "x4": "X4", "bbmod": "GameMaker's BBMOD library", "lost-saga": "Lost Saga",
         "victoria2": "Victoria 2, Hearts of Iron 3, Europa Universalis 3, Crusader Kings II"}


def line_of(finding):
    """A finding of a JSON report as -f lines has it. What messages say is for the tests of rules; here it is taken over."""
    place = "{path}" if finding["rule"] == "file/unreadable" else "{path}:0x{offset:x}"
    line = (place + ": {level}: {message} [{rule}]").format(**finding)
    if finding["field"]:
        line += " " + finding["field"]
    if "actual" in finding:
        line += (" = " if finding["field"] else " actual ") + finding["actual"]
    if "expected" in finding:
        line += (", expected " if finding["field"] or "actual" in finding else " expected ") + finding["expected"]
    return line + "\n"


class Help(Case):
    def test_version(self):
        self.expect(["--version"], 0, "assetlint 0.1.0\n")
        self.expect(["version"], 0, "assetlint 0.1.0\n")
        self.expect_usage(["version", "a.xmf"], "version takes no argument")

    def test_help_of_the_program(self):
        out = self.expect(["--help"], 0)
        for word in ("check", "rules", "explain", "dump", "help", "version", "Exit status", "XMF mesh"):
            self.assertIn(word, out)
        self.assertEqual(self.expect(["-h"], 0), out)

    def test_help_of_commands(self):
        for command, word in (("check", "--fail-on"), ("rules", "markdown"), ("explain", "RULE"), ("dump", "--full")):
            out = self.expect([command, "--help"], 0)
            self.assertTrue(out.startswith("Usage: assetlint "), out)
            self.assertIn(word, out)
            for line in out.splitlines():
                self.assertLessEqual(len(line), 88, line)

    def test_help_as_a_command(self):
        out = self.expect(["--help"], 0)
        for arguments in (["help"], ["help", "help"], ["help", "version"], ["help", "--help"], ["version", "-h"]):
            self.assertEqual(self.expect(arguments, 0), out)
        for command in ("check", "merge", "rules", "explain", "dump"):
            self.assertEqual(self.expect(["help", command], 0), self.expect([command, "--help"], 0))
        self.expect_usage(["help", "chekc"], "no command is named chekc; did you mean assetlint help check?")
        self.expect_usage(["help", "nonsense"], "no command is named nonsense; assetlint help lists them")
        self.expect_usage(["help", "check", "dump"], "help wants one command")
        self.expect_usage(["help", "fix"], "the command fix is not available in this version")
        self.expect_usage(["hepl"], "no command and no file is named hepl; did you mean assetlint help?")

    def test_check_help_names_every_option(self):
        out = self.expect(["check", "--help"], 0)
        for name in ("format", "fail-on", "show", "select", "ignore", "level", "no-config", "files-from", "null", "jobs",
                     "max-file-size", "max-inflated", "max-memory", "max-per-rule", "color", "quiet", "stdin-name",
                     "exclude", "allow-empty", "config", "baseline", "write-baseline", "sarif-suppressed", "game", "with", "shard",
                     "progress"):
            self.assertIn(f"--{name}", out)
        for name in LATER_OPTIONS:
            self.assertNotRegex(out, rf"--{name}\b")

    def test_help_wins_over_what_follows(self):
        self.expect(["check", "--help", "--no-such-option"], 0, re.compile("^Usage"))

    def test_no_arguments(self):
        done = self.run_text()
        self.assertEqual((done.status, done.out), (2, ""))
        self.assertIn("Usage:", done.err)


class Usage(Case):
    def setUp(self):
        super().setUp()
        self.write("a.xmf", meshes.clean())

    def test_check_is_the_default_command(self):
        expected = "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without\n"
        self.expect(["check", "a.xmf"], 0, expected)
        self.expect(["a.xmf"], 0, expected)
        self.expect(["--quiet", "a.xmf"], 0, "")

    def test_misspelt_options(self):
        self.expect_usage(["--fromat", "json", "a.xmf"], "unknown option --fromat; did you mean --format?")
        self.expect_usage(["--ingore=x", "a.xmf"], "unknown option --ingore; did you mean --ignore?")
        self.expect_usage(["dump", "--ful", "a.xmf"], "unknown option --ful; did you mean --full?")
        self.expect_usage(["rules", "--fomat=json"], "unknown option --fomat; did you mean --format?")
        self.expect_usage(["check", "--xyzzy", "a.xmf"], "unknown option --xyzzy")
        self.expect_usage(["-x", "a.xmf"], "unknown option -x")
        self.expect_usage(["explain", "-x"], "unknown option -x")

    def test_misspelt_commands(self):
        self.expect_usage(["chekc", "a.xmf"], "no command and no file is named chekc; did you mean assetlint check?")
        self.expect_usage(["rule"], "no command and no file is named rule; did you mean assetlint rules?")

    def test_a_file_whose_name_is_almost_a_command(self):
        self.write("chekc", meshes.clean())
        self.expect(["chekc"], 0, "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without\n")

    def test_values(self):
        self.expect_usage(["a.xmf", "--jobs"], "--jobs needs a value")
        self.expect_usage(["a.xmf", "-j"], "-j needs a value")
        self.expect_usage(["--quiet=yes", "a.xmf"], "--quiet takes no value")
        for arguments in (["-j4"], ["-j", "4"], ["--jobs=4"], ["--jobs", "4"], ["-qj4"], ["-q0j", "4"]):
            self.expect([*arguments, "a.xmf"], 0)
            self.expect(["a.xmf", *arguments], 0)

    def test_numbers(self):
        for value in ("0", "-1", "+1", "1x", "", " 1", "0x10", "1e3", "18446744073709551616", "1K"):
            self.expect_usage(["--jobs", value, "a.xmf"], f"--jobs wants a number from 1, not {value}")
        for name in ("max-file-size", "max-inflated", "max-memory"):
            for value in ("0", "-1", "1T", "1KB", "K", "1.5G", "18446744073709551616", "17179869184G"):
                self.expect_usage([f"--{name}={value}", "a.xmf"],
                                  f"--{name} wants a number of bytes, such as 512M, not {value}")
            for value in ("18446744073709551615", "17179869183G", "1000000K", "64M"):
                self.expect([f"--{name}", value, "a.xmf"], 0)
        self.expect_usage(["--max-per-rule=x", "a.xmf"], "--max-per-rule wants a number, not x")

    def test_words(self):
        self.expect_usage(["--fail-on=errors", "a.xmf"], "--fail-on wants error, warning, note or never, not errors")
        self.expect_usage(["--show=off", "a.xmf"], "--show wants error, warning or note, not off")
        self.expect_usage(["--color=yes", "a.xmf"], "--color wants auto, always or never, not yes")
        self.expect_usage(["--progress=on", "a.xmf"], "--progress wants auto, always or never, not on")
        self.expect_usage(["--level", "xmf/limit", "a.xmf"],
                          "--level wants RULE=error, warning, note or off, not xmf/limit")

    def test_rules_that_are_none(self):
        self.expect_usage(["--select", "xmf/data-rang", "a.xmf"],
                          "no rule matches xmf/data-rang; did you mean xmf/data-range?")
        self.expect_usage(["--ignore", "xmf/*,nonsense/*", "a.xmf"],
                          "no rule matches nonsense/*; assetlint rules lists them")
        self.expect_usage(["--level", "xmf/limt=off", "a.xmf"], "no rule matches xmf/limt; did you mean xmf/limit?")

    def test_formats_that_are_none(self):
        self.expect_usage(["-f", "jsn", "a.xmf"], "unknown format jsn; did you mean json?")
        self.expect_usage(["-f", "pdf", "a.xmf"], "unknown format pdf")
        for name, near in (("xml", ""), ("jsn", "; did you mean json?"), ("", "")):
            err = self.run_text("-f", name, "a.xmf").err
            self.assertRegex(err, rf"^assetlint: unknown format {name}{re.escape(near)}\nassetlint: the formats are text, ")
            self.assertRegex(err, r"\bndjson\b.* and \w+\n$")
        self.expect_usage(["-f", "json=", "a.xmf"], "--format json= names no file")
        self.expect_usage(["-f", "json", "-f", "sarif", "a.xmf"],
                          "only one format can go to standard output; give the others a file: sarif=FILE")
        self.expect_usage(["-f", "json=x", "-f", "sarif=x", "a.xmf"], "two formats for one file: x")
        self.expect_usage(["rules", "-f", "sarif"], "--format wants text, json or markdown, not sarif")
        self.expect_usage(["dump", "-f", "sarif", "a.xmf"], "--format wants text or json, not sarif")

    def test_what_later_versions_have(self):
        for name, value in LATER_OPTIONS.items():
            arguments = [f"--{name}"] if value is None else [f"--{name}", value]
            self.expect_usage([*arguments, "a.xmf"], f"--{name} is not available in this version")
        for name in LATER_FORMATS:
            self.expect_usage(["-f", name, "a.xmf"], f"format {name} is not available in this version")
        for arguments in (["fix"], ["fix", "a.xmf"], ["fix", "--in-place", "a.xmf"], ["fix", "-o", "out", "."]):
            self.expect_usage(arguments, "the command fix is not available in this version")
        self.write("fix/a.xmf", meshes.clean())
        self.expect(["fix"], 2, "", "assetlint: the command fix is not available in this version\n"
                                    "assetlint: to check what has that name: assetlint check fix\n")
        self.expect(["check", "fix"], 0, "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without\n")
        self.expect(["--no-config", "a.xmf"], 0)

    def test_games(self):
        self.write("a.xmf", meshes.error())
        self.expect(["--game", "x4", "a.xmf"], 1)
        self.expect(["--game=x-rebirth", "a.xmf"], 1)
        self.expect(["--game", "victoria2", "a.xmf"], 0, "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without\n")
        self.expect(["--game", "victoria2", "--level", "xmf/*=error", "a.xmf"], 0)
        self.expect(["--game", "lost-saga", "--game", "x4", "a.xmf"], 1)
        self.expect(["--game", "lost-saga", "no-such.xmf"], 3)
        self.expect_usage(["--game", "x5", "a.xmf"], "unknown game x5; did you mean x4?")
        self.expect_usage(["--game", "", "a.xmf"],
                          "--game wants x-rebirth, x4, victoria2, bbmod or lost-saga, not ")

    def test_references(self):
        self.write("a.xmf", meshes.clean())
        self.write("game/b.xmf", meshes.error())
        self.write("game/part-lod1.xmf", meshes.clean())
        one = "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without\n"
        self.expect(["--with", "game", "a.xmf"], 0, one)
        self.expect(["--with=game/b.xmf", "--with", "game", "a.xmf"], 0, one)
        self.expect(["--with", "game", "game/b.xmf"], 1)
        self.expect_usage(["--with", "no-such", "a.xmf"], "--with wants a file or a folder, not no-such")

    def test_missing_arguments(self):
        self.expect_usage(["check"], "nothing to check: name a file or a folder")
        self.expect_usage(["-q"], "nothing to check: name a file or a folder")
        self.expect_usage(["dump"], "dump wants a file")
        self.expect_usage(["dump", "a.xmf", "b.xmf"], "dump wants one file")
        self.expect_usage(["dump", "-"], "dump doesn't read standard input; a file of that name is ./-")
        self.expect_usage(["explain", "xmf/limit", "xmf/inflate"], "explain wants one rule")
        self.expect_usage(["rules", "xmf/limit"],
                          "rules takes no argument; assetlint explain xmf/limit explains one rule")
        self.assertEqual(self.run_text("explain").status, 2)

    def test_two_dashes_end_the_options(self):
        self.write("-q", meshes.warning())
        self.expect(["check", "--", "-q"], 0, re.compile(r"^-q\n  0x1db +warning"))
        self.expect(["--", "-q"], 0, re.compile(r"^-q\n  0x1db +warning"))

    def test_arguments_are_escaped(self):
        done = self.run_raw(b"--fo\x1b[31m\xff")
        self.assertEqual(done.status, 2)
        self.assertIn(rb"--fo\x1B[31m\xFF", done.err)


class Lines(Case):
    def expect(self, arguments, *rest, **options):
        return super().expect(["-f", "lines", *arguments], *rest, **options)

    def test_clean(self):
        self.write("a.xmf", meshes.clean())
        self.write("b.xmf", meshes.clean())
        self.expect(["a.xmf"], 0, "OK: 1 file checked, 1 clean\n")
        self.expect(["."], 0, "OK: 2 files checked, 2 clean\n")

    def test_the_form_of_a_finding(self):
        self.write("ships/hull-collision.xmf", meshes.collision())
        self.expect(["ships"], 1,
                    "ships/hull-collision.xmf:0x78: error: collision mesh declares its vertices in the element list, "
                    "the game crashes on load [xmf/collision-declaration] buffers[0].numVertexElements = 1, expected 0\n"
                    "FAILED: 1 file checked, 0 clean, 1 error, 0 warnings, 0 notes\n")

    def test_every_level(self):
        self.four_files()
        error, note, warning = self.lines(*ALL_FILES)
        self.assertRegex(error, r"^error.xmf:0x1cd: error: .* \[xmf/index-range\] buffers\[1\].data\n$")
        self.assertRegex(note, r"^note.xmf:0x1cd: note: .* \[xmf/degenerate-triangle\] buffers\[1\].data\n$")
        self.assertRegex(warning, r"^warning.xmf:0x1db: warning: .* \[xmf/trailing-bytes\]\n$")
        summary = "FAILED: 4 files checked, 1 clean, 1 error, 1 warning, 1 note"
        hint = " (--show note shows the notes)\n"
        self.expect(["--show=note", *ALL_FILES], 1, error + note + warning + summary + "\n")
        self.expect(ALL_FILES, 1, error + warning + summary + hint)
        self.expect(["--show", "warning", *ALL_FILES], 1, error + warning + summary + hint)
        self.expect(["--show=error", *ALL_FILES], 1, error + summary + "\n")

    def test_quiet(self):
        self.four_files()
        error, _, warning = self.lines(*ALL_FILES)
        self.expect(["-q", *ALL_FILES], 1, error + warning)
        self.expect(["-q", "."], 1, re.compile(r"^\./error"))
        self.expect(["--quiet", "clean.xmf"], 0, "")

    def test_nothing_to_check(self):
        self.write("sub/readme.txt", b"text")
        self.expect(["sub"], 2, "FAILED: 0 files checked, 0 clean\n", nothing_in("sub"))
        self.expect(["-q", "sub"], 2, "", nothing_in("sub"))
        self.expect(["--allow-empty", "sub"], 0, "OK: 0 files checked, 0 clean\n")
        self.expect(["-q", "--allow-empty", "sub"], 0, "")

    def test_limit_of_findings(self):
        self.write("a.xmf", meshes.notes(25))
        self.write("b.xmf", meshes.notes(21))
        for options, a, b in ((["--show=note"], 20, 20), (["--show=note", "--max-per-rule=3"], 3, 3),
                              (["--show=note", "--max-per-rule", "21"], 21, 21),
                              (["--show=note", "--max-per-rule=0"], 25, 21)):
            expected = []
            for name, shown, there in (("a.xmf", a, 25), ("b.xmf", b, 21)):
                expected += self.lines(name)[:shown]
                expected += [f"{name}: ... and {there - shown} more [xmf/usage-index]\n"] if there > shown else []
            self.expect([*options, "a.xmf", "b.xmf"], 0, "".join(expected) +
                        "OK: 2 files checked, 0 clean, 0 errors, 0 warnings, 46 notes\n")

    def test_limit_counts_what_is_shown(self):
        self.write("a.xmf", meshes.notes(25))
        self.expect(["a.xmf", "--max-per-rule=3"], 0,
                    "OK: 1 file checked, 0 clean, 0 errors, 0 warnings, 25 notes (--show note shows the notes)\n")

    def test_colors(self):
        for colored in self.in_colors():
            self.assertRegex(colored.split("\n")[0],
                             "^\033\\[1mwarning.xmf\033\\[0m:0x1db: \033\\[1;35mwarning\033\\[0m: [^\033]* "
                             "\033\\[2m\\[xmf/trailing-bytes\\]\033\\[0m$")


class Text(Case):
    """The form for people."""

    COLLISION = """\
ships/hull-collision.xmf
  0x78    error    collision mesh declares its vertices in the element list, the game crashes on load
                   xmf/collision-declaration  buffers[0].numVertexElements = 1, expected 0

           rule                       found  files
  error    xmf/collision-declaration      1      1  Collision mesh does not hold plain positions

assetlint explain xmf/collision-declaration tells what it means and how to fix it

FAILED: 1 file checked, 1 with errors, 0 with warnings, 0 without
"""

    def test_clean(self):
        self.write("a.xmf", meshes.clean())
        self.write("b.xmf", meshes.clean())
        self.expect(["-f", "text", "."], 0, "OK: 2 files checked, 0 with errors, 0 with warnings, 2 without\n")

    def test_the_form_of_a_finding(self):
        self.write("ships/hull-collision.xmf", meshes.collision())
        self.expect(["ships"], 1, self.COLLISION)

    def test_every_level(self):
        self.four_files()
        verdict = "FAILED: 4 files checked, 1 with errors, 1 with warnings, 2 without"
        for options, levels, hint in (
                (["--show=note"], ["error", "warning", "note"], ""),
                ([], ["error", "warning"], " (1 note not shown; --show note shows it)"),
                (["--show=error"], ["error"], " (1 warning and 1 note not shown; --show note shows them)")):
            out = self.expect([*options, *ALL_FILES], 1)
            files, table, explain, last = re.fullmatch(r"(.*)\n\n( +rule .*)\n\n(.*)\n\n(.*)\n", out, re.S).groups()
            blocks = files.split("\n\n")
            self.assertEqual([block.split("\n")[0] for block in blocks], sorted(f"{level}.xmf" for level in levels))
            self.assertEqual([row.split()[0] for row in table.split("\n")[1:]], levels)
            self.assertEqual(explain, "assetlint explain xmf/index-range tells what it means and how to fix it")
            self.assertEqual(last, verdict + hint)

    def test_long_values(self):
        """Of a text that is a page of damage the first part is enough for people; `lines` has what JSON has."""
        skeleton = (pathlib.Path(__file__).parents[2] / "corpus/xac/seeds/good.xac").read_bytes()
        node = skeleton.index(b"\3\0\0\0arm")
        name = b"\1" + b"upper arm \xe4 " * 25
        longer = skeleton[:node] + struct.pack("<I", len(name)) + name + skeleton[node + 7:]
        self.write("a.xac", longer)
        only = ["--select=xac/string-control-char", "a.xac"]
        whole = r"\x01" + r"upper arm \xE4 " * 25
        lines = self.expect(["-f", "lines", *only], 0)
        self.assertIn(f'nodes[1].name = "{whole}"\n', lines)
        self.assertIn(f'nodes[1].name = "{whole[:157]}..."\n', self.expect(only, 0))

    def test_only_notes(self):
        self.write("a.xmf", meshes.notes(25))
        verdict = "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without"
        self.expect(["a.xmf"], 0, verdict + " (25 notes not shown; --show note shows them)\n")
        out = self.expect(["a.xmf", "--show=note"], 0)
        self.assertEqual(out.splitlines()[-1], verdict)
        self.expect(["a.xmf", "--fail-on=note"], 1, re.compile("^FAILED: 1 file checked, 0 with errors, "))

    def test_what_repeats_is_folded(self):
        self.write("a.xmf", meshes.notes(25))
        self.write("b.xmf", meshes.notes(21))
        for options, shown in (([], 3), (["--max-per-rule=20"], 20), (["--max-per-rule=21"], 21),
                               (["--max-per-rule=0"], 25)):
            out = self.expect(["--show=note", *options, "a.xmf", "b.xmf"], 0)
            self.assertEqual(out.count("  note  "), min(shown, 25) + min(shown, 21) + 1)     # and a row of the table
            more = re.findall(r"(?m)^ {19}(\d+) more of xmf/usage-index$", out)
            self.assertEqual(more, [str(there - shown) for there in (25, 21) if there > shown])
            self.assertRegex(out, r"(?m)^  note +xmf/usage-index +46 +2  ")

    def test_the_most_severe_rule_comes_first(self):
        self.four_files()
        self.write("hull-collision.xmf", meshes.collision())
        out = self.expect(["."], 1)
        self.assertEqual(re.findall(r"(?m)^  (?:error|warning) +(xmf/\S+) +\d+ +\d+  ", out),
                         ["xmf/collision-declaration", "xmf/index-range", "xmf/trailing-bytes"])
        self.assertIn("\nassetlint explain xmf/collision-declaration tells ", out)

    def test_a_file_that_is_not_there_has_no_offset(self):
        self.expect(["absent.xmf"], 3, re.compile(
            r"^absent\.xmf\n  error    .*\n           file/unreadable\n\n(.*\n)+"
            r"FAILED: 1 file checked, 1 with errors, 0 with warnings, 0 without; 1 could not be read\n$"))

    def test_quiet(self):
        self.four_files()
        out = self.expect(["-q", "error.xmf", "clean.xmf"], 1)
        self.assertEqual(out.count("\n"), 3)
        self.assertTrue(out.startswith("error.xmf\n  0x1cd   error "), out)
        self.expect(["-q", "clean.xmf"], 0, "")

    def test_colors(self):
        for colored in self.in_colors():
            self.assertTrue(colored.startswith("\033[1mwarning.xmf\033[0m\n  0x1db   \033[1;35mwarning\033[0m  "), colored)

    def on_a_terminal(self, *arguments, columns=0, status=0, **environment):
        main, secondary = pty.openpty()
        try:
            fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
            done = self.run_raw(*arguments, stdout=secondary, env=environment)
            self.assertEqual(done.status, status, done)
        finally:
            os.close(secondary)
        out = b""
        with open(main, "rb", buffering=0) as terminal:
            try:
                while part := terminal.read(4096):
                    out += part
            except OSError:     # so Linux says that nobody writes any more
                pass
        return out

    def test_colors_on_a_terminal(self):
        self.write("warning.xmf", meshes.warning())
        self.assertIn(b"\033[1;35m", self.on_a_terminal("warning.xmf"))
        self.assertIn(b"\033[1;35m", self.on_a_terminal("warning.xmf", NO_COLOR=""))
        self.assertIn(b"\033[1;35m", self.on_a_terminal("warning.xmf", "-f", "lines"))
        self.assertNotIn(b"\033", self.on_a_terminal("warning.xmf", NO_COLOR="1"))
        self.assertNotIn(b"\033", self.on_a_terminal("warning.xmf", TERM="dumb"))
        self.assertNotIn(b"\033", self.on_a_terminal("warning.xmf", "--color=never"))
        self.assertNotIn(b"\033", self.on_a_terminal("warning.xmf", "-f", "json"))

    def test_it_fits_a_terminal(self):
        self.write("ships/hull-collision.xmf", meshes.collision())
        for columns, longest in ((1, 40), (40, 39), (60, 59), (79, 78), (0, 79), (110, 109), (160, 102)):
            out = self.on_a_terminal("ships", "--color=never", columns=columns, status=1).decode()
            lines = out.split("\r\n")
            self.assertLessEqual(max(map(len, lines)), longest, out)
            self.assertGreater(max(map(len, lines)), longest - 10, out)
            if columns not in (1, 40):
                self.assertEqual(out.split(), self.COLLISION.split(), columns)
            else:
                self.assertIn("\r\n             1 in 1 file: Collision", out)
        self.assertEqual(out.replace("\r", ""), self.COLLISION)
        self.expect(["-f", "text=report", "-f", "lines", "ships"], 1)
        self.assertEqual(self.read("report").decode(), self.COLLISION)


class ExitStatus(Case):
    def test_fail_on(self):
        self.four_files()
        levels = ("clean", "note", "warning", "error")
        for fail_on, lowest in (("note", 1), ("warning", 2), ("error", 3), ("never", 4)):
            for number, name in enumerate(levels):
                status = 1 if number >= lowest else 0
                out = self.expect(["--fail-on", fail_on, f"{name}.xmf"], status)
                self.assertTrue(out.splitlines()[-1].startswith("FAILED: " if status else "OK: "), out)
        for number, name in enumerate(levels):
            self.expect([f"{name}.xmf"], 1 if number == 3 else 0)

    def test_unchecked_wins(self):
        self.four_files()
        self.expect(["--fail-on=never", "error.xmf", "absent.xmf"], 3)
        absent, error = self.lines("error.xmf", "absent.xmf")
        self.assertEqual(absent, "absent.xmf: error: no such file or folder [file/unreadable]\n")
        self.expect(["-f", "lines", "error.xmf", "absent.xmf"], 3, absent + error +
                    "FAILED: 2 files checked, 0 clean, 2 errors, 0 warnings, 0 notes, 1 unreadable\n")

    def test_limits(self):
        self.write("a.xmf", meshes.clean())
        for option, where in (("--max-file-size=100", "a.xmf:0x0: error: "), ("--max-inflated=10", "a.xmf:0x1b8: error: "),
                              ("--max-memory=100", "a.xmf:0x0: error: ")):
            line, = self.lines(option, "a.xmf")
            self.assertTrue(line.startswith(where), line)
            self.expect(["-f", "lines", option, "--fail-on=never", "a.xmf"], 3, line + "FAILED: 1 file checked, 0 clean, "
                        "1 error, 0 warnings, 0 notes, 1 stopped by a limit\n")
            self.expect([option, "--fail-on=never", "a.xmf"], 3, re.compile(
                "^FAILED: 1 file checked, 1 with errors, 0 with warnings, 0 without; 1 stopped by a limit$", re.M))
            self.assertEqual(self.report(option, "a.xmf")["files"][0]["status"], "limit")
        self.expect(["--max-file-size=475", "a.xmf"], 0)
        self.expect(["--max-file-size=474", "a.xmf"], 3)

    def test_the_extension_of_another_format(self):
        self.write("hull.xac", meshes.error())
        self.assertEqual([rule for _, rule, _ in self.findings(".", status=1)], ["xac/bad-magic", "xmf/index-range"])
        self.expect(["-f", "lines", ".", "-q", "--select=*/bad-magic"], 1,
                    "./hull.xac:0x0: error: this is an XMF mesh, not an XAC actor: "
                    'rename it to end in .xmf [xac/bad-magic] actual XUMF, expected XAC \n')

    def test_a_file_too_large_names_every_limit_that_it_needs(self):
        self.write("a.xmf", meshes.clean())
        whole = ["--max-file-size=100", "--max-memory=200", "--max-inflated=300"]
        finding, = self.report("a.xmf", *whole, status=3)["findings"]
        self.assertEqual(finding["message"], "file of 475 bytes takes more than the 200 of max-memory: to check it, give "
                         "--max-file-size 475 --max-memory 1024K, and --max-inflated 1900 if it is compressed")
        self.expect(["a.xmf", "--max-file-size=475", "--max-memory=1024K", "--max-inflated=1900"], 0)
        with open(os.path.join(self.folder, "huge.xmf"), "wb") as file:
            file.write(b"XUMF")
            file.truncate(3 << 29)
        finding, = self.report("huge.xmf", status=3)["findings"]
        self.assertEqual(finding["message"], "file of 1610612736 bytes takes more than the 1073741824 of max-file-size: to "
                         "check it, give --max-file-size 1536M --max-memory 3072M, and --max-inflated 6144M if it is "
                         "compressed")
        finding, = self.report("-", *whole, input=meshes.clean(), status=3)["findings"]
        self.assertEqual(finding["message"], "what was read takes more than the 200 bytes of max-memory")

    def test_unrecognized_by_name(self):
        self.write("notes.txt", b"text")
        line, = self.lines("notes.txt")
        self.assertRegex(line, r"^notes.txt:0x0: warning: .* \[file/unrecognized\]\n$")
        self.expect(["-f", "lines", "notes.txt"], 0, line + "OK: 1 file checked, 0 clean, 0 errors, 1 warning, 0 notes\n")
        self.expect(["notes.txt", "--fail-on=warning"], 1)
        self.expect(["notes.txt", "--ignore=file/unrecognized"], 0,
                    "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without\n")
        self.assertEqual(self.report("notes.txt")["files"],
                         [{"path": "notes.txt", "format": "", "version": "", "size": 4, "status": "unrecognized"}])

    def test_no_memory_is_no_crash(self):
        with open(os.path.join(self.folder, "huge.xmf"), "wb") as file:
            file.write(b"XUMF")
            file.truncate(600 << 20)
        self.write("small.xmf", meshes.clean())

        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))

        try:
            if self.run_text("--version", preexec_fn=little_memory).status != 0:
                self.skipTest("the program does not run in 400 MB")
        except subprocess.SubprocessError:
            self.skipTest("the program does not run in 400 MB")
        for jobs in ("1", "2"):
            self.expect(["-j", jobs, "huge.xmf", "small.xmf"], 3,
                        "FAILED: 2 files checked, 0 with errors, 0 with warnings, 1 without; 1 could not be read\n",
                        "assetlint: huge.xmf: out of memory\n",
                        preexec_fn=little_memory)
        done = self.run_raw("-f", "json", "huge.xmf", "small.xmf", preexec_fn=little_memory)
        report = json.loads(done.out)
        self.assertEqual([file["status"] for file in report["files"]], ["unreadable", "clean"])
        self.assertEqual(report["summary"]["unreadable"], 1)


class Rules(Case):
    """--select, --ignore, --level."""

    def setUp(self):
        super().setUp()
        self.four_files()

    def test_select(self):
        self.assertEqual(self.findings("--select", "xmf/index-range", *ALL_FILES),
                         [("error.xmf", "xmf/index-range", "error")])
        self.assertEqual(self.findings("--select=xmf/index-range,*/trailing-bytes", *ALL_FILES),
                         [("error.xmf", "xmf/index-range", "error"), ("warning.xmf", "xmf/trailing-bytes", "warning")])
        self.assertEqual(len(self.findings("--select", "xmf/*", *ALL_FILES)), 3)
        self.assertEqual(len(self.findings("--select", "xmf/index-range", "--select", "xmf/degenerate-*", ".")), 2)

    def test_ignore(self):
        self.assertEqual([rule for _, rule, _ in self.findings("--ignore=*/trailing-bytes,xmf/index-range", ".")],
                         ["xmf/degenerate-triangle"])
        self.assertEqual(self.findings("--ignore=xmf/index-range", "--select=xmf/index-range", "."), [])
        self.expect(["--ignore=xmf/index-range", "error.xmf"], 0, "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without\n")

    def test_level(self):
        self.assertEqual(self.findings("--level=xmf/index-range=note", "error.xmf"),
                         [("error.xmf", "xmf/index-range", "note")])
        self.assertEqual(self.findings("--level", "xmf/*=warning", "--level", "*/trailing-bytes=error", "."),
                         [("./error.xmf", "xmf/index-range", "warning"),
                          ("./note.xmf", "xmf/degenerate-triangle", "warning"),
                          ("./warning.xmf", "xmf/trailing-bytes", "error")])
        self.assertEqual(self.findings("--level=xmf/index-range=off", "error.xmf"), [])
        line, = self.lines("note.xmf")
        self.expect(["-f", "lines", "--level=xmf/degenerate-triangle=error", "note.xmf"], 1, line.replace(": note:", ": error:") +
                    "FAILED: 1 file checked, 0 clean, 1 error, 0 warnings, 0 notes\n")


class Inputs(Case):
    def paths(self, *arguments, **options):
        return [file["path"] for file in self.report(*arguments, **options)["files"]]

    def test_folders(self):
        for name in ("b.xmf", "a/z.xmf", "a/b/c.xmf", "a.xmf", "a-b.xmf", "A.XMF"):
            self.write(name, meshes.clean())
        self.write("a/readme.txt", b"text")
        everything = ["A.XMF", "a-b.xmf", "a.xmf", "a/b/c.xmf", "a/z.xmf", "b.xmf"]
        self.assertEqual(self.paths("."), ["./" + path for path in everything])
        self.assertEqual(self.paths("a"), ["a/b/c.xmf", "a/z.xmf"])
        self.assertEqual(self.paths("a//", "b.xmf"), ["a/b/c.xmf", "a/z.xmf", "b.xmf"])
        self.assertEqual(self.paths("b.xmf", "a/", "A.XMF"), ["A.XMF", "a/b/c.xmf", "a/z.xmf", "b.xmf"])
        self.assertEqual(self.paths("a//b//c.xmf"), ["a/b/c.xmf"])
        self.assertEqual(self.paths(self.folder + "/a"),
                         [self.folder + "/a/b/c.xmf", self.folder + "/a/z.xmf"])

    def test_order_is_by_bytes(self):
        names = [b"\xc3\xa9.xmf", b"z.xmf", b"Z.xmf", b"\xff.xmf", b"~.xmf", b"a b.xmf", b"a.xmf", b"a!.xmf"]
        for name in names:
            self.write(name, meshes.clean())
        shown = [name.decode() if name != b"\xff.xmf" else "\\xFF.xmf" for name in sorted(names)]
        self.assertEqual(self.paths(*names), shown)
        self.assertEqual(self.paths(*reversed(names)), shown)
        self.assertEqual(self.paths("."), ["./" + name for name in shown])

    def test_given_twice(self):
        self.write("a/b.xmf", meshes.clean())
        self.write("a/b.txt", b"text")
        self.assertEqual(self.paths("a/b.xmf", "a", "a/", "a//b.xmf"), ["a/b.xmf"])
        self.assertEqual(self.paths("a", "a/b.txt"), ["a/b.txt", "a/b.xmf"])

    def test_links(self):
        self.write("real/a.xmf", meshes.clean())
        os.makedirs(os.path.join(self.folder, "tree"))
        for name, target in (("tree/file.xmf", "../real/a.xmf"), ("tree/folder", "../real"), ("tree/loop", "."),
                             ("tree/gone.xmf", "nowhere"), ("link", "real")):
            os.symlink(target, os.path.join(self.folder, name))
        self.assertEqual(self.paths("tree"), [])
        self.assertEqual(self.paths("tree/file.xmf", "tree/folder", "link"),
                         ["link/a.xmf", "tree/file.xmf", "tree/folder/a.xmf"])

    def test_what_is_no_regular_file_is_passed_over(self):
        os.mkfifo(os.path.join(self.folder, "pipe.xmf"))
        self.write("a.xmf", meshes.clean())
        self.assertEqual(self.paths("."), ["./a.xmf"])

    def test_version_control_is_not_entered(self):
        for folder in (".git", ".hg", ".svn", ".bzr"):
            self.write(f"repo/mod/{folder}/sub/a.xmf", meshes.clean())
        for name in ("repo/.gitea/a.xmf", "repo/git/a.xmf", "repo/.hgx.xmf", "repo/x.git/a.xmf"):
            self.write(name, meshes.clean())
        expected = ["repo/.gitea/a.xmf", "repo/.hgx.xmf", "repo/git/a.xmf", "repo/x.git/a.xmf"]
        self.assertEqual(self.paths("repo"), expected)
        self.assertEqual(self.paths("repo/mod/.git"), ["repo/mod/.git/sub/a.xmf"])
        self.assertEqual(self.paths("repo/mod/.hg/sub", "repo"), sorted(expected + ["repo/mod/.hg/sub/a.xmf"]))

    def test_exclude(self):
        for name in ("a.xmf", "old/a.xmf", "mod/old/b.xmf", "mod/old.xmf", "mod/x/y/c.xmf", "x/y/z.xmf"):
            self.write(name, meshes.clean())
        everything = ["a.xmf", "mod/old.xmf", "mod/old/b.xmf", "mod/x/y/c.xmf", "old/a.xmf", "x/y/z.xmf"]
        for globs, left_out in ((["old"], ["old/a.xmf"]), (["old/"], ["old/a.xmf"]), (["./old/**"], ["old/a.xmf"]),
                                (["**/old"], ["mod/old/b.xmf", "old/a.xmf"]), (["*.xmf"], ["a.xmf"]),
                                (["**/old/"], ["mod/old/b.xmf", "old/a.xmf"]), (["old/a.xmf/"], []),
                                (["**/*.xmf"], everything), (["?/y", "a.xmf"], ["a.xmf", "x/y/z.xmf"]),
                                (["mod/**/c.*"], ["mod/x/y/c.xmf"]), (["nowhere", "OLD"], [])):
            options = [f"--exclude={glob}" for glob in globs]
            expected = [name for name in everything if name not in left_out]
            for path in (".", "./", self.folder):
                self.assertEqual(self.paths(path, *options, status=0 if expected else 2),
                                 [f"{path.rstrip('/')}/{name}" for name in expected], globs)

    def test_exclude_goes_by_the_path_below_the_path(self):
        for name in ("mod/old/b.xmf", "mod/a.xmf"):
            self.write(name, meshes.clean())
        self.assertEqual(self.paths("mod", "--exclude", "mod/old"), ["mod/a.xmf", "mod/old/b.xmf"])
        self.assertEqual(self.paths("mod", "--exclude", "old"), ["mod/a.xmf"])
        self.assertEqual(self.paths("mod", "mod/old", "--exclude", "**/old"), ["mod/a.xmf", "mod/old/b.xmf"])
        self.assertEqual(self.paths("mod", "mod/a.xmf", "--exclude", "**"), ["mod/a.xmf"])
        self.assertEqual(self.paths("--files-from=-", "--exclude", "old", input=b"mod\n"), ["mod/a.xmf"])
        self.expect_usage(["mod", "--exclude="], "--exclude wants a path below the folder that is checked, not ")
        self.expect_usage(["mod", "--exclude=/old"], "--exclude wants a path below the folder that is checked, not /old")

    def test_unreadable(self):
        os.symlink("nowhere", os.path.join(self.folder, "gone.xmf"))
        os.symlink("loop.xmf", os.path.join(self.folder, "loop.xmf"))
        report = self.report("gone.xmf", "loop.xmf", "absent", status=3)
        self.assertEqual([file["status"] for file in report["files"]], ["unreadable"] * 3)
        self.assertEqual([(f["rule"], f["path"], f["offset"], f["length"]) for f in report["findings"]],
                         [("file/unreadable", name, 0, 0) for name in ("absent", "gone.xmf", "loop.xmf")])
        self.assertEqual(report["summary"]["unreadable"], 3)

    def test_a_folder_that_cannot_be_listed(self):
        """Its path is longer than the system takes, which keeps out the superuser too."""
        self.write("tree/a.xmf", meshes.clean())
        name = "n" * 250
        top = os.open(os.path.join(self.folder, "tree"), os.O_RDONLY)
        for _ in range(20):
            os.mkdir(name, dir_fd=top)
            below = os.open(name, os.O_RDONLY, dir_fd=top)
            os.close(top)
            top = below
        os.close(top)
        report = self.report("tree", status=3)
        self.assertEqual([file["status"] for file in report["files"]], ["clean", "unreadable"])
        self.assertEqual(report["findings"][0]["rule"], "file/unreadable")
        self.assertRegex(report["findings"][0]["message"], "File name too long$")

    def test_without_permission(self):
        self.write("tree/closed/a.xmf", meshes.clean())
        self.write("tree/b.xmf", meshes.clean())
        self.write("tree/closed.xmf", meshes.clean())
        for name, mode in (("", 0o755), ("tree/closed", 0), ("tree/closed.xmf", 0)):
            os.chmod(os.path.join(self.folder, name), mode)
        self.addCleanup(os.chmod, os.path.join(self.folder, "tree/closed"), 0o700)
        options = {"preexec_fn": self.be_nobody}
        try:
            self.run_raw("--version", **options)
        except (OSError, subprocess.SubprocessError):
            self.skipTest("nobody may not run the program")
        report = self.report("tree", "tree/closed/a.xmf", status=3, **options)
        self.assertEqual([(file["path"], file["status"]) for file in report["files"]],
                         [("tree/b.xmf", "clean"), ("tree/closed", "unreadable"), ("tree/closed.xmf", "unreadable"),
                          ("tree/closed/a.xmf", "unreadable")])
        for finding in report["findings"]:
            self.assertRegex(finding["message"], "Permission denied$")

    @staticmethod
    def be_nobody():
        """The superuser may read everything."""
        if os.geteuid() == 0:
            os.setuid(65534)

    def test_input_is_never_changed(self):
        self.four_files()
        before = {name: self.read(name) for name in ALL_FILES}
        self.report(".")
        self.expect_usage(["-f", "json=error.xmf", "clean.xmf"], "error.xmf is an asset: no report is written over it")
        self.assertEqual({name: self.read(name) for name in ALL_FILES}, before)
        self.expect(["-f", "json=report", "-q", "clean.xmf"], 0, "")
        self.expect(["-f", "json=report", "-q", "clean.xmf"], 0, "")

    def test_two_reports_into_one_file(self):
        self.write("a.xmf", meshes.clean())
        self.write("there", b"old")
        os.link(os.path.join(self.folder, "there"), os.path.join(self.folder, "hard"))
        os.symlink("there", os.path.join(self.folder, "soft"))
        os.symlink("new", os.path.join(self.folder, "dangling"))
        for one, other in (("there", "./there"), ("there", "hard"), ("soft", "hard"), ("new", "./new"),
                           ("new", f"{self.folder}/new"), ("dangling", "new")):
            self.expect_usage(["-f", f"json={one}", "-f", f"sarif={other}", "a.xmf"],
                              f"two formats for one file: {one} and {other}")
        with open(os.path.join(self.folder, "there"), "ab") as out:
            done = self.run_raw("-f", "json", "-f", "sarif=soft", "a.xmf", stdout=out)
        self.assertEqual(done.status, 2)
        self.assertRegex(done.err, b"^assetlint: two formats for one file: standard output and soft\n")
        self.assertEqual(self.read("there"), b"old")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "new")))
        self.expect(["-f", "json=/dev/null", "-f", "sarif=/dev/zero", "-f", "text=new", "-q", "a.xmf"], 0, "")

    def test_a_report_over_the_list_of_files(self):
        self.write("a.xmf", meshes.clean())
        self.write("list", b"a.xmf\n")
        os.symlink("list", os.path.join(self.folder, "soft"))
        for name in ("list", "./list", "soft"):
            message = f"{name} is the list of files: no report is written over it"
            self.expect_usage(["-f", f"json={name}", "--files-from=list"], message)
            with open(os.path.join(self.folder, "list"), "rb") as names:
                self.expect(["-f", f"json={name}", "--files-from=-"], 2, "", re.compile("^assetlint: " + message),
                            stdin=names)
        self.assertEqual(self.read("list"), b"a.xmf\n")
        self.expect(["-f", "json=other", "-q", "--files-from=list"], 0, "")

    def test_a_report_into_a_pipe(self):
        reading, writing = os.pipe()
        self.write("clean.xmf", meshes.clean())
        self.expect(["-f", f"json=/dev/fd/{writing}", "-q", "clean.xmf"], 0, "", pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            self.assertEqual(json.load(pipe)["summary"]["clean"], 1)

    def test_a_file_out_of_a_pipe(self):
        reading, writing = os.pipe()
        os.write(writing, meshes.error())
        os.close(writing)
        self.expect(["-q", "-j2", f"/dev/fd/{reading}", "absent"], 3, re.compile("index-range"), pass_fds=[reading])
        os.close(reading)


class Waiting(Case):
    """What is said where the program would seem to hang, and that nothing is said elsewhere."""

    def pipe(self, name):
        path = os.path.join(self.folder, name)
        os.mkfifo(path)
        return path

    def start(self, *arguments, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        process = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                   env=clean_environment(), **{"stderr": subprocess.PIPE, **options})
        self.addCleanup(process.kill)
        return process

    def test_a_pipe_that_is_written_to(self):
        path = self.pipe("p.xmf")
        for jobs in ("-j1", "-j2"):
            process = self.start(jobs, "p.xmf", "absent")
            with open(path, "wb", buffering=0) as file:
                file.write(meshes.error()[:100])
                time.sleep(0.1)                        # the rest isn't there yet when it is asked for
                file.write(meshes.error()[100:])
            out, err = process.communicate(timeout=SECONDS)
            self.assertEqual((process.returncode, err), (3, b""))
            self.assertIn(b"p.xmf\n  0x1cd   error    ", out)

    def test_a_pipe_that_nobody_writes_to(self):
        path = self.pipe("p.xmf")
        process = self.start("p.xmf")
        self.assertEqual(process.stderr.readline(), b"assetlint: waiting for somebody to write to the pipe p.xmf\n")
        with open(path, "wb"):
            pass
        out, err = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, err), (1, b""))
        self.assertIn(b"xmf/bad-magic", out)

    def test_a_package_out_of_a_pipe(self):
        self.pack("mod", {"a.xmf": meshes.clean()})
        process = self.start(self.pipe("p.cat"))
        with open(os.path.join(self.folder, "p.cat"), "wb") as file:
            file.write(self.read("mod.cat"))
        process.communicate(timeout=SECONDS)
        self.assertIn(process.returncode, (1, 2))

    def terminal(self):
        main, secondary = pty.openpty()
        self.addCleanup(os.close, main)
        self.addCleanup(os.close, secondary)
        return main, secondary

    def test_a_terminal(self):
        main, secondary = self.terminal()
        for arguments, what in ((["-"], b"a file"), (["--files-from=-"], b"the list of files")):
            process = self.start(*arguments, stdin=secondary)
            self.assertEqual(process.stderr.readline(), b"assetlint: reading " + what +
                             b" from the terminal; Ctrl-D at the start of a line ends it\n")
            os.write(main, b"\x04")
            process.communicate(timeout=SECONDS)
        process = self.start("-q", "-", stdin=secondary)
        os.write(main, b"\x04")
        self.assertEqual(process.communicate(timeout=SECONDS)[1], b"")

    def test_standard_input_that_stays_empty(self):
        main, secondary = self.terminal()
        process = self.start("-", stdin=subprocess.PIPE, stderr=secondary)
        self.assertEqual(os.read(main, 1000), b"assetlint: waiting for a file on standard input\r\n")
        process.communicate(meshes.clean(), timeout=SECONDS)
        self.assertEqual(process.returncode, 0)


class Packages(Case):
    """A .cat with its .dat, and rules across files."""

    def setUp(self):
        super().setUp()
        self.pack("mod/ext_01", {"b/note.xmf": meshes.note(), "a.lua": b"return", "a/error.xmf": meshes.error(),
                                 "a/clean.xmf": meshes.clean()})

    def files(self, *arguments, **options):
        return [(f["path"], f.get("member"), f["format"], f["status"])
                for f in self.report(*arguments, **options)["files"]]

    def test_members_are_files(self):
        expected = [("mod/ext_01.cat", None, "cat", "clean"), ("mod/ext_01.cat", "a/clean.xmf", "xmf", "clean"),
                    ("mod/ext_01.cat", "a/error.xmf", "xmf", "findings"),
                    ("mod/ext_01.cat", "b/note.xmf", "xmf", "findings")]
        for path in ("mod", "mod/ext_01.cat"):
            self.assertEqual(self.files(path, status=1), expected)
        summary = self.report("mod")["summary"]
        self.assertEqual((summary["files"], summary["clean"], summary["errors"], summary["notes"]), (4, 2, 1, 1))

    def test_a_package_in_a_package(self):
        inner = {name: self.read(f"mod/ext_01.{name}") for name in ("cat", "dat")}
        self.pack("outer", {"x/in.dat": inner["dat"], "x/in.cat": inner["cat"]})
        self.assertEqual(self.files("outer.cat", status=1), [
            ("outer.cat", None, "cat", "clean"), ("outer.cat", "x/in.cat", "cat", "clean"),
            ("outer.cat", "x/in.cat!/a/clean.xmf", "xmf", "clean"),
            ("outer.cat", "x/in.cat!/a/error.xmf", "xmf", "findings"),
            ("outer.cat", "x/in.cat!/b/note.xmf", "xmf", "findings")])
        self.assertRegex(self.run_text("-f", "lines", "outer.cat").out,
                         r"(?m)^outer\.cat!/x/in\.cat!/a/error\.xmf:0x[0-9a-f]+: error: ")
        self.pack("third", {f"outer.{name}": self.read(f"outer.{name}") for name in ("cat", "dat")})
        self.assertEqual(self.files("third.cat", status=3), [
            ("third.cat", None, "cat", "clean"), ("third.cat", "outer.cat", "cat", "clean"),
            ("third.cat", "outer.cat!/x/in.cat", "cat", "limit")])

    def test_dump_shows_the_list(self):
        nodes = json.loads(self.run_text("dump", "-f", "json", "mod/ext_01.cat").out)
        self.assertEqual([{name: field["value"] for name, field in line.items() if name[0] != "@"}
                          for line in nodes["lines"]][1], {
            "path": "a.lua", "size": 6, "time": 1700000000, "md5": hashlib.md5(b"return").hexdigest(),
            "offset": len(meshes.note())})
        self.write("other.cat", b"../a b 6 -1 " + b"0" * 32 + b"\nnothing\n")      # a .dat isn't asked for
        done = self.run_text("dump", "other.cat")
        self.assertIn('path = "../a b"\n', done.out)
        self.assertIn("time = -1\n", done.out)
        self.assertIn('text = "nothing"\n', done.out)
        self.assertEqual(done.err, "assetlint: other.cat has 2 errors; assetlint check says more\n")
        nodes = json.loads(self.run_text("dump", "-f", "json", "other.cat").out)
        for finding in self.report("other.cat", status=1)["findings"]:
            node = resolve(nodes, finding["field"])
            if finding["field"] != "":
                self.assertEqual((node["@offset"], node["@length"]), (finding["offset"], finding["length"]))

    def test_text_names_the_member(self):
        self.assertRegex(self.run_text("mod", "-f", "lines").out,
                         r"(?m)^mod/ext_01\.cat!/a/error\.xmf:0x[0-9a-f]+: error: ")
        self.assertRegex(self.run_text("mod").out, r"(?m)^mod/ext_01\.cat!/a/error\.xmf\n  0x[0-9a-f]+ +error ")

    def test_a_dat_is_passed_over(self):
        self.pack("other", {"a.xmf": meshes.error()})     # the .dat begins as a mesh does
        self.assertEqual(self.files("other.dat", "other.cat", status=1)[0][:2], ("other.cat", None))
        self.expect(["other.dat"], 2, err=nothing_in("other.dat"))

    def test_nothing_in_it(self):
        self.pack("empty", {"a.lua": b"return"})
        self.expect(["empty.cat"], 2, "FAILED: 1 file checked, 0 with errors, 0 with warnings, 1 without\n", nothing_in("empty.cat"))
        self.expect(["--allow-empty", "empty.cat"], 0, "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without\n")
        self.write("with/a.xmf", meshes.clean())
        self.expect(["empty.cat", "with"], 0, "OK: 2 files checked, 0 with errors, 0 with warnings, 2 without\n")
        self.write("empty.dat", b"")
        self.assertEqual([rule for _, rule, _ in self.findings("empty.cat", status=1)], ["cat/size-sum"])

    def test_no_report_over_a_package(self):
        for name in ("mod/ext_01.cat", "mod/ext_01.dat"):
            before = self.read(name)
            self.expect_usage(["-f", f"json={name}", "mod"], f"{name} is an asset: no report is written over it")
            self.assertEqual(self.read(name), before)

    def test_what_is_wrong_with_the_package(self):
        self.write("mod/ext_01.dat", b"short")
        self.assertEqual([rule for _, rule, _ in self.findings("mod", status=1)], ["cat/size-sum"])
        os.remove(os.path.join(self.folder, "mod/ext_01.dat"))
        self.assertEqual([rule for _, rule, _ in self.findings("mod", status=1)], ["cat/missing-dat"])

    def test_members_have_the_limits_of_files(self):
        size = len(meshes.error())
        self.write("mod/ext_01.cat", self.read("mod/ext_01.cat"))
        statuses = {member: status for _, member, _, status in self.files("--max-file-size", str(size - 1), "mod")}
        self.assertEqual(statuses["a/error.xmf"], "limit")
        self.assertEqual(self.report("--max-file-size", str(size - 1), "mod")["summary"]["exit"], 3)

    def test_from_standard_input_it_stands_alone(self):
        content = self.read("mod/ext_01.cat")
        report = self.report("--stdin-name", "ext_01.cat", "-", input=content, status=0)
        self.assertEqual([(f["path"], f["format"], f["status"]) for f in report["files"]],
                         [("ext_01.cat", "cat", "clean")])

    def test_any_number_of_threads_reports_the_same(self):
        for number in range(5):
            self.pack(f"more/ext_{number}", {f"a/part-lod{number}.xmf": meshes.error(), "b/part-lod9.xmf": meshes.note()})
        one = self.run_raw("check", "-j", "1", "-f", "ndjson", ".")
        self.assertIn(b"xmf/missing-lod0", one.out)
        for jobs in ("2", "5", "16"):
            self.assertEqual(self.run_raw("check", "-j", jobs, "-f", "ndjson", "."), one)

    def across(self, *arguments):
        """What rules across files have found."""
        return [(path, rule) for path, rule, _ in self.findings(*arguments, status=0)
                if rule in ("xmf/lod-gap", "xmf/missing-lod0")]

    def test_levels_of_detail(self):
        gap = ("lods/part-lod2.xmf", "xmf/lod-gap")
        self.write("lods/part-lod0.xmf", meshes.clean())
        self.write("lods/part-lod2.xmf", meshes.clean())
        self.assertEqual(self.across("lods"), [gap])
        self.assertEqual(self.across("lods/part-lod2.xmf"), [])
        self.assertEqual(self.across("lods/part-lod0.xmf", "lods/part-lod2.xmf"), [])
        self.assertEqual(self.across("lods/part-lod2.xmf", "lods"), [gap])
        self.assertEqual(self.across("--ignore", "xmf/lod-gap", "lods"), [])
        self.assertEqual(self.across("lods", "--exclude=*-lod0.xmf"), [gap])
        self.write("lods/part-lod1.xmf", meshes.clean())
        self.assertEqual(self.across("lods", "--exclude=*-lod[01].xmf", "--exclude=*-lod1.xmf"), [])
        self.pack("packed", {"a/part-lod1.xmf": meshes.clean()})
        self.assertEqual(self.across("packed.cat"), [("packed.cat", "xmf/missing-lod0")])


class Archives(Case):
    """Zip, 7z and tar: what is in them, their names, and what they may take."""

    def entries(self):
        self.four_files()
        return [archive.Entry(f"a/{name}", self.read(name)) for name in ALL_FILES] + [
            archive.Entry("readme.txt", b"text")]

    def write_all(self, entries):
        """The entries in an archive of each kind; the names of the archives."""
        tar = archive.tar_archive(entries)
        kinds = {"zip": archive.zip_archive(entries), "7z": archive.seven_archive([entries], packed_header=True), "tar": tar,
                 "tar.gz": archive.gzip(tar), "tgz": archive.gzip(tar), "TAR.XZ": archive.xz(tar),
                 "tar.bz2": archive.bzip2(tar)}
        for extension, content in kinds.items():
            self.write(f"m.{extension}", content)
        return [f"m.{extension}" for extension in kinds]

    def test_what_a_folder_gives(self):
        for entry in self.entries():
            self.write("mod/" + entry.name, entry.content)
        folder = self.report("mod", "--max-per-rule=0")
        wanted = [(f["path"][len("mod/"):], f["rule"], f["level"], f["offset"], f["field"], f["message"])
                  for f in folder["findings"]]
        for name in self.write_all(self.entries()):
            report = self.report(name)
            self.assertEqual([(f["member"], f["rule"], f["level"], f["offset"], f["field"], f["message"])
                              for f in report["findings"]], wanted, name)
            self.assertEqual([(f["path"], f.get("member"), f["format"], f["status"]) for f in report["files"]],
                             [(name, None, name.split(".")[1].lower().replace("tgz", "tar"), "clean")] +
                             [(name, f["path"][len("mod/"):], f["format"], f["status"]) for f in folder["files"]])

    def test_the_same_with_any_jobs_and_out_of_a_pipe(self):
        names = self.write_all(self.entries())
        one = self.run_raw("-f", "json", "-j1", *names)
        self.assertEqual(self.run_raw("-f", "json", "-j3", *names), one)
        for name in names:
            direct = self.report(name)
            piped = self.report("--stdin-name", name, "-", input=self.read(name))
            self.assertEqual(piped, direct, name)

    def test_a_pipe_is_held_within_limits(self):
        content = archive.zip_archive(self.entries())
        report = self.report("--stdin-name=m.zip", "--max-file-size=1000", "-", input=content, status=3)
        self.assertEqual([(f["rule"], f["path"]) for f in report["findings"]], [("file/limit", "m.zip")])

    def test_names_are_the_same_in_every_locale(self):
        content = meshes.clean()
        utf8, cp437 = "\u00e4/\u00f6.xmf", b"\x84\\\x94.xmf"
        self.write("n.zip", archive.zip_archive([archive.Entry(utf8, content), archive.Entry(cp437, content)]))
        self.write("n.7z", archive.seven_archive([[archive.Entry(utf8.replace("/", "\\"), content)]]))
        self.write("n.tar", archive.pax_name(utf8) + archive.tar_archive([archive.Entry("n.xmf", content),
                                                                          archive.Entry(cp437, content)]))
        for name, wanted in (("n.zip", ["\\x84/\\x94.xmf", utf8]), ("n.7z", [utf8]), ("n.tar", ["\\x84/\\x94.xmf", utf8])):
            for locale in ("C", "C.UTF-8", "POSIX", "en_US.ISO-8859-1"):
                report = self.report(name, env={"LC_ALL": locale})
                self.assertEqual([f["member"] for f in report["files"][1:]], wanted, (name, locale))

    def test_what_is_said_of_entries(self):
        self.write("m.zip", archive.zip_archive([
            archive.Entry("../a.txt", b"1"), archive.Entry("b.txt", b"2"), archive.Entry("B.txt", b"3"),
            archive.Entry("c.xmf", meshes.clean(), encrypted=True), archive.Entry("d.xmf", meshes.clean(), sum=1),
            archive.Entry("e.xmf", meshes.clean())]))
        report = self.report("m.zip", status=3)
        self.assertEqual([(f["rule"], f["level"], f["member"], f["format"], f["offset"], f["length"], f["field"])
                          for f in report["findings"]],
                         [("archive/path", "error", "../a.txt", "zip", 0, 0, ""),
                          ("archive/case-collision", "warning", "B.txt", "zip", 0, 0, ""),
                          ("archive/encrypted", "warning", "c.xmf", "zip", 0, 0, ""),
                          ("archive/unreadable", "error", "d.xmf", "zip", 0, 0, "")])
        self.assertEqual([(f.get("member"), f["status"]) for f in report["files"]],
                         [(None, "findings"), ("c.xmf", "unreadable"), ("d.xmf", "unreadable"), ("e.xmf", "clean")])
        self.assertEqual((report["summary"]["files"], report["summary"]["unreadable"], report["summary"]["clean"]), (4, 2, 1))
        text = self.run_text("m.zip")
        self.assertRegex(text.out, r"(?m)^FAILED: 4 files checked, 2 with errors, 1 with warnings, 1 without; 2 could not")
        self.assertRegex(text.out, r"(?m)^m\.zip!/\.\./a\.txt$")

    def test_damage(self):
        for name in ("m.zip", "m.7z", "m.tar", "m.tgz", "m.tar.xz", "m.tar.bz2"):
            for content in (b"", b"\0" * 100, meshes.clean()):
                self.write(name, content)
                report = self.report(name, status=3)
                self.assertEqual([(f["rule"], "member" in f) for f in report["findings"]], [("archive/unreadable", False)])
                self.assertEqual([f["status"] for f in report["files"]], ["unreadable"])

    def test_nothing_in_it(self):
        names = self.write_all([archive.Entry("readme.txt", b"text")])
        for name in names:
            self.expect([name], 2, None, nothing_in(name))
            self.expect(["--allow-empty", name], 0)

    def test_dump_shows_the_list(self):
        entries = [archive.Entry("a/b.xmf", meshes.clean()), archive.Entry("c.txt", b"text")]
        for name in self.write_all(entries):
            nodes = json.loads(self.run_text("dump", "-f", "json", name).out)
            self.assertEqual([(m["path"]["value"], m["size"]["value"]) for m in nodes["members"]], [("a/b.xmf", len(meshes.clean())), ("c.txt", 4)])
            self.assertIn("a/b.xmf", self.expect(["dump", name], 0))

    def test_no_report_over_one(self):
        for name in self.write_all(self.entries()):
            self.expect_usage(["-f", f"json={name}", "clean.xmf"], f"{name} is an asset: no report is written over it")

    def limited(self, *arguments):
        """A run that may not have more than 400 MB of addresses."""
        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))

        options = {"preexec_fn": little_memory}
        if self.run_text("--version", **options).status != 0:       # under a sanitizer, which reserves more
            options = {}
        started = time.monotonic()
        report = self.report(*arguments, status=3, **options)
        self.assertLess(time.monotonic() - started, SECONDS / 2)
        return [(f["rule"], f.get("member")) for f in report["findings"]]

    def test_bombs(self):
        zeros = bytes(1 << 20)
        tar = archive.tar_archive([archive.Entry("a.bin", zeros)])
        self.write("m.tar.gz", gzip.compress(tar * 64, 9, mtime=0))
        self.assertEqual(self.limited("m.tar.gz", "--max-inflated=8M"), [("file/limit", None)])
        self.write("m.tar.xz", lzma.compress(tar[:-1024] * 64))
        self.assertEqual(self.limited("m.tar.xz", "--max-inflated=8M", "--max-memory=100M"), [("file/limit", None)])
        self.write("dictionary.tar.xz", archive.xz(tar, dictionary=40))
        self.assertEqual(self.limited("dictionary.tar.xz", "--max-memory=100M"), [("file/limit", None)])
        large = b"\x23\x03\x01\x01\x05\x5d\xff\xff\xff\xff"
        self.write("dictionary.7z", archive.seven_archive([[archive.Entry("a.xmf", zeros)]], coder=large))
        self.assertEqual(self.limited("dictionary.7z", "--max-memory=100M"), [("file/limit", None)])
        self.write("list.7z", archive.seven_archive([[archive.Entry("a.xmf", zeros)]], packed_header=True, header_coder=large))
        self.assertEqual(self.limited("list.7z", "--max-memory=100M"), [("file/limit", None)])
        self.write("heads.tar.gz", gzip.compress(archive.tar_archive([archive.Entry("e")], end=0) * 40000, 9, mtime=0))
        self.assertIn(("file/limit", None), self.limited("heads.tar.gz", "--max-inflated=1M"))
        self.write("overlapping.zip", archive.zip_archive([archive.Entry(f"{i}.xmf", zeros) for i in range(20)],
                                                          places=[0] * 20))
        self.assertIn(("file/limit", None), self.limited("overlapping.zip", "--max-inflated=8M"))
        self.write("sparse.tar", archive.sparse("s.xmf", meshes.clean(), 1 << 43))
        self.assertEqual(self.limited("sparse.tar"), [("file/limit", "s.xmf")])

    def test_a_large_archive_is_read_where_it_lies(self):
        self.write("m.zip", archive.zip_archive([archive.Entry("a.bin", bytes(64 << 20)), archive.Entry("b.xmf", meshes.clean())]))
        for arguments in (["--max-memory=4M"], ["--max-file-size=1M"]):
            self.expect(["m.zip", *arguments], 0)


class StandardInput(Case):
    def test_names(self):
        data = meshes.collision()
        out = self.expect(["-", "--stdin-name=ships/hull-collision.xmf"], 1, input=None, stdin=self.file_of(data))
        self.assertRegex(out, r"^ships/hull-collision.xmf\n  0x78 +error ")
        report = self.report("-", status=0, input=data)
        self.assertEqual(report["files"],
                         [{"path": "-", "format": "xmf", "version": "3", "size": len(data), "status": "clean"}])

    def test_converted_line_ends(self):
        data = bytearray(meshes.error())
        data[0x36:0x3A] = b"\r\n\r\n"       # a pad of the header; nothing else has a line feed
        data = bytes(data).replace(b"\n", b"\r\n").replace(b"\r\r\n", b"\r\n")
        first = self.report("--stdin-name=hull.xmf", "-", status=1, input=data)["findings"][0]
        self.assertEqual((first["rule"], first["offset"], first["length"]), ("file/line-ends", 0x36, 2))
        self.assertEqual(self.report("-", status=1, input=data)["findings"][0]["rule"], "file/line-ends")
        others = self.report("--ignore=file/line-ends", "-", status=1, input=data)["findings"]
        self.assertNotIn("file/line-ends", [finding["rule"] for finding in others])
        self.assertNotEqual(others, [])

    def file_of(self, data):
        file = tempfile.TemporaryFile()
        self.addCleanup(file.close)
        file.write(data)
        file.seek(0)
        return file

    def run_text(self, *arguments, **options):
        if "stdin" in options:
            options.pop("input", None)
        return super().run_text(*arguments, **options)

    def test_with_other_files(self):
        self.four_files()
        for jobs in ("1", "2", "8"):
            done = self.run_raw("check", "-j", jobs, "-", "--stdin-name=m.xmf", "note.xmf", "error.xmf", "-f", "json",
                                input=meshes.warning())
            self.assertEqual([file["path"] for file in json.loads(done.out)["files"]],
                             ["error.xmf", "m.xmf", "note.xmf"])

    def test_it_stands_for_a_file_of_its_name(self):
        self.write("a.xmf", meshes.error())
        self.assertEqual(self.report("a.xmf", "-", "-", "--stdin-name=a.xmf", input=meshes.clean())["summary"]["clean"], 1)

    def test_unrecognized(self):
        self.assertEqual(self.report("-", input=b"text")["findings"][0]["rule"], "file/unrecognized")
        self.assertEqual(self.report("-", input=b"")["files"][0]["status"], "unrecognized")

    def test_unreadable(self):
        folder = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        self.assertEqual(self.report("-", stdin=folder, status=3)["files"][0]["status"], "unreadable")
        self.assertEqual(self.report("-", preexec_fn=lambda: os.close(0), status=3)["files"][0]["status"], "unreadable")

    def test_limits(self):
        self.assertEqual(self.report("-", "--max-file-size=100", input=meshes.clean(), status=3)["files"][0]["status"],
                         "limit")


class FilesFrom(Case):
    NAMES = ("a.xmf", "b c.xmf", "sub/d.xmf")

    def setUp(self):
        super().setUp()
        for name in self.NAMES:
            self.write(name, meshes.clean())

    def paths(self, *arguments, **options):
        report = self.report(*arguments, **options)
        return [file["path"] for file in report["files"]]

    def test_lines(self):
        for content in (b"b c.xmf\na.xmf\nsub\n", b"a.xmf\n\n\nb c.xmf\nsub//d.xmf", b"a.xmf\r\nb c.xmf\r\nsub/\r\n"):
            self.write("list", content)
            self.assertEqual(self.paths("--files-from=list"), list(self.NAMES))
            self.assertEqual(self.paths("--files-from", "-", input=content), list(self.NAMES))

    def test_nul(self):
        self.write("n\n\r.xmf", meshes.clean())
        for content in (b"b c.xmf\0n\n\r.xmf\0a.xmf\0", b"a.xmf\0\0b c.xmf\0n\n\r.xmf"):
            self.write("list", content)
            self.assertEqual(self.paths("-0", "--files-from=list"), ["a.xmf", "b c.xmf", "n\\x0A\\x0D.xmf"])
            self.assertEqual(self.paths("--files-from=-", "--null", input=content), ["a.xmf", "b c.xmf", "n\\x0A\\x0D.xmf"])

    def test_with_paths(self):
        self.write("list", b"a.xmf\n")
        self.assertEqual(self.paths("sub", "--files-from=list", "a.xmf"), ["a.xmf", "sub/d.xmf"])

    def test_a_dash_in_the_list_is_a_file(self):
        self.write("-", meshes.clean())
        self.assertEqual(self.paths("--files-from=-", input=b"-\na.xmf\n"), ["-", "a.xmf"])

    def test_named_files_are_named(self):
        self.write("x.txt", b"text")
        self.assertEqual(self.findings("--files-from=-", input=b"x.txt\nsub"), [("x.txt", "file/unrecognized", "warning")])

    def test_empty(self):
        self.write("list", b"")
        self.write("notes.txt", b"text")
        self.expect(["--files-from=list"], 2, "FAILED: 0 files checked, 0 with errors, 0 with warnings, 0 without\n", nothing_in("the list list"))
        self.expect(["--files-from=-"], 2, None, nothing_in("the list standard input"), input=b"notes.txt\n")
        self.expect(["--files-from=list", "--allow-empty"], 0, "OK: 0 files checked, 0 with errors, 0 with warnings, 0 without\n")
        self.expect(["--files-from=list", "notes.txt"], 0)

    def test_wrong(self):
        self.expect(["--files-from=absent"], 3, "", "assetlint: cannot read absent: no such file or folder\n")
        self.expect(["--files-from=sub"], 3, "", "assetlint: cannot read sub: Is a directory\n")
        self.expect_usage(["--files-from=-", "-"], "standard input can't be both a file and the list of files")
        self.expect_usage(["--files-from=a", "--files-from=b"], "--files-from can be given once")


ODD_NAMES = (b"a b.xmf", b"hash#1.xmf", b"100%.xmf", b"%41.xmf", b"quo\"te's.xmf", b"new\nline.xmf", b"tab\t.xmf",
             b"\x1b[31m.xmf", b"back\\slash.xmf", b"\xff\xfe.xmf", b"\xc3\xa9\xe6\xbc\xa2\xf0\x9f\x9a\x80.xmf",
             b"\xc2\x9b.xmf", b"question?.xmf", b"a&b=c;d,e.xmf", b"[brackets].xmf", b"<tag>.xmf", b"{0}.xmf",
             b"co:lon.xmf", b"\xed\xa0\x80.xmf", b"pi|pe^`.xmf", b"\xe2\x80\xaefmx.xmf", b"\xef\xbb\xbf.xmf")


def escaped(name):
    """A name as reports show it."""
    text = ""
    for character in name.decode("utf-8", "surrogateescape"):
        code = ord(character)
        if code < 0x20 or 0x7F <= code < 0xA0 or 0xDC80 <= code <= 0xDCFF:
            character = "".join(f"\\x{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))
        elif code in (0x202E, 0xFEFF):
            character = f"\\u{{{code:04X}}}"
        text += character
    return text


class OddNames(Case):
    def setUp(self):
        super().setUp()
        for name in ODD_NAMES:
            self.write(name, meshes.error())
        self.shown = [escaped(name) for name in sorted(ODD_NAMES)]

    def test_text(self):
        headings = [part.split("\n")[0] for part in self.expect([*ODD_NAMES, "-q"], 1).split("\n\n")]
        self.assertEqual(headings, self.shown)

    def test_lines(self):
        lines = self.expect(["-f", "lines", *ODD_NAMES, "-q"], 1).split("\n")
        self.assertEqual([line.split(":0x1cd: error: ")[0] for line in lines], self.shown + [""])
        self.assertFalse(re.search("[\0-\x09\x0b-\x1f\x7f-\x9f]", "".join(lines)))

    def test_json(self):
        report = self.report(*ODD_NAMES)
        self.assertEqual([file["path"] for file in report["files"]], self.shown)
        self.assertEqual([finding["path"] for finding in report["findings"]], self.shown)
        lines = self.run_text("-f", "ndjson", *ODD_NAMES).out.splitlines()
        self.assertEqual([json.loads(line)["path"] for line in lines[:-1]],
                         [name for name in self.shown for _ in "fF"])

    def test_sarif_uris(self):
        log = json.loads(self.run_raw("-f", "sarif", ".").out)
        uris = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in log["runs"][0]["results"]]
        self.assertEqual(uris, [self.uri(name) for name in sorted(ODD_NAMES)])
        for uri in uris:
            self.assertRegex(uri, r"^[A-Za-z0-9._~!$&'()*+,;=@/%-]+$")

    @staticmethod
    def uri(name):
        readable = re.sub("[\udc80-\udcff]", lambda found: f"\\x{ord(found.group()) - 0xDC00:02X}",
                          name.decode("utf-8", "surrogateescape"))
        return urllib.parse.quote(readable, safe="-._~!$&'()*+,;=@/")

    def test_dump_and_messages(self):
        for name in ODD_NAMES:
            done = self.run_text("dump", name, "-f", "json")
            self.assertEqual(done.status, 0)
            self.assertEqual(json.loads(done.out)["@path"], escaped(name))
            self.assertEqual(done.err, f"assetlint: {escaped(name)} has 1 error; assetlint check says more\n")

    def test_files_from(self):
        report = self.report("--files-from=-", "-0", input=b"\0".join(ODD_NAMES))
        self.assertEqual([file["path"] for file in report["files"]], self.shown)


class UnseenCharacters(Case):
    """What would forge a line, or isn't seen but changes how text is, is escaped wherever it comes from."""

    SHOWN = ("\\u{202E}\\u{202A}\\u{2066}\\u{2069}\\u{200E}\\u{200F}\\u{61C}\\u{2028}\\u{2029}\\xC2\\x85\\u{FEFF}"
             "\\x01\\x7F\\xC2\\x9B\\x1B[31m\\xFF\\xC3")
    NAME = ("e\u202e\u202a\u2066\u2069\u200e\u200f\u061c\u2028\u2029\u0085\ufeff\x01\x7f\u009b\x1b[31m".encode() +
            b"\xff\xc3x")
    RAW = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")

    def setUp(self):
        super().setUp()
        name = self.NAME
        self.write(name + b".xmf", meshes.error())
        self.write("a.bbmod", bbmod.Model(root=bbmod.Node(name, [bbmod.Node(name, index=99)], [7])).bytes())
        self.write("a.skl", skl.Skeleton(bones=[skl.Bone(name, name, [name]), skl.Bone(name, b"q")]).bytes())
        self.write("a.msh", msh.Mesh(type=1, bones=(name, name), weights=[(0.5, 0.1, 0, 0, 7, 0, 0, 0)] * 4).bytes())
        self.write("a.cat", b"".join(b"in%s/%s.xmf 4 1700000000 %032d\n" % (name, name, 1) for _ in "ab"))
        self.write("a.dat", b"XUMx" * 2)

    def assert_fit(self, done, *arguments):
        for text in (done.out, done.err):
            found = self.RAW.search(text)  # it is UTF-8, too: run_text has decoded it
            self.assertIsNone(found, (arguments, found and text[max(0, found.start() - 99):found.end() + 9]))

    def every_text(self, value):
        if isinstance(value, str):
            yield value.replace("\n", "")
        elif isinstance(value, (dict, list)):
            for item in value if isinstance(value, list) else [*value, *value.values()]:
                yield from self.every_text(item)

    def test_reports(self):
        for form in ("text", "lines", "json", "ndjson", "sarif", "github", "junit"):
            done = self.run_text("-f", form, "--show=note", "--fail-on=note", "--max-per-rule=0", ".")
            self.assert_fit(done, form)
            shown = json.dumps(self.SHOWN)[1:-1] if form in ("json", "ndjson", "sarif") else self.SHOWN
            self.assertGreater(done.out.count(shown), 5 if form == "github" else 10, form)
            if form in ("json", "sarif"):
                for text in self.every_text(json.loads(done.out)):
                    self.assertIsNone(self.RAW.search(text), text)
            if form == "junit":
                for element in xml.etree.ElementTree.fromstring(done.out).iter():
                    for text in (*element.attrib.values(), element.text or ""):
                        self.assertIsNone(self.RAW.search(text.replace("\n", "")), text)

    def test_every_part_of_a_finding(self):
        findings = self.report("--max-per-rule=0", ".")["findings"]
        for key in ("path", "member", "message", "actual"):
            self.assertTrue(any(self.SHOWN in finding.get(key, "") for finding in findings), key)

    def test_dumps(self):
        for name in ("a.bbmod", "a.skl", "a.msh", "a.cat", self.NAME + b".xmf"):
            for form in ("text", "json"):
                done = self.run_text("dump", "-f", form, name)
                self.assert_fit(done, name, form)
                self.assertIn(json.dumps(self.SHOWN)[1:-1] if form == "json" else self.SHOWN, done.out + done.err)

    def test_messages(self):
        name = self.NAME
        for arguments in ([name], ["-f", name, "."], ["-f", b"json=" + name + b"/r", "."], ["--select", name, "."],
                          ["--level", name + b"=error", "."], ["--show", name], ["--files-from", name], ["explain", name],
                          ["dump", name], ["--" + os.fsdecode(name)], ["-j", name, "."], ["help", name],
                          ["--max-memory", name, "."], ["-f", b"json=" + name + b".xmf", "."]):
            done = self.run_text(*arguments)
            self.assert_fit(done, *arguments)
            self.assertIn(self.SHOWN, done.out + done.err, arguments)


class Json(Case):
    FINDING_KEYS = ["rule", "level", "confidence", "crash", "path", "format", "offset", "length", "inflatedOffset", "field",
                    "message", "expected", "actual", "count", "elements", "fingerprint"]

    def test_the_whole_document(self):
        self.write("s/hull-collision.xmf", meshes.collision())
        self.write("s/clean.xmf", meshes.clean())
        text = self.expect(["check", "s", "-f", "json"], 1)
        fingerprint = json.loads(text)["findings"][0]["fingerprint"]
        self.assertRegex(fingerprint, "^[0-9a-f]{16}$")
        size = len(meshes.collision())
        self.assertEqual(
            text,
            '{"tool":{"name":"assetlint","version":"0.1.0"},\n"files":[\n'
            f'{{"path":"s/clean.xmf","format":"xmf","version":"3","size":{len(meshes.clean())},"status":"clean"}},\n'
            f'{{"path":"s/hull-collision.xmf","format":"xmf","version":"3","size":{size},"status":"findings"}}\n'
            '],\n"findings":[\n'
            '{"rule":"xmf/collision-declaration","level":"error","confidence":"certain","crash":true,'
            '"path":"s/hull-collision.xmf","format":"xmf","offset":120,"length":4,"field":"buffers[0].numVertexElements",'
            '"message":"collision mesh declares its vertices in the element list, the game crashes on load",'
            f'"expected":"0","actual":"1","count":1,"elements":[],"fingerprint":"{fingerprint}"}}\n'
            '],\n"summary":{"files":2,"clean":1,"errors":1,"warnings":0,"notes":0,"unreadable":0,"suppressed":0,"exit":1}}\n')

    def test_elements_and_inflated_offset(self):
        self.write("error.xmf", meshes.error())
        finding = self.report("error.xmf")["findings"][0]
        self.assertEqual(list(finding), [key for key in self.FINDING_KEYS if key not in ("expected", "actual")])
        self.assertEqual((finding["elements"], finding["count"], finding["inflatedOffset"]), ([5], 1, 10))

    def test_empty(self):
        self.write("a.xmf", meshes.clean())
        self.assertEqual(self.report("a.xmf")["findings"], [])
        self.assertEqual(self.report("."), {
            "tool": {"name": "assetlint", "version": "0.1.0"},
            "files": [{"path": "./a.xmf", "format": "xmf", "version": "3", "size": 475, "status": "clean"}],
            "findings": [],
            "summary": {"files": 1, "clean": 1, "errors": 0, "warnings": 0, "notes": 0, "unreadable": 0, "suppressed": 0, "exit": 0}})
        os.remove(os.path.join(self.folder, "a.xmf"))
        report = self.report(".", status=2)
        self.assertEqual((report["files"], report["findings"]), ([], []))
        self.assertEqual(self.report(".", "--allow-empty", status=0)["files"], [])

    def test_lines(self):
        self.four_files()
        lines = [json.loads(line) for line in self.expect(["-f", "ndjson", "."], 1).splitlines()]
        self.assertEqual([line["kind"] for line in lines],
                         ["file", "file", "finding", "file", "finding", "file", "finding", "summary"])
        report = self.report(".")
        for kind, rows in (("file", report["files"]), ("finding", report["findings"]), ("summary", [report["summary"]])):
            of_kind = [line for line in lines if line["kind"] == kind]
            self.assertEqual([list(line) for line in of_kind], [["kind", *row] for row in rows])
            self.assertEqual(of_kind, [{"kind": kind, **row} for row in rows])

    def test_levels_that_are_shown(self):
        self.four_files()
        every = self.report(".")
        self.assertEqual(len(every["findings"]), 3)
        self.assertEqual(self.report("--show=note", "."), every)
        for level, count in (("warning", 2), ("error", 1)):
            report = self.report(f"--show={level}", ".")
            self.assertEqual(len(report["findings"]), count)
            self.assertEqual((report["files"], report["summary"]), (every["files"], every["summary"]))

    def test_limit_of_findings_only_when_given(self):
        self.write("a.xmf", meshes.notes(25))
        for form in ("json", "ndjson", "sarif"):
            for options, expected in (([], 25), (["--max-per-rule=3"], 3), (["--max-per-rule=0"], 25)):
                out = self.expect(["-f", form, "--show=note", "a.xmf", *options], 0)
                self.assertEqual(len(re.findall("fingerprint\"|primaryLocationLineHash\"", out)), expected)
                if form != "sarif":
                    self.assertIn('"notes":25', out)

    def test_more_than_memory_should_hold(self):
        """So many findings that they wait in a temporary file."""
        for number in range(16):
            self.write(f"{number:02}.xmf", meshes.notes(250))
        report = self.report(".", status=0)
        self.assertEqual(len(report["findings"]), 4000)
        lines = [json.loads(line) for line in self.run_text(".", "-f", "ndjson").out.splitlines()]
        for line in lines:
            del line["kind"]
        self.assertEqual([line for line in lines if "rule" in line], report["findings"])

    def test_fingerprints_survive_a_move_of_data(self):
        self.write("a.xmf", meshes.error())
        before = self.report("a.xmf")["findings"][0]
        self.write("a.xmf", meshes.assemble([meshes.positions(), meshes.indices(*([0, 1, 2] * 40 + [0, 1, 9]))]))
        after = self.report("a.xmf")["findings"][0]
        self.assertEqual(before["fingerprint"], after["fingerprint"])
        self.assertNotEqual(before["elements"], after["elements"])


class SeveralReports(Case):
    def test_text_stays_on_stdout(self):
        self.write("warning.xmf", meshes.warning())
        text = self.expect(["warning.xmf"], 0)
        for form in ("json", "ndjson", "sarif", "lines", "text"):
            plain = self.expect(["-f", form, "warning.xmf"], 0)
            self.assertEqual(self.expect(["-f", f"{form}=out", "warning.xmf"], 0), text)
            self.assertEqual(self.read("out").decode(), plain)
            self.assertEqual(self.expect(["-f", f"{form}=-", "warning.xmf"], 0), plain)

    def test_all_at_once(self):
        self.four_files()
        out = self.expect(["-f", "sarif=s", "-f", "json", "--format=text=t", "--format", "ndjson=n", "."], 1)
        self.assertEqual(out, self.expect(["-f", "json", "."], 1))
        for name, form in (("s", "sarif"), ("t", "text"), ("n", "ndjson")):
            self.assertEqual(self.read(name).decode(), self.expect(["-f", form, "."], 1))

    def test_quiet_is_for_text_alone(self):
        self.four_files()
        self.assertEqual(self.expect(["-q", "-f", "json", "."], 1), self.expect(["-f", "json", "."], 1))


class WholeMods(Case):
    """A mod of X4: its XML is judged where the folder of its content.xml is checked."""

    INDEX = ("<index>\n  <entry name='ship_macro' value='extensions\\mod\\ship_macro'/>\n"
             "  <entry name='\u00e4' value=\"extensions\\mod\\gone\"/>\n</index>\n").encode()

    def mod(self, folder="mod/", **more):
        files = {"content.xml": b"<content id='mod'/>", "index/macros.xml": self.INDEX,
                 "ship_macro.xml": b"<macros><macro name='ship_macro'/></macros>", "a-lod0.xmf": meshes.clean(), **more}
        for name, content in files.items():
            self.write(folder + name, content)

    def references(self, *arguments, **options):
        return [(finding["path"], finding["rule"], finding["field"])
                for finding in self.report(*arguments, **options)["findings"] if finding["rule"].startswith("x4/")]

    def test_a_folder_however_it_is_named(self):
        self.mod("in/mod/")
        found = [("index/macros.xml", "x4/index-path", "index/entry[@name='\u00e4']/@value")]
        for path, folder, prefix in (("in/mod", ".", "in/mod/"), (".", "in/mod", "./"), ("in", ".", "in/mod/"),
                                     ("../mod/", "in/mod", "../mod/"), (".", ".", "./in/mod/")):
            with self.subTest(path=path, folder=folder):
                self.assertEqual(self.references(path, cwd=os.path.join(self.folder, folder)),
                                 [(prefix + name, *rest) for name, *rest in found])

    def test_what_is_no_mod(self):
        self.mod()
        self.assertEqual(self.references("mod/index", "mod/content.xml"), [])
        self.assertEqual(self.references("mod/index/macros.xml", "mod/content.xml", "mod/ship_macro.xml"), [])

    def test_xml_is_among_the_files(self):
        self.mod()
        report = self.report("mod")
        self.assertEqual([(file["path"], file["format"], file["status"]) for file in report["files"]],
                         [("mod/a-lod0.xmf", "xmf", "findings"), ("mod/content.xml", "xml", "clean"),
                          ("mod/index/macros.xml", "xml", "findings"), ("mod/ship_macro.xml", "xml", "clean")])
        for options in (["--game", "lost-saga", "--allow-empty"], ["--ignore", "x4/*"], ["--select", "xmf/*"]):
            files = self.report(*options, "mod")["files"]
            self.assertEqual([file["path"] for file in files], ["mod/a-lod0.xmf"], options)
        self.assertEqual(self.references("--game", "x-rebirth", "mod"), self.references("mod"))
        os.remove(os.path.join(self.folder, "mod/a-lod0.xmf"))
        self.expect(["mod"], 1)

    def test_line_and_column(self):
        self.mod()
        finding, = (one for one in self.report("mod")["findings"] if one["rule"] == "x4/index-path")
        self.assertEqual((finding["line"], finding["column"], finding["offset"], finding["length"]),
                         (3, 26, self.INDEX.index(b'"') + 1, 19))
        self.assertEqual((finding["format"], finding["actual"], finding["expected"]),
                         ("xml", "extensions\\mod\\gone", "gone.xml"))
        log = json.loads(self.run_raw("check", "-f", "sarif", "mod").out)["runs"][0]
        region = log["results"][0]["locations"][0]["physicalLocation"]["region"]
        self.assertEqual(region, {"startLine": 3, "startColumn": 26, "endLine": 3, "endColumn": 45,
                                  "byteOffset": finding["offset"], "byteLength": 19})
        self.expect(["mod"], 1, re.compile("line 3, column 26: index/entry"))
        self.assertNotIn("line", [one for one in self.report("mod")["findings"] if one["rule"].startswith("xmf/")][0])

    def test_a_reference_is_read_and_not_reported(self):
        self.mod()
        self.mod("other/", **{"index/macros.xml": self.INDEX.replace(b"\\mod\\", b"\\other\\"),
                              "content.xml": b"<content id='other'/>"})
        self.write("mod/index/macros.xml", self.INDEX.replace(b"mod\\gone", b"other\\gone"))
        self.assertEqual(self.references("mod"), [])
        self.assertEqual(self.references("mod", "--with", "other"), [])         # gone lies in no folder of it
        self.write("mod/index/macros.xml", self.INDEX.replace(b"mod\\gone", b"other\\index\\gone"))
        self.assertEqual(len(self.references("mod", "--with", "other")), 1)
        self.assertEqual(len(self.references("mod", "--with", ".")), 1)
        self.write("library/material_library.xml", b"<materiallibrary><collection name='m'/></materiallibrary>")
        self.write("b.xmf", meshes.assemble([meshes.positions(), meshes.indices(0, 1, 2)], [b"m.a"]))
        for reference, count in (("library/material_library.xml", 1), ("library", 0)):
            findings = self.report("b.xmf", "--with", reference)["findings"]
            self.assertEqual([one["rule"] for one in findings].count("xmf/unknown-material"), count)

    def test_every_number_of_jobs(self):
        for number in range(20):
            self.mod(f"m{number}/", **{f"md/{number}.xml": b"<a>" if number % 3 else b"<a/>"})
        for form in ("text", "lines", "json", "sarif"):
            arguments = ["-f", form, "--show=note", "--with", "m1", "."]
            self.assertEqual(self.expect(["-j8", *arguments], 1), self.expect(["-j1", *arguments], 1))

    def test_limits(self):
        self.mod(**{"md/a.xml": b"<a>" * 1001 + b"</a>" * 1001, "md/b.xml": b"<a/>" + b" " * 4000})
        report = self.report("mod", "--max-file-size", "8000")
        limited = {file["path"] for file in report["files"] if file["status"] == "limit"}
        self.assertEqual(limited, {"mod/md/a.xml"})
        self.assertEqual({file["path"] for file in self.report("mod", "--max-file-size", "4000")["files"]
                          if file["status"] == "limit"}, {"mod/md/a.xml", "mod/md/b.xml"})

    def test_xml_that_cannot_be_read(self):
        self.mod()
        os.chmod(os.path.join(self.folder, "mod/ship_macro.xml"), 0)
        if os.access(os.path.join(self.folder, "mod/ship_macro.xml"), os.R_OK):
            self.skipTest("root reads everything")
        self.expect(["mod"], 3)


class Pairs(Case):
    """Files that refer to each other: named by themselves they are judged where references are given, and then what lies
    beside them counts, too."""

    def missing(self, *arguments, **options):
        return [(finding["path"], finding["field"]) for finding in self.report(*arguments, **options)["findings"]
                if finding["rule"].endswith(("/unknown-bone", "/missing-face", "/unknown-scene-item", "/model-mismatch"))]

    def test_a_skeleton_that_is_named(self):
        tail = [("a.ani", "tracks[1].bone")]
        self.write("a.ani", ani.Animation(tracks=[ani.Track(b"Bip01"), ani.Track(b"Tail")]).bytes())
        self.write("ref/hero.skl", bone_rules.skeleton(linked=b"more").bytes())
        for arguments in (["a.ani"], ["a.ani", "ref/hero.skl"], ["a.ani", "--with", "ref/hero.skl"]):
            self.assertEqual(self.missing(*arguments), [])              # the linked one isn't there
        self.write("ref/MORE.skl", bone_rules.skeleton(b"Spine").bytes())
        for arguments in (["a.ani", "--with", "ref/hero.skl"], ["--with=ref", "a.ani"],
                          ["a.ani", "--with=ref/hero.skl", "--with=ref"]):
            self.assertEqual(self.missing(*arguments), tail)
        self.assertEqual(self.missing("a.ani", "--with=ref/hero.skl", "--ignore=ani/unknown-bone"), [])
        self.write("ref/more.skl", bone_rules.skeleton(b"Tail").bytes())
        os.unlink(os.path.join(self.folder, "ref/MORE.skl"))
        self.assertEqual(self.missing("a.ani", "--with", "ref/hero.skl"), [])
        self.assertEqual(self.missing("a.ani", "--with=ref/hero.skl", "--with=ref/more.skl"), [])
        self.write("hero.skl", bone_rules.skeleton().bytes())
        self.assertEqual(self.missing("."), [("./a.ani", "tracks[1].bone")])
        self.assertEqual(self.missing(".", "--exclude=*.skl"), [("./a.ani", "tracks[1].bone")])
        self.assertEqual(self.missing("a.ani"), [])
        self.assertEqual(self.missing("a.ani", "hero.skl"), [])

    def test_a_model_that_is_named(self):
        self.write("a/walk.bbanim", bbanim.Animation(nodes=3).bytes())
        self.write("a/hero.bbmod", bbmod.Model().bytes())
        self.write("b/x.bbmod", bbmod.Model(root=bbmod.Node(children=[bbmod.Node(index=1), bbmod.Node(index=2)], meshes=[0])).bytes())
        for arguments in (["a/walk.bbanim"], ["a/walk.bbanim", "a/hero.bbmod"], ["a/walk.bbanim", "--with=b"],
                          ["a", "--with=b/x.bbmod"], ["a", "--with", "b", "--with=a/hero.bbmod"]):
            self.assertEqual(self.missing(*arguments), [])
        for arguments in (["a"], ["a", "--with=."], ["a/walk.bbanim", "--with=a"], ["a/walk.bbanim", "--with", "a/hero.bbmod"]):
            self.assertEqual(self.missing(*arguments), [("a/walk.bbanim", "nodeCount")])

    def test_faces_beside_a_plan_that_is_named(self):
        plan = anark.Plan([anark.Asset(b"%d" % number, path) for number, path in
                           enumerate((b"ui/a.bgf", b"ui/b.bgf", b"ui/c.bgf"))], [anark.State()])
        self.write("m/menu.bgp", plan.bytes())
        self.write("lib/note.txt", b"")
        self.write("m/UI/A.bgf", anark.Face().bytes())
        self.write("m/b.BGF", anark.Face().bytes())
        gone = "assets[2].bgfFilePath"
        self.assertEqual(self.missing("m/menu.bgp"), [])
        self.assertEqual(self.missing("m/menu.bgp", "--with", "lib"), [("m/menu.bgp", gone)])
        self.assertEqual(self.missing("menu.bgp", "--with=../lib", cwd=os.path.join(self.folder, "m")), [("menu.bgp", gone)])
        self.assertEqual(self.missing("./menu.bgp", "--with=../lib", cwd=os.path.join(self.folder, "m")),
                         [("./menu.bgp", gone)])
        self.assertEqual(self.missing("m"), [("m/menu.bgp", gone)])
        self.write("m/UI/deep.bgp", plan.bytes())
        self.assertEqual(self.missing("m/menu.bgp", "m/UI/deep.bgp", "--with", "lib"),
                         [("m/UI/deep.bgp", "assets[1].bgfFilePath"), ("m/UI/deep.bgp", gone), ("m/menu.bgp", gone)])
        self.write("lib/x/ui/c.bgf", anark.Face().bytes())
        self.assertEqual(self.missing("m/menu.bgp", "--with", "lib"), [])

    def test_a_scene_beside_a_face_that_is_named(self):
        self.write("m/a.bgf", anark.Face(elements=[anark.Element(sceneItemId=1), anark.Element(sceneItemId=2)]).bytes())
        self.write("lib/a.bsg", anark.Graph(nodes=[anark.Node(2)]).bytes())
        self.assertEqual(self.missing("m/a.bgf"), [])
        for reference in ("lib", "lib/a.bsg"):
            self.assertEqual(self.missing("m/a.bgf", "--with", reference), [("m/a.bgf", "elements[0].sceneItemId")])
        self.write("m/A.dae", b"<COLLADA><node id='AK1'/></COLLADA>")
        self.assertEqual(self.missing("m/a.bgf"), [])
        self.assertEqual(self.missing("m/a.bgf", "--with", "lib"), [("m/a.bgf", "elements[1].sceneItemId")])

    def test_every_number_of_jobs(self):
        for number in range(20):
            self.write(f"m{number}/a.ani", ani.Animation(tracks=[ani.Track(b"Bip%02d" % (number % 3))]).bytes())
            self.write(f"m{number}/a.skl", bone_rules.skeleton().bytes())
        outputs = {self.run_raw("check", "-j", jobs, "-f", "json", ".").out for jobs in ("1", "2", "7")}
        self.assertEqual(len(outputs), 1)
        self.assertEqual(outputs.pop().count(b"ani/unknown-bone"), 13)


class SameBytes(Case):
    def test_every_number_of_jobs(self):
        for number in range(120):
            content = (meshes.clean, meshes.error, meshes.note, meshes.warning)[number % 4]()
            self.write(f"{number % 7}/{number}.xmf", content)
        self.write("big.xmf", meshes.notes(240))
        self.write("other.txt", b"text")
        for form in ("text", "lines", "json", "ndjson", "sarif"):
            arguments = ["-f", form, "--show=note", ".", "absent", "other.txt"]
            one = self.expect(["-j1", *arguments], 3)
            for jobs in ("2", "8", "1000"):
                self.assertEqual(self.expect(["-j", jobs, *arguments], 3), one)
            self.assertEqual(self.expect(arguments, 3), one)
            little = ["--max-memory=60000", *arguments]
            self.assertEqual(self.expect(["-j8", *little], 3), self.expect(["-j1", *little], 3))

    @deep
    def test_a_few_large_files_among_many_small_ones(self):
        """While a large file is checked the others fill the window, with empty slots or with findings, and wait."""
        large = meshes.assemble([meshes.Buffer(meshes.POSITION, meshes.FLOAT3, 12, bytes(12 << 20)), meshes.indices(0, 1, 9 << 10)])
        for number in (0, 1300, 1301, 2599):
            self.write(f"{number:04}.xmf", large)
        for number in range(1, 2599):
            if number not in (1300, 1301):
                many = 100 < number <= 190  # more findings than are held
                self.write(f"{number:04}.xmf", meshes.notes(240) if many else meshes.note() if number % 100 == 7 else meshes.clean())
        one = self.expect(["-j1", "--show=note", "-f", "ndjson", "."], 0)
        self.assertEqual(one.count("xmf/usage-index"), 90 * 240)
        for jobs in ("2", "8", "2", "8"):
            self.assertEqual(self.expect(["-j", jobs, "--show=note", "-f", "ndjson", "."], 0), one)

    def test_order_of_arguments(self):
        self.four_files()
        one = self.expect(["-f", "sarif", *ALL_FILES], 1)
        self.assertEqual(self.expect([*reversed(ALL_FILES), "-f", "sarif"], 1), one)

    def test_the_gate_lets_a_file_through_that_is_over_the_limit(self):
        for number in range(40):
            self.write(f"{number}.xmf", meshes.clean())
        self.expect(["-j8", "--max-memory=300", "."], 3, re.compile("FAILED: 40 files checked, 40 with errors, "))

    @deep
    def test_ten_thousand_files(self):
        content = (meshes.clean(), meshes.note())
        for number in range(10000):
            self.write(f"{number // 500:02}/{number:05}.xmf", content[number % 1000 == 7])
        summary = "OK: 10000 files checked, 9990 clean, 0 errors, 0 warnings, 10 notes"
        out = self.expect(["-f", "lines", "-j8", "--show=note", "."], 0)
        self.assertEqual(len(out.splitlines()), 11)
        self.assertEqual(out.splitlines()[-1], summary)
        self.assertEqual(self.expect(["-f", "lines", "-j1", "--show=note", "."], 0), out)
        report = self.report("-j2", ".")
        self.assertEqual([file["path"] for file in report["files"]],
                         [f"./{number // 500:02}/{number:05}.xmf" for number in range(10000)])


class Output(Case):
    """What cannot be written is exit 3, never a signal, never silence."""

    FULL = "/dev/full"
    COMMANDS = (["check", "a.xmf"], ["-f", "json", "a.xmf"], ["-f", "ndjson", "a.xmf"], ["-f", "sarif", "a.xmf"],
                ["-f", "junit", "a.xmf"], ["-f", "github", "absent.xmf"], ["rules"], ["rules", "-f", "json"], ["rules", "-f", "markdown"], ["explain", "xmf/limit"], ["dump", "a.xmf"],
                ["dump", "-f", "json", "a.xmf"], ["--version"], ["--help"], ["check", "--help"],
                ["version"], ["help", "dump"])

    def setUp(self):
        super().setUp()
        self.write("a.xmf", meshes.clean())

    def test_full_disk(self):
        if not os.path.exists(self.FULL):
            self.skipTest("no /dev/full")
        for command in self.COMMANDS:
            with open(self.FULL, "wb") as full:
                done = self.run_raw(*command, stdout=full)
            self.assertEqual(done.status, 3, command)
            self.assertEqual(done.err, b"assetlint: cannot write to standard output: No space left on device\n", command)

    def test_full_disk_for_one_of_two(self):
        if not os.path.exists(self.FULL):
            self.skipTest("no /dev/full")
        self.expect(["-f", "json=/dev/full", "a.xmf"], 3, "OK: 1 file checked, 0 with errors, 0 with warnings, 1 without\n",
                    "assetlint: cannot write /dev/full: No space left on device\n")
        self.write("many.xmf", meshes.notes(250))
        self.expect(["-f", "ndjson=/dev/full", "many.xmf"], 3, re.compile("^FAILED: 1 file checked"),
                    "assetlint: cannot write /dev/full: No space left on device\n")

    def test_file_that_cannot_be_opened(self):
        message = "assetlint: cannot write absent/r.json: no such file or folder\n"
        self.expect(["-f", "json=absent/r.json", "a.xmf"], 3,
                    "FAILED: 1 file checked, 0 with errors, 0 with warnings, 1 without\n", message)
        self.expect(["-f", "json=absent/r.json", "-f", "sarif", "a.xmf"], 3, re.compile('"exitCode":3'), message)

    def test_closed_stdout(self):
        for command in self.COMMANDS:
            done = self.run_raw(*command, stdout=None, preexec_fn=lambda: os.close(1))
            self.assertEqual(done.status, 3, command)
            self.assertRegex(done.err, b"^assetlint: cannot write to standard output: ", command)

    def test_closed_stdout_does_not_become_a_file(self):
        done = self.run_raw("-f", "json=r.json", "a.xmf", stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual(done.status, 3)
        json.loads(self.read("r.json"))

    def test_closed_stderr(self):
        done = subprocess.run([PROGRAM, "absent"], cwd=self.folder, stdout=subprocess.PIPE, timeout=SECONDS,
                              preexec_fn=lambda: os.close(2), check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"file/unreadable", done.stdout)

    def test_a_reader_that_goes_away(self):
        for number in range(30):
            self.write(f"{number:02}.xmf", meshes.notes(250))
        for form in ("text", "lines", "json", "ndjson", "sarif", "junit"):
            for jobs in ("1", "8"):
                arguments = ["-f", form, "-j", jobs, "--show=note", "--fail-on=note", "--max-per-rule=0", "."]
                with subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, env=clean_environment()) as process:
                    self.assertEqual(len(process.stdout.read(10)), 10)
                    process.stdout.close()
                    self.assertEqual(process.stderr.read(), b"")
                    self.assertEqual(process.wait(SECONDS), 3, form)

    def test_a_reader_of_a_short_report_that_goes_away(self):
        for command in self.COMMANDS:
            reading, writing = os.pipe()
            os.close(reading)
            done = self.run_raw(*command, stdout=writing)
            os.close(writing)
            self.assertEqual((done.status, done.err), (3, b""), command)

    def test_a_file_is_finished_though_stdout_is_gone(self):
        for number in range(30):
            self.write(f"{number:02}.xmf", meshes.notes(250))
        reading, writing = os.pipe()
        os.close(reading)
        done = self.run_raw("-f", "json=r.json", "--show=note", "--max-per-rule=0", ".", stdout=writing)
        os.close(writing)
        self.assertEqual((done.status, done.err), (3, b""))
        self.assertEqual(len(json.loads(self.read("r.json"))["findings"]), 7500)


class ReportFiles(Case):
    """A report takes the place of the one before when it is whole; until then nobody sees it."""

    def setUp(self):
        super().setUp()
        self.write("a.xmf", meshes.clean())
        self.write("many.xmf", meshes.notes(250))
        self.write("out/r.json", b"old")
        self.path = os.path.join(self.folder, "out/r.json")

    def assert_kept(self):
        self.assertEqual(self.read("out/r.json"), b"old")
        self.assertEqual(os.listdir(os.path.join(self.folder, "out")), ["r.json"])

    def test_what_cannot_be_written_whole(self):
        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

        self.expect(["-f", "ndjson=out/r.json", "many.xmf"], 3, None, "assetlint: cannot write out/r.json: File too large\n",
                    preexec_fn=little_room)
        self.assert_kept()

    def test_what_ends_at_once(self):
        """SIGHUP; what SIGINT and SIGTERM leave is for test_long.py."""
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        with subprocess.Popen([PROGRAM, "-q", "-f", "json=out/r.json", "pipe"], cwd=self.folder) as process:
            with open(pipe, "wb"):  # when that returns the check waits for it
                self.assertEqual(len(os.listdir(os.path.join(self.folder, "out"))), 2)
                self.assertEqual(self.read("out/r.json"), b"old")
                process.send_signal(signal.SIGHUP)
                self.assertEqual(process.wait(SECONDS), -signal.SIGHUP)
        self.assert_kept()

    def test_what_is_unreadable_is_in_the_report(self):
        self.expect(["-q", "-f", "json=out/r.json", "absent.xmf"], 3)
        self.assertEqual(json.loads(self.read("out/r.json"))["summary"]["exit"], 3)
        self.assertEqual(os.listdir(os.path.join(self.folder, "out")), ["r.json"])

    def test_wrong_usage_changes_nothing(self):
        self.expect(["-f", "json=out/r.json", "--nonsense", "a.xmf"], 2, "", re.compile("nonsense"))
        self.expect(["-f", "json=out/r.json", "-f", "sarif=out/r.json", "a.xmf"], 2, "", re.compile("one file"))
        self.assert_kept()

    def test_modes(self):
        os.chmod(self.path, 0o604)
        self.expect(["-f", "json=out/r.json", "-f", "sarif=out/new.sarif", "a.xmf"], 0, preexec_fn=lambda: os.umask(0o027))
        json.loads(self.read("out/r.json"))
        self.assertEqual(os.stat(self.path).st_mode & 0o7777, 0o604)
        self.assertEqual(os.stat(os.path.join(self.folder, "out/new.sarif")).st_mode & 0o7777, 0o640)

    def test_links(self):
        os.symlink("out/r.json", os.path.join(self.folder, "link"))
        os.symlink("out/new.json", os.path.join(self.folder, "dangling"))
        self.expect(["-f", "json=link", "-f", "ndjson=dangling", "a.xmf"], 0)
        self.assertTrue(os.path.islink(os.path.join(self.folder, "link")))
        json.loads(self.read("out/r.json"))
        self.assertIn(b'"summary"', self.read("out/new.json"))

    def test_what_is_open_already(self):
        whole = self.run_raw("-f", "json", "a.xmf").out
        self.expect_usage(["-f", "json=/dev/stdout", "a.xmf"], "two formats for one file: /dev/stdout and standard output")
        with open(self.path, "ab") as out:
            done = self.run_raw("-q", "-f", f"json=/dev/fd/{out.fileno()}", "a.xmf", pass_fds=[out.fileno()])
        self.assertEqual((done.status, done.err, self.read("out/r.json")), (0, b"", b"old" + whole))
        reading, writing = os.pipe()
        self.run_raw("-q", "-f", f"json=/dev/fd/{writing}", "a.xmf", pass_fds=[writing])
        os.close(writing)
        with open(reading, "rb") as pipe:
            self.assertEqual(pipe.read(), whole)


class ManyFindings(Case):
    """Of a file that breaks more than anybody reads the most severe 1,000 findings are kept, and one that says so."""

    def test_errors_behind_notes(self):
        bones = [b"bone%d" % number for number in range(1500)]
        mesh = msh.Mesh(type=1, bones=bones, weights=[(1.0, 0, 0, 0, 0, 0, 0, 0)] * 4, faces=[(0, 1, 9)])
        self.write("a.msh", mesh.bytes())
        report = self.report("a.msh", status=3)
        levels = collections.Counter(finding["level"] for finding in report["findings"])
        self.assertEqual(sum(levels.values()), 1001)
        rules = [finding["rule"] for finding in report["findings"] if finding["level"] == "error"]
        self.assertIn("msh/limit", rules)
        self.assertGreater(len(rules), 1)
        self.assertEqual(report["files"][0]["status"], "limit")
        unused = [finding["field"] for finding in report["findings"] if finding["rule"] == "msh/unused-bone"]
        self.assertEqual(unused, [f"bones[{number + 1}]" for number in range(len(unused))])  # the first ones
        self.assertEqual(self.report("--ignore=msh/unused-bone", "a.msh", status=1)["files"][0]["status"], "findings")


class Allocations(Case):
    """One allocation failing, in small runs of every kind: exit 3 and a word about it, or no harm done. Here the first
    of each call stack fails once; that is, each place that has to cope with it."""

    WHICH = "sites"

    def sweep(self, *arguments, **environment):
        if not FAIL_ALLOCATION:
            self.skipTest("fail_allocation was not built: sanitizers and coverage allocate, too")
        self.write("a/error.xmf", meshes.error())
        self.write("a/b/notes.xmf", meshes.notes(3))
        self.write("list", b"a/b\nabsent\n")
        done = self.run_raw(*arguments, env={"LD_PRELOAD": FAIL_ALLOCATION, "FAIL_ALLOCATION": self.WHICH,
                                             "FAIL_ALLOCATION_LOG": os.path.join(self.folder, "log"), **environment})
        self.assertEqual(done, (0, b"", b""))
        *changed, runs = self.read("log").decode().splitlines()
        runs = int(runs.removeprefix("runs "))
        self.assertGreater(runs, 0)
        # What stdio can't buffer it writes at once: to print texts that are there no allocation is needed.
        self.assertTrue(changed or arguments[0] in ("rules", "explain"), "no failure made a difference")
        for row in changed:
            number, status, words = row.split()
            words = bytes.fromhex(words[1:])
            self.assertEqual(status, "3", (number, words))
            self.assertRegex(words, b"out of memory|Cannot allocate memory", number)
        Tally.enumerated += runs

    def test_text(self):
        self.sweep("-j1", "--show=note", "--max-per-rule=2", "a")

    def test_json(self):
        self.sweep("-j1", "-f", "json", "a", "absent")

    def test_ndjson(self):
        self.sweep("-j1", "-f", "ndjson", "a")

    def test_sarif(self):
        self.sweep("-j1", "-f", "sarif", "a", "absent")

    def test_github_and_junit(self):
        self.pack("a/ext_01", {"part-lod1.xmf": meshes.error(), "b.xmf": meshes.clean()})
        self.sweep("-j1", "-f", "github", "a", "absent", GITHUB_STEP_SUMMARY="/dev/null")
        self.sweep("-j1", "-f", "junit", "--fail-on=note", "a", "absent")

    @deep
    def test_several_files(self):
        self.sweep("-j1", "-f", "json=j", "-f", "sarif=s", "-f", "text=t", "a")

    def test_no_report_over_an_asset(self):
        self.write("asset.xmf", meshes.error())
        self.sweep("-j1", "-f", "json=asset.xmf", "a")
        self.assertEqual(self.read("asset.xmf"), meshes.error())

    def test_workers(self):
        self.sweep("-j3", "a", "list")

    def test_packages(self):
        self.pack("mod/ext_01", {"part-lod1.xmf": meshes.error(), "a.lua": b"return", "b.xmf": meshes.clean()})
        self.sweep("-j1", "mod")

    def test_options_and_lists(self):
        self.sweep("-j1", "--select=xmf/*", "--level", "xmf/limit=off", "--files-from=list")

    def test_rules(self):
        self.sweep("rules", "-f", "json")
        self.sweep("rules")
        self.sweep("explain", "xmf/limit")

    def test_dump(self):
        self.sweep("dump", "a/error.xmf")
        self.sweep("dump", "--full", "-f", "json", "a/error.xmf")


@deep
class ManyAllocations(Allocations):
    """The same with many allocations, however often their call stacks come."""

    WHICH = "many"


class Catalogue(Case):
    KEYS = ["id", "format", "level", "confidence", "crash", "title", "why", "fix", "source", "since", "games"]

    def rules(self):
        return json.loads(self.expect(["rules", "--format", "json"], 0))

    def test_json(self):
        rules = self.rules()
        self.assertGreater(len(rules), 40)
        for rule in rules:
            self.assertEqual(list(rule), self.KEYS)
            self.assertIn(rule["level"], ("error", "warning", "note"))
            self.assertIn(rule["confidence"], ("certain", "likely", "possible"))
            self.assertIsInstance(rule["crash"], bool)
            self.assertTrue(all(rule[key] for key in self.KEYS if key != "crash"), rule)
        self.assertEqual(len({rule["id"] for rule in rules}), len(rules))
        self.assertTrue({"file/unrecognized", "file/limit", "file/unreadable", "xmf/collision-declaration"} <=
                        {rule["id"] for rule in rules})

    def test_text(self):
        rows = [line for line in self.expect(["rules"], 0).splitlines() if line.startswith("  ")]
        rules = self.rules()
        self.assertEqual(len(rows), len(rules))
        for row, rule in zip(rows, rules):
            expected = [rule["id"], rule["level"]] + (["crash"] if rule["crash"] else []) + rule["title"].split()
            self.assertEqual(row.split(), expected)
        self.assertEqual(len({row.index(rule["title"]) for row, rule in zip(rows, rules)}), 1)
        self.assertIn("\nXMF mesh (X Rebirth, X4)\n", self.expect(["rules", "-f", "text"], 0))

    def test_markdown(self):
        out = self.expect(["rules", "-f", "markdown"], 0)
        rows = [line for line in out.splitlines() if line.startswith("| `")]
        self.assertEqual([re.match(r"\| `([^`]+)` \|", row).group(1) for row in rows], [r["id"] for r in self.rules()])
        for row in rows:
            self.assertEqual(len(re.findall(r"(?<!\\)\|", row)), 10, row)
        for row, rule in zip(rows, self.rules()):
            games = ", ".join(GAMES[game] for game in rule["games"])
            self.assertTrue(row.endswith(f" | {rule['since']} | {games} |"), row)

    def test_explain(self):
        self.explain(self.rules()[::12])

    @deep
    def test_explain_every_rule(self):
        self.explain(self.rules())

    def explain(self, rules):
        for rule in rules:
            out = self.expect(["explain", rule["id"]], 0)
            self.assertEqual(out.split("\n")[0], rule["id"])
            words = out.split()
            for key in ("title", "why", "fix", "source"):
                self.assertIn(" ".join(rule[key].split()), " ".join(words))
            games = " ".join(out[out.index("\nGames: "):out.index(f"\nSince: assetlint {rule['since']}\n")].split())
            self.assertEqual(games, "Games: " + ", ".join(GAMES[game] for game in rule["games"]))
            self.assertEqual("\nCrash: " in out, rule["crash"])
            self.assertIn(f"\nLevel: {rule['level']}\nHow sure: {rule['confidence']}. ", out)
            sure = out[out.index("How sure: "):out.index("\nGames: ")]
            self.assertEqual(sure.split(), f"How sure: {rule['confidence']}. {rule['source']}".split())
            self.assertNotIn("certainly", out)
            for line in out.splitlines():
                self.assertLessEqual(len(line), 80)
                self.assertEqual(line, line.rstrip())

    def test_explain_what_is_none(self):
        self.expect_usage(["explain", "xmf/data-rnage"], "no rule xmf/data-rnage; did you mean xmf/data-range?")
        self.expect_usage(["explain", "data-range"], "no rule data-range; did you mean xmf/data-range?")
        self.expect_usage(["explain", "nonsense"], "no rule nonsense; assetlint rules lists them")
        self.expect_usage(["explain", ""], "no rule ; assetlint rules lists them")


def resolve(document, field):
    """The node that a finding's field names."""
    for name, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", field):
        document = document[int(number)] if number else document[name]
    return document


class Dump(Case):
    def test_text(self):
        self.write("a.xmf", meshes.clean())
        out = self.expect(["dump", "a.xmf"], 0)
        lines = out.splitlines()
        self.assertEqual(lines[0], "a.xmf")
        self.assertEqual(lines[-1], "a.xmf: xmf version 3, 475 bytes")
        for line in ("0x0000    header", "0x0008      numDataBuffers = 2", "0x0040    buffers (2)",
                     "0x0040      buffers[0]", "0x0054        format = 2 (FLOAT3)",
                     "0x01b8        data: 3 FLOAT3, min (0, 0, 1), max (2, 4, 1)",
                     "0x01cd        data: 3 INDEX16, min 0, max 2"):
            self.assertIn(line, lines)
        self.assertEqual(self.expect(["dump", "a.xmf", "--format=text"], 0), out)

    def test_full_text(self):
        self.write("a.xmf", meshes.clean())
        lines = self.expect(["dump", "--full", "a.xmf"], 0).splitlines()
        at = lines.index("0x01b8        data (3)")
        self.assertEqual(lines[at + 1:at + 4], ["+0x0000         [0] = (0, 0, 1)", "+0x000c         [1] = (1, 1, 1)",
                                                "+0x0018         [2] = (2, 4, 1)"])

    def test_json(self):
        self.write("a.xmf", meshes.clean())
        document = json.loads(self.expect(["dump", "-f", "json", "a.xmf"], 0))
        self.assertEqual({key: value for key, value in document.items() if key.startswith("@")},
                         {"@path": "a.xmf", "@format": "xmf", "@version": "3", "@size": 475, "@status": "clean"})
        self.assertEqual(document["header"]["numDataBuffers"], {"@offset": 8, "@length": 1, "value": 2})
        self.assertEqual(document["buffers"][0]["format"],
                         {"@offset": 84, "@length": 4, "value": 2, "meaning": "FLOAT3"})
        self.assertEqual(document["buffers"][1]["data"], {"@offset": 461, "@length": 14, "type": "INDEX16", "count": 3,
                                                          "min": [0], "max": [2]})
        self.assertEqual(document["materials"], [])

    def test_full_json(self):
        self.write("a.xmf", meshes.clean())
        document = json.loads(self.expect(["dump", "--full", "-f", "json", "a.xmf"], 0))
        self.assertEqual(document["buffers"][0]["data"][2],
                         {"@inflatedOffset": 24, "@length": 12, "value": [2, 4, 1]})
        self.assertEqual([item["value"] for item in document["buffers"][1]["data"]], [[0], [1], [2]])

    def test_fields_of_findings_are_there(self):
        for name in ("note", "error"):
            self.write(f"{name}.xmf", getattr(meshes, name)())
        self.write("hull-collision.xmf", meshes.collision())
        self.write("notes.xmf", meshes.notes(5))
        findings = self.report(".")["findings"]
        self.assertEqual(len(findings), 8)
        for finding in findings:
            for options in ([], ["--full"]):
                done = self.run_text("dump", "-f", "json", *options, finding["path"])
                node = resolve(json.loads(done.out), finding["field"])
                if isinstance(node, dict) and "inflatedOffset" not in finding:
                    self.assertEqual((node["@offset"], node["@length"]), (finding["offset"], finding["length"]))

    def test_numbers_that_are_not_finite(self):
        import struct
        data = struct.pack("<9f", float("nan"), float("inf"), float("-inf"), 0, 0.1, 1e30, 1, 2, 16777216)
        buffer = meshes.Buffer(meshes.POSITION, meshes.FLOAT3, 12, data)
        self.write("a.xmf", meshes.assemble([buffer, meshes.indices(0, 1, 2)]))
        done = self.run_text("dump", "--full", "-f", "json", "a.xmf")
        values = [item["value"] for item in json.loads(done.out)["buffers"][0]["data"]]
        self.assertEqual(values, [["nan", "inf", "-inf"], [0, 0.1, 1e30], [1, 2, 16777216]])
        self.assertEqual(done.err, "assetlint: a.xmf has 1 error; assetlint check says more\n")
        text = self.run_text("dump", "--full", "a.xmf").out
        self.assertIn("[0] = (nan, inf, -inf)\n", text)
        self.assertIn("[1] = (0, 0.1, 1e+30)\n", text)

    def test_broken_and_other_files(self):
        self.write("bad.xmf", b"nonsense")
        self.write("notes.txt", b"text")
        self.write("hull-collision.xmf", meshes.collision())
        done = self.run_text("dump", "-f", "json", "bad.xmf")
        self.assertEqual(done.status, 0)
        self.assertEqual(json.loads(done.out)["@format"], "xmf")
        self.expect(["dump", "notes.txt"], 3, "", "assetlint: notes.txt is of no known format\n")
        self.expect(["dump", "absent"], 3, "", "assetlint: absent: no such file or folder\n")
        self.expect(["dump", "."], 3, "", re.compile(r"^assetlint: \.: .*Is a directory\n$"))
        self.expect(["dump", "hull-collision.xmf"], 0, None,
                    "assetlint: hull-collision.xmf has 1 error; assetlint check says more\n")


class Sarif(Case):
    def log(self, *arguments, **options):
        done = self.run_raw("check", "-f", "sarif", *arguments, **options)
        log = json.loads(done.out)
        self.assertEqual((log["version"], len(log["runs"])), ("2.1.0", 1))
        return log["runs"][0]

    def test_a_result(self):
        self.write("ships/hull-collision.xmf", meshes.collision())
        run = self.log(".")
        fingerprint = self.report(".")["findings"][0]["fingerprint"]
        rule_index = [rule["id"] for rule in run["tool"]["driver"]["rules"]].index("xmf/collision-declaration")
        self.assertEqual(run["results"], [{
            "ruleId": "xmf/collision-declaration", "ruleIndex": rule_index, "level": "error",
            "message": {"text": "collision mesh declares its vertices in the element list, the game crashes on load "
                                "(at 0x78, buffers[0].numVertexElements)"},
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": {"uri": "ships/hull-collision.xmf"},
                    "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2, "byteOffset": 120,
                               "byteLength": 4}},
                "logicalLocations": [{"fullyQualifiedName": "buffers[0].numVertexElements"}]}],
            "partialFingerprints": {"primaryLocationLineHash": fingerprint}}])
        self.assertEqual(run["automationDetails"], {"id": "assetlint/"})
        self.assertEqual(run["invocations"],
                         [{"executionSuccessful": True, "exitCode": 1, "toolExecutionNotifications": []}])

    def test_without_a_field(self):
        self.write("warning.xmf", meshes.warning())
        result = self.log("warning.xmf")["results"][0]
        message = self.report("warning.xmf")["findings"][0]["message"]
        self.assertEqual(result["message"]["text"], f"{message} (at 0x1db)")
        self.assertNotIn("logicalLocations", result["locations"][0])

    def test_rules(self):
        catalogue = json.loads(self.expect(["rules", "-f", "json"], 0))
        self.write("a.xmf", meshes.clean())
        driver = self.log("a.xmf")["tool"]["driver"]
        self.assertEqual({key: driver[key] for key in ("name", "semanticVersion")},
                         {"name": "assetlint", "semanticVersion": "0.1.0"})
        self.assertEqual([rule["id"] for rule in driver["rules"]], [rule["id"] for rule in catalogue])
        self.assertEqual(len({rule["name"] for rule in driver["rules"]}), len(catalogue))
        precisions = {"certain": "very-high", "likely": "high", "possible": "medium"}
        for shown, rule in zip(driver["rules"], catalogue):
            self.assertRegex(shown["name"], r"^([A-Z0-9][a-z0-9]*)+$")
            self.assertEqual(shown["name"].lower(), re.sub("[/-]", "", rule["id"]))
            self.assertEqual(shown["shortDescription"]["text"], rule["title"])
            self.assertEqual(shown["fullDescription"]["text"], rule["why"])
            self.assertTrue(shown["help"]["text"] and shown["help"]["markdown"])
            self.assertNotIn("helpUri", shown)  # it would lead nowhere while the project has no home
            self.assertEqual(shown["defaultConfiguration"], {"level": rule["level"]})
            properties = {"precision": precisions[rule["confidence"]], "tags": ["assetlint", rule["format"]]}
            if rule["crash"]:
                properties["tags"].append("security")
                properties["security-severity"] = "7.5"
            self.assertEqual(shown["properties"], properties)

    def test_rules_that_are_off_are_not_listed(self):
        self.write("error.xmf", meshes.error())
        run = self.log("error.xmf", "--select=xmf/*", "--ignore=xmf/inflate", "--level=xmf/index-range=warning")
        rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
        self.assertFalse({"xmf/inflate", "file/limit"} & set(rules))
        self.assertEqual(rules["xmf/index-range"]["defaultConfiguration"]["level"], "warning")
        self.assertEqual(run["results"][0]["level"], "warning")
        self.assertEqual(list(rules)[run["results"][0]["ruleIndex"]], "xmf/index-range")

    def test_nothing_found(self):
        self.write("a.xmf", meshes.clean())
        self.assertEqual(self.log("a.xmf")["results"], [])
        self.assertNotIn("\n", self.run_text("-f", "sarif", "a.xmf").out.rstrip("\n"))

    def test_unchecked_files(self):
        self.write("a.xmf", meshes.clean())
        run = self.log("a.xmf", "absent", "--max-inflated=10")
        stopped, absent = (f["message"] for f in self.report("a.xmf", "absent", "--max-inflated=10")["findings"])
        self.assertEqual(run["invocations"], [{
            "executionSuccessful": False, "exitCode": 3, "toolExecutionNotifications": [
                {"level": "error",
                 "message": {"text": f"a limit stopped the check: {stopped}"},
                 "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.xmf"}}}]},
                {"level": "error",
                 "message": {"text": f"the file could not be checked: {absent}"},
                 "locations": [{"physicalLocation": {"artifactLocation": {"uri": "absent"}}}]}]}])

    def test_a_file_that_is_not_there_has_no_offset(self):
        self.write("a.xmf", meshes.clean())
        for path in ("absent", "absent/a.xmf", "a.xmf/b"):
            result, = self.log(path)["results"]
            self.assertEqual(result["message"]["text"], "no such file or folder")
            self.expect(["-f", "lines", path, "-q"], 3, f"{path}: error: no such file or folder [file/unreadable]\n")
            finding, = self.report(path)["findings"]
            self.assertEqual((finding["message"], finding["offset"], finding["length"], finding["field"]),
                             ("no such file or folder", 0, 0, ""))

    def uris(self, *arguments, **options):
        return [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                for result in self.log(*arguments, **options)["results"]]

    def test_uris_are_relative(self):
        self.write("tree/sub/w.xmf", meshes.warning())
        self.write("w.xmf", meshes.warning())
        tree = os.path.join(self.folder, "tree")
        inside = {"cwd": tree}
        outside = f"file:{tree}/sub/w.xmf"
        for path, uri, options in (("./sub", "sub/w.xmf", inside), (".", "sub/w.xmf", inside),
                                   ("sub/../sub/./w.xmf", "sub/w.xmf", inside), (tree, "sub/w.xmf", inside),
                                   (f"{self.folder}/tree/sub//w.xmf", "sub/w.xmf", inside),
                                   ("../tree/sub", "sub/w.xmf", inside),
                                   ("../../w.xmf", f"file:{self.folder}/w.xmf", {"cwd": os.path.join(tree, "sub")}),
                                   (f"{tree}/sub/w.xmf", f"{tree[1:]}/sub/w.xmf", {"cwd": "/"}),
                                   (f"{tree}/sub/w.xmf", outside, {"cwd": "/usr"})):
            self.assertEqual(self.uris(path, **options), [uri], path)

    def test_two_files_have_two_uris(self):
        self.write("here/ships/w.xmf", meshes.warning())
        self.write("ships/w.xmf", meshes.warning())
        self.write("far/folder/w.xmf", meshes.warning())
        self.write("far/w.xmf", meshes.warning())
        self.write("here/w.xmf", meshes.warning())
        here = {"cwd": os.path.join(self.folder, "here")}
        run = self.log("ships", "../ships", **here)
        self.assertEqual(run["invocations"][0]["toolExecutionNotifications"], [])
        self.assertEqual(self.uris("ships", "../ships", **here), [f"file:{self.folder}/ships/w.xmf", "ships/w.xmf"])
        os.symlink(os.path.join(self.folder, "far/folder"), os.path.join(self.folder, "here/link"))
        self.assertEqual(self.uris("link/../w.xmf", "link/w.xmf", "ships/../w.xmf", **here),
                         [f"file:{self.folder}/far/w.xmf", "link/w.xmf", "w.xmf"])

    def test_the_root_of_the_repository(self):
        self.write("repo/mod/ships/w.xmf", meshes.warning())
        self.write("repo/ships/w.xmf", meshes.warning())
        mod = os.path.join(self.folder, "repo/mod")
        for make in (os.mkdir, lambda path: self.write(path, b"gitdir: elsewhere")): # a worktree has a file
            make(os.path.join(self.folder, "repo/.git"))
            self.assertEqual(self.uris("ships", "../ships", cwd=mod), ["ships/w.xmf", "mod/ships/w.xmf"])
            shutil.rmtree(os.path.join(self.folder, "repo/.git"), ignore_errors=True)
        for root, uris in (("..", ["ships/w.xmf", "mod/ships/w.xmf"]), ("ships", [f"file:{mod[:-3]}ships/w.xmf", "w.xmf"]),
                           (self.folder, ["repo/ships/w.xmf", "repo/mod/ships/w.xmf"])):
            self.assertEqual(self.uris("ships", "../ships", "--sarif-root", root, cwd=mod), uris)
        self.expect_usage(["--sarif-root=absent", "a.xmf"], "--sarif-root wants a folder, not absent")
        self.write("file", b"")
        self.expect_usage(["--sarif-root=file", "a.xmf"], "--sarif-root wants a folder, not file")

    def test_one_file_by_two_names(self):
        self.write("sub/w.xmf", meshes.warning())
        run = self.log("sub", "./sub", self.folder + "/sub/w.xmf")
        self.assertEqual(len(run["results"]), 1)
        self.assertEqual([note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"]],
                         ["2 files came under two names: results are those of the first"])
        self.assertTrue(run["invocations"][0]["executionSuccessful"])

    def many(self):
        for number in range(21):
            self.write(f"{number:02}.xmf", meshes.notes(245))
        self.write("zz-error.xmf", meshes.error())
        self.write("zz-warning.xmf", meshes.warning())

    def test_the_most_severe_are_kept(self):
        self.many()
        run = self.log("--show=note", ".")
        results = [(result["level"], result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
                   for result in run["results"]]
        self.assertEqual(len(results), 5000)
        self.assertEqual(results[:2], [("error", "zz-error.xmf"), ("warning", "zz-warning.xmf")])
        self.assertEqual(results[2:], [("note", f"{i // 245:02}.xmf") for i in range(4998)])
        self.assertEqual(run["invocations"][0]["toolExecutionNotifications"], [
            {"level": "warning", "message": {"text": "147 results were left out: the most severe 5000 are listed"}}])
        self.assertEqual(self.log("--show=note", "-j1", "."), run)

    def test_levels_that_are_shown(self):
        self.four_files()
        for options, levels in (([], ["error", "warning"]), (["--show=error"], ["error"]),
                                (["--show=note"], ["error", "warning", "note"])):
            run = self.log(*options, ".")
            self.assertEqual([result["level"] for result in run["results"]], levels)
            self.assertEqual(run["invocations"][0]["toolExecutionNotifications"], [])

    def test_links_in_messages_are_none(self):
        self.write("w.xmf", meshes.assemble([meshes.positions(), meshes.indices(0, 1, 2)], [b"[a](http://b)"] * 2))
        texts = [result["message"]["text"] for result in self.log("w.xmf")["results"]]
        self.assertTrue(any("[a] http://b)" in text for text in texts), texts)
        self.assertNotIn("](", "".join(texts))

    def check(self, *names, root=True):
        if not os.path.exists(SARIF_CHECK):
            self.skipTest("no SARIF checker")
        if shutil.which("npm") is None or shutil.which("node") is None:
            self.skipTest("no npm")
        command = [SARIF_CHECK] + (["--root", self.folder] if root else []) + [os.path.join(self.folder, n) for n in names]
        done = subprocess.run(command, capture_output=True, timeout=10 * SECONDS, check=False)
        if done.returncode == 2 and b"npm ci failed" in done.stderr:
            self.skipTest("npm could not fetch the checker")
        self.assertEqual(done.returncode, 0, done)
        self.assertNotIn(b"warning:", done.stdout)

    @deep
    def test_checker_takes_findings(self):
        self.four_files()
        self.write("ships/hull-collision.xmf", meshes.collision())
        self.expect(["-f", "sarif=1.sarif", "."], 1)
        self.expect(["-f", "sarif=2.sarif", "clean.xmf"], 0)
        self.expect(["-f", "sarif=3.sarif", "--select=xmf/index-range", self.folder], 1)
        self.check("1.sarif", "2.sarif", "3.sarif")

    @deep
    def test_checker_takes_many(self):
        self.many()
        self.expect(["-f", "sarif=1.sarif", "--show=note", "-q", "."], 1)
        self.check("1.sarif")

    @deep
    def test_checker_takes_odd_names(self):
        for name in ODD_NAMES:
            self.write(name, meshes.error())
        self.expect(["-f", "sarif=1.sarif", "-q", "."], 1)
        self.check("1.sarif", root=False)

    @deep
    def test_checker_takes_unchecked_files(self):
        self.write("a.xmf", meshes.clean())
        self.expect(["-f", "sarif=1.sarif", "-q", "a.xmf", "absent #1", "../absent", "/absent", "--max-inflated=1"], 3)
        self.check("1.sarif", root=False)


class Tally(unittest.TextTestResult):
    """Counts what passed, too, and what a test enumerated rather than somebody wrote."""

    enumerated = 0

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def tests_of(suite):
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from tests_of(part)
        else:
            yield part


def is_deep(test):
    return any(getattr(what, "deep", False) for what in (test, getattr(test, test._testMethodName)))


def main(module=sys.modules[__name__]):
    """Runs the tests of a module: other programs beside this one have their tests in the same form."""
    global PROGRAM, SARIF_CHECK, FAIL_ALLOCATION
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--sarif-check", default=os.environ.get("ASSETLINT_SARIF_CHECK") or
                        ROOT.parent / "shared/tools/sarif/check.sh")
    parser.add_argument("--fail-allocation")
    parser.add_argument("--only", choices=("quick", "deep"), help="leave out the others")
    parser.add_argument("tests", nargs="*", help="Class or Class.test")
    arguments = parser.parse_args()
    PROGRAM = os.path.abspath(arguments.program)
    SARIF_CHECK = os.path.abspath(arguments.sarif_check)
    FAIL_ALLOCATION = arguments.fail_allocation and os.path.abspath(arguments.fail_allocation)
    loader = unittest.defaultTestLoader
    suite = loader.loadTestsFromNames(arguments.tests, module) if arguments.tests else loader.loadTestsFromModule(module)
    if arguments.only:
        suite = unittest.TestSuite(test for test in tests_of(suite) if is_deep(test) == (arguments.only == "deep"))
    result = unittest.TextTestRunner(resultclass=Tally, stream=sys.stderr).run(suite)
    failed = len(result.failures) + len(result.errors)
    for test, reason in result.skipped:
        print(f"skipped: {test.id().removeprefix('__main__.')}: {reason}")
    print(f"enumerated: {Tally.enumerated} cases")
    print(f"{result.passed} passed, {failed} failed, {len(result.skipped)} skipped", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
