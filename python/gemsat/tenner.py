"""Tenner grids: rows of ten different digits, touching cells differ, columns have sums."""

from ._gemsat import tenner as _native

check = _native.check
count = _native.count
draw = _native.draw
solve = _native.solve

__all__ = ["check", "count", "draw", "solve"]
