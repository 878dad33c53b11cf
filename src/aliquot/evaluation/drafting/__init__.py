"""Draft questions from what a library holds, by rules and a seed: no labels, no model.

Enters: documents and chunks. Leaves: questions as a scientist asks them, with what answers them and
where that stands; and questions that nothing in the library answers.
"""
