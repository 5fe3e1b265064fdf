"""Trains PPO with action masks (sb3-contrib) on small Tetris boards, and prints its results.

    pip install ./crates/python sb3-contrib
    python crates/python/examples/train_tetris.py [STEPS]

The policy sees the features: each column's height and holes, and the piece. Its mean rows before and after come from the same 200 games.
"""

from __future__ import annotations

import sys
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import quarry

BOARD = {"width": 6, "height": 12, "observation": "features", "max_pieces": 500}
GAMES = 200


class Shaped(gymnasium.RewardWrapper):  # type: ignore[type-arg]
    """Rewards each placed piece too, so that there is something to learn before the first row."""

    def reward(self, reward: float) -> float:
        return 0.1 + reward


def made() -> gymnasium.Env:  # type: ignore[type-arg]
    return Shaped(gymnasium.make("quarry/Tetris-v0", **BOARD))


def mean_rows(choose) -> float:  # type: ignore[no-untyped-def]
    """Returns the mean rows of the same games, all played at once."""
    games = gymnasium.make_vec("quarry/Tetris-v0", num_envs=GAMES, **BOARD)
    seen, info = games.reset(seed=1_000_000)
    rows = np.zeros(GAMES)
    over = np.zeros(GAMES, bool)
    while not over.all():
        seen, _, ended, _, info = games.step(choose(games, seen, info["action_mask"]))
        rows[ended & ~over] = info["score"][ended & ~over]
        over |= ended
    return float(rows.mean())


def main() -> None:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rng = np.random.default_rng(1)
    # Nets this small are fastest on one thread.
    torch.set_num_threads(1)
    model = MaskablePPO("MlpPolicy", DummyVecEnv([made] * 16), n_steps=256, batch_size=512, learning_rate=1e-3, ent_coef=0.01, seed=1, verbose=0)
    learned = lambda _, seen, masks: model.predict(seen, action_masks=masks, deterministic=True)[0]  # noqa: E731
    random = lambda _, seen, masks: (rng.random(masks.shape) * masks).argmax(axis=1)  # noqa: E731
    agent = quarry.Agent("tetris", "dellacherie")
    print(f"rows on {BOARD['width']} x {BOARD['height']}, at most {BOARD['max_pieces']} pieces, mean of {GAMES} games")
    print(f"  at random         {mean_rows(random):8.2f}")
    print(f"  before training   {mean_rows(learned):8.2f}")
    begin = time.perf_counter()
    model.learn(steps)
    print(f"  after {steps:,} steps {mean_rows(learned):8.2f}   ({time.perf_counter() - begin:.0f} s)")
    print(f"  dellacherie       {mean_rows(lambda games, *_: agent.act(games)):8.2f}")


if __name__ == "__main__":
    main()
