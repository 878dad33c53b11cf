"""Cell lines and primary cells in culture, by the names labs write.

Between bars: the name as Cellosaurus writes it, then other spellings; hyphens, spaces and case are
folded by the matching. Source: common use; names after Cellosaurus (https://www.cellosaurus.org).
"""

from __future__ import annotations

import re

from aliquot.findings.vocabularies import words

__all__ = ["AMBIGUOUS", "CELL_LINES", "PRIMARY_CELLS"]

_LINES = """
HEK293T; 293T; HEK 293T; 293 T cells | HEK293; HEK; 293 cells | HEK293FT; 293FT | HEK293A; 293A |
HEK293F; FreeStyle 293-F; 293F | Expi293F; Expi293 | HeLa; HeLa S3; HeLa細胞 | A549 | MCF-7; MCF7 |
MCF-10A; MCF10A | MDA-MB-231; MDA-MB231 | MDA-MB-468 | MDA-MB-435 | MDA-MB-453 | T-47D; T47D |
SK-BR-3; SKBR3 | BT-474 | BT-549 | ZR-75-1 | Hs 578T | HepG2; Hep G2 | Hep3B |
Huh-7; Huh7; Huh-7.5 | SK-HEP-1 | PLC/PRF/5 | HepaRG | LNCaP; LNCaP FGC | LNCaP C4-2; C4-2B |
PC-3; PC3 | DU145; DU 145 | 22Rv1 | VCaP | RWPE-1 | PNT2 | Caco-2; CaCo2 | HT-29; HT29 |
HCT 116; HCT116 | SW480 | SW620 | LoVo | LS174T | DLD-1 | RKO | COLO 205 | T84 | AGS | MKN45 |
MKN28 | KATO III | U-87 MG; U87MG; U87 | U-251 MG; U251 | T98G | LN-229 | A172 | U-2 OS; U2OS |
SaOS-2; Saos2 | MG-63; MG63 | HOS | HT-1080; HT1080 | RD cells | SH-SY5Y; SHSY5Y | SK-N-SH |
SK-N-AS | IMR-32 | Neuro-2a; N2a; Neuro2a | PC-12; PC12 | NG108-15 | BV-2; BV2 | C6 glioma |
Jurkat; Jurkat E6-1; Jurkat T cells | THP-1; THP1 | U-937; U937 | HL-60; HL60 | K-562; K562 | KG-1 |
MOLT-4 | CCRF-CEM; CEM-SS; CEM cells | SUP-T1; SupT1 | H9 cells; H9 hESC | MT-2 cells | MT-4; MT4 |
Raji | Daudi | Ramos | BJAB | Namalwa | NALM-6 | REH cells | RPMI 8226 | OCI-LY1 | OCI-AML3 |
MV4-11 | Kasumi-1 | NB4 cells | TF-1 cells | GM12878 | LCL | U1 | ACH-2 | J-Lat | TZM-bl | HOG.R5 |
GHOST cells | MAGI cells | RAW 264.7; RAW264; RAW 264; RAW cells; RAW macrophages |
J774A.1; J774; J774.1 | P388D1 | MH-S cells | L929; L-929 | NIH-3T3; NIH 3T3; 3T3; 3T3 fibroblasts |
3T3-L1 | Swiss 3T3 | BALB/c 3T3 | C3H/10T1/2; 10T1/2 | C2C12 | L6 myoblasts | H9c2 | HL-1 cells |
B16-F10; B16F10; B16 melanoma; B16 cells | B16-F1 | 4T1 | CT26; CT-26; CT26.WT | MC38 |
LLC1; Lewis lung carcinoma | EL4 | E.G7-OVA | A20 cells | YAC-1 | P815 | BaF3; Ba/F3 | 32D cells |
MIN6 | INS-1; INS-1E; INS-1 832/13 | RIN-m5F | AtT-20 | GH3 cells |
CHO; Chinese hamster ovary cells; CHO cells; CHO-S | BHK-21; BHK | V79 |
Vero; Vero E6; Vero cells; VeroE6; Vero/hSLAM; Vero-E6/TMPRSS2 | COS-7; COS7 | COS-1 | CV-1 cells |
LLC-MK2 | MA-104 | MARC-145 | MDCK; MDCK II; Madin-Darby canine kidney | MDBK | PK-15 | ST cells |
LLC-PK1 | IPEC-J2 | CRFK | Mv1Lu; Mv 1 Lu | NRK; NRK-52E; NRK-49F | IEC-6 | RBL-2H3 | PtK1 | PtK2 |
OK cells | DF-1 cells | DT40 | LMH cells | QT6 |
S2; Schneider 2; S2 cells; Drosophila S2; Schneider S2 | S2R+ | Kc167 | Sf9; Sf-9 | Sf21 |
High Five; Hi5; BTI-TN-5B1-4 | C6/36 | Aag2 | BY-2 cells |
hTERT RPE-1; RPE-1; RPE1; hTERT-RPE1; RPE-1 Actin-RFP | ARPE-19 | HK-2 cells | HAP1 | HaCaT | A431 |
A-375; A375 | SK-MEL-28 | SK-MEL-2 | SK-MEL-5 | WM266-4 | M14 melanoma | SK-OV-3; SKOV3 |
OVCAR-3; OVCAR3 | OVCAR-8 | A2780 | CAOV3 | IGROV-1 | SiHa | CaSki | C-33 A; C33A | Ishikawa cells |
HEC-1-A | JEG-3 | JAR cells | BeWo | HTR-8/SVneo | Calu-3 | Calu-1 | Calu-6 | BEAS-2B |
16HBE; 16HBE14o- | CFBE41o-; CFBE | IB3-1 | NCI-H1299; H1299 | NCI-H460; H460 | NCI-H1975; H1975 |
NCI-H358; H358 | NCI-H441; H441 | NCI-H292; H292 | NCI-H23 | NCI-H69 | NCI-H417; NCI-417 |
NCI-H226 | NCI-H522 | NCI-H929 | NCI-H295R; H295R | PC-9 cells | HCC827 | WI-38 | IMR-90; IMR90 |
MRC-5; MRC5 | BJ fibroblasts | LX-2 | PANC-1; PANC1 | MIA PaCa-2; MiaPaCa2 | BxPC-3; BxPC3 |
AsPC-1 | Capan-1 | T24 cells | 5637 cells | RT4 cells | UM-UC-3 | 786-O | 786-0 | Caki-1 | ACHN |
A-498 | SN12C | Nalm6 | EA.hy926 | HMEC-1 | bEnd.3 | MS1 cells | SVEC4-10 | SK-N-BE(2) |
Kelly cells | D283 Med | Daoy | ID8 | KPC cells | PA-1 cells | NTERA-2; NT2/D1; NTERA2 | P19 cells |
F9 cells | E14Tg2a; E14 cells | R1 ES cells | J1 ES cells | WA09; WA-09 | WA01 | HUES-2 | BG02 |
253G1 | 201B7 | KOLF2 | WTC-11; WTC11 | Phoenix-ECO; Phoenix-AMPHO; Platinum-E; Plat-E cells |
PG13 | GP2-293 | OP9 | S17 stromal | MS-5; MS5; MS-5 stromal; MS5 stromal | L-M(TK-) |
Sp2/0; Sp2/0-Ag14 | NS0; NS0 myeloma | P3X63Ag8.653; P3X63 | R187 | OKT3 hybridoma | HFF-1 | HDFn |
PLB-985 | HMC-1 | LAD2 | KU812 | MEG-01 | UT-7 | M-07e | SK-LMS-1 | A-673 | TC-71 | SJSA-1 | 143B |
UMR-106 | MC3T3-E1; MC3T3 | MLO-Y4 | ATDC5 | SW1353 | SW982 | GC-1 spg | TM3 cells | TM4 cells |
MA-10 cells | KGN cells | OVCAR-5 | HCT-15 | KM12 | SNB-19 | SNB-75 | SF-268 | SF-295 | SF-539 |
UACC-62 | UACC-257 | LOX IMVI | MALME-3M | EKVX | HOP-62 | HOP-92 | TK-10 | UO-31 | RXF 393 |
SR cells | NCI/ADR-RES | CHO-K1; CHO K1 | CHO-DG44; DG44 | ExpiCHO | HEK293S; HEK293S GnTI- |
HEK-Blue | T-REx-293; Flp-In T-REx 293; Flp-In 293 | PER.C6 | AAV-293 | KB cells |
HEp-2; Hep-2; HEp2 | Chang liver | WISH cells | INT-407; INT407 | Hs27 | Hs68 | BJ-5ta | TIG-3 |
HS-5 | HS-27A | STO cells; SNL 76/7 | 3T6 | Rat-1 cells; Rat1 fibroblasts | Rat-2 cells | REF52 |
A7r5 | A10 cells | MOVAS | C166 cells | hCMEC/D3 | HBEC-5i | TIME cells | HULEC-5a | RF/6A |
ECV304 | RBE4 | NIT-1 cells | EndoC-βH1 | αTC1; alphaTC1; αTC1-6 | βTC6; Beta-TC-6 | AR42J |
HCC1937 | HCC1954 | HCC38 | HCC70 | HCC1806 | HCC1143 | SUM149; SUM149PT | SUM159; SUM159PT |
CAMA-1 | MDA-MB-436 | MDA-MB-361 | MDA-MB-157 | HMT-3522 S1; HMT3522 S1 |
HMT-3522 T4-2; HMT3522 T4-2 | 184A1 | HMEC 184 | MCF10DCIS; MCF10DCIS.com | MCF10AT | HPAF-II |
SW1990 | CFPAC-1 | HPDE cells; HPDE6 | SU.86.86 | SNU-1 | SNU-16 | SNU-398 | SNU-449 | NCI-N87 |
MKN74 | HGC-27 | SGC-7901; SGC7901 | BGC-823; BGC823 | GES-1 | KYSE-30; KYSE30 | KYSE-150; KYSE150 |
KYSE-410; KYSE410 | OE33 | OE19 | FLO-1 cells | SMMC-7721; SMMC7721 | BEL-7402 | MHCC97H; MHCC-97H |
HCCLM3; MHCC-LM3 | L-02; LO2 cells | AML12; AML-12 | Hepa 1-6; Hepa1-6; Hepa-1c1c7 |
H4IIE; H-4-II-E | BRL 3A | HuCCT1 | HCT-8 | COLO 320; COLO320DM | SW48 | SW1116 | CCD 841 CoN |
NCM460 | IEC-18 | STC-1 cells | NCI-H1650; H1650 | NCI-H1703; H1703 | NCI-H1437 | NCI-H2030 |
NCI-H2228; H2228 | NCI-H3122; H3122 | NCI-H520 | NCI-H661; H661 | NCI-H82 | NCI-H146 |
NCI-H446; H446 | NCI-H526 | SK-MES-1 | EBC-1 | HCC4006 | HFL1; HFL-1 | MLE-12 | LA-4 cells | MeWo |
WM115 | WM793 | 1205Lu | A2058 | G-361 | OCM-1 | MNT-1 | Melan-a | SCC-25 | SCC-9 | SCC-4 | SCC-15 |
FaDu | Detroit 562 | CAL 27; CAL27 | HSC-3 cells | UM-SCC-1 | TPC-1 | BCPAP; B-CPAP | FTC-133 |
8505C | FRTL-5 | Nthy-ori 3-1 | U-118 MG; U118MG | U-373 MG; U373 | LN-18 | GL261 | 9L gliosarcoma |
F98 glioma | DBTRG-05MG | SK-N-BE(2)-C; BE(2)-C | SK-N-DZ | LAN-1 cells | LAN-5 cells | CHP-134 |
CHP-212 | SH-EP | N1E-115 | HT-22; HT22 | NSC-34; NSC34 | MN9D | 661W | ReNcell VM; ReNcell CX |
HMC3 | MO3.13 | OLN-93 | RSC96 | ND7/23 | F11 cells | 50B11 | GT1-7 | HuT 78; HUT-78 | HuT 102 |
Karpas 299; KARPAS-299 | SU-DHL-4 | SU-DHL-6 | SU-DHL-10 | SU-DHL-1 | OCI-LY3 | OCI-LY7 | OCI-LY10 |
OCI-LY19 | TMD8 | HBL-1 cells | DOHH-2 | Granta-519 | JeKo-1 | Z-138 | MEC-1 cells | KOPN-8 |
BV-173 | KCL-22 | LAMA-84 | MOLM-13; MOLM13 | MOLM-14; MOLM14 | OCI-AML2 | SKM-1 cells | NOMO-1 |
HEL 92.1.7; HEL cells | SET-2 cells | KG-1a | MUTZ-3 | MM.1S; MM1.S | MM.1R | U266; U266B1 |
KMS-11 | OPM-2 | JJN-3 | ARH-77 | IM-9 cells | P3HR-1; P3HR1 | Akata cells | B95-8 | BC-1 cells |
BC-3 cells | BCBL-1 | 721.221 | C1R cells | T2 cells | CEMx174; CEM x174 | PM1 cells | MOLT-3 |
LOUCY | DND-41 | NK-92; NK92; NK-92MI | YTS cells | CTLL-2; CTLL2 | HT-2 cells | DO11.10 hybridoma |
BW5147 | WEHI-3; WEHI-3B | WEHI-231 | WEHI-164 | M1 cells | FDC-P1 | J558L | CH12F3-2; CH12 cells |
CH27 cells | 70Z/3 | RMA-S; RMA/S | L1210 | L5178Y | TC-1 cells | MB49 | RENCA | EMT6; EMT-6 |
E0771; EO771 | AT-3 cells | CMT-93 | TRAMP-C1 | TRAMP-C2 | NMuMG | EpH4 | HC11 cells |
mIMCD-3; IMCD3 | mpkCCD | RK-13; RK13 | A6 cells | ZF4 cells | EPC cells | FHM cells | CHSE-214 |
RTG-2 | RTgill-W1 | PLHC-1 | U4.4 | BmN; BmN4 | Clone 8 cells; Cl.8 cells | D.Mel-2 | ISE6 | C4-2 |
LAPC-4 | BPH-1 cells | WPMY-1 | MDA PCa 2b | RCC4 | Caki-2 | 769-P | J82 | TCCSUP | HT-1376 |
HT-1197 | RT-112; RT112 | 253J | SV-HUC-1 | SK-ES-1 | RD-ES | A-204 | RH30; Rh30; SJCRH30 | RH41 |
MES-SA | SW872 | KHOS; KHOS/NP | TOV-112D | TOV-21G | OV-90 | Kuramochi | OVSAHO |
HEY cells; HeyA8 | UWB1.289 | HEC-1-B | AN3 CA | RL95-2 | ME-180 | HT-3 cells | SGHPL-4 | Swan 71 |
RUES2 | KhES-1 | D3 ES cells | V6.5 | CGR8 | AB2.2 | JM8A3.N1; JM8A3 | 46C ES cells | 409B2 |
KOLF2.1J | DH82 | A-72 cells | Fcwf-4; FCWF-4 | EBTr | MAC-T; MAC-T cells | IBRS-2 | NPTr | FRhK-4 |
BSC-1; BS-C-1 | BGMK; BGM cells | Vero 76 | QM5 | EB66 | GC-2spd(ts)
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
    ID8 PNT2 RKO CAOV3 NS0 PA-1 5637 NRK QT6 Kc167 201B7 253G1 MS-5
    KB WISH LO2 A10 C166 TIME RBE4 HPDE F11 MEC-1 HEL SET-2 IM-9 BC-1 BC-3 C1R T2 PM1 HT-2 M1 TC-1
    AT-3 HC11 A6 EPC FHM J82 253J HEY HT-3 V6.5 9L F98 LAN-1 LAN-5 HSC-3 YTS FLO-1 3T6 RH30 C4-2
    A-204 D3 46C CH12 CH27 U266 LA-4 SKM-1 HBL-1 LOUCY BPH-1 A-72 OV-90 SNU-1 SNU-16 SCC-4 SCC-9
    HMC3 HT-22 L-02 NIT-1 STC-1 TPC-1 U4.4 ZF4 184A1 GES-1 JJN-3 661W G-361 HCT-8 DG44 STO
    """
)


def _read(lines: str) -> dict[str, str]:
    """Return the first name of each line by every name of it."""
    named: dict[str, str] = {}
    for line in re.split(r"\||\n", lines.strip().replace(" |\n", " | ")):
        first, *others = (name.strip() for name in line.split(";"))
        normalised = first.removesuffix(" cells")
        named |= dict.fromkeys((first, *others), normalised)
    return named


CELL_LINES = _read(_LINES)
PRIMARY_CELLS = _read(_PRIMARY)
