from typing import Any, NamedTuple


class LeafPair(NamedTuple):
    x: Any
    y: Any
