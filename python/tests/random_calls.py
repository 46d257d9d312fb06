# SPDX-License-Identifier: Apache-2.0
"""Random sequences of calls of the package.

    python random_calls.py FIRST COUNT     from seed FIRST on

Each call ends in an exception or a result. The last line printed has the seed of a crash.
"""
import copy
import ctypes
import gc
import os
import pickle
import random
import sys
import tempfile
import threading
import warnings

import numpy as np

import ludo
from conftest import DRIVEN, HINGE, example
from ludo import _core
from strange_values import VALUES

CALLS = 14  # of a sequence
FORCE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_double),
                         ctypes.POINTER(ctypes.c_double), ctypes.c_void_p)


class Meddler:
    """An object whose conversions make random calls."""

    def __init__(self, world):
        self._world = world

    def _number(self, *arguments):
        self._world.call()
        return 1.0

    def _integer(self):
        self._world.call()
        return 1

    def __getitem__(self, index):
        self._world.call()
        if index > 1:
            raise IndexError
        return 0.5

    def __fspath__(self):
        self._world.call()
        return "meddled.h5"

    def __bool__(self):
        self._world.call()
        return True

    __float__ = __call__ = _number
    __index__ = __len__ = _integer


# of these only calls with small numbers end soon; of those no call ends soon or safely
SLOW = ("step", "run", "inverse_kinematics", "_inverse_kinematics")
NEVER = ("_set_force_function", "set_force_function", "report", "_repr_html_", "plot")


