"""Looking after a library: doctor, backup and restore, export and import, vacuum.

What enters is a library's folder, settings, catalog and indexes; what leaves is what was found and
done, as records a face shows. Nothing here touches the files documents were read from.
"""

from __future__ import annotations

from aliquot.library.care.care import Care
from aliquot.library.care.checked import Checked

__all__ = ["Care", "Checked"]
