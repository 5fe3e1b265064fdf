"""Gymnasium environments for every puzzle that supports learners, one game or thousands at a time.

>>> import gymnasium, quarry
>>> names = [name for name in gymnasium.registry if name.startswith("quarry/")]
>>> {"quarry/SameGame-v0", "quarry/Sudoku-v0", "quarry/Tetris-v0"} <= set(names)
True

Keyword arguments are the parameters of the puzzle's generator, including rule sets (``quarry.puzzles()`` lists them), or
``instance`` names one instance for all games. All environments share these conventions:

**Seeds.** ``reset(seed=n)`` plays the instance of ``quarry.generate(puzzle, seed=n, ...)`` with the luck of that seed. Without a seed the
next game follows from the last seed that was given. A seed therefore determines all games that follow it.

**Actions** are numbers that mean the same in every position. ``info["action_mask"]`` marks the legal ones. An illegal action changes
nothing and earns ``illegal_reward``.

**Rewards** are what an action adds to the judge's score; ``info["score"]`` is their sum, starting from the score of the empty board.
Pass ``env.unwrapped.answer()`` to the judge to verify it.

**Ends.** A game is terminated when no action is legal. Nothing else ends it: set ``max_episode_steps`` if games could go on for ever.

============  =====================================  =====================================================  ======================
puzzle        action                                 reward                                                 terminated
============  =====================================  =====================================================  ======================
SameGame      a place, row by row from the top:      the points of the group, at the end with the bonus or  no group is left
              its group is removed                   penalty of the rules
Hidato        the cell of the next missing number,   2 points for each number that touches the one before   all is filled in, or
              cells in reading order                                                                        the path is stuck
Lemmings      0 to pass, ``1 + 8 * lemming + type``  what the score counts for the time step; at the end    the goal is reached or
              for an order, the last for the nuke    with all that happens until the time is up             out of reach
Tetris        ``rotation * width + column``          the rows that disappear                                the piece finds no place
============  =====================================  =====================================================  ======================

Observations are boards (``observation="board"``: bytes of planes, rows and columns) or a few numbers (``observation="features"``, named by
``env.unwrapped.features``). The planes are described at the head of each puzzle's encoding.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quarry import _native

Observation = Literal["board", "features"]
Source = str | os.PathLike[str] | _native.Instance
Seen = NDArray[Any]

#: Seeds have 53 bits, so that files and other programs preserve them.
_SEEDS = 1 << 53
_RENDER_MODES = ["ansi", "rgb_array"]


def _arena(
    puzzle: str,
    instance: Source | None,
    observation: Observation,
    render_mode: str | None,
    params: dict[str, Any],
    **settings: Any,
) -> _native.Arena:
    if render_mode not in (None, *_RENDER_MODES):
        raise ValueError(f"unknown render_mode {render_mode!r}: expected None, 'ansi' or 'rgb_array'")
    if instance is not None and params:
        raise ValueError(f"an instance fixes everything: leave out {', '.join(params)}, or leave out the instance")
    if instance is not None and not isinstance(instance, _native.Instance):
        instance = _native.load(instance)
    return _native.Arena(puzzle, instance, params, observation=observation, **settings)


def _observation_space(arena: _native.Arena, observation: Observation) -> spaces.Box:
    if observation == "board":
        return spaces.Box(0, arena.most, arena.shape, np.uint8)
    return spaces.Box(-np.inf, np.inf, (len(arena.features),), np.float32)


class PuzzleEnv(gymnasium.Env[Seen, Any]):
    """One game of a puzzle. Create it with ``gymnasium.make``.

    >>> import gymnasium, quarry
    >>> env = gymnasium.make("quarry/Tetris-v0", height=10, render_mode="ansi")
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape, int(info["action_mask"].sum())
    ((2, 10, 10), 34)
    >>> seen, reward, terminated, truncated, info = env.step(0)
    >>> reward, terminated, info["score"]
    (0.0, False, 0)
    >>> env.unwrapped.answer()
    ['J 0 1']
    """

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        puzzle: str,
        *,
        instance: Source | None = None,
        observation: Observation = "board",
        render_mode: str | None = None,
        illegal_reward: float = -1.0,
        **params: Any,
    ) -> None:
        self._arena = _arena(
            puzzle,
            instance,
            observation,
            render_mode,
            params,
            games=1,
            illegal_reward=illegal_reward,
            limit=None,
            keeps_answers=True,
        )
        self._step = self._arena.step
        self._begun = False
        self._over = False
        self.puzzle = puzzle
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self._arena.actions)
        self.observation_space = _observation_space(self._arena, observation)

    @property
    def features(self) -> list[str]:
        """The names of the numbers that ``observation="features"`` shows."""
        return self._arena.features

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Start a game: the one of a seed, or the one that follows the last game."""
        super().reset(seed=seed)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(_SEEDS))
        self._begun = True
        self._arena.reset(0, seed)
        self._over = False
        return self._arena.look()

    def step(self, action: SupportsInt) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play one action and return the observation, the reward, whether the game is over, and the legal actions."""
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() for the next one")
        result = self._step(action)
        self._over = result[2]
        return result

    def render(self) -> Any:
        """Draw the position, as text or as an array of pixels."""
        if self.render_mode == "ansi":
            return self._arena.text(0)
        if self.render_mode == "rgb_array":
            return self._arena.pixels(0)
        return None

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions, in the form that sb3-contrib expects."""
        mask: NDArray[np.int8] = self._arena.look()[1]["action_mask"]
        return mask.astype(np.bool_)

    def instance(self) -> _native.Instance:
        """The instance that is played."""
        return self._arena.instance(0)

    def answer(self) -> list[str]:
        """The moves so far, in the form that ``Instance.judge`` accepts."""
        return self._arena.answer(0) or []


