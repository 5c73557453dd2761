import { defineConfig } from 'vitest/config';

// Complete servers and databases on two cores: one after the other, in one process, with long timeouts.
const patient = { fileParallelism: false, isolate: false, testTimeout: 300_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Longer than a machine stands still.
    expect: { poll: { timeout: 60_000 } },
    globalSetup: 'test/shared-postgres.ts',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: ['src/store/embedded/**'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['{test,fuzz,model}/**/*.test.ts', 'src/store/embedded/**/*.test.ts'],
          ...patient,
        },
      },
      {
        extends: true,
        test: { name: 'browser', include: ['browser/**/*.test.ts'], globalSetup: '@parley/testing/shared-server', ...patient },
      },
    ],
  },
});
