# SPDX-License-Identifier: Apache-2.0
"""Folder: finished chunks on disk, so that a sweep can be resumed.

sweep.json describes the sweep, chunk-N.npz has the results of chunk N. A file appears when it is
complete; one that cannot be read is computed again.
"""
from __future__ import annotations

import functools
import hashlib
import inspect
import io
import json
import os
import pathlib
import pickle
import warnings
from typing import Any, Callable, Mapping, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError
from .samples import Chunk
from .table import Part

OUTPUT = "output:"  # before names of outputs


class Folder:
    """The folder of one sweep.

    description: numbers and texts by which results are determined. A folder of another sweep is
    refused. An entry that is removed from sweep.json is not compared.
    """

    def __init__(self, path: Union[str, os.PathLike[str]]):
        self._path = pathlib.Path(path)
        self._file = self._path / "sweep.json"

    def chunk_size(self) -> Optional[int]:
        """Samples per chunk of the sweep in the folder; None for a new folder."""
        size = self._described().get("chunk")
        return size if isinstance(size, int) and size > 0 else None

    def open(self, description: Mapping[str, Any]) -> None:
        """Begin a sweep, or check that it is the one in the folder."""
        there = self._described()
        if not there:
            self._path.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(description, indent=1).encode() + b"\n")
            return
        differences = [f"{key} was {there[key]}, is {description.get(key)}" for key in there
                       if there[key] != description.get(key)]
        if differences:
            raise ArgumentError(f"{self._path} is the folder of another sweep: "
                                f"{'; '.join(differences)}. Take another folder, or remove entries "
                                "that do not matter from its sweep.json")

    def load(self, chunk: Chunk) -> Optional[Part]:
        """The results of a chunk, None where they are missing or torn."""
        path = self._chunk(chunk)
        try:
            return read_part(path.read_bytes(), chunk)
        except FileNotFoundError:
            return None
        except OSError:
            raise
        except Exception as error:  # modules that read zip files raise many kinds
            warnings.warn(f"{path} cannot be read, its samples are computed again: {error}",
                          stacklevel=4)
            return None

    def save(self, chunk: Chunk, part: Part) -> None:
        """Write the results of a chunk."""
        write_whole(self._chunk(chunk), part_bytes(part, chunk))

    def _chunk(self, chunk: Chunk) -> pathlib.Path:
        return self._path / f"chunk-{chunk.number:06d}.npz"

    def _described(self) -> dict[str, Any]:
        """The description in the folder, empty without one."""
        try:
            there = json.loads(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except ValueError as error:
            raise ArgumentError(f"{self._file} cannot be read: {error}") from None
        if not isinstance(there, dict):
            raise ArgumentError(f"{self._file} is not the description of a sweep")
        return there


def part_bytes(part: Part, chunk: Chunk) -> bytes:
    """The content of a file of results."""
    arrays = {OUTPUT + name: rows for name, rows in part.outputs.items()}
    arrays["first"] = np.array(chunk.first)
    arrays["status"] = part.status
    arrays["failed"] = np.array(list(part.reasons), dtype=np.int64)
    arrays["reasons"] = np.array(list(part.reasons.values()), dtype=str)
    if part.parameters is not None:
        arrays["parameters"] = part.parameters
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, check=np.array(digest_of_arrays(arrays)), **arrays)
    return content.getvalue()


def read_part(content: bytes, chunk: Chunk) -> Part:
    """Undo part_bytes(). Raises some exception where a byte is missing or wrong."""
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        arrays = dict(file)
    if str(arrays.pop("check")) != digest_of_arrays(arrays):  # zip files have sums of data only
        raise ValueError("its check sum is wrong")
    if (int(arrays["first"]), len(arrays["status"])) != (chunk.first, chunk.count):
        raise ValueError("it has other samples")
    outputs = {name[len(OUTPUT):]: rows for name, rows in arrays.items() if name.startswith(OUTPUT)}
    reasons = {int(number): str(text) for number, text in zip(arrays["failed"], arrays["reasons"])}
    return Part(outputs, arrays["status"], reasons, arrays.get("parameters"))


def write_whole(path: pathlib.Path, content: bytes) -> None:
    """Write a file so that it has all of its content or does not appear."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with open(beside, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def digest(content: bytes) -> str:
    """A short text that differs where bytes differ."""
    return hashlib.sha256(content).hexdigest()[:16]


def digest_of_arrays(arrays: Mapping[str, NDArray[Any]]) -> str:
    """A text that differs where names, types, shapes or numbers of arrays differ."""
    named = [f"{name} {arrays[name].dtype} {arrays[name].shape} {digest(arrays[name].tobytes())}"
             for name in sorted(arrays)]
    return digest("\n".join(named).encode())


def digest_of_model(model: Any) -> str:
    """A text that differs where models differ."""
    return digest(pickle.dumps(model, 5))


def digest_of_function(function: Callable[..., Any]) -> str:
    """The name of a function and a digest of its source, where that is known, and of the arguments
    of a functools.partial. Functions that it calls, and variables outside, are not part of it."""
    if isinstance(function, functools.partial):
        given = digest(pickle.dumps((function.args, sorted(function.keywords.items())), 5))
        return f"{digest_of_function(function.func)} {given}"
    named = function if hasattr(function, "__qualname__") else type(function)
    try:
        return f"{named.__qualname__} {digest(inspect.getsource(named).encode())}"
    except (OSError, TypeError):
        return named.__qualname__
