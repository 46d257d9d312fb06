# SPDX-License-Identifier: Apache-2.0
"""The checks see what they are there to see: each is fed trees that break its rule."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import check_citations  # noqa: E402
import check_figures  # noqa: E402
import check_headers  # noqa: E402
import check_layers  # noqa: E402
import check_prefixes  # noqa: E402
import check_style  # noqa: E402
import check_symbols  # noqa: E402
import check_words  # noqa: E402
import results  # noqa: E402
import run_tests  # noqa: E402
import tree  # noqa: E402

SPDX = "/* SPDX-License-Identifier: Apache-2.0\n *\n * A file. */\n"


class TreeTest(unittest.TestCase):
    """A test that writes a small tree and runs a check on it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def assert_one(self, problems, *parts):
        """Exactly one problem, which holds all the parts."""
        self.assertEqual(len(problems), 1, problems)
        for part in parts:
            self.assertIn(part, problems[0])


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
                ("src/formats/a.c", '"ludo/model.h"', "formats must not know ludo/model.h"),
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
                ("apps/ludo/a.c", '"../../src/core/memory.h"', "apps sees only"),
                ("examples/a.c", '"math/quat.h"', "examples sees only"),
                ("scenes/a.c", '"model/model.h"', "scenes sees only"),
                ("bindings/a.c", '"model/model.h"', "bindings sees only")):
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

    def test_the_longest_prefix_decides(self):
        text = "void ludo_maximal_contact_a(void)\n{\n}\n"
        self.assert_one(self.problems_of("src/integrators/maximal/a.c", text), "maximal_contact")

    def test_a_name_without_a_prefix_is_seen(self):
        self.assert_one(self.problems_of("src/core/a.c", "int ludo_odd(void)\n{\n}\n"), "no room")


class Headers(TreeTest):
    def undocumented(self, text):
        return check_headers.undocumented("a.h", text)

    def test_contracts_above_every_kind_of_declaration_suffice(self):
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
        self.assertTrue(all("include/ludo/a.h: not by itself" in p for p in problems))

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

    def test_a_long_file_is_seen(self):
        self.assert_one(self.problems_of(SPDX + 600 * "int a;\n"), "603 lines")

    def test_names_that_say_nothing_are_seen(self):
        for name in ("utils", "math_util", "common", "misc_things", "helpers"):
            with self.subTest(name):
                path = f"src/core/{name}.c"
                self.assert_one(self.problems_of(SPDX + "int a;\n", path), name, "says nothing")
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


