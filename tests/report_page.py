# SPDX-License-Identifier: Apache-2.0
"""Reading pages that the program made, as web/src/data/page.ts says what they hold."""
import array
import base64
import itertools
import json
import re
import sys
import zlib

CODES = {("ints", 1): "b", ("ints", 2): "h", ("ints", 4): "i", ("floats", 4): "f"}


def inflated(text, element):
    """What was deflated into a script of the page, which it has once."""
    found = re.findall(f'<script id="{element}" type="text/plain">(.*?)</script>', text, re.DOTALL)
    if len(found) != 1:
        raise ValueError(f"{element} is there {len(found)} times")
    return zlib.decompress(base64.b64decode(found[0], validate=True))


class Page:
    """A page: its contents, and the numbers of its block."""

    def __init__(self, path):
        self.bytes = path.read_bytes()
        text = self.bytes.decode("utf-8")
        self.content = json.loads(inflated(text, "ludo-page"))
        self.block = inflated(text, "ludo-arrays")
        self.run = self.content["runs"][0]
        self.series = {one["name"]: one for one in self.run["series"]}

    def lists(self, where):
        """The lists of numbers of a packed array."""
        total, width = where["tracks"] * where["count"], where["bytes"]
        planes = self.block[where["at"]:where["at"] + total * width]
        if len(planes) != total * width:
            raise ValueError(f"the block ends before {where}")
        words = bytearray(total * width)
        for plane in range(width):
            words[plane::width] = planes[plane * total:(plane + 1) * total]
        numbers = array.array(CODES[where["kind"], width], bytes(words))
        if sys.byteorder == "big":
            numbers.byteswap()
        return [self._numbers(where, numbers[first:first + where["count"]])
                for first in range(0, total, where["count"])]

    @staticmethod
    def _numbers(where, words):
        if where["kind"] == "floats":
            return list(words)
        most = 1 << (8 * where["bytes"] - 1)
        integers = ((number + most) % (2 * most) - most for number in itertools.accumulate(words))
        return [where["start"] + where["scale"] * number for number in integers]

    def list(self, where):
        numbers, = self.lists(where)
        return numbers

    def curve(self, name):
        """Times and values of a quantity."""
        one = self.series[name]
        return self.list(one["time"]), self.list(one["value"])

    def precision(self, name):
        """How far a value of a quantity may be from what was recorded."""
        where = self.series[name]["value"]
        if where["kind"] == "floats":
            return max((abs(value) for value in self.list(where)), default=0.0) * 2.0 ** -24
        # half a step, and what adding the start rounds off
        return where["scale"] / 2.0 + abs(where["start"]) * 2.0 ** -52