class World:
    """Objects of a sequence, and calls on them."""

    def __init__(self, seed, models):
        self.random = random.Random(seed)
        self.models = models
        self.depth = 0
        self.objects = [self.random.choice(models).copy()]
        self.objects.append(ludo.Simulation(self.objects[0]))

    def pick(self, cls=object):
        """An object of a class, or the first that can be made."""
        known = [x for x in self.objects if isinstance(x, cls)]
        if known and self.random.random() < 0.9:
            return self.random.choice(known)
        if cls is ludo.Spec:
            return self.keep(self.random.choice(self.models).spec)
        if cls is ludo.Simulation:
            return self.keep(ludo.Simulation(self.pick(ludo.Model)))
        if cls is ludo.Dynamics:
            return self.keep(ludo.Dynamics(self.pick(ludo.Model)))
        if cls is ludo.Model:
            return self.keep(self.random.choice(self.models).copy())
        return self.random.choice(self.objects)

    def keep(self, x):
        """Remember an object."""
        if x is not None and not isinstance(x, (bool, int, float)):
            self.objects.append(x)
        return x

    def value(self, right=None):
        """A value of any kind; if `right` is given, that in half of the calls."""
        r = self.random.random()
        if right is not None and r < 0.5:
            return right
        r = self.random.random()
        if r < 0.1 and self.depth < 3:
            return Meddler(self)
        if r < 0.3:
            return self.random.choice(self.objects)
        if r < 0.4:
            return [self.random.choice([0.0, 0.1, -1.0]) for _ in range(self.random.choice([2, 7]))]
        return self.random.choice(VALUES)()

    def small(self, x):
        """Whether a value does not stand for a long run."""
        try:
            return not float(x) > 20.0
        except Exception:
            return True

    # ---- kinds of calls ----

    def any_member(self):
        """Read, set or call any member of any object."""
        x = self.pick()
        names = [n for n in dir(type(x)) + ["nothing"] if n not in NEVER and not n.startswith("__")]
        name = self.random.choice(names)
        if self.random.random() < 0.15:
            setattr(x, name, self.value())
        member = getattr(x, name)
        if callable(member) and not isinstance(member, type):
            given = [self.value() for _ in range(self.random.randrange(4))]
            if name in SLOW or name.lstrip("_") in SLOW:
                given = [y for y in given if self.small(y)]
            member = member(*given)
        self.keep(member)

    def steps(self):
        self.pick(ludo.Simulation).step(self.random.randrange(4))

    def state(self):
        """Set a state, right or wrong."""
        sim = self.pick(ludo.Simulation)
        name = self.random.choice(["q", "v", "u", "joint_efforts", "time", "dt"])
        value = self.value()
        if self.random.random() < 0.5 and name not in ("time", "dt"):
            value = np.full(getattr(sim, name).shape, self.random.uniform(-0.2, 0.2))
        setattr(sim, name, value)
        self.keep(getattr(sim, name))

    def elements(self):
        """Read and set members of elements of a simulation, a model, a description."""
        x = self.pick((ludo.Simulation, ludo.Model, ludo.Spec))
        kind = self.random.choice(["joint", "body", "site", "spring", "actuator", "loop", "geom"])
        elements = getattr(x, kind)
        number = self.random.randrange(len(elements)) if elements else 0
        element = self.keep(elements[self.value(number)])
        name = self.random.choice([n for n in dir(element) if not n.startswith("__")])
        if self.random.random() < 0.5:
            setattr(element, name, self.value())
        member = getattr(element, name)
        if callable(member):
            member(*[self.value() for _ in range(self.random.randrange(3))])

    def edit(self):
        """Add to a description, or remove from it."""
        spec = self.pick(ludo.Spec)
        kind = self.random.choice([k for k in _core.kinds if spec._count(k) > 0])
        if self.random.random() < 0.3:
            spec.remove(kind, self.random.randrange(3))
        elif self.random.random() < 0.5:
            self.keep(spec._add(kind, spec._get(kind, self.random.randrange(3))))
        else:
            member = self.random.choice(list(spec._get(kind, 0)))
            spec._set(kind, self.random.randrange(3), {member: self.value()})

    def build(self):
        """A description that is right, but for one value."""
        spec = self.keep(ludo.Spec("built"))
        spec.add_body("a", mass=1.0, inertia=(1.0, 1.0, 1.0))
        spec.add_joint("j", type=self.random.choice(["hinge", "ball", "free"]), child="a")
        spec.add_geom(type="box", body=0, size=(1, 1, 1))
        add, right = self.random.choice([
            (lambda x: spec.add_mesh("m", vertex=np.eye(4, 3), face=x), [[0, 1, 2]]),
            (lambda x: spec.add_mesh("m", vertex=x), np.eye(4, 3)),
            (lambda x: spec.add_site("s", frame=x), (0, 0, 1)),
            (lambda x: spec.add_spring(terms=x), [("j", 0, 1.0)]),
            (lambda x: spec.add_keyframe(position=x), ()),
            (lambda x: spec.add_actuator(target=x), "j"),
            (lambda x: spec.add_body(inertia=x), np.eye(3)),
            (lambda x: spec.add_joint(along=x, child=0), [{"damping": 1.0}]),
            (lambda x: spec.append(x, prefix="o"), self.pick(ludo.Spec)),
            (lambda x: spec.append(spec, prefix="p", frame=x), ((0, 0, 1), (1, 0, 0, 0)))])
        add(self.value(right))
        self.keep(spec.compile())

    def parameters(self):
        """Change a model."""
        model = self.pick(ludo.Model)
        self.random.choice([
            lambda: model.set_gravity(self.value((0, 0, -1))),
            lambda: model.set_body_inertia(0, 1.0, (0, 0, 0), self.value((1, 1, 1, 0, 0, 0))),
            lambda: model.set_dof(0, 0, damping=self.value(0.1)),
            lambda: model.set_actuator_gains(0, 1.0, self.value((0, 0, 0)))])()

    def exchange(self):
        """Give a simulation another model, of the same structure or not."""
        sim, model = self.pick(ludo.Simulation), self.pick(ludo.Model)
        sim.model = model if self.random.random() < 0.7 else sim.model.copy()

    def saved(self):
        """Load a state, damaged or not."""
        sim = self.pick(ludo.Simulation)
        state = bytearray(sim.save())
        if self.random.random() < 0.3:
            state[self.random.randrange(len(state))] ^= 1 << self.random.randrange(8)
        if self.random.random() < 0.2:
            state = state[:self.random.randrange(len(state))]
        self.value(sim).load(bytes(state))

    def copies(self):
        x = self.pick()
        make = self.random.choice([copy.copy, copy.deepcopy,
                                   lambda y: pickle.loads(pickle.dumps(y))])
        self.keep(make(x))

    def half_made(self):
        """Objects without a constructor, and constructors called twice."""
        cls = self.random.choice([ludo.Simulation, ludo.Model, ludo.Spec, ludo.Dynamics, ludo.Run,
                                  _core.Recorder, _core.Trajectory, _core.Linearizer])
        if self.random.random() < 0.3:
            x = self.pick(cls)
            x.__init__(*[self.value() for _ in range(self.random.randrange(3))])
        else:
            sub = type("Sub", (cls,), {"__init__": lambda self: None})
            self.keep(self.random.choice([lambda: cls.__new__(cls), sub])())

    def run(self):
        """A run, with a controller that does what it wants."""
        sim = self.pick(ludo.Simulation)

        def controller(_):
            if self.random.random() < 0.3:
                self.call()
            return self.random.choice([lambda: None, lambda: sim.step(), self.value])()

        self.keep(sim.run(self.random.choice([0.0, 3 * sim.dt if sim.dt < 1.0 else 0.0]),
                          self.random.choice([None, controller, self.value()]), progress=False,
                          every=self.random.choice([1, 2, self.random.choice([-1, 0, 2**31])]),
                          record=self.random.choice([(), "sites", ["reactions"], self.value()])))

    def record(self):
        """A recorder, used in any order."""
        sim = self.pick(ludo.Simulation)
        path = f"{self.random.randrange(10**6)}.h5"
        recorder = self.keep(_core.Recorder(sim, self.value(path), 1, "", "x",
                                            self.random.randrange(64)))
        for _ in range(self.random.randrange(4)):
            self.random.choice([
                lambda: recorder.run(2, 0.001, None), lambda: recorder.run(-1, 0.001, None),
                lambda: recorder.run(2, 0.001, self.value()), lambda: recorder.finish(0.0, ""),
                lambda: self.keep(ludo.open(path)), self.call,
                lambda: _core.Recorder(sim, path, 1, "", "")])()

    def dynamics(self):
        d = self.pick(ludo.Dynamics)
        q = ludo.Simulation(d.model).q
        name, right = self.random.choice([
            ("mass_matrix", "q"), ("inverse", "qvv"), ("forward", "qvv"), ("forces", "qv"),
            ("actuation", "q"), ("loops", "q"), ("forward_loops", "qvv"), ("inverse_loops", "qvv"),
            ("momentum", "q"), ("site", "q0"), ("body", "q0"), ("body_rate", "qv0"),
            ("point", "q0"), ("center", "q0"), ("forward_all", "qv"), ("momentum_bias", "qv")])
        values = {"q": q, "v": np.zeros(d.model.nv), "0": 0}
        given = [values[x] for x in right]
        if self.random.random() < 0.5:
            given[self.random.randrange(len(given))] = self.value()
        self.keep(getattr(d, name)(*given))

    def force(self):
        """A force function that calls back."""
        sim = self.pick(ludo.Simulation)

        def force(query, wrench, effort, user):
            self.random.choice([lambda: sim.step(), lambda: sim.q, lambda: sim.u, gc.collect,
                                lambda: setattr(sim, "model", sim.model)])()

        sim.set_force_function(self.random.choice([FORCE(force), None, "x", True, 0, -1, 1.5]))
        sim.step(2)

    def threads(self):
        """Threads that step two simulations."""
        sims = [self.pick(ludo.Simulation) for _ in range(2)]
        results = []

        def work(sim):
            try:
                sim.step(5), sim.q, sim.energy
            except Exception as error:
                results.append(error)

        running = [threading.Thread(target=work, args=(sims[i % 2],)) for i in range(4)]
        for thread in running:
            thread.start()
        self.call()
        for thread in running:
            thread.join()
        assert all(isinstance(error, (RuntimeError, TypeError, AttributeError, ludo.Error))
                   for error in results), results

    def drop(self):
        """Delete an object; others and its arrays stay."""
        if len(self.objects) > 1:
            del self.objects[self.random.randrange(len(self.objects))]
        if self.random.random() < 0.5:
            gc.collect()

    def old_arrays(self):
        for x in self.objects:
            if isinstance(x, np.ndarray) and x.dtype == float:
                x.sum()
                if x.flags.writeable:
                    x[...] = 0.25

    OFTEN = (any_member, any_member, any_member, steps, state, elements, elements, edit, build,
             parameters, exchange, saved, copies, half_made, dynamics, force, drop, drop,
             old_arrays)
    KINDS = (*OFTEN, *OFTEN, run, record, threads)  # files are slow

    def call(self):
        """A random call. Exceptions are results, but for those of a broken extension."""
        if self.depth > 3:
            return
        self.depth += 1
        try:
            self.random.choice(self.KINDS)(self)
        except (SystemError, RecursionError):
            raise
        except Exception:
            pass
        finally:
            self.depth -= 1


