# SPDX-License-Identifier: Apache-2.0
"""The program treats each element and attribute of MJCF as the tables of docs/mjcf.md say."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from program import DONE, MODEL, ROOT, Case, main, run  # noqa: E402
from mjcf_samples import document, write_files  # noqa: E402
import check_mjcf_table as table  # noqa: E402
import tree  # noqa: E402


def documented():
    """Treatment by (path, attribute) of the page. Elements of defaults have those of others; an
    element with one treatment for all of its attributes stands for these."""
    said, _, _ = table.treatments(tree.read(ROOT, table.PAGE),
                                  table.recorded(tree.read(ROOT, table.SCHEMA)))
    words = {}
    for (path, attribute), treatment in said.items():
        words.setdefault(path, {})[attribute] = table.first_word(treatment)
    for path, of in sorted(words.items()):
        given = {word for attribute, word in of.items() if attribute}
        if path.startswith("default"):
            continue
        if len(given) == 1 and given & {"warned", "noted"}:
            of = {"": given.pop()}
        for attribute, word in sorted(of.items()):
            yield path, attribute, word


class Table(Case):
    def test_elements_and_attributes_are_treated_as_the_page_says(self):
        write_files(self.folder)
        count = 0
        for path, attribute, word in documented():
            with self.subTest(path=path, attribute=attribute, treatment=word):
                text = document(path, attribute)
                self.assertTrue(not attribute or f' {attribute}="' in text, text)
                self.check_treatment(self.write(text), word)
                count += 1
        self.assertGreater(count, 800)

    def check_treatment(self, path, word):
        done = run("info", path, "--json")
        self.assertEqual(done.returncode, MODEL if word == "refused" else DONE, done.stderr)
        if word == "refused":
            return
        warnings = json.loads(done.stdout)["warnings"]
        if word in ("read", "no effect"):
            self.assertEqual(warnings, [])
        elif word:
            self.assertNotEqual(warnings, [])
        if word == "noted":
            self.assertEqual(run("simulate", path, "--duration", 0).returncode, MODEL)


if __name__ == "__main__":
    main()
