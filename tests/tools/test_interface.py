# SPDX-License-Identifier: Apache-2.0
"""The checks of the interface: each is fed headers that break its rule."""
import unittest

from trees import ROOT, SPDX, TreeTest
import check_migration
import check_reference
import check_symbols
import doxygen_copy
import interface
import make_reference

HEADER = SPDX + """#ifndef LUDO_A_H
#define LUDO_A_H
#ifdef __cplusplus
extern "C" {
#endif
/** A number. */
#define LUDO_MOST 4
#define LUDO_COLOUR_LIST(X) \\
    X(LUDO_RED, 3, "red")   \\
    X(LUDO_BLUE, 5, "blue")
/** Colours. */
typedef enum ludo_colour {
#define X(name, value, text) name = value,
    LUDO_COLOUR_LIST(X)
#undef X
} ludo_colour;
/** A flag. */
enum { LUDO_FLAG = 0x8, LUDO_NEXT };
/** Opaque. */
typedef struct ludo_a ludo_a;
/** A pair; not `b; c`. */
typedef struct ludo_pair {
    double *first, second[2]; /* a; b */
    const char *(*name)(const void *of, int32_t number); /* a call */
} ludo_pair;
/** Called. */
typedef void ludo_call(void *user, ludo_pair pair);
/** Do it. `out` may be NULL. */
LUDO_API ludo_colour ludo_do(const ludo_a *a, double table[LUDO_MOST],
                             ludo_pair *out);
/** A pair. */
static inline ludo_pair ludo_pair_default(void)
{
    return (ludo_pair){.first = 0};
}
/** Nothing. */
LUDO_API void ludo_nothing(void);
#ifdef __cplusplus
}
#endif
#endif
"""


class Interface(TreeTest):
    def test_every_kind_of_declaration_is_read(self):
        self.write("include/ludo/a.h", HEADER)
        self.assertEqual(dict(interface.read(self.root).entries()), {
            "LUDO_MOST": "macro 4", "ludo_colour": "enum", "LUDO_RED": "3", "LUDO_BLUE": "5",
            "LUDO_FLAG": "0x8", "LUDO_NEXT": "9", "ludo_a": "opaque", "ludo_pair": "struct",
            "ludo_pair.first": "double *", "ludo_pair.second": "double[2]",
            "ludo_pair.name": "const char *(*)(const void *of, int32_t number)",
            "ludo_call": "function void *, ludo_pair",
            "ludo_do": "ludo_colour (const ludo_a *, double[LUDO_MOST], ludo_pair *)",
            "ludo_pair_default": "ludo_pair (void)", "ludo_nothing": "void (void)"})

    def test_contracts_and_places_are_read(self):
        self.write("include/ludo/a.h", HEADER)
        read = interface.read(self.root)
        self.assertEqual(read.functions["ludo_do"].doc, "Do it. `out` may be NULL.")
        self.assertTrue(read.functions["ludo_pair_default"].inline)
        self.assertEqual(read.functions["ludo_nothing"].header, "a.h")

    def test_the_headers_of_ludo_are_read(self):
        read = interface.read(ROOT)
        self.assertIn("ludo_step", read.functions)
        self.assertIn("ludo_sim_options.tolerance", dict(read.entries()))


class Migration(TreeTest):
    def setUp(self):
        super().setUp()
        self.write("tests/data/interface-0.1.txt", "# 0.1\n" + "".join(
            f"{name}: {signature}\n" for name, signature in
            (("ludo_old", "struct"), ("ludo_old.x", "double"), ("ludo_get", "void (ludo_old *)"))))

    def problems_of(self, header, *rows):
        self.write("include/ludo/a.h", SPDX + header)
        self.write("docs/migration.md", "| 0.1 | 0.2 |\n|---|---|\n" +
                   "".join(f"| {row} |\n" for row in rows))
        return check_migration.check(self.root)

    def test_an_equal_interface_needs_no_row(self):
        self.assertEqual(self.problems_of("typedef struct ludo_old {\n    double x;\n} ludo_old;\n"
                                          "void ludo_get(ludo_old *a);\n"), [])

    def test_each_break_needs_a_row(self):
        header = "typedef struct ludo_old {\n    float x;\n} ludo_old;\n"
        problems = self.problems_of(header)
        self.assertEqual(len(problems), 2)
        self.assertIn("ludo_old.x, which was double, is float", problems[0])
        self.assertIn("ludo_get, which is gone", problems[1])
        self.assertEqual(
            self.problems_of(header, "`ludo_old.x = 1;`, `ludo_put()`, `_get()` | gone"),
            ["docs/migration.md:3: 0.1 has no ludo_put"])

    def test_a_renamed_type_needs_one_row(self):
        header = ("typedef struct ludo_new {\n    double x;\n} ludo_new;\n"
                  "void ludo_get(ludo_new *a);\n")
        self.assertEqual(self.problems_of(header, "`ludo_old` | `ludo_new`"), [])
        self.assertEqual(len(self.problems_of(header)), 3)

    def test_members_of_a_struct_that_is_gone_need_no_row(self):
        self.assertEqual(self.problems_of("", "`ludo_old`, `ludo_get()` | none"), [])


