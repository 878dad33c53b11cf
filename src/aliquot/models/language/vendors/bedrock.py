"""Amazon Bedrock, signed in to as with every AWS tool, or with a key of its own."""

from __future__ import annotations

import asyncio
import os

# Neither package has types.
import boto3  # type: ignore[import-untyped]
from botocore.config import Config  # type: ignore[import-untyped]
from botocore.exceptions import BotoCoreError  # type: ignore[import-untyped]
from pydantic_ai.models.bedrock import BedrockConverseModel
from pydantic_ai.providers.bedrock import BedrockProvider

from aliquot.errors import ConfigError
from aliquot.models.language.adapter import LanguageModel
from aliquot.models.language.options import ModelOptions
from aliquot.models.language.vendors.building import AS_WRITTEN, finished, wanted

__all__ = ["bedrock"]

_DEFAULT = ModelOptions()
_CONNECT_S = 10


def bedrock(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a model of Amazon Bedrock, in the region AWS_REGION or AWS_DEFAULT_REGION names."""
    what = wanted("bedrock", url, model, key_variable, options)
    region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")
    config = Config(
        read_timeout=options.timeout_s,
        connect_timeout=_CONNECT_S,
        retries={"total_max_attempts": 1},
        signature_version="bearer" if what.key else None,
    )
    try:
        client = boto3.Session(region_name=region).client(
            "bedrock-runtime", config=config, endpoint_url=what.url or None
        )
    except BotoCoreError as exc:
        raise ConfigError(
            f"Amazon Bedrock cannot be asked: {exc}",
            hint="Put the region in AWS_REGION, and sign in as for the AWS command line.",
        ) from exc

    def build() -> BedrockConverseModel:
        provider = BedrockProvider(bedrock_client=client)
        return BedrockConverseModel(what.model, provider=provider, profile=AS_WRITTEN)

    async def close() -> None:
        await asyncio.to_thread(client.close)

    return finished(what, build, close)
