#!/usr/bin/env python3
"""test_config.py: assetlint.json, NAME.assetlintignore files, and baselines.

    test_config.py --program PATH [--only quick|deep] [TEST...]

The schema is checked against the example of docs/configuration.md with the module jsonschema; if it isn't installed,
its tests are skipped. The last line is `N passed, N failed, N skipped`.
"""

import json
import os
import re
import sys
import unittest

import meshes
import case
from case import deep, posix, ROOT

import anark
import ani
import bbanim
import bbmod
import bone_rules

try:
    import jsonschema
except ImportError:
    jsonschema = None

DOCUMENT = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "docs/assetlint.schema.json").read_text(encoding="utf-8"))
EXAMPLE = re.search(r"```json\n(.*?)```", DOCUMENT, re.DOTALL).group(1)

# The schema and the program refuse each of these: a change of the example, and the line and column of the message.
MISTAKES = {
    "an unknown key": (("selct", ["xmf/*"]), '"selct"', "key"),
    "a key of a budget": (("budgets", 0, "polygons", 1), '"polygons"', "key"),
    "a key of an override": (("overrides", 0, "suppress", []), '"suppress"', "key"),
    "a key of a suppression": (("suppressions", 0, "comment", "x"), '"comment"', "key"),
    "a key of the limits": (("limits", "max-time", 1), '"max-time"', "key"),
    "a game": (("game", "x5"), '"x5"', "value"),
    "the level to fail on": (("fail-on", "off"), '"off"', "value"),
    "a level": (("levels", "xmf/degenerate-*", "never"), '"never"', "value"),
    "a level of an override": (("overrides", 0, "levels", "xmf/*", "fatal"), '"fatal"', "value"),
    "a rule alone": (("select", "xmf/*"), '"xmf/*",', "value"),
    "a number for a rule": (("ignore", [1]), "1\n", "value"),
    "a rule that can't be": (("ignore", ["xmf index"]), '"xmf index"', "value"),
    "a size": (("limits", "max-memory", "2T"), '"2T"', "value"),
    "a size of nothing": (("limits", "max-inflated", 0), '0,', "value"),
    "a bound below nothing": (("budgets", 0, "triangles", -1), '-1', "value"),
    "half a triangle": (("budgets", 0, "triangles", 0.5), '0.5', "value"),
    "a path from the root": (("exclude", ["/old"]), '"/old"', "value"),
    "a date": (("suppressions", 0, "expires", "31.03.2027"), '"31.03.2027"', "value"),
    "a month": (("suppressions", 0, "expires", "2027-13-01"), '"2027-13-01"', "value"),
    "an empty reason": (("suppressions", 0, "reason", " "), '" "', "value"),
    "a fingerprint": (("suppressions", 0, "fingerprint", "XYZ"), '"XYZ"', "value"),
    "a text for a list": (("suppressions", "all"), '"all"', "value"),
    "no reason": (("suppressions", 0, "reason", None), "", "entry"),
    "nothing but a reason": (("suppressions", [{"reason": "x"}]), "", "entry"),
}


def changed(path_and_value):
    """The example with one value replaced, or removed if it is None."""
    *path, key, value = path_and_value
    whole = json.loads(EXAMPLE)
    place = whole
    for part in path:
        place = place[part]
    if value is None:
        del place[key]
    else:
        place[key] = value
    return whole


class Case(case.Case):
    def refuse(self, arguments, message, **options):
        done = self.run_text(*arguments, **options)
        self.assertEqual((done.status, done.out, done.err), (2, "", message + "\n"))

    def summary(self, *arguments, **options):
        return self.report(*arguments, **options)["summary"]


class Schema(Case):
    def setUp(self):
        super().setUp()
        os.mkdir(os.path.join(self.folder, "x4-foundations"))
        self.write("mod/a.xmf", meshes.clean())

    @unittest.skipUnless(jsonschema, "jsonschema: the Python module is missing")
    def test_it_is_a_schema(self):
        jsonschema.Draft7Validator.check_schema(SCHEMA)

    @unittest.skipUnless(jsonschema, "jsonschema: the Python module is missing")
    def test_it_takes_the_example(self):
        jsonschema.Draft7Validator(SCHEMA).validate(json.loads(EXAMPLE))
        jsonschema.Draft7Validator(SCHEMA).validate({})

    @unittest.skipUnless(jsonschema, "jsonschema: the Python module is missing")
    def test_it_refuses_mistakes(self):
        validator = jsonschema.Draft7Validator(SCHEMA)
        for name, (change, _, _) in MISTAKES.items():
            self.assertFalse(validator.is_valid(changed(change)), name)

    def test_it_names_every_key(self):
        for key in SCHEMA["properties"]:
            self.assertIn(f'"{key}"', EXAMPLE)
            self.assertIn(f"`{key}`", DOCUMENT.replace("`$schema`", "") + "`$schema`")

    def test_the_program_takes_the_example(self):
        self.write("mod/assetlint.json", EXAMPLE.encode())
        found = self.summary("mod", "--ignore", "config/unused-suppression", status=0, env={"SOURCE_DATE_EPOCH": "1"})
        self.assertEqual(found["files"], 1)

    @deep
    def test_the_program_refuses_mistakes(self):
        for name, (change, text, what) in MISTAKES.items():
            with self.subTest(name):
                content = json.dumps(changed(change), indent=2)
                self.write("mod/assetlint.json", content.encode())
                at = content.index(text) if what != "entry" else content.index('"suppressions"') + 22
                if what == "value" and content.count(text) > 1:
                    at = content.index(text, content.index(f'"{[p for p in change[:-1] if isinstance(p, str)][-1]}"'))
                place = content.count("\n", 0, at) + 1, at - content.rfind("\n", 0, at)
                done = self.run_text("mod")
                self.assertEqual((done.status, done.out), (2, ""), done)
                self.assertRegex(done.err, r"^mod/assetlint\.json:%d:%d: [^\n]+\n$" % place)


