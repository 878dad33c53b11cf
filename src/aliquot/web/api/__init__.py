"""The API: JSON over HTTP, one module a resource."""

from collections.abc import Sequence

from fastapi import APIRouter

from aliquot.web.api import (
    answers,
    asking,
    audit,
    checking,
    comparing,
    conversations,
    documents,
    evaluations,
    files,
    health,
    jobs,
    people,
    searching,
    sources,
    surveying,
    uploading,
)

__all__ = ["PREFIX", "ROUTERS"]

PREFIX = "/api/v1"
ROUTERS: Sequence[APIRouter] = (
    asking.router,
    searching.router,
    checking.router,
    comparing.router,
    surveying.router,
    documents.router,
    files.router,
    uploading.router,
    conversations.router,
    answers.router,
    jobs.router,
    sources.router,
    people.router,
    evaluations.router,
    audit.router,
    health.router,
)