class Citations(TreeTest):
    def setUp(self):
        super().setUp()
        self.write("docs/references.bib", "@article{S0,\n}\n@misc{solv2014,\n}\n")
        self.write("docs/theory/maximal.md",
                   "# Maximal\n\n## 1. Motion\n\n### 1.2 Momenta\n\n## 2. `G` of joints\n")
        self.write("docs/theory/ldu.md", "# LDU\n\n## 3. Cost\n\n```\n## 4. No heading\n```\n")

    def problems_of(self, comment):
        self.write("src/core/a.c", f"int a; /* {comment} */\n")
        return check_citations.check(self.root)

    def problems_in_page(self, text, path="docs/use.md"):
        self.write(path, "# A page\n\n" + text + "\n")
        return check_citations.check(self.root)

    def test_known_sources_have_no_problem(self):
        for comment in ("[S0 eq. 33]", "[S0, eq. 33]", "[S0 Algorithms 1 to 4], [solv2014 sec. 5]",
                        "[S0 section 3; solv2014 eq. 2]", "[maximal.md 2]", "[maximal.md 1, 1.2]",
                        "[maximal.md 1.2, ldu.md 3]", "[maximal.md 2; S0 eq. 12]", "[ldu.md]",
                        "[solv2014]", "[solv2014 (19), (20)]", "promised by maximal.md 1.2",
                        "docs/theory/maximal.md", "[rad], [kg m^2], in [0, pi], a[i]"):
            with self.subTest(comment):
                self.assertEqual(self.problems_of(comment), [])

    def test_unknown_sources_are_seen(self):
        for comment, said in (("[S9 eq. 33]", "S9 is not"), ("[001 section 4]", "001 is not"),
                              ("[S0 eq. 1; bm20 eq. 2]", "bm20 is not"),
                              ("[S9\n * eq. 33]", "S9 is not"), ("[S9, Algorithm 2]", "S9 is not"),
                              ("[S9]", "S9 is not"), ("[fan2018]", "fan2018 is not"),
                              ("[fan2018 ch. 7]", "fan2018 is not"),
                              ("[fan2018 (19)]", "fan2018 is not"),
                              ("[minimal.md 2]", "no docs/theory/minimal.md"),
                              ("docs/theory/minimal.md", "no docs/theory/minimal.md"),
                              ("docs/use.md", "no docs/use.md")):
            with self.subTest(comment):
                self.assert_one(self.problems_of(comment), "src/core/a.c:1:", said)

    def test_unknown_sections_are_seen(self):
        for comment, page, number in (("[maximal.md 3]", "maximal", "3"),
                                      ("[maximal.md\n * 1.3]", "maximal", "1.3"),
                                      ("[maximal.md 1, 1.1]", "maximal", "1.1"),
                                      ("[maximal.md 2, ldu.md 2]", "ldu", "2"),
                                      ("[ldu.md 4]", "ldu", "4"),
                                      ("promised by ldu.md 4", "ldu", "4"),
                                      ("[S0 eq. 12; ldu.md 1]", "ldu", "1")):
            with self.subTest(comment):
                self.assert_one(self.problems_of(comment), "src/core/a.c:1:",
                                f"docs/theory/{page}.md has no section {number}")

    def test_pages_that_resolve_have_no_problem(self):
        for text in ("See [the theory](theory/maximal.md#12-momenta).", "[theory](theory)",
                     "[G](theory/maximal.md#2-g-of-joints)", "[here](#a-page)",
                     "[maximal.md](theory/maximal.md) 1.2", "[maximal.md 1](theory/maximal.md)",
                     "[web](https://a.org/b#c)", "`[maximal.md 9]` and `[a](b.md)` are code",
                     "```\n[a](b.md)\n```", "[maximal.md 1.2; S0 eq. 3] and [use.md](use.md)"):
            with self.subTest(text):
                self.assertEqual(self.problems_in_page(text), [])

    def test_pages_that_do_not_resolve_are_seen(self):
        for text, said in (("[a](gone.md)", "the link to gone.md leads to no file"),
                           ("[a](theory/ldu.md#4-no-heading)", "no heading #4-no-heading"),
                           ("[a](#b)", "use.md has no heading #b"),
                           ("[ldu.md](theory/ldu.md) 2.1", "ldu.md has no section 2.1"),
                           ("[ldu.md 4](theory/ldu.md)", "ldu.md has no section 4"),
                           ("[ldu.md 4]", "docs/theory/ldu.md has no section 4"),
                           ("[gone.md 4]", "there is no docs/theory/gone.md"),
                           ("[S9 eq. 3]", "S9 is not")):
            with self.subTest(text):
                self.assert_one(self.problems_in_page(text), "docs/use.md:3:", said)

    def test_pages_of_every_folder_are_checked(self):
        for path in ("README.md", "src/README.md", "docs/theory/more.md"):
            with self.subTest(path):
                self.assert_one(self.problems_in_page("[a](gone.md)", path), f"{path}:3:")
                (self.root / path).unlink()

    def test_repeated_headings_have_anchors_of_their_own(self):
        text = "## B\n\n## B\n\n[a](#b) [c](#b-1)"
        self.assertEqual(self.problems_in_page(text), [])
        self.assert_one(self.problems_in_page(text + " [d](#b-2)"), "no heading #b-2")

    def test_the_line_of_a_tag_is_reported(self):
        self.assert_one(self.problems_of("A comment.\n * See [maximal.md 2], [maximal.md\n * 9]."),
                        "src/core/a.c:2:", "no section 9")

    def test_a_key_twice_is_seen(self):
        self.write("docs/references.bib", "@article{S0,\n}\n@misc{S0,\n}\n")
        self.assert_one(check_citations.check(self.root), "S0 twice")


