"""The web face: an API for programs and pages for people, over one library.

Enters: requests. Leaves: JSON, pages and streams. It calls the library and knows no stage.
"""
