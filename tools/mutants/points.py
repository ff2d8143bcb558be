"""points.py: finds the mutants of a C source in clang's syntax tree, and writes a copy of it that carries all of them.

The copy has AL_MUTANT(n) ? (changed) : (original) in place of an expression, see mutants.h. These changes are made:

    comparison   the boundary is moved by one (< and <=, > and >=); the comparison is negated
    condition    another condition is negated: of if, while, for, ?:, and operands of !, && and ||
    logical      && becomes ||, || becomes &&
    arithmetic   + becomes -, - becomes +
    constant     a number or a character grows by one; true becomes false, false becomes true
    call         a call whose result isn't used is dropped

These places are left out: code that comes from a macro (asserts among it), except a whole call, headers, what must be constant (case labels,
sizes of arrays, initial values of static variables and of {0}), operands of sizeof, calls whose absence only a sanitizer
sees (is_unseen), and changes that change nothing: the boundary of a minimum (a < b ? a : b), and constants whose change is
that of a boundary (x < 4 becomes x <= 4, so x < 5 is not tried).
"""

import bisect
import dataclasses
import subprocess
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # python3-clang-14 is there also for a Python that isn't Debian's
from clang import cindex  # noqa: E402
from clang.cindex import CursorKind, TypeKind  # noqa: E402

BOUNDARIES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
BOUNDARY_CHANGES = {f"{old} to {new}" for old, new in BOUNDARIES.items()}
NEGATIONS = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
LOGICAL = {"&&": "||", "||": "&&"}
ARITHMETIC = {"+": "-", "-": "+"}
LITERALS = {CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL, CursorKind.CHARACTER_LITERAL}
TRUTHS = {"true": "false", "false": "true"}
POINTERS = {TypeKind.POINTER, TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY}
TRANSPARENT = {CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR}
LOOPS_AND_BRANCHES = {CursorKind.IF_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.FOR_STMT}
MAX_TEXT = 100


@dataclasses.dataclass
class Mutant:
    """One change of the expression at [start, end) of the source."""
    start: int
    end: int
    operator: str  # comparison, condition, logical, arithmetic, constant, call
    change: str    # "< to <="
    code: str      # the expression in its place
    kept: str      # the form of the original, with {} for its text
    shown: tuple   # the range of the text that names it
    function: str
    line: int = 0
    text: str = ""
    number: int = 0


