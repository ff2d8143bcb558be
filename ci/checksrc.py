#!/usr/bin/env python3
"""checksrc: checks the rules of style that compilers and clang-format don't check.

    ci/checksrc.py [FILE...]      checks these files; without files, every text file of the tree, and with
                                  ci/checktree.py the rules between files. Exit status 1 if one breaks a rule
    ci/checksrc.py --self-test    tests each check on a text that breaks its rule, and on a similar legal text
    ci/checksrc.py --list         lists the checks

A comment with a reason excepts a line from some checks. It stands on the line, or alone on the line above:

    /* checksrc: allow goto: three paths lead to the cleanup of the file */

For include-guard it may stand anywhere in the file.

The checks search the text. They find accidents, not code that hides from them.
"""

import os
import re
import subprocess
import sys

import checktree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MAX_COLUMNS = 110
MAX_FUNCTION_LINES = 60
MIN_REASON = 15

# The files that may do arithmetic on the pointer of a span.
POINTER_FILES = re.compile(r"src/core/(span\.c|reduce/\w+\.[ch])$")
ALLOCATING_FILES = {"src/core/arena.c", "src/core/inflate.c"}
EXTENSION_FILES = {"src/core/compiler.h"}
INFLATER_FILES = re.compile(r"src/core/(inflate\w*|deflate)\.[ch]$|src/report/views_json\.c$")
GOTO_FOLDERS = ("src/platform/", "src/report/", "src/engine/")
LIBRARY = ("src/platform/", "src/core/", "src/kit/", "src/formats/", "src/containers/", "src/relations/",
           "src/engine/", "src/view/", "src/project/")
PARSING = ("src/core/", "src/kit/", "src/formats/")
TEXT = re.compile(r"\.(c|h|def|py|sh|cmake|md|json|in|yml|dict)$|(^|/)CMakeLists\.txt$|^\.ci/run$|"
                  r"(^|/)\.(clang-format|clang-tidy|editorconfig|gitignore|gitattributes)$|^LICENSE$")
SOURCE = re.compile(r"\.(c|h|def)$")
DATA = re.compile(r"^corpus/(.*/(seeds|regressions)|first_look)/|^tests/.*\.json$")

BANNED = {
    "sprintf": "use snprintf", "vsprintf": "use vsnprintf", "strcpy": "use memcpy with a known length",
    "strncpy": "use memcpy with a known length", "strcat": "use snprintf", "strncat": "use snprintf",
    "strtok": "use strcspn", "atoi": "use strtoll and check its end", "atol": "use strtoll and check its end",
    "atoll": "use strtoll and check its end", "atof": "use strtod and check its end", "gets": "use fgets",
    "scanf": "use strtoll", "sscanf": "use strtoll", "fscanf": "use strtoll", "alloca": "use the arena",
    "setlocale": "output must not depend on the locale", "rand": "output must not be random",
    "srand": "output must not be random",
}
BANNED_IN_PARSING = {name: "allocate from the arena" for name in ("malloc", "calloc", "realloc", "free", "strdup")}
BANNED_IN_LIBRARY = {
    "exit": "a library returns", "abort": "a library returns", "printf": "a library writes nothing",
    "fprintf": "a library writes nothing", "puts": "a library writes nothing", "fputs": "a library writes nothing",
    "perror": "a library writes nothing", "time": "output must not depend on the clock",
    "qsort": "it allocates memory that counts towards no limit: use al_sort",
}

# Headers that not every system has: only src/platform may include them.
SYSTEM_HEADERS = re.compile(r"sys/|arpa/|netinet/|(?:unistd|fcntl|dirent|pthread|signal|termios|poll|pwd|dlfcn|ftw|glob|"
                            r"fnmatch|threads|io|direct|process|windows|errno)\.h$")

# The layers from the lowest to the highest. A layer may not include headers of a higher one.
LAYERS = ("platform", "core", "kit", "formats", "containers", "relations", "engine", "view", "project", "fix", "report", "cli")
UNSEEN = {layer: LAYERS[number + 1:] for number, layer in enumerate(LAYERS)}
# The command line uses the library through its public header only.
UNSEEN["cli"] = ("kit", "formats", "containers", "relations", "engine", "view", "project")

COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
SPAN_PTR = r"(?:\.|->)\s*ptr\b"
SPAN_NAMED = r"(?:\w+(?:\[\w+\])?(?:\.|->))+ptr\b"
NUMBER_TYPE = (r"(?:u?int(?:16|32|64)_t|float|double|size_t|short|int|long(?:\s+long)?(?:\s+int)?|"
               r"(?:unsigned|signed)(?:\s+(?:short|int|long))*)")


def blank(match):
    """Replaces a comment or the inside of a string by blanks. All other text keeps its line and column."""
    text = match.group(0)
    inside = re.sub(r"[^\n]", " ", text)
    return text[0] + inside[1:-1] + text[-1] if text[0] in "\"'" else inside


def blank_comment(match):
    return match.group(0) if match.group(0)[0] in "\"'" else re.sub(r"[^\n]", " ", match.group(0))


class File:
    """A file, its code without comments and strings, and the problems found."""

    def __init__(self, path, raw):
        self.path = path
        self.raw = raw
        self.text = raw.decode("utf-8", "replace")
        self.lines = self.text.split("\n")
        self.is_source = bool(SOURCE.search(path))
        self.code = COMMENT_OR_STRING.sub(blank, self.text) if self.is_source else ""
        self.problems = []

    def under(self, *folders):
        return self.path.startswith(folders)

    def report(self, check, line, message):
        self.problems.append((line, check, message))

    def matches(self, check, pattern, message):
        """Reports every match of a pattern in the code, without comments and strings."""
        for match in re.finditer(pattern, self.code, re.MULTILINE):
            start = match.start() + len(match.group(0)) - len(match.group(0).lstrip())
            self.report(check, self.code.count("\n", 0, start) + 1, message)


# ---- The form of a text ---------------------------------------------------------------------------------------

def check_blanks(f):
    if b"\r" in f.raw:
        f.report("blanks", f.raw[:f.raw.index(b"\r")].count(b"\n") + 1, "a carriage return")
    for number, line in enumerate(f.lines, 1):
        if "\t" in line:
            f.report("blanks", number, "a tab")
        if line != line.rstrip(" \t"):
            f.report("blanks", number, "blanks at the end of the line")
    if f.raw and not f.raw.endswith(b"\n"):
        f.report("blanks", len(f.lines), "no line end at the end of the file")
    if f.raw.endswith(b"\n\n"):
        f.report("blanks", len(f.lines), "an empty line at the end of the file")


def check_line_length(f):
    if f.is_source:
        for number, line in enumerate(f.lines, 1):
            if len(line) > MAX_COLUMNS:
                f.report("line-length", number, f"{len(line)} columns, at most {MAX_COLUMNS}")


def check_ascii(f):
    if not f.is_source:
        return
    without_strings = re.sub(r'"(?:\\.|[^"\\\n])*"', "", f.text) if "/*" not in f.text else \
        COMMENT_OR_STRING.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)) if m.group(0)[0] == '"' else m.group(0), f.text)
    for number, line in enumerate(without_strings.split("\n"), 1):
        if not line.isascii():
            f.report("ascii", number, "a character that is not ASCII, outside a string")


def check_marker(f):
    if f.path == "ci/checksrc.py":
        return
    for number, line in enumerate(f.lines, 1):
        if re.search(r"\b(TODO|FIXME|XXX)\b", line):
            f.report("marker", number, "unfinished work belongs in an issue")


def check_machine_path(f):
    if f.path == "ci/checksrc.py":
        return
    for number, line in enumerate(f.lines, 1):
        if re.search(r"(?<![\w.$}/-])/(work|root|home|Users)/", line):
            f.report("machine-path", number, "a path of a developer's machine")


def check_header_comment(f):
    if not f.path.endswith((".c", ".h")):
        return
    name = re.escape(os.path.basename(f.path))
    if not re.match(rf"/\* (?:[\w./-]+/)?{name}: \S.{{7,}}", f.lines[0]):
        f.report("header-comment", 1, f"line 1 must be /* {os.path.basename(f.path)}: what it is")


def check_include_guard(f):
    if not f.path.endswith(".h"):
        return
    directives = [line.strip() for line in f.code.split("\n") if line.lstrip().startswith("#")]
    guard = re.match(r"#\s*ifndef\s+(\w+)$", directives[0]) if directives else None
    closed = guard and len(directives) > 2 and directives[-1].startswith("#endif")
    if not closed or not re.match(rf"#\s*define\s+{guard.group(1)}$", directives[1]):
        f.report("include-guard", 1, "the header needs #ifndef, #define ... #endif around it")


