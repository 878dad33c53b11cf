"""Commands about people: collections, who was granted what in them, tokens for programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from aliquot.cli.groups import PEOPLE_GROUPS
from aliquot.cli.options import JsonOption, LibraryOption, goes_to_subcommand, open_library
from aliquot.errors import ConfigError
from aliquot.types import MAIN_COLLECTION, Collection, Grant, Permission, Role, Token

__all__ = ["collection_app", "grant_app", "token_app"]

SETTINGS = {"help_option_names": ["-h", "--help"]}
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The collection's name.")]
ToArgument = Annotated[
    str, typer.Argument(metavar="TO", help="A person, 'group:NAME', or '*' for everyone.")
]


def _group(name: str) -> typer.Typer:
    about = PEOPLE_GROUPS[name]
    return typer.Typer(name=name, help=about, rich_markup_mode=None, context_settings=SETTINGS)


collection_app = _group("collection")
grant_app = _group("grant")
token_app = _group("token")


# ------------------------------------------------------------------------------ collections


@collection_app.callback(invoke_without_command=True)
def collections(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List collections with their folders; the files of no other are in 'main'."""
    if not goes_to_subcommand(context, library):
        list_collections(context, library, as_json)


@collection_app.command("list")
def list_collections(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List collections with their folders and how many files each holds."""
    from aliquot.cli.render import near, print_json, say

    with open_library(context, library) as opened:
        found, counts = opened.people.collections(), opened.people.file_counts()
    if as_json:
        print_json([_collection_shape(one, counts.get(one.name, 0)) for one in found])
        return
    for one in found:
        title = f" ({one.title})" if one.title else ""
        say(f"{one.name}{title}: {_files(counts.get(one.name, 0))}", "bold")
        for folder in one.folders:
            say(f"  {near(folder)}")


@collection_app.command("add")
def add_collection(
    context: typer.Context,
    name: NameArgument,
    folders: Annotated[
        list[Path] | None, typer.Argument(metavar="[FOLDER]...", help="Folders it is to hold.")
    ] = None,
    title: Annotated[str, typer.Option("--title", help="As people read it.")] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a collection of folders, or add folders to one; files follow at once."""
    from aliquot.cli.render import print_json, say

    given = [str(one.expanduser().absolute()) for one in folders or ()]
    with open_library(context, library) as opened:
        known = {one.name: one for one in opened.people.collections()}
        before = known.get(name, Collection(name=name))
        whole = replace(before, title=title or before.title, folders=(*before.folders, *given))
        moved = opened.people.put_collection(whole)
        made, count = opened.people.collection(name), opened.people.file_counts().get(name, 0)
    if as_json:
        print_json(_collection_shape(made, count) | {"moved": moved})
        return
    say(f"{name} holds {_files(count)}; {_files(moved)} changed collections.")
    if not count:
        say("Nothing of its folders is in the library yet: aliquot add FOLDER", "dim")


@collection_app.command("remove")
def remove_collection(
    context: typer.Context,
    name: NameArgument,
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Take out this folder, and keep the rest.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Also where others will see its files then.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Drop a collection with its grants, or one of its folders; files stay in the library.

    They go to the collection around them: whoever may read that one sees them then.
    """
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        held = opened.people.collection(name)
        count = opened.people.file_counts().get(name, 0)
        if count and not yes:
            raise ConfigError(
                f"{_files(count)} of {name!r} would be seen by whoever may read the collection "
                f"around them, {MAIN_COLLECTION!r} mostly.",
                hint="Do it all the same with --yes, or put the folders into another collection.",
            )
        moved = (
            opened.people.remove_collection(name)
            if folder is None
            else opened.people.put_collection(_without(held, folder))
        )
    if as_json:
        print_json({"collection": name, "moved": moved})
    else:
        say(f"{_files(moved)} changed collections.")


def _without(held: Collection, folder: Path) -> Collection:
    """Return a collection without one of its folders.

    Raises:
        ConfigError: It is none of its folders.
    """
    gone = str(folder.expanduser().absolute())
    if gone not in held.folders:
        raise ConfigError(
            f"{gone} is no folder of {held.name!r}.", hint="'aliquot collection list' shows them."
        )
    return replace(held, folders=tuple(one for one in held.folders if one != gone))


def _collection_shape(one: Collection, files: int) -> dict[str, Any]:
    return {"name": one.name, "title": one.title, "folders": list(one.folders), "files": files}


def _files(count: int) -> str:
    return f"{count:,} file{'' if count == 1 else 's'}"


# ------------------------------------------------------------------------------ grants


@grant_app.callback(invoke_without_command=True)
def grants(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List who was granted what."""
    if not goes_to_subcommand(context, library):
        list_grants(context, "", library, as_json)


@grant_app.command("list")
def list_grants(
    context: typer.Context,
    collection: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A collection; all unless given.")
    ] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List who was granted what, in one collection or in all."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        found = opened.people.grants(collection or None)
    if as_json:
        print_json([_grant_shape(one) for one in found])
        return
    if not found:
        say("Nobody was granted anything; administrators see all.")
    for one in found:
        say(f"{one.collection}: {one.to} is {one.role}")


@grant_app.command("add")
def add_grant(
    context: typer.Context,
    collection: NameArgument,
    to: ToArgument,
    role: Annotated[
        Role, typer.Argument(help="What they may do; each may do what those before it may.")
    ] = Role.READER,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give someone a role in a collection, in place of the one they had."""
    from aliquot.cli.render import print_json, say

    given = Grant(collection, to, role)
    with open_library(context, library) as opened:
        opened.people.grant(given)
    if as_json:
        print_json(_grant_shape(given))
    else:
        say(f"{collection}: {to} is {role}")


@grant_app.command("remove")
def remove_grant(
    context: typer.Context,
    collection: NameArgument,
    to: ToArgument,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take a grant back; it counts from the next request on."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        opened.people.revoke_grant(collection, to)
    if as_json:
        print_json({"collection": collection, "to": to, "role": None})
    else:
        say(f"{collection}: {to} has no role any more")


def _grant_shape(one: Grant) -> dict[str, Any]:
    return {"collection": one.collection, "to": one.to, "role": str(one.role)}


# ------------------------------------------------------------------------------ tokens


@token_app.callback(invoke_without_command=True)
def tokens(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List tokens, newest first; their secrets are kept nowhere."""
    if not goes_to_subcommand(context, library):
        list_tokens(context, library, as_json)


@token_app.command("list")
def list_tokens(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List tokens, newest first, revoked and expired ones too."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        found = opened.people.tokens()
    if as_json:
        print_json([_token_shape(one) for one in found])
        return
    if not found:
        say("There are no tokens. Make one with: aliquot token create NAME --person PERSON")
    for one in found:
        may = ", ".join(sorted(one.permissions))
        used = f"last used {one.last_used_at[:13]}h" if one.last_used_at else "never used"
        ends = "revoked" if one.revoked_at else f"until {one.expires_at[:10]}"
        say(f"{one.id}  {one.name}: {one.person} may {may}; {ends}, {used}")


@token_app.command("create")
def create_token(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is for.")],
    person: Annotated[str, typer.Option("--person", "-p", help="As whom it acts.")],
    may: Annotated[
        list[Permission] | None,
        typer.Option("--may", help="What it may be used for; 'read' unless given."),
    ] = None,
    days: Annotated[float, typer.Option("--days", help="After how many days it ends.")] = 90,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a token and print it, this once; only a digest of it is kept."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        made, secret = opened.people.make_token(name, person, may or [Permission.READ], days)
    if as_json:
        print_json(_token_shape(made) | {"token": secret})
        return
    typer.echo(secret)
    say(f"Keep it now: it is not shown again. It ends on {made.expires_at[:10]}.", "dim")


@token_app.command("revoke")
def revoke_token(
    context: typer.Context,
    token_id: Annotated[str, typer.Argument(metavar="ID", help="As 'aliquot token list' shows.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """End a token at once."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        opened.people.revoke_token(token_id)
    if as_json:
        print_json({"id": token_id, "revoked": True})
    else:
        say(f"The token {token_id} opens nothing any more.")


def _token_shape(one: Token) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "person": one.person,
        "permissions": sorted(one.permissions),
        "created_at": one.created_at,
        "expires_at": one.expires_at,
        "last_used_at": one.last_used_at,
        "revoked_at": one.revoked_at,
    }
