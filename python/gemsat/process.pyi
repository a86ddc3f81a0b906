from typing import Any, Iterable

from ._gemsat import CNF, _Clause, _Clauses

class Processor:
    status: bool
    def __init__(self, bootstrap_with: _Clauses | None = None) -> None: ...
    def __enter__(self) -> Processor: ...
    def __exit__(self, *exception: Any) -> None: ...
    def delete(self) -> None: ...
    def add_clause(self, clause: _Clause) -> None: ...
    def append_formula(self, formula: _Clauses) -> None: ...
    def process(
        self,
        rounds: int = 1,
        block: bool = False,
        cover: bool = False,
        condition: bool = False,
        decompose: bool = True,
        elim: bool = True,
        probe: bool = True,
        probehbr: bool = True,
        subsume: bool = True,
        vivify: bool = True,
        freeze: Iterable[int] = (),
        *,
        time_limit: float | None = None,
    ) -> CNF | None: ...
    def get_status(self) -> bool: ...
    def restore(self, model: Iterable[int]) -> list[int] | None: ...
