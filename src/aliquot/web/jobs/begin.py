"""Jobs begun for a person: what they may do is settled first, since a worker knows no person.

A key names one piece of work of one person: sent again with it, the same request gives the same job
as the person may see it today, and another request is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aliquot.errors import ConfigError
from aliquot.evaluation.questions import Question
from aliquot.library.arguments import read_filter, readable
from aliquot.library.demonstration import demonstration_lab
from aliquot.library.viewing import View
from aliquot.types import EvaluationKind, Job, Role
from aliquot.web.jobs.asker import ASKER, with_asker
from aliquot.web.jobs.evaluating import evaluation_given
from aliquot.web.problems import Refusal

__all__ = [
    "begin_add",
    "begin_demonstration",
    "begin_evaluation",
    "begin_remove",
    "begin_restore",
    "begin_survey",
    "begin_sync",
]


def begin_add(view: View, paths: Sequence[Path], key: str = "", *, trust: bool = False) -> Job:
    """Begin to read files that lie where the person may put some.

    Args:
        view: Whose.
        paths: In folders that `View.upload_folder` gave, or of files the person may change.
        key: Chosen by who asks, so that asking twice does the work once.
        trust: Whether the person vouches that each file is what it says it is.

    Raises:
        Refusal: The key names other work.
    """
    return _begun(view, "add", {"paths": list(map(str, paths)), "trust": trust}, key)


def begin_demonstration(view: View) -> Job:
    """Begin to bring the demonstration lab in.

    Args:
        view: Of someone who administrates the library.

    Raises:
        ConfigError: It is not on this machine.
    """
    lab = demonstration_lab()
    if lab is None:
        raise ConfigError(
            "The demonstration lab is not on this machine.",
            hint="It lies in examples/lab of Aliquot's source; bring any files of your own in.",
        )
    return _begun(view, "demonstrate", {"path": str(lab)})


def begin_remove(view: View, path: str, document_ids: Sequence[str]) -> Job:
    """Begin to take a file's documents out of the collections the person may change.

    Args:
        view: Of someone who may change the file's collection.
        path: Of the file, by which it is brought back.
        document_ids: Of its documents.
    """
    given = {"path": path, "document_ids": list(document_ids)}
    return _begun(view, "remove", with_asker(given, view.person))


def begin_restore(view: View, path: str, key: str = "", *, trust: bool = False) -> Job:
    """Begin to read a file again, or to bring back what was removed of it.

    Args:
        view: Of someone who may change the file's collection.
        path: Of the file.
        key: As `begin_add` takes it.
        trust: Whether the person vouches that the file is what it says it is.

    Raises:
        Refusal: The key names other work.
    """
    return _begun(view, "restore", {"path": path, "trust": trust}, key)


def begin_sync(view: View, *, reparse: bool = False, key: str = "") -> Job:
    """Begin to make the library agree with its files and folders.

    Args:
        view: Whose.
        reparse: Whether files an older version has read are read again.
        key: As `begin_add` takes it.

    Raises:
        Refusal: The person neither administrates nor owns a collection, or the key names other
            work.
    """
    if not any(view.may(Role.OWNER, one) for one in view.collections()):
        raise Refusal(403, "Only administrators and owners of a collection may do this.")
    return _begun(view, "sync", {"reparse": reparse}, key)


def begin_survey(view: View, question: str, where: str = "", key: str = "", **asked: Any) -> Job:
    """Begin a survey of what the person may see.

    Args:
        view: Whose.
        question: As asked.
        where: A filter in words.
        key: As `begin_add` takes it.
        **asked: `columns`, `group_by`, `max_documents`, `max_cost_usd`.

    Raises:
        ConfigError: The question has no words, or the filter cannot be read.
        Refusal: The key names other work.
    """
    readable(question)
    read_filter(where)
    given = with_asker({"question": question, "where": where, **asked}, view.person)
    return _begun(view, "survey", given, key)


def begin_evaluation(
    view: View, name: str, questions: Sequence[Question], kind: EvaluationKind
) -> Job:
    """Begin to measure the whole library on questions whose answers are known.

    Args:
        view: Of someone who administrates it.
        name: Of the question set.
        questions: What is asked.
        kind: What is measured.
    """
    given = evaluation_given(name, questions, kind, view.owner)
    return _begun(view, "evaluate", given)


def _begun(view: View, kind: str, given: Mapping[str, Any], key: str = "") -> Job:
    job = view.library.jobs.begin(kind, view.person.name, given, key)
    if key and (job.kind, _asked(job.given)) != (kind, _asked(given)):
        # Source: draft-ietf-httpapi-idempotency-key-header-07, section 2.7.
        raise Refusal(
            422,
            "This key was sent with another request before.",
            hint="Choose a new Idempotency-Key for each piece of work, and repeat it with the very "
            "same request only.",
        )
    # What came of it may be of documents that are not there for the person any more.
    return view.job(job.id)


def _asked(given: Mapping[str, Any]) -> Any:
    """Return what a job works on as JSON has it, whoever asked for it and how they were known."""
    return json.loads(json.dumps({name: one for name, one in given.items() if name != ASKER}))
