#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program keeps its contract: commands, options, exit codes, messages.

    python3 tests/apps/test_program.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    BALL, DONE, EPSILON, FILE, MODEL, PENDULUM, ROOT, SPINNER, STOPPED, USAGE, Case, chain, main,
    model, program, run)

NOT_YET_COMMANDS = ("view",)


class CommandLine(Case):
    def test_help_and_version_are_no_errors(self):
        for arguments, said in ((("--help",), "simulate"), (("--version",), "ludo "),
                                (("simulate", "--help"), "--duration S"),
                                (("info", "--help"), "--json"),
                                (("integrators", "--help"), "--json")):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stderr), (DONE, ""), arguments)
            self.assertIn(said, done.stdout)

    def test_version_is_that_of_the_header(self):
        header = (ROOT / "include/ludo/base.h").read_text(encoding="utf-8")
        version = ".".join(re.findall(r"#define LUDO_VERSION_[A-Z]+ (\d+)", header))
        self.assertEqual(run("--version").stdout, f"ludo {version}\n")

    def test_no_command_is_a_misuse(self):
        self.assertIn("--help", self.refused(USAGE))

    def test_an_unknown_command_is_told_with_near_ones(self):
        self.assertRegex(self.refused(USAGE, "simulat"), r"'simulat'.*\bsimulate\?")

    def test_what_is_near_to_nothing_is_told_with_a_list(self):
        self.assertIn("integrators", self.refused(USAGE, "xyzzy"))

    def test_commands_of_the_future_are_not_yet_there(self):
        for name in NOT_YET_COMMANDS:
            self.assertIn("not built yet", self.refused(USAGE, name, "x"), name)

    def test_an_unknown_option_is_told_with_near_ones(self):
        for wrong, right in (("--duratoin", "--duration"), ("--tol", "--tolerance"),
                             ("--max-sub-steps", "--max-substeps"), ("--JSON", "--json")):
            command = "info" if right == "--json" else "simulate"
            self.assertRegex(self.refused(USAGE, command, "x.xml", wrong),
                             f"'{wrong}'.*did you mean.*{right}", wrong)

    def test_a_model_is_needed_and_one_is_enough(self):
        for command in ("simulate", "info"):
            self.assertIn("MODEL", self.refused(USAGE, command))
            self.assertIn("b.xml", self.refused(USAGE, command, "a.xml", "b.xml"))
        self.assertIn("a.xml", self.refused(USAGE, "integrators", "a.xml"))

    def test_a_value_is_needed_where_there_is_one(self):
        for option in ("--dt", "--qpos", "--output", "--summary", "--integrator"):
            self.assertIn(option, self.refused(USAGE, "simulate", "a.xml", option))

    def test_values_may_stand_behind_an_equals_sign(self):
        s = self.summary(SPINNER, "--duration=0.5", "--qvel=j0=2", "--dt=0.25")
        self.assertEqual((s["steps"], s["dt"]), (2, 0.25))
        self.assertAlmostEqual(s["final"]["joints"]["j0"]["velocity"][0], 2.0, delta=1e-12)
        self.assertIn("--quiet", self.refused(USAGE, "simulate", "a.xml", "--quiet=1"))

    def test_behind_two_dashes_all_are_files(self):
        self.write(PENDULUM, "--help")
        for before, behind in ((("--json",), ("--", "--help")), ((), ("--json", "--", "--help"))):
            done = run("info", *before, *behind, cwd=self.folder)
            self.assertEqual(done.returncode, DONE, done.stderr)
            self.assertEqual(json.loads(done.stdout)["dof"], 2)
        self.assertIn("'--json'", self.refused(USAGE, "info", "a.xml", "--", "--json"))
        self.assertIn("'--'", self.refused(USAGE, "info", "--", "a.xml", "--"))
        self.assertIn("MODEL", self.refused(USAGE, "info", "--"))
        # a value is one wherever it stands
        done = run("simulate", "--quiet", "--duration", "0", "--save-state", "--", "--", "--help",
                   cwd=self.folder)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertTrue((self.folder / "--").exists())

    def test_values_are_checked_before_the_model_is_read(self):
        for option, *values in (
                ("--duration", "-1", "x", "", "nan", "inf", "1e999", "0x10", " 1", "1 ", "1,0"),
                ("--dt", "0", "-0.01", "1e", "0.01s", "1,5"), ("--tolerance", "0", "-1e-9"),
                ("--accuracy", "0", "-1e-6", "nan", "1.0.0"),
                ("--order", "0", "1.5", "-2", "99999999999"), ("--max-substeps", "0", "2.5"),
                ("--every", "0", "-1", "many"), ("--rotation", "euler", "", "exponential|"),
                ("--solver", "magic"), ("--coordinates", "joints"), ("--integrator", "maximum"),
                ("--damping", "none"), ("--qpos", "j0"), ("--qvel", ""), ("--control", "m"),
                ("--servo", "j0,1,2,3"), ("--force", "b0:1,2,3")):
            for value in values:
                said = self.refused(USAGE, "simulate", "no-such-file.xml", option, value)
                self.assertIn(f"'{value}'", said, option)

    def test_an_unknown_integrator_is_told_with_near_ones(self):
        said = self.refused(USAGE, "simulate", "/dev/null", "--integrator", "maximl")
        self.assertIn("did you mean maximal?", said)

    def test_an_integrator_says_what_it_refuses(self):
        path = self.write(PENDULUM)
        self.assertIn("3", self.refused(USAGE, "simulate", path, "--order", 3))
        self.assertIn("euler", self.refused(USAGE, "simulate", path, "--scheme", "euler"))
        self.assertIn("order 1", self.refused(USAGE, "simulate", path, "--order", 1, "--rotation",
                                              "exponential"))
        self.assertIn("less than 1", self.refused(USAGE, "simulate", path, "--accuracy", 1))
        self.assertIn("use damping symmetric", self.refused(
            USAGE, "simulate", path, "--accuracy", 1e-6, "--damping", "implicit"))

    def test_too_many_steps_to_count_are_refused(self):
        said = self.refused(USAGE, "simulate", self.write(PENDULUM), "--dt", 1e-300)
        self.assertIn("too many", said)


