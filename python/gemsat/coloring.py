"""Colouring graphs, which are text: lines 'A: B C' of neighbours, pairs, DIMACS or JSON."""

from ._gemsat import coloring as _native

check = _native.check
count = _native.count
draw = _native.draw
solve = _native.solve
usa_graph = _native.usa_graph

__all__ = ["check", "count", "draw", "solve", "usa_graph"]
