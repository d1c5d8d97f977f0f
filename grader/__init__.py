"""Builds, checks, collects and grades the lessons; `python -m grader --help` lists the verbs."""

import sys

# jsonschema, which reads notebooks' schema, compiles a grammar of internationalised addresses at every start of Python,
# 1.3 s
# of processor time, if this package is there; no notebook's schema asks for one.
sys.modules.setdefault("rfc3987_syntax", None)
