"""How a library is served: where, to whom, and how much of it at a time."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator

from aliquot.config.sections import Section

__all__ = ["ServeConfig"]

AuthWay = Literal["token", "proxy", "oidc"]


class ServeConfig(Section):
    """How the library is served to browsers and programs.

    Attributes:
        host: Address to listen at. Any but one of this machine alone needs `auth`.
        port: Port to listen at; 0 takes a free one.
        workers: Server processes; more than one needs the catalog in PostgreSQL.
        auth: How people are known: by a `token`, by a `proxy` in front that names them, by an
            `oidc` provider; empty for one person on this machine without a login.
        public_url: Address people type, such as `https://aliquot.example.org`; needed for `oidc`.
        allowed_hosts: Names a request may be sent to, beside that of `public_url` and this
            machine's own.
        trusted_proxies: Networks whose machines may name a person in a header, such as
            `10.0.0.2/32`; needed for `proxy`.
        user_header: Header in which a trusted proxy names the person.
        groups_header: Header in which it names the person's groups, separated by commas.
        oidc_issuer: Address of the provider of OpenID Connect. The client's secret is read from
            the variable ALIQUOT_OIDC_SECRET.
        oidc_client: Id of this server at the provider.
        oidc_groups_claim: Claim that lists the person's groups.
        administrators: People, and groups as `group:NAME`, who may change settings, tokens and
            grants.
        session_hours: Hours after which a browser is asked to log in again.
        upload_max_mib: Largest file that is taken.
        upload_max_files: Files taken in one request.
        body_max_kib: Largest request that is no upload.
        requests_per_minute: Requests one person, or one address without a login, may make within a
            minute; 0 for no limit.
        questions_per_minute: Questions and surveys likewise.
        parallel_questions: Questions answered at a time; others wait their turn.
        jobs: Background jobs run at a time.
        log: How the log is written: `text` or `json`.
    """

    host: str = "127.0.0.1"
    port: int = Field(8765, ge=0, le=65_535)
    workers: int = Field(1, ge=1, le=64)
    auth: tuple[AuthWay, ...] = ()
    public_url: str = ""
    allowed_hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    user_header: str = "X-Forwarded-User"
    groups_header: str = "X-Forwarded-Groups"
    oidc_issuer: str = ""
    oidc_client: str = ""
    oidc_groups_claim: str = "groups"
    administrators: tuple[str, ...] = ()
    session_hours: float = Field(12.0, gt=0, le=8_760)
    upload_max_mib: int = Field(200, ge=1, le=65_536)
    upload_max_files: int = Field(100, ge=1, le=10_000)
    body_max_kib: int = Field(256, ge=16, le=65_536)
    requests_per_minute: int = Field(600, ge=0, le=1_000_000)
    questions_per_minute: int = Field(60, ge=0, le=1_000_000)
    parallel_questions: int = Field(2, ge=1, le=256)
    jobs: int = Field(1, ge=1, le=16)
    log: Literal["text", "json"] = "text"

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, networks: tuple[str, ...]) -> tuple[str, ...]:
        for network in networks:
            ip_network(network)
        return networks

    @field_validator("public_url", "oidc_issuer")
    @classmethod
    def _is_address(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise ValueError("an address begins with https:// or http://")
        return url.rstrip("/")

    @model_validator(mode="after")
    def _ways_are_whole(self) -> ServeConfig:
        if "proxy" in self.auth and not self.trusted_proxies:
            raise ValueError("auth by proxy needs trusted_proxies")
        if "oidc" in self.auth and not (self.oidc_issuer and self.oidc_client and self.public_url):
            raise ValueError("auth by oidc needs oidc_issuer, oidc_client and public_url")
        return self
