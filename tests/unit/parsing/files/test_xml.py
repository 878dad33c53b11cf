"""The safe XML reader."""

from __future__ import annotations

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.files.xml import local_name, parse_xml_bytes


def test_entities_of_the_unread_dtd_become_characters() -> None:
    root = parse_xml_bytes(b'<!DOCTYPE p PUBLIC "x" "y.dtd"><p>5 &micro;L<i>a</i>&beta;b</p>')
    assert "".join(root.itertext()) == "5 µLaβb"


@pytest.mark.parametrize(
    "declaration",
    [
        b'<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">',
        b'<!ENTITY b SYSTEM "file:///etc/hostname">',
        b'<!ENTITY a "aaaaaaaaaa">'
        + b"".join(
            b'<!ENTITY a%d "%s">' % (n, b"&a%s;" % (b"%d" % (n - 1) if n else b"") * 10)
            for n in range(9)
        )
        + b'<!ENTITY b "&a8;">',
    ],
)
def test_declared_entities_are_refused(declaration: bytes) -> None:
    with pytest.raises(ParseError, match="entities"):
        parse_xml_bytes(b"<!DOCTYPE p [" + declaration + b"]><p>&b;</p>")


@pytest.mark.parametrize("data", [b"<a><b></a>", b"", b"<a>" * 100_000])
def test_damage_and_depth_are_parse_errors(data: bytes) -> None:
    with pytest.raises(ParseError) as raised:
        parse_xml_bytes(data, source="x.xml")
    assert raised.value.source == "x.xml"


def test_local_name_forgets_the_namespace() -> None:
    assert local_name(parse_xml_bytes(b'<a xmlns="urn:x"/>')) == "a"