class PuzzleVectorEnv(VectorEnv[Seen, Seen, NDArray[Any]]):
    """Many games of a puzzle, stepped together in Rust. Create it with ``gymnasium.make_vec``.

    Game ``i`` of ``reset(seed=n)`` is the game of ``PuzzleEnv.reset(seed=n + i)``. The autoreset mode is ``NEXT_STEP``: a game whose end was
    reported restarts with the next step, whatever the action is then, and earns 0 for it.

    With ``copy=False`` every call returns the same arrays, overwritten: faster, if they are no longer needed by the next step.

    >>> import gymnasium, quarry
    >>> games = gymnasium.make_vec("quarry/Tetris-v0", num_envs=1000)
    >>> seen, info = games.reset(seed=1)
    >>> agent = quarry.Agent("tetris", "dt-20")
    >>> for _ in range(50):
    ...     seen, rewards, terminations, truncations, info = games.step(agent.act(games))
    >>> seen.shape, bool(info["score"].mean() > 15)
    ((1000, 2, 20, 10), True)
    """

    metadata: dict[str, Any] = {
        "render_modes": _RENDER_MODES,
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        puzzle: str,
        num_envs: int = 1,
        *,
        instance: Source | None = None,
        observation: Observation = "board",
        render_mode: str | None = None,
        illegal_reward: float = -1.0,
        max_episode_steps: int | None = None,
        copy: bool = True,
        **params: Any,
    ) -> None:
        self._arena = _arena(
            puzzle,
            instance,
            observation,
            render_mode,
            params,
            games=num_envs,
            illegal_reward=illegal_reward,
            limit=max_episode_steps,
            keeps_answers=False,
        )
        self._begun = False
        self._copy = copy
        self.puzzle = puzzle
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_action_space = spaces.Discrete(self._arena.actions)
        self.single_observation_space = _observation_space(self._arena, observation)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._seen: Seen = np.zeros((num_envs, *self.single_observation_space.shape), self.single_observation_space.dtype)
        self._masks = np.zeros((num_envs, self._arena.actions), np.int8)
        self._scores = np.zeros(num_envs, np.int64)
        self._rewards = np.zeros(num_envs, np.float64)
        self._terminations = np.zeros(num_envs, np.bool_)
        self._truncations = np.zeros(num_envs, np.bool_)
        self._all = np.ones(num_envs, np.bool_)

    @property
    def features(self) -> list[str]:
        """The names of the numbers that ``observation="features"`` shows."""
        return self._arena.features

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """Start all games: those of a seed and the numbers after it, of a list of seeds, or those that follow the last games."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(_SEEDS - self.num_envs))
        if isinstance(seed, int):
            seeds: Sequence[int | None] = range(seed, seed + self.num_envs)
        elif seed is None:
            seeds = [None] * self.num_envs
        else:
            seeds = seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"expected {self.num_envs} seeds, one for each game, found {len(seeds)}")
        for game, each in enumerate(seeds):
            self._arena.reset(game, each)
        self._begun = True
        self._arena.show(self._seen, self._masks, self._scores)
        return self._own(self._seen), self._info()

    def step(self, actions: Seen) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one action in each game."""
        chosen = np.ascontiguousarray(actions, np.int64)
        self._arena.step_all(
            chosen, self._seen, self._rewards, self._terminations, self._truncations, self._masks, self._scores
        )
        return (
            self._own(self._seen),
            self._own(self._rewards),
            self._own(self._terminations),
            self._own(self._truncations),
            self._info(),
        )

    def render(self) -> tuple[Any, ...] | None:
        """Draw the positions of all games, as texts or as arrays of pixels."""
        draw = {"ansi": self._arena.text, "rgb_array": self._arena.pixels}.get(self.render_mode or "")
        return tuple(draw(game) for game in range(self.num_envs)) if draw else None

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        # By Gymnasium's convention each entry comes with a mask of the games that have it.
        return {
            "action_mask": self._own(self._masks),
            "_action_mask": self._all,
            "score": self._own(self._scores),
            "_score": self._all,
        }


