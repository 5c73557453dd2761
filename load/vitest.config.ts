import { defineConfig } from 'vitest/config';

const system = ['src/siege/main.test.ts', 'src/soak/faults.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: system, isolate: false } },
      { test: { name: 'system', include: system, testTimeout: 300_000, hookTimeout: 120_000 } },
    ],
  },
});
