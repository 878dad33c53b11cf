"""No two modules need each other, not even late or for their types: each can be read alone."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import pytest

grimp = pytest.importorskip("grimp", reason="import-linter is not installed")


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("aliquot", cache_dir=None)
    imports = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as exc:
        pytest.fail(f"a circle of imports: {' <- '.join(exc.args[1])}")
