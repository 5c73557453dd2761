import { defineConfig } from 'vitest/config';

// Compilers on two cores: one after the other, with long timeouts.
export default defineConfig({
  test: { name: 'system', include: ['test/**/*.test.ts'], fileParallelism: false, testTimeout: 600_000, hookTimeout: 600_000 },
});
