"""Two people over one library: what one may not see appears nowhere in what the other is shown."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from aliquot.errors import AliquotError, ConfigError, UnknownDocumentError
from aliquot.library import Library
from aliquot.library.viewing import View
from aliquot.shapes import (
    answer_shape,
    chunk_shape,
    document_shape,
    finding_shape,
    ranking_shape,
    receipt_shape,
    survey_shape,
    understanding_shape,
    verdict_shape,
)
from aliquot.types import (
    LOCAL_PERSON,
    Answer,
    Collection,
    Grant,
    Opinion,
    Permission,
    Person,
    Role,
)
from two_people import ANN, BEN, FAKE, NOBODY, hidden_id, leaks, shown

# ------------------------------------------------------------------------------ reading


def test_each_person_lists_their_own_documents(ann: View, ben: View) -> None:
    assert len(ann.documents()) == 2
    assert any("Quaxine" in one.title for one in ben.documents())
    assert not leaks(shown([document_shape(one) for one in ann.documents()]))


def test_whoever_was_granted_nothing_sees_nothing(shared: Library) -> None:
    view = View(shared, NOBODY)
    assert view.documents() == []
    assert view.collections() == []
    assert list(view.receipts()) == []
    assert view.search("virellin") == []
    assert view.ask("How much virellin do cells tolerate?").abstained
    assert view.status()["documents"] == 0
    assert list(view.findings()) == []


def test_a_token_that_may_not_read_reads_nothing(shared: Library) -> None:
    writer = Person(name="ann", via="token", permissions=frozenset({Permission.WRITE}))
    assert View(shared, writer).documents() == []


def test_a_hidden_document_is_refused_as_one_that_is_not_there(ann: View, shared: Library) -> None:
    secret = hidden_id(shared)
    for read in (
        ann.document,
        ann.chunks,
        ann.relations,
        ann.findings,
        ann.source_file,
        ann.remove,
    ):
        with pytest.raises(UnknownDocumentError) as hidden:
            read(secret)
        with pytest.raises(UnknownDocumentError) as missing:
            read("no-such-document")
        assert hidden.value.message == missing.value.message.replace("no-such-document", secret)
        assert hidden.value.hint == missing.value.hint


def test_a_hidden_file_is_refused_as_one_that_is_not_there(
    ann: View, ben: View, tmp_path: Path
) -> None:
    merger = tmp_path / "lab/vault/merger.md"
    assert ben.receipt(merger).documents
    with pytest.raises(ConfigError):
        ann.receipt(merger)
    assert not leaks(shown([receipt_shape(one) for one in ann.receipts()]))


def test_counts_are_of_what_is_seen(ann: View, ben: View) -> None:
    assert ann.status()["documents"] < ben.status()["documents"]
    assert sum(ann.status()["sources"].values()) == 2
    assert not leaks(shown(ann.status()))


def test_administrators_see_everything(shared: Library) -> None:
    chief = Person(name="chief", via="oidc", is_administrator=True)
    assert len(View(shared, chief).documents()) == len(shared.documents())
    assert View(shared, chief).collections() == ["main", "vault"]


def test_nobody_is_a_group_by_their_name(shared: Library) -> None:
    sly = Person(name="group:dosing", via="proxy")
    assert View(shared, sly).collections() == []


# ------------------------------------------------------------------------------ asking

QUESTIONS = [
    "How much virellin do HEK293T cells tolerate?",
    "Quaxine dosing, version 2",
    "What kills HEK293T cells?",
    'Which cells tolerate "quaxine"?',
    "quaxine scan",
    "What do papers by Quaxine say of year 2020?",
]


def everything_about(view: View, question: str) -> str:
    """Return all that a person is shown for a question, whichever way it is put."""
    answer = view.ask(question)
    streamed = list(view.stream(question))
    last = streamed[-1]
    assert isinstance(last, Answer)
    return shown(
        answer_shape(answer),
        answer_shape(last),
        ranking_shape(view.search(question)),
        understanding_shape(view.understand(question)),
        [verdict_shape(one) for one in view.check_text(f"{question[:-1]}.")],
        survey_shape(view.survey(question)),
    )


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_answer_holds_a_word_of_what_is_hidden(ann: View, question: str) -> None:
    said = everything_about(ann, question)
    for word in (*question.casefold().replace('"', " ").replace("?", " ").split(), question):
        # What the reader typed is theirs.
        said = said.replace(word, "")
    assert not leaks(said)


def test_each_person_gets_an_answer_of_their_own(ann: View, ben: View) -> None:
    question = "What kills HEK293T cells within minutes?"
    assert "77 mM" in shown(answer_shape(ben.ask(question))).replace("mm", "mM")
    assert "77 mm" not in shown(answer_shape(ann.ask(question)))


def test_what_one_asked_first_does_not_answer_the_other(ann: View, ben: View) -> None:
    question = "How much virellin do HEK293T cells tolerate?"
    for _ in range(2):
        assert "88 µm".casefold() in everything_about(ben, question)
        assert "88 µm".casefold() not in everything_about(ann, question)


def test_a_filter_of_ones_own_opens_nothing(ann: View) -> None:
    for where in ('collection = "vault"', "not collection = main", 'kind = notes or title = "x"'):
        found = ann.search("quaxine", where=where)
        assert not leaks(shown(ranking_shape(found)))
        assert not leaks(shown([document_shape(one) for one in ann.documents(where)]))
        assert not leaks(shown([finding_shape(one, "") for one in ann.findings(where=where)]))


def test_a_survey_counts_no_file_of_others(ann: View, ben: View) -> None:
    question = "Which documents name HEK293T?"
    mine, theirs = ann.survey(question).coverage, ben.survey(question).coverage
    assert mine.in_scope == 2
    assert theirs.in_scope > 2
    assert not leaks(shown(survey_shape(ann.survey(question))))


def test_a_refusal_names_no_unread_file_of_others(ann: View, ben: View) -> None:
    question = "What does the quaxine scan show?"
    assert "quaxine scan.pdf" in ben.ask(question).reason.casefold()
    assert "scan.pdf" not in ann.ask(question).reason.casefold()


def test_no_filter_is_spoken_of_that_the_person_did_not_make(ann: View) -> None:
    answer = ann.ask("Who discovered penicillin in 1928?")
    assert answer.abstained
    assert "collection" not in answer.reason


# ------------------------------------------------------------------------------ folders change


def test_what_moves_out_of_sight_is_gone_at_once(
    shared: Library, ann: View, tmp_path: Path
) -> None:
    question = "How hot is the tube of competent cells?"
    assert "42" in shown(answer_shape(ann.ask(question)))
    folder = str(tmp_path / "lab/open")
    assert shared.people.put_collection(Collection(name="cold", folders=(folder,))) == 2
    later = View(shared, ANN)
    assert later.search(question) == []
    assert later.ask(question).abstained


def test_what_moves_into_sight_is_there_at_once(shared: Library, ann: View) -> None:
    assert not ann.search("quaxine kills cells", where="title = quaxine")
    moved = shared.people.remove_collection("vault")
    assert moved == 3
    assert "quaxine" in shown(ranking_shape(View(shared, ANN).search("quaxine")))


def test_a_grant_taken_back_hides_at_once(shared: Library, ben: View) -> None:
    assert len(ben.documents()) > 2
    shared.people.revoke_grant("vault", "group:dosing")
    assert len(View(shared, BEN).documents()) == 2


def test_another_process_sees_the_folders_as_they_are(shared: Library, tmp_path: Path) -> None:
    with Library.open(shared.path, FAKE) as other:
        assert View(other, ANN).search("heat the tube")
        folder = str(tmp_path / "lab/open")
        shared.people.put_collection(Collection(name="cold", folders=(folder,)))
        assert View(other, ANN).search("heat the tube") == []


# ------------------------------------------------------------------------------ copies


@pytest.fixture
def copied(shared: Library, tmp_path: Path) -> Library:
    """The same bytes lie in the hidden folder, where they were first, and in the open one."""
    lab = tmp_path / "lab"
    shutil.copy(lab / "vault/merger.md", lab / "open/copy.md")
    shared.add(lab)
    return shared


def test_a_copy_in_sight_shows_the_document_and_not_where_else_it_lies(copied: Library) -> None:
    view = View(copied, ANN)
    secret = hidden_id(copied)
    assert view.document(secret).source is not None
    path = "/vault/"
    records = [
        answer_shape(view.ask("What kills HEK293T cells within minutes?")),
        [document_shape(one) for one in view.documents()],
        [chunk_shape(one) for one in view.chunks(secret)],
        ranking_shape(view.search("quaxine")),
        [receipt_shape(one) for one in view.receipts()],
        survey_shape(view.survey("Which documents name HEK293T?")),
        str(view.source_file(secret)),
    ]
    text = shown(records)
    assert "copy.md" in text
    assert path not in text


def test_another_file_of_the_same_work_shows_nothing_of_the_better_one(
    shared: Library, tmp_path: Path
) -> None:
    entries = shared.catalog.ledger.entries()
    original = next(path for path in entries if path.endswith("merger.md"))
    lesser = next(path for path in entries if path.endswith("heat.md"))
    entry = entries[lesser]
    shared.catalog.set_aside(entry.source, original, now_ns=0, reason=f"{original} is better")
    view = View(shared, ANN)
    assert len(view.documents()) == 1
    assert not leaks(shown([receipt_shape(one) for one in view.receipts()]))


def test_removing_takes_a_document_out_of_ones_own_collections_alone(copied: Library) -> None:
    copied.people.grant(Grant("main", "ann", Role.EDITOR))
    view = View(copied, ANN)
    secret = hidden_id(copied)
    (removed,) = view.remove(secret)
    assert removed.endswith("copy.md")
    assert not leaks(shown([document_shape(one) for one in View(copied, ANN).documents()]))
    assert View(copied, BEN).document(secret)


def test_the_original_goes_and_the_copy_of_others_stays(copied: Library) -> None:
    copied.people.revoke_grant("main", "group:dosing")
    (removed,) = View(copied, BEN).remove(hidden_id(copied))
    assert removed.endswith("merger.md")
    assert not any("Quaxine" in one.title for one in View(copied, BEN).documents())
    left = [one for one in View(copied, ANN).documents() if "Quaxine" in one.title]
    assert [one.source and Path(one.source.path).name for one in left] == ["copy.md"]


# ------------------------------------------------------------------------------ what was asked


def test_answers_and_conversations_belong_to_whoever_asked(ann: View, ben: View) -> None:
    answer = ann.ask("How hot is the tube?")
    session = ann.conversation()
    session.ask("How hot is the tube?")
    assert [one.id for one in ann.answers()][-1] == answer.trace.id
    assert ben.answers() == []
    assert ben.conversations() == []
    for refused in (
        lambda: ben.explain(answer.trace.id),
        lambda: ben.explain(answer.trace.id[-6:]),
        lambda: ben.give_feedback(answer.trace.id, Opinion.GOOD),
        lambda: ben.conversation(session.id),
        lambda: ben.rename_conversation(session.id, "mine"),
        lambda: ben.delete_conversation(session.id),
    ):
        with pytest.raises(UnknownDocumentError):
            refused()
    assert ann.conversation(session.id).conversation.turn_count == 1


def test_who_sits_at_the_machine_sees_what_was_asked_there(shared: Library, ann: View) -> None:
    ann.ask("How hot is the tube?")
    asked = shared.ask("How hot is the tube?")
    local = View(shared, LOCAL_PERSON)
    assert [one.id for one in local.answers()] == [asked.trace.id]
    namesake = View(shared, Person(name="local", via="proxy", is_administrator=True))
    assert namesake.answers() == []


def test_an_answer_is_withheld_once_its_documents_are_out_of_sight(
    shared: Library, ben: View
) -> None:
    answer = ben.ask("What kills HEK293T cells within minutes?")
    session = ben.conversation()
    session.ask("What kills HEK293T cells within minutes?")
    assert "77 mm" in shown(answer_shape(ben.explain(answer.trace.id).stored.answer))
    shared.people.revoke_grant("vault", "group:dosing")
    later = View(shared, BEN)
    explained = later.explain(answer.trace.id)
    conversation = later.conversation(session.id)
    texts = shown(
        answer_shape(explained.stored.answer),
        [str(one) for one in later.answers()],
        str(explained),
        str(conversation.conversation),
        [answer_shape(one) for one in conversation.answers() if one],
    )
    assert not leaks(texts)
    assert "ask again" in texts


def test_a_conversation_is_answered_from_what_its_person_sees(ann: View) -> None:
    session = ann.conversation()
    session.ask("How much virellin do HEK293T cells tolerate?")
    again = ann.conversation(session.id)
    followed = [*again.stream("And what kills them?")][-1]
    assert isinstance(followed, Answer)
    assert not leaks(shown(answer_shape(followed)))


def test_feedback_is_kept_with_who_gave_it(ann: View, shared: Library) -> None:
    answer = ann.ask("How hot is the tube?")
    ann.give_feedback(answer.trace.id, Opinion.BAD, "wrong tube")
    ann.give_feedback(answer.trace.id, Opinion.GOOD)
    (kept,) = shared.feedback.of(answer.trace.id)
    assert (kept.person, kept.opinion, kept.note) == ("ann", Opinion.GOOD, "")
    assert ann.feedback(answer.trace.id) == kept


# ------------------------------------------------------------------------------ writing


def test_only_editors_upload_and_remove(shared: Library, ann: View, ben: View) -> None:
    folder = ben.upload_folder("vault")
    assert folder.is_dir()
    assert folder == shared.path / "uploads/vault"
    for view, collection in ((ann, "main"), (ann, "vault"), (ben, "main"), (ben, "none")):
        with pytest.raises(UnknownDocumentError):
            view.upload_folder(collection)
    reader = Person(name="ben", groups=BEN.groups, permissions=frozenset({Permission.READ}))
    with pytest.raises(AliquotError):
        View(shared, reader).upload_folder("vault")
    with pytest.raises(UnknownDocumentError):
        View(shared, reader).remove(hidden_id(shared))


def test_what_is_uploaded_belongs_to_its_collection(shared: Library, ann: View, ben: View) -> None:
    file = ben.upload_folder("vault") / "new.md"
    file.write_text("# Quaxine again\n\nQuaxine smells.\n", encoding="utf-8")
    shared.add(file)
    assert any("again" in one.title for one in ben.documents())
    assert not any("again" in one.title for one in View(shared, ANN).documents())


def test_what_was_removed_comes_back(shared: Library, ben: View) -> None:
    secret = hidden_id(shared)
    (path,) = ben.remove(secret)
    assert not any("Quaxine" in one.title for one in ben.documents())
    shared.sync()
    assert not any("Quaxine" in one.title for one in ben.documents())
    assert ben.restore(path) == [secret]
    assert any("Quaxine" in one.title for one in ben.documents())


def test_jobs_are_their_persons(shared: Library, ann: View, ben: View) -> None:
    job = shared.jobs.begin("add", "ann", {"paths": []})
    assert [one.id for one in ann.jobs()] == [job.id]
    assert ben.jobs() == []
    with pytest.raises(UnknownDocumentError):
        ben.job(job.id)
    assert View(shared, LOCAL_PERSON).job(job.id) == job


def test_a_person_without_a_name_is_nobody(shared: Library) -> None:
    with pytest.raises(ConfigError):
        View(shared, Person(name="", via="proxy"))
