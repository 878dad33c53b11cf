"""Every test of the catalog runs on SQLite, and on PostgreSQL where a server can be started."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from aliquot.storage.catalog import Catalog
from postgres import postgres_server

# Modules whose tests reach the catalog through `Catalog.at` alone.
ON_BOTH = frozenset(
    {"answers", "audit", "catalog", "cells", "conversations", "encodings", "filtering", "findings"}
    | {"following", "ledger", "lookup_cache", "people", "scopes", "synonyms", "vector_cache"}
)
# Tests that read or spoil the file itself, beside the catalog.
OF_FILES = frozenset(
    {
        "test_a_damaged_record_says_so_and_spoils_no_list",
        "test_an_answer_changed_after_it_was_given_is_found",
        "test_traces_of_an_older_version_can_be_read",
        "test_the_first_entry_that_does_not_fit_is_named",
        "test_a_damaged_entry_is_still_listed",
        "test_a_log_cut_at_its_end_is_found_by_a_hash_noted_earlier",
        "test_the_table_is_only_appended_to",
        "test_a_wrong_clock_does_not_break_the_order",
        "test_two_processes_keep_one_chain",
        "test_a_process_that_is_killed_leaves_a_sound_chain",
        "test_replacing_leaves_nothing_of_the_former_documents",
        "test_ids_that_are_taken_are_found_by_their_index",
        "test_a_catalog_somebody_holds_is_waited_for_not_read_as_it_stands",
        "test_filters_reach_chunks_by_key",
        "test_a_damaged_file_is_named_with_its_remedy",
        "test_a_catalog_of_the_version_before_gains_the_table",
        "test_a_deleted_conversation_is_gone_with_its_turns",
        "test_of_a_damaged_turn_the_question_is_left",
        "test_documents_of_an_older_library_are_there_and_unread",
        "test_findings_are_rows_that_go_with_their_document",
        "test_each_entry_follows_the_one_before",
        "test_no_secret_is_kept",
    }
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of the modules above once for each database."""
    name = metafunc.module.__name__.rpartition(".")[2].removeprefix("test_")
    if name in ON_BOTH and "database" in metafunc.fixturenames:
        both = ["sqlite"] if metafunc.function.__name__ in OF_FILES else ["sqlite", "postgresql"]
        metafunc.parametrize("database", both, indirect=True, scope="module")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres_server(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="module", autouse=True)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Let `Catalog.at` open a schema of the server in place of each file."""
    name = getattr(request, "param", "sqlite")
    if name == "sqlite":
        yield name
        return
    address = request.getfixturevalue("server")
    schemas: dict[Path, str] = {}
    opened: list[Catalog] = []

    def at(cls: type[Catalog], path: Path) -> Catalog:
        if path not in schemas:
            schemas[path] = f"s{uuid.uuid4().hex[:12]}"
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"CREATE SCHEMA {schemas[path]}")
        opened.append(cls(f"{address}&options={quote(f'-csearch_path={schemas[path]}')}"))
        return opened[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Catalog, "at", classmethod(at))
        yield name
    for catalog in opened:
        catalog.close()