class Source:
    """A parsed file, its text and its tokens."""

    def __init__(self, path, arguments):
        options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
        self.unit = cindex.Index.create().parse(str(path), arguments, options=options)
        errors = [d for d in self.unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            raise SystemExit(f"{path}: clang can't parse it: {errors[0]}")
        self.path = str(path)
        with open(path, "rb") as stream:
            self.bytes = stream.read()
        self.tokens = [(t.extent.start.offset, t.spelling) for t in self.unit.cursor.get_tokens()
                       if t.kind != cindex.TokenKind.COMMENT]
        self.offsets = [offset for offset, _ in self.tokens]
        self.macros = sorted((c.extent.start.offset, c.extent.end.offset) for c in self.unit.cursor.get_children()
                             if c.kind == CursorKind.MACRO_INSTANTIATION and self.is_mine(c))
        self.macro_ends = dict(self.macros)

    def is_mine(self, cursor):
        return cursor.location.file is not None and cursor.location.file.name == self.path

    def span(self, cursor):
        """The range of an expression. If it ends in a macro within a macro, clang's range ends where that begins."""
        end = cursor.extent.end.offset
        return cursor.extent.start.offset, self.macro_ends.get(end, end)

    def text(self, start, end):
        return self.bytes[start:end].decode("utf-8")

    def tokens_in(self, start, end):
        return self.tokens[bisect.bisect_left(self.offsets, start):bisect.bisect_left(self.offsets, end)]

    def is_plain(self, start, end, may_be_macro):
        """Whether the range is text of the file: not a macro, or a part of one, and without a directive."""
        inside = any(first <= start and end <= last and not (may_be_macro and (first, last) == (start, end))
                     for first, last in self.macros)
        return end > start and not inside and all(token != "#" for _, token in self.tokens_in(start, end))

    def functions(self):
        return [c for c in self.unit.cursor.get_children()
                if c.kind == CursorKind.FUNCTION_DECL and c.is_definition() and self.is_mine(c)]


def is_unseen(name):
    """Whether only LeakSanitizer or ThreadSanitizer sees that a call of this function is missing."""
    return name == "free" or name.endswith("_free") or name in ("va_end", "al_lock_enter", "al_lock_leave")


def strip(cursor):
    """The expression inside parentheses and implicit conversions."""
    while cursor.kind in TRANSPARENT:
        inner = list(cursor.get_children())
        if len(inner) != 1:
            break
        cursor = inner[0]
    return cursor


class Finder:
    """Finds the mutants of one function."""

    def __init__(self, source, function):
        self.source, self.function, self.found = source, function.spelling, []
        for child in function.get_children():
            if child.kind == CursorKind.COMPOUND_STMT:
                self.visit(child, self.source.span(child))

    def add(self, start, end, operator, change, code, kept="({})", shown=None):
        if self.source.is_plain(start, end, may_be_macro=operator == "call"):
            self.found.append(Mutant(start, end, operator, change, code, kept, shown or (start, end), self.function))

    def operator_of(self, cursor):
        """The operands of a binary operator, and its spelling; None for code of a macro."""
        operands = list(cursor.get_children())
        if len(operands) != 2:
            return None
        between = self.source.tokens_in(operands[0].extent.end.offset, operands[1].extent.start.offset)
        return (operands, between[0][1]) if len(between) == 1 else None

    def replace(self, cursor, operands, operator, old, new):
        first, second = (self.source.text(*self.source.span(operand)) for operand in operands)
        self.add(*self.source.span(cursor), operator, f"{old} to {new}", f"({first}) {new} ({second})")

    # ---- Expressions ----

    def visit_binary(self, cursor):
        found = self.operator_of(cursor)
        if found is None:
            self.visit_children(cursor)
            return
        operands, sign = found
        if sign in NEGATIONS:
            if sign in BOUNDARIES:
                self.replace(cursor, operands, "comparison", sign, BOUNDARIES[sign])
            self.replace(cursor, operands, "comparison", sign, NEGATIONS[sign])
        elif sign in LOGICAL:
            self.replace(cursor, operands, "logical", sign, LOGICAL[sign])
        elif sign in ARITHMETIC and self.can_swap_sign(operands, sign):
            self.replace(cursor, operands, "arithmetic", sign, ARITHMETIC[sign])
        for place, operand in enumerate(operands):
            if sign in LOGICAL:
                self.visit_condition(operand)
            elif sign not in (("<", ">=") if place == 1 else (">", "<=")) or strip(operand).kind not in LITERALS:
                self.visit(operand, self.wider(cursor))

    @staticmethod
    def can_swap_sign(operands, sign):
        first, second = (strip(operand).type.get_canonical().kind in POINTERS for operand in operands)
        return not second and (not first or sign in ARITHMETIC)

    def is_negation(self, cursor):
        return cursor.kind == CursorKind.UNARY_OPERATOR and self.source.text(*self.source.span(cursor)).startswith("!")

    def is_minimum(self, condition, branches):
        """Whether a ?: chooses one of the operands that its condition compares."""
        binary = self.operator_of(strip(condition)) if strip(condition).kind == CursorKind.BINARY_OPERATOR else None
        if binary is None:
            return False
        compared, chosen = ({self.source.text(*self.source.span(strip(e))) for e in pair} for pair in (binary[0], branches))
        return compared == chosen

    def wider(self, cursor):
        start, end = self.source.span(cursor)
        return (start, end) if end - start <= MAX_TEXT else None

    def visit_condition(self, cursor):
        inner = strip(cursor)
        binary = self.operator_of(inner) if inner.kind == CursorKind.BINARY_OPERATOR else None
        known = binary is not None and binary[1] in {**NEGATIONS, **LOGICAL}
        start, end = self.source.span(inner)
        truth = self.source.text(start, end) in TRUTHS
        if not known and not self.is_negation(inner) and not truth and inner.kind not in LITERALS:
            self.add(start, end, "condition", "negated", f"!({self.source.text(start, end)})", "!!({})")
        self.visit(inner, None)

    def visit_literal(self, cursor, shown):
        start, end = self.source.span(cursor)
        text = self.source.text(start, end)
        if text in TRUTHS:
            if (start, end) in self.source.macros:
                self.found.append(Mutant(start, end, "constant", f"{text} to {TRUTHS[text]}", TRUTHS[text], "({})",
                                         shown or (start, end), self.function))
        else:
            self.add(start, end, "constant", f"{text} to {text} + 1", f"({text}) + 1", "({})", shown)

    # ---- Statements ----

    def visit_statement(self, cursor):
        """A call whose result isn't used can be dropped, also behind a cast to void."""
        inner = strip(cursor)
        if inner.kind == CursorKind.CSTYLE_CAST_EXPR and inner.type.kind == TypeKind.VOID:
            inner = strip(list(inner.get_children())[-1])
            if self.is_negation(inner):
                inner = strip(list(inner.get_children())[0])
        if inner.kind == CursorKind.CALL_EXPR and not is_unseen(inner.spelling):
            start, end = self.source.span(cursor)
            self.add(start, end, "call", "dropped", "(void)0", "(void)({})")
        self.visit(inner, self.source.span(cursor))

    def visit_branch(self, cursor):
        parts = list(cursor.get_children())
        condition = self.condition_of(cursor, parts)
        for place, part in enumerate(parts):
            if condition is not None and part == condition:
                self.visit_condition(part)
            elif cursor.kind == CursorKind.FOR_STMT and place < len(parts) - 1:
                self.visit(part, self.source.span(part))
            else:
                self.visit_statement(part)

    def condition_of(self, cursor, parts):
        if cursor.kind == CursorKind.DO_STMT:
            return parts[1]
        if cursor.kind != CursorKind.FOR_STMT:
            return parts[0]
        depth, ends = 0, []
        for at, token in self.source.tokens_in(*self.source.span(cursor)):
            depth += (token in "([{") - (token in ")]}")
            if token == ";" and depth == 1 and len(ends) < 2:
                ends.append(at)
        inside = [p for p in parts[:-1] if len(ends) == 2 and ends[0] < p.extent.start.offset < ends[1]]
        return inside[0] if inside else None

    def visit_variable(self, cursor):
        """Only the initial value can change: not the size of an array, and nothing of a static variable."""
        if cursor.storage_class == cindex.StorageClass.STATIC:
            return
        start, end = self.source.span(cursor)
        begins = next((at for at, token in self.source.tokens_in(start, end) if token == "="), end)
        for child in cursor.get_children():
            if child.extent.start.offset > begins:
                self.visit(child, self.wider(cursor))

    def visit_list(self, cursor, shown):
        children = list(cursor.get_children())
        tokens = [token for _, token in self.source.tokens_in(*self.source.span(cursor))]
        if tokens in (["{", "0", "}"], ["{", "'\\0'", "}"]):
            return
        for child in children:
            self.visit(child, shown)

    def visit_children(self, cursor, shown=None):
        for child in cursor.get_children():
            self.visit(child, shown)

    def visit(self, cursor, shown):
        kind = cursor.kind
        children = list(cursor.get_children())
        narrow = self.wider(cursor) if kind.is_expression() and kind not in TRANSPARENT else None
        if kind in LITERALS:
            self.visit_literal(cursor, shown)
        elif kind == CursorKind.COMPOUND_STMT:
            for child in children:
                self.visit_statement(child)
        elif kind in LOOPS_AND_BRANCHES:
            self.visit_branch(cursor)
        elif kind == CursorKind.SWITCH_STMT:
            self.visit(children[0], self.source.span(children[0]))
            self.visit_statement(children[-1])
        elif kind in (CursorKind.CASE_STMT, CursorKind.DEFAULT_STMT, CursorKind.LABEL_STMT):
            self.visit_statement(children[-1])
        elif kind == CursorKind.CONDITIONAL_OPERATOR:
            self.visit_condition(children[0])
            if self.is_minimum(children[0], children[1:]):
                place = self.source.span(strip(children[0]))
                self.found = [m for m in self.found if (m.start, m.end) != place or m.change not in BOUNDARY_CHANGES]
            for child in children[1:]:
                self.visit(child, self.wider(cursor) or shown)
        elif kind == CursorKind.BINARY_OPERATOR:
            self.visit_binary(cursor)
        elif self.is_negation(cursor):
            self.visit_condition(children[0])
        elif kind in (CursorKind.CSTYLE_CAST_EXPR, CursorKind.COMPOUND_LITERAL_EXPR):
            self.visit(children[-1], shown)
        elif kind == CursorKind.INIT_LIST_EXPR:
            self.visit_list(cursor, shown)
        elif kind == CursorKind.VAR_DECL:
            self.visit_variable(cursor)
        elif kind not in (CursorKind.CXX_UNARY_EXPR, CursorKind.TYPEDEF_DECL, CursorKind.STRUCT_DECL,
                          CursorKind.ENUM_DECL, CursorKind.STATIC_ASSERT):
            for child in children:
                self.visit(child, narrow or shown)


# ---- The copy ----

def find(source):
    """The mutants of a source, numbered from 1 in the order of the text."""
    found = [mutant for function in source.functions() for mutant in Finder(source, function).found]
    found.sort(key=lambda m: (m.start, -m.end))
    for number, mutant in enumerate(found, 1):
        mutant.number = number
        mutant.line = source.bytes.count(b"\n", 0, mutant.start) + 1
        mutant.text = " ".join(source.text(*mutant.shown).split())[:MAX_TEXT]
    return found


def render(source, mutants, start, end):
    """The text of [start, end) with its mutants: pairs of places, which lie side by side or inside each other."""
    out, at, rest = [], start, list(mutants)
    while rest:
        first = rest[0]
        same = [m for m in rest if (m.start, m.end) == (first.start, first.end)]
        inner = [m for m in rest if m not in same and m.start < first.end]
        rest = [m for m in rest if m.start >= first.end]
        text = first.kept.format("\0").replace("\0", render(source, inner, first.start, first.end))
        choices = "".join(f"AL_MUTANT({m.number}) ? ({m.code}) : " for m in same)
        out += [source.text(at, first.start), f"({choices}{text})"]
        at = first.end
    return "".join(out) + source.text(at, end)


def mutate(path, arguments):
    """The mutants of the file and its copy that carries them."""
    resources = subprocess.run(["clang", "-print-resource-dir"], stdout=subprocess.PIPE, text=True, check=True)
    source = Source(path, ["-resource-dir", resources.stdout.strip(), *arguments])
    mutants = find(source)
    return mutants, render(source, mutants, 0, len(source.bytes))
