"""A laboratory for hard single-player puzzles.

>>> import quarry
>>> board = quarry.load("samegame/table1-5x5-3")
>>> report = board.solve("exact")
>>> report.score, report.proved
(156, True)
>>> bool(board.judge(report))
True

Importing the package registers its Gymnasium environments, such as ``quarry/Tetris-v0`` (see :mod:`quarry.environments`).
"""

from quarry._native import (
    Frame,
    Hint,
    Improvement,
    Instance,
    Judgement,
    ParseError,
    Progress,
    Puzzle,
    Report,
    Setting,
    Solver,
    Study,
    __version__,
    generate,
    load,
    puzzles,
    read_store,
    run,
)
from quarry.environments import Agent, PuzzleEnv, PuzzleVectorEnv

__all__ = [
    "Agent",
    "Frame",
    "Hint",
    "Improvement",
    "Instance",
    "Judgement",
    "ParseError",
    "Progress",
    "Puzzle",
    "PuzzleEnv",
    "PuzzleVectorEnv",
    "Report",
    "Setting",
    "Solver",
    "Study",
    "__version__",
    "generate",
    "load",
    "puzzles",
    "read_store",
    "run",
]
