# SPDX-License-Identifier: Apache-2.0
"""MuJoCo, where its Python module is installed, as the oracle for equalities of every form:
Ludo closes the errors that MuJoCo measures, and converts files without changing them."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, EPSILON, MODEL, Case, main, run  # noqa: E402
from mujoco_oracle import coordinates, joints, mujoco, numpy, random_start  # noqa: E402
from test_mujoco import RandomModel  # noqa: E402


class RandomEqualities(RandomModel):
    """Random trees with equalities of every form. The first weight of a tendon is 1, so that
    equalities of tendons and of joints have the same error."""
    tendons = ""

    def pair(self):
        return self.random.sample(range(1, self.count + 1), 2)

    def bodies(self):
        first, second = self.pair()
        return f"body1='b{first}'" + (f" body2='b{second}'" if self.random.random() < 0.8 else "")

    def sites(self):
        first, second = self.pair()
        return f"site1='s{first}' site2='s{second}'"

    def closures(self):
        return (f"<connect {self.bodies()} anchor='{self.numbers(3)}'/>",
                f"<connect {self.sites()}/>",
                f"<weld {self.bodies()} {self.maybe('anchor', 3)}/>",
                f"<weld {self.bodies()} {self.maybe('anchor', 3)} relpose='{self.numbers(7)}' "
                f"torquescale='{self.random.uniform(0.5, 2)}'/>",
                f"<weld {self.sites()}/>")

    def couplings(self, model):
        scalar = [model.joint(j).name for j in range(model.njnt) if model.jnt_type[j] in
                  (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)]
        if len(scalar) < 2:
            return ()
        first, second = self.random.sample(scalar, 2)
        some = self.random.randint(1, 5)
        terms = [f"<joint joint='{joint}' coef='{weight}'/>" for joint, weight in
                 ((first, 1), (second, self.random.uniform(-2, 2)))]
        weights = [1, *(self.random.uniform(-2, 2) for _ in scalar[1:5])]
        wide = "".join(f"<joint joint='{joint}' coef='{weight}'/>"
                       for joint, weight in zip(scalar, weights))
        sites = [f"<site site='s{i}'/>" for i in self.random.sample(range(1, self.count + 1), 2)]
        self.tendons = "<tendon>%s<spatial name='path'>%s%s</spatial></tendon>" % ("".join(
            f"<fixed name='{name}'>{path}</fixed>" for name, path in
            zip(("first", "second", "sum", "wide"), (*terms, "".join(terms), wide))),
            "".join(sites), "<pulley divisor='2'/>%s%s" % (sites[1], sites[0]))
        return (f"<tendon tendon1='first' polycoef='{self.numbers(some)}'/>",
                f"<tendon tendon1='sum' polycoef='{self.numbers(some)}'/>",
                f"<tendon tendon1='first' tendon2='second'/>",
                f"<tendon tendon1='first' tendon2='second' polycoef='{self.numbers(some)}'/>",
                f"<tendon tendon1='wide' polycoef='{self.numbers(some)}'/>",
                f"<tendon tendon1='path'/>",
                f"<tendon tendon1='path' tendon2='wide' polycoef='{self.numbers(some)}'/>",
                f"<tendon tendon1='wide' tendon2='path' polycoef='{self.numbers(some)}'/>",
                f"<joint joint1='{first}' joint2='{second}'/>",
                f"<joint joint1='{first}' joint2='{second}' polycoef='{self.numbers(some)}'/>",
                f"<joint joint1='{first}' polycoef='{self.numbers(some)}'/>")


def opening(model, qpos):
    """Errors of loops: translations in world axes; the norm of the rotation error of a weld, whose
    axes depend on the form of the element."""
    data = mujoco.MjData(model)
    data.qpos[:] = qpos
    mujoco.mj_forward(model, data)
    found = data.efc_pos[data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY]
    if model.eq_type[0] != mujoco.mjtEq.mjEQ_WELD:
        return numpy.array(found)
    torquescale = model.eq_data[0][10]
    return numpy.array([*found[:3], numpy.linalg.norm(found[3:]) / torquescale])


def with_coordinates(model, values):
    """The configuration with these joint coordinates, by name."""
    qpos = numpy.array(model.qpos0)
    for name, (where, _, _) in coordinates(model).items():
        qpos[where] = values[name]
    return qpos


class Equalities(Case):
    def cases(self, seeds):
        """Models with one equality each."""
        for seed in range(seeds):
            trees = RandomEqualities(seed)
            text = trees.text()
            if trees.count < 2:
                continue
            couplings = trees.couplings(mujoco.MjModel.from_xml_string(text))
            for form in trees.closures() + couplings:
                equality = f"<equality>{form}</equality></mujoco>"
                yield seed, form, text.replace("</mujoco>", trees.tendons + equality)

    def test_converted_equalities_have_the_same_errors(self):
        count = 0
        for seed, form, text in self.cases(16):
            with self.subTest(seed=seed, form=form):
                path, out = self.write(text), self.folder / "out.xml"
                done = run("convert", path, out)
                self.assertEqual(done.returncode, DONE, done.stderr)
                before = mujoco.MjModel.from_xml_path(str(path))
                after = mujoco.MjModel.from_xml_path(str(out))
                data = random_start(before, seed)
                values = {name: position for name, (position, _, _) in joints(before, data).items()}
                # frames are combined with some ten roundings of numbers below 10
                numpy.testing.assert_allclose(opening(before, data.qpos),
                                              opening(after, with_coordinates(after, values)),
                                              rtol=0, atol=100 * EPSILON)
                count += 1
        self.assertGreater(count, 60)

    def test_closed_equalities_are_closed_for_mujoco(self):
        closed = 0
        for seed, form, text in self.cases(16):
            with self.subTest(seed=seed, form=form):
                path = self.write(text)
                done = run("simulate", path, "--dt", 1e-6, "--duration", 1e-6, "--summary", "-")
                if done.returncode == MODEL:  # a random equality may be impossible
                    self.assertIn("close", done.stderr)
                    continue
                self.assertEqual(done.returncode, DONE, done.stderr)
                model = mujoco.MjModel.from_xml_path(str(path))
                values = {name: joint["position"] for name, joint
                          in json.loads(done.stdout)["final"]["joints"].items()}
                # a step leaves errors of 1e-10 for lengths of some metres
                found = opening(model, with_coordinates(model, values))
                numpy.testing.assert_allclose(found, 0, atol=1e-9)
                closed += 1
        self.assertGreater(closed, 50)


if __name__ == "__main__":
    main()
