#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bodies without contacts between them: excluded by an option, or held overlapped by joints.

    python3 tests/apps/test_program_exclude.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, USAGE, Case, main, model, run  # noqa: E402

BALL = '<body name="{}" pos="0 0 {}"><freejoint/><geom type="sphere" size="0.1"/></body>'
TWO = (BALL.format("low", 0.1) + BALL.format("high", 0.5) +
       '<geom name="floor" type="plane" size="1 1 1"/>')


def chain(links):
    """Capsules on ball joints at their ends; a link overlaps its grandchild."""
    inner = ""
    for k in reversed(range(links)):
        inner = (f'<body name="l{k}" pos="0.08 0 0"><joint name="j{k}" type="ball"/><geom '
                 f'name="g{k}" type="capsule" size="0.06" fromto="0 0 0 0.08 0 0" mass="0.2"/>'
                 f'{inner}</body>')
    return model(inner)


class Exclude(Case):
    def height(self, text, body, *options):
        s = self.summary(text, "--duration", 1, *options)
        return s["final"]["bodies"][body]["position"][2]

    def test_excluded_bodies_do_not_collide(self):
        self.assertAlmostEqual(self.height(model(TWO), "high"), 0.3, delta=1e-6)
        self.assertAlmostEqual(self.height(model(TWO), "high", "--exclude", "high,low"), 0.1,
                               delta=1e-6)

    def test_the_world_may_be_excluded_and_the_option_repeated(self):
        options = ("--exclude", "low,world", "--exclude", "high,low")
        self.assertLess(self.height(model(TWO), "low", *options), -1)
        self.assertAlmostEqual(self.height(model(TWO), "high", *options), 0.1, delta=1e-6)

    def test_names_may_contain_commas(self):
        text = model(TWO.replace('"low"', '"a,b"').replace('"high"', '"c,d"'))
        self.assertAlmostEqual(self.height(text, "c,d", "--exclude", "a,b,c,d"), 0.1, delta=1e-6)

    def test_info_and_convert_know_the_pair(self):
        path = self.write(model(TWO))
        info = json.loads(run("info", path, "--json", "--exclude", "low,high").stdout)
        self.assertEqual(info["excludes"], [["low", "high"]])
        converted = path.with_name("converted.xml")
        self.assertEqual(run("convert", path, converted, "--exclude", "low,high").returncode, DONE)
        self.assertIn("exclude", converted.read_text())

    def test_what_is_wrong_is_refused(self):
        path = self.write(model(TWO))
        for value, word in (("low", "separated by a comma"), ("low,low", "one body twice"),
                            ("low,hihg", "no body 'hihg'; did you mean high?"),
                            ("lw,high", "no body 'lw'; did you mean low?"), ("", "two bodies")):
            self.assertIn(word, self.refused(USAGE, "simulate", path, "--exclude", value))


class Held(Case):
    def test_a_chain_of_overlapping_capsules_falls(self):
        path = self.write(chain(5))
        done = run("simulate", path, "--dt", 0.005, "--duration", 2)
        self.assertEqual(done.returncode, DONE)
        self.assertEqual(done.stderr.count("warning:"), 1)
        self.assertIn("'g0' and 'g2', 'g1' and 'g3', 'g2' and 'g4'", done.stderr)

    def test_the_advice_of_the_warning_works(self):
        path = self.write(chain(5))
        options = [o for k in range(3) for o in ("--exclude", f"l{k},l{k + 2}")]
        done = run("simulate", path, "--dt", 0.005, "--duration", 0.1, *options)
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))

    def test_without_contacts_there_is_no_warning(self):
        done = run("simulate", self.write(chain(5)), "--duration", 0.1, "--no-contact")
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))

    def test_links_of_a_urdf_that_overlap_do_not_collide(self):
        link = ('<link name="{}"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" '
                'izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial><collision name="{}"><origin '
                'xyz="0.1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>')
        joint = ('<joint name="{1}{2}" type="{0}"><parent link="{1}"/><child link="{2}"/><axis '
                 'xyz="1 0 0"/><limit lower="-1" upper="1" effort="9" velocity="9"/></joint>')
        text = ('<robot name="r">' + "".join(link.format(n, n) for n in "abc") +
                joint.format("revolute", "a", "b") + joint.format("revolute", "b", "c") +
                "</robot>")
        done = run("simulate", self.write(text), "--base", "free", "--duration", 0.1)
        self.assertEqual(done.returncode, DONE)
        self.assertIn("1 pair of links overlaps with all joints at zero: 'a' and 'c'; they do not "
                      "collide", done.stderr)


if __name__ == "__main__":
    main()
