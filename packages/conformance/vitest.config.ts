import { defineConfig } from 'vitest/config';
import { InOrder } from './target/order.ts';

const projects = process.env['PARLEY_CONFORMANCE_URL'] ? ['server'] : ['pglite', 'postgres'];

export default defineConfig({
  test: {
    fileParallelism: false,
    sequence: { sequencer: InOrder },
    projects: projects.map((name) => ({
      test: {
        name,
        include: ['src/**/*.test.ts'],
        globalSetup: ['target/setup.ts'],
        // Longer than a rate-limit window: a client that is refused waits and asks again.
        testTimeout: 150_000,
        hookTimeout: 150_000,
      },
    })),
  },
});
