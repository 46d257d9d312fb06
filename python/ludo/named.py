# SPDX-License-Identifier: Apache-2.0
"""Elements of a mechanism by name or number: model.joint["knee"], sim.body[0]."""
from __future__ import annotations

import operator
from typing import Callable, Generic, Iterator, TypeVar, Union

from . import _core

T = TypeVar("T")


class UnknownName(KeyError):
    """A name that no element has; the message lists near ones."""

    def __str__(self) -> str:
        return str(self.args[0])


def unknown_name(kind: str, name: object, names: list[str]) -> UnknownName:
    """The error of a name that no element has."""
    if not names:
        return UnknownName(f"no {kind} '{name}': there are none")
    near = _core.suggest(str(name), names)
    listed = near or "there are " + ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    return UnknownName(f"no {kind} '{name}': {listed}")


class Elements(Generic[T]):
    """The elements of one kind, in order, by name or number. Iterating gives the names."""

    __slots__ = ("_kind", "_names", "_numbers", "_make")

    def __init__(self, kind: str, names: list[str], numbers: dict[str, int],
                 make: Callable[[int], T]):
        self._kind = kind
        self._names = names
        self._numbers = numbers
        self._make = make

    def number(self, which: Union[str, int]) -> int:
        """The number of an element. Raises KeyError for a name, IndexError for a number."""
        if isinstance(which, str):
            number = self._numbers.get(which)
            if number is None:
                raise unknown_name(self._kind, which, self._names)
            return number
        number = operator.index(which)  # TypeError for what is no integer
        if not 0 <= number < len(self._names):
            raise IndexError(f"no {self._kind} {number}: there are {len(self._names)}")
        return number

    def __getitem__(self, which: Union[str, int]) -> T:
        number = self._numbers.get(which)  # type: ignore[arg-type]
        return self._make(self.number(which) if number is None else number)

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def values(self) -> list[T]:
        """All elements, in order."""
        return [self._make(i) for i in range(len(self._names))]

    def keys(self) -> list[str]:
        """All names, in order."""
        return list(self._names)

    _ipython_key_completions_ = keys

    def items(self) -> list[tuple[str, T]]:
        """Pairs (name, element), in order."""
        return list(zip(self._names, self.values()))

    def __repr__(self) -> str:
        return f"<{len(self._names)} of kind {self._kind}: {', '.join(self._names)}>"
