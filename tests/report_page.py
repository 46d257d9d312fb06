# SPDX-License-Identifier: Apache-2.0
"""Reads report pages. web/src/data/page.ts defines their data."""
import array
import base64
import itertools
import json
import re
import sys
import zlib

CODES = {("ints", 1): "b", ("ints", 2): "h", ("ints", 4): "i", ("floats", 4): "f"}


def inflated(text, element):
    """The decompressed contents of a script element of the page."""
    found = re.findall(f'<script id="{element}" type="text/plain">(.*?)</script>', text, re.DOTALL)
    if len(found) != 1:
        raise ValueError(f"the page has {len(found)} elements {element} instead of one")
    return zlib.decompress(base64.b64decode(found[0], validate=True))


class Page:
    """A page: its description and its block of numbers."""

    def __init__(self, path):
        self.bytes = path.read_bytes()
        text = self.bytes.decode("utf-8")
        self.content = json.loads(inflated(text, "ludo-page"))
        self.block = inflated(text, "ludo-arrays")
        self.run = self.content["runs"][0]
        self.series = {one["name"]: one for one in self.run["series"]}

    def lists(self, where):
        """The lists of a packed array."""
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
        """Largest difference of a value of a quantity from the recorded value."""
        where = self.series[name]["value"]
        if where["kind"] == "floats":
            return max((abs(value) for value in self.list(where)), default=0.0) * 2.0 ** -24
        # half a step, and the rounding of start + scale * integer
        return where["scale"] / 2.0 + abs(where["start"]) * 2.0 ** -52
