"""Run one probe and print what it saw, in the interpreter of a version set: python -I prober.py PROBE.py

Standard library alone. The last line of standard output is the JSON of a sentence: what `observe()` returned, or the
class of
its error.
"""

import json
import runpy
import sys


def main(path):
    space = runpy.run_path(path)
    try:
        seen = str(space["observe"]())
    except Exception as error:
        seen = "raises " + type(error).__name__
    print(json.dumps(seen))


if __name__ == "__main__":
    main(sys.argv[1])
