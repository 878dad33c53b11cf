"""An index in segments: each written once, merged now and then, whole on disk at every moment.

`index` is what indexes of this kind share: changes, searches of one immutable view, flushing,
several processes. `files` keeps segments on disk. What a segment holds, and how it is searched, is
a `SegmentForm`: term impacts (`impacts_local`), token vectors (`tokens_local`).
"""

from __future__ import annotations

from aliquot.storage.segmented.form import Segment, SegmentForm, View, admitted
from aliquot.storage.segmented.index import SegmentedIndex

__all__ = ["Segment", "SegmentForm", "SegmentedIndex", "View", "admitted"]
