"""Signs by which the formats of files are told, a file for each family.

What enters: the first bytes or characters of a file, or the list of what an archive holds. What
leaves: whether it is of a format. The order in which they are asked stands in `parsing.sniff`.
"""