class Notes(Case):
    """What the model holds and the run leaves out."""

    WARNED = model(chain(3).replace("<inertial", '<geom type="plane" size="1 1 1"/><inertial'),
                   rest='<sensor><user dim="1"/></sensor>')
    SOFT = model(chain(3), rest='\n<equality>\n<flexstrain flex="f"/>\n</equality>')

    def test_warnings_have_a_place_and_change_no_exit_code(self):
        path = self.write(self.WARNED)
        for command in ("simulate", "info"):
            done = run(command, path)
            self.assertEqual(done.returncode, DONE, done.stderr)
            lines = done.stderr.splitlines()
            self.assertEqual(len(lines), 2, done.stderr)
            for line in lines:
                self.assertRegex(line, re.escape(str(path)) + r":\d+: warning: .*(contacts|sensor)")

    def test_what_is_switched_off_is_not_warned_about(self):
        path = self.write(self.WARNED)
        for options, left in (((), ["sensor", "contacts"]), (("--no-contact",), ["sensor"])):
            said = run("simulate", path, *options).stderr.splitlines()
            self.assertEqual(len(said), len(left), said)
            for line, word in zip(said, left):
                self.assertIn(word, line)

    def test_warnings_are_repeated_in_json(self):
        done = run("info", self.write(self.WARNED), "--json")
        said = [line.replace(": warning:", ":") for line in done.stderr.splitlines()]
        self.assertEqual(json.loads(done.stdout)["warnings"], said)

    def test_what_would_change_the_motion_is_refused(self):
        path = self.write(self.SOFT)
        said = self.refused(MODEL, "simulate", path)
        line = self.SOFT[:self.SOFT.index("<flexstrain")].count("\n") + 1
        self.assertRegex(said, re.escape(f"{path}:{line}: ") + "flexstrain: equalities of soft ")

    def test_info_looks_at_what_cannot_be_simulated(self):
        looped = self.SOFT.replace("</equality>", '<connect name="c" body1="b2" anchor="1 0 0"/>'
                                                  "</equality>")
        done = run("info", self.write(looped), "--json")
        self.assertEqual(done.returncode, DONE)
        info = json.loads(done.stdout)
        self.assertEqual((info["dof"], info["rows"], info["loops"][0]["name"]), (3, 18, "c"))
        self.assertEqual([info[key] for key in ("freedom", "rank", "assembly", "fill")],
                         [None] * 4)
        self.assertIn("flexstrain: equalities of soft ", info["warnings"][0])
        said = run("info", self.write(looped)).stdout
        self.assertRegex(said, "assembly +not tried: flexstrain: ")
        self.assertRegex(said, r"warnings +\d; ludo simulate refuses the model")


