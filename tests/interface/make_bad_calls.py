#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the test of bad calls: every public function with one bad argument at a time.

    make_bad_calls.py ROOT OUT.c

Each function is called with valid arguments, and then with NULL for each pointer, numbers and
indices out of range, counts that are wrong, numbers that are not finite, unknown texts, and structs
with such members. A contract that says `may be NULL` makes NULL a valid argument. bad_calls.h says
what is expected of each call; valid_arguments.py has the valid arguments.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import interface  # noqa: E402
import valid_arguments as valid  # noqa: E402

HEAD = """/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by make_bad_calls.py. */
#include "bad_calls.h"

#include "ludo/ludo.h"

"""
FLOATS = ("(double)NAN", "(double)INFINITY", "-(double)INFINITY")
NEGATIVE = ("-1", "-2")
NUMBERS = {"int32_t": (*NEGATIVE, "INT32_MIN", "INT32_MAX", "1000"),
           "int64_t": (*NEGATIVE, "INT64_MIN", "INT64_MAX", "1000"),
           "uint32_t": ("UINT32_MAX",), "size_t": ("SIZE_MAX",),
           "double": FLOATS}
COUNTS = {"count", "size"}
# members that are numbers of elements: no element has the number LUDO_NOT_FOUND
INDICES = {"body", "body_a", "body_b", "child", "dof", "from", "geom_a", "geom_b", "joint",
           "parent", "site", "site_a", "site_b", "target"}
OPTIONAL = {"allocator", "why", "user", "report"}  # in every function, unless its contract differs
NULLABLE = re.compile(r"may be NULL(?! if| for)|\bNULL: ")
TEXT = "const char *"


