# Builds the server with the pnpm and the lockfile of this repository.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml turbo.json tsconfig.base.json ./
COPY scripts scripts
COPY docs docs
COPY apps apps
COPY load load
COPY packages packages
RUN npm run build

# Installs only what the server needs at run time.
FROM node:22-bookworm-slim AS install
WORKDIR /install
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/core/package.json packages/core/
COPY packages/mcp/package.json packages/mcp/
COPY packages/server/package.json packages/server/
RUN npm exec --yes --package="$(node -p 'require("./package.json").packageManager')" -- \
  pnpm install --prod --frozen-lockfile --ignore-scripts --filter=@parley/server...

FROM node:22-bookworm-slim
WORKDIR /parley
COPY --from=install /install ./
COPY --from=build /build/packages/core/dist packages/core/dist
COPY --from=build /build/packages/mcp/dist packages/mcp/dist
COPY --from=build /build/packages/server/dist packages/server/dist
COPY --from=build /build/packages/server/pages packages/server/pages
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 PARLEY_DATA_DIR=/data
USER 1000:1000
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/server/dist/main.js"]