class Integrators(Case):
    def test_json_lists_all(self):
        done = run("integrators", "--json")
        self.assertEqual(done.returncode, DONE)
        found = {i["name"]: i for i in json.loads(done.stdout)}
        for info in found.values():
            self.assertEqual(set(info), {"name", "orders", "schemes", "accepts", "capabilities"})
        self.assertIn("loops", found["maximal"]["capabilities"])
        self.assertEqual(found["runge-kutta"]["capabilities"], ["dampers"])
        self.assertEqual(found["maximal"]["orders"], [2, 4, 1])

    def test_words_name_all_that_json_names(self):
        said = run("integrators").stdout
        for info in json.loads(run("integrators", "--json").stdout):
            self.assertIn(info["name"], said)
            self.assertIn(info["accepts"], said)
            self.assertIn(", ".join(info["capabilities"]), said)


class Info(Case):
    KEYS = ["model", "warnings", "gravity", "timestep", "mass", "bodies", "world", "joints", "dof",
            "freedom", "loops", "rows", "rank", "redundant", "assembly", "order", "fill",
            "actuators", "springs", "sites", "keyframes", "geoms", "pairs", "excludes",
            "fluids", "sensors", "medium",
            "gravity_compensation"]

    def info(self, text):
        done = run("info", self.write(text), "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout, parse_constant=self.fail)

    def test_json_has_every_key(self):
        info = self.info(PENDULUM)
        self.assertEqual(list(info), self.KEYS)
        self.assertEqual(list(info["bodies"][0]),
                         ["name", "parent", "mass", "com", "inertia", "merged"])
        self.assertEqual(list(info["joints"][0]),
                         ["name", "type", "parent", "child", "axis", "anchor", "range", "reference",
                          "armature", "stiffness", "rest", "damping", "friction_loss", "effort",
                          "speed",
                          "stiffness_curve", "damping_curve"])

    def test_json_says_what_the_model_is(self):
        info = self.info(PENDULUM)
        self.assertEqual((info["model"], info["mass"], info["dof"]), ("test", 2, 2))
        self.assertEqual((info["rows"], info["rank"], info["fill"]), (10, 10, 0))
        self.assertEqual([b["parent"] for b in info["bodies"]], [None, "b0"])
        self.assertEqual(info["bodies"][1]["com"], [0.5, 0, 0])
        self.assertEqual(info["joints"][1]["axis"], [0, 1, 0])
        self.assertEqual(sorted(info["order"]), ["b0", "b1"])
        self.assertEqual((info["gravity"], info["timestep"]), ([0, 0, -9.81], 0.01))
        self.assertEqual(info["keyframes"], ["up"])
        self.assertEqual(info["sites"], [{"name": "tip", "body": "b1", "position": [1, 0, 0],
                                          "orientation": [1, 0, 0, 0]}])

    def test_a_joint_without_an_axis_has_none(self):
        self.assertIsNone(self.info(BALL)["joints"][0]["axis"])

    def test_words_name_bodies_joints_and_counts(self):
        done = run("info", self.write(PENDULUM))
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))
        for said in ("2 bodies", "2 joints", "2 degrees of freedom", "2 kg", "hinge j1", "up",
                     "tip"):
            self.assertIn(said, done.stdout)
        self.assertLess(done.stdout.index("b0, 1 kg"), done.stdout.index("b1, 1 kg"))

    def test_words_show_every_body_of_a_wide_and_deep_tree(self):
        names = [f"b{k}" for k in range(60)]
        twin = chain(3).replace('name="', 'name="twin_')
        done = run("info", self.write(model(chain(60) + twin)))
        found = re.findall(r"^ *(?:\(\d+\) )?(\w+), 1 kg", done.stdout, re.MULTILINE)
        self.assertEqual(found, names + ["twin_b0", "twin_b1", "twin_b2"])


