"""The pure parts of a survey: what is asked of every document, and what is made of the answers.

- `recognising`: whether a question is one for a survey; all that `ask` needs of these.
- `asking`: a question, as it was read, to what is looked for, counted and shown.
- `kinds`: words for kinds of findings, record fields and types of article.
- `merging`: findings of one thing under one name.
- `rows`: documents and merged findings to rows.
- `coverage`: what was in scope, and what became of it.
- `absence`: what nothing was found of, and what comes near.
"""
