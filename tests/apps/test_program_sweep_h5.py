#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of ludo sweep as HDF5: the numbers of the CSV, names, units, failures.

    python3 tests/apps/test_program_sweep_h5.py [--program build/ludo] [OPTION of unittest ...]
"""
import csv
import json
import math
import os
import pathlib
import pty
import resource
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    DONE, FILE, PENDULUM, ROOT, SPINNER, STOPPED, USAGE, Case, chain, main, model, program, run)

READER = pathlib.Path(os.environ.get("LUDO_BUILD", ROOT / "build")) / "tests/h5_reader"
SHORT = ("--duration", "0.2", "--dt", "0.01")
VARY = ("--vary", "mass:b*=0.5..2:log", "--vary", "position:j0=-1..1", "--vary", "gravity=0.9..1.1")
# a step that turns too far fails; slower samples succeed
FAST = ("--vary", "velocity:j0=0..300", "--samples", "12", "--max-substeps", "1", *SHORT)


def read(path, *paths):
    """Datasets, attributes (OBJECT@NAME) and names (GROUP/) of a file: a list for each path."""
    done = subprocess.run([READER, path, *paths], capture_output=True, text=True,
                          encoding="utf-8", timeout=60, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{path}: {paths}\n{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def attributes(path, of, *names):
    return [values[0] for values in read(path, *(f"{of}@{name}" for name in names))]


def same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))


class Tables(Case):
    """Runs of sweeps; not a test itself."""

    def sweep(self, text, *options, code=DONE, name="sweep.h5"):
        path = self.folder / name
        done = run("sweep", self.write(text), "--quiet", "--output", path, *options)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        return path

    def both(self, text, *options, code=DONE):
        """The rows of a CSV table, and the HDF5 file of the same sweep."""
        with open(self.sweep(text, *options, code=code, name="sweep.csv"), newline="",
                  encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        return rows, self.sweep(text, *options, code=code)

    def assert_column(self, rows, name, values):
        self.assertEqual(len(values), len(rows))
        for row, value in zip(rows, values):
            self.assertTrue(same(float(row[name]), value), (name, row[name], value))


class Contents(Tables):
    def test_the_numbers_are_those_of_the_csv_bit_for_bit(self):
        rows, h5 = self.both(PENDULUM, *VARY, "--samples", "9", *SHORT)
        names = list(rows[0])
        parameters, outputs, sample, status = read(h5, "parameters/", "outputs/", "sample",
                                                   "status")
        self.assertEqual(["sample", *parameters, "status", *outputs, "message"], names)
        for group, columns in (("parameters", parameters), ("outputs", outputs)):
            for name, values in zip(columns, read(h5, *(f"{group}/{name}" for name in columns))):
                self.assert_column(rows, name, values)
        self.assertEqual((sample, status), (list(range(9)), [0] * 9))

    def test_facts_of_the_sweep_are_attributes_of_the_root(self):
        h5 = self.sweep(PENDULUM, *VARY, "--samples", "3", "--seed", "5", "--integrator",
                        "galerkin", "--servo", "j1=0,5,1", *SHORT)
        self.assertEqual(
            attributes(h5, "", "format", "layout", "ludo", "model", "integrator", "order", "dt",
                       "duration", "seed", "samples", "finished", "stopped"),
            ["ludo-sweep", 1, run("--version").stdout.split()[1], "test", "galerkin", 2, 0.01, 0.2,
             5, 3, 3, 0])
        options, = read(h5, "@options")
        self.assertEqual(options[0], str(self.folder / "model.xml"))
        self.assertIn("j1=0,5,1", options)
        self.assertEqual(options[-4:], list(SHORT))

    def test_columns_have_names_units_and_ranges(self):
        h5 = self.sweep(PENDULUM, *VARY, "--vary", "velocity:*=0..1", "--samples", "2", *SHORT)
        for path, unit in (("outputs/j0", "rad"), ("outputs/j0.rate", "rad/s"),
                           ("outputs/time", "s"), ("outputs/site:tip.z", "m"),
                           ("parameters/mass:b*", ""), ("parameters/position:j0", "rad"),
                           ("parameters/velocity:*", "rad/s"), ("parameters/gravity", "")):
            self.assertEqual(attributes(h5, path, "name", "unit"), [path.split("/")[1], unit])
        self.assertEqual(attributes(h5, "parameters/mass:b*", "what", "factor", "low", "high",
                                    "logarithmic"), ["mass", 1, 0.5, 2, 1])
        self.assertEqual(read(h5, "parameters/mass:b*@elements", "parameters/position:j0@factor"),
                         [["b0", "b1"], [0]])

    def test_elements_of_different_units_have_none(self):
        mixed = model('<body name="a"><joint name="turn" axis="0 1 0"/><joint name="move" '
                      'type="slide" axis="1 0 0"/><inertial pos="0 0 0" mass="1" '
                      'diaginertia="1 1 1"/></body>')
        h5 = self.sweep(mixed, "--vary", "position:*=0..1", "--vary", "position:move=0..1",
                        "--samples", "2", *SHORT)
        self.assertEqual(read(h5, "parameters/position:*@unit", "parameters/position:move@unit"),
                         [[""], ["m"]])

    def test_stopped_samples_have_a_status_and_a_reason(self):
        rows, h5 = self.both(SPINNER, *FAST)
        status, words, message = read(h5, "status", "status@words", "message")
        self.assertEqual([words[int(s)] for s in status], [row["status"] for row in rows])
        self.assertEqual(message, [row["message"] for row in rows])
        self.assertTrue(0 < sum(status) < 12)
        self.assertEqual(attributes(h5, "", "samples", "finished", "stopped"),
                         [12, 12, sum(status)])

    def test_names_that_hdf5_reserves_keep_their_columns(self):
        text = model(chain(2).replace('name="j0"', 'name="arm/j"').replace('name="j1"', 'name="."'))
        rows, h5 = self.both(text, "--vary", "mass:*=1..2", "--vary", "mass:*=2..3", "--samples",
                             "2", *SHORT)
        parameters, outputs, *columns = read(h5, "parameters/", "outputs/", "outputs/arm|j",
                                             "outputs/.#2", "outputs/.#2@name",
                                             "outputs/arm|j@name", "parameters/mass:*#2@name")
        self.assertEqual(parameters, ["mass:*", "mass:*#2"])
        self.assertEqual(outputs[7:11], ["arm|j", ".#2", "arm|j.rate", "..rate"])
        self.assert_column(rows, "arm/j", columns[0])
        self.assert_column(rows, ".", columns[1])
        self.assertEqual(columns[2:], [["."], ["arm/j"], ["mass:*"]])

    def test_attributes_of_more_than_64_kb(self):
        count = 5000
        bodies = "".join(f'<body name="b{k}" pos="{k} 0 0"><freejoint name="j{k}"/><inertial '
                         'pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>' for k in range(count))
        h5 = self.sweep(model(bodies), "--vary", "mass:*=1..2", "--samples", "1", "--duration", "0")
        elements, = read(h5, "parameters/mass:*@elements")
        self.assertEqual(elements, [f"b{k}" for k in range(count)])

    def test_the_same_sweep_gives_the_same_bytes(self):
        one, two = (self.sweep(PENDULUM, *VARY, "--samples", "5", *SHORT).read_bytes()
                    for _ in range(2))
        self.assertEqual(one, two)


class Failures(Tables):
    def test_an_interrupt_keeps_what_is_finished(self):
        path = self.folder / "sweep.h5"
        terminal, end = pty.openpty()
        with subprocess.Popen([program(), "sweep", self.write(PENDULUM), "--samples", "1000000",
                               *VARY, *SHORT, "--json", "--output", path],
                              stdout=subprocess.PIPE, stderr=end) as process:
            os.close(end)
            said = b""
            while b" samples" not in said:
                said += os.read(terminal, 4096)
            self.assertEqual(list(self.folder.glob("sweep*")), [])
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        os.close(terminal)
        self.assertEqual(process.returncode, STOPPED)
        finished = json.loads(out)["finished"]
        self.assertEqual(attributes(path, "", "samples", "finished"), [1000000, finished])
        sample, j0 = read(path, "sample", "outputs/j0")
        self.assertEqual((len(sample), len(j0)), (finished, finished))
        self.assertTrue(0 < finished < 1000000)

    def test_a_table_of_nothing_is_refused_before_it_is_written(self):
        path = self.folder / "sweep.h5"
        path.write_text("old", encoding="utf-8")
        self.refused(USAGE, "sweep", self.write(PENDULUM), "--samples", "2", "--vary",
                     "mass:none=1..2", "--output", path)
        self.assertEqual(path.read_text(encoding="utf-8"), "old")
        self.sweep(PENDULUM, *VARY, "--samples", "2", *SHORT)
        self.assertEqual(len(read(path, "sample")[0]), 2)

    def test_errors_of_the_file_name_it(self):
        enough = ("sweep", self.write(PENDULUM), *VARY, "--samples", "2", "--duration", "0")
        missing = self.folder / "none" / "t.h5"
        self.assertIn(str(missing), self.refused(FILE, *enough, "--output", missing))
        full = self.folder / "t.h5"
        full.symlink_to("/dev/full")
        self.assertIn(str(full), self.refused(FILE, *enough, "--quiet", "--output", full))

    def test_a_disk_that_is_full_leaves_the_old_file(self):
        path = self.folder / "t.h5"
        path.write_text("old", encoding="utf-8")

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        said = self.refused(FILE, "sweep", self.write(PENDULUM), *VARY, "--samples", "200",
                            "--duration", "0", "--quiet", "--output", path, preexec_fn=limit)
        self.assertIn(f"can't write {path}", said)
        self.assertEqual(path.read_text(encoding="utf-8"), "old")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["model.xml", "t.h5"])


if __name__ == "__main__":
    main()
