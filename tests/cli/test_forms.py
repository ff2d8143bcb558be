#!/usr/bin/env python3
"""test_forms.py: the forms of reports for people and programs."""

import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios

import case
import meshes
from case import ALL_FILES, Case, deep, names_here, nothing_in, ODD_NAMES, posix, SECONDS


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

    @deep
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
        self.expect(["sub"], 2, "NOT CHECKED: no file of a known format was found\n", nothing_in("sub"))
        self.expect(["-q", "sub"], 2, "", nothing_in("sub"))
        self.expect(["--allow-empty", "sub"], 0, "OK: 0 files checked, 0 clean\n")
        self.expect(["-q", "--allow-empty", "sub"], 0, "")

    @deep
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

    @deep
    def test_colors(self):
        for colored in self.in_colors():
            self.assertRegex(colored.split("\n")[0],
                             "^\033\\[1mwarning.xmf\033\\[0m:0x1db: \033\\[1;35mwarning\033\\[0m: [^\033]* "
                             "\033\\[2m\\[xmf/trailing-bytes\\]\033\\[0m$")


class Text(Case):
    """The form for people."""

    JUDGED = ["--ignore=xmf/unknown-material"]  # which needs the material library of a mod or game
    COLLISION = """\
ships/hull-collision.xmf
  0x78    error    collision mesh declares its vertices in the element list, the game crashes on load
                   xmf/collision-declaration  buffers[0].numVertexElements = 1, expected 0

           rule                       found  files
  error    xmf/collision-declaration      1      1  Collision mesh does not have plain positions

assetlint fix may mend 1 of these findings

How to fix xmf/collision-declaration:
  `assetlint fix` can mend it. Export the object as a collision mesh. With XRConverters that is the
  object named PARTXcollision below the part; renaming an exported visible mesh is not enough.
  Remove normals, UVs, colours and tangents. A script that writes the file has to write one vertex
  buffer of type 0, usageIndex 0, format 2 and itemSize 12, without vertex elements.

FAILED: 1 file checked: 1 with errors, 0 with warnings, 0 without
"""

    def test_clean(self):
        self.write("a.xmf", meshes.clean())
        self.write("b.xmf", meshes.clean())
        self.expect(["-f", "text", *self.JUDGED, "."], 0, "OK: 2 files checked: 0 with errors, 0 with warnings, 2 without\n")

    def test_the_form_of_a_finding(self):
        self.write("ships/hull-collision.xmf", meshes.collision())
        self.expect(["ships", *self.JUDGED], 1, self.COLLISION)

    def test_every_level(self):
        self.four_files()
        verdict = "FAILED: 4 files checked: 1 with errors, 1 with warnings, 2 without"
        for options, levels, hint in (
                (["--show=note"], ["error", "warning", "note"], ""),
                ([], ["error", "warning"], " (1 note not shown; --show note shows it)"),
                (["--show=error"], ["error"], " (1 warning and 1 note not shown; --show note shows them)")):
            out = self.expect([*options, *ALL_FILES], 1)
            files, table, fixes, last = re.fullmatch(r"(.*)\n\n( +rule .*?)\n\n(.*)\n\n(.*)\n", out, re.S).groups()
            blocks = files.split("\n\n")
            self.assertEqual([block.split("\n")[0] for block in blocks], sorted(f"{level}.xmf" for level in levels))
            self.assertEqual([row.split()[0] for row in table.split("\n")[1:]], levels)
            self.assertEqual(re.findall("(?m)^How to fix (.*):$", fixes), [row.split()[1] for row in table.split("\n")[1:]])
            self.assertNotIn("assetlint explain", out)
            self.assertEqual(last, verdict + hint)

    def test_long_values(self):
        """`text` shows only the start of a long value; `lines` shows as much as JSON."""
        skeleton = (case.ROOT / "corpus/xac/seeds/good.xac").read_bytes()
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
        verdict = "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without"
        self.expect(["a.xmf"], 0, verdict + " (25 notes not shown; --show note shows them)\n")
        out = self.expect(["a.xmf", "--show=note"], 0)
        self.assertEqual(out.splitlines()[-1], verdict)
        self.expect(["a.xmf", "--fail-on=note"], 1, re.compile("^FAILED: 1 file checked: 0 with errors, "))

    @deep
    def test_repetitions_are_folded(self):
        self.write("a.xmf", meshes.notes(25))
        self.write("b.xmf", meshes.notes(21))
        for options, shown in (([], 3), (["--max-per-rule=20"], 20), (["--max-per-rule=21"], 21),
                               (["--max-per-rule=0"], 25)):
            out = self.expect(["--show=note", *options, "a.xmf", "b.xmf"], 0)
            self.assertEqual(out.count("  note  "), min(shown, 25) + min(shown, 21) + 1)     # and a row of the table
            more = re.findall(r"(?m)^ {19}(\d+) more of xmf/usage-index$", out)
            self.assertEqual(more, [str(there - shown) for there in (25, 21) if there > shown])
            self.assertRegex(out, r"(?m)^  note +xmf/usage-index +46 +2  ")

    def test_a_rule_that_many_files_break(self):
        """Of its files 20 are listed; the others are counted."""
        for number in range(25):
            self.write(f"mod/ships/{number % 2}/{number:02}.xmf", meshes.error())
        self.write("mod/other.xmf", meshes.warning())
        out = self.expect(["mod"], 1)
        self.assertEqual(out.count("xmf/index-range  buffers"), 20)
        self.assertIn("\n5 more files with xmf/index-range in mod/ships/1/\n--max-per-rule 0 lists all findings\n\n", out)
        self.assertRegex(out, r"(?m)^  error +xmf/index-range +25 +25  ")
        self.write("mod/ships/2.xmf", meshes.error())
        self.assertIn("\n6 more files with xmf/index-range in mod/ships/\n", self.expect(["mod"], 1))
        self.assertEqual(self.expect(["--max-per-rule=0", "mod"], 1).count("xmf/index-range  buffers"), 26)
        self.assertEqual(self.expect(["-f", "lines", "mod"], 1).count("xmf/index-range]"), 26)

    def test_the_most_severe_rule_comes_first(self):
        self.four_files()
        self.write("hull-collision.xmf", meshes.collision())
        out = self.expect(["."], 1)
        self.assertEqual(re.findall(r"(?m)^  (?:error|warning) +(xmf/\S+) +\d+ +\d+  ", out),
                         ["xmf/collision-declaration", "xmf/index-range", "xmf/trailing-bytes"])
        self.assertEqual(re.findall("(?m)^How to fix (.*):$", out),
                         ["xmf/collision-declaration", "xmf/index-range", "xmf/trailing-bytes"])

    def test_three_fixes_and_the_command_for_others(self):
        """The fixes are those of the help, in lines of at most 100 columns."""
        self.four_files()
        self.write("hull-collision.xmf", meshes.collision())
        out = self.expect([".", "--show=note", *self.JUDGED], 1)
        table, fixable, *fixes, command, verdict = out[out.index("           rule "):].split("\n\n")
        rules = [row.split()[1] for row in table.split("\n")[1:]]
        self.assertEqual(len(rules), 4)
        self.assertEqual(fixable, "assetlint fix may mend 2 of these findings")
        words = {"safe": "`assetlint fix` can mend it. ", "unsafe": "not in these files", None: ""}
        texts = {rule["id"]: words[rule.get("fixKind")] + rule["fix"] for rule in json.loads(self.expect(["rules", "-f", "json"], 0))}
        self.assertEqual([fix.split("\n")[0] for fix in fixes], [f"How to fix {rule}:" for rule in rules[:3]])
        self.assertEqual([" ".join(fix.split()).split(": ", 1)[1] for fix in fixes], [texts[rule] for rule in rules[:3]])
        self.assertLessEqual(max(len(line) for fix in fixes for line in fix.split("\n")), 100)
        self.assertEqual(command, "assetlint explain RULE tells what it means and how to fix it")
        self.assertRegex(verdict, "^FAILED: 5 files checked: ")

    def test_what_is_not_judged(self):
        """Motions without actors are no findings; that they weren't compared is said."""
        motion = (case.ROOT / "corpus/xsm/seeds/good.xsm").read_bytes()
        self.write("mod/a/one.xsm", motion)
        why = "there is no actor (.xac) in the same folder, and --with gives none"
        end = "\n\nOK: {0} file{1} checked: 0 with errors, 0 with warnings, {0} without\n"
        self.expect(["mod"], 0, f"Not judged: 1 reference in mod/a/one.xsm: {why} [xsm/no-node-matches]" + end.format(1, ""))
        self.write("mod/b/two.xsm", motion)
        line = f"Not judged: 2 references in 2 files, the first mod/a/one.xsm: {why} [xsm/no-node-matches]"
        self.expect(["mod"], 0, line + end.format(2, "s"))
        self.expect(["mod", "--show=error"], 0, end.format(2, "s").lstrip())  # the rule only warns
        self.expect(["mod", "-q"], 0, "")
        self.expect(["mod/a/one.xsm"], 0, end.format(1, "").lstrip())
        self.assertEqual(self.report("mod", status=0)["summary"]["notJudged"],
                         [{"rule": "xsm/no-node-matches", "count": 2, "files": 2, "reason": why}])
        self.assertEqual(self.report("mod", "--exclude=b", status=0)["summary"]["notJudged"][0]["count"], 1)
        self.assertEqual(self.report("mod", "--ignore=xsm/*", status=0)["summary"]["notJudged"], [])

    def test_numbers_add_up(self):
        self.four_files()
        self.write("hull-collision.xmf", meshes.collision())
        out = self.expect([".", "absent"], 3)
        verdict = out.splitlines()[-1]
        self.assertEqual(verdict, "FAILED: 6 files checked: 2 with errors, 1 with warnings, 2 without, "
                                  "1 could not be checked (1 note not shown; --show note shows it)")

    def test_a_file_that_is_not_there_has_no_offset(self):
        self.expect(["absent.xmf"], 3, re.compile(
            r"^absent\.xmf\n  error    .*\n           file/unreadable\n\n(.*\n)+"
            r"FAILED: 1 file checked: 0 with errors, 0 with warnings, 0 without, 1 could not be checked\n$"))

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
            except OSError:     # Linux reports that the other end was closed
                pass
        return out

    @posix("terminals")
    def test_colors_on_a_terminal(self):
        self.write("warning.xmf", meshes.warning())
        self.assertIn(b"\033[1;35m", self.on_a_terminal("warning.xmf"))
        self.assertIn(b"\033[1;35m", self.on_a_terminal("warning.xmf", NO_COLOR=""))
        self.assertIn(b"\033[1;35m", self.on_a_terminal("warning.xmf", "-f", "lines"))
        self.assertNotIn(b"\033", self.on_a_terminal("warning.xmf", NO_COLOR="1"))
        self.assertNotIn(b"\033", self.on_a_terminal("warning.xmf", TERM="dumb"))
        self.assertNotIn(b"\033", self.on_a_terminal("warning.xmf", "--color=never"))
        self.assertNotIn(b"\033", self.on_a_terminal("warning.xmf", "-f", "json"))

    @posix("terminals")
    def test_it_fits_a_terminal(self):
        self.write("ships/hull-collision.xmf", meshes.collision())
        for columns, longest in ((1, 40), (40, 39), (60, 59), (79, 78), (0, 79), (110, 109), (160, 102)):
            out = self.on_a_terminal("ships", *self.JUDGED, "--color=never", columns=columns, status=1).decode()
            lines = out.split("\r\n")
            self.assertLessEqual(max(map(len, lines)), longest, out)
            self.assertGreater(max(map(len, lines)), longest - 10, out)
            if columns not in (1, 40):
                self.assertEqual(out.split(), self.COLLISION.split(), columns)
            else:
                self.assertIn("\r\n             1 in 1 file: Collision", out)
        self.assertEqual(out.replace("\r", ""), self.COLLISION)
        self.expect(["-f", "text=report", "-f", "lines", *self.JUDGED, "ships"], 1)
        self.assertEqual(self.read("report").decode(), self.COLLISION)


