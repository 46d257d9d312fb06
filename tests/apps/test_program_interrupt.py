# SPDX-License-Identifier: Apache-2.0
"""Runs of the program that somebody stops.

    python3 tests/apps/test_program_interrupt.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import select
import signal
import subprocess
import time

from program import Case, PENDULUM, SPINNER, STOPPED, main, model, program

FOREVER = ("--duration", "1e7")
PATIENCE = 60


class Interrupts(Case):
    def start(self, text, *options, **how):
        """A run that goes on until it is told to stop; its output exists, so it steps."""
        path = self.folder / "t.csv"
        process = subprocess.Popen(
            [program(), "simulate", self.write(text), "--output", path, *FOREVER, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", **how)
        self.addCleanup(self.end, process)
        end = time.monotonic() + PATIENCE
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.01)
        self.assertTrue(path.exists())
        return process

    @staticmethod
    def end(process):
        process.kill()
        process.stdout.close()
        process.stderr.close()

    def rows_written(self):
        lines = (self.folder / "t.csv").read_text(encoding="utf-8").splitlines()
        return [[float(value) for value in line.split(",")] for line in lines[1:]]

    def test_the_first_signal_ends_a_run_in_order(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                (self.folder / "t.csv").unlink(missing_ok=True)
                process = self.start(PENDULUM, "--summary", "-", "--every", "7")
                process.send_signal(number)
                out, said = process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, STOPPED, said)
                summary = json.loads(out)
                self.assertEqual(summary["status"], "stopped")
                self.assertRegex(summary["message"], r"^interrupted at t = [0-9.]+ s$")
                self.assertEqual(said, f"ludo: {summary['message']}\n")
                rows = self.rows_written()
                self.assertEqual(rows[-1][0], summary["time"])
                self.assertEqual(len(rows), 1 + -(-summary["steps"] // 7))

    def test_a_run_that_was_interrupted_goes_on_with_the_same_bits(self):
        state = self.folder / "state"
        process = self.start(PENDULUM, "--save-state", state)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, STOPPED)
        steps = len(self.rows_written()) - 1
        resumed = self.summary(PENDULUM, "--load-state", state, "--duration", "0.1")
        _, rows = self.rows(PENDULUM, "--duration", f"{(steps + 10) * 0.01:.9f}")
        self.assertEqual([resumed["final"]["joints"][j][what][0]
                          for what in ("position", "velocity") for j in ("j0", "j1")],
                         rows[-1][1:5])

    def test_the_second_signal_kills(self):
        """A summary that nobody reads keeps the program busy."""
        rods = "".join(f'<body name="{"b" * 99}{k}"><joint axis="0 1 0"/><inertial pos="1 0 0" '
                       'mass="1" diaginertia="1 1 1"/></body>' for k in range(500))
        process = self.start(model(rods), "--summary", "-")
        process.send_signal(signal.SIGINT)
        writes, _, _ = select.select([process.stdout], [], [], PATIENCE)
        self.assertTrue(writes)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=PATIENCE), -signal.SIGINT)

    def test_a_signal_that_is_ignored_stays_ignored(self):
        for number in (signal.SIGINT, signal.SIGHUP):  # as a shell and nohup start programs
            with self.subTest(number):
                (self.folder / "t.csv").unlink(missing_ok=True)
                process = self.start(SPINNER, "--every", "1000000",
                                     preexec_fn=lambda n=number: signal.signal(n, signal.SIG_IGN))
                process.send_signal(number)
                time.sleep(0.3)
                self.assertIsNone(process.poll())
                process.send_signal(signal.SIGTERM)
                process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, STOPPED)


if __name__ == "__main__":
    main()
