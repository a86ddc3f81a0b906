"""Tenner grids: rows of ten different digits, touching cells differ, columns have sums."""

from ._gemsat import puzzles

_kind = puzzles["tenner"]
check = _kind.check
draw = _kind.draw


def solve(text, time_limit=None):
    """A solution in one line, in the form "7042951863/2509...=9,9,13"; None when there is none."""
    return _kind.solve(text, time_limit, line=True)


def count(text, limit=10_000, time_limit=None):
    """The number of solutions, counted up to limit."""
    return _kind.count(text, limit, time_limit)


__all__ = ["check", "count", "draw", "solve"]