def steady(model):
    """Bits of a motion that no call may change."""
    sim = ludo.Simulation(model)
    sim.v = np.linspace(0.1, 0.2, model.nv)
    sim.step(3)
    return sim.q.tobytes() + sim.v.tobytes()


def sequences(first, count):
    """Random sequences of calls; the last line printed has the seed of a crash."""
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda error: None  # of force functions
    models = [ludo.loads(HINGE), ludo.loads(DRIVEN), example("double_pendulum.xml"),
              example("four_bar.xml"), example("quadruped_walk.xml")]
    references = [steady(model) for model in models]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for seed in range(first, first + count):
            print("seed", seed, flush=True)
            world = World(seed, models)
            for _ in range(CALLS):
                world.call()
            sim = None
            for sim in [x for x in world.objects if isinstance(x, ludo.Simulation)]:
                try:
                    sim.step()
                    sim.q.sum()
                except (ludo.Error, TypeError, AttributeError):
                    pass  # a state that cannot move, an object that was never made
            del world, sim
            if seed % 10 == 0:
                gc.collect()
            k = seed % len(models)
            assert steady(models[k]) == references[k], f"seed {seed}: other bits"
        os.chdir("/")
    print("done", flush=True)


if __name__ == "__main__":
    sequences(int(sys.argv[1]), int(sys.argv[2]))