def check_function_length(f):
    if not f.is_source:
        return
    start = None
    for number, line in enumerate(f.code.split("\n"), 1):
        if line.rstrip() == "{":
            start = number
        elif line.startswith("}") and start is not None:
            length = number - start + 1
            if length > MAX_FUNCTION_LINES:
                f.report("function-length", start, f"a function of {length} lines, at most {MAX_FUNCTION_LINES}")
            start = None


# ---- Bytes of the input -----------------------------------------------------------------------------------------

def check_pointer(f):
    if not f.under(*LIBRARY) or POINTER_FILES.match(f.path) or not f.is_source:
        return
    arithmetic = "arithmetic on the pointer of a span: use al_slice and al_u32_at of core/span.c"
    for pattern in (
            rf"{SPAN_PTR}\s*(?:\+|-(?!>)|\[)",
            rf"(?:\+|--)\s*{SPAN_NAMED}",
            rf"(?:[=(,;{{&|!<>?:]|\breturn\b)\s*\*\s*{SPAN_NAMED}",
            r"(?<![.>\w])ptr\s*(?:\+|--|-=|\[)"):
        f.matches("pointer", pattern, arithmetic)
    f.matches("pointer",
              rf"\b(?:uint8_t|char|void|Bytef?)\s*(?:const\s*)?\*\s*(?:const\s+)?\w+\s*="
              rf"\s*(?:\([^()]*\)\s*)?[^;,=(]*{SPAN_PTR}",
              "a pointer without its span: pass the span")


def check_byte_cast(f):
    if not f.under("src/"):
        return
    f.matches("byte-cast", rf"(?<!sizeof)\(\s*(?:const\s+|volatile\s+)*{NUMBER_TYPE}\s*(?:const\s*)?\*+\s*\)\s*[\w(&*]",
              "a cast to a pointer to numbers: bytes of a file may be unaligned and in another byte order")
    f.matches("byte-cast",
              rf"\(\s*(?:const\s+)?(?:struct\s+)?(?!uint8_t\b|char\b|void\b|Bytef\b|unsigned\s+char\b)\w+\s*\*\s*\)"
              rf"\s*\(?\s*{SPAN_NAMED}",
              "bytes of a file cast to a type: read it field by field")


# ---- Language and calls -----------------------------------------------------------------------------------------

def check_banned_call(f):
    if not f.is_source or f.path.endswith(".def"):
        return
    banned = dict(BANNED)
    if f.under(*PARSING) and f.path not in ALLOCATING_FILES:
        banned.update(BANNED_IN_PARSING)
    if f.under(*LIBRARY):
        banned.update(BANNED_IN_LIBRARY)
    for name, instead in banned.items():
        f.matches("banned-call", rf"(?<![\w.])(?<!->){name}\s*\(", f"{name}: {instead}")


def check_real_number(f):
    """The point of a real number that printf writes depends on the locale."""
    if not f.is_source or not f.under(*LIBRARY) or f.path.startswith("src/core/number."):
        return
    for number, line in enumerate(f.lines, 1):
        if re.search(r'"[^"]*%[-0-9.*]*[gGeEfFaA][^"]*"', line):
            f.report("real-number", number, "printf's real numbers depend on the locale: use al_show_real and %s")


def check_platform(f):
    if not f.under("src/", "include/") or f.under("src/platform/") or not f.is_source:
        return
    elsewhere = "use platform/platform.h"
    for number, line in enumerate(COMMENT_OR_STRING.sub(blank_comment, f.text).split("\n"), 1):
        match = re.match(r'\s*#\s*include\s*["<]([^">]+)[">]', line)
        if match and SYSTEM_HEADERS.match(match.group(1)):
            f.report("platform", number, f"<{match.group(1)}>: {elsewhere}")
    f.matches("platform", r"\b(?:errno|strerror\w*|perror)\b", f"system errors: {elsewhere}")
    f.matches("platform", r"^\s*#\s*define\s+_(?:POSIX|XOPEN|GNU|DEFAULT|BSD)\w*_SOURCE\b",
              f"a system's extension of C11: {elsewhere}")


def check_goto(f):
    if f.under("src/") and not f.under(*GOTO_FOLDERS):
        f.matches("goto", r"\bgoto\b", "goto is only allowed for the cleanup of I/O")


