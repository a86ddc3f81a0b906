"""Gem hunter and minesweeper: a number says how many of the cells around it hold a trap (a mine)."""

from ._gemsat import gems as _native

check = _native.check
count = _native.count
draw = _native.draw
probabilities = _native.probabilities
solve = _native.solve

__all__ = ["check", "count", "draw", "probabilities", "solve"]
