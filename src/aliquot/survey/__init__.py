"""The survey story: one question put to every document, with its denominator."""

from __future__ import annotations

from aliquot.survey.story import SurveyStory

__all__ = ["SurveyStory"]
