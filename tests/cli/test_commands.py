#!/usr/bin/env python3
"""test_commands.py: the command line: help, refused options, exit statuses, and the output of other commands than check."""

import json
import os
import re
import resource
import struct
import subprocess
import sys

import case
import meshes
from case import ALL_FILES, Case, deep, GAMES, posix, resolve

VERSION = re.compile(r"\Aassetlint 0\.1\.0\nsandbox: (none|[^\n]+ \([^\n]+\))\n\Z")


class Help(Case):
    def test_version(self):
        self.expect(["--version"], 0, VERSION)
        self.expect(["version"], 0, VERSION)
        self.expect(["-V"], 0, VERSION)
        self.expect_usage(["version", "a.xmf"], "version takes no argument")

    def test_help_of_the_program(self):
        """All but the middle of the list of formats."""
        out = self.expect(["--help"], 0)
        start = """\
assetlint finds broken binary assets in game mods. It shows the place in the
file, what happens in the game, and how to fix the file.

Usage:
  assetlint [check] [OPTIONS] PATH...   check files and folders
  assetlint fix [OPTIONS] PATH...       mend what can be mended without a guess
  assetlint rules [OPTIONS]             list the rules
  assetlint explain RULE                explain a rule and how to fix a file
  assetlint dump [OPTIONS] FILE         show the contents with byte offsets
  assetlint index GAME                  write the names of a game or mod to a
                                        file
  assetlint help [COMMAND]              show this, or the options of a command
  assetlint version                     print the version and the sandbox, as -V
                                        and --version do

Examples:
  assetlint ships/                      check every asset in a folder and below
  assetlint -f sarif=assets.sarif .     also write a report for code scanning
  assetlint explain xmf/data-range

Exit status: 0 no finding at or above --fail-on, 1 at least one, 2 wrong usage
or nothing to check, 3 something could not be checked or written.

Formats:
  xmf      XMF mesh (X Rebirth, X4)
  xani     Egosoft ANI animation (X Rebirth, X4)
  xac      XAC actor (EmotionFX: Victoria 2, Hearts of Iron 3, Europa
           Universalis 3, Crusader Kings II, X Rebirth)
"""
        self.assertEqual(out[:len(start)], start)
        end = """\
  tar      tar archive, with all its members
  cat      CAT package (X Rebirth, X4), with all its members
"""
        self.assertEqual(out[-len(end):], end)
        self.assertEqual(self.expect(["-h"], 0), out)

    def test_layout_of_the_help_of_commands(self):
        self.expect(["rules", "--help"], 0, """\
Usage: assetlint rules [--format text|json|markdown]

Lists every rule: its id, its level, whether the game may crash, and its title.
JSON and Markdown also contain the explanations.

  -f, --format NAME         form of the list: text (default), json or markdown
  -h, --help                show this help
""")
        self.expect(["index", "--help"], 0, """\
Usage: assetlint index GAME

Writes to standard output what --with looks for in a game or a mod, as a file of
names. Where the game is not installed, as in CI, --with takes that file, and
finds the same. GAME is the game's folder as it is installed, a folder into
which it was unpacked, a mod or an archive.

      --no-sandbox          don't give up the rights to open other files, to
                            start programs and to use the network. assetlint
                            --version says what of this the system supports
  -h, --help                show this help

Examples:
  assetlint index 'C:/Games/X4 Foundations' > x4.names
  assetlint --with x4.names my_mod/
""")
        out = self.expect(["check", "--help"], 0)
        self.assertTrue(out.startswith("Usage: assetlint [check] [OPTIONS] PATH...\n\nChecks files, and folders "), out)
        self.assertIn("""\
(.git, .hg, .svn, .bzr) are not entered. The path - checks one file from
standard input.

What to check:
      --files-from FILE     also check the paths in FILE, one per line; - is
                            standard input
""", out)
        self.assertIn("""\

What to report:
  -f, --format NAME[=FILE]  form of the report: text, lines (one line per
""", out)
        self.assertIn("""\
      --write-baseline FILE
                            write all findings to FILE as a new baseline; they
                            don't make the exit status 1 then
""", out)

    def test_help_of_commands(self):
        for command, word in (("check", "--fail-on"), ("rules", "markdown"), ("explain", "RULE"),
                              ("dump", "--full"), ("help", "XMF mesh")):
            out = self.expect([command, "--help"], 0)
            self.assertTrue(out.startswith("Usage: assetlint " if command != "help" else "assetlint finds "), out)
            self.assertIn(word, out)
            for line in out.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_help_as_a_command(self):
        out = self.expect(["--help"], 0)
        for arguments in (["help"], ["help", "help"], ["help", "version"], ["help", "--help"], ["version", "-h"]):
            self.assertEqual(self.expect(arguments, 0), out)
        for command in ("check", "fix", "rules", "explain", "dump", "index"):
            self.assertEqual(self.expect(["help", command], 0), self.expect([command, "--help"], 0))
        self.expect_usage(["help", "chekc"], "no command is named chekc; did you mean assetlint help check?")
        self.expect_usage(["help", "nonsense"], "no command is named nonsense; assetlint help lists them")
        self.expect_usage(["help", "check", "dump"], "help wants one command")
        self.expect_usage(["hepl"], "no command and no file is named hepl; did you mean assetlint help?")

    def test_check_help_names_every_option(self):
        out = self.expect(["check", "--help"], 0)
        for name in ("format", "fail-on", "show", "select", "ignore", "level", "no-config", "files-from", "null", "jobs",
                     "max-file-size", "max-inflated", "max-memory", "max-per-rule", "color", "quiet", "stdin-name",
                     "exclude", "allow-empty", "config", "baseline", "write-baseline", "sarif-suppressed", "game", "with", "shard",
                     "progress"):
            self.assertIn(f"--{name}", out)

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
        expected = "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without\n"
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

    def test_options_of_other_programs(self):
        self.expect_usage(["-html", "a.xmf"], "unknown option -html; did you mean -f html=FILE?")
        self.expect_usage(["-select=xmf/*", "a.xmf"], "unknown option -select=xmf/*; did you mean --select=xmf/*?")
        self.expect_usage(["-v", "a.xmf"], "unknown option -v; --show note shows all that was found, and assetlint --version the version")
        self.expect_usage(["-o", "a.html", "a.xmf"],
                          "unknown option -o; -f FORMAT=FILE writes a report into a file, such as -f html=report.html")
        self.expect(["/?"], 0, self.expect(["--help"], 0))

    def test_paths_that_the_shell_changed(self):
        self.write("My first mod/a.xmf", meshes.clean())
        self.expect(["My", "first", "mod"], 3, None, 'assetlint: a path with blanks needs quotes: "My first mod"\n')
        self.expect(["My first mod", "My", "first", "mod/a.xmf"], 3, None,
                    'assetlint: a path with blanks needs quotes: "My first mod/a.xmf"\n')
        self.expect(["My", "second", "mod"], 3, None, "")
        self.expect(["*.xmf"], 3, None, "assetlint: no file matches *.xmf; if you name the folder, all files in it are checked\n")

    def test_an_empty_run(self):
        """It says where it looked, and what may be the reason."""
        for name in "abcd":
            self.write(f"{name}/readme.txt", b"")

        def said(*arguments, status=2):
            done = self.run_text(*arguments)
            self.assertEqual(done.status, status, done)
            lines = done.err.splitlines()
            self.assertRegex(lines.pop(1), r"^assetlint: looked for files by their first bytes, or named as one of: xmf ani .* cat$")
            self.assertEqual(lines.pop(), "assetlint: --allow-empty makes a run without files succeed")
            return [line.removeprefix("assetlint: ") for line in lines]
        nothing = "nothing was checked: no file of a known format in "
        self.assertEqual(said("a", "b", "c"), [nothing + "a, b, c"])
        self.assertEqual(said("a", "b", "c", "d"), [nothing + "a, b, c, ..."])
        self.assertEqual(said("a", "--exclude", "*.xmf"), [nothing + "a", "--exclude may leave out too much"])
        self.configure("a/assetlint.json", fail_on="note")
        self.assertEqual(said("--exclude", "assetlint.json", "a"), [nothing + "a", "--exclude may leave out too much"])
        self.configure("a/assetlint.json", exclude=["*.json"])
        self.assertEqual(said("a"), [nothing + "a", '"exclude" of a/assetlint.json may leave out too much'])

    def test_a_part_of_a_mod(self):
        self.write("mod/content.xml", b"<content/>")
        self.write("mod/index/macros.xml", b"<index/>")
        self.write("other/interface/a.gfx", b"spriteTypes = { }")
        self.expect(["mod/index"], 2, None, re.compile("assetlint: mod/index is a part of the mod in mod/: check that folder"))
        self.expect(["other"], 2, None, re.compile("there are .gfx files, such as other/interface/a.gfx, but none names an EMFXActorType"))

    def test_misspelt_commands(self):
        self.expect_usage(["chekc", "a.xmf"], "no command and no file is named chekc; did you mean assetlint check?")
        self.expect_usage(["rule"], "no command and no file is named rule; did you mean assetlint rules?")

    def test_a_file_whose_name_is_almost_a_command(self):
        self.write("chekc", meshes.clean())
        self.expect(["chekc"], 0, "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without\n")

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

    def test_unknown_rules(self):
        self.expect_usage(["--select", "xmf/data-rang", "a.xmf"],
                          "no rule matches xmf/data-rang; did you mean xmf/data-range?")
        self.expect_usage(["--ignore", "xmf/*,nonsense/*", "a.xmf"],
                          "no rule matches nonsense/*; assetlint rules lists them")
        self.expect_usage(["--select", "xmf", "a.xmf"], "no rule matches xmf; did you mean xmf/*?")
        self.expect_usage(["--ignore", "xmf/*,pdx", "a.xmf"], "no rule matches pdx; did you mean pdx/*?")
        self.expect_usage(["--level", "xmf/limt=off", "a.xmf"], "no rule matches xmf/limt; did you mean xmf/limit?")

    def test_unknown_formats(self):
        self.expect_usage(["-f", "jsn", "a.xmf"], "unknown format jsn; did you mean json?")
        self.expect_usage(["-f", "pdf", "a.xmf"], "unknown format pdf")
        for name, near in (("xml", "; did you mean html?"), ("pdf", ""), ("jsn", "; did you mean json?"), ("", "")):
            err = self.run_text("-f", name, "a.xmf").err
            self.assertRegex(err, rf"^assetlint: unknown format {name}{re.escape(near)}\nassetlint: the formats are text, ")
            self.assertRegex(err, r"\bndjson\b.* and \w+\n$")
        self.expect_usage(["-f", "json=", "a.xmf"], "--format json= names no file")
        self.expect_usage(["-f", "json", "-f", "sarif", "a.xmf"],
                          "only one format can go to standard output; give the others a file: sarif=FILE")
        self.expect_usage(["-f", "json=x", "-f", "sarif=x", "a.xmf"], "two formats for one file: x")
        self.expect_usage(["rules", "-f", "sarif"], "--format wants text, json or markdown, not sarif")
        self.expect_usage(["dump", "-f", "sarif", "a.xmf"], "--format wants text, json or views, not sarif")

    def test_index(self):
        self.write("game/index/macros.xml", b'<index><entry name="Ship_macro" value="x"/></index>')
        self.write("mod/content.xml", b'<content id="m"/>')
        self.write("mod/index/macros.xml", b'<index><entry name="a" value="extensions\\mod\\a"/></index>')
        names = self.expect(["index", "game"], 0, "assetlint names 1\nfile index/macros.xml\nmacro ship_macro\n")
        self.assertEqual(self.expect(["index", "--no-sandbox", "game/"], 0), names)
        self.zip("game.zip", {"index/macros.xml": self.read("game/index/macros.xml")})
        self.assertEqual(self.expect(["index", "game.zip"], 0), names)
        self.write("x.names", names.encode())
        self.assertEqual(self.findings("--with", "x.names", "mod"), self.findings("--with", "game", "mod"))
        self.write("mod/assetlint.json", b'{"with": ["x.names"]}')
        self.write("mod/x.names", names.replace("\nmacro", "\nmakro").encode())
        for command in ("check", "fix"):
            self.expect([command, "mod"], 2, "", "mod/x.names:3:1: a line begins with collection, component, file, macro, "
                                                 "material or type\n")

    def test_index_of_what_it_cannot_read(self):
        self.write("bad/a.zip", b"PK\3\4")
        self.expect_usage(["index", "nosuch"], "index wants a folder or a file, not nosuch")
        self.expect(["index", "bad"], 3, "", "assetlint: cannot read bad/a.zip!/: not all files in it can be read; "
                                             "so no names were written\n")
        self.expect_usage(["index"], "index wants the folder of a game or a mod")
        self.expect_usage(["index", ".", "bad"], "index wants one game or mod")
        self.expect_usage(["index", "-"], "index doesn't read standard input; a file of that name is ./-")
        self.expect_usage(["index", "--with", "a"], "unknown option --with")

    def test_a_folder_that_is_called_like_a_command(self):
        self.write("index/a.xmf", meshes.clean())
        self.assertEqual(self.expect(["check", "index"], 0).splitlines()[-1],
                         "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without")
        self.expect(["--no-config", "a.xmf"], 0)

    def test_games(self):
        self.write("a.xmf", meshes.error())
        self.expect(["--game", "x4", "a.xmf"], 1)
        self.expect(["--game=x-rebirth", "a.xmf"], 1)
        self.expect(["--game", "victoria2", "a.xmf"], 0, "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without\n")
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
        one = "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without\n"
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
        self.expect_usage(["rules", "xmf"], "rules takes no argument: it lists all rules, those of XMF as xmf/...")
        self.expect_usage(["explain"], "explain wants a rule, such as file/unrecognized")

    def test_two_dashes_end_the_options(self):
        self.write("-q", meshes.warning())
        self.expect(["check", "--", "-q"], 0, re.compile(r"^-q\n  0x1db +warning"))
        self.expect(["--", "-q"], 0, re.compile(r"^-q\n  0x1db +warning"))

    @posix("arguments there are UTF-16")
    def test_arguments_are_escaped(self):
        done = self.run_raw(b"--fo\x1b[31m\xff")
        self.assertEqual(done.status, 2)
        self.assertIn(rb"--fo\x1B[31m\xFF", done.err)


