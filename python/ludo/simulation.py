# SPDX-License-Identifier: Apache-2.0
"""Simulation: one motion of a model, step by step, and its elements by name."""
from __future__ import annotations

import ctypes
import os
import warnings
from typing import Any, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .errors import ArgumentError, RefusedError, StartWarning
from .integrators import integrators
from .model import Model, Which, check_model
from .named import Elements
from .recording import Controller, record_run
from .run import Run
from .simulation_elements import (Actuator, Body, Joint, Lists, Loop, Sensor,
                                  SimulationElements, Site, Spring)
from .spec import Path
from .values import Array, Energy, Linearization, Mobility, Momentum, Record, Violation


def checked_accuracy(accuracy: Optional[float]) -> float:
    """The option of the library, where 0 means none."""
    if accuracy is not None and not 1e-12 <= accuracy < 1.0:
        raise ArgumentError("accuracy must be at least 1e-12 and less than 1, or None for whole "
                            f"steps, not {accuracy}")
    return 0.0 if accuracy is None else accuracy


def checked_options(integrator: str = "maximal", order: Optional[int] = None,
                    contacts: bool = True, limits: bool = True, *,
                    accuracy: Optional[float] = None, **others: Any) -> dict[str, Any]:
    """The options of a simulation as the library takes them."""
    known = [item.name for item in integrators()]
    if integrator not in known:
        raise ArgumentError(f"no integrator '{integrator}': "
                            + (_core.suggest(str(integrator), known)
                               or "there are " + ", ".join(known)))
    return {"integrator": integrator, "order": order or 0, "contacts": contacts,
            "limits": limits, "accuracy": checked_accuracy(accuracy), **others}


_FUNCTION_OF_CTYPES: Any = ctypes._CFuncPtr  # type: ignore[attr-defined]

_layout: Any = _core.Simulation._contact_layout
CONTACT: np.dtype[np.void] = np.dtype(_layout)  # of ludo_contact (sim.h)


