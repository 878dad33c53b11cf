"""A graph that the runtime has optimised is kept, computes the same, and is checked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aliquot.models.onnx_session import open_session, optimised

onnx = pytest.importorskip("onnx", reason="the extra 'multilingual' brings it")

DIGEST = "0123456789abcdef"


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """A graph of two additions of constants, which optimising makes one."""
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    constants = [helper.make_tensor(name, kind, [2], [1.0, 2.0]) for name in ("a", "b")]
    nodes = [
        helper.make_node("Add", ["a", "b"], ["sum"]),
        helper.make_node("Add", ["x", "sum"], ["y"]),
    ]
    put, got = (helper.make_tensor_value_info(name, kind, [2]) for name in ("x", "y"))
    made = helper.make_graph(nodes, "sums", [put], [got], constants)
    opsets = [helper.make_opsetid("", 18)]
    path = tmp_path / "sums.onnx"
    path.write_bytes(
        helper.make_model(made, opset_imports=opsets, ir_version=10).SerializeToString()
    )
    return path


def computed(path: Path) -> list[float]:
    found: list[float] = open_session(path).run(None, {"x": np.ones(2, np.float32)})[0].tolist()
    return found


def test_a_kept_graph_computes_what_the_graph_does(graph: Path, tmp_path: Path) -> None:
    kept = optimised(graph, DIGEST, tmp_path / "cache")
    assert kept != graph
    assert computed(kept) == computed(graph) == [3.0, 5.0]
    assert len(onnx.load(kept).graph.node) < len(onnx.load(graph).graph.node)


def test_a_kept_graph_is_used_again(graph: Path, tmp_path: Path) -> None:
    kept = optimised(graph, DIGEST, tmp_path / "cache")
    before = kept.stat()
    assert optimised(graph, DIGEST, tmp_path / "cache") == kept
    assert kept.stat().st_ino == before.st_ino


def test_a_kept_graph_that_was_cut_short_is_made_again(graph: Path, tmp_path: Path) -> None:
    kept = optimised(graph, DIGEST, tmp_path / "cache")
    kept.write_bytes(kept.read_bytes()[:20])
    assert computed(optimised(graph, DIGEST, tmp_path / "cache")) == [3.0, 5.0]


def test_a_graph_of_other_content_has_a_kept_one_of_its_own(graph: Path, tmp_path: Path) -> None:
    first = optimised(graph, DIGEST, tmp_path / "cache")
    assert optimised(graph, DIGEST[::-1], tmp_path / "cache") != first


def test_where_nothing_can_be_kept_the_graph_itself_is_used(graph: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert optimised(graph, DIGEST, tmp_path / "file") == graph


def test_a_graph_that_the_runtime_refuses_is_said_when_it_is_opened(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(b"no graph")
    assert optimised(damaged, DIGEST, tmp_path / "cache") == damaged