class Json(Case):
    FINDING_KEYS = ["rule", "level", "confidence", "crash", "path", "format", "offset", "length", "inflatedOffset", "field",
                    "message", "expected", "actual", "count", "elements", "fingerprint"]

    def test_the_whole_document(self):
        self.write("s/hull-collision.xmf", meshes.collision())
        self.write("s/clean.xmf", meshes.clean())
        text = self.expect(["check", "s", "-f", "json", "--ignore=xmf/unknown-material"], 1)
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
            '],\n"summary":{"files":2,"clean":1,"errors":1,"warnings":0,"notes":0,"unreadable":0,"suppressed":0,"notJudged":[],"exit":1}}\n')

    def test_elements_and_inflated_offset(self):
        self.write("error.xmf", meshes.error())
        finding = self.report("error.xmf")["findings"][0]
        self.assertEqual(list(finding), [key for key in self.FINDING_KEYS if key not in ("expected", "actual")])
        self.assertEqual((finding["elements"], finding["count"], finding["inflatedOffset"]), ([5], 1, 10))

    def test_empty(self):
        self.write("a.xmf", meshes.clean())
        self.assertEqual(self.report("a.xmf")["findings"], [])
        self.assertEqual(self.report("a.xmf"), {
            "tool": {"name": "assetlint", "version": "0.1.0"},
            "files": [{"path": "a.xmf", "format": "xmf", "version": "3", "size": 475, "status": "clean"}],
            "findings": [],
            "summary": {"files": 1, "clean": 1, "errors": 0, "warnings": 0, "notes": 0, "unreadable": 0, "suppressed": 0, "notJudged": [],
                        "exit": 0}})
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

    @deep
    def test_limit_of_findings_only_when_given(self):
        self.write("a.xmf", meshes.notes(25))
        for form in ("json", "ndjson", "sarif"):
            for options, expected in (([], 25), (["--max-per-rule=3"], 3), (["--max-per-rule=0"], 25)):
                out = self.expect(["-f", form, "--show=note", "a.xmf", *options], 0)
                self.assertEqual(len(re.findall("fingerprint\"|primaryLocationLineHash\"", out)), expected)
                if form != "sarif":
                    self.assertIn('"notes":25', out)

    @deep
    def test_findings_in_a_temporary_file(self):
        """Too many findings for memory, so they wait in a temporary file."""
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
    @deep
    def test_text_stays_on_stdout(self):
        self.write("warning.xmf", meshes.warning())
        text = self.expect(["warning.xmf"], 0)
        for form in ("json", "ndjson", "sarif", "lines", "text"):
            plain = self.expect(["-f", form, "warning.xmf"], 0)
            self.assertEqual(self.expect(["-f", f"{form}=out", "warning.xmf"], 0), text)
            self.assertEqual(self.read("out").decode(), plain)
            self.assertEqual(self.expect(["-f", f"{form}=-", "warning.xmf"], 0), plain)

    @deep
    def test_all_at_once(self):
        self.four_files()
        out = self.expect(["-f", "sarif=s", "-f", "json", "--format=text=t", "--format", "ndjson=n", "."], 1)
        self.assertEqual(out, self.expect(["-f", "json", "."], 1))
        for name, form in (("s", "sarif"), ("t", "text"), ("n", "ndjson")):
            self.assertEqual(self.read(name).decode(), self.expect(["-f", form, "."], 1))

    def test_quiet_applies_to_text_only(self):
        self.four_files()
        self.assertEqual(self.expect(["-q", "-f", "json", "."], 1), self.expect(["-f", "json", "."], 1))


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
        """The rules that have a result, in the order of the catalogue, and no others."""
        catalogue = {rule["id"]: rule for rule in json.loads(self.expect(["rules", "-f", "json"], 0))}
        self.four_files()
        self.write("hull-collision.xmf", meshes.collision())
        self.write("a.bbmod", b"BBMOD\0")
        self.write("counts.xmf", meshes.clean()[:14] + b"\t" + meshes.clean()[15:])
        run = self.log("--show=note", ".")
        driver = run["tool"]["driver"]
        self.assertEqual({key: driver[key] for key in ("name", "semanticVersion")},
                         {"name": "assetlint", "semanticVersion": "0.1.0"})
        named = {result["ruleId"] for result in run["results"]}
        self.assertGreater(len(named), 4)
        self.assertLessEqual({"certain", "possible"}, {catalogue[name]["confidence"] for name in named})
        self.assertEqual([rule["id"] for rule in driver["rules"]], [name for name in catalogue if name in named])
        self.assertEqual([driver["rules"][result["ruleIndex"]]["id"] for result in run["results"]],
                         [result["ruleId"] for result in run["results"]])
        for shown in driver["rules"]:
            self.assert_rule(shown, catalogue[shown["id"]])

    def assert_rule(self, shown, rule):
        self.assertRegex(shown["name"], r"^([A-Z0-9][a-z0-9]*)+$")
        self.assertEqual(shown["name"].lower(), re.sub("[/-]", "", rule["id"]))
        self.assertEqual(shown["shortDescription"]["text"], rule["title"])
        self.assertEqual(shown["fullDescription"]["text"], rule["why"])
        self.assertTrue(shown["help"]["text"] and shown["help"]["markdown"])
        self.assertNotIn("helpUri", shown)  # without a homepage the link would lead nowhere
        self.assertEqual(shown["defaultConfiguration"], {"level": rule["level"]})
        tags = [rule["format"], *(game for game in rule["games"] if game != rule["format"])]
        self.assertEqual(shown["properties"], {
            "precision": {"certain": "very-high", "likely": "high", "possible": "medium"}[rule["confidence"]],
            "tags": tags + ["crash"] * rule["crash"]})

    def test_suppressed_results_name_their_rule(self):
        self.write("a.xmf", meshes.error())
        self.write("b.xmf", meshes.warning())
        self.expect(["--write-baseline=known.json", "a.xmf"], 0, None)
        for options, rules in (([], ["xmf/trailing-bytes"]), (["--sarif-suppressed"], ["xmf/index-range", "xmf/trailing-bytes"])):
            run = self.log("--baseline=known.json", *options, "a.xmf", "b.xmf")
            self.assertEqual(sorted(rule["id"] for rule in run["tool"]["driver"]["rules"]), rules)
            for result in run["results"]:
                self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])

    def test_levels_of_rules(self):
        self.write("error.xmf", meshes.error())
        run = self.log("error.xmf", "--select=xmf/*", "--level=xmf/index-range=warning")
        rule, = run["tool"]["driver"]["rules"]
        self.assertEqual((rule["id"], rule["defaultConfiguration"]["level"]), ("xmf/index-range", "warning"))
        self.assertEqual(run["results"][0]["level"], "warning")

    def test_a_rule_that_is_on_for_one_file(self):
        """Its results are listed though the rule is off for all other files."""
        self.write("a.xmf", meshes.error())
        self.write("b.xmf", meshes.error())
        self.configure(levels={"xmf/*": "off"}, overrides=[{"paths": ["b.xmf"], "levels": {"xmf/index-range": "error"}}])
        run = self.log(".")
        self.assertEqual([result["ruleId"] for result in run["results"]], ["xmf/index-range"])
        self.assertEqual(run["tool"]["driver"]["rules"][0]["defaultConfiguration"], {"level": "error"})

    def test_nothing_found(self):
        self.write("a.xmf", meshes.clean())
        run = self.log("a.xmf")
        self.assertEqual((run["results"], run["tool"]["driver"]["rules"]), ([], []))
        out = self.run_text("-f", "sarif", "a.xmf").out
        self.assertNotIn("\n", out.rstrip("\n"))
        self.assertLess(len(out), 600)

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

    @deep
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

    @deep
    def test_uris_are_relative(self):
        self.write("tree/sub/w.xmf", meshes.warning())
        self.write("w.xmf", meshes.warning())
        tree = os.path.join(self.folder, "tree")
        inside = {"cwd": tree}
        outside = self.file_uri(f"{tree}/sub/w.xmf")
        for path, uri, options in (("./sub", "sub/w.xmf", inside), (".", "sub/w.xmf", inside),
                                   ("sub/../sub/./w.xmf", "sub/w.xmf", inside), (tree, "sub/w.xmf", inside),
                                   (f"{self.folder}/tree/sub//w.xmf", "sub/w.xmf", inside),
                                   ("../tree/sub", "sub/w.xmf", inside),
                                   ("../../w.xmf", self.file_uri(f"{self.folder}/w.xmf"), {"cwd": os.path.join(tree, "sub")}),
                                   (f"{tree}/sub/w.xmf", f"{tree[1:]}/sub/w.xmf", {"cwd": "/"}),
                                   (f"{tree}/sub/w.xmf", outside, {"cwd": "/usr"})):
            self.assertEqual(self.uris(path, **options), [uri], path)

    def test_two_files_have_two_uris(self):
        self.write("here/ships/w.xmf", meshes.warning())
        self.write("ships/w.xmf", meshes.warning())
        here = {"cwd": os.path.join(self.folder, "here")}
        run = self.log("ships", "../ships", **here)
        self.assertEqual(run["invocations"][0]["toolExecutionNotifications"], [])
        self.assertEqual(self.uris("ships", "../ships", **here), [self.file_uri(f"{self.folder}/ships/w.xmf"), "ships/w.xmf"])

    @posix("links")
    def test_parent_of_a_link(self):
        for path in ("far/folder/w.xmf", "far/w.xmf", "here/ships/w.xmf", "here/w.xmf"):
            self.write(path, meshes.warning())
        os.symlink(os.path.join(self.folder, "far/folder"), os.path.join(self.folder, "here/link"))
        self.assertEqual(self.uris("link/../w.xmf", "link/w.xmf", "ships/../w.xmf", cwd=os.path.join(self.folder, "here")),
                         [f"file:{self.folder}/far/w.xmf", "link/w.xmf", "w.xmf"])

    def test_the_root_of_the_repository(self):
        self.write("repo/mod/ships/w.xmf", meshes.warning())
        self.write("repo/ships/w.xmf", meshes.warning())
        mod = os.path.join(self.folder, "repo/mod")
        for make in (os.mkdir, lambda path: self.write(path, b"gitdir: elsewhere")): # a worktree has a file
            make(os.path.join(self.folder, "repo/.git"))
            self.assertEqual(self.uris("ships", "../ships", cwd=mod), ["ships/w.xmf", "mod/ships/w.xmf"])
            shutil.rmtree(os.path.join(self.folder, "repo/.git"), ignore_errors=True)
        for root, uris in (("..", ["ships/w.xmf", "mod/ships/w.xmf"]), ("ships", [self.file_uri(f"{mod[:-3]}ships/w.xmf"), "w.xmf"]),
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

    def test_the_last_result_that_is_kept(self):
        for number in range(20):
            self.write(f"{number:02}.xmf", meshes.notes(245))
        self.write("20.xmf", meshes.notes(100))
        run = self.log("--show=note", ".")
        self.assertEqual(len(run["results"]), 5000)
        self.assertEqual(run["invocations"][0]["toolExecutionNotifications"], [])
        self.write("zz-error.xmf", meshes.error())
        run = self.log("--show=note", ".")
        self.assertEqual((len(run["results"]), run["results"][0]["level"]), (5000, "error"))
        self.assertEqual(run["results"][-1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "20.xmf")
        note, = run["invocations"][0]["toolExecutionNotifications"]
        self.assertRegex(note["message"]["text"], "^1 result.*left out")

    @deep
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

    @deep
    def test_a_rule_without_a_listed_result_is_not_listed(self):
        self.many()
        self.write("zzz-note.xmf", meshes.note())
        run = self.log("--show=note", ".")
        self.assertIn("xmf/degenerate-triangle", {f["rule"] for f in self.report("zzz-note.xmf")["findings"]})
        self.assertEqual({rule["id"] for rule in run["tool"]["driver"]["rules"]},
                         {result["ruleId"] for result in run["results"]})
        self.assertNotIn("xmf/degenerate-triangle", {result["ruleId"] for result in run["results"]})
        for result in run["results"]:
            self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])

    @deep
    def test_levels_that_are_shown(self):
        self.four_files()
        for options, levels in (([], ["error", "warning"]), (["--show=error"], ["error"]),
                                (["--show=note"], ["error", "warning", "note"])):
            run = self.log(*options, ".")
            self.assertEqual([result["level"] for result in run["results"]], levels)
            self.assertEqual(run["invocations"][0]["toolExecutionNotifications"], [])

    def test_messages_have_no_links(self):
        self.write("w.xmf", meshes.assemble([meshes.positions(), meshes.indices(0, 1, 2)], [b"[a](http://b)"] * 2))
        texts = [result["message"]["text"] for result in self.log("w.xmf")["results"]]
        self.assertTrue(any("[a] http://b)" in text for text in texts), texts)
        self.assertNotIn("](", "".join(texts))

    def check(self, *names, root=True):
        if not os.path.exists(case.SARIF_CHECK):
            self.skipTest("no SARIF checker")
        if shutil.which("npm") is None or shutil.which("node") is None:
            self.skipTest("no npm")
        command = [case.SARIF_CHECK] + (["--root", self.folder] if root else []) + [os.path.join(self.folder, n) for n in names]
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
        for name in names_here(ODD_NAMES):
            self.write(name, meshes.error())
        self.expect(["-f", "sarif=1.sarif", "-q", "."], 1)
        self.check("1.sarif", root=False)

    @deep
    def test_checker_takes_unchecked_files(self):
        self.write("a.xmf", meshes.clean())
        self.expect(["-f", "sarif=1.sarif", "-q", "a.xmf", "absent #1", "../absent", "/absent", "--max-inflated=1"], 3)
        self.check("1.sarif", root=False)


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
