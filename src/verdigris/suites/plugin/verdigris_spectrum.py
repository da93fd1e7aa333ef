"""The pytest plugin that observes which lines each test reaches.

Standard library only, Python 3.8 and up. Other plugins that would keep it from seeing anything,
coverage and workers, are switched off for this run, whose outcome counts for nothing. The tests
themselves run as ever.
"""

import pytest
from verdigris_spectrum_observer import OBSERVER


def _switch_off(options, name, value):
    if getattr(options, name, None):
        setattr(options, name, value)


@pytest.hookimpl(hookwrapper=True)
def pytest_load_initial_conftests(early_config):
    _switch_off(early_config.known_args_namespace, "cov_source", [])
    # Not before: loading the plugins is none of the project's doing, and slow when watched.
    OBSERVER.begin()
    OBSERVER.claim()
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_cmdline_main(config):
    _switch_off(config.option, "numprocesses", 0)
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    OBSERVER.start(item.nodeid)
    yield
    OBSERVER.stop(item.nodeid)
    if OBSERVER.out_of_time:
        item.session.shouldstop = "the time for observing is over"


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    OBSERVER.finish()
