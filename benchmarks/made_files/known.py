"""The one text that every made file holds: what a reader must give back, whatever the format.

What leaves: plain strings. Each stands for a way in which reading goes wrong: units, powers of ten,
a resumed list, a cell that spans two, Japanese.
"""

from __future__ import annotations

__all__ = [
    "AUTHOR",
    "CAPTION",
    "HEADINGS",
    "NOTE",
    "PARAGRAPHS",
    "STEPS",
    "TABLE",
    "TITLE",
]

TITLE = "Transformation of Lumenia kelvini with plasmid pKX-90"
AUTHOR = "Aoi Tanabe"
HEADINGS = ("Background", "Materials", "Procedure", "Results")

# One paragraph under each heading but the procedure's, which has steps.
PARAGRAPHS = {
    "Background": (
        "Cells of strain LQ-12 take up plasmid DNA after a heat shock at 42 °C; the yield falls "
        "tenfold when the shock lasts longer than 60 s (P < 0.05, n = 8)."
    ),
    "Materials": (
        "Competent cells (10 µL a tube), SOC medium, 25 mM MgCl2 and 100 µg/mL ampicillin."
    ),
    "Results": (
        "遺伝子導入の効率は三回の実験で平均 3.2 倍に上がった。 "
        "Plates held 412 ± 35 colonies after 18 h at 37 °C."
    ),
}
STEPS = (
    "Thaw the cells on ice for 10 min.",
    "Add 5 µL of plasmid pKX-90 and wait 30 min on ice.",
    "Heat the tube at 42 °C for 45 s without shaking.",
    "Add 250 µL of SOC medium and shake at 37 °C for 1 h.",
)
NOTE = "Do not vortex: competent cells break easily."
CAPTION = "Table 1. Colonies by length of the shock"
TABLE = (
    ("Shock (s)", "Colonies", "Viability (%)"),
    ("30", "218", "97.5"),
    ("45", "412", "96.1"),
    ("60", "389", "88.4"),
    ("90", "41", "52.0"),
)
