import pytest

from access.changes import apply
from access.folder import Folder
from access.rights import EVERYTHING, Right

ALL = [Right(n) for n in range(16)]


@pytest.mark.parametrize("had", ALL)
@pytest.mark.parametrize("taken", ALL)
def test_what_is_taken_is_gone_and_the_rest_stays(had, taken):
    folder = Folder("f", "owner")
    folder.grant("bob", had)
    folder.revoke("bob", taken)
    left = folder.granted("bob")
    for right in (Right.READ, Right.WRITE, Right.DELETE, Right.SHARE):
        assert (right in left) is (right in had and right not in taken)
    folder.revoke("bob", taken)
    assert folder.granted("bob") == left


def test_somebody_unknown_gains_nothing_by_losing():
    folder = Folder("f", "owner")
    folder.revoke("eve", EVERYTHING)
    assert folder.rights("eve") == Right.NONE
    assert folder.people() == ["owner"]


def test_the_owner_cannot_lose_rights():
    folder = Folder("f", "owner")
    apply(folder, ["owner -rwds"])
    assert folder.rights("owner") == EVERYTHING
