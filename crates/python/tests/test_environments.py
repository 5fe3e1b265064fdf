"""The environments: Gymnasium's own checker, seeds, masks, scores, vectors, agents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv

import quarry

IDS = ["quarry/Hidato-v0", "quarry/Lemmings-v0", "quarry/SameGame-v0", "quarry/Tetris-v0"]
# Parameters other than the defaults, including rule sets.
RULES: list[tuple[str, dict[str, Any]]] = [
    ("quarry/SameGame-v0", {"rules": "jawbreaker", "rows": 6, "columns": 8, "colours": 4}),
    ("quarry/SameGame-v0", {"rules": "jawbreaker3", "rows": 20, "columns": 20}),
    ("quarry/SameGame-v0", {"rules": "clickomania", "clearable": True}),
    ("quarry/SameGame-v0", {"instance": "samegame/standard-01"}),
    ("quarry/Hidato-v0", {"topology": "square", "columns": 5, "rows": 5}),
    ("quarry/Hidato-v0", {"topology": "orthogonal", "columns": 5, "rows": 5, "links": 0.3}),
    ("quarry/Lemmings-v0", {"instance": "lemmings/05Diggers"}),
    ("quarry/Lemmings-v0", {"rules": "alpha", "lemmings": 3}),
    ("quarry/Tetris-v0", {"rules": "original", "height": 10}),
    ("quarry/Tetris-v0", {"rules": "top4", "pieces": "bag7", "max_pieces": 20}),
]
ALL: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in IDS] + RULES


def legal(info: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


@pytest.mark.parametrize("observation", ["board", "features"])
@pytest.mark.parametrize(("name", "settings"), ALL)
@pytest.mark.filterwarnings("ignore:.*Box observation space (minimum|maximum) value is.*infinity")
def test_gymnasiums_checker_is_content(name: str, settings: dict[str, Any], observation: str) -> None:
    env = gymnasium.make(name, observation=observation, render_mode="rgb_array", **settings)
    check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.parametrize(("name", "settings"), ALL)
def test_rewards_are_the_judges_score(name: str, settings: dict[str, Any]) -> None:
    env = gymnasium.make(name, **settings)
    rng = np.random.default_rng(1)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        score, over = info["score"], False
        while not over:
            _, reward, over, cut, info = env.step(legal(info, rng))
            score += reward
            assert not cut and info["score"] == score
        base = env.unwrapped
        assert isinstance(base, quarry.PuzzleEnv)
        judgement = base.instance().judge(base.answer())
        assert (judgement.score, judgement.solved) == (score, info["solved"])
        assert not info["action_mask"].any()
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(0)


@pytest.mark.parametrize("name", IDS)
def test_a_seed_fixes_the_instance_and_all_that_follows(name: str) -> None:
    def played(seed: int, games: int) -> list[Any]:
        env = gymnasium.make(name)
        rng = np.random.default_rng(5)
        seen, info = env.reset(seed=seed)
        history = [seen, info["seed"]]
        for _ in range(games):
            over = False
            while not over:
                seen, reward, over, _, info = env.step(legal(info, rng))
                history += [seen, reward]
            seen, info = env.reset()
            history += [seen, info["seed"]]
        return history

    one, same, other = played(3, 2), played(3, 2), played(4, 2)
    assert len(one) == len(same) and all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not all(np.array_equal(a, b) for a, b in zip(one, other))
    assert one[1] == 3
    env = gymnasium.make(name)
    env.reset(seed=3)
    base = env.unwrapped
    assert isinstance(base, quarry.PuzzleEnv)
    assert base.instance().text == quarry.generate(base.puzzle, seed=3).text


def test_unseeded_games_differ() -> None:
    seeds = {gymnasium.make("quarry/SameGame-v0").reset()[1]["seed"] for _ in range(4)}
    assert len(seeds) == 4


@pytest.mark.parametrize("name", IDS)
def test_what_is_not_legal_changes_nothing_and_is_paid(name: str) -> None:
    env = gymnasium.make(name, illegal_reward=-7.5)
    seen, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, cut, told = env.step(illegal)
    assert (reward, over, cut, told["score"]) == (-7.5, False, False, info["score"])
    assert np.array_equal(seen, after) and np.array_equal(info["action_mask"], told["action_mask"])
    base = env.unwrapped
    with pytest.raises(ValueError, match="expected an action from 0 to"):
        base.step(env.action_space.n)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="expected an action from 0 to"):
        base.step(-1)


@pytest.mark.parametrize("name", IDS)
def test_positions_are_drawn(name: str) -> None:
    text = gymnasium.make(name, render_mode="ansi")
    text.reset(seed=1)
    drawn = text.render()
    assert isinstance(drawn, str) and len(drawn.splitlines()) > 3
    pixels = gymnasium.make(name, render_mode="rgb_array")
    _, info = pixels.reset(seed=1)
    first = pixels.render()
    assert isinstance(first, np.ndarray) and first.dtype == np.uint8 and first.shape[2] == 3
    rng, over = np.random.default_rng(1), False
    while not over:
        _, _, over, _, info = pixels.step(legal(info, rng))
    last = pixels.render()
    assert isinstance(last, np.ndarray) and last.shape == first.shape and not np.array_equal(first, last)
    with pytest.raises(ValueError, match="unknown render_mode 'film'"):
        quarry.PuzzleEnv("tetris", render_mode="film")


def test_features_have_names() -> None:
    for name in IDS:
        env = gymnasium.make(name, observation="features")
        base = env.unwrapped
        assert isinstance(base, quarry.PuzzleEnv)
        seen, _ = env.reset(seed=1)
        assert seen.shape == (len(base.features),) and len(set(base.features)) == len(base.features)


def test_settings_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown observation 'smell'"):
        quarry.PuzzleEnv("tetris", observation="smell")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="leave out width"):
        quarry.PuzzleEnv("tetris", instance="tetris/10x20", width=8)
    with pytest.raises(ValueError, match="expected an instance of tetris, found one of hidato"):
        quarry.PuzzleEnv("tetris", instance="hidato/paper-figure-1")
    with pytest.raises(ValueError, match="unknown setting 'wide'"):
        quarry.PuzzleEnv("tetris", wide=8)


def vector(name: str, games: int, **settings: Any) -> VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec(name, num_envs=games, **settings)


@pytest.mark.parametrize("observation", ["board", "features"])
@pytest.mark.parametrize("name", IDS)
def test_games_of_a_vector_are_single_games(name: str, observation: str) -> None:
    games = vector(name, 3, observation=observation)
    singles = [gymnasium.make(name, observation=observation) for _ in range(3)]
    assert games.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, info = games.reset(seed=10)
    begun = [env.reset(seed=10 + game) for game, env in enumerate(singles)]
    rng = np.random.default_rng(2)
    over, restarts = [False] * 3, 0
    assert seen in games.observation_space
    for _ in range(300):
        for game in range(3):
            assert np.array_equal(seen[game], begun[game][0])
            assert np.array_equal(info["action_mask"][game], begun[game][1]["action_mask"])
            assert info["score"][game] == begun[game][1]["score"]
        actions = [0 if over[game] else legal(begun[game][1], rng) for game in range(3)]
        seen, rewards, ended, cut, info = games.step(np.array(actions))
        for game, env in enumerate(singles):
            if over[game]:
                begun[game] = env.reset()
                assert rewards[game] == 0
                over[game], restarts = False, restarts + 1
            else:
                position, reward, over[game], _, told = env.step(actions[game])
                begun[game] = (position, told)
                assert rewards[game] == reward
            assert ended[game] == over[game] and not cut[game]
    assert restarts > 0


def test_a_vector_is_cut_short_and_copies() -> None:
    games = vector("quarry/Tetris-v0", 2, max_episode_steps=5)
    seen, info = games.reset(seed=1)
    agent = quarry.Agent("tetris", "bcts")
    before = seen.copy()
    for step in range(1, 8):
        _, _, ended, cut, info = games.step(agent.act(games))
        assert not ended.any() and cut.all() == (step == 5)
    assert np.array_equal(seen, before), "what was returned stays as it was"
    shared = vector("quarry/Tetris-v0", 2, copy=False)
    seen, info = shared.reset(seed=1)
    again = shared.step(agent.act(shared))[0]
    assert again is seen


def test_vectors_take_seeds_in_every_form() -> None:
    games = vector("quarry/SameGame-v0", 2)
    ranged, _ = games.reset(seed=8)
    listed, _ = games.reset(seed=[8, 9])
    assert np.array_equal(ranged, listed)
    following, _ = games.reset()
    assert not np.array_equal(following, listed)
    with pytest.raises(ValueError, match="expected 2 seeds"):
        games.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="expected 2 actions"):
        games.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="game 1: expected an action from 0 to 224"):
        games.step(np.array([0, 225]))
    drawn = vector("quarry/Tetris-v0", 2, render_mode="ansi")
    drawn.reset(seed=1)
    assert len(drawn.render() or ()) == 2


def test_agents_play_as_their_solver_does() -> None:
    settings: dict[str, Any] = {"height": 8, "max_pieces": 200}
    for name in ("dt-20", "bcts", "dellacherie", "dt-10", "steps-20"):
        env = gymnasium.make("quarry/Tetris-v0", **settings)
        agent = quarry.Agent("tetris", name)
        _, info = env.reset(seed=6)
        over = False
        while not over:
            _, _, over, _, info = env.step(agent.act(env))
        base = env.unwrapped
        assert isinstance(base, quarry.PuzzleEnv)
        assert base.answer() == base.instance().solve(name).answer
    with pytest.raises(ValueError, match="unknown agent 'nobody' for 'tetris': there are tetris: steps-20"):
        quarry.Agent("tetris", "nobody")
    with pytest.raises(ValueError, match="expected an environment of tetris"):
        quarry.Agent("tetris", "bcts").act(gymnasium.make("quarry/Hidato-v0"))
