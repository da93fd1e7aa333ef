import pytest
from names import IMAGE_TYPES, original, stem, thumbnail, together


@pytest.mark.parametrize("extension", IMAGE_TYPES)
@pytest.mark.parametrize("name", ["jpg", "png", "gig", "f", "pig", "long.name", "x.", "n.p.g", "a"])
def test_only_the_extension_goes(name, extension):
    assert stem(name + extension) == name
    assert stem((name + extension).upper()) == name
    assert thumbnail(name + extension, 9) == f"{name}-9{extension}"


@pytest.mark.parametrize("extension", IMAGE_TYPES)
def test_copies_belong_to_their_original(extension):
    assert original(f"ping (12){extension}") == f"ping{extension}"
    assert original(f"ping (x){extension}") == f"ping (x){extension}"


def test_groups():
    names = ["jig.gif", "jig (1).gif", "jug.jpg"]
    assert together(names) == {"jig.gif": ["jig (1).gif", "jig.gif"], "jug.jpg": ["jug.jpg"]}
