"""A library as one person may see it: every read goes through here where people are told apart.

`sight` says what that is; `reading`, `changing`, `asking`, `recalling` and
`working` go by it.
"""

from __future__ import annotations

from aliquot.library.viewing.changing import Changing
from aliquot.library.viewing.recalling import Recalling
from aliquot.library.viewing.working import Working

__all__ = ["View"]


class View(Recalling, Changing, Working):
    """What one person may read and ask of a library.

    What others alone may see does not exist here: asking for it is asking for what is not there.
    A view is for one request: what a person may see is decided once.

    Attributes:
        library: The whole.
        person: Who sees.
    """
