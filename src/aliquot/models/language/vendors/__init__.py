"""Kinds of servers to models: one function each, which `backends.py` names.

Clients of the vendors are told never to try again, never to follow a redirect with a prompt, and to
reach this machine without a proxy. Addresses are always given, so that no variable a vendor reads
can send a prompt elsewhere.
"""
