# syntax=docker/dockerfile:1

# Builds the web files and the server. Install scripts are not needed: native packages come with prebuilt binaries, and the Node of
# the image replaces the package "node".
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY markdown/package.json markdown/
COPY push/package.json push/
COPY server/package.json server/
COPY web/package.json web/
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-fund --no-audit
COPY . .
RUN NODE_ENV=production node scripts/build.mjs && node scripts/sbom.mjs > dist/sbom.cdx.json

# The packages that the server needs at run time, of its workspace only. dist already contains everything that browsers load.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY markdown/package.json markdown/
COPY push/package.json push/
COPY server/package.json server/
COPY web/package.json web/
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --workspace @sheaf/server --no-fund --no-audit \
    && rm -rf node_modules/node node_modules/.bin node_modules/@sheaf

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Sheaf" \
      org.opencontainers.image.description="Documentation server for IT teams: API docs, data dictionaries and manuals in Markdown" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4999 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
RUN install -d -o node -g node -m 0750 /data \
    && printf '#!/bin/sh\nexec node /app/dist/server/sheaf.js "$@"\n' > /usr/local/bin/sheaf \
    && chmod 0755 /usr/local/bin/sheaf
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY LICENSE NOTICE ./
USER node
VOLUME /data
EXPOSE 4999
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "const base = (process.env.BASE_PATH || '').replace(/\\/$/, ''); fetch(`http://127.0.0.1:${process.env.PORT || 4999}${base}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/server/main.js"]
