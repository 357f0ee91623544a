"""Tests that keep the rules of the house: CONTRIBUTING.md says why each exists."""
