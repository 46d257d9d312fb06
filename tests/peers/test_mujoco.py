# SPDX-License-Identifier: Apache-2.0
"""MuJoCo, where its Python module is installed, as the oracle for the MJCF reader and motion."""
import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import ROOT, Case, main  # noqa: E402
from mujoco_oracle import (compiled, coordinates, joint_error, joints, mujoco,  # noqa: E402
                           numpy, random_start, start_options, json_of)
from mujoco_case import MujocoCase  # noqa: E402

MODELS = [ROOT / "examples" / f"{name}.xml"
          for name in ("double_pendulum", "spherical_chain", "heavy_top")]
MODELS += [ROOT / "tests" / "data" / "mjcf" / f"{name}.xml" for name in ("orientations", "frames")]


def keyframes(model):
    return [model.key(k).name for k in range(model.nkey)]


def oracle(path, key=None):
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    if key is not None:
        mujoco.mj_resetDataKeyframe(model, data, model.key(key).id)
    mujoco.mj_forward(model, data)
    return model, data


class RandomModel:
    """Trees of bodies with every form and order of elements that set positions and orientations."""

    CLASSES = ("", "", "class='a'", "class='b'", "class='main'")
    CHILD_CLASSES = ("", "", "childclass='a'", "childclass='b'")

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0

    def numbers(self, count, scale=1.0):
        return " ".join(f"{self.random.uniform(-scale, scale):.17g}" for _ in range(count))

    def maybe(self, name, count):
        return f"{name}='{self.numbers(count)}'" if self.random.random() < 0.6 else ""

    def orientation(self):
        return self.random.choice((
            "", f"quat='{self.numbers(4)}'", f"xyaxes='{self.numbers(6)}'",
            f"zaxis='{self.numbers(3)}'", f"euler='{self.numbers(3, 400)}'",
            f"axisangle='{self.numbers(3)} {self.numbers(1, 400)}'"))

    def inertial(self):
        moments = " ".join(f"{self.random.uniform(0.2, 0.3):.17g}" for _ in range(3))
        inertia = (f"diaginertia='{moments}' {self.orientation()}" if self.random.random() < 0.5
                   else f"fullinertia='{moments} {self.numbers(3, 0.02)}'")
        return f"<inertial pos='{self.numbers(3)}' mass='{self.random.random() + 0.1}' {inertia}/>"

    def joint(self, name, kind, axis):
        return (f"<joint name='{name}' {self.random.choice(self.CLASSES)} "
                + (f"type='{kind}' " if kind else "")
                + " ".join((self.maybe("pos", 3), axis, self.maybe("ref", 1)))
                + f" {self.along_joint(kind)}/>")

    def along_joint(self, _kind):
        return ""

    def joints(self, in_world):
        kind = self.random.choice(("free" if in_world else "", "", "fixed", "hinge", "slide",
                                   "ball", "several", "several"))
        if kind in ("free", "fixed"):
            return [f"<freejoint name='j{self.count}'/>"] if kind == "free" else []
        if kind == "several":
            # explicit axes and at most three joints: else the mass matrix may be singular
            return [self.joint(f"j{self.count}.{k}", self.random.choice(("hinge", "slide")),
                               f"axis='{self.numbers(3)}'")
                    for k in range(self.random.randint(2, 3))]
        return [self.joint(f"j{self.count}", kind, self.maybe("axis", 3))]

    def framed(self, inner):
        """The element inside of zero or more <frame> elements."""
        if not inner or self.random.random() < 0.6:
            return inner
        return (f"<frame pos='{self.numbers(3)}' {self.orientation()} "
                f"{self.random.choice(self.CHILD_CLASSES)}>{self.framed(inner)}</frame>")

    def body(self, depth=0):
        self.count += 1
        name = f"b{self.count}"
        parts = [*(self.framed(joint) for joint in self.joints(depth == 0)),
                 self.framed(self.inertial()),
                 self.framed(f"<site name='s{self.count}' {self.random.choice(self.CLASSES)} "
                             f"{self.maybe('pos', 3)} {self.orientation()}/>")]
        if depth < 4:
            parts += [self.framed(self.body(depth + 1)) for _ in range(self.random.randint(0, 2))]
        self.random.shuffle(parts)
        return (f"<body name='{name}' pos='{self.numbers(3)}' {self.orientation()} "
                f"{self.random.choice(self.CHILD_CLASSES)}>{''.join(parts)}</body>")

    def text(self):
        sequence = "".join(self.random.choice("xyzXYZ") for _ in range(3))
        sections = [
            f"<compiler eulerseq='{sequence}' angle='{self.random.choice(('degree', 'radian'))}'/>",
            "<worldbody>" + "".join(self.framed(self.body()) for _ in range(2)) + "</worldbody>",
            f"<default><joint axis='{self.numbers(3)}'/><site {self.orientation()}/>"
            f"<default class='a'><joint type='slide' pos='{self.numbers(3)}' ref='0.3'/>"
            f"<default class='b'><joint type='hinge'/><site {self.orientation()}/></default>"
            f"</default></default>"]
        self.random.shuffle(sections)
        return f"<mujoco>{''.join(sections)}</mujoco>"

    def text_with_keyframe(self):
        text = self.text()
        model = mujoco.MjModel.from_xml_string(text)
        position = model.qpos0 + [self.random.uniform(-1, 1) for _ in range(model.nq)]
        mujoco.mj_normalizeQuat(model, position)
        position = " ".join(f"{q:.17g}" for q in position)
        key = f"<key name='k' qpos='{position}' qvel='{self.numbers(model.nv)}'/>"
        return text.replace("</mujoco>", f"<keyframe>{key}</keyframe></mujoco>")


