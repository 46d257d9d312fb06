# SPDX-License-Identifier: Apache-2.0
"""The checks of code see what they are there to see: each is fed trees that break its rule."""
import shutil
import subprocess
import unittest

from trees import ROOT, SPDX, TreeTest
import check_headers
import check_layers
import check_prefixes
import check_style
import check_symbols
import tree


class Tree(unittest.TestCase):
    def test_comments_in_strings_are_none(self):
        text = 'a = "/* no */"; /* yes */ b = \'"\'; // too\n'
        self.assertEqual([c for _, c in tree.comments(text)], ["/* yes */", "// too"])

    def test_blanked_text_keeps_lines_and_columns(self):
        text = "int a; /* one\ntwo */ int b;\n"
        self.assertEqual(tree.without_comments(text), "int a;       \n       int b;\n")

    def test_includes_in_comments_are_none(self):
        text = '/* #include "no.h" */\n#include <stdio.h>\n  # include "yes.h"\n'
        self.assertEqual(tree.includes(text), [(2, "<", "stdio.h"), (3, '"', "yes.h")])

    def test_functions_are_found_with_the_comment_above(self):
        text = "/* why */\nstatic int f(int a,\n             int b)\n{\n    return a;\n}\n"
        self.assertEqual(tree.functions(text), [(4, 6, "/* why */")])

    def test_comment_of_another_function_is_not_above(self):
        text = "/* why */\nint f(void)\n{\n}\n\nint g(void)\n{\n}\n"
        self.assertEqual([above for _, _, above in tree.functions(text)], ["/* why */", ""])


class Layers(TreeTest):
    def setUp(self):
        super().setUp()
        for name in ("base", "status", "ldu", "spec", "model", "load", "ludo"):
            self.write(f"include/ludo/{name}.h", "")
        for name in ("core/memory", "math/quat", "model/model", "joints/list", "tendons/list",
                     "solver/tree/recursion", "integrators/integrator",
                     "integrators/maximal/newton", "integrators/galerkin/newton",
                     "diagnostics/drift", "formats/text/xml"):
            self.write(f"src/{name}.h", "")

    def problems_of(self, path, *includes):
        self.write(path, "".join(f"#include {i}\n" for i in includes))
        return check_layers.check(self.root)

    def test_a_tree_that_keeps_the_rule_has_no_problem(self):
        self.write("src/solver/tree/recursion.c",
                   '#include "solver/tree/recursion.h"\n#include "ludo/ldu.h"\n'
                   '#include "core/memory.h"\n#include <math.h>\n')
        self.write("src/formats/text/xml.c",
                   '#include "formats/text/xml.h"\n#include "ludo/spec.h"\n#include <expat.h>\n')
        self.write("src/integrators/maximal/newton.c",
                   '#include "integrators/maximal/newton.h"\n'
                   '#include "integrators/integrator.h"\n#include "solver/tree/recursion.h"\n'
                   '#include "joints/list.h"\n')
        self.write("apps/ludo/main.c", '#include "terminal/options.h"\n#include "ludo/ludo.h"\n')
        self.write("apps/ludo/data/csv.c", '#include "data/csv.h"\n#include "main.h"\n')
        self.write("apps/ludo/data/csv.h", "")
        self.write("apps/ludo/sweep/table.c", "#include <hdf5.h>\n#include <stdio.h>\n")
        self.write("apps/ludo/main.h", "")
        self.write("apps/ludo/terminal/options.h", "#include <ludo/ludo.h>\n")
        self.assertEqual(check_layers.check(self.root), [])

    def test_each_forbidden_include_is_seen(self):
        for path, include, said in (
                ("src/core/a.c", '"math/quat.h"', "core is not above math"),
                ("src/math/a.c", '"core/memory.h"', "math is not above core"),
                ("src/model/a.c", '"joints/list.h"', "model is not above joints"),
                ("src/joints/a.c", '"tendons/list.h"', "joints is not above tendons"),
                ("src/joints/a.c", '"integrators/integrator.h"', "is not above integrators"),
                ("src/integrators/a.c", '"integrators/maximal/newton.h"', "is not above"),
                ("src/integrators/galerkin/a.c", '"integrators/maximal/newton.h"', "is not above"),
                ("src/solver/tree/a.c", '"model/model.h"', "solver/tree is not above model"),
                ("src/solver/tree/a.c", '"joints/list.h"', "solver/tree is not above joints"),
                ("src/solver/tree/a.c", '"ludo/spec.h"', "solver/tree must not know ludo/spec.h"),
                ("src/integrators/a.c", '"diagnostics/drift.h"', "is not above diagnostics"),
                ("src/formats/a.c", '"model/model.h"', "formats must not know model"),
                ("src/formats/mjcf/a.c", '"ludo/model.h"', "must not know ludo/model.h"),
                ("src/formats/a.c", '"ludo/ludo.h"', "formats must not know ludo/ludo.h"),
                ("src/model/a.c", "<expat.h>", "<expat.h>"),
                ("src/model/a.c", "<unistd.h>", "<unistd.h>"),
                ("src/model/a.c", '"model.h"', "does not say its room"),
                ("src/model/a.c", '"tests/support.h"', "in no room"),
                ("src/model/a.c", '"model/absent.h"', "does not exist"),
                ("include/ludo/a.h", '"model/model.h"', "must not include"),
                ("include/ludo/a.h", "<stdio.h>", "must not need"),
                ("apps/ludo/a.c", '"core/memory.h"', "apps sees only"),
                ("apps/ludo/data/a.c", '"../main.h"', "apps sees only"),
                ("apps/ludo/data/a.c", "<hdf5.h>", "<hdf5.h> is not apps/ludo/data's to use"),
                ("apps/ludo/a.c", '"../../src/core/memory.h"', "apps sees only"),
                ("examples/a.c", '"math/quat.h"', "examples sees only"),
                ("scenes/a.c", '"model/model.h"', "scenes sees only"),
                ("python/a.c", '"model/model.h"', "python sees only")):
            with self.subTest(path=path, include=include):
                self.assert_one(self.problems_of(path, include), f"{path}:1:", said)
                (self.root / path).unlink()

    def test_a_file_in_no_room_is_seen(self):
        self.assert_one(self.problems_of("src/extras/a.c"), "src/extras/a.c", "in no room")
        (self.root / "src/extras/a.c").unlink()
        self.assert_one(self.problems_of("src/loose.c"), "src/loose.c", "in no room")

    def test_rooms_of_the_page_look_down_only(self):
        def problems(path, *lines):
            self.write(path, "".join(f"{line}\n" for line in lines))
            found = check_layers.check(self.root)
            (self.root / path).unlink()
            return found

        self.assertEqual(problems(
            "web/src/ui/a.ts", "import { b } from './b';", "import { c } from '../plots/c';",
            "import uPlot from 'uplot'; // from '../main'"), [])
        self.assertEqual(problems("web/src/main.ts", "import { a } from './ui/a';"), [])
        for path, line, said in (
                ("web/src/plots/a.ts", "import type { b } from '../ui/b';", "plots is not above"),
                ("web/src/plots/a.ts", "export * from '../scene/b';", "is not above scene"),
                ("web/src/core/a.ts", "import '../data/b';", "core is not above data"),
                ("web/src/ui/a.ts", "await import('../main');", "is not above the page")):
            with self.subTest(line):
                self.assert_one(problems(path, line), f"{path}:1:", said)
        self.assert_one(problems("web/src/extras/a.ts"), "web/src/extras/a.ts", "no room")


