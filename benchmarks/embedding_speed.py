"""Speed of the local embedders against the best their graphs reach when run directly.

python benchmarks/embedding_speed.py --models bge-small-en-v1.5 multilingual-e5-small --save
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import onnxruntime as ort

from aliquot.backends import load
from aliquot.embedding.e5.preparing import default_cache, prepared
from aliquot.embedding.models import BGE_SMALL_EN_TOKENIZER, MODELS, Encoder
from aliquot.models.onnx_session import json_tokenizer
from aliquot.models.pinned import locate
from record import save
from timing import cpu_ms_p50, cpu_seconds

WORDS = (
    "the of and in to cells were with for protein expression was mice gene binding mutation "
    "patients treated levels analysis incubated buffer minutes tumour receptor kinase antibody "
    "sequence increased compared control phosphorylation significantly membrane culture medium"
)

# Tokens a run: 1 stands for one text whatever its length.
BUDGETS = (1, 512, 1024, 4096)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--models", nargs="+", default=["bge-small-en-v1.5"], choices=MODELS)
    parser.add_argument("--texts", type=int, default=60, help="texts of 40 to 330 words")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results/")
    options = parser.parse_args()
    texts = made_texts(options.texts)
    result = {"models": {name: measured(name, texts) for name in options.models}}
    print(json.dumps(result, indent=1))
    if options.save:
        print(save("embedding_speed", result))


def made_texts(count: int) -> list[str]:
    """Return texts as long as chunks are; what the words say does not change the speed."""
    rng = np.random.default_rng(0)
    words = WORDS.split()
    return [" ".join(rng.choice(words, int(rng.integers(40, 330)))) for _ in range(count)]


def measured(name: str, texts: Sequence[str]) -> dict[str, Any]:
    """Return the figures of one model."""
    embedder = load("embedders", name)(threads=1)
    query = "Does inhibition of the kinase reduce tumour growth in treated mice?"
    first_s = cpu_seconds(lambda: embedder.embed([query], "query"))
    query_ms = cpu_ms_p50(lambda _: embedder.embed([query], "query"), 30)
    encoder = encoder_of(name)
    prefix = MODELS[name].document_prefix
    inputs = [encoder.token_ids(prefix + text) for text in texts]
    tokens = sum(map(len, inputs))
    raw = raw_runs(encoder, inputs)
    # In turn and twice: a shared machine is not equally fast at all times.
    seconds: dict[str, float] = {}
    for _ in range(2):
        for label, task in {"embedder": lambda: embedder.embed(texts, "document"), **raw}.items():
            seconds[label] = min(seconds.get(label, np.inf), cpu_seconds(task))
    speeds = {label: round(tokens / spent) for label, spent in seconds.items()}
    best = max(speed for label, speed in speeds.items() if label != "embedder")
    return {
        "tokens": tokens,
        "tokens_per_cpu_s": speeds,
        "share_of_best_raw": round(speeds["embedder"] / best, 3),
        "load_and_first_query_cpu_ms": round(1000 * first_s),
        "query_cpu_ms_p50": round(query_ms, 2),
    }


def encoder_of(name: str) -> Encoder:
    """Return a model's graph and tokenizer."""
    spec = MODELS[name]
    weights = locate(spec, spec.weights)
    if spec.tokenizer is None:
        return prepared(spec, weights, default_cache())
    return Encoder(weights, json_tokenizer(locate(spec, BGE_SMALL_EN_TOKENIZER), spec.max_tokens))


def raw_runs(encoder: Encoder, inputs: Sequence[Sequence[int]]) -> dict[str, Callable[[], object]]:
    """Return tasks that run the graph alone, over ready token ids, in batches of each budget."""
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = 1
    settings.log_severity_level = 3
    session = ort.InferenceSession(str(encoder.graph), settings, providers=["CPUExecutionProvider"])
    names = {put.name for put in session.get_inputs()}
    # A graph without a mask takes one text at a time.
    budgets = BUDGETS if "attention_mask" in names else BUDGETS[:1]

    def run(budget: int) -> None:
        for ids, mask in batches(inputs, budget):
            feed = {
                "input_ids": ids,
                "attention_mask": mask,
                "token_type_ids": np.zeros_like(ids),
            }
            session.run(None, {name: feed[name] for name in names})

    return {f"raw, {budget} tokens a run": lambda budget=budget: run(budget) for budget in budgets}


def batches(
    inputs: Sequence[Sequence[int]], budget: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield ids and masks, shortest texts first, padded to at most `budget` tokens a batch."""
    waiting: list[Sequence[int]] = []
    for text in sorted(inputs, key=len):
        if waiting and (len(waiting) + 1) * len(text) > budget:
            yield padded(waiting)
            waiting = []
        waiting.append(text)
    yield padded(waiting)


def padded(texts: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Return int64 (texts, longest) ids and mask."""
    ids = np.zeros((len(texts), max(map(len, texts))), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, text in enumerate(texts):
        ids[row, : len(text)] = text
        mask[row, : len(text)] = 1
    return ids, mask


if __name__ == "__main__":
    main()
