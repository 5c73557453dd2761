import { defineConfig } from 'vitest/config';

// Patience, as two cores may be busy with other tests.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 60_000 } });
