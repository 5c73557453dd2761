import { defineConfig } from 'vitest/config';

// A long timeout, because other tests can use both cores.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], isolate: false, testTimeout: 60_000 } });