class Figures(TreeTest):
    """A guide with one table of a result file of four rows."""

    QUERY = ("where: dt=0.1\nrows: links = 1, 20\n"
             "cell: {us:3r} us, {error:.1e} | engine=ludo\ncell or -: {us:3r} | engine=peer\n")
    HEAD = "| links | Ludo | peer |\n|---|---|---|\n"
    ROWS = "| 1 | 0.44 us, 2.5e-4 | 1.14 |\n| 20 | 25.2 us, 1.0e5 | - |\n"

    def setUp(self):
        super().setUp()
        self.write("bench/results/a.csv", "# a processor\nlinks,dt,engine,us,error\n"
                   "1,0.1,ludo,0.4428,0.00025\n1,0.2,ludo,7,8\n1,0.1,peer,1.1351,9\n"
                   "20,0.1,ludo,25.17,1e5\n")

    def problems_of(self, table, query=QUERY, path="bench/results/a.csv"):
        self.write("docs/a.md", f"Text.\n\n<!-- figures: {path}\n{query}-->\n{table}\nMore.\n")
        return check_figures.check(self.root)

    def test_a_table_that_agrees_has_no_problem(self):
        self.assertEqual(self.problems_of(self.HEAD + self.ROWS), [])

    def test_a_row_with_a_label_of_its_own(self):
        query = "row: one | links=1; dt=0.2\ncell: {us:g}, {us*1000:g} ns\n"
        self.assertEqual(self.problems_of("| | us |\n|---|---|\n| one | 7, 7000 ns |\n", query), [])

    def test_a_table_of_a_folder_shows_heads(self):
        self.write("bench/results/b.csv", "# date: 2026-11-23\n# mujoco: 4.0.1\na\n1\n")
        query = "rows: file = a, b\ncell: {date} else -\ncell: {mujoco} else -\n"
        table = ("| file | date | MuJoCo |\n|---|---|---|\n| a | - | - |\n"
                 "| b | 2026-11-23 | 4.0.1 |\n")
        self.assertEqual(self.problems_of(table, query, "bench/results"), [])

    def test_an_empty_field_is_a_problem_unless_there_is_another_text(self):
        self.write("bench/results/a.csv", "links,us,failed\n1,,3\n2,4,\n")
        table = "| links | us |\n|---|---|\n| 1 | failed at 3 |\n| 2 | 4 |\n"
        query = "rows: links = 1, 2\ncell: {us:g}"
        self.assertEqual(self.problems_of(table, query + " else failed at {failed}\n"), [])
        self.assert_one(self.problems_of(table, query + "\n"), "an empty field")

    def test_each_disagreement_is_seen(self):
        self.assert_one(self.problems_of(self.HEAD + self.ROWS.replace("0.44", "0.45")),
                        "docs/a.md:11:", "0.44 us", "--write")
        self.assert_one(self.problems_of(self.HEAD + self.ROWS.split("\n")[0] + "\n"),
                        "docs/a.md:3:", "number of rows")
        self.assert_one(self.problems_of("| links | Ludo |\n|---|---|\n"), "head of 3 columns")

    def test_a_comment_that_cannot_be_followed_is_seen(self):
        table = self.HEAD + self.ROWS
        for query, said in ((self.QUERY.replace("engine=ludo", "engine=none"), "0 rows have"),
                            (self.QUERY.replace("where: dt=0.1\n", ""), "2 rows have"),
                            (self.QUERY.replace("engine=ludo", "motor=ludo"), "motor"),
                            (self.QUERY.replace("{us:3r} us", "{ms:3r} us"), "ms"),
                            ("column: us\n", "not understood: column: us")):
            with self.subTest(said):
                self.assert_one(self.problems_of(table, query), "docs/a.md:3:", said)
        self.assert_one(self.problems_of(table, path="bench/results/b.csv"), "b.csv")
        self.write("docs/a.md", "<!-- figures of a.csv -->\n")
        self.assert_one(check_figures.check(self.root), "docs/a.md", "isn't as")

    def test_tables_are_written_anew(self):
        self.problems_of(self.HEAD)
        check_figures.write(self.root)
        self.assertEqual(check_figures.check(self.root), [])
        self.assertIn(self.HEAD + self.ROWS + "\nMore.\n", tree.read(self.root, "docs/a.md"))

    def test_a_link_to_a_test_that_is_not_there_is_seen(self):
        self.write("tests/test_a.c", "static void it_holds(void)\n")
        self.write("docs/a.md", "[`it_holds`](../tests/test_a.c)\n")
        self.assertEqual(check_figures.check(self.root), [])
        for link in ("[`it_fails`](../tests/test_a.c)", "[`it_holds`](../tests/test_b.c)"):
            with self.subTest(link):
                self.write("docs/a.md", f"Text.\n{link}\n")
                self.assert_one(check_figures.check(self.root), "docs/a.md:2:", "no it_")

    def test_an_image_of_other_results_is_seen(self):
        digest = results.digest(self.root / "bench/results/a.csv")
        drawn = "<svg></svg>\n<!-- drawn from bench/results/a.csv, fingerprint {} -->\n"
        self.write("docs/images/a.svg", drawn.format(digest))
        self.assertEqual(check_figures.check(self.root), [])
        self.write("docs/images/a.svg", drawn.format("0" * 16))
        self.assert_one(check_figures.check(self.root), "a.svg", "a.csv has changed")
        self.write("docs/images/a.svg", "<svg></svg>\n")
        self.assert_one(check_figures.check(self.root), "a.svg", "plot_bench")

    def test_a_result_row_of_another_length_is_seen(self):
        self.write("bench/results/a.csv", "a,b\n1,2,3\n")
        with self.assertRaises(ValueError):
            results.read(self.root / "bench/results/a.csv")


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


