#!/usr/bin/env python3
"""test_ci_reports.py: the reports for CI systems: annotations and the summary of a GitHub workflow, and JUnit's XML.

    test_ci_reports.py --program PATH [TEST...]

JUnit's XML has no common schema: the tests require what the schemas of Jenkins and Surefire both require. The last line
is `N passed, N failed, N skipped`.
"""

import collections
import os
import re
import sys
import unittest
import xml.etree.ElementTree

import meshes
import case
from case import deep, names_here, ROOT

sys.path.insert(0, str(ROOT / "tools" / "corpus"))

import archive  # noqa: E402
import msh  # noqa: E402

ANNOTATION = re.compile(r"::(error|warning|notice) file=([^,:]+),line=1,title=([a-z0-9-]+/[a-z0-9-]+)::"
                        r"0x([0-9a-f]+)( [^: ]+)?: (.+)\n")
COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


class Annotations(case.Case):
    def annotations(self, *arguments, **options):
        """The parsed lines of -f github, and the number of further findings that the last line gives."""
        done = self.run_text("-f", "github", *arguments, **options)
        lines = done.out.splitlines(keepends=True)
        more = re.fullmatch(r"::notice title=assetlint::(?:(1) more finding|(?!1 )(\d+) more findings)\n", lines[-1]) if lines else None
        taken = [ANNOTATION.fullmatch(line) for line in (lines[:-1] if more else lines)]
        self.assertNotIn(None, taken, done.out)
        self.assertLessEqual(len(taken), 10)
        return [match.groups() for match in taken], int(more.group(1) or more.group(2)) if more else 0

    def expected(self, findings):
        return [(COMMANDS[f["level"]], f["path"], f["rule"], f"{f['offset']:x}", " " + f["field"] if f["field"] else None, f["message"]) for f in findings]

    def test_the_form(self):
        self.write("ships/hull-collision.xmf", meshes.collision())
        self.expect(["-f", "github", "ships"], 1,
                    "::error file=ships/hull-collision.xmf,line=1,title=xmf/collision-declaration::0x78 "
                    "buffers[0].numVertexElements: collision mesh declares its vertices in the element list, the game "
                    "crashes on load\n")

    def test_nothing_for_clean_inputs(self):
        self.four_files()
        self.expect(["-f", "github", "clean.xmf", "note.xmf"], 0, "")
        self.expect(["-f", "github", "--allow-empty", "--exclude", "*", "."], 0, "")

    def test_levels(self):
        self.four_files()
        findings = self.report(".", status=1)["findings"]
        by_level = {finding["level"]: finding for finding in findings}
        order = [by_level[level] for level in ("error", "warning", "note")]
        for options, count in ((["--show=note"], 3), ([], 2), (["--show=error"], 1)):
            self.assertEqual(self.annotations(*options, "."), (self.expected(order[:count]), 0))

    def test_ten_and_the_number_of_others(self):
        for number in range(4):
            self.write(f"{number}-notes.xmf", meshes.notes(3))
        self.write("a-warning.xmf", meshes.warning())
        self.write("b-error.xmf", meshes.error())
        self.write("c-crash-collision.xmf", meshes.collision())
        report = self.report(".", status=1)["findings"]
        ranks = {("error", True): 0, ("error", False): 1, ("warning", False): 2, ("note", False): 3}
        order = sorted(report, key=lambda f: ranks[f["level"], f["crash"]])
        self.assertGreater(len(order), 11)
        for jobs in ("1", "4"):
            self.assertEqual(self.annotations("--show=note", "-j", jobs, "."),
                             (self.expected(order[:10]), len(order) - 10))
        above = [finding for finding in order if finding["level"] != "note"]
        self.assertEqual(self.annotations("."), (self.expected(above), 0))

    def test_exactly_ten(self):
        self.write("ten.xmf", meshes.notes(10))
        self.write("eleven.xmf", meshes.notes(11))
        self.write("twelve.xmf", meshes.notes(12))
        for name, count, more in (("ten.xmf", 10, 0), ("eleven.xmf", 10, 1), ("twelve.xmf", 10, 2)):
            shown, others = self.annotations("--show=note", name)
            self.assertEqual((len(shown), others), (count, more))

    def test_findings_hidden_by_max_per_rule_are_counted(self):
        self.write("a.xmf", meshes.notes(9))
        found = self.report("a.xmf")["findings"]
        self.assertEqual(self.annotations("--show=note", "--max-per-rule=2", "a.xmf"),
                         (self.expected(found[:2]), 7))

    def test_names(self):
        names = {"50%,a:b.xmf": "50%25%2Ca%3Ab.xmf", "::error::x.xmf": "%3A%3Aerror%3A%3Ax.xmf",
                 "a\r\n::error::b.xmf": "a\\x0D\\x0A%3A%3Aerror%3A%3Ab.xmf", "\u202eh\xe4.xmf": "\\u{202E}h\xe4.xmf",
                 b"\xff.xmf": "\\xFF.xmf"}
        names = {name: names[name] for name in names_here(names)}
        for name in names:
            self.write(name, meshes.error())
        out = self.expect(["-f", "github", *names], 1)
        self.assertEqual(sorted(re.findall("^::error file=(.*),line=1,title=xmf/index-range::0x1cd ", out, re.MULTILINE)),
                         sorted(names.values()))
        self.assertEqual(out.count("\n"), len(names))

    def test_members(self):
        self.pack("ext_01", {"a,b.xmf": meshes.error()})
        out = self.expect(["-f", "github", "."], 1)
        self.assertTrue(out.startswith("::error file=./ext_01.cat,line=1,title=xmf/index-range::a,b.xmf: 0x1cd "), out)

    def test_lines_of_text_files(self):
        self.write("mod/content.xml", b'<content id="a"/>')
        self.write("mod/index/macros.xml", b"<index>\n  <entry>\n</index>\n")
        finding, = self.report("mod", status=1)["findings"]
        self.assertEqual((finding["rule"], finding["line"]), ("x4/xml", 3))
        out = self.expect(["-f", "github", "mod"], 1)
        self.assertTrue(out.startswith(f"::error file=mod/index/macros.xml,line=3,title=x4/xml::0x{finding['offset']:x}: "), out)

    def test_three_of_a_rule_while_another_waits(self):
        """Errors that crash come first, but leave room for another error; the rest follows when no other rule waits."""
        for number in range(12):
            self.write(f"{number:02}-collision.xmf", meshes.collision())
        self.write("a.xmf", meshes.error())
        self.write("b.xmf", meshes.warning())
        found, more = self.annotations(".", "absent.xmf")
        self.assertEqual([rule for _, _, rule, *_ in found],
                         ["xmf/collision-declaration"] * 3 + ["xmf/index-range"] + ["xmf/collision-declaration"] * 5 +
                         ["file/unreadable"])
        self.assertEqual([path for _, path, *_ in found[:3] + found[4:9]],
                         [f"./{number:02}-collision.xmf" for number in range(8)])
        self.assertEqual(more, 5)
        for number in range(12):
            self.write(f"c{number:02}.xmf", meshes.error())
        found, more = self.annotations(".")
        self.assertEqual([rule for _, _, rule, *_ in found],
                         ["xmf/collision-declaration"] * 3 + ["xmf/index-range"] * 3 + ["xmf/collision-declaration"] * 4)
        self.assertEqual(more, 16)

    def test_causes_come_first(self):
        self.write("0-collision.xmf", meshes.collision())
        self.write("a.xmf", (ROOT / "build/fixtures/file/zero-filled/fires.xmf").read_bytes())
        self.write("b.xmf", (ROOT / "build/fixtures/file/line-ends/fires.xmf").read_bytes())
        found, _ = self.annotations(".")
        self.assertEqual([rule for _, _, rule, *_ in found[:3]],
                         ["file/line-ends", "file/zero-filled", "xmf/collision-declaration"])

    def test_unchecked_files(self):
        self.expect(["-f", "github", "absent.xmf"], 3,
                    "::error file=absent.xmf,line=1,title=file/unreadable::0x0: no such file or folder\n")

    def test_suppressed(self):
        self.write("a.xmf", meshes.error())
        self.expect(["--write-baseline=known.json", "a.xmf"], 0, None)
        self.expect(["-f", "github", "--baseline=known.json", "a.xmf"], 0, "")


