"""Placements per second of Tetris through Python, many games at once and one at a time.

    python crates/python/benches/vector.py [GAMES] [STEPS]

Games are played once by random legal actions, then the same seeds and actions are played again and timed: choosing is not measured. Steps that
only start a new game do not count as placements. Times are processor time of the single working thread, so that other work on the machine
matters as little as possible. Install the package as users do (`pip install ./crates/python`), which builds it for release.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import gymnasium
import numpy as np

import quarry  # noqa: F401  (registers the environments)

Array = np.ndarray[Any, Any]


def many(games: int, steps: int, **settings: Any) -> float:
    """Returns placements per second with this many games in one call."""
    env = gymnasium.make_vec("quarry/Tetris-v0", num_envs=games, **settings)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    chosen: list[Array] = []
    placed, over = 0, np.zeros(games, np.bool_)
    for _ in range(steps):
        chosen.append((rng.random((games, 40), np.float32) * info["action_mask"]).argmax(axis=1))
        placed += games - int(over.sum())
        _, _, over, _, info = env.step(chosen[-1])
        over = over.copy()
    env.reset(seed=1)
    begin = time.thread_time()
    for actions in chosen:
        env.step(actions)
    return placed / (time.thread_time() - begin)


def one(env: gymnasium.Env[Any, Any], steps: int) -> float:
    """Returns the microseconds per call of `step` in one long game."""
    agent = quarry.Agent("tetris", "dt-20")
    env.reset(seed=1)
    chosen: list[int] = []
    for _ in range(steps):
        chosen.append(agent.act(env))
        env.step(chosen[-1])
    env.reset(seed=1)
    begin = time.thread_time()
    for action in chosen:
        env.step(action)
    return (time.thread_time() - begin) / steps * 1e6


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    print(f"Tetris 10 x 20, {games} games a call, placements a second of one core:")
    speed = 0.0
    for name, settings in [
        ("features and masks", {"observation": "features"}),
        ("boards and masks", {}),
        ("boards and masks, copy=False", {"copy": False}),
    ]:
        speed = many(games, steps, **settings)
        print(f"  {name:<32} {speed:>10,.0f}")
    made = gymnasium.make("quarry/Tetris-v0")
    alone, wrapped = one(made.unwrapped, 20 * steps), one(made, 20 * steps)
    print("one game, microseconds a step:")
    print(f"  the environment itself           {alone:>9.2f}")
    print(f"  within gymnasium.make's wrappers {wrapped:>9.2f}")
    print(f"  a game of the batch, beside it   {1e6 / speed:>9.2f}  (so a call costs {alone - 1e6 / speed:.2f})")


if __name__ == "__main__":
    main()
