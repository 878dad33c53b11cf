"""Read files: bytes in, `Document` with blocks, pages and boxes out.

`discovery` finds files, `sniff` decides by content which parser reads each, and `isolation` runs it
in a `worker` process that may crash, hang or swell. A folder holds one family of formats, and its
parser knows nothing of chunks, indexes or the catalog. What families share: `builder` collects
blocks, `sections` classifies headings, `signs` tells formats apart, `files` opens what is packed or
encoded, `writing` writes lists, fields and special characters the same way for all.
"""
