"""What ships for tests of Aliquot and of its plugins: deterministic fakes and contract suites.

`fakes` are real backends without a model, selectable by name in a config. The `contract_*` modules
hold one suite per seam: subclass it in a test module, provide the fixtures it names, and every
promise of the seam is checked. They need pytest; nothing here imports it.
"""

from __future__ import annotations