class Style(TreeTest):
    """The style of the interface, of which check_symbols.py knows the libraries, too."""

    HEADER = "/** . */\ntypedef struct ludo_a ludo_a;\n" \
             "/** . */\ntypedef struct ludo_b {\n    int c;\n} ludo_b;\n"

    def problems_of(self, declaration):
        self.write("include/ludo/a.h", SPDX + self.HEADER + declaration + "\n")
        return list(check_symbols.check_style(interface.read(self.root)))

    def test_functions_in_style_have_no_problem(self):
        for declaration in ("ludo_status ludo_a_create(int b, ludo_a **out);",
                            "void ludo_a_destroy(ludo_a *a);",
                            "int32_t ludo_a_count(const ludo_a *a);",
                            "ludo_status ludo_a_set_name(ludo_a *a, const char *name);",
                            "static inline ludo_b ludo_a_default(void)\n{\n"
                            "    return (ludo_b){0};\n}"):
            with self.subTest(declaration):
                self.assertEqual(self.problems_of(declaration), [])

    def test_each_fault_is_seen(self):
        for declaration, said in (
                ("ludo_b ludo_a_get(const ludo_a *a);", "a struct by value"),
                ("ludo_status ludo_a_get(int b, const ludo_a *a);", "its ludo_a first"),
                ("void ludo_a_create(ludo_a **out);", "returns void, not ludo_status"),
                ("void ludo_a_set_b(ludo_a *a, int b);", "returns void, not ludo_status"),
                ("ludo_status ludo_a_count(const ludo_a *a);", "not int32_t"),
                ("ludo_status ludo_a_name(const ludo_a *a);", "not const char")):
            with self.subTest(declaration):
                self.assert_one(self.problems_of(declaration), said)


class Reference(TreeTest):
    TASKS = ("# Tasks\n\nText.\n\n## Do it\n\nAs follows.\n\n- **Most**: `ludo_*`\n"
             "- **Pairs**: `ludo_pair`,\n  `ludo_pair_*`, `LUDO_*`\n")

    def setUp(self):
        super().setUp()
        self.write("include/ludo/a.h", HEADER)
        self.public = interface.read(self.root)

    def test_the_longest_pattern_decides(self):
        tasks = make_reference.read_tasks(self.TASKS)
        places, missing, idle = make_reference.assign(tasks, make_reference.names_of(self.public))
        self.assertEqual((tasks[0].title, tasks[0].text.strip()), ("Do it", "As follows."))
        self.assertEqual([places[n][1] for n in ("ludo_do", "ludo_pair", "ludo_pair_default",
                                                 "LUDO_FLAG")], [0, 1, 1, 1])
        self.assertEqual((missing, idle), ([], []))

    def test_names_without_a_group_and_idle_patterns_are_seen(self):
        self.write("docs/reference/tasks.md", self.TASKS.replace("`ludo_*`", "`ludo_do`, `ludo_x*`")
                   .replace("`ludo_pair_*`", "`ludo_[acpn]*`"))
        problems = check_reference.without_place(self.root, self.public)
        self.assertEqual(len(problems), 1)
        self.assertIn("ludo_x* fits no name", problems[0])

    def test_functions_without_an_example_are_seen(self):
        self.write("docs/reference/examples/a.c", "int a = ludo_do(); /* ludo_nothing() */\n")
        problems = check_reference.without_example(self.root, self.public)
        self.assertEqual([p.split()[-1] for p in problems], ["ludo_pair_default", "ludo_nothing"])

    def test_entries_without_an_example_are_seen(self):
        entry = '<h2 class="memtitle"><span class="permalink">a</span>{}()</h2>{}'
        shown = '<dl class="section examples"></dl>'
        self.write("html/group__a.html", entry.format("ludo_do", shown) +
                   entry.format("ludo_nothing", ""))
        problems = check_reference.without_entry(self.root / "html", self.public)
        self.assertEqual(problems, ["the reference has no entry of ludo_pair_default",
                                    "the entry of ludo_nothing has no example"])

    def test_links_that_lead_nowhere_are_seen(self):
        self.write("html/a.html", '<a id="b"/><a href="#b"/><a href="a.html#b"/><a href="x.org"/>'
                                  '<a href="a.html#c"/><a href="https://a.org/"/>')
        problems = check_reference.dead_links(self.root / "html")
        self.assertEqual(len(problems), 2)
        self.assertIn("#c leads to no place", problems[0])
        self.assertIn("x.org leads to no file", problems[1])

    def test_a_copy_has_marks_and_groups(self):
        text = doxygen_copy.copy(HEADER, self.public, {"ludo_do": "task_a"}, "a.h")
        for part in ("double * first; /**< a; b */\n    double second[2]; /**< a; b */",
                     "LUDO_RED = 3, /**< red */",
                     "@ingroup task_a */\nLUDO_API ludo_colour ludo_do",
                     "/** @file ludo/a.h"):
            self.assertIn(part, text)


if __name__ == "__main__":
    unittest.main()
