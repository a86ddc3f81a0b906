"""Colouring graphs: dicts of neighbours, lists of pairs, graphs of networkx, or text as the program coloring reads it."""

from ._gemsat import coloring as _native

check = _native.check
count = _native.count
draw = _native.draw
solve = _native.solve
usa_graph = _native.usa_graph

__all__ = ["check", "count", "draw", "solve", "usa_graph"]
