"""Look at pages of a file again after it was read: where characters stand, and how a page looks.

What enters: the path of a PDF or a picture, and page numbers. What leaves: `PageCharacters` and
`PagePicture`. Both are read in a process of its own with a time and a memory limit (`looking`, and
`drawer` on the child's side), because pdfium is not made for several threads, and because a file
that hangs or swells must cost a process, never the server. Nothing is known here of documents.
"""
