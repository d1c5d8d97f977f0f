"""Runs strangers' code and believes nothing that comes out."""
