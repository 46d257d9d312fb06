# SPDX-License-Identifier: Apache-2.0
"""Ludo: rigid multibody systems with variational integrators.

    import ludo
    model = ludo.load("robot.urdf", base="free", ground=0.0)
    sim = ludo.Simulation(model, dt=0.002)
    sim.step(1000)
    print(sim.joint["knee"].q, sim.energy)

SI units, radians; quaternions w x y z, body to world. docs/python.md is the tutorial.
"""
from . import _core, program
from .batch import Batch
from .control_file import ControlFile
from .dynamics import Dynamics, Solution, Target
from .errors import (ArgumentError, Error, ModelError, ModelWarning, NumericalError, RefusedError,
                     StartWarning, Status, StepError)
from .forces import ForceFunction, ForceQuery
from .integrators import Integrator, integrators
from .model import Model, load, loads
from .program import ProgramError
from .run import Run, compare, open_run as open
from .simulation import Simulation
from .spec import WORLD, Spec
from .values import (Energy, Frame, Linearization, Mobility, Momentum, Record, SiteState,
                     TendonState, Violation, Wrench)

__version__ = _core.version

__all__ = [
    "ArgumentError", "Batch", "ControlFile", "Dynamics", "Energy", "Error", "ForceFunction",
    "ForceQuery", "Frame", "Integrator", "Linearization", "Mobility", "Model", "ModelError",
    "ModelWarning", "Momentum", "NumericalError", "ProgramError", "Record", "RefusedError", "Run",
    "Simulation", "SiteState", "Solution", "Spec", "StartWarning", "Status", "StepError", "Target",
    "TendonState", "Violation", "WORLD", "Wrench", "compare", "integrators", "load", "loads",
    "open", "program",
]
