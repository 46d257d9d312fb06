# SPDX-License-Identifier: Apache-2.0
"""The comment lines that begin a result file, as machine.c writes them."""
import datetime
import pathlib
import sys


def write_header(out, measures, **versions):
    """What is measured, machine, date and versions of packages."""
    processor = [line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo")
                 if line.startswith("model name")][:1] or ["unknown"]
    load = pathlib.Path("/proc/loadavg").read_text().split()[0]
    print(f"# measures: {measures}", file=out)
    print(f"# processor: {processor[0]}", file=out)
    print(f"# load: {float(load):.1f} before it began", file=out)
    print(f"# python: {sys.version.split()[0]}", file=out)
    print(f"# date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}", file=out)
    for name, version in versions.items():
        print(f"# {name}: {version}", file=out)
