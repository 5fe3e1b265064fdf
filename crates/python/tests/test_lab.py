"""Experiments, and stores as frames of other libraries."""

from __future__ import annotations

from pathlib import Path

import pandas
import polars
import pyarrow
import pytest

import quarry


def test_an_experiment_runs_goes_on_and_repeats_nothing(experiment: Path, tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"

    class Enough(Exception):
        pass

    def stop(progress: quarry.Progress) -> None:
        if progress.done >= 5:
            raise Enough

    with pytest.raises(Enough):
        quarry.run(experiment, store=store, threads=2, on_progress=stop)
    before = len(quarry.read_store(store))
    assert 5 <= before < 36
    steps: list[quarry.Progress] = []
    study = quarry.run(experiment, store=store, on_progress=steps.append)
    assert study.complete and (study.done, study.all, study.name) == (36, 36, "who")
    assert len(steps) == 36 - before + 1
    assert len(study.rows) == 9 and "who?" in str(study)
    assert {row["solver"] for row in study.rows} == {"random", "beam width=1", "beam width=2"}
    fresh = quarry.run(experiment, store=tmp_path / "fresh.sqlite", threads=2)
    assert str(fresh) == str(study)


def test_a_store_is_read_by_every_library(experiment: Path, tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    quarry.run(experiment, store=store)
    frame = quarry.read_store(store)
    assert len(frame) == 36 and frame.columns[:3] == ["id", "unit", "experiment"]
    table = pyarrow.table(frame)
    by_polars, by_pandas = frame.to_polars(), frame.to_pandas()
    assert isinstance(by_polars, polars.DataFrame) and isinstance(by_pandas, pandas.DataFrame)
    for name in ("solver", "score", "seconds", "complete", "param_width", "budget_evaluations"):
        values = table[name].to_pylist()
        assert by_polars[name].to_list() == values
        assert [None if pandas.isna(value) else value for value in by_pandas[name]] == values
    kinds = {name: str(table.schema.field(name).type) for name in ("id", "seconds", "complete", "solver")}
    assert kinds == {"id": "int64", "seconds": "double", "complete": "bool", "solver": "string"}
    assert by_polars["param_width"].null_count() == 12, "random has no width"
    steps = quarry.read_store(store, what="improvements", experiment="who").to_polars()
    assert set(steps["unit"]) <= set(by_polars["unit"]) and steps["score"].null_count() == 0
    # A frame can be read more than once.
    assert pyarrow.table(frame) == table


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing.sqlite"):
        quarry.read_store(tmp_path / "nothing.sqlite")
    with pytest.raises(FileNotFoundError, match="expected an experiment's file"):
        quarry.run(tmp_path / "nothing.toml", store=tmp_path / "runs.sqlite")
    bad = tmp_path / "bad.toml"
    bad.write_text('question = "?"\nruns = "many"\n')
    with pytest.raises(quarry.ParseError, match=r"bad.toml:2:\d+: expected"):
        quarry.run(bad, store=tmp_path / "runs.sqlite")
    with pytest.raises(ValueError, match="no reduced form"):
        good = tmp_path / "good.toml"
        good.write_text('question = "?"\nruns = 1\nbudget = { evaluations = 5 }\n[[instances]]\nname = "samegame/tiny-*"\n[[solvers]]\nname = "greedy"\n')
        quarry.run(good, store=tmp_path / "runs.sqlite", reduced=True)
    with pytest.raises(ValueError, match="unknown table 'walks'"):
        quarry.read_store(tmp_path / "runs.sqlite", what="walks")  # type: ignore[arg-type]
