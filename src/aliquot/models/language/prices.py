"""What a request costs: by the prices of the config, else by a public list, else unknown.

The list is that of genai-prices, as it was when the package was installed; nothing is fetched.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

__all__ = ["ListedPrice", "Price", "StatedPrice", "listed_context", "price_of"]

_PER = 1_000_000


class Price(Protocol):
    """What tokens of one model cost."""

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """Return US dollars for tokens read and written."""
        ...


@dataclass(frozen=True, slots=True)
class StatedPrice:
    """US dollars for a million tokens, as a config states them."""

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """Return US dollars for tokens read and written."""
        return (input_tokens * self.input + output_tokens * self.output) / _PER


@dataclass(frozen=True, slots=True)
class ListedPrice:
    """The price of a vendor's model in the public list, dearer for long prompts where it is so.

    Discounts for what a vendor has read before are left out: the true price is lower then.
    """

    model: str
    price_list: str

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """Return US dollars for tokens read and written.

        Raises:
            LookupError: The list does not hold the model.
        """
        from genai_prices import Usage, calc_price

        usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
        return float(calc_price(usage, self.model, provider_id=self.price_list).total_price)


def price_of(
    model: str,
    price_list: str,
    *,
    input_price: float | None,
    output_price: float | None,
    is_free: bool = False,
) -> Price | None:
    """Return the price of a model; `None` where it is not known, which is not 0.

    Args:
        model: As its vendor calls it.
        price_list: The vendor in the public list; empty for one that is not in it.
        input_price: US dollars for a million tokens read, where a config states it.
        output_price: US dollars for a million tokens written, likewise.
        is_free: Whether it runs on this machine and nobody bills for it.
    """
    if input_price is not None and output_price is not None:
        return StatedPrice(input_price, output_price)
    if is_free:
        return StatedPrice(0.0, 0.0)
    if not price_list:
        return None
    listed = ListedPrice(model, price_list)
    try:
        listed.of(1, 1)
    except LookupError:
        return None
    return listed


def listed_context(model: str, price_list: str) -> int:
    """Return the tokens a vendor's model reads and writes together; 0 where not known."""
    if not price_list:
        return 0
    from genai_prices.data_snapshot import get_snapshot

    try:
        _, found = get_snapshot().find_provider_model(
            model, provider=None, provider_id=price_list, provider_api_url=None
        )
    except LookupError:
        return 0
    return found.context_window or 0