class Options(Case):
    def test_a_keyframe_gives_positions_rates_and_time(self):
        s = self.summary(PENDULUM, "--keyframe", "up", "--duration", 0)
        joints = s["final"]["joints"]
        got = [joints[j][part][0] for part in ("position", "velocity") for j in ("j0", "j1")]
        for a, b in zip(got, [0.5, 0.25, 1, -1]):
            self.assertAlmostEqual(a, b, delta=8 * EPSILON)
        self.assertEqual(s["time"], 3)

    def test_a_run_from_a_keyframe_lasts_as_long_as_any(self):
        s = self.summary(PENDULUM, "--keyframe", "up", "--duration", 0.5)
        self.assertEqual((s["steps"], s["time"]), (50, 3.5))

    def test_joints_override_the_keyframe_wherever_they_stand(self):
        for options in (("--keyframe", "up", "--qpos", "j1=-2"),
                        ("--qpos", "j1=-2", "--keyframe", "up"),
                        ("--qpos", "j1=7", "--qpos", "j1=-2", "--keyframe", "up")):
            joints = self.summary(PENDULUM, *options, "--duration", 0)["final"]["joints"]
            self.assertAlmostEqual(joints["j0"]["position"][0], 0.5, delta=8 * EPSILON)
            self.assertAlmostEqual(joints["j1"]["position"][0], -2, delta=8 * EPSILON)
            self.assertAlmostEqual(joints["j1"]["velocity"][0], -1, delta=8 * EPSILON)

    def test_an_unknown_keyframe_is_told_with_near_ones(self):
        path = self.write(PENDULUM)
        self.assertIn("did you mean up?", self.refused(USAGE, "simulate", path, "--keyframe", "uo"))
        none = self.write(SPINNER)
        self.assertIn("there are none", self.refused(USAGE, "simulate", none, "--keyframe", "up"))

    def test_an_unknown_joint_is_told_with_near_ones(self):
        path = self.write(PENDULUM)
        for option in ("--qpos", "--qvel"):
            said = self.refused(USAGE, "simulate", path, option, "j00=1")
            self.assertRegex(said, r"joint 'j00'; did you mean j0.*\?")

    def test_a_joint_takes_as_many_numbers_as_it_has(self):
        for text, value, good in ((BALL, "j0=1,0,0,0", True), (BALL, "j0=1,0,0", False),
                                  (BALL, "j0=1,0,0,0,0", False), (BALL, "j0=0,0,0,0", False),
                                  (SPINNER, "j0=1,", False), (SPINNER, "j0=", False),
                                  (SPINNER, "j0=1e400", False), (SPINNER, "j0=nan", False)):
            done = run("simulate", self.write(text), "--quiet", "--duration", 0, "--qpos", value)
            self.assertEqual(done.returncode, DONE if good else USAGE, value)
            self.assertEqual(done.stderr == "" or "joint 'j0'" in done.stderr, True, done.stderr)

    def test_a_quaternion_is_normalised(self):
        s = self.summary(BALL, "--qpos", "j0=2,0,0,2", "--duration", 0)
        for got, want in zip(s["final"]["joints"]["j0"]["position"], [0.5**0.5, 0, 0, 0.5**0.5]):
            self.assertAlmostEqual(got, want, delta=4 * EPSILON)

    def test_a_name_ends_at_the_last_equals_sign(self):
        text = SPINNER.replace('"j0"', '"a=b/c"')
        s = self.summary(text, "--qpos", "a=b/c=1.5", "--duration", 0)
        self.assertAlmostEqual(s["final"]["joints"]["a=b/c"]["position"][0], 1.5, delta=4 * EPSILON)

    def test_numerical_options_reach_the_integrator(self):
        plain = self.summary(PENDULUM, "--duration", 1)
        tight = self.summary(PENDULUM, "--duration", 1, "--tolerance", 1e-4)
        fourth = self.summary(PENDULUM, "--duration", 1, "--order", 4)
        self.assertLess(tight["solver"]["iterations_mean"], plain["solver"]["iterations_mean"])
        self.assertEqual(fourth["order"], 4)
        self.assertLess(fourth["energy"]["max_abs_error"], 0.1 * plain["energy"]["max_abs_error"])
        for options in (("--rotation", "quaternion"), ("--order", 1), ("--solver", "ldu"),
                        ("--scheme", "rattle"), ("--integrator", "maximal")):
            s = self.summary(PENDULUM, "--duration", 1, *options)
            same = options[0] in ("--scheme", "--integrator")
            self.assertEqual(s["final"] == plain["final"], same, options)

    def test_substeps_are_limited_and_counted(self):
        hard = model(chain(20))
        s = self.summary(hard, "--duration", 1, "--dt", 0.05)
        self.assertGreater(s["solver"]["steps_subdivided"], 0)
        self.assertGreater(s["solver"]["substeps_max"], 1)
        self.assertGreaterEqual(s["solver"]["failures"], s["solver"]["steps_subdivided"])
        self.summary(hard, "--duration", 1, "--dt", 0.05, "--max-substeps", 1, code=STOPPED)