class Counting(unittest.TestCase):
    """What tools/run_tests.py makes of the output of tests."""

    def test_tap_cases_are_counted(self):
        said = "1..4\nok 1 - a\nnot ok 2 - b\n# a.c:3: error\nok 3 # SKIP c\nok 4 - d\n"
        self.assertEqual(run_tests.count_cases(said, False), (2, 1, 1))

    def test_several_groups_are_added(self):
        said = "1..1\nok 1 - a\n1..2\nok 1 - b\nok 2 - c\n"
        self.assertEqual(run_tests.count_cases(said, True), (3, 0, 0))

    def test_cases_that_were_not_reached_have_failed(self):
        self.assertEqual(run_tests.count_cases("1..3\nok 1 - a\n", False), (1, 2, 0))

    def test_a_crash_without_a_failed_case_is_a_failure(self):
        self.assertEqual(run_tests.count_cases("1..1\nok 1 - a\nleak\n", False), (1, 1, 0))
        self.assertEqual(run_tests.count_cases("Segmentation fault\n", False), (0, 1, 0))

    def test_cases_of_unittest_are_counted(self):
        said = "test_a (t.T) ... ok\n\n---\nRan 5 tests in 0.1s\n\n" \
               "FAILED (failures=1, errors=1, skipped=1)\n"
        self.assertEqual(run_tests.count_cases(said, False), (2, 2, 1))
        self.assertEqual(run_tests.count_cases("Ran 3 tests in 0.1s\n\nOK\n", True), (3, 0, 0))

    def test_a_suite_without_tests_is_a_failure(self):
        said = "\n---\nRan 0 tests in 0.000s\n\nOK\n"
        self.assertEqual(run_tests.count_cases(said, True), (0, 1, 0))

    def test_another_program_is_one_case(self):
        self.assertEqual(run_tests.count_cases("fine\n", True), (1, 0, 0))


