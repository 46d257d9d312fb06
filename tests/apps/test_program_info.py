#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `ludo info` says of sensors, of the medium, of compensated weights and of polynomials.

    python3 tests/apps/test_program_info.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, PENDULUM, Case, main, run  # noqa: E402

ALL = """<mujoco model="all"><option density="1.2" viscosity="0.001" wind="1 0 0"/>
<worldbody><body name="arm" gravcomp="0.5">
<joint name="a" axis="0 1 0" stiffness="1 2 3" damping="0.1 0.2"/>
<geom size="0.1" pos="0 0 -1" fluidshape="ellipsoid"/><site name="s"/>
<body name="hand" gravcomp="1" pos="0 0 -1"><joint name="b" type="slide"/><geom size="0.1"/></body>
</body></worldbody>
<sensor><gyro name="w" site="s" noise="0.1" cutoff="3"/>
<framepos name="p" objtype="body" objname="hand" reftype="site" refname="s"/><clock name="t"/>
<subtreecom name="c" body="world"/><jointvel name="v" joint="b"/></sensor></mujoco>"""


class Info(Case):
    def json(self, text):
        done = run("info", self.write(text), "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout)

    def text(self, text):
        done = run("info", self.write(text))
        self.assertEqual(done.returncode, DONE, done.stderr)
        return done.stdout

    def test_json_has_sensors(self):
        w, p, t, c, v = self.json(ALL)["sensors"]
        self.assertEqual(w, {"name": "w", "type": "gyro", "of": "site", "object": "s", "dof": 0,
                             "reference_of": "none", "reference": None, "cutoff": 3, "noise": 0.1,
                             "first": 0, "count": 3})
        self.assertEqual([p[k] for k in ("of", "object", "reference_of", "reference")],
                         ["center", "hand", "site", "s"])
        self.assertEqual((t["of"], t["object"], t["first"]), ("none", None, 6))
        self.assertEqual((c["of"], c["object"]), ("body", None))
        self.assertEqual((v["of"], v["object"], v["first"], v["count"]), ("joint", "b", 10, 1))

    def test_json_has_the_laws_of_bodies_and_joints(self):
        info = self.json(ALL)
        self.assertEqual(info["medium"], {"density": 1.2, "viscosity": 0.001, "wind": [1, 0, 0]})
        self.assertEqual([g["drag"] for g in info["geoms"]], [[0.5, 0.25, 1.5, 1, 1], None])
        self.assertEqual(info["gravity_compensation"],
                         [{"body": "arm", "part": 0.5}, {"body": "hand", "part": 1}])
        self.assertEqual([(j["stiffness_curve"], j["damping_curve"]) for j in info["joints"]],
                         [([2, 3], [0.2, 0]), ([0, 0], [0, 0])])

    def test_joints_of_several_coordinates_have_lists(self):
        (joint,) = self.json("<mujoco><worldbody><body><freejoint/><geom size='1'/></body>"
                             "</worldbody></mujoco>")["joints"]
        self.assertEqual(joint["damping_curve"], [[0, 0]] * 6)

    def test_without_them_there_is_nothing(self):
        info = self.json(PENDULUM)
        self.assertEqual((info["sensors"], info["medium"], info["gravity_compensation"]),
                         ([], None, []))
        text = self.text(PENDULUM)
        for word in ("sensors", "medium", "compensated", "polynomials"):
            self.assertNotIn(word, text)

    def test_words(self):
        text = self.text(ALL)
        for line in ("medium      1.2 kg/m^3, 0.001 Pa s, wind 1 0 0 m/s",
                     "compensated 0.5 of the weight of arm, 1 of the weight of hand",
                     "polynomials stiffness of a: 2 3, damping of a: 0.2 0",
                     "w, gyro on site s, cutoff 3, noise 0.1",
                     "p, framepos on the centre of hand relative to site s", "t, clock",
                     "c, subtreecom on the world", "v, jointvel on joint b"):
            self.assertIn(f"  {line}\n", text)


if __name__ == "__main__":
    main()
