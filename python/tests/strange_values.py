# SPDX-License-Identifier: Apache-2.0
"""Values that no function expects."""
import array
import pathlib

import numpy as np


def recursive():
    """A list that contains itself."""
    endless = []
    endless.append(endless)
    return endless


class Raises:
    """An object whose conversions raise."""

    def _refuse(self, *arguments):
        raise ZeroDivisionError("conversion")

    __float__ = __index__ = __int__ = __len__ = __getitem__ = __iter__ = __bool__ = _refuse
    __str__ = __fspath__ = __array__ = __call__ = __dlpack__ = __hash__ = _refuse


class Liar:
    """A sequence that is longer, each time it is asked."""

    def __init__(self):
        self.count = 0

    def __len__(self):
        self.count += 5
        return self.count

    def __getitem__(self, index):
        if index > 50:
            raise IndexError
        return {} if self.count % 2 else 1.0


VALUES = [
    lambda: None, lambda: "x", lambda: "1", lambda: "", lambda: b"ab", lambda: bytearray(8),
    lambda: "a\0b", lambda: "\udcff", lambda: "\u00e9" * 300, lambda: True, lambda: 0,
    lambda: 1, lambda: -1, lambda: 2**31, lambda: -2**31 - 1, lambda: 2**63, lambda: -2**63 - 1,
    lambda: 10**400, lambda: float("nan"), lambda: float("inf"), lambda: -float("inf"),
    lambda: 1e308, lambda: 0.5, lambda: 1j, object, lambda: [], lambda: [[]], lambda: [[1, 2], [3]],
    recursive, lambda: {}, lambda: {"name": 1}, lambda: {1: 2}, set, lambda: (x for x in "ab"),
    lambda: range(3), lambda: Ellipsis, lambda: int, lambda: len,
    lambda: pathlib.Path("/"), lambda: memoryview(b"abcdefgh"), lambda: array.array("d", [1, 2]),
    lambda: np.zeros(0), lambda: np.zeros((2, 3)), lambda: np.zeros((1, 2, 1)),
    lambda: np.zeros(4)[::2], lambda: np.zeros((3, 3), order="F"), lambda: np.arange(2),
    lambda: np.arange(3, dtype=np.uint8), lambda: np.array(1.0), lambda: np.array(None),
    lambda: np.array([None, 1.0], object), lambda: np.array(["a", "b"]), lambda: np.array([1j, 0]),
    lambda: np.zeros(2, bool), lambda: np.zeros(2, np.float32), lambda: np.full(2, np.nan),
    lambda: np.zeros(2, np.float16), lambda: np.zeros(2, [("x", "f8")]), lambda: np.float64(1.0),
    lambda: np.int64(1), lambda: np.datetime64("2020"), lambda: np.ma.masked_array([1.0], [True]),
    lambda: np.broadcast_to(1.0, (2,)), lambda: np.zeros(2, ">f8"), Raises, Liar,
]