class StepSummary(case.Case):
    def setUp(self):
        super().setUp()
        self.four_files()
        self.env = {"GITHUB_STEP_SUMMARY": os.path.join(self.folder, "summary.md")}

    def summary(self, *arguments, status=0, **options):
        self.expect(arguments, status, None, env=self.env, **options)
        return self.read("summary.md").decode()

    def row(self, finding, found=1, files=1):
        return (rf"\n\| {finding['level']} \| `{finding['rule']}` \| {found} \| {files} \| [^|\n]+ \|(?=\n)")

    def test_the_verdict(self):
        findings = {f["level"]: f for f in self.report(".", status=1)["findings"]}
        text = self.summary("-f", "github", ".", "--ignore=xmf/unknown-material", status=1)
        head = ("\n## assetlint: FAILED\n\n4 files checked: 1 with errors, 1 with warnings, 2 without. "
                "1 error, 1 warning, 1 note.\n\n| level | rule | found | files | what it is |\n"
                "| --- | --- | ---: | ---: | --- |")
        end = f"\n\n`assetlint explain {findings['error']['rule']}` tells what it means and how to fix it.\n"
        pattern = re.escape(head) + self.row(findings["error"]) + self.row(findings["warning"]) + re.escape(end)
        self.assertRegex(text, rf"\A{pattern}\Z")

    def test_shown_findings_are_in_the_table(self):
        findings = {f["level"]: f for f in self.report(".", status=1)["findings"]}
        self.assertRegex(self.summary("-f", "github", "--show=note", ".", status=1), self.row(findings["note"]))

    def test_ok(self):
        self.assertEqual(self.summary("-f", "github", "clean.xmf"),
                         "\n## assetlint: OK\n\n1 file checked: 0 with errors, 0 with warnings, 1 without. "
                         "0 errors, 0 warnings, 0 notes.\n")

    def test_what_is_not_judged(self):
        line = ("\n- Not judged by `xmf/unknown-material`: 4 references in 4 files: there is no material library for the meshes "
                "(--with GAME gives the game's)\n")
        self.assertTrue(self.summary("-f", "github", ".", status=1).endswith("how to fix it.\n" + line))
        both = self.summary("-f", "github", "--show=error", ".", status=1)  # the rule only warns
        self.assertEqual(both.count("## assetlint"), 2)
        self.assertEqual(both.count("Not judged"), 1)

    def test_it_is_appended(self):
        self.write("summary.md", b"before")
        first = self.summary("-f", "github=/dev/null", "-f", "text", "clean.xmf")
        self.assertTrue(first.startswith("before\n## assetlint: OK\n"), first)
        second = self.summary("-f", "github", "error.xmf", status=1)
        self.assertTrue(second.startswith(first + "\n## assetlint: FAILED\n"), second)
        self.assertEqual(second.count("## assetlint"), 2)

    def test_only_with_github(self):
        for form in ("text", "lines", "json", "ndjson", "sarif", "junit", "html"):
            self.expect(["-f", form, "clean.xmf"], 0, None, env=self.env)
        self.expect(["-f", "github", "clean.xmf"], 0, "", env={"GITHUB_STEP_SUMMARY": ""})
        self.assertFalse(os.path.exists(self.env["GITHUB_STEP_SUMMARY"]))

    def test_once_for_two_reports(self):
        text = self.summary("-f", "github", "-f", "github=again", "clean.xmf")
        self.assertEqual(text.count("## assetlint"), 1)

    def test_unwritable_summary(self):
        path = os.path.join(self.folder, "absent/summary.md")
        self.expect(["-f", "github", "clean.xmf"], 3, "", f"assetlint: cannot write {path}: no such file or folder\n",
                    env={"GITHUB_STEP_SUMMARY": path})
        if os.path.exists("/dev/full"):
            self.expect(["-f", "github", "clean.xmf"], 3, "",
                        "assetlint: cannot write /dev/full: No space left on device\n",
                        env={"GITHUB_STEP_SUMMARY": "/dev/full"})

    def test_two_reports_into_the_summary(self):
        done = self.run_text("-f", "json=summary.md", "-f", "github", "clean.xmf", env=self.env)
        self.assertEqual((done.status, done.out), (2, ""))
        self.assertIn("two formats for one file", done.err)

    def test_suppressed_and_unread(self):
        self.expect(["--write-baseline=known.json", "error.xmf"], 0, None)
        text = self.summary("-f", "github", "--baseline=known.json", "error.xmf", "absent.xmf", status=3)
        self.assertIn("\n2 files checked: 0 with errors, 0 with warnings, 1 without, 1 could not be checked; "
                      "1 finding suppressed. 1 error, 0 warnings, 0 notes.\n", text)

    @deep
    def test_every_row_has_its_five_cells(self):
        text = self.summary("-f", "github", "--show=note", "--no-config", str(ROOT / "build/fixtures"), status=3)
        rows = text.split("| --- |\n")[1].split("\n\n")[0].split("\n")
        self.assertGreater(len(rows), 200)
        for row in rows:
            cells = re.split(r"(?<!\\)\|", re.sub(r"`[^`]*`", "code", row))
            self.assertEqual(len(cells), 7, row)
            self.assertNotRegex(cells[5], r"(?<!\\)[<>*_\[\]&~]", row)


