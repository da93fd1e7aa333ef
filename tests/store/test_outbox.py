"""Letters are sent once, in order, by one process at a time, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from verdigris.errors import MissingError, StoreError
from verdigris.store.database import Database
from verdigris.store.lease import LEASE_SECONDS, LONGEST_WAIT, SEND_SECONDS
from verdigris.store.outbox import Delivered, Letter, deliver, post, waiting

THERE = "there"


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    url = f"sqlite:///{tmp_path}/a.db"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
    async with await Database.open(url) as opened:
        yield opened


class Target:
    """Takes letters, unless it is down or has something against one of them."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.down = False
        self.refuses: set[str] = set()
        self.calls = 0

    async def send(self, letters: Sequence[Letter]) -> None:
        self.calls += 1
        await asyncio.sleep(0)
        if self.down:
            raise MissingError("nobody is there")
        if bad := [letter.key for letter in letters if letter.key in self.refuses]:
            raise StoreError(f"I do not want {bad[0]}")
        self.got += [f"{letter.key}={letter.payload['n']}" for letter in letters]


@pytest.fixture
def target() -> Target:
    return Target()


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


async def write(database: Database, key: str, n: int = 0) -> None:
    await database.transact(lambda connection: post(connection, THERE, "kind", key, {"n": n}))


async def test_letters_go_in_order_and_once(database: Database, target: Target) -> None:
    for number in range(7):
        await write(database, f"k{number}", number)
    done = await deliver(database, THERE, target.send, at_once=3)
    assert done == Delivered(sent=7, left=0)
    assert target.got == [f"k{number}={number}" for number in range(7)]
    assert await deliver(database, THERE, target.send) == Delivered(sent=0, left=0)
    assert target.calls == 3


async def test_what_is_written_again_replaces_what_was_not_sent(
    database: Database, target: Target
) -> None:
    await write(database, "a", 1)
    await write(database, "b", 1)
    await write(database, "a", 2)
    await deliver(database, THERE, target.send)
    assert target.got == ["a=2", "b=1"]


async def test_a_transaction_that_fails_posts_nothing(database: Database) -> None:
    with pytest.raises(RuntimeError):
        async with database.write() as connection:
            await connection.run_sync(lambda c: post(c, THERE, "kind", "a", {"n": 1}))
            raise RuntimeError
    assert (await waiting(database, THERE)).letters == 0


async def test_a_target_that_is_down_is_left_alone_for_a_while(
    database: Database, target: Target
) -> None:
    clock = Clock()
    await write(database, "a")
    target.down = True
    done = await deliver(database, THERE, target.send, clock=clock)
    assert (done.sent, done.left, done.why) == (0, 1, "nobody is there")
    target.down = False
    rests = await deliver(database, THERE, target.send, clock=clock)
    assert rests.left == 1 and rests.why.startswith("nobody is there; it is tried again in 5")
    assert target.calls == 1
    clock.now += LONGEST_WAIT
    assert (await deliver(database, THERE, target.send, clock=clock)).sent == 1


async def test_who_insists_need_not_wait(database: Database, target: Target) -> None:
    await write(database, "a")
    target.down = True
    await deliver(database, THERE, target.send)
    target.down = False
    assert (await deliver(database, THERE, target.send, insist=True)).sent == 1


async def test_one_letter_that_is_refused_holds_up_no_other(
    database: Database, target: Target
) -> None:
    for key in "abcde":
        await write(database, key)
    target.refuses = {"b"}
    done = await deliver(database, THERE, target.send)
    assert (done.sent, done.left, done.why) == (4, 1, "I do not want b")
    assert target.got == ["a=0", "c=0", "d=0", "e=0"]
    target.refuses = set()
    assert (await deliver(database, THERE, target.send, insist=True)).left == 0


async def test_a_target_that_refuses_everything_is_not_asked_for_each_letter(
    database: Database, target: Target
) -> None:
    for number in range(50):
        await write(database, f"k{number}")
    target.refuses = {f"k{number}" for number in range(50)}
    done = await deliver(database, THERE, target.send)
    assert (done.sent, done.left) == (0, 50)
    assert target.calls == 3, "all at once, then the first, then the second"


async def test_two_refused_letters_in_a_row_hold_up_no_other(
    database: Database, target: Target
) -> None:
    clock = Clock()
    for key in "abcd":
        await write(database, key)
    target.refuses = {"a", "b"}
    for _ in range(3):
        done = await deliver(database, THERE, target.send, clock=clock)
        clock.now += LONGEST_WAIT
    assert target.got == ["c=0", "d=0"]
    assert (done.left, done.down) == (2, False), "it is the letters, and not the target"
    await write(database, "e")
    assert (await deliver(database, THERE, target.send, insist=True)).sent == 1


