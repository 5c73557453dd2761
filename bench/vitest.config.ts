import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      { test: { name: 'system', include: ['test/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