class RandomGeoms(RandomModel):
    """Random models with masses from shapes."""

    SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}

    def inertial(self):
        if self.random.random() < 0.2:
            return super().inertial()
        return "".join(self.framed(self.geom()) for _ in range(self.random.randint(1, 3)))

    def sizes(self, count):
        return " ".join(f"{self.random.uniform(0.1, 0.4):.17g}" for _ in range(count))

    def geom(self):
        kind = self.random.choice(sorted(self.SIZES))
        place = f"{self.maybe('pos', 3)} {self.orientation()} size='{self.sizes(self.SIZES[kind])}'"
        if kind != "sphere" and self.random.random() < 0.3:
            place = f"fromto='{self.numbers(6)}' size='{self.sizes(1)}'"
        weight = self.random.choice(("", "mass='{}'", "density='{}'", "shellinertia='true'"))
        return (f"<geom type='{kind}' {self.random.choice(self.CLASSES)} {place} "
                f"{weight.format(self.random.uniform(0.5, 2))}/>")


class RandomWeights(RandomGeoms):
    """Random geoms with every setting for masses and limits."""

    SETTINGS = {"inertiafromgeom": ("auto", "true"), "balanceinertia": ("true", "false"),
                "boundmass": ("0.5",), "boundinertia": ("0.01",), "settotalmass": ("3",),
                "inertiagrouprange": ("0 3", "0 5"), "autolimits": ("true",)}

    def settings(self):
        return " ".join(f"{name}='{self.random.choice(values)}'"
                        for name, values in self.SETTINGS.items() if self.random.random() < 0.4)

    def inertial(self):
        return RandomModel.inertial(self) + "".join(
            self.framed(self.geom()) for _ in range(self.random.randint(0, 2)))

    def geom(self):
        group = self.random.choice(("", f"group='{self.random.randint(0, 3)}'"))
        return super().geom().replace("/>", f" {group}/>")

    def along_joint(self, kind):
        low, high = sorted(self.random.uniform(-2, 2) for _ in range(2))
        low, high = (0, abs(high)) if kind == "ball" else (low, high)
        limited = self.random.choice(("", "limited='true'", "limited='false'"))
        return self.random.choice(("", f"range='{low:.17g} {high:.17g}' {limited}"))

    def text(self):
        weight = self.random.choice(("density='300'", "mass='0.4'", "type='box' size='.1 .2 .3'"))
        text = super().text().replace("<compiler", f"<compiler {self.settings()}")
        return text.replace("<default class='a'>", f"<default class='a'><geom {weight}/>")


