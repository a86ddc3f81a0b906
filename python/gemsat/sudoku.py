"""Sudoku of any size and variant, as text in every form that the program sudoku reads."""

from ._gemsat import sudoku as _native

check = _native.check
count = _native.count
digits = _native.digits
draw = _native.draw
solve = _native.solve

__all__ = ["check", "count", "digits", "draw", "solve"]
