#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that end and go on: --save-state, --load-state.

    python3 tests/apps/test_program_state.py [--program build/ludo] [OPTION of unittest ...]
"""
import os
import pathlib
import resource
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    BALL, DONE, EPSILON, FILE, PENDULUM, STOPPED, USAGE, Case, chain, main, model, program, run)

PUSHED = ("--qpos", "j0=0.5", "--servo", "j1=-0.3,20,0.5", "--force", "b1=0.5,0,2")


class State(Case):
    def setUp(self):
        super().setUp()
        self.state = self.folder / "state"

    def saved(self, text, *options, code=DONE):
        """The summary of a run that saves its state."""
        return self.summary(text, *options, "--save-state", self.state, code=code)

    def loaded(self, text, *options, code=DONE):
        """The summary of a run that goes on from there."""
        return self.summary(text, *options, "--load-state", self.state, code=code)


class GoingOn(State):
    def test_an_interrupted_run_gives_the_bits_of_one_that_was_not(self):
        for text, start, options in ((PENDULUM, PUSHED, ()), (PENDULUM, (), ("--solver", "ldu")),
                                     (PENDULUM, (), ("--order", "4")),
                                     (PENDULUM, PUSHED, ("--damping", "implicit")),
                                     (BALL, ("--qvel", "j0=1,2,3"), ())):
            whole = self.saved(text, *start, *options, "--duration", 3)
            bytes_of_whole = self.state.read_bytes()
            self.saved(text, *start, *options, "--duration", 1.25)
            second = self.loaded(text, *options, "--duration", 1.75, "--save-state", self.state)
            self.assertEqual(second["final"], whole["final"], (start, options))
            self.assertEqual((second["time"], second["steps"]), (3, 175))
            self.assertEqual(self.state.read_bytes(), bytes_of_whole)

    def test_many_interruptions_change_no_bit(self):
        # a tenth is no binary fraction: sums of steps and multiples of the step differ
        whole = self.summary(PENDULUM, *PUSHED, "--duration", 2, "--dt", 0.1)
        self.saved(PENDULUM, *PUSHED, "--duration", 0.1, "--dt", 0.1)
        for _ in range(19):
            last = self.loaded(PENDULUM, "--duration", 0.1, "--dt", 0.1, "--save-state", self.state)
        self.assertEqual(last["final"], whole["final"])
        # the ends add up: a rounding each
        self.assertAlmostEqual(last["time"], 2, delta=20 * 2 * EPSILON)

    def test_a_shortened_step_is_taken_as_it_was(self):
        first = self.saved(PENDULUM, "--duration", 0.25, "--dt", 0.1)
        second = self.loaded(PENDULUM, "--duration", 0.25, "--dt", 0.1)
        self.assertEqual((first["steps"], second["steps"]), (3, 3))
        self.assertEqual((first["time"], second["time"]), (0.25, 0.5))
        self.assertEqual(second["energy"]["initial"], first["energy"]["final"])

    def test_a_run_of_no_duration_shows_the_state(self):
        first = self.saved(PENDULUM, *PUSHED, "--duration", 1)
        shown = self.loaded(PENDULUM, "--duration", 0)
        self.assertEqual(shown["final"], first["final"])
        self.assertEqual((shown["time"], shown["steps"]), (1, 0))

    def test_a_start_is_a_state(self):
        self.saved(PENDULUM, "--keyframe", "up", "--duration", 0)
        self.assertEqual(self.loaded(PENDULUM, "--duration", 1)["final"],
                         self.summary(PENDULUM, "--keyframe", "up", "--duration", 1)["final"])

    def test_energies_count_from_where_the_run_goes_on(self):
        first = self.saved(PENDULUM, *PUSHED, "--duration", 1)["energy"]
        second = self.loaded(PENDULUM, "--duration", 1)["energy"]
        whole = self.summary(PENDULUM, *PUSHED, "--duration", 2)["energy"]
        self.assertEqual((second["initial"], second["final"]), (first["final"], whole["final"]))
        # sums and a difference of numbers below 10 J
        self.assertAlmostEqual(first["work"] + second["work"], whole["work"], delta=40 * EPSILON)
        self.assertNotEqual(first["work"], 0)

    def test_options_override_the_state_wherever_they_stand(self):
        self.saved(PENDULUM, *PUSHED, "--duration", 1)
        path = self.write(PENDULUM)
        for options in (("--load-state", self.state, "--qpos", "j1=2"),
                        ("--qpos", "j1=2", "--load-state", self.state)):
            done = run("simulate", path, *options, "--output", self.folder / "t.csv", "--quiet",
                       "--duration", 0)
            self.assertEqual(done.returncode, DONE, done.stderr)
        names, rows = self.rows(PENDULUM, "--load-state", self.state, "--qpos", "j1=2",
                                "--duration", 0)
        self.assertAlmostEqual(rows[0][names.index("j1")], 2, delta=8 * EPSILON)
        self.assertEqual(rows[0][0], 1)

    def test_forces_and_servos_of_a_state_can_be_taken_away(self):
        self.saved(PENDULUM, *PUSHED, "--duration", 1)
        free = self.loaded(PENDULUM, "--duration", 1, "--servo", "j1=0,0,0", "--force", "b1=0,0,0")
        self.assertEqual(free["energy"]["work"], 0)

    def test_a_state_of_a_run_that_stopped_is_its_last_knot(self):
        text = model(chain(20))
        options = ("--duration", 2, "--dt", 0.05, "--max-substeps", 1)
        stopped = self.saved(text, *options, code=STOPPED)
        self.assertGreater(stopped["steps"], 0)
        shown = self.loaded(text, "--max-substeps", 1, "--duration", 0)
        self.assertEqual(shown["final"], stopped["final"])
        # and from there a smaller step gets on
        self.loaded(text, "--max-substeps", 1, "--duration", 0.1, "--dt", 0.001)


class Refusals(State):
    def test_a_run_has_one_start(self):
        said = self.refused(USAGE, "simulate", "no-such-file.xml", "--keyframe", "up",
                            "--load-state", "no-such-state")
        self.assertIn("--keyframe and --load-state", said)

    def test_a_missing_state_is_told(self):
        path = self.write(PENDULUM)
        for missing in (self.state, self.folder):
            said = self.refused(FILE, "simulate", path, "--load-state", missing)
            self.assertIn(str(missing), said)

    def test_a_damaged_state_is_refused(self):
        self.saved(PENDULUM, "--duration", 0.1)
        path, good = self.write(PENDULUM), self.state.read_bytes()
        for bad in (b"", good[:-8], good[:-1], good + b"\0", good[:99] + b"?" + good[100:],
                    b"<mujoco/>\n" * 100):
            self.state.write_bytes(bad)
            said = self.refused(FILE, "simulate", path, "--load-state", self.state)
            self.assertIn(f"{self.state}: the file is damaged", said)

    def test_a_state_of_something_else_is_refused(self):
        self.saved(PENDULUM, "--duration", 0.1)
        for text, options in ((BALL, ()), (PENDULUM.replace('mass="1"', 'mass="1.5"'), ()),
                              (PENDULUM, ("--order", 4)), (PENDULUM, ("--damping", "implicit")),
                              (PENDULUM, ("--tolerance", 1e-9)), (PENDULUM, ("--solver", "ldu"))):
            said = self.refused(USAGE, "simulate", self.write(text), "--load-state", self.state,
                                *options)
            self.assertIn("another model", said)


class Writing(State):
    def setUp(self):
        super().setUp()
        self.path = self.write(PENDULUM)
        self.state.write_bytes(b"precious")

    def untouched(self):
        self.assertEqual(self.state.read_bytes(), b"precious")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["model.xml", "state"])

    def test_an_older_file_is_replaced(self):
        self.saved(PENDULUM, "--duration", 0.1)
        self.assertNotEqual(self.state.read_bytes(), b"precious")
        self.assertFalse((self.folder / "state.part0").exists())

    def test_a_run_that_never_began_leaves_the_file(self):
        for options in (("--qpos", "j9=1"), ("--order", 3), ("--load-state", "no-such-state"),
                        ("--output", "no/such/folder/t.csv"), ("--dt", 1e-300)):
            self.refused(USAGE if options[0] in ("--qpos", "--order", "--dt") else FILE, "simulate",
                         self.path, "--save-state", self.state, *options)
            self.untouched()

    def test_a_folder_that_is_not_there_is_told_before_the_run(self):
        for bad in (self.folder / "no" / "state", self.folder):
            said = self.refused(FILE, "simulate", self.path, "--save-state", bad, "--duration",
                                "1e9")
            self.assertIn(str(bad), said)
        self.untouched()

    def test_a_device_is_not_replaced(self):
        said = self.refused(FILE, "simulate", self.path, "--save-state", os.devnull, "--duration",
                            "1e9")
        self.assertIn("regular file", said)
        self.assertFalse(pathlib.Path(os.devnull).is_file())

    @unittest.skipIf(os.geteuid() == 0, "root may write everything")
    def test_what_may_not_be_written_is_told_before_the_run(self):
        for guarded in (self.state, self.folder):
            mode = guarded.stat().st_mode
            guarded.chmod(0o555)
            self.refused(FILE, "simulate", self.path, "--save-state", self.state, "--duration",
                         "1e9")
            guarded.chmod(mode)
        self.untouched()

    def test_a_full_disk_leaves_the_file(self):
        def allow_little():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        done = subprocess.run([program(), "simulate", self.path, "--quiet", "--duration", "0.1",
                               "--save-state", self.state], preexec_fn=allow_little,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, FILE, done.stderr)
        self.assertIn(str(self.state), done.stderr)
        self.untouched()

    def test_a_name_without_a_folder_is_in_this_one(self):
        done = subprocess.run([program(), "simulate", self.path, "--quiet", "--duration", "0.1",
                               "--save-state", "state"], cwd=self.folder, check=False)
        self.assertEqual(done.returncode, DONE)
        self.assertNotEqual(self.state.read_bytes(), b"precious")


if __name__ == "__main__":
    main()
