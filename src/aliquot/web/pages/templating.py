"""Templates filled in: the page in the reader's language and theme, everything in it escaped.

Enters: a request, a template's name and values. Leaves: HTML. It knows nothing of what is shown.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from aliquot.generation.citing.links import web_path
from aliquot.library.viewing import View
from aliquot.shapes import place_shape, slide_shape
from aliquot.types import Citation, Place
from aliquot.types.history import citation_id
from aliquot.web.pages import moments
from aliquot.web.pages.assets import asset_url
from aliquot.web.pages.typesetting import kept_together, typeset
from aliquot.web.pages.wording import Wording

__all__ = [
    "LANGUAGES",
    "LANGUAGE_COOKIE",
    "THEMES",
    "THEME_COOKIE",
    "environment",
    "language_of",
    "render",
    "render_part",
    "theme_of",
    "translations",
    "wants_fragment",
]

HERE = Path(__file__).resolve().parent.parent
# Each by the name its readers give it.
LANGUAGES: Mapping[str, str] = {"en": "English", "ja": "日本語"}
DEFAULT_LANGUAGE = "en"
LANGUAGE_COOKIE = "aliquot_language"
THEMES = ("auto", "light", "dark")
THEME_COOKIE = "aliquot_theme"
DOMAIN = "aliquot"


def render(
    request: Request,
    template: str,
    view: View | None = None,
    status: int = 200,
    **values: Any,
) -> HTMLResponse:
    """Return a template filled in, in the language of whoever asks.

    Args:
        request: What is answered; its cookies and headers say language and theme.
        template: Name of a file in `web/templates`.
        view: The library as the reader sees it; `None` where nobody is known.
        status: HTTP status code.
        **values: What the template names.
    """
    text = render_part(
        request,
        template,
        view=view,
        languages=LANGUAGES,
        theme=theme_of(request),
        here=_here(request),
        **values,
    )
    return HTMLResponse(text, status, headers={"Vary": "Cookie, Accept-Language, HX-Request"})


def render_part(request: Request, template: str, **values: Any) -> str:
    """Return a part of a page, filled in likewise.

    Args:
        request: What is answered.
        template: Name of a file in `web/templates`.
        **values: What the template names.
    """
    language = language_of(request)
    return environment(language).get_template(template).render(language=language, **values)


@lru_cache(maxsize=len(LANGUAGES))
def environment(language: str) -> Environment:
    """Return what fills templates in, with every word in one language."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
    words = Wording(translations(language).gettext)
    made.globals |= {"asset": asset_url, "web_path": web_path, "words": words}
    made.filters |= {"citation_id": citation_id, "amount": _amount, **moments.filters(language)}
    made.filters |= {"kept_together": kept_together, "typeset": typeset}
    made.filters |= {"page_marks": _page_marks, "has_page_to_say": _has_page_to_say}
    made.filters |= {"slide_data": slide_shape}
    return made


@lru_cache(maxsize=len(LANGUAGES))
def translations(language: str) -> gettext.NullTranslations:
    """Return the interface's words in a language; English is what stands in the templates."""
    return gettext.translation(DOMAIN, HERE / "locale", [language], fallback=True)


def language_of(request: Request) -> str:
    """Return the language a reader chose, else the first of the browser's that is spoken here."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return next(
        (one for one in _preferred(request) if one in LANGUAGES),
        DEFAULT_LANGUAGE,
    )


def _preferred(request: Request) -> list[str]:
    """Return the browser's languages without regions, the most wanted first."""
    weighed = []
    for part in request.headers.get("accept-language", "").split(","):
        tag, _, weight = part.partition(";q=")
        try:
            weighed.append((float(weight or 1), tag.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    return [tag for _, tag in sorted(weighed, key=lambda one: -one[0])]


def theme_of(request: Request) -> str:
    """Return `light`, `dark`, or `auto` for what the reader's system says."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else THEMES[0]


def wants_fragment(request: Request) -> bool:
    """Tell whether a script asks for a part of a page, to put it where it belongs."""
    return request.headers.get("hx-request") == "true"


def _here(request: Request) -> str:
    """Return the address a reader comes back to: that of a page, never that of a form's target."""
    if request.method != "GET":
        return "/"
    query = f"?{request.url.query}" if request.url.query else ""
    return f"{request.url.path}{query}"


def _amount(number: float) -> str:
    return f"{number:,.0f}"


def _has_page_to_say(one: Citation) -> bool:
    """Tell whether a citation's page stands beside its label; labels name slides and sheets."""
    return one.page is not None and not one.label.endswith(
        (f"slide {one.page}", f"sheet {one.page}")
    )


def _page_marks(place: Place) -> list[dict[str, Any]]:
    """Return the pages of a place with what is marked on them, for the viewer."""
    marks: list[dict[str, Any]] = place_shape(place)["pages"]
    return marks
