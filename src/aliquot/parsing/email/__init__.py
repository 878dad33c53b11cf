"""Read e-mail: single messages (.eml, .emlx) and mailboxes (.mbox).

What enters: a path. What leaves: one `Document` for each message.
"""