class RandomForces(RandomModel):
    """Random models with every force along joints and tendons."""

    # torques of springs, dampers and motors of order 1 on inertias of order 1
    DEFAULTS = ("<tendon damping='0.4' stiffness='1'/><position kp='2' kv='0.3'/>"
                "<default class='c'><general gainprm='3' biastype='affine' biasprm='0.5 -1 -0.2'/>"
                "<joint stiffness='1' damping='0.2' armature='0.1'/></default>")
    LAWS = ("<motor", "<position", "<position kp='3'", "<position kp='2' kv='0.5'", "<velocity",
            "<velocity kv='2'", "<velocity class='c'", "<position class='c'", "<general class='c'",
            "<general class='c' biasprm='1 2'", "<general gainprm='2'")

    def along_joint(self, kind):
        given = [f"{name}='{self.random.random():.17g}'"
                 for name in ("stiffness", "damping", "armature", "springref")
                 if self.random.random() < 0.6]
        limit = self.random.random()
        if kind in ("hinge", "slide") and limit < 0.2:
            given.append(f"actuatorfrcrange='-{limit} {limit}' range='-1 {limit}'")
        return " ".join(given)

    def spring(self):
        rest = self.random.choice(("", "springlength='0.5'", "springlength='0.2 1.5'"))
        return f"{self.maybe('stiffness', 1).replace('-', '')} {rest}"

    def tendons(self, model):
        scalar = [model.joint(j).name for j in range(model.njnt) if model.jnt_type[j] >= 2]
        sites = [model.site(s).name for s in range(model.nsite)]
        texts = []
        for k in range(2 if len(scalar) > 1 else 0):
            inner = "".join(f"<joint joint='{j}' coef='{self.numbers(1)}'/>"
                            for j in self.random.sample(scalar, 2))
            texts.append(f"<fixed name='f{k}' {self.spring()}>{inner}</fixed>")
        for k in range(2):
            inner = "".join(f"<site site='{s}'/>" for s in self.random.sample(sites, 2))
            texts.append(f"<spatial name='d{k}' {self.spring()}>{inner}</spatial>")
        return texts

    def actuator(self, target):
        ranges = [f"{name}='-{self.random.random()} {self.random.random()}'"
                  for name in ("ctrlrange", "forcerange") if self.random.random() < 0.3]
        return (f"{self.random.choice(self.LAWS)} {target} {' '.join(ranges)} "
                f"{self.maybe('gear', 1)}/>")

    def actuators(self, model, tendons):
        """At most one per joint; none on tendons if a joint limits its actuator force."""
        joints_driven = [f"joint='{model.joint(j).name}'" for j in range(model.njnt)
                         if model.jnt_type[j] >= 2]
        targets = self.random.sample(joints_driven, min(4, len(joints_driven)))
        if not model.jnt_actfrclimited.any():
            targets += [f"tendon='{t.split(chr(39))[1]}'" for t in tendons]
        return "".join(self.actuator(target) for target in targets)

    def text(self):
        text = super().text().replace("<default>", f"<default>{self.DEFAULTS}", 1)
        model = mujoco.MjModel.from_xml_string(text)
        if model.nsite < 2:
            return text
        tendons = self.tendons(model)
        sections = [f"<tendon>{''.join(tendons)}</tendon>",
                    f"<actuator>{self.actuators(model, tendons)}</actuator>"]
        return text.replace("</mujoco>", "".join(sections) + "</mujoco>")

    def text_with_keyframe(self):
        text = super().text_with_keyframe()
        control = self.numbers(mujoco.MjModel.from_xml_string(text).nu)
        return text.replace("<key ", f"<key ctrl='{control}' ")


class RandomRobot:
    """URDFs: trees of links in random order with every joint type. Some have links without mass,
    the others the joint types that exclude such links."""

    TYPES = ("revolute", "continuous", "prismatic", "fixed", "fixed")

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.weigh = seed % 2 == 0
        self.parts = []
        self.count = 0

    def numbers(self, count, scale=1.0):
        return " ".join(f"{self.random.uniform(-scale, scale):.17g}" for _ in range(count))

    def origin(self):
        given = [f"{name}='{self.numbers(3, scale)}'" for name, scale in (("xyz", 1), ("rpy", 4))
                 if self.random.random() < 0.7]
        return f"<origin {' '.join(given)}/>" if given else ""

    def inertial(self):
        moments = [f"i{k}{k}='{self.random.uniform(0.2, 0.3):.17g}'" for k in "xyz"]
        products = [f"i{k}='{self.numbers(1, 0.02)}'" for k in ("xy", "xz", "yz")]
        return (f"<inertial>{self.origin()}<mass value='{self.random.uniform(0.1, 2):.17g}'/>"
                f"<inertia {' '.join(moments + products)}/></inertial>")

    def geometry(self):
        shape = self.random.choice(("<box size='1 2 3'/>", "<sphere radius='1'/>",
                                    "<cylinder radius='1' length='2'/>",
                                    "<capsule radius='1' length='2'/>"))
        return f"<collision>{self.origin()}<geometry>{shape}</geometry></collision>"

    def axis(self):
        return f"<axis xyz='{self.numbers(3)}'/>" if self.random.random() < 0.8 else ""

    def limit(self):
        low, high = sorted(self.random.uniform(-3, 3) for _ in range(2))
        return f"<limit lower='{low}' upper='{high}' effort='5' velocity='7'/>"

    def joint(self, parent, child):
        kind = self.random.choice(self.TYPES + ("spherical",) * self.weigh)
        limit = self.limit() if kind in ("revolute", "prismatic") else ""
        self.parts.append(f"<joint name='j{child}' type='{kind}'>{self.origin()}{self.axis()}"
                          f"<parent link='l{parent}'/><child link='l{child}'/>{limit}</joint>")

    def link(self, depth=0):
        name = self.count
        self.count += 1
        # a leaf, and a link with several children, has mass
        branches = self.random.randint(0, 2) if depth < 5 else 0
        massless = not self.weigh and branches == 1 and depth and self.random.random() < 0.4
        inner = ("" if massless else self.inertial()) + (
            self.geometry() if self.random.random() < 0.4 else "")
        self.parts.append(f"<link name='l{name}'>{inner}</link>")
        for _ in range(branches):
            self.joint(name, self.link(depth + 1))
        return name

    def text(self):
        self.link()
        self.random.shuffle(self.parts)
        return f"<robot name='r'>{''.join(self.parts)}</robot>"


