"""Numbered SQL files that bring a catalog to the present schema, each applied once, in order."""

from __future__ import annotations

import re
from importlib.resources import files
from string import Template

from sqlalchemy import Connection, text

from aliquot.errors import StoreError

__all__ = ["LATEST", "migrate", "version_of"]

# How each dialect writes what SQL leaves open.
DIALECTS = {
    "sqlite": {
        "identity": "INTEGER PRIMARY KEY AUTOINCREMENT",
        "blob": "BLOB",
        # The third stops INSERT OR REPLACE, which fires no trigger of deletion.
        "append_only_audit": """
            CREATE TRIGGER audit_never_updated BEFORE UPDATE ON audit
            BEGIN SELECT RAISE(ABORT, 'the audit log is only appended to'); END;
            CREATE TRIGGER audit_never_deleted BEFORE DELETE ON audit
            BEGIN SELECT RAISE(ABORT, 'the audit log is only appended to'); END;
            CREATE TRIGGER audit_in_order BEFORE INSERT ON audit
            WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM audit)
            BEGIN SELECT RAISE(ABORT, 'the audit log is only appended to'); END""",
    },
    "postgresql": {
        "identity": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        "blob": "BYTEA",
        "append_only_audit": """
            CREATE RULE audit_never_updated AS ON UPDATE TO audit DO INSTEAD NOTHING;
            CREATE RULE audit_never_deleted AS ON DELETE TO audit DO INSTEAD NOTHING""",
    },
}
# A statement ends at its semicolon, but for the one before the END of a trigger.
STATEMENT_END = re.compile(r";(?!\s*END\b)")


def _scripts() -> dict[int, str]:
    found = [entry for entry in files(__package__).iterdir() if entry.name.endswith(".sql")]
    return {int(entry.name[:4]): entry.read_text("utf-8") for entry in found}


LATEST = max(_scripts())


def version_of(connection: Connection) -> int:
    """Return the schema version of a catalog, 0 when it is empty."""
    if not connection.dialect.has_table(connection, "meta"):
        return 0
    found = connection.execute(text("SELECT value FROM meta WHERE name = 'schema'")).scalar()
    return int(found or 0)


def migrate(connection: Connection) -> None:
    """Apply every newer script inside the caller's transaction.

    Raises:
        StoreError: The catalog was written by a newer Aliquot.
    """
    version = version_of(connection)
    if version > LATEST:
        raise StoreError(
            f"The catalog has schema {version}; this Aliquot knows {LATEST}.",
            hint="Update Aliquot: pip install -U aliquot",
        )
    dialect = DIALECTS[connection.dialect.name]
    for number, script in sorted(_scripts().items()):
        if number <= version:
            continue
        lines = [line for line in script.splitlines() if not line.lstrip().startswith("--")]
        for statement in STATEMENT_END.split(Template("\n".join(lines)).substitute(dialect)):
            if statement.strip():
                connection.exec_driver_sql(statement)
        connection.execute(text("DELETE FROM meta WHERE name = 'schema'"))
        connection.execute(
            text("INSERT INTO meta (name, value) VALUES ('schema', :v)"), {"v": str(number)}
        )
