# SPDX-License-Identifier: Apache-2.0
"""The rows of docs/migration-from-mujoco.md that compare results of both programs."""
import math
import warnings

import ludo
import mujoco
import numpy

from program import ROOT

STEP = 0.002
SLOPE = math.atan(0.4)
TILTED = f'gravity="{9.81 * math.sin(SLOPE)} 0 {-9.81 * math.cos(SLOPE)}"'
BOX = ('<geom type="plane" size="9 9 1" friction="0.5"/><body pos="0 0 0.02"><freejoint/>'
       '<geom type="box" size="0.1 0.1 0.02" friction="0.5"/></body>')
ROD = ('<body><joint name="j" axis="0 1 0" {}/>'
       '<geom type="capsule" size="0.02" fromto="0 0 0 0.5 0 0" mass="1"/></body>')
BALL = ('<geom type="plane" size="9 9 1"/><body pos="0 0 1.1"><freejoint/>'
        '<geom type="sphere" size="0.1"/></body>')
RK4 = mujoco.mjtIntegrator.mjINT_RK4
BOUNCE = '<custom><numeric name="ludo.restitution" data="0.5"/></custom>'


class Pair:
    """One model in both programs."""

    def __init__(self, world, option="", rest=""):
        text = (f'<mujoco><option timestep="{STEP}" {option}/><worldbody>{world}</worldbody>'
                f"{rest}</mujoco>")
        self.model, self.sim = mujoco.MjModel.from_xml_string(text), ludo.Simulation(
            ludo.loads(text))
        self.data = mujoco.MjData(self.model)

    def after(self, seconds, of, rates=None):
        """A function of the coordinates in each program, after a time."""
        if rates is not None:
            self.data.qvel[:] = self.sim.v = rates
        steps = round(seconds / STEP)
        mujoco.mj_step(self.model, self.data, nstep=steps)
        self.sim.step(steps)
        return of(self.data.qpos), of(self.sim.q)


def shown(value, unit):
    """As in the table; the results of Ludo are exact to 1e-8 where it has a 0."""
    if abs(value) < 1e-8:
        return "0"
    return f"{value:.2g}".replace("e-0", "e-") + f" {unit}"


def slides(angle):
    rates = [math.sqrt(2) * math.cos(angle), math.sqrt(2) * math.sin(angle), 0, 0, 0, 0]
    return Pair(BOX).after(2, lambda q: math.hypot(q[0], q[1]), rates)


def rises():
    """The heights to which a ball rises after it has fallen; none if it stays down."""
    pair, heights = Pair(BALL, rest=BOUNCE), ([], [])
    for _ in range(800):
        for height, z in zip(heights, pair.after(STEP, lambda q: q[2] - 0.1)):
            height.append(z)
    return [max(h[250:]) for h in heights]  # it meets the plane at 0.45 s


def openings():
    path = ROOT / "examples" / "four_bar.xml"
    model, sim = mujoco.MjModel.from_xml_path(str(path)), ludo.Simulation(ludo.load(path))
    sim.joint["crank"].q = 1.0
    data, largest = mujoco.MjData(model), [0.0, 0.0]
    data.qpos[:] = sim.q
    for _ in range(2500):
        mujoco.mj_step(model, data)
        sim.step()
        ends = data.site("coupler_end").xpos - data.site("rocker_end").xpos
        for i, gap in enumerate((numpy.linalg.norm(ends), sim.loop["pin"].state.gap)):
            largest[i] = max(largest[i], gap)
    return largest


def energy_errors(theirs=mujoco.mjtIntegrator.mjINT_EULER, **ours):
    path = ROOT / "examples" / "double_pendulum.xml"
    model, sim = mujoco.MjModel.from_xml_path(str(path)), ludo.Simulation(ludo.load(path), **ours)
    model.opt.integrator = theirs
    model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
    data, start, largest = mujoco.MjData(model), sim.energy, [0.0, 0.0]
    mujoco.mj_forward(model, data)
    before = data.energy.sum()
    for _ in range(1000):
        mujoco.mj_step(model, data)
        mujoco.mj_forward(model, data)
        sim.step()
        for i, error in enumerate((data.energy.sum() - before, sim.energy.error(start))):
            largest[i] = max(largest[i], abs(error))
    return largest


def stiff():
    """What a stiff position servo does: the time at which MuJoCo resets the state, and Ludo's
    rate."""
    servo = '<position joint="j" kp="10000" kv="10"/>'
    pair = Pair(ROD.format(""), rest=f"<actuator>{servo}</actuator>")
    pair.model.opt.timestep = 0.01
    mujoco.set_mju_user_warning(lambda _: None)  # else it writes a file
    time = 0.0
    while pair.data.time >= time and time < 1:
        time = pair.data.time
        mujoco.mj_step(pair.model, pair.data)
    mujoco.set_mju_user_warning(None)
    pair.sim.dt = 0.01
    pair.sim.step(100)
    return f"reset at {time:.2g} s", "at rest" if abs(pair.sim.v[0]) < 1e-3 else "moves"


def rows():
    """The rows, as the page has them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the examples
        measured = {
            "box at rest on a plane: depth": (Pair(BOX).after(10, lambda q: 0.02 - q[2]), "m"),
            "box on a slope of 0.4, friction 0.5: creeps in 10 s":
                (Pair(BOX, TILTED).after(10, lambda q: q[0]), "m"),
            'the same, `cone="elliptic"`':
                (Pair(BOX, TILTED + ' cone="elliptic"').after(10, lambda q: q[0]), "m"),
            "box slides along an axis; closed form 0.2 m": (slides(0), "m"),
            "box slides at 45 degrees to it; closed form 0.2 m": (slides(math.pi / 4), "m"),
            "rod at rest on its stop: beyond the range":
                (Pair(ROD.format('range="-90 30" damping="0.1"')).after(
                    4, lambda q: q[0] - math.pi / 6), "rad"),
            "rod held by `frictionloss`: turns in 10 s":
                (Pair(ROD.format('frictionloss="3"')).after(10, lambda q: q[0]), "rad"),
            "`examples/four_bar.xml`, released closed: largest opening in 5 s": (openings(), "m"),
            "double pendulum, steps of 10 ms: energy error in 10 s": (energy_errors(), "J"),
            "the same with `RK4`; with `galerkin` of order 4":
                (energy_errors(RK4, integrator="galerkin", order=4), "J")}
        table = {what: [shown(value, unit) for value in pair]
                 for what, (pair, unit) in measured.items()}
        theirs, ours = rises()
        table["ball falls 1 m, restitution 0.5: rises"] = (
            "none" if theirs < 0 else shown(theirs, "m"), shown(ours, "m"))
        table['rod with `kp="10000" kv="10"`, steps of 10 ms, after 1 s'] = stiff()
    return [f"| {what} | {theirs} | {ours} |" for what, (theirs, ours) in table.items()]