class ExitStatus(Case):
    @deep
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

    @deep
    def test_limits(self):
        self.write("a.xmf", meshes.clean())
        for option, where in (("--max-file-size=100", "a.xmf:0x0: error: "), ("--max-inflated=10", "a.xmf:0x1b8: error: "),
                              ("--max-memory=100", "a.xmf:0x0: error: ")):
            line, = self.lines(option, "a.xmf")
            self.assertTrue(line.startswith(where), line)
            self.expect(["-f", "lines", option, "--fail-on=never", "a.xmf"], 3, line + "FAILED: 1 file checked, 0 clean, "
                        "1 error, 0 warnings, 0 notes, 1 stopped by a limit\n")
            self.expect([option, "--fail-on=never", "a.xmf"], 3, re.compile(
                "^FAILED: 1 file checked: 0 with errors, 0 with warnings, 0 without, 1 could not be checked$", re.M))
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
                    "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without\n")
        self.assertEqual(self.report("notes.txt")["files"],
                         [{"path": "notes.txt", "format": "", "version": "", "size": 4, "status": "unrecognized"}])

    @deep
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
                        "FAILED: 2 files checked: 0 with errors, 0 with warnings, 1 without, 1 could not be checked\n",
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
        self.expect(["--ignore=xmf/index-range", "error.xmf"], 0, "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without\n")

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


