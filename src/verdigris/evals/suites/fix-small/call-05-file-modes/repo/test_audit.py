from audit import audit, cures, read


def test_letters():
    assert read(["rwxr-x--- bin/run"]) == {"bin/run": 0o750}


def test_numbers():
    assert read(["# from the server", "", "640 etc/app.ini"]) == {"etc/app.ini": 0o640}


def test_nothing_wrong():
    assert audit(["rw-r--r-- readme.txt"]) == []


def test_world_writable():
    assert [finding.path for finding in audit(["rw-rw-rw- a", "rw-r--r-- b"])] == ["a"]


def test_key():
    assert cures(["0640 site.key"]) == {"site.key": "rw-------"}


def test_script():
    assert cures(["rw-r--r-- go.sh"]) == {"go.sh": "rwxr--r--"}
