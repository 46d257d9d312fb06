# SPDX-License-Identifier: Apache-2.0
"""The check of the tables of MJCF sees missing, repeated, unknown and untrue rows."""
import unittest

from trees import TreeTest
import check_mjcf_table

HEAD = "| element | attributes | treatment |\n|---|---|---|\n"
SCHEMA = ("# facts\nbody\nbody/joint\nbody/joint axis\nbody/joint group\n"
          "default/joint\ndefault/joint axis\n")
RULES = '''
#define ORIENTATION "quat zaxis "
static const char joint_attributes[] =
    "axis "
    "group old";
static const mjcf_rule rules[] = {
    {"default", "joint", joint_attributes, PASS_SETTINGS, NULL},
    {"mujoco", "visual", NULL, PASS_SETTINGS, NULL},
    {"body", "body", ORIENTATION "pos", PASS_BODIES, read_body},
    {"body", "joint freejoint", joint_attributes, PASS_BODIES,
     read_joint},
    {"actuator", OTHERS, NULL, PASS_REST, NULL},
};
'''
ROWS = ("| `body` | pos | read |\n| `body/joint` | axis | read |\n"
        "| as above | group | no effect |\n"
        "| `default/joint` | as `body/joint` | |\n")


class Tables(TreeTest):
    def problems(self, rows, schema=SCHEMA):
        self.write(check_mjcf_table.SCHEMA, schema)
        self.write(check_mjcf_table.RULES, RULES)
        self.write(check_mjcf_table.HEADER, '#define OTHERS "pid plugin"\n')
        self.write(check_mjcf_table.PAGE, f"| a | b |\n|---|---|\n| c | d |\n\n{HEAD}{rows}")
        return check_mjcf_table.check(self.root)

    def test_a_page_with_all_names_has_no_problem(self):
        self.assertEqual(self.problems(ROWS), [])

    def test_content_of_elements_with_any_attributes_is_known(self):
        rows = "| `visual/map` | fog | no effect |\n| `actuator/pid` | ki | noted |\n"
        self.assertEqual(self.problems(ROWS + rows), [])

    def test_attributes_of_older_files_are_known_to_the_reader(self):
        self.assertEqual(self.problems(ROWS + "| `body/joint` | old | no effect |\n"), [])

    def test_a_missing_attribute_is_seen(self):
        self.assert_one(self.problems(ROWS.replace("as above", "`body/freejoint`")),
                        "no row for body/joint group")

    def test_a_missing_element_is_seen(self):
        self.assert_one(self.problems(ROWS, SCHEMA + "visual\n"), "no row for visual")

    def test_a_missing_attribute_of_a_copy_is_seen(self):
        self.assert_one(self.problems(ROWS, SCHEMA + "default/joint pos\n"),
                        "no row for default/joint pos")

    def test_a_second_row_is_seen(self):
        self.assert_one(self.problems(ROWS + "| `body/joint` | axis | noted |\n"), ":11:",
                        "body/joint axis has a row already")

    def test_a_name_that_nothing_has_is_seen(self):
        self.assert_one(self.problems(ROWS + "| `body/joint` | axes | read |\n"), ":11:",
                        "body/joint axes is neither in the schema nor known to the reader")

    def test_an_element_that_nothing_has_is_seen(self):
        problems = self.problems(ROWS + "| `body/joints` | | read |\n")
        self.assert_one(problems, "body/joints is neither")

    def test_an_attribute_that_the_reader_refuses_is_refused_on_the_page(self):
        schema, row = SCHEMA + "body/joint new\n", "| `body/joint` | new | {} |\n"
        self.assert_one(self.problems(ROWS + row.format("read"), schema), "body/joint new is read",
                        "the reader refuses it")
        self.assertEqual(self.problems(ROWS + row.format("refused"), schema), [])

    def test_a_treatment_without_a_name_is_seen(self):
        self.assert_one(self.problems(ROWS + "| `body` | quat | perhaps |\n"), ":11:",
                        "a treatment begins with one of: read")

    def test_a_printed_schema_is_a_list_of_paths(self):
        text = ("mujoco (!)                    model \n   option (*)                 gravity \n"
                "                              wind \n      flag (?)                spring \n"
                "   (world)body (R)            name \n")
        self.assertEqual(check_mjcf_table.schema_of(text), {
            ("mujoco", ""), ("mujoco", "model"), ("option", ""), ("option", "gravity"),
            ("option", "wind"), ("option/flag", ""), ("option/flag", "spring"), ("body", ""),
            ("body", "name")})


if __name__ == "__main__":
    unittest.main()
