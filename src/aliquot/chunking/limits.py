"""How large chunks may be."""

from __future__ import annotations

from dataclasses import dataclass

from aliquot.errors import ConfigError

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Sizes of chunks in estimated tokens, header not counted.

    Attributes:
        target: What chunks are packed to.
        max: What no chunk exceeds. The default leaves a 512-token model room for a header of
            72 tokens.
        overlap: Share of `target` repeated where a section had to be cut, 0 to below 0.5.
    """

    target: int = 300
    max: int = 440
    overlap: float = 0.15

    def __post_init__(self) -> None:
        if not 1 <= self.target <= self.max:
            raise ConfigError(
                f"target_tokens {self.target} and max_tokens {self.max} do not fit together.",
                hint="Use a target_tokens of at least 1 and a max_tokens no smaller.",
            )
        if not 0 <= self.overlap < 0.5:
            raise ConfigError(
                f"overlap {self.overlap} is out of bounds.",
                hint="Use a share from 0 to below 0.5, such as 0.15.",
            )

    @property
    def crumb(self) -> int:
        """Size below which a chunk alone says too little to be found or understood."""
        return self.target // 4

    @property
    def repeat(self) -> int:
        """Most tokens repeated: a third above the share, so that whole sentences fit it."""
        return int(self.overlap * self.target * 4 / 3)
