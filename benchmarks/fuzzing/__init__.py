"""Damage files, and tell whether what was read of them keeps its promises."""
