import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      // Whole servers and databases on two cores: one after the other, and with patience.
      { extends: true, test: { name: 'system', include: ['test/**/*.test.ts', 'browser/**/*.test.ts', 'fuzz/**/*.test.ts', 'model/**/*.test.ts'], fileParallelism: false, testTimeout: 300_000, hookTimeout: 120_000 } },
    ],
  },
});