class Json(Case):
    """Invalid JSON, and valid JSON that the program refuses, with the place of the mistake."""

    def setUp(self):
        super().setUp()
        self.write("a.xmf", meshes.clean())

    def expect_mistake(self, content, place, message):
        self.write("assetlint.json", content)
        self.refuse(["a.xmf"], f"assetlint.json:{place}: {message}")

    @deep
    def test_invalid_json(self):
        for content, place, message in (
                (b"", "1:1", "unexpected end of the file"),
                (b"{", "1:2", "unexpected end of the file"),
                (b"{}\n{}", "2:1", "expected nothing after the JSON"),
                (b"{,}", "1:2", "expected a key in double quotes"),
                (b'{"a"}', "1:5", "expected a colon after the key"),
                (b'{"select": [],\n}', "1:14", "no comma may follow the last value"),
                (b'{"select": ["xmf/*"', "1:20", "unexpected end of the file"),
                (b'{"select": ["xmf/*" "xac/*"]}', "1:21", "expected a comma or ]"),
                (b"{\r\n  // why\r\n}", "2:3", "JSON has no comments"),
                (b"{'game': 'x4'}", "1:2", "strings need double quotes"),
                (b'{"game": x4}', "1:10", "expected a value"),
                (b'{"game": "x4}\n', "1:14", "a string must end on the line on which it begins"),
                (b'{"game": "x4', "1:10", "this string has no end"),
                (b'{"game": "\\x"}', "1:11", "unknown escape sequence; write a backslash as \\\\"),
                (b'{"game": "\\u12g4"}', "1:15", "\\u needs four hexadecimal digits"),
                (b'{"game": "\\ud800"}', "1:11", "unpaired surrogate"),
                (b'{"game": "\\u0000"}', "1:11", "strings must not contain NUL"),
                (b'{"game": "a\x01"}', "1:12", "control character in a string"),
                (b'{"limits": {"max-memory": 01}}', "1:27", "numbers must not have leading zeros"),
                (b'{"limits": {"max-memory": 1.}}', "1:27", "expected a digit after the decimal point"),
                (b'{"limits": {"max-memory": 1e}}', "1:27", "expected a digit in the exponent"),
                (b'{"limits": {"max-memory": -}}', "1:27", "expected a digit after the minus sign"),
                (b"[" * 40, "1:33", "values are nested too deeply"),
        ):
            with self.subTest(content):
                self.expect_mistake(content, place, message)

    def test_columns_are_characters(self):
        self.expect_mistake('{"ä": "\U0001F600\\n", "b": ö}'.encode(), "1:19", "expected a value")
        self.expect_mistake('\ufeff{"x": 1}'.encode(), "1:2", 'the configuration has no key "x"')
        self.expect_mistake(b'{"game": "\xff"}', "1:11", "invalid UTF-8")

    def test_duplicate_keys(self):
        self.expect_mistake(b'{"game": "x4",\n "game": "x4"}', "2:2", 'duplicate key "game"')
        self.expect_mistake(b'{"levels": {"xmf/*": "off", "xac/*": "off",\n "x\\u006df/*": "off"}}', "2:2",
                            'duplicate key "xmf/*"')

    @deep
    def test_types(self):
        for content, place, message in (
                (b"[]", "1:1", "the configuration in braces was expected, not a list"),
                (b'{"select": {}}', "1:12", "a list of rules was expected, not an object"),
                (b'{"select": [null]}', "1:13", "a rule was expected, not null"),
                (b'{"levels": []}', "1:12", "rules with their levels in braces was expected, not a list"),
                (b'{"game": true}', "1:10", "the name of a game was expected, not true or false"),
                (b'{"limits": {"max-memory": 18446744073709551616}}', "1:27",
                 'a number of bytes, such as 67108864 or "64M", was expected'),
                (b'{"budgets": [3]}', "1:14", "a budget in braces was expected, not a number"),
                (b'{"with": "game"}', "1:10", "a list of paths was expected, not a text"),
        ):
            with self.subTest(content):
                self.expect_mistake(content, place, message)

    @deep
    def test_names_that_are_near(self):
        for content, place, message in (
                (b'{"ignor": []}', "1:2", 'unknown key "ignor"; did you mean "ignore"?'),
                (b'{"game": "x-rebrith"}', "1:10", 'unknown game "x-rebrith"; did you mean "x-rebirth"?'),
                (b'{"game": "doom"}', "1:10",
                 'unknown game "doom": the games are x-rebirth, x4, victoria2, bbmod and lost-saga'),
                (b'{"fail-on": "warnings"}', "1:13", 'unknown level "warnings"; did you mean "warning"?'),
                (b'{"fail-on": "fatal"}', "1:13", 'unknown level "fatal"; the levels are error, warning, note and never'),
                (b'{"levels": {"xmf/*": "fatal"}}', "1:22",
                 'unknown level "fatal"; the levels are error, warning, note and off'),
                (b'{"levels": {"xmf/idnex-range": "off"}}', "1:13",
                 'no rule matches "xmf/idnex-range"; did you mean "xmf/index-range"?'),
                (b'{"suppressions": [{"rule": "abc/*", "reason": "x"}]}', "1:28", 'no rule matches "abc/*"'),
                (b'{"with": ["no-such"]}', "1:11", "there is no file or folder no-such"),
                (b'{"suppressions": [{"rule": "xmf/*", "reason": "x", "expires": "2027-02-29"}]}', "1:63",
                 "a date is YYYY-MM-DD, and must exist in the calendar"),
        ):
            with self.subTest(content):
                self.expect_mistake(content, place, message)

    @posix("names that it cannot have")
    def test_names_are_escaped(self):
        self.write("\u202ea\n/assetlint.json", b"{1}")
        self.write("\u202ea\n/a.xmf", meshes.clean())
        self.refuse(["\u202ea\n"], "\\u{202E}a\\x0A/assetlint.json:1:2: expected a key in double quotes")


class Finding(Case):
    """Which configuration file is read."""

    def setUp(self):
        super().setUp()
        self.four_files()
        self.write("mod/ships/error.xmf", meshes.error())
        self.quiet = {"levels": {"*": "off"}}

    @deep
    def test_in_the_folder_or_above(self):
        self.configure("mod/assetlint.json", **self.quiet)
        for path in ("mod", "mod/", "./mod/ships", "mod/ships/error.xmf", "mod/ships/../ships",
                     os.path.join(self.folder, "mod"), os.path.join(self.folder, "mod/ships/error.xmf")):
            with self.subTest(path):
                self.assertEqual(self.rules(path), [])
        self.assertNotEqual(self.rules("."), [])
        self.assertNotEqual(self.rules("error.xmf", "mod"), [])

    @deep
    def test_above_the_current_folder(self):
        self.configure("mod/assetlint.json", suppressions=[{"rule": "xmf/missing-positions", "reason": "x"}])
        self.write("mod/ships/clean.xmf", meshes.clean())
        folder = os.path.join(self.folder, "mod", "ships")
        for path in (".", "clean.xmf", "./clean.xmf"):
            with self.subTest(path):
                found = self.rules("--ignore", "xmf/*", "--select", "*", path, cwd=folder)
                self.assertEqual(found, [])
        self.configure("mod/assetlint.json", suppressions=[{"rule": "file/*", "path": "ships/clean.xmf", "reason": "x"}])
        for path, shown in ((".", "../assetlint.json"), ("clean.xmf", "../assetlint.json"),
                            ("../ships", "../assetlint.json"), ("../../mod/ships", "../../mod/assetlint.json"),
                            (folder, os.path.join(self.folder, "mod/assetlint.json"))):
            with self.subTest(path):
                self.assertIn((shown, "config/unused-suppression"), self.rules(path, cwd=folder))

    def test_only_the_nearest(self):
        self.configure("assetlint.json", select=["xac/*"])
        self.configure("mod/assetlint.json", select=["xmf/*"])
        self.assertNotEqual(self.rules("mod"), [])
        self.assertEqual(self.rules("."), [])

    @deep
    @posix("links")
    def test_links(self):
        self.configure("mod/assetlint.json", ignore=["*"], overrides=[{"paths": ["ships/error.xmf"], "select": ["xmf/*"]}])
        os.symlink("mod", os.path.join(self.folder, "link"))
        os.symlink("../mod/ships", os.path.join(self.folder, "mod/deep"))
        for path in ("link", "link/ships", "link/ships/error.xmf", "mod/../link/ships"):
            with self.subTest(path):
                self.assertEqual(len(self.rules(path)), 1)
        self.configure("link/assetlint.json", exclude=["ships/error.xmf"])
        self.assertEqual(self.rules("--allow-empty", "link"), [])
        self.assertEqual(self.rules("--allow-empty", "--config", "mod/assetlint.json", "link"), [])
        self.assertEqual(self.rules("--allow-empty", "--config", "link/assetlint.json", "mod"), [])

    @posix("links")
    def test_a_link_that_was_found_is_refused(self):
        self.write("elsewhere/secrets", b"TOKEN=hidden\n")
        link = os.path.join(self.folder, "mod/assetlint.json")
        for target in ("../elsewhere/secrets", "nowhere", "."):
            os.symlink(target, link)
            with self.subTest(target):
                for path in ("mod", "mod/ships/error.xmf"):
                    self.refuse([path], "mod/assetlint.json:1:1: this is a symbolic link, which is not followed: "
                                        "give the file that it leads to with --config")
                self.assertEqual(len(self.rules("--no-config", "mod")), 1)
            os.remove(link)
        self.configure("elsewhere/real.json", **self.quiet)
        os.symlink("../elsewhere/real.json", link)
        self.assertEqual(self.rules("--config", "mod/assetlint.json", "mod"), [])

    def test_explicit_configuration(self):
        self.configure("ci/a.json", overrides=[{"paths": ["../mod/**"], "ignore": ["*"]}])
        self.configure(**self.quiet)
        self.assertEqual(self.rules("--config", "ci/a.json", "mod"), [])
        self.assertNotEqual(self.rules("--config", "ci/a.json", "error.xmf"), [])
        self.refuse(["--config", "no-such.json", "mod"], "no-such.json:1:1: no such file or folder")
        self.refuse(["--config", "mod", "mod"], "mod:1:1: " + os.strerror(21))
        self.expect_usage(["--config", "ci/a.json", "--config", "b", "mod"], "--config can be given once")
        self.expect_usage(["--config", "ci/a.json", "--no-config", "mod"], "--config and --no-config exclude each other")

    def test_none(self):
        self.write("assetlint.json", b"broken")
        self.assertNotEqual(self.rules("--no-config", "mod"), [])
        self.write("assetlint.json", b"{}")
        self.assertEqual(self.rules("mod"), self.rules("--no-config", "mod"))

    def test_too_large(self):
        self.write("assetlint.json", b" " * (4 << 20) + b"{}")
        self.refuse(["mod"], "assetlint.json:1:1: this file is too large")

    def test_standard_input(self):
        self.configure("mod/assetlint.json", **self.quiet)
        error = meshes.error()
        self.expect(["-q", "--stdin-name", "mod/ships/x.xmf", "-"], 0, "", stdin=self.file_of(error))
        self.expect(["-q", "-"], 1, None, stdin=self.file_of(error))

    def file_of(self, content):
        self.write("input", content)
        return self.open("input")

    def open(self, name):
        file = open(os.path.join(self.folder, name), "rb")
        self.addCleanup(file.close)
        return file

    def test_lists(self):
        self.configure(**self.quiet)
        self.write("list", b"mod/ships/error.xmf\n")
        self.expect(["-q", "--files-from", "list"], 0, "")


