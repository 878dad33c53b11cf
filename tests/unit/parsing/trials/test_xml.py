"""ClinicalTrials.gov XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.trials.xml import TrialXmlParser
from aliquot.types import BlockType, Document

STUDY = """<?xml version="1.0" encoding="UTF-8"?>
<clinical_study>
  <id_info><org_study_id>X-1</org_study_id><nct_id>NCT03133988</nct_id></id_info>
  <brief_title>Margetuximab Expanded Access Program</brief_title>
  <sponsors><lead_sponsor><agency>MacroGenics</agency></lead_sponsor></sponsors>
  <brief_summary><textblock>
      The purpose is to provide margetuximab to patients with breast
      cancer.

      A second paragraph.
  </textblock></brief_summary>
  <overall_status>Available</overall_status>
  <start_date>June 2006</start_date>
  <phase>Phase 2/Phase 3</phase>
  <study_type>Expanded Access</study_type>
  <expanded_access_info>
    <expanded_access_type_individual>Yes</expanded_access_type_individual>
  </expanded_access_info>
  <enrollment type="Anticipated">2,800</enrollment>
  <condition>Breast Cancer</condition>
  <arm_group><arm_group_label>A</arm_group_label></arm_group>
  <intervention>
    <intervention_type>Drug</intervention_type>
    <intervention_name>Margetuximab</intervention_name>
    <arm_group_label>A</arm_group_label>
  </intervention>
  <eligibility>
    <criteria><textblock>
        Inclusion Criteria:

          -  Adults who were treated for a very long time with
             several drugs

               -  one of them trastuzumab
    </textblock></criteria>
    <gender>All</gender>
    <minimum_age>18 Years</minimum_age>
    <maximum_age>N/A</maximum_age>
  </eligibility>
  <location><facility><name>Ward</name>
    <address><city>Kyoto</city><country>Japan</country></address></facility></location>
  <clinical_results>
    <baseline>
      <group_list><group group_id="B1"><title>All</title></group></group_list>
      <analyzed_list><analyzed><units>Participants</units>
        <count_list><count group_id="B1" value="9"/></count_list></analyzed></analyzed_list>
      <measure_list><measure><title>Age</title><units>years</units><param>Mean</param>
        <dispersion>Standard Deviation</dispersion>
        <class_list><class><category_list><category><measurement_list>
          <measurement group_id="B1" value="26" spread="1.2"/>
        </measurement_list></category></category_list></class></class_list>
      </measure></measure_list>
    </baseline>
    <reported_events>
      <group_list><group group_id="E1"><title>All</title></group></group_list>
      <serious_events><category_list><category><title>Cardiac disorders</title>
        <event_list><event><sub_title>Arrhythmia</sub_title>
          <counts group_id="E1" subjects_affected="1" subjects_at_risk="9"/>
        </event></event_list></category></category_list></serious_events>
    </reported_events>
  </clinical_results>
</clinical_study>
"""


@pytest.fixture
def document(tmp_path: Path) -> Document:
    path = tmp_path / "trial.xml"
    path.write_text(STUDY, encoding="utf-8")
    (document,) = TrialXmlParser().parse(path)
    return document


def test_fields_for_filters_are_typed(document: Document) -> None:
    assert (document.nct, document.year) == ("NCT03133988", 2006)
    assert document.extra["phase"] == (2, 3)
    assert document.extra["trial_status"] == "available"
    assert document.extra["study_type"] == "expanded access"
    assert document.extra["enrollment"] == 2800
    assert document.extra["minimum_age"] == 18
    assert "maximum_age" not in document.extra


def test_expanded_access_says_available(document: Document) -> None:
    assert "Status: Available" in document.text
    assert "Expanded access: Yes, for individual patients" in document.text


def test_hard_wrapped_paragraphs_are_joined(document: Document) -> None:
    paragraphs = [block.text for block in document.blocks if block.type is BlockType.PARAGRAPH]
    assert paragraphs[:2] == [
        "The purpose is to provide margetuximab to patients with breast cancer.",
        "A second paragraph.",
    ]


def test_wrapped_criterion_is_one_item(document: Document) -> None:
    items = [
        (block.text, block.level)
        for block in document.blocks
        if block.section_path[:1] == ("Eligibility",) and block.type is BlockType.LIST_ITEM
    ]
    assert items == [
        ("Adults who were treated for a very long time with several drugs", 1),
        ("one of them trastuzumab", 2),
    ]


def test_arms_know_their_interventions(document: Document) -> None:
    assert "Arm: A. Interventions: Drug: Margetuximab." in document.text


def test_results_are_tables_with_a_column_per_group(document: Document) -> None:
    grids = [block.grid for block in document.blocks if block.type is BlockType.TABLE]
    assert grids == [
        (
            ("Characteristic", "All"),
            ("Participants analyzed", "9"),
            ("Age, Mean (Standard Deviation), years", "26 (1.2)"),
        ),
        (("Affected / at risk", "All"), ("Serious: Arrhythmia, Cardiac disorders", "1/9")),
    ]


@pytest.mark.parametrize("content", [STUDY[:700], "<clinical_study/>", "<other/>"])
def test_damaged_or_foreign_xml_says_what_to_do(tmp_path: Path, content: str) -> None:
    path = tmp_path / "trial.xml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ParseError) as caught:
        TrialXmlParser().parse(path)
    assert caught.value.hint
