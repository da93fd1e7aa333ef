import pytest
from farm import Farm
from farm.printer import Printer


@pytest.fixture
def farm():
    farm = Farm()
    farm.install(Printer("mono", 60))
    return farm