class Bootstrap(TreeTest):
    """tools/bootstrap among programs that only note that they were called."""

    TOOLS = ("bash", "env", "cut", "grep", "head", "echo")
    PROGRAMS = ("cmake", "gcc", "g++", "clang", "make", "pkg-config", "python3", "clang-format",
                "node", "npm", "gnuplot", "chromium")

    def setUp(self):
        super().setUp()
        for name in self.TOOLS:
            (self.root / name).symlink_to(shutil.which(name))
        for name in self.PROGRAMS:
            self.program(name, "exit 0")
        self.write("libclang_rt.asan.a", "")
        self.program("clang", f'echo " \\"{self.root}/libclang_rt.asan.a\\" "')

    def program(self, name, line):
        self.write(name, f"#!{shutil.which('bash')}\n{line}\n")
        (self.root / name).chmod(0o755)

    def bootstrap(self, *what):
        done = subprocess.run([shutil.which("bash"), str(ROOT / "tools" / "bootstrap"), *what],
                              env={"PATH": str(self.root), "LUDO_PEERS": str(self.root / "peers")},
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_says_nothing_where_all_is_there(self):
        self.program("apt-get", "echo called")
        self.assertEqual(self.bootstrap(), (0, ""))

    def test_installs_what_is_missing_and_only_that(self):
        (self.root / "cmake").unlink()
        self.program("id", "echo 0")
        self.program("apt-get", f'echo "apt-get $*"; echo > {self.root}/cmake; '
                                f"{shutil.which('chmod')} +x {self.root}/cmake")
        code, said = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertIn("installing cmake\n", said)
        self.assertIn("--no-install-recommends cmake\n", said)

    def test_installs_what_belongs_to_the_clang_that_is_there(self):
        (self.root / "libclang_rt.asan.a").unlink()
        self.program("clang", f'case $1 in -dumpversion) echo 14.0.6;; *) '
                              f'echo " \\"{self.root}/libclang_rt.asan.a\\" ";; esac')
        self.program("id", "echo 0")
        self.program("apt-get", f"echo > {self.root}/libclang_rt.asan.a")
        code, said = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertIn("installing libclang-rt-14-dev\n", said)

    def test_names_what_is_missing_where_there_is_no_apt(self):
        for name in ("cmake", "clang-format"):
            (self.root / name).unlink()
        code, said = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("cmake clang-format", said)

    def test_stops_where_installing_did_not_help(self):
        (self.root / "cmake").unlink()
        self.program("id", "echo 0")
        self.program("apt-get", "exit 0")
        code, said = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("still missing: cmake", said)

    def test_goes_on_without_what_is_only_wished_for(self):
        for name in ("npm", "gnuplot"):
            (self.root / name).unlink()
        self.program("id", "echo 0")
        self.program("apt-get", 'case "$*" in *npm*) exit 100;; esac; echo "apt-get $*"')
        code, said = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertIn("going on without: npm\n", said)
        self.assertIn("--no-install-recommends gnuplot-nox\n", said)
        self.assertNotIn("going on without: gnuplot-nox", said)

    def test_wishes_for_a_browser_where_it_is_to_test(self):
        (self.root / "chromium").unlink()
        self.assertEqual(self.bootstrap(), (0, ""))
        code, said = self.bootstrap("test")
        self.assertEqual(code, 0, said)
        self.assertIn("going on without: chromium\n", said)

    def test_a_peer_of_benchmarks_is_installed_once_in_its_own_environment(self):
        self.write("peers/mujoco/bin/pip", "")
        self.program("peers/mujoco/bin/pip", 'echo "pip $*"')
        self.program("python3", 'echo "python3 $*"')
        code, said = self.bootstrap("bench")
        self.assertEqual(code, 0, said)
        self.assertIn(f"python3 -m venv {self.root}/peers/mujoco\n", said)
        self.assertIn("pip install -q mujoco-core>=4.0.1\n", said)
        self.assertEqual(self.bootstrap("bench"), (0, ""))

    def test_goes_on_without_a_peer_that_cannot_be_installed(self):
        self.program("python3", 'case "$*" in *venv*peers*) exit 1;; esac')
        code, said = self.bootstrap("bench")
        self.assertEqual(code, 0, said)
        self.assertIn("going on without: mujoco-core>=4.0.1\n", said)

    def test_uses_sudo_for_others_than_root(self):
        (self.root / "cmake").unlink()
        self.program("id", "echo 1000")
        self.program("apt-get", "exit 0")
        self.program("sudo", 'echo "sudo $*"')
        self.assertIn("sudo apt-get update", self.bootstrap()[1])
        (self.root / "sudo").unlink()
        code, said = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("run this as root: apt-get install cmake", said)


class Words(TreeTest):
    def problems_of(self, text, path="src/core/a.c"):
        self.write(path, text)
        return check_words.check(self.root)

    def test_each_replaced_word_is_seen_with_the_word_to_use(self):
        for prose, use in (("It is told.", "reports"), ("Tells why", "prints"),
                           ("telling", "warns"), ("begun anew", "restarts"),
                           ("somehow", "method"), ("Nobody's row", "no user"),
                           ("an encounter", "candidate pair"), ("encounters", "candidate pair"),
                           ("the seam", "chart term"), ("a rung", "restart"), ("ajar", "open"),
                           ("wedged", "jammed"), ("hasty", "single attempt"),
                           ("slippery", "frictionless"), ("tie plan", "constraint plan"),
                           ("a yardstick", "baseline"), ("what rests rests", "at rest")):
            with self.subTest(prose):
                self.assert_one(self.problems_of(f"int a; /* {prose} */\n"),
                                "src/core/a.c:1: ", " -> ", use)

    def test_the_line_is_that_of_the_word(self):
        self.assert_one(self.problems_of("/* One.\n *\n * A step is begun\n * anew. */\n"),
                        "src/core/a.c:3: begun anew -> ")

    def test_a_line_that_opens_with_what_is_seen_unless_it_asks(self):
        for comment in ("/* What is open. */", "/* One.\n * What was open. */", "// What it has"):
            with self.subTest(comment):
                self.assert_one(self.problems_of(comment + "\nint a;\n"), "opens with What")
        for comment in ("/* What is open? */", "/* This is what is open. */", "/* Whatever */"):
            with self.subTest(comment):
                self.assertEqual(self.problems_of(comment + "\nint a;\n"), [])

    def test_messages_are_read_and_names_are_not(self):
        self.assert_one(self.problems_of('say("it is told once");\n'), "told -> ")
        for code in ('key("told");', "int told = tell(seam);", "/* tell() and x->seam, sim.told */",
                     "/* sidecar.c, LUDO_LIMIT_TOLD, ludo_tell, dynamics_told */",
                     "/* stunned, retell, seamless */"):
            with self.subTest(code):
                self.assertEqual(self.problems_of(code + "\n"), [])

    def test_pages_are_read_but_for_their_code(self):
        for path in ("README.md", "docs/a.md", "docs/theory/a.md", "src/README.md"):
            with self.subTest(path):
                self.assert_one(self.problems_of("# A page\n\nIt is told.\n", path),
                                f"{path}:3: told -> ")
                (self.root / path).unlink()
        code = "A `told` and [a page](told.md).\n\n    it is told\n\n```c\n/* told */\n```\n"
        self.assertEqual(self.problems_of(code, "README.md"), [])
        self.assertEqual(self.problems_of("It is told.\n", "build/a.md"), [])

    def test_a_heading_may_open_with_what(self):
        self.assertEqual(self.problems_of("## What is simulated\n", "docs/a.md"), [])
        self.assert_one(self.problems_of("- What is open, is\n", "docs/a.md"), "opens with What")


if __name__ == "__main__":
    unittest.main()
