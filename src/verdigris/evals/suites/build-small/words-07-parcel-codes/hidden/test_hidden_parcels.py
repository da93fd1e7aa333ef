from parcels import is_parcel_code


def test_right_codes():
    assert is_parcel_code("AB1234")
    assert is_parcel_code("ZQ0007")
    assert is_parcel_code("MM9999")


def test_small_letters():
    assert not is_parcel_code("ab1234")
    assert not is_parcel_code("Ab1234")


def test_too_short():
    assert not is_parcel_code("AB123")
    assert not is_parcel_code("A1234")


def test_too_long():
    assert not is_parcel_code("AB12345")
    assert not is_parcel_code("ABC1234")


def test_wrong_kinds():
    assert not is_parcel_code("ABC123")
    assert not is_parcel_code("A11234")
    assert not is_parcel_code("1234AB")


def test_other_characters():
    assert not is_parcel_code("AB 123")
    assert not is_parcel_code("AB-123")
    assert not is_parcel_code("AB12x4")
