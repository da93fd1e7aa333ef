"""The C half of `signal`. The other half wraps numbers in enums, whose import takes longer than all
that the keeper does.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]

SIGCHLD, SIGHUP, SIGINT, SIGKILL = _signal.SIGCHLD, _signal.SIGHUP, _signal.SIGINT, _signal.SIGKILL
SIGPIPE, SIGSTOP, SIGTERM = _signal.SIGPIPE, _signal.SIGSTOP, _signal.SIGTERM
SIGCONT = _signal.SIGCONT
SIG_DFL, SIG_IGN = _signal.SIG_DFL, _signal.SIG_IGN
signal, set_wakeup_fd = _signal.signal, _signal.set_wakeup_fd
