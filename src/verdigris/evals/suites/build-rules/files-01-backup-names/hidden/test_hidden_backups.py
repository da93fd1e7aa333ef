from backups import backup_name


def test_the_example():
    assert backup_name("report.txt", "2024-05-01") == "report-2024-05-01.txt"


def test_another_day():
    assert backup_name("report.txt", "monday") == "report-monday.txt"


def test_several_dots():
    assert backup_name("photos.tar.gz", "2024-05-01") == "photos.tar-2024-05-01.gz"
    assert backup_name("v1.2.3.md", "d") == "v1.2.3-d.md"


def test_no_dot():
    assert backup_name("Makefile", "2024-05-01") == "Makefile-2024-05-01"


def test_a_dot_at_the_beginning():
    assert backup_name(".profile", "2024-05-01") == ".profile-2024-05-01"


def test_a_dot_at_the_beginning_and_another():
    assert backup_name(".settings.json", "2024-05-01") == ".settings-2024-05-01.json"


def test_the_ending_also_stands_in_the_name():
    assert backup_name("txt.txt", "d") == "txt-d.txt"
    assert backup_name("a.txt.txt", "d") == "a.txt-d.txt"


def test_blanks_and_hyphens():
    assert backup_name("my - report.txt", "d") == "my - report-d.txt"
