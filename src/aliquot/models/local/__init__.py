"""A language model that runs on this machine, in a process of its own, from a GGUF file.

Enters: a file, or the name of a model whose parts wheels carry. Leaves: a `ChatModel`; nothing it
is given leaves the machine. `model` is the seam, `process` the parent's side of the worker,
`worker` and `engine` the child's, `gguf` reads headers, `memory` says what fits, `known` and
`joining` make a file of the parts that wheels carry.
"""
