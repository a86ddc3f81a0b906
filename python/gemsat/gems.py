"""Gem hunter and minesweeper: a number says how many of the cells around it hold a trap (a mine)."""

from ._gemsat import gems_count as count, gems_probabilities as probabilities, puzzles

_kind = puzzles["gems"]
draw = _kind.draw


def _known(traps):
    return {} if traps is None else {"mines": traps}


def solve(text, traps=None, time_limit=None):
    """A filling as a board of text; None when there is none. traps is the number of traps, if it is known.

    >>> print(gemsat.gems.solve("1 T\\n_ 1\\n"))
    1 T
    G 1
    <BLANKLINE>
    """
    return _kind.solve(text, time_limit, **_known(traps))


def check(text, filled, traps=None):
    """Whether a filled board solves the puzzle. None when it does, otherwise what is wrong with it."""
    return _kind.check(text, filled, **_known(traps))


__all__ = ["check", "count", "draw", "probabilities", "solve"]
