"""Names, addresses, keys, counts of tokens, prices: what is known before a model is loaded."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import pytest

from aliquot.backends import BACKENDS
from aliquot.errors import ConfigError
from aliquot.models.language.keys import find_key, required_key, scrubbed
from aliquot.models.language.naming import KINDS, address_of, is_loopback, runs_here, split_name
from aliquot.models.language.prices import listed_context, price_of
from aliquot.models.language.thoughts import Thoughts, spoken
from aliquot.models.language.tokens import counter, estimated_tokens


def test_every_kind_has_a_backend() -> None:
    assert KINDS.keys() <= BACKENDS["text_models"].keys()


def test_a_model_may_have_colons_in_its_name() -> None:
    assert split_name("ollama:qwen3:8b") == ("ollama", "qwen3:8b")


def test_a_kind_without_a_model_is_refused_with_an_example() -> None:
    with pytest.raises(ConfigError) as refused:
        split_name("anthropic:")
    assert "anthropic:claude" in refused.value.hint


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/v1", "http://localhost", "http://[::1]:8000", "http://127.9.9.9"]
)
def test_loopback_addresses_are_this_machine(url: str) -> None:
    assert is_loopback(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://0.0.0.0:11434",
        "http://192.168.0.5",
        "http://localhost.example.com",
        "http://127.0.0.1.example.com",
        "http://example.com/127.0.0.1",
        "http://10.0.0.1",
        "https://api.openai.com/v1",
        "http://[::2]",
        "http://lab-server:8000",
    ],
)
def test_no_other_address_is(url: str) -> None:
    assert not is_loopback(url)


@pytest.mark.parametrize(
    ("kind", "model", "url", "here"),
    [
        ("ollama", "qwen3:8b", "http://127.0.0.1:11434/v1", True),
        ("ollama", "gpt-oss:120b-cloud", "http://127.0.0.1:11434/v1", False),
        ("vllm", "m", "http://gpu.lab.example/v1", False),
        ("openai", "gpt-5", "http://127.0.0.1:4000/v1", False),
        ("bedrock", "m", "", False),
    ],
)
def test_a_model_runs_here_only_where_its_server_does(
    kind: str, model: str, url: str, here: bool
) -> None:
    assert runs_here(kind, model, url) is here


@pytest.mark.parametrize(
    "url",
    ["nonsense", "ftp://x", "http://", "http://u:secret@x", "http://x/?key=secret", "http://x:y"],
)
def test_an_address_that_is_none_or_shows_a_secret_is_refused(url: str) -> None:
    with pytest.raises(ConfigError) as refused:
        address_of("openai-compatible", url)
    assert "secret" not in f"{refused.value} {refused.value.hint}"


def test_a_server_of_any_kind_needs_an_address() -> None:
    with pytest.raises(ConfigError, match="no address"):
        address_of("openai-compatible", "")


# --------------------------------------------------------------------------------------- keys


class _Keyring:
    def __init__(self, **keys: str) -> None:
        self.keys = keys

    def get_password(self, service: str, name: str) -> str | None:
        assert service == "aliquot"
        return self.keys.get(name)


def test_a_key_comes_from_its_variable_or_else_from_the_keyring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keyring = pytest.importorskip("keyring", reason="the extra `models` is not installed")
    monkeypatch.setattr(keyring, "get_password", _Keyring(LAB="from-keyring").get_password)
    assert find_key("LAB", {"LAB": " from-variable\n"}) == "from-variable"
    assert find_key("LAB", {}) == "from-keyring"
    assert find_key("OTHER", {}) == ""


def test_a_keyring_that_fails_counts_as_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = pytest.importorskip("keyring", reason="the extra `models` is not installed")

    def locked(service: str, name: str) -> str:
        raise keyring.errors.KeyringLocked

    monkeypatch.setattr(keyring, "get_password", locked)
    with pytest.raises(ConfigError, match="LAB is not set"):
        required_key("LAB", {})


def test_a_key_that_was_pasted_badly_is_refused_unseen() -> None:
    with pytest.raises(ConfigError) as refused:
        find_key("LAB", {"LAB": "sk-abc def"})
    assert "sk-abc" not in str(refused.value)


def test_a_key_is_taken_out_of_what_a_service_says() -> None:
    assert scrubbed("bad key sk-abcdef", "sk-abcdef") == "bad key ***"
    assert scrubbed("nothing", "") == "nothing"


# ------------------------------------------------------------------------------------- tokens

# Counts by the vocabulary of Qwen2.5, which takes digits one by one; November 2026.
_COUNTED = [
    ("The half-life of p53 is about 20 minutes.", 14),
    ("ACGTACGTACGT", 6),
    ("遺伝子編集の効率を調べた。", 13),
    ("胚は28.5 °Cの暗所で二日間培養した。その後、固定して染色した。", 27),
    ("5 µM", 3),
]


@pytest.mark.parametrize(("text", "tokens"), _COUNTED)
def test_an_estimate_is_not_too_low(text: str, tokens: int) -> None:
    assert estimated_tokens(text) >= tokens


@pytest.mark.parametrize(
    "text",
    [
        "The embryos were incubated at a temperature of 28.5 °C in the dark for two days. " * 9,
        "胚は28.5 °Cの暗所で二日間培養した。その後、固定して染色した。" * 9,
    ],
    ids=["English", "Japanese"],
)
def test_an_estimate_is_not_far_above_what_it_could_be(text: str) -> None:
    """Bytes are the upper bound of every byte-pair vocabulary."""
    assert estimated_tokens(text) < len(text.encode()) / 1.5


def test_an_estimate_of_nothing_is_nothing() -> None:
    assert estimated_tokens("") == 0


def test_no_vocabulary_is_fetched(tmp_path_factory: pytest.TempPathFactory) -> None:
    empty = tmp_path_factory.mktemp("cache")
    assert counter("openai", "gpt-5", {"TIKTOKEN_CACHE_DIR": str(empty)}) is estimated_tokens
    assert counter("openai", "gpt-5", {}) is estimated_tokens


def test_a_damaged_vocabulary_is_not_fetched_again(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    name = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
    (folder / hashlib.sha1(name.encode()).hexdigest()).write_bytes(b"damaged")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(folder))

    def no_network(*_: object, **__: object) -> None:
        raise AssertionError("no connection is to be opened")

    monkeypatch.setattr("socket.socket.connect", no_network)
    assert counter("openai", "gpt-5", {"TIKTOKEN_CACHE_DIR": str(folder)})("p53") > 0


# ------------------------------------------------------------------------------------- prices


def test_an_unknown_price_is_unknown_and_not_nothing() -> None:
    pytest.importorskip("genai_prices", reason="the extra `models` is not installed")
    assert price_of("made-up", "openai", input_price=None, output_price=None) is None
    assert price_of("gpt-5", "", input_price=None, output_price=None) is None


def test_a_stated_price_comes_before_the_public_list() -> None:
    stated = price_of("gpt-5", "openai", input_price=2, output_price=4)
    assert stated is not None
    assert stated.of(1_000_000, 500_000) == 4


def test_the_public_list_knows_dearer_rates_of_long_prompts() -> None:
    pytest.importorskip("genai_prices", reason="the extra `models` is not installed")
    price = price_of("gemini-2.5-pro", "google", input_price=None, output_price=None)
    assert price is not None
    assert price.of(400_000, 1) / 400_000 > price.of(1_000, 1) / 1_000


def test_the_public_list_knows_how_much_a_model_reads() -> None:
    pytest.importorskip("genai_prices", reason="the extra `models` is not installed")
    assert listed_context("gpt-5", "openai") >= 100_000
    assert listed_context("made-up", "openai") == 0


# ----------------------------------------------------------------------------------- thoughts


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("<think>hm</think>\n20 minutes", "20 minutes"),
        ("\n<thinking>a < b</thinking>20", "20"),
        ("<think>20 minutes, I thi", ""),
        ("20 <think> minutes", "20 <think> minutes"),
        ("<thin film", "<thin film"),
        ("<", "<"),
        ("", ""),
    ],
)
def test_thoughts_are_no_answer_however_the_text_is_cut(said: str, heard: str) -> None:
    assert spoken(said) == heard
    thoughts = Thoughts()
    pieces = [thoughts.feed(one) for one in said]
    assert ("".join(pieces) + thoughts.rest()).strip() == heard.strip()


# ---------------------------------------------------------------------------------- lightness


def test_naming_no_model_loads_no_vendor() -> None:
    code = (
        "import sys\n"
        "from aliquot.config import Config\n"
        "from aliquot.assembly.models import make_chat_model, make_text_model, named_models\n"
        "assert make_chat_model(Config()) is None and make_text_model(Config()) is None\n"
        "assert not named_models(Config())\n"
        "heavy = ['pydantic_ai', 'openai', 'anthropic', 'httpx2', 'genai_prices', 'tiktoken',"
        " 'keyring']\n"
        "print([one for one in heavy if one in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
