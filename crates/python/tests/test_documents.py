"""Run the examples in the documents: docstrings of the compiled part, the README, the guide's chapter, the notebook."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import quarry
import quarry.environments


def documented() -> list[tuple[str, str]]:
    """The docstrings of the compiled part that have examples."""
    found = [("quarry", quarry.__doc__ or "")]
    for name in quarry.__all__:
        thing = getattr(quarry, name)
        if getattr(thing, "__module__", None) in ("quarry", "quarry._native"):
            found.append((name, inspect.getdoc(thing) or ""))
            parts = vars(thing).items() if inspect.isclass(thing) else []
            found += [(f"{name}.{part}", inspect.getdoc(method) or "") for part, method in parts if part[0] != "_"]
    return [(name, text) for name, text in found if ">>>" in text]


def test_docstrings_in_python() -> None:
    result = doctest.testmod(quarry.environments)
    assert result.attempted > 0 and result.failed == 0


@pytest.mark.parametrize(("name", "text"), documented())
def test_docstrings_of_the_compiled_part(name: str, text: str) -> None:
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    result = doctest.DocTestRunner().run(example)
    assert result.attempted > 0 and result.failed == 0


def test_the_compiled_part_is_documented() -> None:
    names = [name for name, _ in documented()]
    for wanted in ("load", "generate", "puzzles", "run", "Instance.solve", "Instance.judge", "Instance.rate", "Instance.hint"):
        assert wanted in names


@pytest.mark.parametrize("document", ["README.md", "docs/guide/python.md"])
def test_python_in_the_documents(document: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (root / document).read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    # The guide refers to experiments by their paths in the project.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "experiments").symlink_to(root / "experiments")
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, document, "exec"), names)


def test_the_notebook_runs(root: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(root / "crates/python/quickstart.ipynb", as_version=4)
    assert sum(cell.cell_type == "code" for cell in notebook.cells) >= 6
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    drawn = [output for cell in notebook.cells for output in cell.get("outputs", []) if "image/svg+xml" in output.get("data", {})]
    assert drawn, "a board was drawn"