class Keys(Case):
    """Each key has its effect, and the command line overrides it."""

    def setUp(self):
        super().setUp()
        self.write("error.xmf", meshes.error())
        self.write("warning.xmf", meshes.warning())
        self.error, = self.rules("--no-config", "error.xmf")[:1]
        self.error = self.error[1]
        self.warning = self.rules("--no-config", "warning.xmf")[0][1]

    def names(self, *arguments, **options):
        return {rule for _, rule in self.rules(*arguments, **options)}

    @deep
    def test_select_and_ignore(self):
        self.configure(select=[self.error])
        self.assertEqual(self.names("."), {self.error})
        self.assertEqual(self.names("--select", self.warning, "."), {self.warning})
        self.assertEqual(self.names("--ignore", self.error, "."), set())
        self.configure(ignore=[self.error])
        self.assertNotIn(self.error, self.names("."))
        self.assertEqual(self.names("--select", self.error, "."), set())
        self.assertNotIn(self.warning, self.names("--ignore", self.warning, "."))
        self.configure(select=[], ignore=[])
        self.assertEqual(self.names("."), self.names("--no-config", "."))

    @deep
    def test_levels(self):
        def level(*arguments):
            return {level for _, rule, level in self.findings(*arguments, ".") if rule == self.error}

        self.configure(levels={"*": "note", self.error: "warning"})
        self.assertEqual(level(), {"warning"})
        self.configure(levels={self.error: "warning", "xmf/*": "note"})
        self.assertEqual(level(), {"note"})
        self.assertEqual(level("--level", self.error + "=error"), {"error"})
        self.configure(levels={self.error: "off"})
        self.assertEqual(level(), set())
        self.assertEqual(level("--level", "xmf/*=error"), {"error"})

    @deep
    def test_fail_on(self):
        self.configure(fail_on="warning", select=[self.warning])
        self.expect(["-q", "."], 1, None)
        self.expect(["-q", "--fail-on", "error", "."], 0, None)
        self.configure(fail_on="never")
        self.expect(["-q", "."], 0, None)
        self.expect(["-q", "--fail-on=note", "."], 1, None)

    def test_game(self):
        self.configure(game="victoria2")
        self.assertEqual(self.names("."), set())
        self.assertEqual(self.names("--game", "x4", "."), self.names("--no-config", "--game", "x4", "."))

    @deep
    def test_limits(self):
        self.configure(limits={"max-file-size": "1K", "max-memory": 10})
        self.assertEqual(self.names(".", status=3), {"file/limit"})
        self.assertEqual(self.names("--max-memory", "1M", "."), self.names("--no-config", "."))

    @deep
    def test_exclude(self):
        self.write("mod/old/a.xmf", meshes.error())
        self.write("mod/a.xmf", meshes.error())
        self.write("mod/b-backup.xmf", meshes.error())

        def paths(*arguments, **options):
            return [file["path"] for file in self.report("--allow-empty", *arguments, **options)["files"]]

        self.configure("mod/assetlint.json", exclude=["old/", "./**/*-backup.xmf"])
        self.assertEqual(paths("mod"), ["mod/a.xmf"])
        self.assertEqual(paths("mod/old"), ["mod/old/a.xmf"])        # named explicitly, so not excluded
        self.assertEqual(paths(".", cwd=os.path.join(self.folder, "mod")), ["./a.xmf"])
        self.assertEqual(paths("mod/b-backup.xmf"), ["mod/b-backup.xmf"])
        self.assertEqual(paths("--exclude", "a.xmf", "mod"), [])
        self.assertEqual(paths("--no-config", "mod"), ["mod/a.xmf", "mod/b-backup.xmf", "mod/old/a.xmf"])
        self.configure("mod/assetlint.json", exclude=["old/*"])
        self.assertEqual(paths("mod/old"), [])
        self.configure("mod/assetlint.json", exclude=["**"])
        self.expect(["mod"], 2, None, re.compile('"exclude" of mod/assetlint.json may leave out too much'))

    def test_references(self):
        self.write("game/a.xmf", meshes.error())
        self.write("mod/a.xmf", meshes.clean())
        self.configure("mod/assetlint.json", **{"with": ["../game", os.path.join(self.folder, "game/a.xmf")]})
        self.assertEqual(self.rules("mod", status=0), [])

    def test_references_out_of_the_folder(self):
        """A mod doesn't choose what else of the machine is read."""
        self.write("game/readme", b"")
        self.write("mod/a.xmf", meshes.clean())
        self.write("mod/own/readme", b"")
        os.symlink("../game", os.path.join(self.folder, "mod/link"))
        for path in ("../game", self.folder, "own/../../game", "link"):
            self.configure("mod/assetlint.json", **{"with": ["own", path]})
            done = self.run_text("mod")
            self.assertRegex(done.err, r'^assetlint: mod/assetlint\.json: "with" leads out of its folder, to .*, which is not used')
            self.assertEqual(self.run_text("--config", "mod/assetlint.json", "mod").err, "")
            self.assertEqual(self.run_text(".", cwd=os.path.join(self.folder, "mod")).err, "")
        self.configure("mod/assetlint.json", **{"with": ["own"]})
        self.assertEqual(self.run_text("mod").err, "")

    def settings(self, *arguments, status=0):
        """What the verdict says of the configuration, in text and lines, and the summary's member."""
        texts = {re.sub(".*; settings of ", "", self.expect(["-f", form, *arguments], status).splitlines()[-1])
                 for form in ("text", "lines")}
        self.assertEqual(len(texts), 1, texts)
        return texts.pop(), self.report(*arguments)["summary"]["configuration"]

    def test_what_it_takes_from_view(self):
        self.write("mod/a.xmf", meshes.error())
        self.write("mod/b.xmf", meshes.error())
        name = "mod/assetlint.json"
        for changes, said, left_out in ((({"ignore": [self.error]}), "2 findings left out", 2),
                                        (({"levels": {"xmf/*": "off"}}), "2 findings left out", 2),
                                        (({"select": ["xac/*"]}), "2 findings left out", 2),
                                        (({"game": "bbmod"}), "2 findings left out", 2),
                                        (({"overrides": [{"paths": ["b.xmf"], "ignore": ["xmf/*"]}], "fail-on": "never"}),
                                         "1 finding left out, fail-on never", 1),
                                        (({"levels": {self.error: "warning"}}), "other levels", 0),
                                        (({"fail-on": "never"}), "fail-on never", 0)):
            self.configure(name, **changes)
            text, summary = self.settings("mod")
            self.assertEqual(text, f"{name}: {said}")
            self.assertEqual((summary["path"], summary["leftOut"]), (name, left_out))
            self.assertEqual(summary.get("failOn"), changes.get("fail-on"))
        for arguments, status in ((["--ignore", self.error], 0), (["--game", "bbmod"], 0), (["--no-config"], 1)):
            self.assertNotIn("settings", self.expect(["-f", "lines", *arguments, "mod"], status))
        self.configure(name, levels={"xmf/degenerate-triangle": "off"}, ignore=["xac/*"])
        self.assertNotIn("settings", self.expect(["-f", "lines", "mod"], 1))

    @deep
    def test_overrides(self):
        self.write("ships/error.xmf", meshes.error())
        self.configure(ignore=[self.error], overrides=[
            {"paths": ["ships/*"], "select": [self.error]},
            {"paths": ["**/error.xmf"], "levels": {self.error: "warning"}},
            {"paths": ["warning.xmf"], "ignore": ["xmf/*"]}])
        self.assertEqual(self.findings("."), [("./ships/error.xmf", self.error, "warning")])
        self.assertEqual(self.findings("--level", "xmf/*=note", "."), [("./ships/error.xmf", self.error, "note")])
        self.assertEqual(self.rules("--select", self.warning, "."), [])
        self.assertEqual(self.rules("--ignore", self.error, "."), [])
        self.configure(levels={self.error: "note"}, overrides=[
            {"levels": {self.error: "warning"}}, {"paths": ["**"], "levels": {self.error: "error"}}])
        self.assertIn(("./ships/error.xmf", self.error, "error"), self.findings("."))

    def test_sarif_has_rules_of_overrides(self):
        self.configure(ignore=["*"], overrides=[{"paths": ["error.xmf"], "select": [self.error]}])
        sarif = json.loads(self.expect(["-f", "sarif", "."], 1))
        self.assertEqual([result["ruleId"] for result in sarif["runs"][0]["results"]], [self.error])

    @deep
    def test_budgets(self):
        size = len(meshes.clean())
        self.write("clean.xmf", meshes.clean())
        self.configure(budgets=[{"paths": ["clean.xmf"], "triangles": 1, "vertices": 2, "bytes": size - 1},
                                {"paths": ["clean.xmf"], "triangles": 0, "vertices": 3},
                                {"paths": ["error.xmf"], "triangles": 0}])
        found = self.report("clean.xmf", status=0)["findings"]
        self.assertEqual([(f["rule"], f["field"], f["actual"], f["expected"], f["level"]) for f in found],
                         [("budget/bytes", "", str(size), str(size - 1), "warning"),
                          ("budget/triangles", "", "1", "0", "warning"),
                          ("budget/vertices", "", "3", "2", "warning")])
        self.assertEqual(found[0]["message"], f"{size} bytes, the budget is {size - 1}")
        self.assertEqual({f["format"] for f in found}, {"xmf"})
        self.assertEqual(self.rules("--ignore", "budget/*", "clean.xmf"), [])
        self.assertEqual(self.rules("--no-config", "clean.xmf"), [])
        self.configure(budgets=[{"bytes": size}])
        self.assertEqual(self.rules("clean.xmf"), [])

    def test_budgets_of_packages(self):
        self.pack("a", {"ships/clean.xmf": meshes.clean()})
        self.configure(budgets=[{"paths": ["a.cat"], "vertices": 2, "bytes": 10}])
        found = self.report("a.cat")["findings"]
        self.assertEqual([(f.get("member", ""), f["rule"]) for f in found],
                         [("", "budget/bytes"), ("ships/clean.xmf", "budget/bytes"), ("ships/clean.xmf", "budget/vertices")])


