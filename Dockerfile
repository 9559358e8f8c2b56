# The companion server alone: `docker build -t leafmark-server .`. See also compose.yaml.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY scripts ./scripts
COPY src ./src
COPY server ./server
# The web app shows the pages of the extension with the same wiring and texts.
COPY web ./web
COPY entrypoints ./entrypoints
COPY locales ./locales
# The server shows it.
COPY docs/https.md ./docs/https.md
RUN node scripts/server/build.mjs

FROM base AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM base
ENV NODE_ENV=production LEAFMARK_HOST=0.0.0.0 LEAFMARK_PORT=8000 LEAFMARK_DATA=/data
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY scripts ./scripts
COPY --from=build /app/.output/server ./.output/server
RUN install -d -m 700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=30s --start-interval=1s CMD ["node", "scripts/server/healthy.mjs"]
# The arguments are those of `npm run server --`: without any it serves, `user add NAME` adds a user.
# V8 would let its young generation grow to a multiple, which takes memory and saves no time.
ENTRYPOINT ["node", "--max-semi-space-size=4", "scripts/server.mjs"]
