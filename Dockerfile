# syntax=docker/dockerfile:1

# Tags of the base images. For a reproducible build, add the digest that you verified, for example
#   docker build --build-arg NODE_IMAGE=node:24-trixie-slim@sha256:... .
# This file names no digest itself: a wrong one would look like a check.
ARG NODE_IMAGE=node:24-trixie-slim
ARG DEBIAN_IMAGE=debian:trixie-slim

# Everything is built on the processor of the builder, also for another processor. Install scripts are not needed: native packages
# come with prebuilt binaries, and the Node of the image replaces the package "node".
FROM --platform=$BUILDPLATFORM $NODE_IMAGE AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY compare/package.json compare/
COPY contract/package.json contract/
COPY description/package.json description/
COPY markdown/package.json markdown/
COPY push/package.json push/
COPY server/package.json server/
COPY web/package.json web/
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-fund --no-audit
# The packages of the server a second time, with the binaries for the processor of the image.
ARG TARGETARCH
RUN --mount=type=cache,target=/root/.npm mkdir /packages \
    && cp --parents package.json package-lock.json .npmrc */package.json /packages/ \
    && cd /packages \
    && npm ci --omit=dev --ignore-scripts --workspace @sheaf/server --no-fund --no-audit --os=linux --libc=glibc --cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)"
COPY . .
RUN NODE_ENV=production node scripts/build.mjs && node scripts/image/sbom.mjs > dist/sbom.cdx.json
RUN node scripts/image/folder.mjs /image /packages "linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
    && node scripts/image/characters.mjs > /characters

# The font of diagrams in Word exports: Noto Sans CJK, reduced to the characters in use, 2 MB instead of 20.
FROM --platform=$BUILDPLATFORM $DEBIAN_IMAGE AS font
RUN apt-get update \
    && apt-get install -y --no-install-recommends fonts-noto-cjk libharfbuzz-bin \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /characters /characters
RUN mkdir -p /font/noto \
    && hb-subset /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc --face-index=2 --unicodes-file=/characters --no-hinting --no-layout-closure --layout-features=kern --output-file=/font/noto/NotoSansCJKsc-Regular.otf \
    && cp /usr/share/doc/fonts-noto-cjk/copyright /font/noto/OFL.txt

FROM $NODE_IMAGE AS node

# Debian with one program, Node, and without npm.
FROM $DEBIAN_IMAGE
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4999 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
RUN groupadd --gid 1000 sheaf \
    && useradd --uid 1000 --gid sheaf --home-dir /data --no-create-home --shell /usr/sbin/nologin sheaf \
    && install -d -o sheaf -g sheaf -m 0750 /data \
    && printf '#!/bin/sh\nexec node /app/dist/server/sheaf.js "$@"\n' > /usr/local/bin/sheaf \
    && chmod 0755 /usr/local/bin/sheaf
COPY --from=node /usr/local/bin/node /usr/local/bin/
COPY --from=font /font /usr/share/fonts
COPY --from=build /image ./
# The labels come last, because they change with every build.
ARG VERSION=0.2.0
ARG REVISION=unknown
ARG CREATED=unknown
ARG SOURCE=https://github.com/example/sheaf
LABEL org.opencontainers.image.title="Sheaf" \
      org.opencontainers.image.description="Documentation server for IT teams: API docs, data dictionaries and manuals in Markdown" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}"
# A number, so that Kubernetes can check that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 4999
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "const base = (process.env.BASE_PATH || '').replace(/\\/$/, ''); fetch(`http://127.0.0.1:${process.env.PORT || 4999}${base}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/server/main.js"]
