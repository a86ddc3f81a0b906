"""Queens that do not attack each other: a size alone, or a board as text with queens placed and squares blocked."""

from ._gemsat import queens as _native

check = _native.check
count = _native.count
draw = _native.draw
solve = _native.solve

__all__ = ["check", "count", "draw", "solve"]
