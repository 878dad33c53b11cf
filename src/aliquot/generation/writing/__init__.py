"""Answers a language model writes: packed evidence, prompts, replies read as statements.

Enters: a question and evidence. Leaves: statements, each verified before it is handed on. Must not
know how evidence was found, nor which model writes.

`writer` the whole, from top to bottom · `packing`, `pieces` evidence to labelled pieces under a
budget · `fencing`, `instructions` documents' text as data · `prompts` what a model is told ·
`requesting` one conversation · `reading`, `marked`, `structured`, `drafts` what it wrote, in any
form · `citing`, `support` labels and quotes to chunks and spans · `reviewing` the gates, and what
is handed on · `mending` what failed · `suiting` limits for a model · `written` what comes
of it.
"""
