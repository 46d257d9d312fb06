# SPDX-License-Identifier: Apache-2.0
"""Examples that touch do what their texts say."""
import csv
import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

MODELS = pathlib.Path("examples")


def simulate(name, *options):
    """The summary of a run of an example in which the laws of contact hold."""
    result = subprocess.run([os.environ["LUDO_PROGRAM"], "simulate", MODELS / name, "--summary",
                             "-", *map(str, options)],
                            capture_output=True, text=True, timeout=120, check=False)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    summary = json.loads(result.stdout)
    contacts = summary["contacts"]
    if not (contacts["max_penetration"] <= 1e-9 and contacts["max_signorini"] <= 1e-8
            and contacts["max_friction_excess"] <= 1e-8):
        raise AssertionError(contacts)
    return summary


def knots(name, *options, coordinates="body"):
    """The rows of a trajectory."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "knots.csv"
        simulate(name, *options, "--coordinates", coordinates, "-o", path)
        with path.open(encoding="utf-8") as file:
            return [{key: float(value) for key, value in row.items()}
                    for row in csv.DictReader(file)]


def speed(summary):
    """The fastest that any body moves or turns at the end."""
    return max(max(map(abs, body["linear_velocity"] + body["angular_velocity"]))
               for body in summary["final"]["bodies"].values())


class ExamplesThatTouch(unittest.TestCase):
    def test_balls_bounce_as_high_as_restitution_says(self):
        rows = knots("bounce.xml", "--duration", 1.5)
        # half of the speed is given back at 0.452 and 0.903 s; heights of knots miss an apex by
        # g dt^2 / 8
        for ball, since, height in (("all", 0.6, 1.0), ("half", 0.6, 0.25), ("half", 0.92, 0.0625),
                                    ("nothing", 0.6, 0.0)):
            top = max(row[f"ball_{ball}.z"] for row in rows if row["time"] > since)
            self.assertAlmostEqual(top - 0.1, height, delta=2e-6, msg=ball)

    def test_cradle_and_billiards_run(self):
        for name, keyframe in (("cradle.xml", "one"), ("cradle.xml", "two"),
                               ("cradle.xml", "three"), ("billiards.xml", "break")):
            with self.subTest(name=name, keyframe=keyframe):
                simulate(name, "--keyframe", keyframe, "--duration", 3)

    def test_sliders_stop_as_far_in_all_directions(self):
        exact = 2.0 ** 2 / (2 * 0.3 * 9.81)
        bodies = simulate("sliders.xml", "--keyframe", "pushed", "--duration",
                          1.6)["final"]["bodies"]
        for body in bodies.values():
            # the ring is given to three digits, the speed to six; a tenth of a percent
            self.assertAlmostEqual(math.hypot(*body["com"][:2]) - 0.5, exact, delta=1e-3 * exact)
        bodies = simulate("sliders.xml", "--keyframe", "pushed", "--duration", 2, "--cone",
                          "linear4")["final"]["bodies"]
        self.assertAlmostEqual(math.hypot(*bodies["slider1"]["com"][:2]) - 0.5,
                               math.sqrt(2) * exact, delta=2e-3 * exact)

    def test_the_wheel_rolls_in_a_circle(self):
        row = knots("wheel.xml", "--keyframe", "rolling", "--duration", 2 * math.pi, "--every",
                    1000)[-1]
        angle = row["time"]
        # 0.27 mm with 2 ms, of order dt^2
        self.assertAlmostEqual(row["wheel.x"], math.cos(angle), delta=5e-4)
        self.assertAlmostEqual(row["wheel.y"], math.sin(angle), delta=5e-4)
        self.assertAlmostEqual(row["wheel.vy"], math.cos(angle), delta=5e-4)

    def test_the_tippe_top_turns_over(self):
        rows = knots("tippe_top.xml", "--keyframe", "spun", "--duration", 4, "--every", 10)

        def above(row):
            """How far the centre of mass is above the middle of the ball."""
            return -0.005 * (1 - 2 * (row["top.qx"] ** 2 + row["top.qy"] ** 2))

        self.assertLess(above(rows[0]), -0.0045)
        # where ball and stem both touch, 2/3
        self.assertGreater(max(map(above, rows)), 0.0033)
        turned = next(row["time"] for row in rows if above(row) > 0)
        self.assertAlmostEqual(turned, 2.61, delta=0.02)

    def test_coins_and_balls_come_to_rest(self):
        rows = knots("coin.xml", "--keyframe", "spun", "--duration", 9)
        g, dt, radius, half = 9.81, 0.001, 0.04, 0.003

        def stops(name, rate):
            return dt + max(row["time"] for row in rows if abs(row[f"{name}.{rate}"]) > 1e-6)

        # the knot after the stop
        self.assertAlmostEqual(stops("flat", "wz"), radius * 50 / (2 * 0.4 * g), delta=dt)
        self.assertAlmostEqual(stops("top", "wz"), 0.4 * 0.05 ** 2 * 20 / (1e-3 * g), delta=dt)
        # 0.46 (mu_roll / (mu R))^2 farther than without the coupling of rolling and sliding,
        # to a tenth of that
        way, coupling = 0.7 * 0.05 * 0.5 ** 2 / (1e-3 * g), 0.46 * (1e-3 / (0.4 * 0.05)) ** 2
        self.assertAlmostEqual(rows[-1]["roller.y"] + 0.4, way * (1 + coupling),
                               delta=0.1 * way * coupling)
        # lower and lower on its rim; at rest at 7.16, 7.00, 6.68 s with 0.5, 1, 2 ms
        self.assertAlmostEqual(stops("edge", "wz"), 7.0, delta=0.3)
        self.assertAlmostEqual(rows[-1]["edge.z"], half, delta=1e-9)

    def test_the_rover_drives_over_rocks(self):
        rows = knots("rover.xml", "--control-file", MODELS / "rover.csv", "--duration", 20,
                     "--every", 125, coordinates="joint")
        wheels = [f"{side}_{place}" for side in ("left", "right")
                  for place in ("front", "middle", "back")]
        for row, later in zip(rows[2:-3], rows[3:-2]):
            rolled = sum(later[wheel] - row[wheel] for wheel in wheels) / 6 * 0.1
            way = math.hypot(later["trunk.0"] - row["trunk.0"], later["trunk.1"] - row["trunk.1"])
            # no wheel is held: in each half second the rover covers half of what its wheels roll;
            # 0.6 is measured, up a rock
            self.assertGreater(rolled, 0.1)
            self.assertGreater(way, 0.5 * rolled, row["time"])
        for row in rows:
            self.assertAlmostEqual(row["left_rocker"], -row["right_rocker"], delta=1e-10)
            # at most 8 degrees are measured; half of 12
            self.assertLess(math.hypot(row["trunk.4"], row["trunk.5"]), math.sin(math.radians(6)))
        self.assertGreater(max(abs(row["left_bogie"]) for row in rows), 0.3)

    def test_the_quadruped_walks_over_hills(self):
        rows = knots("quadruped_hills.xml", "--control-file", MODELS / "quadruped_hills.csv",
                     "--duration", 30, "--every", 100)
        # 7.0 to 8.0 m and within 0.5 m of its line with steps of 1.5 to 5 ms
        self.assertTrue(6.5 < rows[-1]["trunk.x"] < 8.5, rows[-1])
        self.assertLess(max(abs(row["trunk.y"]) for row in rows), 0.6)
        for row in rows:
            # 10 to 13 degrees are measured at most; half of 16
            self.assertLess(math.hypot(row["trunk.qx"], row["trunk.qy"]),
                            math.sin(math.radians(8)))

    def test_the_stack_stands(self):
        summary = simulate("stack.xml", "--duration", 2)
        for i in range(10):
            x, y, z = summary["final"]["bodies"][f"box{i}"]["com"]
            # clearances of the central path, one upon the other
            self.assertAlmostEqual(z, 0.1 + 0.2 * i, delta=1e-10)
            self.assertLess(math.hypot(x, y), 1e-10)
        self.assertLess(speed(summary), 1e-10)

    def test_boxes_tumble_and_come_to_rest(self):
        summary = simulate("tumbling_boxes.xml", "--keyframe", "thrown", "--duration", 3)
        self.assertLess(speed(summary), 1e-9)

    def test_all_dominoes_fall(self):
        bodies = simulate("dominoes.xml", "--keyframe", "pushed", "--duration",
                          0.6)["final"]["bodies"]
        for i in range(12):
            # 0.04 m where it stands; the last one is the highest that leans
            self.assertLess(bodies[f"domino{i}"]["com"][2], 0.036)

    def test_the_four_bar_falls_on_its_links_and_stays_closed(self):
        summary = simulate("dropped_four_bar.xml", "--keyframe", "tilted", "--duration", 2)
        self.assertLess(summary["constraints"]["max_position_violation"], 1e-10)
        self.assertLess(summary["energy"]["final"], 0.2 * summary["energy"]["initial"])

    def test_the_arch_stands(self):
        rows = knots("arch.xml", "--duration", 5, "--every", 100)
        moved = max(abs(rows[-1][key] - rows[0][key])
                    for key in rows[0] if key.endswith((".x", ".y", ".z")))
        # 3e-10 m in a minute: clearances of the central path
        self.assertLess(moved, 1e-9)

    def test_the_gears_mesh(self):
        summary = simulate("gears.xml", "--control", "drive=0.1", "--duration", 2)
        pinion, wheel = (summary["final"]["joints"][name]["position"][0]
                         for name in ("pinion", "wheel"))
        self.assertGreater(pinion, math.pi)
        # 3.3e-3 in a minute: backlash 0.1 mm at 0.06 m on either side, flanks of straight parts
        self.assertAlmostEqual(pinion, -1.5 * wheel, delta=2 * 1e-4 / 0.06 + 1e-3)
        self.assertEqual(summary["solver"]["steps_subdivided"], 0)
        # of 2 J that are turned over; of order dt^2
        self.assertLess(summary["energy"]["max_abs_error"], 1e-3)

    def test_the_hand_holds_its_ball(self):
        def heights(duration):
            bodies = simulate("hand.xml", "--control-file", MODELS / "hand.csv", "--duration",
                              duration, "--dt", 0.005)["final"]["bodies"]
            return bodies["ball"]["com"][2], bodies["palm"]["com"][2]

        (ball, palm), (later, lifted) = heights(0.9), heights(4)
        self.assertAlmostEqual(lifted - palm, 0.1, delta=1e-4)
        self.assertAlmostEqual(later - ball, lifted - palm, delta=1e-6)
        last, still = heights(8)
        # 3e-12 m in the minute that follows
        self.assertAlmostEqual(last - later, still - lifted, delta=1e-10)


if __name__ == "__main__":
    unittest.main()
