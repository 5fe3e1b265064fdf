"""Shared fixtures of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

WHO = """
question = "who?"
runs = 4
budget = { evaluations = 50 }
[[instances]]
name = "samegame/table1-5x5-*"
[[solvers]]
name = "random"
[[solvers]]
name = "beam"
params = { width = [1, 2] }
"""


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    """A small experiment of 36 runs."""
    path = tmp_path / "who.toml"
    path.write_text(WHO)
    return path


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return Path(__file__).parents[3]
