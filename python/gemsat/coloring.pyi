from typing import Any, Hashable, Iterable, Mapping, Union

# Text, a dict of neighbours, pairs of neighbours, or a graph of networkx.
_Graph = Union[str, Mapping[Any, Iterable[Hashable]], Iterable[Iterable[Any]], Any]

def check(graph: _Graph, coloring: dict[Any, int], *, relaxed: bool = False, corners: bool = False) -> str | None: ...
def count(
    graph: _Graph,
    colors: int,
    limit: int = 1_000_000,
    time_limit: float | None = None,
    *,
    relaxed: bool = False,
    corners: bool = False,
) -> int: ...
def draw(
    graph: _Graph, coloring: dict[Any, int] | None = None, *, relaxed: bool = False, corners: bool = False
) -> str: ...
def solve(
    graph: _Graph,
    colors: int | None = None,
    time_limit: float | None = None,
    *,
    relaxed: bool = False,
    corners: bool = False,
) -> dict[Any, int] | None: ...
def usa_graph(dc: bool = False, corners: bool = False) -> str: ...
