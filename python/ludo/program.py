# SPDX-License-Identifier: Apache-2.0
"""The program `ludo`, which the package contains: reports, conversions, comparisons."""
from __future__ import annotations

import json as json_text
import os
import subprocess
import sys
from typing import Any

from .errors import Error

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin",
                    "ludo.exe" if sys.platform == "win32" else "ludo")


class ProgramError(Error):
    """The program ended with an error.

    code: its exit code (docs/program.md): 1 the simulation stopped, 2 usage, 3 bad model, 4 file.
    """

    def __init__(self, message: str, code: int):
        super().__init__(message)
        self.code = code

    def __reduce__(self):
        return (ProgramError, (self.args[0], self.code))


def run(*arguments: str) -> str:
    """Run the program with arguments; its output. Raises ProgramError with its message."""
    done = subprocess.run([os.environ.get("LUDO_PROGRAM", PATH), *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise ProgramError(done.stderr.strip() or f"ludo: exit code {done.returncode}",
                           done.returncode)
    return done.stdout


def json(*arguments: str) -> Any:
    """Run the program; what it prints, read as JSON."""
    return json_text.loads(run(*arguments))


def main() -> None:
    """The console script `ludo`."""
    path = os.environ.get("LUDO_PROGRAM", PATH)
    if os.name == "posix":
        os.execv(path, ["ludo", *sys.argv[1:]])
    sys.exit(subprocess.call([path, *sys.argv[1:]]))
