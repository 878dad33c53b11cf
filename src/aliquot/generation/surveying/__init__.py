"""The pure parts of a survey: what is asked of every document, and what is made of the answers.

- `recognising`: whether a question is one for a survey; all that `ask` needs of these.
- `asking`: a question, as it was read, to what is looked for, counted and shown.
- `picking`, `trial_fields`: what of it picks documents by their records.
- `denying`, `needing`, `naming`: what documents lack, what they have to say, what is named.
- `subjects`, `wording`, `japanese`: what is looked for, without the words that ask.
- `kinds`: words for kinds of findings, record fields and types of article.
- `merging`: findings of one thing under one name.
- `value_questions`, `steps`: which temperatures, doses, ... are asked for, and of what step.
- `valuing`: findings to values, each once in any unit, with what a sentence says of each.
- `disagreeing`: values of one thing that differ between documents, side by side.
- `grouping`: rows by year, author or version.
- `rows`: documents and merged findings to rows.
- `coverage`: what was in scope, and what became of it.
- `absence`: what nothing was found of, and what comes near.
"""
