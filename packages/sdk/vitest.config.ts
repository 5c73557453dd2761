import { defineConfig } from 'vitest/config';

// Whole servers, browsers and other runtimes on two cores: one after the other, in one process, and with patience.
const patient = { fileParallelism: false, isolate: false, testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: { name: 'system', include: ['test/**/*.test.ts'], globalSetup: '@parley/testing/shared-server', ...patient },
      },
    ],
  },
});
