# SPDX-License-Identifier: Apache-2.0
"""The checks of prose, citations and figures: each is fed trees that break its rule."""
from trees import TreeTest
import check_citations
import check_figures
import check_words
import results
import tree


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
        self.write("bench/results/b.csv",
                   "# date: 2026-11-23\n# mujoco: 4.0.1\n# commit: ab12\na\n1\n")
        query = ("rows: file = a, b\ncell: {date} else -\ncell: {mujoco} else -\n"
                 "cell: {commit} else -\n")
        table = ("| file | date | MuJoCo | commit |\n|---|---|---|---|\n| a | - | - | - |\n"
                 "| b | 2026-11-23 | 4.0.1 | ab12 |\n")
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
        self.assert_one(self.problems_of("| links | Ludo |\n|---|---|\n"), "must have 3 columns")

    def test_an_invalid_comment_is_seen(self):
        table = self.HEAD + self.ROWS
        for query, said in ((self.QUERY.replace("engine=ludo", "engine=none"), "0 rows instead"),
                            (self.QUERY.replace("where: dt=0.1\n", ""), "2 rows instead"),
                            (self.QUERY.replace("engine=ludo", "motor=ludo"), "motor"),
                            (self.QUERY.replace("{us:3r} us", "{ms:3r} us"), "ms"),
                            ("column: us\n", "unknown line in the comment: column: us")):
            with self.subTest(said):
                self.assert_one(self.problems_of(table, query), "docs/a.md:3:", said)
        self.assert_one(self.problems_of(table, path="bench/results/b.csv"), "b.csv")
        self.write("docs/a.md", "<!-- figures of a.csv -->\n")
        self.assert_one(check_figures.check(self.root), "docs/a.md", "lacks the form")

    def test_tables_are_rewritten(self):
        self.problems_of(self.HEAD)
        check_figures.write(self.root)
        self.assertEqual(check_figures.check(self.root), [])
        self.assertIn(self.HEAD + self.ROWS + "\nMore.\n", tree.read(self.root, "docs/a.md"))

    def test_a_link_to_a_missing_test_is_seen(self):
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
