"""Language models of every vendor behind one seam, `protocols.ChatModel`.

Enters: a name such as `anthropic:claude-haiku-4-5`, an address, options. Leaves: a `ChatModel` that
waits, tries again, falls back on others and keeps a budget. Prompts are sent to the model's host
and nowhere else. Must not know what is asked.

`naming` kinds and addresses · `keys` where keys come from · `vendors` name to model · `adapter` the
seam itself · `conversion`, `schemas` our messages to theirs · `translation` their errors to ours ·
`loops` from threads to an event loop · `tokens`, `prices` counts and costs · `guards` one model's
limits and retries · `budgets`, `ledger` what may be spent · `chain` models tried in order.

Nothing here is imported before a model is named: the library beneath takes seconds to load.
"""
