# syntax=docker/dockerfile:1

# The Project and Task API. `docker build -t workbench-api .` in this directory.
# The digest decides, and is that of all platforms; `docs/operations.md` says how to renew it.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS node

FROM node AS build
WORKDIR /source
RUN npm install --global pnpm@12.21.0
COPY . .
RUN pnpm install --frozen-lockfile --filter @workbench/api... --filter workbench-monorepo
RUN pnpm --filter @workbench/api build
# The bundle, the OpenAPI description and the production dependencies, without the embedded database.
RUN pnpm --filter @workbench/api deploy --prod --no-optional /app

FROM node
# Package managers are not needed at run time.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn* /opt/yarn*
WORKDIR /app
COPY --from=build /app .
# The files belong to root; the server can only read them.
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_HOST=0.0.0.0 METRICS_PORT=9464
EXPOSE 8080 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=40s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/main.js"]
