#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Many runs with random parameters: ludo sweep.

    python3 tests/apps/test_program_sweep.py [--program build/ludo] [OPTION of unittest ...]
"""
import csv
import json
import math
import os
import pathlib
import pty
import re
import signal
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    DONE, FILE, MODEL, PENDULUM, ROOT, SPINNER, STOPPED, USAGE, Case, chain, keyframe, main, model,
    program, run)

# parts that each kind of parameter is about, with the numbers of PLAIN
PLAIN = {"mass": 1.0, "friction": 0.6, "damping": 0.3, "stiffness": 4.0, "armature": 0.05,
         "frictionloss": 0.2, "tendon": 7.0, "damper": 0.4, "gear": 0.5, "gravity": -9.81}


def machine(**changed):
    """An arm with a spring, a motor and dry friction, and a box that slides and turns."""
    n = PLAIN | changed
    inertia = " ".join(repr(x * n["mass"]) for x in (0.25, 0.5, 0.75))
    return model(f'''
<geom name="floor" type="plane" size="9 9 1" friction="0.01"/>
<body name="arm" pos="0 0 3"><joint name="j" axis="0 1 0" damping="{n['damping']!r}"
  stiffness="{n['stiffness']!r}" armature="{n['armature']!r}"/>
  <inertial pos="0.5 0 0" mass="{n['mass']!r}" diaginertia="{inertia}"/>
  <site name="tip" pos="1 0 0"/>
  <body name="hand" pos="1 0 0"><joint name="k" axis="0 1 0" frictionloss="{n['frictionloss']!r}"/>
    <inertial pos="0.5 0 0" mass="1" diaginertia="0.1 0.1 0.1"/></body></body>
<site name="wall" pos="2 0 4"/>
<body name="box" pos="0 3 0.1"><freejoint name="flight"/>
  <inertial pos="0 0 0" mass="1" diaginertia="0.01 0.01 0.01"/>
  <geom name="box" type="box" size="0.1 0.1 0.1" friction="{n['friction']!r}"/></body>''',
                 gravity=f"0 0 {n['gravity']!r}", rest=f'''
<tendon><spatial name="rope" stiffness="{n['tendon']!r}" damping="{n['damper']!r}">
  <site site="tip"/><site site="wall"/></spatial></tendon>
<actuator><motor name="motor" joint="k" gear="1"/>
  <position name="servo" joint="j" kp="{n['gear']!r}"/></actuator>''')


SLIDE = ("--qvel", "flight=1,0,0,0,0,0")
SHORT = ("--duration", "0.2", "--dt", "0.01")


def splitmix(state, counter):
    mask = 2**64 - 1
    z = (state + (counter + 1) * 0x9e3779b97f4a7c15) & mask
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & mask
    z = (z ^ z >> 27) * 0x94d049bb133111eb & mask
    return z ^ z >> 31


class Sweep(Case):
    def sweep(self, text, *options, code=DONE):
        """The rows of a table, as dictionaries of texts."""
        path = self.folder / "sweep.csv"
        done = run("sweep", self.write(text), "--quiet", "--output", path, *options)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def last_row(self, text, *options):
        names, rows = self.rows(text, *options)
        return dict(zip(names, rows[-1]))

    def assert_same_end(self, row, text, *options):
        """The motion of a sample ends with the bits of a run of simulate."""
        end = self.last_row(text, *options)
        same = {name: float(row[name]) for name in end if name in row}
        self.assertEqual(same, {name: end[name] for name in same})
        self.assertGreater(len(same), 2)


class Samples(Sweep):
    VARY = ("--vary", "mass:b*=0.5..2:log", "--vary", "position:j0=-1..1", "--vary",
            "gravity=0.9..1.1")

    def test_rows_are_the_same_for_any_number_of_threads(self):
        tables = []
        for threads in (1, 2, 5):
            self.sweep(PENDULUM, *self.VARY, "--samples", "12", "--threads", threads, *SHORT)
            tables.append((self.folder / "sweep.csv").read_bytes())
        self.assertEqual(tables[0], tables[1])
        self.assertEqual(tables[0], tables[2])

    def test_a_sample_does_not_depend_on_the_number_of_samples(self):
        many = self.sweep(PENDULUM, *self.VARY, "--samples", "9", *SHORT)
        few = self.sweep(PENDULUM, *self.VARY, "--samples", "4", *SHORT)
        self.assertEqual(many[:4], few)
        self.assertEqual([row["sample"] for row in many], [str(i) for i in range(9)])

    def test_one_more_variation_leaves_the_numbers_of_others(self):
        two = self.sweep(PENDULUM, *self.VARY[:4], "--samples", "3", *SHORT)
        three = self.sweep(PENDULUM, *self.VARY, "--samples", "3", *SHORT)
        for name in ("mass:b*", "position:j0"):
            self.assertEqual([row[name] for row in two], [row[name] for row in three])

    def test_numbers_are_those_of_the_documented_generator(self):
        rows = self.sweep(PENDULUM, "--vary", "velocity:j0=-2..3", "--vary", "mass:b0=0.25..4:log",
                          "--samples", "50", "--seed", "7", "--duration", "0")
        for k, row in enumerate(rows):
            of_sample = splitmix(splitmix(0, 7), k)
            first, second = ((splitmix(of_sample, i) >> 11) * 2.0**-53 for i in (0, 1))
            self.assertEqual(float(row["velocity:j0"]), -2 + 5 * first)
            # 53 factors, each rounded
            self.assertAlmostEqual(float(row["mass:b0"]) / (0.25 * 16**second), 1, delta=1e-14)
        values = [float(row["mass:b0"]) for row in rows]
        self.assertTrue(0.25 <= min(values) < 0.5 and 2 < max(values) <= 4)

    def test_another_seed_gives_other_numbers(self):
        one, two = (self.sweep(PENDULUM, *self.VARY, "--samples", "3", "--seed", seed, *SHORT)
                    for seed in (1, 2))
        self.assertNotEqual(one[0]["gravity"], two[0]["gravity"])

    def test_all_elements_of_a_pattern_have_one_factor(self):
        row, = self.sweep(PENDULUM, "--vary", "mass:b*=2..3", "--samples", "1", *SHORT)
        f = float(row["mass:b*"])
        text = PENDULUM.replace('mass="1"', f'mass="{f!r}"').replace(
            f'diaginertia="1e-3 {1 / 12} {1 / 12}"',
            f'diaginertia="{1e-3 * f!r} {1 / 12 * f!r} {1 / 12 * f!r}"')
        self.assert_same_end(row, text, *SHORT)

    def test_factors_of_two_variations_multiply(self):
        row, = self.sweep(PENDULUM, "--vary", "mass:*=2..2", "--vary", "mass:b1=1.5..1.5",
                          "--samples", "1", *SHORT)
        one, = self.sweep(PENDULUM, "--vary", "mass:b0=2..2", "--vary", "mass:b1=3..3",
                          "--samples", "1", *SHORT)
        self.assertEqual((row["j0"], row["j1"]), (one["j0"], one["j1"]))


class Parameters(Sweep):
    def check(self, vary, options=(), **changed):
        """A sample has the bits of simulate with the changed model and options."""
        name = vary[:vary.rindex("=")]
        row, = self.sweep(machine(), "--vary", vary, "--samples", "1", *SLIDE, *SHORT)
        value = float(row[name])
        changed = {key: PLAIN[key] * value for key in changed}
        given = [option.format(repr(value)) for option in options]
        self.assert_same_end(row, machine(**changed), *SLIDE, *SHORT, *given)
        plain = self.last_row(machine(), *SLIDE, *SHORT)
        self.assertNotEqual([plain[name] for name in plain if name in row],
                            [float(row[name]) for name in plain if name in row])

    def test_a_sample_has_the_bits_of_simulate_with_the_changed_model(self):
        for vary, key in (("mass:arm=0.5..2", "mass"), ("friction:box=0.4..0.9", "friction"),
                          ("damping:j=0.5..2", "damping"), ("stiffness:*=0.5..2", "stiffness"),
                          ("armature:j=0.5..2", "armature"),
                          ("dry-friction:*=0.5..2", "frictionloss"),
                          ("spring-stiffness:rope=0.5..2", "tendon"),
                          ("spring-damping:r*=0.5..2", "damper"), ("gain:servo=2..4", "gear"),
                          ("gravity=0.9..1.1", "gravity")):
            with self.subTest(vary):
                self.check(vary, **{key: None})

    def test_a_sample_has_the_bits_of_simulate_with_the_changed_start(self):
        for vary, *options in (("position:j=-1..1", "--qpos", "j={}"),
                               ("velocity:k=-1..1", "--qvel", "k={}"),
                               ("position:flight.2=0.2..0.4", "--qpos", "flight=0,3,{},1,0,0,0"),
                               ("velocity:flight.1=1..2", "--qvel", "flight=1,{},0,0,0,0"),
                               ("control:motor=0.5..1", "--control", "motor={}")):
            with self.subTest(vary):
                self.check(vary, options)

    def test_restitution_is_a_value(self):
        ball = model('<geom type="plane" size="1 1 1"/><body name="b" pos="0 0 1"><freejoint/>'
                     '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
                     '<geom name="ball" type="sphere" size="0.1"/></body>', rest="{}")
        row, = self.sweep(ball.format(""), "--vary", "restitution:ball=0.5..0.9", "--samples", "1",
                          "--duration", "0.6")
        value = row["restitution:ball"]
        self.assert_same_end(row, ball.format('<custom><numeric name="ludo.restitution.ball" '
                                              f'data="{value}"/></custom>'), "--duration", "0.6")

    def test_outputs_are_those_of_the_summary(self):
        row, = self.sweep(machine(), "--vary", "mass:arm=1..1", "--samples", "1", *SLIDE, *SHORT)
        s = self.summary(machine(), *SLIDE, *SHORT)
        self.assertEqual(float(row["time"]), s["time"])
        self.assertEqual(float(row["energy_error_max"]), s["energy"]["max_abs_error"])
        self.assertEqual(float(row["position_violation_max"]),
                         s["constraints"]["max_position_violation"])
        self.assertEqual(float(row["penetration_max"]), s["contacts"]["max_penetration"])
        self.assertEqual([float(row[f"site:tip.{axis}"]) for axis in "xyz"],
                         s["final"]["sites"]["tip"]["position"])

    def test_options_of_simulate_hold_for_samples(self):
        with_key = model(chain(2), rest=keyframe("up", qpos="0.5 0.25", qvel="1 -1"))
        row, = self.sweep(with_key, "--vary", "mass:b0=1..1", "--samples", "1", "--keyframe", "up",
                          "--integrator", "galerkin", "--order", "4", "--servo", "j1=0,5,1", *SHORT)
        self.assert_same_end(row, with_key, "--keyframe", "up", "--integrator", "galerkin",
                             "--order", "4", "--servo", "j1=0,5,1", *SHORT)


class Failures(Sweep):
    # a step that turns too far fails; slower samples succeed
    FAST = ("--vary", "velocity:j0=0..300", "--samples", "12", "--max-substeps", "1", *SHORT)

    def test_a_sample_that_stops_is_alone(self):
        rows = self.sweep(SPINNER, *self.FAST)
        stopped = [row for row in rows if row["status"] == "stopped"]
        self.assertTrue(0 < len(stopped) < len(rows) == 12)
        for row in rows:
            self.assertEqual(row["status"] == "stopped", float(row["time"]) < 0.2)
            self.assertEqual(row["status"] == "stopped", row["message"] != "")
        self.assertRegex(stopped[0]["message"], r"^stopped at t = .* 'b0'; try ")

    def test_samples_that_stop_are_counted_and_left_out_of_statistics(self):
        done = run("sweep", self.write(SPINNER), *self.FAST, "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        s = json.loads(done.stdout)
        self.assertRegex(done.stderr, rf"^ludo: warning: {s['stopped']} of 12 samples stopped "
                                      "early; the first one stopped at t = ")
        self.assertEqual(len(s["failures"]), s["stopped"])
        self.assertEqual({output["count"] for output in s["outputs"]}, {12 - s["stopped"]})

    def test_a_sweep_of_which_all_samples_stop_fails(self):
        rows = self.sweep(SPINNER, *self.FAST, "--vary", "velocity:j0=700..800", code=STOPPED)
        self.assertEqual(len(rows), 12)

    def test_an_interrupt_keeps_what_is_finished(self):
        path = self.folder / "sweep.csv"
        terminal, end = pty.openpty()
        with subprocess.Popen([program(), "sweep", self.write(PENDULUM), "--samples", "1000000",
                               "--vary", "mass:b0=1..2", *SHORT, "--json", "--output", path],
                              stdout=subprocess.PIPE, stderr=end) as process:
            os.close(end)
            said = b""
            while b" left" not in said:
                said += os.read(terminal, 4096)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        os.close(terminal)
        self.assertRegex(said.decode(), r"\[[#.]{10}\] +[0-9]+ %  [0-9]+ of 1e\+06 samples, "
                                        r"[0-9]+:[0-9]{2}:[0-9]{2} left")
        self.assertEqual(process.returncode, STOPPED)
        s = json.loads(out)
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual((s["status"], s["finished"]), ("interrupted", len(rows)))
        self.assertTrue(0 < len(rows) < 1000000)
        self.assertEqual({row["status"] for row in rows}, {"ok"})


class Progress(Sweep):
    def shown(self, *options):
        """The progress on a terminal, with its updates as a list."""
        terminal, end = pty.openpty()
        self.addCleanup(os.close, terminal)
        with subprocess.Popen([program(), "sweep", self.write(SPINNER), *options],
                              stdout=subprocess.DEVNULL, stderr=end) as process:
            os.close(end)
            said = b""
            try:
                while part := os.read(terminal, 4096):
                    said += part
            except OSError: # the program closed its end
                pass
            self.assertEqual(process.wait(timeout=60), DONE)
        return said.decode().split("\r")

    def test_failed_samples_are_counted(self):
        # a step of a fast sample turns too far: it stops at once
        shown = self.shown("--vary", "velocity:j0=1..300", "--max-substeps", "1", "--samples",
                           "40", "--duration", "50", "--dt", "0.01", "--quiet")
        self.assertEqual(shown, [""])
        shown = self.shown("--vary", "velocity:j0=1..300", "--max-substeps", "1", "--samples",
                           "500", "--duration", "50", "--dt", "0.01")
        lines = [line for line in shown if line.startswith("[")]
        self.assertGreater(len(lines), 1)
        for line in lines:
            self.assertRegex(line, r"^\[[#.]{10}\] +[0-9]+ %  [0-9]+ of 500 samples"
                                   r"(, [0-9]+ failed)?(, [0-9]+:[0-9]{2}:[0-9]{2} left)?\x1b\[K$")
        self.assertTrue(any("failed" in line for line in lines))
        self.assertNotIn("left", lines[0])

    def test_nothing_is_written_into_a_pipe(self):
        done = run("sweep", self.write(SPINNER), "--vary", "velocity:j0=0..1", "--samples", "50",
                   "--duration", "20", "--dt", "0.01")
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))


class Summaries(Sweep):
    def test_statistics_are_those_of_the_table(self):
        done = run("sweep", self.write(PENDULUM), "--vary", "position:j0=0..1", "--samples", "21",
                   "--output", self.folder / "t.csv", "--json", *SHORT)
        self.assertEqual(done.returncode, DONE, done.stderr)
        with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
            values = [float(row["j1"]) for row in csv.DictReader(file)]
        s = json.loads(done.stdout)
        j1, = [output for output in s["outputs"] if output["name"] == "j1"]
        cuts = statistics.quantiles(values, n=20, method="inclusive")
        for key, expected in (("mean", statistics.fmean(values)), ("min", min(values)),
                              ("p5", cuts[0]), ("p50", statistics.median(values)),
                              ("p95", cuts[-1]), ("max", max(values))):
            self.assertAlmostEqual(j1[key], expected, delta=1e-15)
        self.assertEqual((j1["unit"], j1["count"], s["finished"]), ("rad", 21, 21))
        self.assertEqual(s["vary"], [{"name": "position:j0", "what": "position",
                                      "elements": ["j0"], "factor": False, "low": 0, "high": 1,
                                      "logarithmic": False}])

    def test_the_table_names_outputs_and_variations(self):
        done = run("sweep", self.write(PENDULUM), "--vary", "mass:*=1..2", "--samples", "4", *SHORT)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^test: 4 of 4 samples$")
        self.assertRegex(done.stdout, r"(?m)^  mass:\* +factors 1 to 2, of 2 elements$")
        self.assertRegex(done.stdout, r"(?m)^  site:tip.z +(-?[0-9.e-]+ +){6} m$")

    def test_the_manual_shows_what_is_printed(self):
        manual = (ROOT / "docs" / "program.md").read_text(encoding="utf-8")
        shown = re.search(r"\$ ludo (sweep .*)\\\n +(.*)\n((?: {4}.*\n)+)", manual)
        done = run(*shown[1].split(), *shown[2].split(), cwd=ROOT)
        self.assertEqual(done.returncode, DONE, done.stderr)
        lines = [line.rstrip() for line in done.stdout.splitlines()]
        for line in shown[3].splitlines():
            if line.strip() not in ("", "..."):
                self.assertIn(line[4:], lines)

    def test_a_page_has_the_numbers_and_needs_no_network(self):
        page = self.folder / "sweep.html"
        rows = self.sweep(PENDULUM, "--vary", "mass:*=1..2", "--samples", "6", "--report", page,
                          *SHORT)
        text = page.read_text(encoding="utf-8")
        found = re.search(r'<script id="ludo-sweep" type="application/json">(.*?)</script>', text)
        data = json.loads(found[1], parse_constant=self.fail)
        self.assertEqual(data["shown"], 6)
        self.assertEqual(data["vary"][0]["values"], [float(f'{float(row["mass:*"]):.6g}')
                                                     for row in rows])
        j0, = [output for output in data["outputs"] if output["name"] == "j0"]
        self.assertEqual(j0["values"], [float(f'{float(row["j0"]):.6g}') for row in rows])
        self.assertNotIn("src=", text)
        self.assertEqual(set(re.findall(r"https?://[^'\"]+", text)), {"http://www.w3.org/2000/svg"})

    def test_a_name_cannot_end_the_script_of_a_page(self):
        page = self.folder / "sweep.html"
        evil = PENDULUM.replace('name="tip"', 'name="&lt;/script&gt;"')
        self.sweep(evil, "--vary", "mass:*=1..2", "--samples", "2", "--report", page, *SHORT)
        self.assertEqual(page.read_text(encoding="utf-8").count("</script>"), 2)

    def test_a_table_on_stdout_is_alone(self):
        done = run("sweep", self.write(PENDULUM), "--vary", "mass:*=1..2", "--samples", "2",
                   "--output", "-", *SHORT)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertEqual(len(list(csv.DictReader(done.stdout.splitlines()))), 2)


class Refusals(Sweep):
    def refuses(self, vary, *said, code=USAGE):
        text = self.refused(code, "sweep", self.write(machine()), "--samples", "2", "--vary", vary,
                            "--duration", "0", "--quiet")
        for part in said:
            self.assertIn(part, text)

    def test_misspelt_variations(self):
        self.refuses("mas:arm=1..2", "there is no parameter to vary 'mas'", "mass")
        self.refuses("mass:armm=1..2", "there is no body 'armm'; did you mean arm?")
        self.refuses("position:flight=0..1", "did you mean flight.")
        self.refuses("position:flight.3=0..1", "there is no joint 'flight.3'")
        for vary, said in (("mass:arm", "'=' is missing"), ("mass=1..2", "a name is missing"),
                           ("gravity:x=1..2", "has no name"), ("mass:arm=1,2", "no range"),
                           ("mass:arm=1..", "no range"), ("mass:arm=1..2:lin", "no range"),
                           ("mass:arm=1..nan", "no range"), ("mass:arm=2..1", "reversed"),
                           ("mass:arm=0..1:log", "above 0")):
            with self.subTest(vary):
                self.refuses(vary, said, "mass:trunk=0.9..1.1")

    def test_values_that_a_parameter_cannot_have(self):
        self.refuses("mass:arm=0..1", "mass of body 'arm' takes factors above 0")
        self.refuses("friction:box=-1..1", "friction of geom 'box' takes factors of 0 or more")
        self.refuses("restitution:*=0..2", "restitution of geom 'floor' takes numbers from 0 to 1")

    def test_elements_without_the_parameter(self):
        self.refuses("damping:k=1..2", "name a joint with coordinates and a damping above 0")
        merged = model('<body name="a"><joint name="j"/><inertial pos="0 0 0" mass="1" '
                       'diaginertia="1 1 1"/><body name="b"><inertial pos="0 0 0" mass="1" '
                       'diaginertia="1 1 1"/></body></body>')
        said = self.refused(USAGE, "sweep", self.write(merged), "--samples", "2", "--vary",
                            "mass:b=1..2")
        self.assertIn("body 'b' is merged with 'a': vary the mass of 'a'", said)

    def test_what_a_sweep_needs(self):
        path = self.write(PENDULUM)
        self.assertIn("--samples", self.refused(USAGE, "sweep", path, "--vary", "gravity=1..2"))
        self.assertIn("--vary", self.refused(USAGE, "sweep", path, "--samples", "2"))
        enough = ("sweep", path, "--samples", "2", "--vary", "gravity=1..2", "--duration", "0")
        for name in ("t.hdf5", "t", "t.json"):
            said = self.refused(USAGE, *enough, "--output", name)
            self.assertIn(".csv or .h5", said)
            self.assertIn(name, said)
        self.assertIn("keyframe", self.refused(USAGE, *enough, "--keyframe", "upp"))
        self.refused(USAGE, *enough, "--json", "--output", "-")
        self.refused(USAGE, *enough, "--output", path, "--report", path)
        self.refused(MODEL, "sweep", self.write("<mujoco><worldbody><bad/></worldbody></mujoco>"),
                     *enough[2:])

    def test_files_are_replaced_whole_or_not_at_all(self):
        old = self.folder / "sweep.csv"
        old.write_text("old", encoding="utf-8")
        self.refuses("mass:armm=1..2")
        self.assertEqual(old.read_text(encoding="utf-8"), "old")
        enough = ("sweep", self.write(PENDULUM), "--samples", "1", "--vary", "gravity=1..2",
                  "--duration", "0")
        self.refused(FILE, *enough, "--output", self.folder / "none" / "t.csv")
        self.refused(FILE, *enough, "--report", self.folder / "none" / "t.html")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["model.xml", "sweep.csv"])
        model_file = self.write(PENDULUM, "model.csv")
        self.refused(USAGE, "sweep", model_file, *enough[2:], "--output", model_file)


if __name__ == "__main__":
    main()
