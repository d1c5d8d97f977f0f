"""Verbs, options, exit codes: one file an audience, and one place where an error becomes a sentence."""