async def test_two_bad_letters_among_good_ones_are_found_at_once(
    database: Database, target: Target
) -> None:
    for key in "abcd":
        await write(database, key)
    target.refuses = {"b", "c"}
    done = await deliver(database, THERE, target.send)
    assert (done.sent, done.left, done.down) == (2, 2, False)
    assert done.waits == "2 letters wait"


async def test_whether_a_target_is_down_is_told_from_why_a_letter_is_left(
    database: Database, target: Target
) -> None:
    await write(database, "a")
    target.refuses = {"a"}
    refused = await deliver(database, THERE, target.send)
    assert (refused.left, refused.down, refused.waits) == (1, False, "1 letter waits")
    target.down = True
    assert (await deliver(database, THERE, target.send, insist=True)).down
    rests = await deliver(database, THERE, target.send)
    assert rests.down and "tried again" in rests.why


async def test_what_a_target_answers_ends_nothing(database: Database, target: Target) -> None:
    await write(database, "a")

    async def strange(letters: Sequence[Letter]) -> None:
        raise RecursionError("maximum recursion depth exceeded")

    done = await deliver(database, THERE, strange)
    assert done.left == 1 and done.why.startswith("RecursionError")


async def test_a_sender_is_not_waited_for_longer_than_there_is_time(
    database: Database, target: Target
) -> None:
    await write(database, "a")

    async def hangs(letters: Sequence[Letter]) -> None:
        await asyncio.Event().wait()

    async with asyncio.timeout(SEND_SECONDS):
        done = await deliver(database, THERE, hangs, within=0.2)
    assert (done.left, done.down, done.why) == (1, False, "there was no time for more")
    assert (await deliver(database, THERE, target.send)).sent == 1


async def test_a_target_that_was_too_slow_for_many_is_sent_few_at_first(
    database: Database, target: Target
) -> None:
    for number in range(20):
        await write(database, f"k{number}")
    sizes = []

    async def slow(letters: Sequence[Letter]) -> None:
        sizes.append(len(letters))
        if len(letters) > 6:
            raise TimeoutError
        await target.send(letters)

    lefts = [(await deliver(database, THERE, slow, insist=True)).left for _ in range(3)]
    assert lefts == [20, 13, 0], "each time it gets somewhere"
    assert sizes == [20, 1, 2, 4, 8, 1, 2, 4, 6]


async def test_a_letter_written_while_it_was_being_sent_is_sent_again(
    database: Database, target: Target
) -> None:
    await write(database, "a", 1)

    async def slow(letters: Sequence[Letter]) -> None:
        if not target.got:
            await write(database, "a", 2)
        await target.send(letters)

    await deliver(database, THERE, slow)
    assert target.got == ["a=1", "a=2"]


async def test_of_two_that_deliver_at_once_one_sends(database: Database, target: Target) -> None:
    for number in range(20):
        await write(database, f"k{number}")
    both = [deliver(database, THERE, target.send, at_once=2, patience=30) for _ in range(2)]
    done = await asyncio.gather(*both)
    assert sum(one.sent for one in done) == 20 == len(set(target.got))
    assert [one.left for one in done] == [0, 0]


async def test_the_turn_of_one_that_was_killed_runs_out(database: Database, target: Target) -> None:
    clock = Clock()
    await write(database, "a")
    started = asyncio.Event()

    async def hangs(letters: Sequence[Letter]) -> None:
        started.set()
        await asyncio.Event().wait()

    async def killed() -> None:
        # Nothing is tidied up: the lease stays as it is.
        task = asyncio.create_task(deliver(database, THERE, hangs, clock=clock))
        await started.wait()
        dead.append(task)

    dead: list[asyncio.Task[Delivered]] = []
    await killed()
    held = await deliver(database, THERE, target.send, clock=clock, patience=0)
    assert held.left == 1 and "another process is sending" in held.why
    clock.now += LEASE_SECONDS
    assert (await deliver(database, THERE, target.send, clock=clock)).sent == 1
    dead[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await dead[0]


async def test_a_clock_that_was_put_back_locks_nobody_out(
    database: Database, target: Target
) -> None:
    clock = Clock()
    await write(database, "a")
    target.down = True
    await deliver(database, THERE, target.send, clock=clock)
    target.down = False
    clock.now -= 10 * LONGEST_WAIT
    assert (await deliver(database, THERE, target.send, clock=clock)).sent == 1


async def test_letters_to_another_are_left_alone(database: Database, target: Target) -> None:
    await write(database, "a")
    assert await deliver(database, "elsewhere", target.send) == Delivered(sent=0, left=0)
    assert (await waiting(database, THERE)).letters == 1


async def test_an_interrupted_delivery_gives_the_turn_back(
    database: Database, target: Target
) -> None:
    await write(database, "a")
    started = asyncio.Event()

    async def hangs(letters: Sequence[Letter]) -> None:
        started.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(deliver(database, THERE, hangs))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await deliver(database, THERE, target.send, patience=0)).sent == 1
