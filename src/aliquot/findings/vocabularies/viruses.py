"""Viruses by abbreviation and by short name; full names are also found by their form.

Each line: the name that stands for all, then what else it is called. Source: ICTV vernacular names.
"""

from __future__ import annotations

__all__ = ["ABBREVIATIONS", "TYPED", "UNTYPED", "VIRUSES"]

_NAMES = """
Human immunodeficiency virus; HIV; human immunodeficiency virus
Human immunodeficiency virus 1; HIV-1; HIV type 1; human immunodeficiency virus type 1; HIV I
Human immunodeficiency virus 2; HIV-2; HIV type 2; human immunodeficiency virus type 2
Simian immunodeficiency virus; SIV; SIVmac
Epstein-Barr virus; EBV; Epstein Barr virus; human herpesvirus 4; HHV-4
Cytomegalovirus; CMV; HCMV; human cytomegalovirus
Herpes simplex virus; HSV; herpes simplex
Herpes simplex virus 1; HSV-1; herpes simplex virus type 1
Herpes simplex virus 2; HSV-2; herpes simplex virus type 2
Varicella-zoster virus; VZV; varicella zoster virus
Human herpesvirus 6; HHV-6; human herpes virus 6
Human herpesvirus 7; HHV-7
Kaposi's sarcoma-associated herpesvirus; KSHV; HHV-8; human herpesvirus 8
Hepatitis A virus; HAV
Hepatitis B virus; HBV
Hepatitis C virus; HCV
Hepatitis D virus; HDV
Hepatitis E virus; HEV
Human papillomavirus; HPV; human papilloma virus
Human papillomavirus 16; HPV-16; HPV16
Human papillomavirus 18; HPV-18; HPV18
Human T-lymphotropic virus 1; HTLV-1; HTLV-I; human T-lymphotropic virus type 1
Human T-lymphotropic virus 2; HTLV-2; HTLV-II; human T-lymphotropic virus type ll
Simian T-lymphotropic virus 1; STLV-1; simian T lymphotropic virus type l
Simian T-lymphotropic virus 1; simian T-lymphotropic virus type 1
Simian T-lymphotropic virus 1; simian T lymphotropic virus type I
Xenotropic MuLV-related virus; XMRV; xenotropic murine leukemia virus-related virus
Xenotropic MuLV-related virus; xenotropic MLV-related virus
Murine leukemia virus; MLV; MuLV; murine leukaemia virus
Moloney murine leukemia virus; MMLV; M-MLV; MoMLV; Mo-MLV; Moloney MuLV; Moloney MLV
Friend murine leukemia virus; Friend MuLV; F-MLV
Rauscher murine leukemia virus; Rauscher MuLV
AKV MuLV; AKV MLV
Spleen focus-forming virus; SFFV
Feline leukemia virus; FeLV; feline leukaemia virus
Feline immunodeficiency virus; FIV
Bovine leukemia virus; BLV; bovine leukaemia virus
Koala retrovirus; KoRV
Gibbon ape leukemia virus; GALV; GaLV
Prototype foamy virus; PFV; human foamy virus
Vesicular stomatitis virus; VSV
Vaccinia virus; VACV
Influenza A virus; IAV; influenza A
Influenza B virus; IBV
Influenza virus; influenza viruses
Respiratory syncytial virus; RSV
SARS-CoV-2; SARS-CoV2; SAR-S-CoV-2; severe acute respiratory syndrome coronavirus 2; 2019-nCoV
SARS-CoV-2; 新型コロナウイルス
SARS-CoV; SARS coronavirus
SARS-CoV-2 USA-WA1/2020; USA-WA1/2020
MERS-CoV; MERS coronavirus
Human coronavirus 229E; HCoV-229E
Human coronavirus OC43; HCoV-OC43
Human coronavirus NL63; HCoV-NL63
Human coronavirus HKU1; HCoV-HKU1
Dengue virus; DENV; デングウイルス
Zika virus; ZIKV; ジカウイルス
West Nile virus; WNV
Yellow fever virus; YFV
Japanese encephalitis virus; JEV; 日本脳炎ウイルス
Chikungunya virus; CHIKV
Ebola virus; EBOV; エボラウイルス
Rift Valley fever virus; RVFV
Encephalomyocarditis virus; EMCV
Foot-and-mouth disease virus; FMDV
Newcastle disease virus; NDV
Sendai virus; SeV; センダイウイルス
Adeno-associated virus; AAV; アデノ随伴ウイルス
Adenovirus; adenoviruses; アデノウイルス
Enterovirus; enteroviruses; エンテロウイルス
Rotavirus; rotaviruses; ロタウイルス
Norovirus; noroviruses; ノロウイルス
Rhinovirus; rhinoviruses
Poliovirus; polioviruses; ポリオウイルス
Coxsackievirus; coxsackie virus
Parvovirus B19; parvovirus B-19
Tobacco mosaic virus; TMV
Human immunodeficiency virus; ヒト免疫不全ウイルス; HIVウイルス
Hepatitis B virus; B型肝炎ウイルス
Hepatitis C virus; C型肝炎ウイルス
Influenza virus; インフルエンザウイルス
Human papillomavirus; ヒトパピローマウイルス
Epstein-Barr virus; EBウイルス
Cytomegalovirus; サイトメガロウイルス; cytomegalovirus
Simian virus 40; SV40
Baculovirus; baculoviruses
"""

VIRUSES: dict[str, str] = {}
for _line in _NAMES.strip().splitlines():
    _first, *_others = (name.strip() for name in _line.split(";"))
    VIRUSES |= dict.fromkeys((_first, *_others), _first)

# A name without its type is the type's where the document names one type of it alone.
UNTYPED = {
    "Human immunodeficiency virus": (
        "Human immunodeficiency virus 1",
        "Human immunodeficiency virus 2",
    ),
    "Influenza virus": ("Influenza A virus", "Influenza B virus"),
    "Herpes simplex virus": ("Herpes simplex virus 1", "Herpes simplex virus 2"),
}
# Types of these are written behind: "Coxsackievirus B4".
TYPED = frozenset(
    [
        "Coxsackievirus",
        "Adenovirus",
        "Enterovirus",
        "Rhinovirus",
        "Poliovirus",
        "Echovirus",
        "Human papillomavirus",
    ]
)
# Written in capitals or not a virus at all ("sev", "iav" inside a sequence).
ABBREVIATIONS = frozenset(
    name.casefold() for name in VIRUSES if len(name) <= 8 and sum(map(str.isupper, name)) >= 2
)