def check_extension(f):
    if not f.under("src/", "include/") or f.path in EXTENSION_FILES:
        return
    f.matches("extension", r"\b__attribute__\b|\b__builtin_\w+|\b(?:__)?typeof(?:__)?\s*\(|\b__extension__\b|"
              r"^\s*#\s*pragma\b|\b_Pragma\b|\(\s*\{", "a compiler extension: use its name in core/compiler.h")
    f.matches("extension", r"^\s*(?:unsigned|signed|int|bool|_Bool|u?int\w+_t)(?:\s+int)?\s+\w+\s*:\s*\d+\s*;",
              "a bit-field")


def check_global(f):
    if not f.under(*LIBRARY) or not f.is_source:
        return
    for number, line in enumerate(f.code.split("\n"), 1):
        if re.match(r"\s*static\s+(?!_Noreturn|inline)[\w\s*]+(?:\[[^\]]*\])*\s*(?:=|;)", line) \
                and not re.search(r"\bconst\b", line):
            f.report("global", number, "a static variable without const: state belongs in the checker")


# ---- Dependencies -----------------------------------------------------------------------------------------------

def check_include(f):
    if not f.path.endswith((".c", ".h")):
        return
    code = COMMENT_OR_STRING.sub(blank_comment, f.text)
    for number, line in enumerate(code.split("\n"), 1):
        match = re.match(r'\s*#\s*include\s*["<]([^">]+)[">]', line)
        if match:
            for message in include_problems(f.path, match.group(1)):
                f.report("include", number, f'"{match.group(1)}": {message}')


def include_problems(path, included):
    name = included.rsplit("/", 1)[-1]
    if ".." in included.split("/"):
        yield "write the path from src/ or from the root"
    if name == "cJSON.h" and not path.startswith(("src/report/", "tests/")):
        yield "only src/report uses cJSON"
    if not path.startswith("src/"):
        return
    if name in ("zlib.h", "libdeflate.h") and not INFLATER_FILES.match(path):
        yield "only core/inflate, core/deflate and report/views_json use zlib"
    folders = path.split("/")
    layer = folders[1]
    target = included.removeprefix("src/").split("/")
    if len(target) > 1 and target[0] in UNSEEN.get(layer, ()):
        yield f"{layer} must not depend on {target[0]}"
    if layer == "formats" and len(folders) > 3 and target[0] == "formats" and len(target) > 2 \
            and target[1] != folders[2]:
        yield f"{folders[2]} must not depend on another family"


# ---- Tests --------------------------------------------------------------------------------------------------------

def check_add_test(f):
    if not f.path.endswith("CMakeLists.txt") or f.path == "tests/CMakeLists.txt":
        return
    for number, line in enumerate(f.lines, 1):
        if re.match(r"\s*add_test\s*\(", line, re.IGNORECASE):
            f.report("add-test", number, "use assetlint_test(): it sets a label and a timeout")


CHECKS = {
    "blanks": check_blanks,
    "line-length": check_line_length,
    "ascii": check_ascii,
    "marker": check_marker,
    "machine-path": check_machine_path,
    "header-comment": check_header_comment,
    "include-guard": check_include_guard,
    "function-length": check_function_length,
    "pointer": check_pointer,
    "byte-cast": check_byte_cast,
    "banned-call": check_banned_call,
    "real-number": check_real_number,
    "platform": check_platform,
    "goto": check_goto,
    "extension": check_extension,
    "global": check_global,
    "include": check_include,
    "add-test": check_add_test,
}
EXCEPTABLE = {"include-guard", "pointer", "byte-cast", "banned-call", "goto", "extension", "global"}


# ---- Exceptions and the run -------------------------------------------------------------------------------------

def exceptions(f):
    """The excepted (line, check) pairs. Reports invalid exceptions."""
    found = set()
    for number, line in enumerate(f.lines, 1):
        match = re.search(r"/\*\s*checksrc: allow ([\w-]+)(?:: (.*?))?\s*\*/", line)
        if not match or not f.is_source:
            continue
        check, reason = match.group(1), match.group(2) or ""
        if check not in EXCEPTABLE:
            f.report("exception", number, f"{check} allows no exceptions")
        elif len(reason) < MIN_REASON:
            f.report("exception", number, "an exception needs a reason")
        else:
            alone = line.strip() == match.group(0)
            of_the_file = check == "include-guard"
            found.add((1 if of_the_file else number + 1 if alone else number, check))
    return found


