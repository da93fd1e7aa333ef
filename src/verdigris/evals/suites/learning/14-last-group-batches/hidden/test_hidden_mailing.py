import random

import pytest

from mailing import Mailing, batches


@pytest.mark.parametrize("room", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("count", range(12))
def test_every_mail_once(count, room):
    numbers = random.Random(count)
    mails = ["x" * numbers.randint(1, 4) for _ in range(count)]
    made = batches(mails, room)
    assert [mail for batch in made for mail in batch] == mails
    for batch in made:
        assert len(batch) == 1 or (batch and len("".join(batch)) <= room)
    for one, two in zip(made, made[1:]):
        assert len("".join(one)) + len(two[0]) > room
    out = []
    mailing = Mailing(out.extend, room)
    assert mailing.run(mails) == len(made)
    assert (out, mailing.sent) == (mails, count)
