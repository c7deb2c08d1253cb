# The command line with everything that it needs: `docker build --tag cgr-audit .`, then
# `docker run --rm --network none --volume "$PWD:/work:ro" cgr-audit audit programs`.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE constraints.txt ./
COPY cgr_audit cgr_audit
COPY rules rules
COPY schemas schemas
RUN python -m pip wheel --no-cache-dir --constraint constraints.txt --wheel-dir /wheels .

FROM python:3.12-slim
COPY --from=build /wheels /wheels
RUN python -m pip install --no-cache-dir --no-index --find-links /wheels cgr-audit \
 && rm -rf /wheels \
 && useradd --create-home auditor
USER auditor
# Compiled for this machine once, not at every start.
RUN cgr-audit sandbox check
WORKDIR /work
ENTRYPOINT ["cgr-audit"]
