"""The pages: HTML from templates, one module a page."""

from collections.abc import Sequence

from fastapi import APIRouter

from aliquot.web.pages import (
    answers,
    asking,
    assets,
    audit,
    conversations,
    documents,
    evaluation,
    first_run,
    jobs,
    library,
    login,
    preferences,
    settings,
    surveys,
    uploading,
)

__all__ = ["ROUTERS"]

ROUTERS: Sequence[APIRouter] = (
    login.router,
    assets.router,
    preferences.router,
    asking.router,
    first_run.router,
    answers.router,
    conversations.router,
    documents.router,
    evaluation.router,
    uploading.router,
    surveys.router,
    settings.router,
    library.router,
    jobs.router,
    audit.router,
)
