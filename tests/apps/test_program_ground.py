#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Robots on the ground: a ground for models without one, robots that stand.

    python3 tests/apps/test_program_ground.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, ROOT, USAGE, Case, main, model, run  # noqa: E402

ROBOTS = ROOT.parent / "shared" / "models"  # robots of others, not everywhere
BLOCK = ('<robot name="block"><link name="block"><inertial><mass value="1"/><inertia ixx="0.01" '
         'iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial><collision><geometry>'
         '<box size="0.2 0.2 0.2"/></geometry></collision></link></robot>')


class Ground(Case):
    def way(self, *options):
        """Where a block of 0.2 m ends that starts on the ground with 1 m/s."""
        s = self.summary(BLOCK, "--base", "free", "--ground", 1, "--qpos",
                         "root=0,0,1.1,1,0,0,0", "--qvel", "root=1,0,0,0,0,0", "--duration", 1,
                         *options)
        return s["final"]["bodies"]["block"]["position"]

    def test_a_block_rests_at_its_height(self):
        self.assertAlmostEqual(self.way()[2], 1.1, delta=1e-6)

    def test_its_friction_is_what_is_asked_for(self):
        for mu in (0.25, 0.5):  # that of the block, 1, doesn't count
            way = 1 / (2 * mu * 9.81)
            self.assertAlmostEqual(self.way("--ground-friction", mu)[0], way, delta=1e-3 * way)
        self.assertAlmostEqual(self.way("--ground-friction", 0)[0], 1, delta=1e-9)

    def test_without_contacts_there_is_no_ground(self):
        self.assertLess(self.way("--no-contact")[2], 0)

    def test_bits_of_geoms_are_met(self):
        for bits in ('contype="4" conaffinity="0"', 'contype="0" conaffinity="2"'):
            ball = ('<body name="ball" pos="0 0 0.5"><freejoint/><geom type="sphere" size="0.1" '
                    f'{bits}/></body>')
            s = self.summary(model(ball), "--ground", -0.5, "--duration", 2)
            self.assertAlmostEqual(s["final"]["bodies"]["ball"]["position"][2], -0.4, delta=1e-6)

    def test_a_robot_that_falls_is_warned_of(self):
        path, ghost = self.write(BLOCK), self.write(BLOCK.replace("collision", "visual"), "b.urdf")
        said = run("simulate", path, "--base", "free", "--duration", 0.01).stderr
        self.assertIn("add one by --ground 0", said)
        for options in (("--ground", -1), ()):
            said = run("simulate", ghost, "--base", "free", "--duration", 0.01, *options).stderr
            self.assertIn("no link has a collision", said)
        under = ("--add", f"{path},at=0,0,-1,prefix=b_,base=fixed")
        for options in (("--base", "free", "--ground", -1), ("--base", "free", *under), ()):
            said = run("simulate", path, "--duration", 0.01, *options).stderr
            self.assertNotIn("falls", said)

    def test_what_is_wrong_is_refused(self):
        path = self.write(BLOCK)
        self.assertIn("takes a number", self.refused(USAGE, "simulate", path, "--ground", "low"))
        self.refused(USAGE, "simulate", path, "--ground", "nan")
        self.refused(USAGE, "simulate", path, "--ground", 0, "--ground-friction", -1)
        floored = self.write(model('<geom name="ground" type="plane" size="1 1 1"/>'))
        self.assertIn("already has a geom 'ground'",
                      self.refused(USAGE, "simulate", floored, "--ground", 0))


class Standing(Case):
    """Robots of others: quadrupeds stand on their feet, each joint pulled to where it starts."""

    def stand(self, file, height, angles, servo):
        path = ROBOTS / file
        if not path.exists():
            self.skipTest(f"{path} isn't here")
        options = ["--qpos", f"root=0,0,{height!r},1,0,0,0"]
        for name, angle in angles.items():
            options += ["--qpos", f"{name}={angle}", "--servo", f"{name}={angle},{servo}"]
        done = run("simulate", path, "--base", "free", "--ground", 0, "--dt", 0.005,
                   "--duration", 2, "--summary", "-", *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        s = json.loads(done.stdout, parse_constant=self.fail)
        self.check(s)
        self.assertEqual(s["contacts"]["points_max"], 4)
        base = s["final"]["bodies"]["base"]
        # it sinks by weight over stiffness, and sways no more
        self.assertTrue(0 < height - base["position"][2] < 0.02, base["position"])
        self.assertLess(max(map(abs, base["linear_velocity"] + base["angular_velocity"])), 1e-4)

    def check(self, s):
        contacts, solver = s["contacts"], s["solver"]
        if contacts["pairs_not_simulated"] == 0:
            self.assertLessEqual(contacts["max_penetration"], 1e-9)
        self.assertLess(contacts["max_signorini"], 1e-8)
        self.assertLess(contacts["max_friction_excess"], 1e-8)
        self.assertEqual((solver["failures"], solver["steps_subdivided"]), (0, 0))

    def test_a_humanoid_falls(self):
        path = ROBOTS / "mujoco" / "humanoid.xml"
        if not path.exists():
            self.skipTest(f"{path} isn't here")
        done = run("simulate", path, "--duration", 2, "--summary", "-")
        self.assertEqual(done.returncode, DONE, done.stderr)
        s = json.loads(done.stdout, parse_constant=self.fail)
        self.check(s)
        self.assertLess(s["final"]["bodies"]["torso"]["position"][2], 0.5)

    def test_a1_stands(self):
        # shanks as long as thighs, and feet of 0.02 m
        angles = {f"{leg}_{name}_joint": angle for leg in ("FR", "FL", "RR", "RL")
                  for name, angle in (("hip", 0), ("thigh", 0.8), ("calf", -1.6))}
        self.stand("unitree_a1/a1.urdf", 0.4 * math.cos(0.8) + 0.02, angles, "100,5")

    def test_anymal_stands(self):
        # knees bent inwards; the foot is 0.1 m before and 0.298 m below the knee, its ball 0.031 m
        angles = {f"{side}{end}_{name}": sign * angle
                  for side in "LR" for end, sign in (("F", 1), ("H", -1))
                  for name, angle in (("HAA", 0), ("HFE", 0.4), ("KFE", -0.8))}
        height = 0.25 * math.cos(0.4) + 0.298 * math.cos(0.4) - 0.1 * math.sin(0.4) + 0.031
        self.stand("anymal_b/anymal.urdf", height, angles, "300,10")


if __name__ == "__main__":
    main()