class Writer:
    """Writes the tests of an interface."""

    def __init__(self, public):
        self.public = public
        self.function = ""
        self.structs = {t.name: t for t in public.types.values() if t.kind == "struct"}
        self.enums = {t.name for t in public.types.values() if t.kind == "enum"}
        self.objects = {f"{name} *" for name in valid.OBJECTS}
        self.opaque = {t.name for t in public.types.values() if t.kind == "opaque"}

    # ---- contracts ----

    def contract(self, function, seen=()):
        """The contract of a function with those that it refers to."""
        doc = re.sub(r"\s+", " ", function.doc)
        for name in re.findall(r"[Aa]s (?:in |of )?(ludo_\w+)\(\)", doc):
            other = self.public.functions.get(name)
            if other and other.name not in (function.name, *seen):
                doc += " " + self.contract(other, (function.name, *seen))
        return doc

    def optional(self, function, parameter):
        """True if the contract says that a pointer may be NULL."""
        doc, name = self.contract(function), re.escape(parameter.name)
        said = re.search(rf"@param {name}\b((?:(?!@param|@return).)*)", doc)
        if parameter.name in OPTIONAL or (said and NULLABLE.search(said[1])):
            return True
        said = rf"@param {name} +unless NULL|`{name}`[^.`]*may be NULL(?! if)"
        if parameter.name == "function":
            said += "|NULL removes it"
        elif not parameter.type.startswith("const"):
            said += rf"|\*{name} unless that is NULL|(either|both) outputs? may be NULL"
        return bool(re.search(said, doc, re.IGNORECASE)) and parameter.type not in self.objects

    # ---- valid arguments ----

    def expression(self, function, parameter):
        where = f"{function.name}.{parameter.name}"
        matches = ((made, re.fullmatch(pattern, where)) for pattern, made in valid.BY_PATTERN)
        found = [made(match) for made, match in matches if match]
        for key, table in ((where, valid.BY_FUNCTION), (parameter.name, valid.BY_NAME),
                           (parameter.text(), valid.BY_TYPE)):
            found += [table[key]] if key in table else []
        return found[0] if found else None

    def locals(self, function, number, parameter):
        """Lines that declare the argument a<number>, and its struct s<number>."""
        base = parameter.type.replace("const", "").replace("*", "").strip()
        stars = parameter.type.count("*") + bool(parameter.array)
        known = self.expression(function, parameter)
        name = f"a{number}"
        kind = parameter.type + (" *" if parameter.array else "")
        if known is None and stars == 1 and base in valid.OBJECTS:
            known = valid.OBJECTS[base]
        if known is not None:
            return [f"{kind} {name} = {known};"]
        if stars == 0 and base in self.enums:
            return [f"{kind} {name} = ({base})0;"]
        if stars == 2 and base not in self.opaque:
            const = "const " if parameter.type.startswith("const") else ""
            return [f"{const}{base} *o{number} = NULL;", f"{kind} {name} = &o{number};"]
        if stars == 2:
            return [f"{base} *o{number} = ({base} *)f;", f"{base} **{name} = &o{number};"]
        if stars == 1 and base in self.structs:
            return [f"{base} s{number} = {self.default(base)};",
                    *self.settings(base, f"s{number}"), f"{kind} {name} = &s{number};"]
        if stars == 1 and base in ("double", "int32_t"):
            return [f"static {base} b{number}[ROOM];",
                    f"memset(b{number}, {self.filling(parameter)}, sizeof b{number});",
                    f"{kind} {name} = b{number};"]
        raise ValueError(f"{function.name}: no valid argument for {parameter.text()} "
                         f"{parameter.name}: add it to valid_arguments.py")

    def filling(self, parameter):
        """The byte that an array is filled with: that of outputs shows whether they change."""
        return "0" if parameter.type.startswith("const") else "UNTOUCHED"

    def default(self, struct):
        name = re.sub(r"_def$", "", struct) + "_default"
        return f"{name}()" if name in self.public.functions else "{0}"

    def settings(self, struct, variable):
        lines = [f"{variable}.{setting.strip()};"
                 for setting in valid.SETTINGS.get(struct, "").split(";") if setting.strip()]
        if any(m.name == "struct_size" for m in self.structs[struct].members):
            lines.insert(0, f"{variable}.struct_size = sizeof {variable};")
        return lines

    # ---- bad arguments ----

    def cases(self, function):
        """Triples (words, statement, expectation) of the bad calls of a function."""
        self.function = function.name
        for number, parameter in enumerate(function.parameters):
            where = f"{function.name}.{parameter.name}"
            if where in valid.NOT_TESTED:
                continue
            base = parameter.type.replace("const", "").replace("*", "").strip()
            if "*" in parameter.type or parameter.array:
                expected = "FINE" if self.optional(function, parameter) else "REFUSED"
                yield f"{parameter.name} = NULL", f"a{number} = NULL;", expected
                yield from self.pointed(function, number, parameter, base)
            elif base in self.enums:
                for value in ("-1", "1000"):
                    yield (f"{parameter.name} = {value}", f"a{number} = ({base}){value};",
                           "REFUSED" if function.returns == "ludo_status" else "ANYTHING")
            elif base in self.structs:
                yield from self.members(base, f"a{number}", parameter.name, "REFUSED")
            else:
                yield from self.plain(function, number, parameter)

    def plain(self, function, number, parameter):
        """A number: out of range."""
        values = list(NUMBERS.get(parameter.type, ()))
        if f"{function.name}.{parameter.name}" in valid.LENGTHS:
            values = values[1:3]
        elif parameter.name in COUNTS and parameter.type == "int32_t":
            values += [f"a{number} + 1", f"a{number} - 1"]
        elif parameter.type == "int32_t":
            counted = self.counted(function, parameter.name)
            values += [counted] if counted else []
        if parameter.name == "h":
            values.append("0.0")
        where = f"{function.name}.{parameter.name}"
        for value in values:
            taken = value == "-1" and re.fullmatch(valid.NEGATIVE, where)
            yield (f"{parameter.name} = {value}", f"a{number} = {value};",
                   "FINE" if taken else "REFUSED")

    def counted(self, function, name):
        """The number of elements of that name, as an expression."""
        for holder in ("spec", "model"):
            counter = self.public.functions.get(f"ludo_{holder}_{name}_count")
            given = [p for p in function.parameters if f"ludo_{holder} *" in p.type]
            if counter and (given or holder == "model"):
                known = self.expression(function, given[0]) if given else None
                return f"{counter.name}({known or valid.OBJECTS['ludo_' + holder]})"
        return None

    def pointed(self, function, number, parameter, base):
        """What a pointer points to: texts, arrays of numbers, structs."""
        name = parameter.name
        # a value that is computed of numbers that are not finite is not finite
        refused = "REFUSED" if function.returns == "ludo_status" else "ANYTHING"
        if parameter.type == TEXT and any(p.name == "length" for p in function.parameters):
            return  # the text has to have that length
        if parameter.type == TEXT:
            for value in ('""', '"no such thing"', '"\\xff\\x01%s"'):
                yield f"{name} = {value}", f"a{number} = {value};", "ANYTHING"
        elif base == "double" and parameter.type == "const double *":
            for value in FLOATS:
                yield (f"{name}[0] = {value}", f"static double bad[ROOM]; bad[0] = {value}; "
                       f"a{number} = bad;", refused)
            last = self.last(function, name)
            if last:
                yield (f"{name}[{last}] = NAN",
                       f"a{number} = with_nan(a{number}, {last});", refused)
        elif base in self.structs and self.expression(function, parameter) is None:
            later = base.endswith("_def") and function.name.startswith("ludo_spec_")
            inside = "const" in parameter.type
            yield from self.members(base, f"s{number}", name,
                                    "REFUSED_LATER" if later else refused, inside)

    def last(self, function, name):
        """The index of the last number of an array, as an expression; None: the first one."""
        if f"{function.name}.{name}" in valid.LAST:
            return valid.LAST[f"{function.name}.{name}"]
        for number, parameter in enumerate(function.parameters):
            if parameter.name == "count":
                return f"a{number} - 1"
        return valid.LAST.get(name) if function.name.startswith("ludo_dynamics_") else None

    def members(self, struct, variable, words, expected, inside=True):
        """Members of a struct: only struct_size of one that is written."""
        members = self.structs[struct].members
        pointers = any("*" in m.type for m in members)
        for member in members:
            where = f"{words}.{member.name}"
            path = f"{variable}.{member.name}"
            if member.name == "struct_size":
                for value in ("0", f"sizeof {variable} - 1", f"sizeof {variable} + 8", "SIZE_MAX"):
                    yield f"{where} = {value}", f"{path} = {value};", "REFUSED"
            elif inside and not self.left_out(struct, member.name, where):
                kept = (i for i in self.indices(member)
                        if f"{struct}.{member.name}{i}" not in valid.NOT_TESTED)
                for index in kept:
                    yield from self.member(member, path + index, where + index, expected, pointers)

    def left_out(self, struct, member, where):
        """True for members that are not tested; of some structs only those that have counts are."""
        keys = (f"{struct}.{member}", f"{self.function}.{where}")
        only = struct in valid.NOT_TESTED and not member.startswith("contact_")
        return only or any(key in valid.NOT_TESTED for key in keys)

    def indices(self, member):
        """Brackets of the first and the last element of an array; "" for a scalar."""
        sizes = re.findall(r"\[([^]]*)\]", member.array)
        if not sizes or member.type == "char":
            return [""]
        return ["[0]" * len(sizes), "".join(f"[{size} - 1]" for size in sizes)]

    def member(self, member, path, where, expected, pointers):
        kind = member.type
        if kind == "double":
            for value in FLOATS:
                yield f"{where} = {value}", f"{path} = {value};", expected
            yield f"{where} = -1e308", f"{path} = -1e308;", "ANYTHING"
        elif kind in ("int32_t", "int64_t", "uint32_t"):
            for value in NUMBERS[kind]:
                counts = re.search(r"(^|_)(count|nodes|edges)$", member.name)
                if not (counts and pointers and value in ("INT32_MAX", "1000")):
                    none = value == "-2" and member.name in INDICES
                    yield (f"{where} = {value}", f"{path} = {value};",
                           expected if none else "ANYTHING")
        elif kind in self.enums:
            for value in ("-1", "1000"):
                yield f"{where} = {value}", f"{path} = ({kind}){value};", "ANYTHING"
        elif kind == TEXT:
            for value in ("NULL", '"no such thing"', '""'):
                yield f"{where} = {value}", f"{path} = {value};", "ANYTHING"
        elif "*" in kind:
            yield f"{where} = NULL", f"{path} = NULL;", "ANYTHING"
        elif kind in self.structs:
            yield from self.members(kind, path, where, expected)

    # ---- the text ----

    def after(self, function):
        """Lines after the call: its result, and what it created."""
        kind = function.returns
        if kind == "ludo_status":
            lines = []
            for number, parameter in enumerate(function.parameters):
                if parameter.name == "why":
                    lines.append(f"check_why(f, got, a{number});")
                if any(f" b{number}[ROOM]" in line
                       for line in self.locals(function, number, parameter)):
                    if self.filling(parameter) != "0":
                        lines.append(f"check_output(f, got, b{number}, sizeof b{number});")
                base = parameter.type.replace("const", "").replace("*", "").strip()
                if parameter.type.count("*") == 2 and base in self.opaque:
                    lines += [f"if (a{number} != NULL && got != LUDO_OK) {{",
                              f"    assert_null(o{number});", "}",
                              f"if (got == LUDO_OK && a{number} != NULL) {{",
                              f"    {self.release(base)}(o{number});", "}"]
            return [*lines, "check_status(f, got, expected);"]
        if function.name.endswith("_find"):
            return ["check_none(f, got == LUDO_NOT_FOUND, expected);"]
        none = {"int32_t": "got == 0 || got == -1", "int64_t": "got == 0 || got == -1",
                "size_t": "got == 0", "bool": "!got"}.get(kind)
        if "*" in kind:
            none = "got == NULL"
        if kind == "double":
            none = "isnan(got)"
        return [f"check_none(f, {none or 'true'}, expected);"]

    def release(self, base):
        for verb in ("destroy", "close"):
            if f"{base}_{verb}" in self.public.functions:
                return f"{base}_{verb}"
        raise ValueError(f"no function releases a {base}")

    def test(self, function):
        """The test of a function."""
        cases = list(self.cases(function))
        # the last call is valid: it shows that the others fail by their bad argument
        defines = any("_def *" in p.type for p in function.parameters)
        cases.append(("valid arguments", ";", "COMPILES" if defines else "FINE"))
        releases = re.search(r"_(destroy|close)$", function.name)
        files = any(word in p.type for p in function.parameters
                    for word in ("ludo_recorder *", "ludo_trajectory *"))
        lines = [f"static void test_{function.name}(void **state)", "{",
                 "    (void)state;", "    bad_calls fixture, *f = &fixture;",
                 f"    bad_calls_open(f, {'true' if files else 'false'});",
                 f"    for (int k = 0; k < {len(cases) - bool(releases)}; k++) {{",
                 "        expectation expected = FINE;"]
        for number, parameter in enumerate(function.parameters):
            lines += [f"        {line}" for line in self.locals(function, number, parameter)]
        lines.append("        switch (k) {")
        for k, (words, statement, expected) in enumerate(cases):
            said = (function.name + ": " + words).replace("\\", "\\\\").replace('"', '\\"')
            lines += [f"        case {k}: {{ {statement} expected = {expected};",
                      f"            f->what = \"{said}\"; break; }}"]
        arguments = ", ".join(f"a{n}" for n in range(len(function.parameters)))
        result = "" if function.returns == "void" else f"{function.returns} got = "
        lines += ["        default: break;", "        }", "        {",
                  f"            {result}{function.name}({arguments});"]
        if result:
            lines.append("            (void)got;")
        lines += [f"            {line}" for line in self.after(function)]
        lines += ["        }", "    }", "    const int failures = f->failures;",
                  "    bad_calls_close(f);", "    assert_int_equal(failures, 0);", "}", "", ""]
        return "\n".join(lines)

    def text(self):
        functions = list(self.public.functions.values())
        tests = "".join(self.test(f) for f in functions)
        names = "".join(f"        cmocka_unit_test(test_{f.name}),\n" for f in functions)
        return (f"{HEAD}{tests}int main(void)\n{{\n"
                f"    const struct CMUnitTest tests[] = {{\n{names}"
                "    };\n    bad_calls_files();\n"
                "    return cmocka_run_group_tests(tests, NULL, bad_calls_end);\n}\n")


if __name__ == "__main__":
    ROOT, OUT = sys.argv[1:3]
    pathlib.Path(OUT).write_text(Writer(interface.read(ROOT)).text(), encoding="utf-8")
