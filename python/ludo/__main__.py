# SPDX-License-Identifier: Apache-2.0
"""`python -m ludo`: the program."""
from .program import main

main()
