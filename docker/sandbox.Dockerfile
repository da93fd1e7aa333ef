# What a project's tests run in: an interpreter with pytest, and nothing of Verdigris.
#
#   docker build -t verdigris-sandbox -f docker/sandbox.Dockerfile docker
#   verdigris fix . --sandbox docker --sandbox-image verdigris-sandbox
#
# A project with packages of its own derives its image from this one; docs/containers.md shows how.
# A container needs a shell, tar, df and env beside the interpreter; every usual base has them.
ARG BASE=python:3.12-slim
FROM ${BASE}

ARG PYTEST="pytest>=8,<9"
# A base that brings pytest along (a distribution's package) is taken as it is.
RUN python3 -c "import pytest" 2>/dev/null \
 || python3 -m pip install --no-cache-dir --disable-pip-version-check --root-user-action=ignore "${PYTEST}"

# For people who start the image by hand; Verdigris names the user itself, at each start.
USER 65534:65534
