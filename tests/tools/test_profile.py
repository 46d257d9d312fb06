# SPDX-License-Identifier: Apache-2.0
"""The profile of a step assigns the functions of a stack to phases."""
import importlib.machinery
import importlib.util
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def alternatives(pattern):
    """The patterns without groups of names that a pattern with one level of groups stands for."""
    parts = re.split(r"\|(?![^(]*\))", pattern)
    for part in parts:
        group = re.search(r"\(([^?)][^)]*)\)", part)
        for name in group[1].split("|") if group else ("",):
            yield part.replace(group[0], name) if group else part


def load():
    sys.dont_write_bytecode = True  # the script has no suffix
    loader = importlib.machinery.SourceFileLoader("profile_price",
                                                  str(ROOT / "tools" / "profile_price"))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("profile_price", loader))
    loader.exec_module(module)
    return module


profile_price = load()
STEP = ["ludo_maximal_step", "ludo_step", "ludo_contest_run", "main"]
READ = ["ludo_sim_twists", "ludo_sim_body_state", "ludo_contest_run", "main"]


class Phases(unittest.TestCase):
    def test_the_innermost_named_function_decides(self):
        for stack, phase in ((["plane_find", "ludo_search_find"], "search"),
                             (["factor", "ludo_recursion_factor", "ludo_interior_solve_parts"],
                              "factorise"),
                             (["ludo_condensation_solve", "ludo_interior_solve_parts"], "solve"),
                             (["see", "ludo_interior_solve_parts"], "cones"),
                             (["memset"], "other")):
            with self.subTest(phase):
                self.assertEqual(profile_price.phase_of(stack + STEP), phase)

    def test_velocities_have_their_own_phases(self):
        self.assertEqual(profile_price.phase_of(["ludo_search_find", *READ]),
                         "velocities: search")
        self.assertEqual(profile_price.phase_of(["factor", *READ]), "velocities: solve")

    def test_samples_outside_of_measured_steps_are_left_out(self):
        self.assertIsNone(profile_price.phase_of(["ludo_search_find", "ludo_step", "main"]))

    def test_every_name_of_a_phase_is_that_of_a_function(self):
        text = "\n".join(path.read_text(encoding="utf-8")
                         for folder in ("src", "include")
                         for path in (ROOT / folder).rglob("*.h"))
        names = set(re.findall(r"\b(ludo_\w+)\(", text))
        for phase, pattern in profile_price.PHASES.items():
            for part in alternatives(pattern):
                with self.subTest(phase, name=part):
                    self.assertTrue(any(re.match(part, name) for name in names))

    def test_stacks_are_read_without_offsets_and_clones(self):
        text = ("run 1 1.0: 1 cpu-clock:\n\t 1 see.isra.0+0x1 (run)\n\t 2 ludo_step+0x2 (run)\n\n"
                "run 1 1.1: 1 cpu-clock:\n\t 3 main+0x3 (run)\n")
        self.assertEqual(list(profile_price.stacks(text)), [["see", "ludo_step"], ["main"]])


if __name__ == "__main__":
    unittest.main()
