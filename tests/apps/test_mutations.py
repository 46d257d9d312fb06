# SPDX-License-Identifier: Apache-2.0
"""Model files with something wrong in them: no crash, always an answer that names the place."""
import copy
import pathlib
import random
import re
import shutil
import sys
import xml.etree.ElementTree as ET

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, MODEL, ROOT, STOPPED, USAGE, Case, main, program, run  # noqa: E402

SEED = 4

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
NUMBERS = ("nan", "inf", "-1", "0", "", "1e308", "-1e-308", "1e999", "9" * 30, "1e", "0x1p3", "1,5",
           "2147483648", "1 2 3 4 5 6 7 8 9")
NAMES = ("", "name", "type", "class", "mass", "pos", "xyz", "file", "\u00e4")

# where it is said, whatever it is: a line that begins with a file and a line
PLACE = re.compile(r"^[^\n]+:\d+:", re.MULTILINE)
SANITIZER = re.compile(r"Sanitizer|runtime error:")


def count():
    """A thousand; with sanitizers, which a process takes long to start with, some of them."""
    return 300 if b"__asan_init" in program().read_bytes() else 1000


class Bytes:
    """Of any file, as bytes."""

    @staticmethod
    def flip(rng, data):
        data = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return bytes(data)

    @staticmethod
    def cut(rng, data):
        return data[:rng.randrange(len(data))]

    @staticmethod
    def remove(rng, data):
        at = rng.randrange(len(data))
        return data[:at] + data[at + rng.randint(1, 40):]

    @staticmethod
    def repeat(rng, data):
        at = rng.randrange(len(data))
        return data[:at] + data[at:at + rng.randint(1, 40)] * rng.randint(2, 20) + data[at:]


class Elements:
    """Of an XML file that is still well-formed afterwards."""

    @staticmethod
    def any_child(rng, root):
        """An element with children, and the number of one of them."""
        parent = rng.choice([e for e in root.iter() if len(e)])
        return parent, rng.randrange(len(parent))

    @staticmethod
    def any_value(rng, root):
        element = rng.choice([e for e in root.iter() if e.attrib])
        return element, rng.choice(sorted(element.attrib))

    @classmethod
    def remove(cls, rng, root):
        parent, k = cls.any_child(rng, root)
        del parent[k]

    @classmethod
    def double(cls, rng, root):
        parent, k = cls.any_child(rng, root)
        parent.insert(rng.randrange(len(parent) + 1), copy.deepcopy(parent[k]))

    @classmethod
    def move(cls, rng, root):
        element = copy.deepcopy(rng.choice(list(root.iter())))
        parent, k = cls.any_child(rng, root)
        parent.insert(k, element)

    @classmethod
    def swap(cls, rng, root):
        (a, i), (b, k) = cls.any_child(rng, root), cls.any_child(rng, root)
        one, other = copy.deepcopy(a[i]), copy.deepcopy(b[k])
        a[i], b[k] = other, one

    @classmethod
    def rename(cls, rng, root):
        rng.choice(list(root.iter())).tag = rng.choice([e.tag for e in root.iter()] + ["unknown"])

    @classmethod
    def remove_value(cls, rng, root):
        element, name = cls.any_value(rng, root)
        del element.attrib[name]

    @classmethod
    def rename_value(cls, rng, root):
        element, name = cls.any_value(rng, root)
        _, other = cls.any_value(rng, root)
        element.set(rng.choice((other, name + "x")), element.attrib.pop(name))

    @classmethod
    def change_value(cls, rng, root):
        element, name = cls.any_value(rng, root)
        other, key = cls.any_value(rng, root)
        element.set(name, rng.choice((other.get(key), *NAMES)))

    @classmethod
    def change_number(cls, rng, root):
        places = [(e, name, m.span()) for e in root.iter() for name, value in e.attrib.items()
                  for m in NUMBER.finditer(value)]
        if places:
            element, name, (start, end) = rng.choice(places)
            value = element.get(name)
            element.set(name, value[:start] + rng.choice(NUMBERS) + value[end:])


BYTES = [getattr(Bytes, name) for name in ("flip", "cut", "remove", "repeat")]
ELEMENTS = [getattr(Elements, name) for name in (
    "remove", "double", "move", "swap", "rename", "remove_value", "rename_value", "change_value",
    "change_number", "change_number", "change_number")]


def mutated(rng, path):
    """The bytes of a file with one to three things wrong."""
    data = path.read_bytes()
    if path.suffix not in (".xml", ".urdf", ".sdf") or rng.random() < 0.25:
        return rng.choice(BYTES)(rng, data)
    root = ET.fromstring(data)
    for _ in range(rng.randint(1, 3)):
        try:
            rng.choice(ELEMENTS)(rng, root)
        except IndexError:  # an earlier change left nothing of that kind
            pass
    return ET.tostring(root, encoding="utf-8")


class Mutations(Case):
    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "tests" / "models", self.folder / "models")
        shutil.copytree(ROOT / "examples", self.folder / "examples")

    def models(self):
        """Files to change, each with the model that it is read for."""
        models = self.folder / "models"
        found = {path: path for path in sorted([*models.glob("*.xml"), *models.glob("*.urdf"),
                                                *models.glob("features/*.sdf"),
                                                *(self.folder / "examples").glob("*.xml")])}
        found[models / "pick_and_place" / "urdf" / "picker.urdf"] = None
        for part in sorted((models / "meshes").iterdir()):
            found[part] = models / "meshes.xml"
        for part in sorted((models / "includes").rglob("*.xml")):
            found[part] = models / "includes" / "robot.xml"
        return [(part, model or part) for part, model in found.items()]

    def test_mutated_files_are_read_or_refused_at_a_place(self):
        rng = random.Random(SEED)
        files = self.models()
        answers = {DONE: 0, MODEL: 0}
        for k in range(count()):
            part, model = rng.choice(files)
            was = part.read_bytes()
            part.write_bytes(mutated(rng, part))
            with self.subTest(file=part.name, number=k):
                self.check(model, answers)
            part.write_bytes(was)
        # both answers happen, often: else the mutations are too harmless or too coarse
        self.assertGreater(min(answers.values()), count() / 10, answers)

    def check(self, model, answers):
        done = run("info", model, "--json")
        self.assertIn(done.returncode, answers, done.stderr)
        answers[done.returncode] += 1
        self.assertNotRegex(done.stderr, SANITIZER)
        if done.returncode == MODEL:
            self.assertRegex(done.stderr, PLACE)
        else:
            self.check_motion(model)

    def check_motion(self, model):
        """What is understood can be simulated, or the reason why not is told."""
        done = run("simulate", model, "--duration", "0.002", "--dt", "0.001", "--quiet")
        self.assertIn(done.returncode, (DONE, STOPPED, USAGE, MODEL), done.stderr)
        self.assertNotRegex(done.stderr, SANITIZER)
        self.assertTrue(done.returncode == DONE or done.stderr.strip())


if __name__ == "__main__":
    main()
