"""Sudoku of any size and variant, as text in every form that the program sudoku reads."""

from ._gemsat import puzzles, sudoku_digits as digits

_kind = puzzles["sudoku"]
check = _kind.check
count = _kind.count
draw = _kind.draw


def solve(text, time_limit=None):
    """A solution as a grid of text; None when there is none.

    >>> print(gemsat.sudoku.solve("1...\\n..3.\\n.4..\\n...2\\n"))
    1 3 | 2 4
    4 2 | 3 1
    ---------
    2 4 | 1 3
    3 1 | 4 2
    <BLANKLINE>
    """
    return _kind.solve(text, time_limit)


__all__ = ["check", "count", "digits", "draw", "solve"]