class Suppressions(Case):
    def setUp(self):
        super().setUp()
        self.write("ships/a.xmf", meshes.error())
        self.write("ships/b.xmf", meshes.error())
        self.found = self.report("--no-config", ".")["findings"]
        self.first = self.found[0]
        self.rule = self.first["rule"]

    def suppress(self, **entry):
        self.configure(suppressions=[{"reason": "the game takes it", **entry}])

    @deep
    def test_matching(self):
        self.assertEqual([f["path"] for f in self.found], ["./ships/a.xmf", "./ships/b.xmf"])
        for entry, left in (
                ({"rule": self.rule}, []),
                ({"rule": "xmf/*", "path": "ships/a.xmf"}, ["./ships/b.xmf"]),
                ({"path": "ships/?.xmf"}, []),
                ({"path": "./ships/b.xmf"}, ["./ships/a.xmf"]),
                ({"path": "*"}, ["./ships/a.xmf", "./ships/b.xmf"]),
                ({"path": "**"}, []),
                ({"rule": "xac/*"}, ["./ships/a.xmf", "./ships/b.xmf"]),
                ({"rule": self.rule, "field": self.first["field"]}, []),
                ({"rule": self.rule, "field": "buffers[9]"}, ["./ships/a.xmf", "./ships/b.xmf"]),
                ({"rule": self.rule, "member": "x"}, ["./ships/a.xmf", "./ships/b.xmf"]),
                ({"fingerprint": self.first["fingerprint"]}, ["./ships/b.xmf"]),
                ({"fingerprint": self.first["fingerprint"], "rule": "xac/*"}, ["./ships/a.xmf", "./ships/b.xmf"]),
        ):
            with self.subTest(entry):
                self.suppress(**entry)
                report = self.report("--ignore", "config/*", ".")
                self.assertEqual([f["path"] for f in report["findings"]], left)
                self.assertEqual(report["summary"]["suppressed"], 2 - len(left))
                self.assertEqual(report["summary"]["exit"], 1 if left else 0)
                self.assertEqual([f["status"] for f in report["files"]], ["findings"] * 2)
                self.assertEqual(report["summary"]["clean"], 0)

    @deep
    def test_suppressed_findings_are_in_no_report(self):
        self.suppress(rule=self.rule)
        self.assertNotIn(self.rule, self.expect(["-f", "lines", "."], 0))
        self.assertEqual(self.expect(["."], 0).splitlines()[-1],
                         "OK: 2 files checked: 0 with errors, 0 with warnings, 2 without; 2 findings suppressed")
        self.assertEqual(self.expect(["-f", "lines", "."], 0), "OK: 2 files checked, 0 clean, 2 suppressed\n")
        for form in ("ndjson", "json"):
            self.assertNotIn('"fingerprint"', self.expect(["-f", form, "."], 0))

    @deep
    def test_sarif(self):
        self.suppress(rule=self.rule, path="ships/a.xmf")
        run = json.loads(self.expect(["-f", "sarif", "."], 1))["runs"][0]
        self.assertEqual(len(run["results"]), 1)
        run = json.loads(self.expect(["-f", "sarif", "--sarif-suppressed", "."], 1))["runs"][0]
        self.assertEqual([result.get("suppressions") for result in run["results"]],
                         [[{"kind": "external", "justification": "the game takes it"}], None])

    @deep
    def test_unused(self):
        self.configure(suppressions=[{"rule": self.rule, "path": "ships/a.xmf", "reason": "x"},
                                     {"rule": "xmf/*", "path": "ships/a.xmf", "field": "", "reason": "y"},
                                     {"rule": "xmf/*", "path": "ships/c.xmf", "reason": "z"}])
        report = self.report(".")
        found = report["findings"][1]
        text = self.read("assetlint.json")
        self.assertEqual((found["rule"], found["level"], found["path"], found["format"], found["field"]),
                         ("config/unused-suppression", "warning", "./assetlint.json", "config", "suppressions[1]"))
        entry = text[found["offset"]:found["offset"] + found["length"]]
        self.assertEqual(json.loads(entry)["reason"], "y")
        self.assertEqual((found["line"], found["column"]), (1, found["offset"] + 1))
        self.assertEqual([(f["path"], f["format"]) for f in report["files"]][-1], ("./assetlint.json", "config"))
        self.assertEqual([(f["rule"], f["field"]) for f in report["findings"]],
                         [(self.rule, "buffers[1].data"), ("config/unused-suppression", "suppressions[1]"),
                          ("config/unused-suppression", "suppressions[2]")])
        self.assertIn("no file has the path ships/c.xmf", report["findings"][2]["message"])
        self.assertEqual(report["summary"]["warnings"], 2)
        self.assertEqual(self.summary("--fail-on", "warning", ".")["exit"], 1)
        self.assertEqual(self.summary("--fail-on", "warning", "--ignore", self.rule + ",config/*", ".")["exit"], 0)
        # No finding for a file that isn't checked, for a rule that doesn't run, or if the rule is off.
        self.assertEqual([f["path"] for f in self.report("ships/b.xmf")["findings"]], ["ships/b.xmf"])
        self.write("ships/c.xmf", meshes.clean())
        self.assertEqual(self.rules("--ignore", "xmf/*", "."), [])
        self.assertEqual(self.rules("--ignore", "config/*", "."), [("./ships/b.xmf", self.rule)])
        self.write("ships/a.xmf", b"XUMF")
        self.assertEqual(self.rules("--max-file-size", "1", "ships/a.xmf"), [("ships/a.xmf", "file/limit")])

    @deep
    def test_unused_if_all_matching_files_were_checked(self):
        """An entry for several files is reported as unused only if all of them were checked."""
        self.write("ships/deep/d.xmf", meshes.clean())
        self.write("list", b"ships\n")
        unused = "config/unused-suppression"
        for path, sure, unsure in ((None, [".", "../" + os.path.basename(self.folder)], ["ships", "ships/a.xmf"]),
                                   ("**", ["."], ["ships", "ships/a.xmf"]),
                                   ("ships/*.xmf", [".", "ships", "ships/", "ships/../ships"], ["ships/a.xmf", "ships/deep"]),
                                   ("ships/**/d.xmf", ["ships", "."], ["ships/deep", "ships/deep/d.xmf"]),
                                   ("sh?ps/a.xmf", ["."], ["ships", "ships/a.xmf"]),
                                   ("ships/a.xmf", [".", "ships", "ships/a.xmf"], ["ships/deep"])):
            entry = {"rule": "xmf/truncated", "reason": "x"} | ({"path": path} if path else {})
            self.configure(suppressions=[entry])
            for checked in sure:
                with self.subTest(path, checked=checked):
                    self.assertIn(unused, [rule for _, rule in self.rules(checked)])
            for checked in unsure:
                with self.subTest(path, checked=checked):
                    self.assertNotIn(unused, [rule for _, rule in self.rules(checked)])
        self.configure(suppressions=[{"rule": "xmf/truncated", "path": "ships/*", "reason": "x"}])
        self.assertIn(unused, [rule for _, rule in self.rules("--files-from", "list")])

    @deep
    def test_unused_suppressions_of_rules_across_files(self):
        """A rule across files doesn't run on a file alone, so a suppression of it isn't reported as unused then."""
        self.write("mod/content.xml", b"<content id='a'/>")
        self.write("mod/libraries/material_library.xml", b"<materiallibrary><collection name='c'/></materiallibrary>")
        self.write("mod/assets/a-lod0.xmf", meshes.clean())
        for rule, sure, unsure in (("x4/missing-jcs", ["mod", "."], ["mod/assets", "mod/assets/a-lod0.xmf"]),
                                   ("xmf/missing-lod0", ["mod", "mod/assets"], ["mod/assets/a-lod0.xmf"]),
                                   ("xmf/unknown-material", ["mod"], ["mod/assets", "mod/assets/a-lod0.xmf"]),
                                   ("xmf/truncated", ["mod", "mod/assets", "mod/assets/a-lod0.xmf"], [])):
            self.configure(suppressions=[{"rule": rule, "path": "mod/assets/a-lod0.xmf", "reason": "x"}])
            for checked in sure:
                with self.subTest(rule, checked=checked):
                    self.assertIn("config/unused-suppression", [found for _, found in self.rules(checked)])
            for checked in unsure:
                with self.subTest(rule, checked=checked):
                    self.assertNotIn("config/unused-suppression", [found for _, found in self.rules(checked)])

    @deep
    def test_unused_suppressions_of_pairs(self):
        """Rules don't run on an animation without a skeleton, or on a plan without any of its faces."""
        self.write("m/a.ani", ani.Animation(tracks=[ani.Track(b"Bip01")]).bytes())
        self.write("m/walk.bbanim", bbanim.Animation(nodes=1).bytes())
        self.write("m/a.bgf", anark.Face(elements=[anark.Element(sceneItemId=1)]).bytes())
        self.write("m/a.bgp", anark.Plan([anark.Asset(b"1", b"ui/b.bgf")], [anark.State()]).bytes())
        pairs = {"m/a.ani": ("ani/unknown-bone", "m/a.skl", bone_rules.skeleton().bytes()),
                 "m/walk.bbanim": ("bbanim/model-mismatch", "m/hero.bbmod", bbmod.Model().bytes()),
                 "m/a.bgf": ("bgf/unknown-scene-item", "m/a.bsg",
                             anark.Graph(nodes=[anark.Node(1)]).bytes()),
                 "m/a.bgp": ("bgp/missing-face", "m/b.bgf", anark.Face().bytes())}
        for path, (rule, partner, content) in pairs.items():
            self.configure(suppressions=[{"rule": rule, "path": path, "reason": "x"}])
            with self.subTest(rule):
                self.assertEqual([found for _, found in self.rules("m") if found.startswith("config/")], [])
                self.write(partner, content)
                self.assertEqual([found for _, found in self.rules("m") if found.startswith("config/")],
                                 ["config/unused-suppression"])

    def test_a_package_with_a_suppressed_entry_is_not_clean(self):
        self.zip("p.zip", {"../outside.txt": "text", "clean.xmf": meshes.clean()})
        self.suppress(rule="archive/*", path="p.zip")
        report = self.report("p.zip", status=0)
        self.assertEqual([f["rule"] for f in report["findings"]], [])
        self.assertEqual([(f.get("member", ""), f["status"]) for f in report["files"]],
                         [("", "findings"), ("clean.xmf", "clean")])

    def test_an_unused_fingerprint_needs_all(self):
        self.suppress(fingerprint="0" * 16)
        unused = ("./assetlint.json", "config/unused-suppression")
        self.assertIn(unused, self.rules("."))
        self.assertNotIn(("assetlint.json", unused[1]), self.rules("ships/a.xmf"))
        self.assertNotIn(("assetlint.json", unused[1]), self.rules("ships"))

    def test_expired(self):
        self.suppress(rule=self.rule, expires="2024-02-29")
        last, next_day = "1709251199", "1709251200"
        self.assertEqual(self.summary(".", env={"SOURCE_DATE_EPOCH": last})["suppressed"], 2)
        found = self.report(".", env={"SOURCE_DATE_EPOCH": next_day})["findings"]
        self.assertEqual([f["rule"] for f in found], [self.rule, self.rule, "config/expired-suppression"])
        self.assertEqual(found[2]["field"], "suppressions[0]")
        self.assertEqual([f["rule"] for f in self.report(".")["findings"]][2], "config/expired-suppression")
        self.expect_usage_of_clock()
        os.remove(os.path.join(self.folder, "assetlint.json"))
        self.assertNotEqual(self.run_text(".", env={"SOURCE_DATE_EPOCH": "now"}).status, 2)  # nothing can expire

    def expect_usage_of_clock(self):
        done = self.run_text(".", env={"SOURCE_DATE_EPOCH": "now"})
        self.assertEqual((done.status, done.out), (2, ""))
        self.assertEqual(done.err, "assetlint: SOURCE_DATE_EPOCH is a number of seconds, not now\n")

    @deep
    def test_dates(self):
        for seconds, day in ((0, "1970-01-01"), (86399, "1970-01-01"), (86400, "1970-01-02"), (951782400, "2000-02-29"),
                             (951868800, "2000-03-01"), (4107542400, "2100-03-01"), (1735603200, "2024-12-31"),
                             (1735689600, "2025-01-01"), (253402300799, "9999-12-31")):
            self.suppress(rule=self.rule, expires=day)
            self.assertEqual(self.summary(".", env={"SOURCE_DATE_EPOCH": str(seconds)})["suppressed"], 2, day)
            if seconds < 253402300799:
                later = str(seconds // 86400 * 86400 + 86400)
                self.assertEqual(self.summary(".", env={"SOURCE_DATE_EPOCH": later})["suppressed"], 0, day)

    def test_members(self):
        self.pack("a", {"ships/a.xmf": meshes.error(), "ships/b.xmf": meshes.error()})
        self.configure(suppressions=[{"rule": "xmf/*", "path": "a.cat", "member": "ships/a.xmf", "reason": "x"}])
        self.assertEqual([f["member"] for f in self.report("a.cat")["findings"]], ["ships/b.xmf"])

    @deep
    def test_entries_of_archives(self):
        """Suppressions also match findings about an entry that need the whole archive."""
        self.zip("a.zip", dict.fromkeys(("ships/a.xmf", "ships/A.xmf", "ships/b.xmf"), meshes.error()))
        found = self.report("--no-config", "a.zip")["findings"]
        self.assertEqual([(f["member"], f["rule"]) for f in found],
                         [("ships/A.xmf", "archive/case-collision"), ("ships/A.xmf", self.rule), ("ships/a.xmf", self.rule),
                          ("ships/b.xmf", self.rule)])
        for entry, left in (({"rule": "archive/*"}, 3), ({"path": "a.zip"}, 0), ({"member": "ships/A.xmf", "path": "*"}, 2),
                            ({"fingerprint": found[0]["fingerprint"]}, 3)):
            with self.subTest(entry):
                self.suppress(**entry)
                summary = self.summary("a.zip")
                self.assertEqual((summary["errors"] + summary["warnings"], summary["suppressed"]), (left, 4 - left))
        self.expect(["-q", "--no-config", "--write-baseline", "known.json", "a.zip"], 0, None)
        self.assertEqual(self.summary("--no-config", "--baseline", "known.json", "a.zip")["suppressed"], 4)

    @posix("names that it cannot have")
    def test_odd_names(self):
        name = os.fsencode("ships/\u202e") + b"\xff.xmf"
        self.write(name, meshes.error())
        self.suppress(path="ships/\\u{202E}\\xFF.xmf")
        self.assertEqual(len(self.report("--ignore", "config/*", ".")["findings"]), 2)

    @deep
    def test_any_number_of_threads_reports_the_same(self):
        for number in range(40):
            self.write(f"ships/{number}.xmf", meshes.error() if number % 3 else meshes.clean())
        self.write("ships/7.xmf.assetlintignore", b"xmf/truncated\n")
        self.configure(suppressions=[{"rule": self.rule, "path": f"ships/{number}.xmf", "reason": "x"}
                                     for number in range(0, 40, 2)], overrides=[{"paths": ["ships/1*"], "ignore": ["*"]}])
        for form in ("text", "json", "sarif"):
            reports = {self.expect(["-f", form, "-j", str(jobs), "."], 1) for jobs in (1, 2, 3, 8)}
            self.assertEqual(len(reports), 1)

    @deep
    def test_order(self):
        """Results about assetlint's own files come after all others, in the order of paths."""
        self.write("a-first.xmf", meshes.error())
        self.write("ships/a.xmf-1.xmf", meshes.error())
        self.write("ships/a.xmf.assetlintignore", b"xmf/truncated\n")
        self.suppress(path="ships/b.xmf", field="none")
        self.expect([".", "-q", "-f", "json", "--write-baseline", "known.json"], 0, None)
        self.write("a-first.xmf", meshes.clean())
        report = self.report(".", "--baseline", "known.json", "--show", "note")
        own = ("config", "baseline")
        paths = [(f["format"] in own, f["path"]) for f in report["files"]]
        self.assertEqual(paths, sorted(paths))
        keys = [(f["rule"].split("/")[0] in own, f["path"], f["offset"], f["rule"], f["field"])
                for f in self.report(".")["findings"]]
        self.assertEqual(keys, sorted(keys))


class IgnoreFiles(Case):
    """NAME.assetlintignore in the folder of NAME."""

    def setUp(self):
        super().setUp()
        self.write("a.xmf", meshes.error())
        self.rule = self.report("--no-config", "a.xmf")["findings"][0]["rule"].encode()

    @deep
    def test_lines(self):
        for lines, suppressed in ((self.rule, 1), (self.rule + b"\r\n", 1), (b"\n\n  xmf/*  # all\n", 1),
                                  (b"# " + self.rule, 0), (b"xac/*\n", 0), (self.rule + b" nowhere", 0)):
            with self.subTest(lines):
                self.write("a.xmf.assetlintignore", lines)
                self.assertEqual(self.summary("--ignore", "config/*", "a.xmf")["suppressed"], suppressed)
                self.assertEqual(self.summary("--no-config", "a.xmf")["suppressed"], 0)
                self.assertEqual(self.summary("--ignore", "config/*", ".")["suppressed"], suppressed)

    @deep
    def test_fields_with_blanks_and_signs(self):
        field = self.report("--no-config", "a.xmf")["findings"][0]["field"].encode()
        self.write("a.xmf.assetlintignore", b"\t" + self.rule + b"\t " + field + b" \t#why")
        self.assertEqual(self.summary("a.xmf")["suppressed"], 1)
        sarif = json.loads(self.expect(["-f", "sarif", "--sarif-suppressed", "a.xmf"], 0))
        self.assertEqual(sarif["runs"][0]["results"][0]["suppressions"], [{"kind": "external", "justification": "why"}])

    def test_unused_lines(self):
        self.write("a.xmf.assetlintignore", b"# why\n" + self.rule + b"\nxmf/truncated\n")
        found = self.report(".")["findings"]
        self.assertEqual([(f["rule"], f["path"], f["format"], f["line"], f["column"]) for f in found],
                         [("config/unused-suppression", "./a.xmf.assetlintignore", "config", 3, 1)])
        self.assertEqual(self.rules("--ignore", "xmf/*", "."), [])
        self.write("a.xmf.assetlintignore", b"xmf/index-rang\n")
        self.assertIn("did you mean xmf/index-range", self.report(".")["findings"][1]["message"])

    def test_a_file_that_is_too_large(self):
        self.write("a.xmf.assetlintignore", self.rule + b"\n" + b"#" * (1 << 16))
        report = self.report("a.xmf")
        self.assertEqual(report["summary"]["suppressed"], 0)
        self.assertEqual([(f["rule"], f["message"]) for f in report["findings"] if f["format"] == "config"],
                         [("config/unused-suppression", "this file is too large: none of its lines counts")])
        self.write("a.xmf.assetlintignore", self.rule + b"\n" + b"#" * ((1 << 16) - len(self.rule) - 1))
        self.assertEqual(self.summary("a.xmf")["suppressed"], 1)

    def test_packages(self):
        self.pack("p", {"ships/a.xmf": meshes.error(), "ships/b.xmf": meshes.error()})
        self.write("p.cat.assetlintignore", self.rule + b"\nxmf/truncated\n")
        report = self.report("p.cat")
        self.assertEqual([(f["path"], f["rule"]) for f in report["findings"]],
                         [("p.cat.assetlintignore", "config/unused-suppression")])
        self.assertEqual(report["summary"]["suppressed"], 2)

    @posix("links in the folder")
    def test_ignore_files_that_are_links_are_not_read(self):
        self.write("ships/b.xmf", meshes.error())
        self.write("secrets", b"TOKEN=hidden\n" + self.rule)
        link = os.path.join(self.folder, "ships/b.xmf.assetlintignore")
        for target in ("../secrets", "nowhere", "..", "/dev/null"):
            os.symlink(target, link)
            for arguments in ((".",), ("ships/b.xmf",), ("-f", "lines", "ships")):
                with self.subTest(target, arguments=arguments):
                    done = self.run_text(*arguments)
                    self.assertEqual(done.status, 3, done)
                    self.assertIn(".assetlintignore beside it could not be read: it is a symbolic link", done.out)
                    self.assertNotIn("hidden", done.out + done.err)
            os.remove(link)
        self.assertEqual(self.summary(".")["suppressed"], 0)

    def test_lines_that_name_no_rule_are_not_quoted(self):
        self.write("a.xmf.assetlintignore", b"# why\nTOKEN=hidden\n")
        printed = self.run_text(".").out
        self.assertIn("this line suppresses nothing: it names no rule", printed)
        self.assertIn("line 2, column 1", printed)
        self.assertNotIn("hidden", printed)

    def test_ignore_files_must_be_files(self):
        os.mkdir(os.path.join(self.folder, "a.xmf.assetlintignore"))
        self.assertEqual(self.summary("a.xmf")["suppressed"], 0)


class Nested(Case):
    """Several mods with an assetlint.json each: only one is used, and that is said."""

    INSTEAD = "check each folder for itself, or give --config FILE\n"

    def setUp(self):
        super().setUp()
        for mod in ("m1", "m2"):
            self.write(f"nest/{mod}/a.xmf", meshes.error())
        self.configure("nest/m1/assetlint.json", ignore=["xmf/*"])

    def said(self, *arguments, **options):
        done = self.run_text("-f", "lines", *arguments, **options)
        return done.err.removeprefix("assetlint: ").split("\nassetlint: ")

    def unused(self, what):
        return f"not used: {what}; only that of the first path is, or one above it: {self.INSTEAD}"

    def test_none_is_used(self):
        self.assertEqual(self.said("nest"), [self.unused("nest/m1/assetlint.json")])
        self.assertEqual(self.said("-q", "nest"), [""])
        self.configure("nest/m2/assetlint.json")
        self.assertEqual(self.said("nest"), [self.unused("nest/m1/assetlint.json and 1 other")])
        self.configure("nest/m2/deep/assetlint.json")
        self.assertEqual(self.said("nest"), [self.unused("nest/m1/assetlint.json and 2 others")])

    def test_another_one_is_used(self):
        foreign = "nest/m1/assetlint.json is used for nest/m2, too: " + self.INSTEAD
        self.assertEqual(self.said("nest/m1", "nest/m2"), [foreign])
        self.configure("nest/m2/assetlint.json")
        self.assertEqual(self.said("nest/m1", "nest/m2"), [self.unused("nest/m2/assetlint.json").rstrip(), foreign])
        self.configure("nest/assetlint.json")
        self.assertEqual(self.said("nest"), [self.unused("nest/m1/assetlint.json and 1 other")])

    def test_nothing_to_say(self):
        for arguments in (["nest/m1"], ["nest/m1/a.xmf"], ["nest/m2"], ["--no-config", "nest"],
                          ["--config", "nest/m1/assetlint.json", "nest"], ["--exclude", "m1/", "nest"]):
            with self.subTest(arguments):
                self.assertEqual(self.said(*arguments), [""])
        self.assertEqual(self.said(".", cwd=os.path.join(self.folder, "nest", "m1")), [""])
        self.assertEqual(self.said("../m1/", cwd=os.path.join(self.folder, "nest", "m1")), [""])


class Baselines(Case):
    def setUp(self):
        super().setUp()
        self.write("mod/a.xmf", meshes.error())
        self.write("mod/b.xmf", meshes.warning())

    @deep
    def test_write_and_read(self):
        self.expect(["-q", "--write-baseline", "known.json", "mod"], 0, None)
        known = json.loads(self.read("known.json"))
        found = self.report("mod")["findings"]
        self.assertEqual({key: known[key] for key in ("tool", "version")}, {"tool": "assetlint", "version": 1})
        self.assertEqual(known["findings"], [{"fingerprint": f["fingerprint"], "rule": f["rule"],
                                              "path": f["path"].removeprefix("mod/"), "field": f["field"]}
                                             for f in sorted(found, key=lambda f: (f["path"], f["rule"], f["field"]))])
        report = self.report("--baseline", "known.json", "mod", status=0)
        self.assertEqual(report["findings"], [])
        self.assertEqual(report["summary"]["suppressed"], len(found))
        self.assertEqual({f["status"] for f in report["files"]}, {"findings"})
        self.expect(["-q", "--fail-on", "note", "--baseline", "known.json", "mod"], 0, "")
        self.write("mod/c.xmf", meshes.error())
        self.assertEqual([f["path"] for f in self.report("--baseline", "known.json", "mod")["findings"]], ["mod/c.xmf"])
        self.assertEqual(self.report("--baseline", "known.json", "./mod")["summary"]["suppressed"], len(found))

    @deep
    def test_rules_across_files_of_a_file_alone(self):
        self.write("mod/c-lod1.xmf", meshes.clean())
        self.expect(["-q", "--write-baseline", "known.json", "mod"], 0, None)
        self.assertIn("xmf/missing-lod0", self.read("known.json").decode())
        self.assertEqual(self.rules("--baseline", "known.json", "mod/c-lod1.xmf"), [])
        self.write("mod/c-lod0.xmf", meshes.clean())
        self.assertEqual(self.rules("--baseline", "known.json", "mod/c-lod1.xmf"), [])
        self.assertEqual(self.rules("--select", "xmf/missing-lod0,baseline/*", "--baseline", "known.json", "mod"),
                         [("known.json", "baseline/unmatched")])

    @deep
    def test_fixed_findings(self):
        self.expect(["-q", "--write-baseline", "known.json", "mod"], 0, None)
        entry = json.loads(self.read("known.json"))["findings"][0]
        self.write("mod/a.xmf", meshes.clean())
        report = self.report("--baseline", "known.json", "mod", status=0)
        found, = report["findings"]
        self.assertEqual((found["rule"], found["level"], found["path"], found["format"], found["field"], found["line"]),
                         ("baseline/unmatched", "warning", "known.json", "baseline", "findings[0]", 2))
        text = self.read("known.json")
        self.assertEqual(json.loads(text[found["offset"]:found["offset"] + found["length"]]), entry)
        self.assertEqual(self.report("--baseline", "known.json", "mod/b.xmf")["findings"], [])
        self.assertEqual(self.report("--ignore", entry["rule"], "--baseline", "known.json", "mod")["findings"], [])
        os.remove(os.path.join(self.folder, "mod/a.xmf"))
        self.assertEqual(self.rules("--baseline", "known.json", "mod"), [("known.json", "baseline/unmatched")])

    @posix("folders that .. looks for")
    def test_unwritable_baseline(self):
        self.expect(["-q", "--write-baseline", "z/../known.json", "mod"], 3, None, None)

    @deep
    def test_every_entry_is_reported(self):
        entries = [{"fingerprint": f"{number:016x}", "rule": "xmf/index-range", "path": "a.xmf", "field": f"[{number}]"}
                   for number in range(12000)]
        self.write("known.json", json.dumps({"tool": "assetlint", "version": 1, "findings": entries}).encode())
        found = [f for f in self.report("--baseline", "known.json", "mod")["findings"] if f["path"] == "known.json"]
        self.assertEqual(len(found), len(entries))

    @deep
    def test_both(self):
        self.expect(["-q", "--write-baseline", "known.json", "mod"], 0, None)
        before = self.read("known.json")
        self.expect(["-q", "--baseline", "known.json", "--write-baseline", "known.json", "mod"], 0, "")
        self.assertEqual(self.read("known.json"), before)
        self.write("mod/a.xmf", meshes.clean())
        self.expect(["-q", "--baseline", "known.json", "--write-baseline", "known.json", "mod"], 0, None)
        self.expect(["-q", "--fail-on", "note", "--baseline", "known.json", "mod"], 0, "")

    def test_members(self):
        self.pack("p", {"ships/a.xmf": meshes.error()})
        self.expect(["-q", "--write-baseline", "known.json", "p.cat"], 0, None)
        entry, = json.loads(self.read("known.json"))["findings"]
        self.assertEqual(entry["member"], "ships/a.xmf")
        self.assertEqual(self.report("--baseline", "known.json", "p.cat", status=0)["findings"], [])
        self.pack("p", {"ships/a.xmf": meshes.clean()})
        self.assertEqual(self.rules("--baseline", "known.json", "p.cat"), [("known.json", "baseline/unmatched")])

    def test_unchecked_files_are_not_in_it(self):
        self.expect(["-q", "--write-baseline", "known.json", "mod/a.xmf", "no-such.xmf"], 3, None, None)
        self.assertEqual([f["path"] for f in json.loads(self.read("known.json"))["findings"]], ["mod/a.xmf"])

    def test_suppressed_findings_are_not_in_it(self):
        self.configure("mod/assetlint.json", suppressions=[{"path": "a.xmf", "reason": "x"}])
        self.expect(["-q", "--write-baseline", "known.json", "mod"], 0, None)
        self.assertEqual({f["path"] for f in json.loads(self.read("known.json"))["findings"]}, {"b.xmf"})

    def test_findings_in_the_configuration(self):
        self.configure("mod/assetlint.json", suppressions=[{"path": "a.xmf", "field": "none", "reason": "x"}])
        self.expect(["-q", "--write-baseline", "known.json", "mod"], 0, None)
        self.assertEqual(self.report("--baseline", "known.json", "mod", status=0)["findings"], [])
        self.configure("mod/assetlint.json")
        self.assertEqual(self.rules("--baseline", "known.json", "mod"), [("known.json", "baseline/unmatched")])

    @deep
    def test_mistakes(self):
        self.refuse(["--baseline", "no-such.json", "mod"], "no-such.json:1:1: no such file or folder")
        for content, place, message in (
                (b"", "1:1", "unexpected end of the file"),
                (b"{}", "1:1", 'this is no baseline: it has no "tool"'),
                (b'{"tool": "other"}', "1:10", "this is no baseline of assetlint"),
                (b'{"tool": "assetlint", "version": 2}', "1:34", "this version of assetlint reads baselines of version 1"),
                (b'{"tool": "assetlint",\n"version": 1, "findings": [{}]}', "2:28", 'this entry has no "fingerprint"'),
                (b'{"tool": "assetlint",\n"findings": [{"fingerprint": "1"}]}', "2:30",
                 "a fingerprint is 16 digits, 0 to 9 and a to f, as reports have them"),
                (b'{"tool": "assetlint", "extra": 1}', "1:23", 'a baseline has no key "extra"'),
        ):
            with self.subTest(content):
                self.write("known.json", content)
                self.refuse(["--baseline", "known.json", "mod"], f"known.json:{place}: {message}")

    @deep
    def test_usage(self):
        self.expect_usage(["--baseline", "a", "--baseline", "b", "mod"], "--baseline can be given once")
        self.expect_usage(["--write-baseline", "a", "--write-baseline", "b", "mod"], "--write-baseline can be given once")
        self.expect_usage(["--write-baseline", "mod/a.xmf", "mod"], "mod/a.xmf is an asset: no report is written over it")
        self.expect_usage(["--write-baseline", "a", "-f", "json=a", "mod"], "two formats for one file: a")


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
