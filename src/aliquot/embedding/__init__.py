"""Text in, vectors of unit length out: one file per way of running a model.

`models` knows the built-in models and where their files lie; `onnx` runs any ONNX encoder on the
CPU; `e5` rewrites one model's published weights as ONNX; `directory` reads a model's folder, `hub`
asks fastembed, `services` ask vendors; `naming` makes an embedder of its name. Nothing heavy is
imported here; backends are loaded by name through `aliquot.backends`.
"""

from __future__ import annotations

from aliquot.embedding.models import MODELS, ModelSpec

__all__ = ["MODELS", "ModelSpec"]
