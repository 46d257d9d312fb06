# SPDX-License-Identifier: Apache-2.0
"""Trajectories in HDF5 and reports as `ludo simulate` writes them.

    python3 tests/test_program_report.py [--program build/ludo] [OPTION of unittest ...]
"""
import itertools
import json
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from program import (BALL, DONE, FILE, MODEL, PENDULUM, SPINNER, STOPPED, USAGE, Case, chain, main,
                     model, program, run)
from report_page import Page

FOREVER = ("--duration", "1e7")
PATIENCE = 60
STOPS = (model(chain(20)), "--duration", 2, "--dt", 0.05, "--max-substeps", 1)
SIGNATURE = b"\x89HDF\r\n\x1a\n"
# the end of a rod of 1 m is connected to a point 3 m away
OPEN = model('<body name="rod"><joint axis="0 1 0"/><inertial pos="0.5 0 0" mass="1" '
             'diaginertia="1 1 1"/><site name="end" pos="1 0 0"/></body>'
             '<site name="pin" pos="3 0 0"/>',
             rest='<equality><connect site1="end" site2="pin"/></equality>')


def contents(page):
    """The first run of a page."""
    return Page(page).run


class Reports(Case):
    """Runs with an output folder that must have no other files than the requested ones."""

    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.out.mkdir()
        self.page = self.out / "r.html"
        self.h5 = self.out / "t.h5"
        self.csv = self.out / "t.csv"

    def files(self):
        return sorted(path.name for path in self.out.iterdir())

    def knots(self):
        """Number of knots of the trajectory."""
        done = run("compare", self.h5, self.h5, "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout)["runs"][0]["knots"]

    def simulate(self, text, *options, code=DONE):
        done = run("simulate", self.write(text), *options)
        self.assertEqual(done.returncode, code, done.stderr)
        return done


class Trajectories(Reports):
    def test_a_name_that_ends_in_h5_is_a_trajectory(self):
        done = self.simulate(PENDULUM, "--output", self.h5)
        self.assertTrue(self.h5.read_bytes().startswith(SIGNATURE))
        self.assertEqual(done.stdout.splitlines()[-1], f"trajectory: {self.h5}")
        self.assertEqual(self.files(), ["t.h5"])

    def test_csv_is_a_table_and_other_suffixes_are_refused(self):
        path = self.out / "t.csv"
        done = self.simulate(SPINNER, "-o", path)
        self.assertTrue(path.read_text(encoding="utf-8").startswith("time,"))
        self.assertEqual(done.stdout.splitlines()[-1], f"trajectory: {path}")
        for name in ("t.dat", "t", "t.h5.txt"):
            said = self.refused(USAGE, "simulate", self.write(SPINNER), "-o", self.out / name)
            self.assertIn("unknown suffix", said)
        self.assertEqual(self.files(), ["t.csv"])

    def test_coordinates_are_chosen_in_csv_only(self):
        for which in ("joint", "body"):
            said = self.refused(USAGE, "simulate", self.write(PENDULUM), "--coordinates", which,
                                "--output", self.h5)
            self.assertIn("joints and bodies", said)
        self.assertEqual(self.files(), [])

    def test_an_unwritable_trajectory_is_an_error_before_the_run(self):
        folder = self.out / "folder.h5"
        folder.mkdir()
        for path in (self.out / "no" / "such.h5", folder, self.out / ("long" * 99 + ".h5")):
            said = self.refused(FILE, "simulate", self.write(PENDULUM), *FOREVER, "-o", path)
            self.assertIn(f"can't write {path}", said)
        self.assertEqual(self.files(), ["folder.h5"])

    def test_a_run_of_no_steps_has_one_knot(self):
        self.simulate(PENDULUM, "--duration", 0, "-o", self.h5)
        self.assertEqual(self.knots(), 1)

    def test_a_stopped_run_is_on_disk(self):
        done = self.simulate(*STOPS, "-o", self.h5, code=STOPPED)
        self.assertIn("stopped at t =", done.stderr)
        self.assertEqual(done.stdout.splitlines()[-1], f"trajectory: {self.h5}")
        self.assertGreater(self.knots(), 1)

    def test_a_full_disk_is_an_error(self):
        def allow_little():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))
        done = subprocess.run([program(), "simulate", self.write(PENDULUM), "--quiet", *FOREVER,
                               "-o", self.h5], preexec_fn=allow_little, capture_output=True,
                              text=True, check=False, timeout=PATIENCE)
        self.assertEqual(done.returncode, FILE, done.stderr)
        self.assertIn(f"ludo: can't write {self.h5}", done.stderr)