class Prefixes(TreeTest):
    def problems_of(self, path, text):
        self.write("include/ludo/sim.h", "LUDO_API int ludo_public(void);\n")
        self.write(path, text)
        return check_prefixes.check(self.root)

    def test_names_with_a_prefix_of_their_room_have_no_problem(self):
        self.assertEqual(self.problems_of("src/sim/a.c", (
            "int ludo_sim_a(int b,\n               int c)\n{\n}\n"
            "static int ludo_state_b(void)\n{\n}\n"
            "int ludo_state_declared(void);\nint ludo_public(void)\n{\n}\n")), [])

    def test_a_name_of_another_room_is_seen(self):
        self.assert_one(self.problems_of("src/sim/a.c", "\nvoid *ludo_state_a(void)\n{\n}\n"),
                        "src/sim/a.c:2:", "ludo_state_a", "of state, not of sim")

    def test_two_kernels_of_one_name_are_seen(self):
        self.write("src/math/a.c", "LUDO_KERNEL static void factor(double *x)\n{\n}\n")
        text = "\nLUDO_KERNEL_SHORT static void factor(int a)\n{\n}\n"
        self.assert_one(self.problems_of("src/sim/b.c", text), "src/sim/b.c:2:", "factor",
                        "src/math/a.c:1")

    def test_the_longest_prefix_decides(self):
        text = "void ludo_maximal_contact_a(void)\n{\n}\n"
        self.assert_one(self.problems_of("src/integrators/maximal/a.c", text), "maximal_contact")

    def test_a_name_without_a_prefix_is_seen(self):
        self.assert_one(self.problems_of("src/core/a.c", "int ludo_odd(void)\n{\n}\n"), "no room")