def check_file(path, raw):
    """The problems of one file as (line, check, message), and the number of exceptions that were used."""
    f = File(path, raw)
    for check in CHECKS.values():
        check(f)
    excepted = exceptions(f)
    kept = sorted({p for p in f.problems if (p[0], p[1]) not in excepted})
    used = {(p[0], p[1]) for p in f.problems} & excepted
    kept += [(line, "exception", f"{check}: nothing to except here") for line, check in sorted(excepted - used)]
    return kept, len(used)


def tree():
    """Every text file of the tree, as paths from its root."""
    if os.path.exists(os.path.join(ROOT, ".git")):
        listed = subprocess.run(["git", "ls-files", "-z", "-c", "-o", "--exclude-standard"], cwd=ROOT,
                                stdout=subprocess.PIPE, check=False)
        if listed.returncode == 0:
            return sorted(os.fsdecode(name) for name in listed.stdout.split(b"\0") if name)
    names = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in (".git", "build", "__pycache__")]
        names += [os.path.relpath(os.path.join(folder, name), ROOT) for name in files]
    return sorted(names)


def run(arguments):
    names = [os.path.relpath(os.path.abspath(name), ROOT) for name in arguments] or tree()
    checked = problems = excepted = 0
    for name in names:
        full = os.path.join(ROOT, name)
        if not TEXT.search(name) or DATA.search(name) or not os.path.isfile(full) or os.path.islink(full):
            continue
        with open(full, "rb") as stream:
            found, used = check_file(name, stream.read())
        for line, check, message in found:
            print(f"{name}:{line}: {message} [{check}]")
        checked, problems, excepted = checked + 1, problems + len(found), excepted + used
    if not arguments:
        for problem in checktree.check(checktree.tree()):
            print(problem)
            problems += 1
    print(f"checksrc: {checked} files, {problems} problems, {excepted} exceptions")
    return 1 if problems else 0


# ---- The self-test ----------------------------------------------------------------------------------------------

# A check, a file that it skips, and a text that it reports in a file of that name in another folder.
EXEMPT = [
    ("pointer", "src/core/span.c", "x = s.ptr + 1;\n"),
    ("pointer", "src/core/reduce/a.c", "x = s.ptr + 1;\n"),
]