class Agent:
    """A published controller that plays in an environment.

    >>> import gymnasium, quarry
    >>> env = gymnasium.make("quarry/Tetris-v0")
    >>> seen, info = env.reset(seed=3)
    >>> agent = quarry.Agent("tetris", "dellacherie")
    >>> for _ in range(100):
    ...     seen, reward, terminated, truncated, info = env.step(agent.act(env))
    >>> info["score"] > 30
    True
    """

    def __init__(self, puzzle: str, name: str) -> None:
        known = {each.id: each.agents or [] for each in _native.puzzles()}
        if name not in known.get(puzzle, []):
            agents = ", ".join(f"{each}: {', '.join(names)}" for each, names in known.items() if names)
            raise ValueError(f"unknown agent '{name}' for '{puzzle}': there are {agents}")
        self.puzzle = puzzle
        self.name = name

    def act(self, env: gymnasium.Env[Any, Any] | VectorEnv[Any, Any, Any]) -> Any:
        """Return the agent's action in an environment, or in each game of a vector environment."""
        base = env.unwrapped
        if not isinstance(base, (PuzzleEnv, PuzzleVectorEnv)) or base.puzzle != self.puzzle:
            raise ValueError(f"expected an environment of {self.puzzle}, found {env}")
        actions = base._arena.advise(self.name)
        return actions if isinstance(base, PuzzleVectorEnv) else int(actions[0])

    def __repr__(self) -> str:
        return f"Agent({self.puzzle!r}, {self.name!r})"


def _register() -> None:
    for puzzle in _native.puzzles():
        title = puzzle.title.capitalize() if puzzle.title.isupper() else puzzle.title
        name = title.replace(" ", "")
        environment = f"quarry/{name}-v0"
        if puzzle.agents is not None and environment not in gymnasium.registry:
            gymnasium.register(
                environment,
                entry_point="quarry.environments:PuzzleEnv",
                vector_entry_point="quarry.environments:PuzzleVectorEnv",
                kwargs={"puzzle": puzzle.id},
            )


_register()