class JUnit(case.Case):
    def cases(self, *arguments, status=None, **options):
        """The test cases of -f junit; asserts the form of the document."""
        done = self.run_raw("-f", "junit", *arguments, **options)
        if status is not None:
            self.assertEqual(done.status, status, done)
        self.assertEqual(self.run_raw("-f", "junit", "-j4", *arguments, **options).out, done.out)
        self.assertTrue(done.out.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n'), done.out[:80])
        root = xml.etree.ElementTree.fromstring(done.out)
        self.assertEqual(root.tag, "testsuites")
        self.assertGreaterEqual(len(root), 1)
        for suite in root:
            self.assert_suite(suite)
        for key in ("tests", "failures", "errors"):
            self.assertEqual(int(root.get(key)), sum(int(suite.get(key)) for suite in root), key)
        return [case for suite in root for case in suite]

    def assert_suite(self, suite):
        self.assertEqual((suite.tag, set(suite.attrib)), ("testsuite", {"name", "tests", "failures", "errors"}))
        self.assertTrue(suite.get("name"))
        for case in suite:
            self.assertEqual((case.tag, set(case.attrib)), ("testcase", {"name", "classname"}))
            self.assertIn([child.tag for child in case], (["error"], ["failure"] * len(case)))
            for child in case:
                self.assertEqual(set(child.attrib), {"type", "message"})
                self.assertTrue(child.get("message") and child.text)
                self.assertEqual(len(child), 0)
        for key, tag in (("failures", "failure"), ("errors", "error")):
            self.assertEqual(int(suite.get(key)), sum(case.find(tag) is not None for case in suite), key)
        self.assertEqual(int(suite.get("tests")), len(suite))

    def names(self, cases):
        return [(case.get("name"), case.get("classname")) for case in cases]

    def failures(self, cases):
        return [(case.get("name"), child.tag, child.get("type"), child.get("message"))
                for case in cases for child in case]

    def expected(self, report, levels):
        return [(f["path"] + ("!/" + f["member"] if "member" in f else ""), "failure", f["rule"], f["message"])
                for f in report["findings"] if f["level"] in levels]

    def test_a_case_for_each_file(self):
        self.four_files()
        report = self.report(".", status=1)
        cases = self.cases(".", status=1)
        self.assertEqual(self.names(cases), [(file["path"], file["format"]) for file in report["files"]])
        self.assertEqual(self.failures(cases), self.expected(report, ("error",)))

    @deep
    def test_failures_follow_fail_on(self):
        self.four_files()
        report = self.report(".", status=1)
        for level, levels in (("error", ("error",)), ("warning", ("error", "warning")),
                              ("note", ("error", "warning", "note")), ("never", ())):
            cases = self.cases("--fail-on", level, ".", status=0 if level == "never" else 1)
            self.assertEqual(self.failures(cases), self.expected(report, levels))
        self.assertEqual(self.failures(self.cases("--fail-on=note", "--show=warning", ".")),
                         self.expected(report, ("error", "warning")))
        self.write("assetlint.json", b'{"fail-on": "warning"}')
        self.assertEqual(self.failures(self.cases(".")), self.expected(report, ("error", "warning")))

    def test_levels_that_are_shown(self):
        self.four_files()
        error = [("./error.xmf", "failure", "xmf/index-range")]
        warning = [("./warning.xmf", "failure", "xmf/trailing-bytes")]
        for options, wanted in ((["--fail-on=warning"], error + warning), (["--fail-on=warning", "--show=error"], error)):
            self.assertEqual([failure[:3] for failure in self.failures(self.cases(*options, ".", status=1))], wanted)

    def test_several_failures_of_a_file_are_one_case(self):
        self.write("a.xmf", meshes.notes(25))
        cases = self.cases("--fail-on=note", "a.xmf", status=1)
        self.assertEqual([len(case) for case in cases], [25])
        cases = self.cases("--fail-on=note", "--max-per-rule=4", "a.xmf", status=1)
        self.assertEqual([len(case) for case in cases], [4])

    def test_text_of_a_failure(self):
        self.write("hull-collision.xmf", meshes.collision())
        [case] = self.cases("hull-collision.xmf", status=1)
        first, fix = case[0].text.split("\n", 1)
        self.assertEqual(first, "0x78: error: collision mesh declares its vertices in the element list, the game crashes "
                                "on load [xmf/collision-declaration] buffers[0].numVertexElements = 1, expected 0")
        self.assertIn(fix, self.run_text("rules", "-f", "json").out)

    def test_errors_have_no_failures(self):
        self.four_files()
        cases = self.cases("--max-file-size=100", "error.xmf", "absent.xmf", status=3)
        self.assertEqual([(name, tag, kind) for name, tag, kind, _ in self.failures(cases)],
                         [("absent.xmf", "error", "file/unreadable"), ("error.xmf", "error", "file/limit")])
        self.assertEqual(self.failures(cases)[0][3], "the file could not be checked: no such file or folder")
        self.assertRegex(self.failures(cases)[1][3], "^a limit stopped the check: .*100")

    def test_a_limit_beside_findings(self):
        self.write("warning.xmf", meshes.warning())
        options = ("--fail-on=note", "--max-inflated=41", "warning.xmf")
        rules = [finding["rule"] for finding in self.report(*options, status=3)["findings"]]
        self.assertEqual(rules, ["xmf/limit", "xmf/trailing-bytes"])
        [case] = self.cases(*options, status=3)
        self.assertEqual([(child.tag, child.get("type")) for child in case], [("error", "file/limit")])

    def test_nothing_to_check(self):
        self.write("readme.txt", b"text")
        self.assertEqual(self.cases("--allow-empty", ".", status=0), [])
        self.assertEqual(self.cases(".", status=2), [])

    def test_members(self):
        self.pack("ext_01", {"a.xmf": meshes.clean(), "b.xmf": meshes.error()})
        report = self.report(".", status=1)
        cases = self.cases(".", status=1)
        self.assertEqual(self.names(cases), [("./ext_01.cat", "cat"), ("./ext_01.cat!/a.xmf", "xmf"),
                                             ("./ext_01.cat!/b.xmf", "xmf")])
        self.assertEqual(self.failures(cases), self.expected(report, ("error",)))

    def test_entries_belong_to_their_package(self):
        self.write("a.zip", archive.zip_archive([archive.Entry("../b.txt", b"x"), archive.Entry("c.xmf", meshes.error()),
                                                 archive.Entry("d\\..\\..\\e.txt", b"y")]))
        report = self.report("a.zip")
        outside = [f for f in report["findings"] if f["rule"] == "archive/path"]
        self.assertEqual(len(outside), 2, report)
        self.assertEqual(len(report["files"]), 2)
        cases = self.cases("--fail-on=note", "a.zip", status=1)
        self.assertEqual(self.names(cases), [("a.zip", "zip"), ("a.zip!/c.xmf", "xmf")])
        self.assertEqual([(child.get("type"), child.get("message")) for child in cases[0]],
                         [(f["rule"], f["message"]) for f in report["findings"] if f["rule"] == "archive/backslash"] +
                         [(f["rule"], f["member"] + ": " + f["message"]) for f in outside])

    def test_names(self):
        names = {'<a b="c">&\'d\'.xmf': '<a b="c">&\'d\'.xmf', "]]>.xmf": "]]>.xmf", "a\tb\nc\x1b.xmf":
                 "a\\x09b\\x0Ac\\x1B.xmf", "\uffff.xmf": "\\xEF\\xBF\\xBF.xmf", b"\xff\xc3.xmf": "\\xFF\\xC3.xmf",
                 "\U0001f680 \xe4.xmf": "\U0001f680 \xe4.xmf", "  .xmf": "  .xmf"}
        names = {name: names[name] for name in names_here(names)}
        for name in names:
            self.write(name, meshes.error())
        cases = self.cases(*names, status=1)
        self.assertEqual(sorted(case.get("name") for case in cases), sorted(names.values()))

    @deep
    def test_every_fixture(self):
        """For every fixture of files and packages, the document is well-formed and its counts are right."""
        for folder in ("build/fixtures/xmf", "build/fixtures/archive", "build/fixtures/cat", "build/fixtures/bbmod"):
            path = str(ROOT / folder)
            report = self.report(path)
            cases = self.cases("--fail-on=note", path)
            self.assertEqual(len(cases), len(report["files"]))
            unchecked = sum(file["status"] in ("unreadable", "limit") for file in report["files"])
            self.assertEqual(sum(case.find("error") is not None for case in cases), unchecked)

    @deep
    def test_findings_in_a_temporary_file(self):
        members = {f"{number:02}.xmf": meshes.notes(250) for number in range(30)}
        self.pack("a", members)
        for name, content in members.items():
            self.write(name, content)
        cases = self.cases("--fail-on=note", ".", status=1)
        self.assertEqual(self.names(cases), [(f"./{name}", "xmf") for name in members] + [("./a.cat", "cat")] +
                         [(f"./a.cat!/{name}", "xmf") for name in members])
        self.assertEqual([len(case) for case in cases], [250] * 30 + [0] + [250] * 30)

    def test_suppressed(self):
        self.write("a.xmf", meshes.error())
        self.expect(["--write-baseline=known.json", "a.xmf"], 0, None)
        self.assertEqual(self.failures(self.cases("--baseline=known.json", "a.xmf", status=0)), [])


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
