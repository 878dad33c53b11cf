"""Cell lines and primary cells in culture, by the names labs write.

Each line: the name as Cellosaurus writes it, then other spellings; hyphens, spaces and case are
folded by the matching. Source: common use; names after Cellosaurus (https://www.cellosaurus.org).
"""

from __future__ import annotations

from aliquot.findings.vocabularies import words

__all__ = ["AMBIGUOUS", "CELL_LINES", "PRIMARY_CELLS"]

_LINES = """
HEK293T; 293T; HEK 293T; 293 T cells
HEK293; HEK; 293 cells
HEK293FT; 293FT
HEK293A; 293A
HEK293F; FreeStyle 293-F; 293F
Expi293F; Expi293
HeLa; HeLa S3; HeLa細胞
A549
MCF-7; MCF7
MCF-10A; MCF10A
MDA-MB-231; MDA-MB231
MDA-MB-468
MDA-MB-435
MDA-MB-453
T-47D; T47D
SK-BR-3; SKBR3
BT-474
BT-549
ZR-75-1
Hs 578T
HepG2; Hep G2
Hep3B
Huh-7; Huh7; Huh-7.5
SK-HEP-1
PLC/PRF/5
HepaRG
LNCaP; LNCaP FGC
LNCaP C4-2; C4-2B
PC-3; PC3
DU145; DU 145
22Rv1
VCaP
RWPE-1
PNT2
Caco-2; CaCo2
HT-29; HT29
HCT 116; HCT116
SW480
SW620
LoVo
LS174T
DLD-1
RKO
COLO 205
T84
AGS
MKN45
MKN28
KATO III
U-87 MG; U87MG; U87
U-251 MG; U251
T98G
LN-229
A172
U-2 OS; U2OS
SaOS-2; Saos2
MG-63; MG63
HOS
HT-1080; HT1080
RD cells
SH-SY5Y; SHSY5Y
SK-N-SH
SK-N-AS
IMR-32
Neuro-2a; N2a; Neuro2a
PC-12; PC12
NG108-15
BV-2; BV2
C6 glioma
Jurkat; Jurkat E6-1; Jurkat T cells
THP-1; THP1
U-937; U937
HL-60; HL60
K-562; K562
KG-1
MOLT-4
CCRF-CEM; CEM-SS; CEM cells
SUP-T1; SupT1
H9 cells; H9 hESC
MT-2 cells
MT-4; MT4
Raji
Daudi
Ramos
BJAB
Namalwa
NALM-6
REH cells
RPMI 8226
OCI-LY1
OCI-AML3
MV4-11
Kasumi-1
NB4 cells
TF-1 cells
GM12878
LCL
U1
ACH-2
J-Lat
TZM-bl
HOG.R5
GHOST cells
MAGI cells
RAW 264.7; RAW264; RAW 264; RAW cells; RAW macrophages
J774A.1; J774; J774.1
P388D1
MH-S cells
L929; L-929
NIH-3T3; NIH 3T3; 3T3; 3T3 fibroblasts
3T3-L1
Swiss 3T3
BALB/c 3T3
C3H/10T1/2; 10T1/2
C2C12
L6 myoblasts
H9c2
HL-1 cells
B16-F10; B16F10; B16 melanoma; B16 cells
B16-F1
4T1
CT26; CT-26; CT26.WT
MC38
LLC1; Lewis lung carcinoma
EL4
E.G7-OVA
A20 cells
YAC-1
P815
BaF3; Ba/F3
32D cells
MIN6
INS-1; INS-1E; INS-1 832/13
RIN-m5F
AtT-20
GH3 cells
CHO; CHO-K1; Chinese hamster ovary cells; CHO cells; CHO-S
BHK-21; BHK
V79
Vero; Vero E6; Vero cells; VeroE6; Vero/hSLAM; Vero-E6/TMPRSS2
COS-7; COS7
COS-1
CV-1 cells
LLC-MK2
MA-104
MARC-145
MDCK; MDCK II; Madin-Darby canine kidney
MDBK
PK-15
ST cells
LLC-PK1
IPEC-J2
CRFK
Mv1Lu; Mv 1 Lu
NRK; NRK-52E; NRK-49F
IEC-6
RBL-2H3
PtK1
PtK2
OK cells
DF-1 cells
DT40
LMH cells
QT6
S2; Schneider 2; S2 cells; Drosophila S2; Schneider S2
S2R+
Kc167
Sf9; Sf-9
Sf21
High Five; Hi5; BTI-TN-5B1-4
C6/36
Aag2
BY-2 cells
hTERT RPE-1; RPE-1; RPE1; hTERT-RPE1; RPE-1 Actin-RFP
ARPE-19
HK-2 cells
HAP1
HaCaT
A431
A-375; A375
SK-MEL-28
SK-MEL-2
SK-MEL-5
WM266-4
M14 melanoma
SK-OV-3; SKOV3
OVCAR-3; OVCAR3
OVCAR-8
A2780
CAOV3
IGROV-1
SiHa
CaSki
C-33 A; C33A
Ishikawa cells
HEC-1-A
JEG-3
JAR cells
BeWo
HTR-8/SVneo
Calu-3
Calu-1
Calu-6
BEAS-2B
16HBE; 16HBE14o-
CFBE41o-; CFBE
IB3-1
NCI-H1299; H1299
NCI-H460; H460
NCI-H1975; H1975
NCI-H358; H358
NCI-H441; H441
NCI-H292; H292
NCI-H23
NCI-H69
NCI-H417; NCI-417
NCI-H226
NCI-H522
NCI-H929
NCI-H295R; H295R
PC-9 cells
HCC827
WI-38
IMR-90; IMR90
MRC-5; MRC5
BJ fibroblasts
LX-2
PANC-1; PANC1
MIA PaCa-2; MiaPaCa2
BxPC-3; BxPC3
AsPC-1
Capan-1
T24 cells
5637 cells
RT4 cells
UM-UC-3
786-O
786-0
Caki-1
ACHN
A-498
SN12C
Nalm6
EA.hy926
HMEC-1
bEnd.3
MS1 cells
SVEC4-10
SK-N-BE(2)
Kelly cells
D283 Med
Daoy
ID8
KPC cells
PA-1 cells
NTERA-2; NT2/D1; NTERA2
P19 cells
F9 cells
E14Tg2a; E14 cells
R1 ES cells
J1 ES cells
WA09; WA-09
WA01
HUES-2
BG02
253G1
201B7
KOLF2
WTC-11; WTC11
Phoenix-ECO; Phoenix-AMPHO; Platinum-E; Plat-E cells
PG13
GP2-293
OP9
S17 stromal
MS-5 stromal
L-M(TK-)
Sp2/0; Sp2/0-Ag14
NS0; NS0 myeloma
P3X63Ag8.653; P3X63
R187
OKT3 hybridoma
HFF-1
HDFn
PLB-985
HMC-1
LAD2
KU812
MEG-01
UT-7
M-07e
SK-LMS-1
A-673
TC-71
SJSA-1
143B
UMR-106
MC3T3-E1; MC3T3
MLO-Y4
ATDC5
SW1353
SW982
GC-1 spg
TM3 cells
TM4 cells
MA-10 cells
KGN cells
OVCAR-5
HCT-15
KM12
SNB-19
SNB-75
SF-268
SF-295
SF-539
UACC-62
UACC-257
LOX IMVI
MALME-3M
EKVX
HOP-62
HOP-92
TK-10
UO-31
RXF 393
SR cells
NCI/ADR-RES
"""
# Cells grown from tissue, by the abbreviation they are worked with under.
_PRIMARY = """
VSMC; vascular smooth muscle cell; VSMCs
PBMC; peripheral blood mononuclear cell; PBMNC; PBMCs; 末梢血単核球
HUVEC; human umbilical vein endothelial cell; HUVECs
HUAEC
HDMEC
HAEC
HPAEC
HASMC
MEF; mouse embryonic fibroblast; murine embryonic fibroblast; MEFs
BMDM; bone marrow-derived macrophage; BMDMs
BMDC; bone marrow-derived dendritic cell
MDDC; monocyte-derived dendritic cell; moDC
iPSC; induced pluripotent stem cell; hiPSC; iPS cell; iPS細胞; 人工多能性幹細胞
hESC; human embryonic stem cell; ヒトES細胞
mESC; mouse embryonic stem cell; murine embryonic stem cell
HFF; human foreskin fibroblast
NHBE; normal human bronchial epithelial cell
NHEK; normal human epidermal keratinocyte
NHDF; normal human dermal fibroblast
"""
# Names that mean other things too (a phase, an antigen, a protein, a well): a line only where
# "cells" or "cell line" is said of them.
AMBIGUOUS = words(
    """
    PtK1 PtK2 S2 U1 HEK LCL RD CEM H9 3T3 T24 5637 AGS HOS NRK HFF A172 KG-1 C6 EL4 J774 U87 AGS
    BHK 786-O 786-0 TK-10 M14 H358 H441 H292 H460 143B RAMOS KELLY REH MEF HAEC LMH HAP1 RAW264
    ID8 PNT2 RKO CAOV3 NS0 PA-1 5637 NRK QT6 Kc167 201B7 253G1
    """
)


def _read(lines: str) -> dict[str, str]:
    """Return the first name of each line by every name of it."""
    named: dict[str, str] = {}
    for line in lines.strip().splitlines():
        first, *others = (name.strip() for name in line.split(";"))
        normalised = first.removesuffix(" cells")
        named |= dict.fromkeys((first, *others), normalised)
    return named


CELL_LINES = _read(_LINES)
PRIMARY_CELLS = _read(_PRIMARY)
