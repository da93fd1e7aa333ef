# Verdigris itself, from this checkout, with the tools it likes to have.
#
#   docker build -t verdigris -f docker/verdigris.Dockerfile .
#   docker run --rm -v "$PWD:/project" verdigris doctor /project
#
# docker/compose.yaml starts it so that tests run in containers beside it.
ARG BASE=python:3.12-slim

FROM ${BASE} AS build
ARG EXTRAS=all
RUN python3 -m venv /opt/verdigris && python3 -m venv /opt/tools
COPY requirements.lock pyproject.toml README.md LICENSE /source/
# The lock file names more than is needed here (what tests and documentation take), so it is not
# installed but held to: the same versions, the same hashes.
RUN version=$(sed -nE 's/^uv==([0-9.]+).*/\1/p' /source/requirements.lock) \
 && /opt/tools/bin/python -m pip install --no-cache-dir --disable-pip-version-check "uv==$version"
COPY src /source/src
RUN /opt/tools/bin/uv pip install --no-cache --compile-bytecode --python /opt/verdigris/bin/python \
      --constraint /source/requirements.lock --build-constraint /source/requirements.lock \
      "/source[${EXTRAS}]"

FROM ${BASE}
# The client asks the engine outside for containers; newer Debians have it without the daemon.
RUN apt-get update \
 && client=$(apt-cache show docker-cli >/dev/null 2>&1 && echo docker-cli || echo docker.io) \
 && apt-get install -y --no-install-recommends bubblewrap git ripgrep "$client" \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/verdigris /opt/verdigris
# Volumes take over the mode of these folders, so that whichever user is named may write there.
RUN mkdir -m 0777 /project /data /shared
ENV PATH=/opt/verdigris/bin:$PATH \
    VERDIGRIS_PATHS__DATA=/data \
    HOME=/data \
    PYTHONUNBUFFERED=1
USER 1000:1000
WORKDIR /project
ENTRYPOINT ["verdigris"]
CMD ["--help"]
