"""Tests of the house itself: settings, imports, requirements, languages, services."""
