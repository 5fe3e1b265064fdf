"""The package as people use it: load, generate, show, judge, rate, hint, solve."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

import quarry


def test_everything_has_examples_that_load() -> None:
    for puzzle in quarry.puzzles():
        assert puzzle.title and puzzle.rules and puzzle.complexity
        board = quarry.load(puzzle.examples[0])
        assert board.puzzle == puzzle.id
        assert quarry.load(board.text + "\n").text == board.text
        assert puzzle.default_solver in [solver.name for solver in board.solvers()]


def test_settings_say_what_they_take() -> None:
    for puzzle in quarry.puzzles():
        for solver in puzzle.solvers():
            for setting in solver.settings:
                assert setting.help and setting.takes
                if setting.range:
                    assert setting.range[0] <= setting.default <= setting.range[1]
                if setting.choices:
                    assert str(setting.default) in setting.choices


def test_what_cannot_be_read_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text('puzzle = "samegame"\nrules = "chess"\nboard = """\n00\n"""\n')
    with pytest.raises(quarry.ParseError, match=r"board.toml:2:9: expected .*jawbreaker.*, found \"chess\"") as told:
        quarry.load(path)
    error = told.value
    assert (error.file, error.line, error.column, error.found) == (str(path), 2, 9, '"chess"')
    assert "jawbreaker" in error.expected and isinstance(error, ValueError)
    with pytest.raises(FileNotFoundError, match="expected a file, an example"):
        quarry.load("samegame/nothing")
    with pytest.raises(ValueError, match="unknown puzzle 'chess': expected one of samegame"):
        quarry.generate("chess")
    with pytest.raises(ValueError, match="unknown setting 'size': expected one of rows"):
        quarry.generate("samegame", size=3)
    with pytest.raises(TypeError, match="a setting is a number"):
        quarry.generate("samegame", rows=object())


def test_drawings_are_for_terminals_and_notebooks() -> None:
    for puzzle in quarry.puzzles():
        board = quarry.load(puzzle.examples[0])
        assert board.show().strip()
        assert board.svg().startswith("<svg") and board.svg().endswith("</svg>")
        assert board._repr_html_().startswith("<figure>")
    hive = quarry.load("topology = \"hex\"\nboard = '''\n 1 _\n_ _ _\n _ 7\n'''\npuzzle = \"hidato\"")
    assert hive.show() == " 1 _\n_ _ _\n _ 7"
    assert "polygon" in hive.svg()


def test_an_answer_is_judged_in_every_form(tmp_path: Path) -> None:
    board = quarry.load("samegame/table1-5x5-3")
    report = board.solve("greedy")
    path = tmp_path / "answer.toml"
    report.save(path)
    for answer in (report, report.answer, report.answer_file(), path, str(path)):
        judgement = board.judge(answer)
        assert judgement and judgement.accepted
        assert (judgement.score, judgement.solved, judgement.objection) == (report.score, True, None)
    altered = report.answer_file().replace(f"score = {report.score}", "score = 9999")
    assert not board.judge(altered)
    assert "claims score 9999" in str(board.judge(altered).objection)
    with pytest.raises(quarry.ParseError, match="answer:2:1") as told:
        board.judge(["1,1", "here"])
    assert told.value.line == 2


def test_the_same_seed_is_the_same_answer_on_any_number_of_threads() -> None:
    board = quarry.load("samegame/standard-01")
    one = board.solve(seed=5, evaluations=3000)
    two = board.solve(seed=5, evaluations=3000, threads=2)
    assert one.answer == two.answer and one.score == two.score and one.stopped == "evaluations"
    assert board.solve(seed=6, evaluations=3000).answer != one.answer


def test_improvements_are_told_and_an_exception_ends_the_run() -> None:
    board = quarry.load("samegame/standard-02")
    here = threading.get_ident()
    told: list[quarry.Improvement] = []

    def listen(better: quarry.Improvement) -> None:
        assert threading.get_ident() == here
        told.append(better)

    report = board.solve("random", evaluations=2000, on_improvement=listen)
    scores = [better.score for better in told]
    assert scores == sorted(scores) and scores[-1] == report.score
    assert told[-1].answer == report.answer and told[-1].evaluations <= report.evaluations

    def refuse(better: quarry.Improvement) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        board.solve("random", seconds=60, on_improvement=refuse)


def test_other_threads_go_on_while_a_solver_works() -> None:
    board = quarry.load("samegame/standard-03")
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    board.solve(seconds=0.5)
    done.set()
    counter.join()
    assert counted > 20, "the lock was released"


def test_control_c_returns_the_best_so_far() -> None:
    board = quarry.load("samegame/standard-04")
    timer = threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    report = board.solve(seconds=120)
    assert time.monotonic() - begin < 60
    assert report.stopped == "interrupted" and report.score is not None
    assert board.judge(report)


def test_settings_come_in_pythons_types(tmp_path: Path) -> None:
    game = quarry.generate("tetris", width=6, height=8, max_pieces=30, seed=4)
    shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 0.5]
    report = game.solve("evolved", model=shares)
    assert report.params["model"] == ",".join(str(share).removesuffix(".0") for share in shares)
    with pytest.raises(FileNotFoundError, match="expected a file that `quarry train` has written"):
        game.solve("evolved", model=tmp_path / "nothing.toml")
    # A setting with the name of a limit.
    bred = quarry.load("hidato/tiny-hex-19").solve("ga", nodes=10_000_000, params={"evaluations": 500})
    assert bred.params["evaluations"] == 500
    with pytest.raises(ValueError, match="unknown solver 'nobody': expected one of"):
        game.solve("nobody")


def test_ratings_are_plain_data() -> None:
    easy = quarry.load("hidato/paper-figure-1").rate()
    assert easy["solved"] and easy["score"] > 0 and easy["techniques"]
    level = quarry.load("lemmings/02Diggers").rate(evaluations=1_000_000)
    assert level["solvable"] and level["fewest_orders"] == 2 and level["stopped"] == "settled"
    with pytest.raises(ValueError, match="has no named techniques"):
        quarry.load("tetris/10x20").rate()


def test_hints_lead_on() -> None:
    board = quarry.load("samegame/table1-5x5-3")
    moves: list[str] = []
    while hint := board.hint(moves):
        assert hint.reason
        moves.append(hint.move)
    assert board.judge(moves)
    with pytest.raises(ValueError, match="move 1: "):
        board.hint(["9,9"])


def test_solutions_are_counted_and_drawn() -> None:
    report = quarry.load("hidato/paper-figure-1").solve()
    assert report.proved and report.solutions == "one" and report.second == []
    assert str(report._repr_svg_()).startswith("<svg")
    assert quarry.load("samegame/table1-5x5-3").solve("greedy")._repr_svg_() is None
