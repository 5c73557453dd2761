import { defineConfig } from 'vitest/config';

// Complete servers and databases on two cores: one after the other, in one process, with long timeouts.
const patient = { fileParallelism: false, isolate: false, testTimeout: 300_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: ['src/store/embedded/**'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['{test,browser,fuzz,model}/**/*.test.ts', 'src/store/embedded/**/*.test.ts'],
          globalSetup: 'test/shared-postgres.ts',
          ...patient,
        },
      },
    ],
  },
});
