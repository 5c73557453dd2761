import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], isolate: false } },
      { test: { name: 'full', include: ['test/full/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 120_000 } },
    ],
  },
});