class Simulation(_core.Simulation):
    """One motion of a model.

    dt: length of steps [s]; by default the model's.
    integrator: "maximal", "galerkin", "lie-group", "rigid-body", "dual-quaternion",
        "runge-kutta"; ludo.integrators() says what each can do.
    order, scheme, rotation, solver, damping, cone: of the integrator; None: its default.
    contacts, limits: contacts of geoms and limits of joints act.
    tolerance: of Newton's method [rad, m over length]; max_iterations per solve; max_substeps: a
        step that does not converge is subdivided at most so often.
    certify: count the substeps whose equations are known to have one solution.
    rest: bodies that have come to rest on contacts keep their state until a control or a force
        on them changes or another body touches them. Sleep does not depend on it.
    sleep_speed: bodies in contact that move more slowly [m/s] for sleep_time [s] fall asleep: they
        keep their state, too. 0: none do.
    accuracy: steps are divided such that the largest error of the energy balance is about this part
        of the largest kinetic energy, at least 1e-12 and less than 1; None: steps are whole. Where
        contacts, limits or dry friction act the error is not controlled.

    One thread at a time may use a simulation; another one gets RuntimeError. Steps run without the
    interpreter's lock, so that simulations run in parallel in threads.
    """

    __slots__ = ("_lists", "_options", "_linearizer", "_force_function", "last_run",
                 "__weakref__")

    def __init__(self, model: Model, dt: Optional[float] = None, integrator: str = "maximal",
                 order: Optional[int] = None, contacts: bool = True, limits: bool = True, *,
                 scheme: Optional[str] = None, rotation: Optional[str] = None,
                 solver: Optional[str] = None, damping: Optional[str] = None,
                 cone: Optional[str] = None, tolerance: float = 1e-10, max_iterations: int = 20,
                 max_substeps: int = 32, certify: bool = False, rest: bool = True,
                 sleep_speed: float = 0.0, sleep_time: float = 0.5,
                 accuracy: Optional[float] = None):
        check_model(model)
        options = checked_options(
            integrator, order, contacts, limits, scheme=scheme, rotation=rotation, solver=solver,
            damping=damping, cone=cone, tolerance=tolerance, max_iterations=max_iterations,
            max_substeps=max_substeps, certify=certify, rest=rest, sleep_speed=sleep_speed,
            sleep_time=sleep_time, accuracy=accuracy)
        super().__init__(model, options, model.timestep if dt is None else dt)
        self._lists = Lists(model)
        self._options: dict[str, Any] = {**options, "accuracy": accuracy}
        self._linearizer: Optional[_core.Linearizer] = None
        self._force_function: Any = None  # kept alive while it is set
        self.last_run: Optional[Run] = None

    # ---- whole simulation ----

    @property
    def model(self) -> Model:
        """The model. Assign a changed copy() of it to continue with other parameters: coordinates
        and rates stay, momenta become those of the rates with the new inertia."""
        return self._model

    @model.setter
    def model(self, model: Model) -> None:
        check_model(model)
        self._set_model(model)
        self._lists = Lists(model)
        self._linearizer = None

    @property
    def integrator(self) -> str:
        """Name of the integrator."""
        return self._options["integrator"]

    def reset(self, keyframe: Optional[Which] = None) -> None:
        """Reset to a keyframe, by name or number, or to the reference pose at rest, t = 0. Controls
        become those of the keyframe; applied forces and servos are removed."""
        self._reset(-1 if keyframe is None else self.model.find("keyframe", keyframe))

    def project(self) -> Record:
        """Close joints and loops at the state that was set, as the first step does.

        position_correction [m, rad], velocity_correction; moved: the joints that moved, by name,
        and by how much [rad, m]; released, left_out, limited: numbers of held joints, rows, joints
        on limits; outside: number of joints that loops hold outside of their limits; loop, gap,
        tilt: of the worst loop; overlap [m], overlap_a, overlap_b of geoms; overlap_held: whether
        their joints leave no motion apart; sleepless: with sleep_speed, why no body can
        fall asleep.
        """
        return Record(self._project(), moved=self._moved())

    def _warn_of_start(self) -> None:
        """Project the state, and warn of what a user may not have meant. Called before the first
        step from a state that was set."""
        self._started = True
        report = self._project()
        if report["overlap"] > 0.0:
            pairs = self.overlaps
            named = ", ".join(f"'{a}' and '{b}' by {depth:.3g} m" +
                              (" (their joints leave no motion apart: they do not collide)"
                               if held else "") for a, b, depth, held in pairs[:3])
            more = f" and {len(pairs) - 3} more" if len(pairs) > 3 else ""
            verb = "1 pair of geoms overlaps" if len(pairs) == 1 else \
                f"{len(pairs)} pairs of geoms overlap"
            warnings.warn(f"{verb} at the start: {named}{more}; contacts separate geoms slowly; if "
                          "they overlap by design, exclude them", StartWarning, stacklevel=3)
        if report["limited"] > 0:
            joints = "1 joint" if report["limited"] == 1 else f"{report['limited']} joints"
            warnings.warn(f"{joints} started outside of the limits, and moved onto them: compare "
                          "sim.q with the state that was set", StartWarning, stacklevel=3)
        if report["outside"] > 0:
            joints = "1 joint" if report["outside"] == 1 else f"{report['outside']} joints"
            warnings.warn(f"loops hold {joints} outside of the limits: set another state, or "
                          "simulate with limits=False", StartWarning, stacklevel=3)
        if report["sleepless"]:
            warnings.warn(f"sleep_speed has no effect: {report['sleepless']}", StartWarning,
                          stacklevel=3)

    def _moved(self) -> dict[str, float]:
        """The joints that the last projection moved, and by how much [rad, m]."""
        names = self._lists["joint"][1]
        return {names[i]: float(x) for i, x in enumerate(self._joints_moved()) if x > 0.0}

    def save(self) -> bytes:
        """The state. A simulation of the same model and options that load()s it continues with the
        same bits on every machine."""
        return self._save()

    def load(self, state: bytes) -> None:
        """Continue from a state that save() returned."""
        self._load(state)

    def save_file(self, path: Path) -> None:
        """Write the state to a file, as `ludo simulate --save-state` does."""
        self._save_file(os.fspath(path))

    def load_file(self, path: Path) -> None:
        """Continue from the state in a file."""
        self._load_file(os.fspath(path))

    def copy(self) -> "Simulation":
        """A simulation of the same model, options and state; a force function is not copied."""
        copy = _create(self.model, self.dt, self._options)
        copy._copy_state(self)
        return copy

    __copy__ = copy

    def __deepcopy__(self, memo: dict) -> "Simulation":
        return self.copy()

    def __reduce__(self):
        return (_restore, (self.model, self.dt, self._options, self.save()))

    # ---- elements ----

    @property
    def joint(self) -> Elements[Joint]:
        """Joints by name or number: q, v, effort, servo(), reaction."""
        return SimulationElements(self, Joint, *self._lists["joint"])

    @property
    def body(self) -> Elements[Body]:
        """Bodies by name or number: position, orientation, velocities, apply(), contact_force."""
        return SimulationElements(self, Body, *self._lists["body"])

    @property
    def site(self) -> Elements[Site]:
        """Sites by name or number: position, velocity."""
        return SimulationElements(self, Site, *self._lists["site"])

    @property
    def spring(self) -> Elements[Spring]:
        """Springs by name or number: length, rate, force."""
        return SimulationElements(self, Spring, *self._lists["spring"])

    @property
    def actuator(self) -> Elements[Actuator]:
        """Actuators by name or number: control, force."""
        return SimulationElements(self, Actuator, *self._lists["actuator"])

    @property
    def sensor(self) -> Elements[Sensor]:
        """Sensors by name or number: value."""
        return SimulationElements(self, Sensor, *self._lists["sensor"])

    @property
    def loop(self) -> Elements[Loop]:
        """Loop constraints by name or number: state, reaction."""
        return SimulationElements(self, Loop, *self._lists["loop"])

    # ---- diagnostics ----

    @property
    def contacts(self) -> NDArray[np.void]:
        """Contacts of the last step, a structured array: geom_a, geom_b, body_a, body_b, point
        [m], normal (from a to b), tangent, gap [m], normal_force [N], tangent_force [N], slip
        [m/s], friction, restitution. Forces act on b at the point."""
        return np.frombuffer(bytearray(self._contacts()), dtype=CONTACT)

    @property
    def overlaps(self) -> list[tuple[str, str, float, bool]]:
        """Pairs of geoms that overlap now, the deepest first: two names, the depth [m], and whether
        joints and loops leave them no motion apart, so that they do not collide."""
        names = self._lists["geom"][1]
        return [(names[a], names[b], depth, held) for a, b, depth, held in self._overlaps()]

    @property
    def contact_quality(self) -> Record:
        """Errors of the laws of contact in the last step: points, penetration [m], signorini
        [N m], friction_excess [N], dissipation [W], energy_gain [J], retries, relaxed,
        pairs_not_simulated (pairs of geoms that may touch and pass through each other; if there
        are any, penetration is NaN), impacts with restitution at their times inside of the step,
        impacts_at_knots, moved to the end of the step or a part of it."""
        return Record(self._contact_quality())

    @property
    def energy(self) -> Energy:
        """Energies at the knot [J]."""
        return Energy(*self._energy())

    @property
    def momentum(self) -> Momentum:
        """Momenta at the knot, world frame."""
        return Momentum(*self._momentum())

    @property
    def violation(self) -> Violation:
        """The largest violation of joints and loops at the knot."""
        return Violation(*self._violation())

    @property
    def mobility(self) -> Mobility:
        """Constraint rows and degrees of freedom at the knot."""
        return Mobility(*self._mobility())

    @property
    def momenta(self) -> Array:
        """Momenta conjugate to the coordinates, (nv,): those of linearize()."""
        return self._momenta()

    def step_limit(self) -> Record:
        """The longest sensible step from this state: dt, limited_by, bound, solved, practical, and
        the list of all limits."""
        return Record(self._step_limit())

    # ---- forces, derivatives, runs ----

    def set_force_function(self, function: Any, user: int = 0) -> None:
        """Set a compiled function that applies forces within steps, ludo_force_function (sim.h);
        None removes it.

        function: a numba.cfunc, a function of ctypes, or an address. It runs without the
        interpreter's lock. A wrong address cannot be caught: it ends the process. An exception in a
        function of ctypes is printed, and the step goes on.
        user: address that it gets as its last argument.
        """
        self._set_force_function(_address(function), user)
        self._force_function = function

    def linearize(self, coordinates: str = "qp", smoothing: float = 0.0) -> Linearization:
        """Take a step and return its derivative, d(q, p)' = A d(q, p) + B du.

        To keep the state, linearize a copy(). Raises RefusedError where contacts, limits or dry
        friction can act, StepError as step().
        """
        if coordinates != "qp" or smoothing != 0.0:
            raise RefusedError("linearize: coordinates other than 'qp' and smoothing: not yet")
        if self._linearizer is None:
            self._linearizer = _core.Linearizer(self)
        return Linearization(*self._linearizer.step(self))

    def run(self, duration: float, controller: Union[Controller, ArrayLike, None] = None,
            progress: bool = True, *, every: int = 1, output: Optional[Path] = None,
            record: Union[str, Sequence[str]] = ()) -> Run:
        """Simulate for `duration` [s] and record the motion.

        controller: called before each step with this simulation; it writes to sim.u, or returns
            controls (nu,). Or an array of controls (steps, nu), one row per step.
        progress: a bar by tqdm, where that is installed, on a terminal or in a notebook.
        every: steps between two recorded knots.
        output: the .h5 file to record to; by default one that is deleted with the Run.
        record: further quantities of each knot: "sensors", "accelerations", "reactions",
            "torques", which the members of Run with these names return, and "sites", which readers
            of the file find there (Run.site() needs none).

        The last step is shortened so that the run ends at `duration`. A step that fails raises
        StepError, whose `run` is what was recorded; KeyboardInterrupt keeps it as `sim.last_run`.
        """
        return record_run(self, duration, controller, progress, every, output, record)

    def __repr__(self) -> str:
        return (f"<ludo.Simulation of '{self.model.name}': t = {self.time:.6g} s, dt {self.dt:.6g} "
                f"s, {self.integrator} of order {self.order}>")


def _address(function: Any) -> int:
    """The address of a compiled function; 0 for None."""
    if function is None:
        return 0
    address = getattr(function, "address", function)
    if isinstance(address, (_FUNCTION_OF_CTYPES, ctypes.c_void_p)):
        address = ctypes.cast(address, ctypes.c_void_p).value
    if isinstance(address, bool) or not isinstance(address, int) or address <= 0:
        raise TypeError("function: expected a compiled function, its address, or None, not "
                        f"{function!r}")
    return address


def _create(model: Model, dt: float, options: dict[str, Any]) -> Simulation:
    known = dict(options)
    return Simulation(model, dt, known.pop("integrator"), known.pop("order"), **known)


def _restore(model: Model, dt: float, options: dict[str, Any], state: bytes) -> Simulation:
    """Undo Simulation.__reduce__()."""
    sim = _create(model, dt, options)
    sim.load(state)
    return sim