class Failures(Case):
    def test_a_stop_is_explained(self):
        text = model(chain(20))
        path = self.write(text)
        done = run("simulate", path, "--dt", 0.05, "--max-substeps", 1, "--summary", "-")
        s = json.loads(done.stdout)
        self.assertEqual((done.returncode, s["status"]), (STOPPED, "stopped"))
        self.assertIn(s["message"], done.stderr)
        self.assertRegex(s["message"], r"t = [\d.]+ s in step \d+: .* joint 'j\d+'.*--dt")
        self.assertEqual(int(re.search(r"step (\d+)", s["message"])[1]), s["steps"] + 1)
        self.assertAlmostEqual(s["time"], 0.05 * s["steps"], delta=1e-12)
        self.assertEqual(s["solver"]["failures"], 1)

    def test_a_body_that_turns_too_far_is_named(self):
        s = self.summary(SPINNER, "--qvel", "j0=1e4", code=STOPPED)
        self.assertRegex(s["message"],
                         r"rotation.* too large.* body 'b0'.*32 substeps.*--max-substeps")
        self.assertEqual((s["steps"], s["time"]), (0, 0))

    def test_a_missing_file_is_told(self):
        for command in ("simulate", "info"):
            said = self.refused(FILE, command, self.folder / "no-such-file.xml")
            self.assertIn("no-such-file.xml", said)

    def test_a_folder_is_no_model(self):
        self.assertIn(str(self.folder), self.refused(FILE, "info", self.folder))

    def test_a_bad_model_is_told_with_its_place(self):
        for text, line in (("<mujoco>\n<worldbody>", 2), ("", None),
                           ("<mujoco>\n<wrld/>\n</mujoco>", 2),
                           (model('<body>\n<joint type="hinge"/></body>'), 4),
                           (model(chain(1)).replace('mass="1"', 'mass="one"'), 4)):
            for command in ("simulate", "info"):
                path = self.write(text)
                said = self.refused(MODEL, command, path)
                place = rf":{line}:\d+: " if line is not None else ":"
                self.assertRegex(said, re.escape(str(path)) + place)

    def test_no_output_takes_the_place_of_the_model(self):
        path = self.write(PENDULUM)
        for option in ("--output", "--summary", "--save-state"):
            for same in (path, self.folder / "." / path.name):
                said = self.refused(USAGE, "simulate", path, option, same)
                self.assertRegex(said, "would overwrite the model|unknown suffix")
        self.assertEqual(path.read_text(encoding="utf-8"), PENDULUM)

    def test_an_output_that_cannot_be_opened_is_told(self):
        path, bad = self.write(PENDULUM), self.folder / "no" / "such" / "file.csv"
        for option in ("--output", "--summary"):
            self.assertIn(str(bad), self.refused(FILE, "simulate", path, option, bad))

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_a_full_disk_is_noticed(self):
        path = self.write(PENDULUM)
        for option in ("--output", "--summary"):
            done = run("simulate", path, option, "/dev/full", "--quiet", "--duration", 1)
            self.assertEqual(done.returncode, FILE, done.stderr)
            self.assertEqual(done.stderr.count("/dev/full"), 1, done.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_a_full_disk_stops_a_long_run(self):
        done = run("simulate", self.write(PENDULUM), "--output", "/dev/full", "--duration", "1e7")
        self.assertEqual((done.returncode, done.stdout), (FILE, ""))

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_a_full_disk_behind_standard_output_is_noticed(self):
        path = self.write(PENDULUM)
        for arguments in (("simulate", path), ("simulate", path, "--summary", "-"),
                          ("info", path, "--json"), ("integrators",), ("--help",)):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([program(), *arguments], stdout=full, stderr=subprocess.PIPE,
                                      text=True, check=False)
            self.assertEqual(done.returncode, FILE, arguments)
            self.assertIn("standard output", done.stderr)

    def test_a_reader_that_is_gone_is_noticed(self):
        reading, writing = os.pipe()
        os.close(reading)
        path = self.write(PENDULUM)
        for restore, codes in ((True, (-signal.SIGPIPE,)), (False, (FILE,))):
            done = subprocess.run([program(), "simulate", path, "--summary", "-"], stdout=writing,
                                  stderr=subprocess.PIPE, restore_signals=restore, check=False)
            self.assertIn(done.returncode, codes)
        os.close(writing)


class Locale(Case):
    def german(self):
        """Environment of a place with a decimal comma, which is made if need be."""
        name = "de_DE.UTF-8"
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", self.folder / name],
                              capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest(f"localedef can't make {name} here")
        # the C library keeps LOCPATH for ever where libraries below HDF5 ask it for a locale
        there = {**os.environ, "LC_ALL": name, "LOCPATH": str(self.folder),
                 "LSAN_OPTIONS": "detect_leaks=0"}
        said = subprocess.run(["locale", "decimal_point"], env=there, capture_output=True,
                              text=True, check=True)
        self.assertEqual(said.stdout.strip(), ",")
        return there

    def test_numbers_have_points_everywhere(self):
        there = self.german()
        path = self.write(PENDULUM)
        options = ("simulate", path, "--summary", "-", "--duration", "0.5", "--qpos", "j0=0.25")
        a, b = (run(*options, env=env) for env in ({**os.environ, "LC_ALL": "C"}, there))
        self.assertEqual((a.returncode, b.returncode), (DONE, DONE), b.stderr)
        self.assertEqual(json.loads(a.stdout)["final"], json.loads(b.stdout)["final"])


if __name__ == "__main__":
    main()
