from os import PathLike
from typing import Any, Mapping

NAMES: tuple[str, ...]

def register(
    *, threads: int = 1, options: Mapping[str, Any] | None = None, proof_file: str | PathLike[str] | None = None
) -> None: ...
def unregister() -> None: ...