class Headers(TreeTest):
    def undocumented(self, text):
        return check_headers.undocumented("a.h", text)

    def test_a_contract_above_every_kind_of_declaration_is_enough(self):
        self.assertEqual(self.undocumented(
            "#ifndef LUDO_A_H\n#define LUDO_A_H\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
            "/** A type. */\ntypedef struct a {\n    int x;\n} a;\n"
            "/** A list. */\ntypedef enum b {\n    B\n} b;\n"
            "/** An opaque one. */\nstruct c;\n"
            "/** A number. */\n#define LUDO_N 3\n"
            "/** A function,\n * of two lines. */\nLUDO_API int f(int a,\n               int b);\n"
            "#ifdef __cplusplus\n}\n#endif\n#endif\n"), [])

    def test_each_declaration_without_contract_is_seen(self):
        for declaration in ("LUDO_API int f(void);", "typedef struct a {\n    int x;\n} a;",
                            "typedef int a;", "struct a;", "struct a {\n    int x;\n};",
                            "enum a { A };", "typedef enum a {\n    A\n} a;", "#define LUDO_N 3",
                            "extern const int a;", "static inline int f(void)\n{\n}\n"):
            with self.subTest(declaration):
                text = f"/** A first. */\ntypedef struct first {{\n    int x;\n}} first;\n\n" \
                       f"{declaration}\n/** A last. */\nLUDO_API void last(void);\n"
                self.assert_one(self.undocumented(text), "a.h:6:", "no contract")

    def test_other_comments_are_no_contracts(self):
        for comment in ("/* plain */\n", "/** A group. */\n\n", "// a line\n"):
            with self.subTest(comment):
                self.assert_one(self.undocumented(comment + "LUDO_API int f(void);\n"),
                                "no contract")

    def test_one_contract_does_not_serve_two(self):
        self.assert_one(self.undocumented("/** Both. */\nLUDO_API int f(void);\n"
                                          "LUDO_API int g(void);\n"), "a.h:3:")

    def test_a_header_that_needs_another_first_is_seen(self):
        self.write("include/ludo/a.h", "/** A. */\nsize_t ludo_a(void);\n")
        problems = check_headers.check(self.root)
        self.assertGreaterEqual(len(problems), 2)  # as C and as C++
        self.assertTrue(all("include/ludo/a.h: does not compile alone" in p for p in problems))

    def test_a_header_that_is_no_cpp_is_seen(self):
        self.write("include/ludo/a.h", "/** A. */\nint ludo_a(int class);\n")
        problems = check_headers.check(self.root)
        self.assertTrue(problems)
        self.assertTrue(all("c++17" in p for p in problems), problems)


