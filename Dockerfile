# The images of Millrace.
#   docker build --target millrace -t millrace .          the whole service; runs execute inside
#   docker build --target runner -t millrace-runner .     one attempt of a run, then exit
# BASE is any glibc image with Node 24 and npm. Behind a proxy with a certificate of its own, give it
# to the build: --secret id=ca,src=FILE
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
RUN node scripts/generate-prisma.mjs \
 && node scripts/trace-image.ts /image/millrace service runner \
 && node scripts/trace-image.ts /image/runner runner

FROM ${BASE} AS common
WORKDIR /app
# The data folder is the only one that is written to; mount a volume over it. /tmp is for programs
# that expect one.
RUN mkdir -p /data && chown 1000:1000 /data
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/data/cache/code \
    MALLOC_ARENA_MAX=2 \
    SERVICE_DATA_DIR=/data \
    SERVICE_LOG_FORMAT=json
USER 1000:1000
VOLUME /data

FROM common AS runner
COPY --from=build /image/runner ./
ENTRYPOINT ["node", "--max-semi-space-size=16", "runner/main.ts"]

FROM common AS millrace
COPY --from=build /image/millrace ./
ENV SERVICE_HOST=0.0.0.0 \
    SERVICE_PORT=8055 \
    SERVICE_SEED_DEMO=false
EXPOSE 8055
# Needs SERVICE_DATABASE_URL: the image holds no database.
ENTRYPOINT ["node", "--max-semi-space-size=4", "cli/millrace.mjs"]
CMD ["serve"]