# A check, a path, a text that breaks the rule, and a similar legal text.
LONG_BODY = "    x();\n"
CASES = [
    ("blanks", "src/core/a.c", "int x;\t\n", "int x;\n"),
    ("blanks", "src/core/a.c", "int x; \nint y;\n", "int x;\nint y;\n"),
    ("blanks", "ci/a.sh", "echo\r\n", "echo\n"),
    ("blanks", "README.md", "text", "text\n"),
    ("blanks", "README.md", "text\n\n", "text\n"),
    ("line-length", "src/core/a.c", "/*" + "x" * 109 + "\n", "/*" + "x" * 108 + "\n"),
    ("ascii", "src/core/a.c", "/* \u00e4 */\n", "/* a */ char *s = \"\u00e4\";\n"),
    ("ascii", "rules/a.def", "\u2014\n", "\"\u2014\"\n"),
    ("marker", "src/core/a.c", "/* TODO: more */\n", "char *name = \"fileXXXXXX\";\n"),
    ("marker", "cmake/a.cmake", "# FIXME\n", "# fixed\n"),
    ("machine-path", "tests/a.c", "open(\"/home/me/x\");\n", "open(\"tests/home/me\");\n"),
    ("header-comment", "src/core/a.c", "/* Spans. */\n", "/* a.c: spans of bytes. */\n"),
    ("header-comment", "src/core/a.h", "/* b.h: spans of bytes. */\n", "/* core/a.h: spans of bytes. */\n"),
    ("include-guard", "src/core/a.h", "#pragma once\n", "#ifndef A\n#define A\nint x;\n#endif\n"),
    ("include-guard", "src/core/a.h", "#ifndef A\n#define B\n#endif\n", "#ifndef A\n#define A\n#endif /* A */\n"),
    ("include-guard", "src/core/a.h", "#include FILE\n",
     "#include FILE\n/* checksrc: allow include-guard: included once per table */\n"),
    ("function-length", "src/core/a.c", "int f(void)\n{\n" + LONG_BODY * 59 + "}\n",
     "int f(void)\n{\n" + LONG_BODY * 58 + "}\n"),
    ("function-length", "tests/a.c", "int f(void)\n{\n" + LONG_BODY * 70 + "}\n",
     "static const int x[] = {\n" + LONG_BODY * 70 + "};\n"),
    ("pointer", "src/core/a.c", "x = s.ptr + 1;\n", "x = s.len + 1;\n"),
    ("pointer", "src/formats/xmf/a.c", "x = s->ptr[0];\n", "x = s->ptrs[0];\n"),
    ("pointer", "src/formats/xmf/a.c", "y = &x.ptr[2];\n", "y = &x.ptr;\n"),
    ("pointer", "src/formats/xmf/a.c", "ptr++;\n", "const uint8_t *ptr;\n"),
    ("pointer", "src/engine/a.c", "n = 1 + f.span.ptr;\n", "n = 1 + f.span.len;\n"),
    ("pointer", "src/core/a.c", "n = *s.ptr;\n", "n = a *s.len;\n"),
    ("pointer", "src/core/a.c", "const uint8_t *p = s.ptr;\n", "bool has = s.ptr != NULL;\n"),
    ("pointer", "src/core/a.c", "uint8_t *p = (uint8_t *)s.ptr;\n", "uint8_t *p = realloc(b->ptr, n);\n"),
    ("pointer", "src/core/a.c", "n = s.ptr - t.ptr;\n", "n = f(s.ptr, s.len);\n"),
    ("pointer", "src/core/a.c", "n = s.ptr[1];\n", "/* s.ptr[1] */ n = \"s.ptr[1]\";\n"),
    ("pointer", "src/core/inflate.c", "n = s.ptr + 1;\n",
     "n = s.ptr + 1; /* checksrc: allow pointer: zlib wants the rest of it */\n"),
    ("byte-cast", "src/report/a.c", "x = *(const uint32_t *)p;\n", "x = (uint32_t)p;\n"),
    ("byte-cast", "src/core/a.c", "f((double *)p);\n", "void f(double *);\n"),
    ("byte-cast", "src/core/a.c", "x = (unsigned int *)p;\n", "x = (unsigned char *)p;\n"),
    ("byte-cast", "src/core/a.c", "h = (const xmf_header *)s.ptr;\n", "z.next_in = (const Bytef *)s.ptr;\n"),
    ("real-number", "src/kit/a.c", "al_report(s, c, \"is %.6g\", x);\n", "al_report(s, c, \"is %s\", x);\n"),
    ("banned-call", "src/cli/a.c", "sprintf(b, \"x\");\n", "snprintf(b, 2, \"x\");\n"),
    ("banned-call", "tests/a.c", "n = atoi(s);\n", "n = my_atoi(s);\n"),
    ("banned-call", "src/core/a.c", "p = malloc(4);\n", "p = al_alloc(a, 1, 4);\n"),
    ("banned-call", "src/formats/xmf/a.c", "free (p);\n", "hooks.free(p); hooks->free(p);\n"),
    ("banned-call", "src/core/b.c", "p = calloc(1, 4);\n", "/* calloc(1, 4) */\n"),
    ("banned-call", "src/engine/a.c", "printf(\"x\");\n", "p = malloc(4);\n"),
    ("platform", "src/core/a.c", "if (errno == 2)\n", "if (error == 2)\n"),
    ("platform", "src/cli/a.c", "text = strerror(e);\n", "text = al_error_text(e); /* errno */\n"),
    ("platform", "src/engine/a.c", "#include <sys/stat.h>\n", "#include <stdlib.h>\n"),
    ("platform", "src/cli/a.h", "#include <unistd.h>\n", "/* #include <unistd.h> */\n"),
    ("platform", "include/assetlint/a.h", "#include <windows.h>\n", "#include \"report/windows.h\"\n"),
    ("platform", "src/report/a.c", "#define _POSIX_C_SOURCE 200809L\n", "#define AL_SOURCE 1\n"),
    ("platform", "src/cli/b.c", "#include <pthread.h>\n", "#include \"platform/platform.h\"\n"),
    ("banned-call", "src/engine/a.c", "qsort(items, 2, 4, by_size);\n", "al_sort(items, 2, 4, by_size, NULL);\n"),
    ("goto", "src/core/a.c", "goto out;\n", "x = \"goto out\";\n"),
    ("goto", "src/cli/a.c", "goto out;\n",
     "/* checksrc: allow goto: three ways lead to the cleanup */\ngoto out;\n"),
    ("extension", "src/core/a.c", "int x __attribute__((packed));\n", "/* __attribute__ */ AL_UNUSED int x;\n"),
    ("extension", "src/core/a.c", "x = ({ 1; });\n", "x = (al_span){.len = 1};\n"),
    ("extension", "src/core/a.h", "#pragma once\n", "#define once\n"),
    ("extension", "src/core/a.c", "    unsigned flag : 1;\n", "    x = a ? b : 1;\n"),
    ("global", "src/core/a.c", "static int calls;\n", "static const int calls = 1;\n"),
    ("global", "src/engine/a.c", "static char buffer[16];\n", "static int calls(void);\n"),
    ("global", "src/formats/a.c", "    static uint32_t table[256] = {0};\n", "static inline int f(int x)\n"),
    ("include", "src/core/a.c", "#include \"formats/formats.h\"\n", "#include \"core/formats.h\"\n"),
    ("include", "src/core/a.c", "#include \"src/engine/lib.h\"\n", "/* #include \"lib/lib.h\" */\n"),
    ("include", "src/formats/xmf/a.c", "#include \"formats/emotionfx/x.h\"\n", "#include \"formats/xmf/x.h\"\n"),
    ("include", "src/formats/xmf/a.c", "#include \"engine/options.h\"\n", "#include \"formats/format.h\"\n"),
    ("include", "src/engine/a.c", "#include \"report/record.h\"\n", "#include \"formats/xmf/xmf.h\"\n"),
    ("include", "src/cli/b.c", "#include <cjson/cJSON.h>\n", "#include \"core/path.h\"\n"),
    ("include", "src/report/a.c", "#include \"cli/arguments.h\"\n", "#include \"project/inputs/input.h\"\n"),
    ("include", "src/cli/a.c", "#include \"engine/options.h\"\n", "#include <assetlint/assetlint.h>\n"),
    ("include", "src/formats/xmf/a.c", "#include <zlib.h>\n", "#include \"core/inflate.h\"\n"),
    ("include", "tests/a.c", "#include \"../src/core/a.h\"\n", "#include <zlib.h>\n"),
    ("add-test", "tests/unit/CMakeLists.txt", "add_test(NAME x COMMAND x)\n", "assetlint_test(x QUICK x)\n"),
    ("add-test", "bench/CMakeLists.txt", "    add_test (x x)\n", "# add_test(x x)\n"),
    ("exception", "src/core/a.c", "goto x; /* checksrc: allow goto: why */\n",
     "goto x; /* checksrc: allow goto: a reason of some length */\n"),
    ("exception", "src/core/a.c", "x(); /* checksrc: allow goto: a reason of some length */\n", "x();\n"),
    ("exception", "src/core/a.c", "x(); /* checksrc: allow blanks: a reason of some length */\n", "x();\n"),
]


def self_test():
    passed = failed = 0
    for check, path, breaks, legal in CASES:
        for text, fires in ((breaks, True), (legal, False)):
            found = [p for p in check_file(path, text.encode())[0] if p[1] == check]
            if bool(found) == fires:
                passed += 1
            else:
                failed += 1
                print(f"{check}: {'missed' if fires else 'false alarm'}: {path}: {text!r}")
    for check, path, text in EXEMPT:
        for place, fires in ((path, False), ("src/formats/xmf/" + os.path.basename(path), True)):
            if bool([p for p in check_file(place, text.encode())[0] if p[1] == check]) == fires:
                passed += 1
            else:
                failed += 1
                print(f"{check}: {'missed' if fires else 'false alarm'}: {place}: {text!r}")
    for check in CHECKS:
        if not any(case[0] == check for case in CASES):
            failed += 1
            print(f"{check}: no case tests it")
    print(f"self-test: {passed} of {passed + failed}")
    return 1 if failed else 0


def main():
    arguments = sys.argv[1:]
    if arguments == ["--self-test"]:
        return self_test()
    if arguments == ["--list"]:
        print("\n".join(CHECKS))
        return 0
    if arguments and arguments[0].startswith("-"):
        print(__doc__)
        return 2
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