def has_pages():
    """Whether the program was built with pages."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SPINNER)
        done = run("simulate", path, "--duration", 0, "--report", os.path.join(folder, "r.html"))
        return not (done.returncode == USAGE and "built without pages" in done.stderr)


@unittest.skipIf(program().exists() and not has_pages(), "the program was built without pages")
class Pages(Reports):
    def test_a_report_leaves_no_other_file(self):
        done = self.simulate(PENDULUM, "--report", self.page)
        self.assertEqual(self.files(), ["r.html"])
        self.assertEqual(done.stdout.splitlines()[-2:], ["", f"report: {self.page}"])
        seen = contents(self.page)
        self.assertEqual(seen["facts"]["steps"], 1000)
        self.assertEqual(seen["facts"]["message"], "")
        self.assertEqual(seen["title"], "test")

    def test_a_report_and_an_output_may_be_combined(self):
        for path in (self.h5, self.csv):
            done = self.simulate(PENDULUM, "--report", self.page, "--output", path)
            self.assertEqual(done.stdout.splitlines()[-3:],
                             ["", f"trajectory: {path}", f"report: {self.page}"])
            self.assertEqual(self.files(), sorted(["r.html", path.name]))
            for made in (self.page, path):
                made.unlink()

    def test_the_report_equals_that_of_the_trajectory(self):
        self.simulate(PENDULUM, "--report", self.page, "--output", self.h5, "--every", 10)
        again = self.out / "again.html"
        done = run("report", self.h5, "-o", again)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertEqual(self.page.read_bytes(), again.read_bytes())

    def test_writing_changes_no_bit(self):
        plain = self.summary(BALL, "--qvel", "j0=1,2,3")
        for options in (("-o", self.csv), ("-o", self.h5), ("--report", self.page),
                        ("-o", self.h5, "--every", 7, "--report", self.page),
                        ("-o", self.csv, "--report", self.page)):
            written = self.summary(BALL, "--qvel", "j0=1,2,3", *options)
            for key in ("wall_seconds", "steps_per_second", "realtime_factor"):
                written[key] = plain[key]
            self.assertEqual(written, plain)

    def test_the_summary_is_in_the_page(self):
        printed = self.summary(PENDULUM, "--report", self.page)
        self.assertEqual(contents(self.page)["facts"]["summary"], printed)

    def test_quiet_prints_nothing(self):
        done = self.simulate(PENDULUM, "--quiet", "--report", self.page, "-o", self.h5)
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_the_page_of_a_stopped_run_has_the_reason(self):
        done = self.simulate(*STOPS, "--report", self.page, code=STOPPED)
        self.assertEqual(self.files(), ["r.html"])
        self.assertEqual(done.stdout.splitlines()[-1], f"report: {self.page}")
        message = contents(self.page)["facts"]["message"]
        self.assertIn("stopped at t =", message)
        self.assertEqual(done.stderr, f"ludo: {message}\n")

    def test_a_run_that_never_starts_has_no_page(self):
        self.page.write_text("precious", encoding="utf-8")
        self.refused(MODEL, "simulate", self.write(OPEN), "--report", self.page)
        self.assertEqual(self.files(), ["r.html"])
        self.assertEqual(self.page.read_text(encoding="utf-8"), "precious")

    def test_an_interrupted_run_has_a_page(self):
        process = subprocess.Popen(
            [program(), "simulate", self.write(PENDULUM), *FOREVER, "--output", self.csv,
             "--report", self.page, "--every", "1000000"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + PATIENCE
        while not self.csv.exists() and time.monotonic() < end:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, STOPPED, said)
        self.assertEqual(out.splitlines()[-1], f"report: {self.page}")
        self.assertEqual(self.files(), ["r.html", "t.csv"])
        self.assertIn("interrupted at t = ", contents(self.page)["facts"]["message"])

    def test_short_runs_have_pages(self):
        for options in (("--duration", 0), ("--duration", 0.01), ("--duration", 0.015)):
            self.simulate(PENDULUM, "--report", self.page, *options)
            self.assertEqual(contents(self.page)["facts"]["steps"],
                             {0: 0, 0.01: 1, 0.015: 2}[options[1]])

    def test_every_longer_than_the_run_leaves_the_first_and_the_last_knot(self):
        self.simulate(PENDULUM, "--report", self.page, "-o", self.h5, "--every", 100000)
        energy = next(s for s in contents(self.page)["series"] if s["group"] == "energy")
        self.assertEqual(energy["knots"], 2)

    def test_reports_of_long_runs_record_only_some_knots(self):
        self.simulate(SPINNER, "--report", self.page, "--duration", 600)
        energy = next(s for s in contents(self.page)["series"] if s["group"] == "energy")
        self.assertEqual(energy["knots"], 1 + 60000 // 3)

    def test_an_unwritable_page_is_an_error_before_the_run(self):
        folder = self.out / "folder"
        folder.mkdir()
        for path in (self.out / "no" / "such.html", folder, "/dev/full"):
            said = self.refused(FILE, "simulate", self.write(PENDULUM), *FOREVER, "--report", path)
            self.assertIn(f"can't write {path}", said)
        self.assertEqual(self.files(), ["folder"])

    def test_a_page_and_its_trajectory_need_different_files(self):
        self.refused(USAGE, "simulate", self.write(PENDULUM), "-o", self.h5, "--report", self.h5)
        self.assertEqual(self.files(), [])

    def test_outputs_need_different_files(self):
        (self.folder / "link").symlink_to(self.out)
        there = self.out / "there"
        there.write_text("precious", encoding="utf-8")
        (self.out / "alias").symlink_to(there)
        os.link(there, self.out / "twin")
        new = self.out / "new"
        spellings = [(new, new), (new, self.out / ".." / "out" / "new"),
                     ("new", self.out / "." / "new"), ("./new", "new"),
                     (new, self.folder / "link" / "new"), (there, self.out / "alias"),
                     (self.out / "alias", there), (there, self.out / "twin")]
        options = ("--output", "--report", "--save-state", "--summary")
        model_file, before = self.write(PENDULUM), self.files()
        for (one, other), (a, b) in itertools.product(spellings,
                                                      itertools.combinations(options, 2)):
            with self.subTest(f"{one} {other} {a} {b}"):
                said = self.refused(USAGE, "simulate", model_file, a, one, b, other, cwd=self.out)
                self.assertIn(f"{a} and {b} need a file each", said)
                self.assertEqual(self.files(), before)
        self.assertEqual(there.read_text(encoding="utf-8"), "precious")

    def test_devices_and_folders_may_be_shared(self):
        """Devices and folders are not replaced by a file."""
        (self.out / "a").mkdir()
        self.simulate(PENDULUM, "--duration", 0, "--quiet", "-o", "/dev/null",
                      "--summary", "/dev/null")
        self.simulate(PENDULUM, "--duration", 0, "--quiet", "-o", self.out / "t.csv",
                      "--summary", self.out / "a" / "t.csv")

    def test_no_page_is_left_if_another_file_fails(self):
        no = self.out / "no" / "such.csv"
        for option in ("--output", "--summary", "--save-state"):
            self.refused(FILE, "simulate", self.write(PENDULUM), *FOREVER, "--report", self.page,
                         option, no)
            self.assertEqual(self.files(), [])

    def test_a_full_disk_leaves_the_old_page(self):
        self.page.write_text("precious", encoding="utf-8")
        def allow_little():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))
        for duration in ("0.01", "100"):  # fails at the page, fails at the recording
            done = subprocess.run([program(), "simulate", self.write(PENDULUM), "--quiet",
                                   "--duration", duration, "--report", self.page],
                                  preexec_fn=allow_little, capture_output=True, text=True,
                                  check=False, timeout=PATIENCE)
            self.assertEqual(done.returncode, FILE, done.stderr)
            self.assertIn(f"can't write {self.page}", done.stderr)
            self.assertEqual(self.files(), ["r.html"])
            self.assertEqual(self.page.read_text(encoding="utf-8"), "precious")


if __name__ == "__main__":
    main()