class Catalogue(Case):
    KEYS = ["id", "format", "level", "confidence", "crash", "title", "why", "fix", "source", "since", "games"]

    def rules(self):
        return json.loads(self.expect(["rules", "--format", "json"], 0))

    def test_json(self):
        rules = self.rules()
        self.assertGreater(len(rules), 40)
        for rule in rules:
            self.assertEqual([key for key in rule if key != "fixKind"], self.KEYS)
            self.assertIn(rule.get("fixKind", "safe"), ("safe", "unsafe"))
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
            expected = [rule["id"], rule["level"]] + (["crash"] if rule["crash"] else []) + \
                ([rule["fixKind"]] if "fixKind" in rule else []) + rule["title"].split()
            self.assertEqual(row.split(), expected)
        self.assertEqual(len({row.index(rule["title"]) for row, rule in zip(rows, rules)}), 1)
        text = self.expect(["rules", "-f", "text"], 0)
        self.assertIn("\nXMF mesh (X Rebirth, X4)\n", text)
        parts = [part.split("\n") for part in text.split("\n\n")]
        self.assertEqual([part[1].split("/")[0].strip() for part in parts], list(dict.fromkeys(rule["format"] for rule in rules)))
        self.assertFalse([part[0] for part in parts if part[0].startswith(" ")])

    def test_markdown(self):
        out = self.expect(["rules", "-f", "markdown"], 0)
        rows = [line for line in out.splitlines() if line.startswith("| `")]
        self.assertEqual([re.match(r"\| `([^`]+)` \|", row).group(1) for row in rows], [r["id"] for r in self.rules()])
        for row in rows:
            self.assertEqual(len(re.findall(r"(?<!\\)\|", row)), 11, row)
        for row, rule in zip(rows, self.rules()):
            games = ", ".join(GAMES[game] for game in rule["games"])
            self.assertTrue(row.endswith(f" | {rule['since']} | {games} |"), row)

    def test_explain(self):
        self.expect(["explain", "xmf/data-range"], 0, """\
xmf/data-range
Buffer data lies outside the file

Level: error
How sure: certain. 1 of 8,666 published XMF files does this, and that file is
broken.
Games: X Rebirth, X4
Since: assetlint 0.1.0
Crash: a program that trusts the file may crash or read out of bounds.

Why it matters
  The mesh is missing or torn in the game. A reader that trusts the file reads
  from beyond its end: it may crash, or show random data. assetlint did not
  check the contents of the buffer.

How to fix it
  The file was most likely cut off: copy or download it again, and compare its
  size with the original's. If it comes from Git, make sure that Git does not
  convert line breaks: `*.xmf binary` in .gitattributes. If the file is
  complete, export the mesh again; header and data have to come from the same
  export.
""")
        self.explain(self.rules()[::40])

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

    def test_long_messages_are_whole(self):
        """A message of up to 1,023 bytes needs no memory."""
        rest = len("no rule ; assetlint rules lists them")
        for length in (1022, 1023, 1024, 1025, 5000):
            name = "x" * (length - rest)
            self.expect_usage(["explain", name], f"no rule {name}; assetlint rules lists them")

    def test_explain_unknown_rules(self):
        self.expect_usage(["explain", "xmf/data-rnage"], "no rule xmf/data-rnage; did you mean xmf/data-range?")
        self.expect_usage(["explain", "data-range"], "no rule data-range; did you mean xmf/data-range?")
        self.expect_usage(["explain", "not-finite"], "no rule not-finite; did you mean xmf/not-finite?")  # the first of several
        self.expect_usage(["explain", "unrecognized"], "no rule unrecognized; did you mean file/unrecognized?")  # of all rules
        self.expect_usage(["explain", "unreadable"], "no rule unreadable; did you mean file/unreadable?")   # no id looks like it
        self.expect_usage(["explain", "nonsense"], "no rule nonsense; assetlint rules lists them")
        self.expect_usage(["explain", ""], "no rule ; assetlint rules lists them")


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

    def test_files_without_contents(self):
        self.write("a.txt", b"text")
        self.write("mod!/a.txt", b"text")
        os.makedirs(f"{self.folder}/mod!/a!")
        self.zip("mod!/a!/b.zip", {"c.xmf": meshes.clean()})
        for arguments, err in (
                (["absent.xmf"], "absent.xmf: no such file or folder"), (["a.txt"], "a.txt is of no known format"),
                (["-f", "views", "absent.xmf"], "absent.xmf: no such file or folder"),
                (["-f", "views", "a.txt"], "a.txt is of no known format"),
                (["-f", "views", "mod!/a.txt"], "mod!/a.txt is of no known format"),
                (["-f", "views", "mod!/a!/b.zip!/e.xmf"], "mod!/a!/b.zip!/e.xmf: the package has no such member of a known format")):
            self.expect(["dump", *arguments], 3, "", f"assetlint: {err}\n")
        views = json.loads(self.expect(["dump", "-f", "views", "mod!/a!/b.zip!/c.xmf"], 0))
        self.write("c.xmf", meshes.clean())
        alone = json.loads(self.expect(["dump", "-f", "views", "c.xmf"], 0))
        self.assertEqual((views.pop("path"), views.pop("member"), alone.pop("path")), ("mod!/a!/b.zip", "c.xmf", "c.xmf"))
        self.assertEqual(views, alone)

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

    def expect_words(self, name, file, field, value, meaning):
        """A number with the meaning, in both forms."""
        self.write(name, file.bytes())
        offset = file.start(field)
        text = self.run_text("dump", name).out
        name_in_text = re.escape(field.split(".")[-1])
        self.assertRegex(text, rf"(?m)^0x{offset:04x} +{name_in_text} = {value} \({re.escape(meaning)}\)$")
        node = resolve(json.loads(self.run_text("dump", "-f", "json", name).out), field)
        self.assertEqual((node["@offset"], node["value"], node["meaning"]), (offset, value, meaning))

    def test_sets_of_bits(self):
        from bbanim import Animation
        from bgf_seeds import Face, large
        from msh_seeds import animated
        from xac import Actor, Info, Node, Nodes
        from xpm_seeds import Anim, morphs
        self.expect_words("a.msh", animated(mask=None), "header.mask", 297, "position, normal, uv0, weights")
        self.expect_words("b.msh", animated(mask=0x4129), "header.mask", 0x4129,
                          "position, normal, uv0, weights, unknown 0x4000")
        actor = Actor([Info(mask=5), Nodes(nodes=[Node(skeletalLODs=0x15, flags=0xE1)])])
        self.expect_words("a.xac", actor, "chunks[0].mask", 5, "position, scale")
        self.expect_words("a.xac", actor, "chunks[1].nodes[0].skeletalLODs", 0x15, "levels 0, 2, 4")
        self.expect_words("a.xac", actor, "chunks[1].nodes[0].motionLODs", 0xFFFFFFFF, "all levels")
        self.expect_words("a.xac", actor, "chunks[1].nodes[0].flags", 0xE1, "part of the bounds, unknown 0xe0")
        motion = morphs(Anim(phonemeSet=0x900))
        self.expect_words("a.xpm", motion, "chunks[1].anims[0].phonemeSet", 0x900, "F V, R ER")
        self.expect_words("a.bgf", Face(elements=[large(flags=5)]), "elements[0].flags", 5, "active, large")
        self.expect_words("a.bbanim", Animation(spaces=5), "spaces", 5, "parent, bone")

    def test_names_for_hashes(self):
        from bgf_seeds import Element, Face
        elements = [Element(name=name) for name in ("Title", "opacity", "a" * 63, "nowhere", "b" * 64, "tab")]
        face = Face(strings=[b"", b"a" * 63, b"b" * 64, b"Title", b"Title"], elements=elements)
        for number, name in enumerate(("Title", "opacity", "a" * 63)):
            field = f"elements[{number}].nameHash"
            content = face.bytes()
            value = int.from_bytes(content[face.start(field):face.start(field) + 4], "little")
            self.expect_words("a.bgf", face, field, value, name)
        elements = json.loads(self.run_text("dump", "-f", "json", "a.bgf").out)["elements"]
        self.assertNotIn("meaning", elements[3]["nameHash"])
        self.assertNotIn("meaning", elements[4]["nameHash"])    # too long to show
        face = Face(strings=[b"t\xe4b", b"a\tb"], elements=[Element(name="x"), Element(name="a\tb")])
        self.write("b.bgf", face.bytes())
        self.assertNotIn("meaning", json.loads(self.run_text("dump", "-f", "json", "b.bgf").out)["elements"][1]["nameHash"])

    def test_full_json(self):
        self.write("a.xmf", meshes.clean())
        document = json.loads(self.expect(["dump", "--full", "-f", "json", "a.xmf"], 0))
        self.assertEqual(document["buffers"][0]["data"][2],
                         {"@inflatedOffset": 24, "@length": 12, "value": [2, 4, 1]})
        self.assertEqual([item["value"] for item in document["buffers"][1]["data"]], [[0], [1], [2]])

    @deep
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

    def test_a_picture_in_a_gzip(self):
        """It is shown as if it was a file, at the places in what the gzip gives."""
        from pictures import Dds, Gzip, Tga
        for name, picture in (("a.dds", Dds(tail=b"1")), ("b.tga", Tga(10, 9, extension=b""))):
            content, gzip = picture.bytes(), Gzip(picture).bytes()
            self.write(name, content)
            self.write("a.gz", gzip)
            for options in ([], ["--full"]):
                plain = self.run_text("dump", *options, name).out.splitlines()
                lines = self.run_text("dump", *options, "a.gz").out.splitlines()
                self.assertEqual(lines[1], f"0x0000    picture = {len(content)} (bytes)")
                self.assertEqual([line[1:7] for line in lines[2:-1]], [line[:6] for line in plain[1:-1]])
                self.assertEqual([line[10:] for line in lines[2:-1]], [line[10:] for line in plain[1:-1]])
                self.assertEqual({line[0] for line in lines[2:-1]}, {"+"})
                document = self.run_text("dump", "-f", "json", *options, "a.gz").out
                unpacked = json.loads(document.replace('"@inflatedOffset"', '"@offset"'))
                self.assertEqual(document.count('"@offset"'), 1)
                self.assertEqual(unpacked.pop("picture"),
                                 {"@offset": 0, "@length": len(gzip), "value": len(content), "meaning": "bytes"})
                plain = json.loads(self.run_text("dump", "-f", "json", *options, name).out)
                for what, file, size in ((unpacked, "a.gz", len(gzip)), (plain, name, len(content))):
                    self.assertEqual((what.pop("@path"), what.pop("@size")), (file, size))
                    del what["@status"]         # a gzip that holds a TGA has a note
                self.assertEqual(unpacked, plain)

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


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