class Reading(MujocoCase):
    def test_models_are_read_as_mujoco_reads_them(self):
        for path in MODELS:
            with self.subTest(path=path):
                self.check_model(path)

    def test_random_models_are_read_as_mujoco_reads_them(self):
        for seed in range(20):
            with self.subTest(seed=seed):
                self.check_model(self.write(RandomModel(seed).text_with_keyframe()))

    def test_random_geoms_have_the_masses_of_mujoco(self):
        for seed in range(20):
            with self.subTest(seed=seed):
                self.check_model(self.write(RandomGeoms(seed).text_with_keyframe()))

    def test_random_settings_have_the_meaning_of_mujoco(self):
        for seed in range(40):
            with self.subTest(seed=seed):
                self.check_model(self.write(RandomWeights(seed).text_with_keyframe()))

    def test_random_robots_are_read_as_mujoco_reads_them(self):
        for seed in range(20):
            with self.subTest(seed=seed):
                path = self.write(RandomRobot(seed).text(), "robot.urdf")
                self.check_model(path)
                self.check_model(path, "--base", "free")


class Acceleration(Case):
    """Accelerations, from the rates after one short step, of mechanisms with every force."""

    STEP = 1e-4
    # extrapolation leaves errors of order (STEP times a rate)^2; rates are of order 10
    TOLERANCE = 1e-5

    def test_random_forces_accelerate_as_those_of_mujoco(self):
        for seed in range(40):
            with self.subTest(seed=seed):
                path = self.write(RandomForces(seed).text_with_keyframe())
                self.check_acceleration(path, *oracle(path, "k"), ["--keyframe", "k"])

    def test_random_robots_accelerate_as_those_of_mujoco(self):
        for seed in range(20):
            with self.subTest(seed=seed):
                path = self.write(RandomRobot(seed).text(), "robot.urdf")
                model = compiled(path, free=True)
                data = random_start(model, seed)
                self.check_acceleration(path, model, data,
                                        ["--base", "free", *start_options(model, data)])

    def check_acceleration(self, path, model, data, options):
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        mujoco.mj_forward(model, data)
        whole, half = (self.mean_acceleration(path, model, data, step, options)
                       for step in (self.STEP, self.STEP / 2))
        if model.nv == 0:
            return
        ours = 2 * half - whole  # the mean over a step has an error proportional to the step
        error = abs(ours - data.qacc).max() / abs(data.qacc).max()
        self.assertLessEqual(error, self.TOLERANCE, f"{ours} is not {data.qacc}")

    def mean_acceleration(self, path, model, data, step, options):
        final = json_of("simulate", path, "--duration", step, "--dt", step, "--no-contact",
                        "--no-limits", "--summary", "-", *options)["final"]["joints"]
        rates = numpy.zeros(model.nv)
        for name, (_, where, _) in coordinates(model).items():
            rates[where] = final[name]["velocity"]
        return (rates - data.qvel) / step


class Motion(Case):
    def test_joints_converge_to_those_of_mujoco_with_order_two(self):
        for path in MODELS:
            for key in (None, *keyframes(oracle(path)[0])):
                self.check_order(path, key)

    def check_order(self, path, key):
        model, data = oracle(path, key)
        model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
        model.opt.timestep = 1e-4
        for _ in range(5000):
            mujoco.mj_step(model, data)
        errors = []
        for dt in (1e-3, 5e-4):
            options = () if key is None else ("--keyframe", key)
            final = json_of("simulate", path, "--duration", "0.5", "--dt", dt, "--summary", "-",
                            *options)["final"]
            errors.append(joint_error(joints(model, data), final["joints"]))
        if errors[1] < 1e-9:  # at rest
            return
        order = math.log2(errors[0] / errors[1])
        self.assertTrue(1.9 < order < 2.1, f"{path} {key}: errors {errors}")


if __name__ == "__main__":
    main()