class Style(TreeTest):
    def setUp(self):
        super().setUp()
        self.write(".clang-format", (ROOT / ".clang-format").read_text(encoding="utf-8"))

    def problems_of(self, text, path="src/core/a.c"):
        self.write(path, text)
        return check_style.check(self.root)

    def test_a_clean_file_has_no_problem(self):
        self.assertEqual(self.problems_of(SPDX + "int f(void)\n{\n    return 1;\n}\n"), [])

    def test_each_fault_of_a_line_is_seen(self):
        long_line = "/* " + 100 * "x" + " */\n"
        for text, said in (("int a;\n", "no SPDX"), (SPDX + long_line, "columns"),
                           (SPDX + "int\ta;\n", "a tab"), (SPDX + "int a; \n", "blanks"),
                           (SPDX + "/* TO" + "DO: it */\n", "a leftover"),
                           (SPDX + "int a;", "end"), (SPDX + "int a;\n\n", "end")):
            with self.subTest(said):
                problems = [p for p in self.problems_of(text) if "clang-format" not in p]
                self.assert_one(problems, "src/core/a.c", said)

    def test_a_long_function_is_seen_unless_it_says_why(self):
        def function(comment, lines):
            return SPDX + f"{comment}void f(void)\n{{\n" + lines * "    f();\n" + "}\n"
        limit = check_style.FUNCTION_LIMIT
        self.assertEqual(self.problems_of(function("", limit)), [])
        self.assert_one(self.problems_of(function("", limit + 1)), "a function of 61 lines")
        excused = function("/* Long: it is one piece because of that. */\n", limit + 1)
        self.assertEqual(self.problems_of(excused), [])

    def test_conflict_markers_are_seen(self):
        for marker in ("<<<<<<< HEAD", "=======", "    >>>>>>> a1b2c3(subject"):
            self.assertEqual(self.problems_of(f"{SPDX}{marker}\n"),
                             ["src/core/a.c:4: a conflict marker of git"])

    def test_a_function_with_too_many_parameters_is_seen_unless_it_says_why(self):
        def problems(head, comment="", path="src/core/a.c"):
            self.write(path, f"{SPDX}{comment}{head}\n{{\n}}\n")
            return list(check_style.check_parameters(self.root))

        self.write("include/ludo/a.h", "/** Seven. */\nLUDO_API int *ludo_seven(int a, int b);\n")
        names = [f"int p{k}" for k in range(check_style.PARAMETER_LIMIT - 1)]
        fits = ", ".join([*names, "void (*call)(int a, int b)"])
        self.assertEqual(problems(f"static int f({fits})"), [])
        self.assertEqual(problems("int f(void)"), [])
        long = f"{fits},\n             double last"
        self.assertEqual(problems(f"static int f({long})"),
                         ["src/core/a.c:6: f() has 7 parameters"])
        self.assertEqual(problems(f"int f({long}) /* ( */"),
                         ["src/core/a.c:6: f() has 7 parameters"])
        self.assertEqual(problems(f"int f({long})", "/* One of many. */\n"),
                         ["src/core/a.c:7: f() has 7 parameters"])
        self.assertEqual(problems(f"int f({long})", "/* Seven parameters: why. */\n"), [])
        self.assertEqual(problems(f"int *ludo_seven({long})"), [])
        self.assertEqual(problems("int f(void)"), [])
        self.assertEqual(problems(f"int f({long})", path="tests/a.c"), [])

    def test_a_long_file_is_seen(self):
        self.assert_one(self.problems_of(SPDX + 600 * "int a;\n"), "603 lines")

    def test_vague_names_are_seen(self):
        for name in ("utils", "math_util", "common", "misc_things", "helpers"):
            with self.subTest(name):
                path = f"src/core/{name}.c"
                self.assert_one(self.problems_of(SPDX + "int a;\n", path), name, "a vague name")
                (self.root / path).unlink()

    def test_order_of_includes_is_seen(self):
        self.write("src/core/a.h", SPDX)
        own_late = SPDX + '#include "core/b.h"\n#include "core/a.h"\n'
        self.assert_one(self.problems_of(own_late), "first include is not core/a.h")
        mixed = SPDX + '#include "core/a.h"\n\n#include <math.h>\n\n#include "core/b.h"\n'
        self.assert_one(self.problems_of(mixed), "before one of ours")
        in_a_list = SPDX + '#include <math.h>\nint x[] = {\n#include "joints/list.h"\n};\n'
        self.assertEqual(self.problems_of(in_a_list), [])

    @unittest.skipUnless(shutil.which("clang-format"), "no clang-format")
    def test_other_formatting_is_seen(self):
        version = subprocess.run(["clang-format", "--version"], capture_output=True, text=True,
                                 check=True).stdout
        if f"version {check_style.CLANG_FORMAT_VERSION}." not in version:
            self.skipTest("another clang-format")
        self.assert_one(self.problems_of(SPDX + "int f(void) {\n    return 1;\n}\n"),
                        "src/core/a.c:4", "clang-format")


class Symbols(TreeTest):
    """Libraries of one small file."""

    def problems_of(self, source, header="LUDO_API int ludo_a(void);\n"):
        self.write("include/ludo/a.h", header)
        self.write("a.c", source)
        for command in (("gcc", "-c", "-fPIC", "a.c", "-o", "a.o"),
                        ("ar", "rc", "libludo.a", "a.o"),
                        ("gcc", "-shared", "a.o", "-o", "libludo.so", "-lm")):
            subprocess.run(command, cwd=self.root, check=True, capture_output=True)
        return check_symbols.check(self.root, self.root)

    def test_a_good_library_has_no_problem(self):
        self.assertEqual(self.problems_of("int ludo_a(void) { return 1; }\n"), [])

    def test_each_fault_is_seen(self):
        good = "int ludo_a(void) { return 1; }\n"
        hidden = '__attribute__((visibility("hidden"))) '
        for source, said in (
                (hidden + good, "ludo_a is declared in a public header but not in libludo.so"),
                (good + "int ludo_b(void) { return 1; }\n", "exports ludo_b"),
                (good + hidden + "int b(void) { return 1; }\n", "defines b"),
                (good + hidden + "int b;\n", "defines b"),
                ("#include <stdio.h>\nint ludo_a(void) { return puts(\"\"); }\n", "prints"),
                ("#include <stdlib.h>\nint ludo_a(void) { exit(1); }\n", "ends the process"),
                ("double sin(double);\nint ludo_a(void) { return sin(ludo_a()) > 0; }\n",
                 "the machine's libm"),
                ("#include <stdlib.h>\nint ludo_a(void) { return strtod(\"1\", 0) > 0; }\n",
                 "the locale")):
            with self.subTest(said):
                self.assert_one(self.problems_of(source), said)

    def test_absent_libraries_are_seen(self):
        self.assertEqual(len(check_symbols.check(self.root, self.root)), 2)


if __name__ == "__main__":
    unittest.main()
