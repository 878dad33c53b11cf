"""What stages that run models share: files in wheels and folders, sessions, services.

Enters: where a model's files lie or who serves it. Leaves: checked paths, sessions, answers. Knows
nothing of what a model is used for.
"""
