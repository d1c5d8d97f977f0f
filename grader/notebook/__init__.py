"""Reads one notebook file, damaged ones too, and tells which lesson it is."""
