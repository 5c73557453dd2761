import { defineConfig } from 'vitest/config';

// Complete servers and databases on two cores: one after the other, with long timeouts.
const patient = { fileParallelism: false, testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], isolate: false, testTimeout: 60_000 } },
      {
        test: {
          name: 'proofs',
          include: ['test/**/*.test.ts'],
          exclude: ['test/promises.test.ts'],
          // Not loaded anew with the suite: it has no state.
          server: { deps: { external: [/\/packages\/core\/dist\//] } },
          ...patient,
        },
      },
      ...(['pglite', 'postgres', 'citus'] as const).map((store) => ({
        test: { name: store, include: ['test/promises.test.ts'], provide: { store }, ...patient },
      })),
    ],
  },
});
