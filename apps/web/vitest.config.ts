import { defineConfig, mergeConfig } from 'vitest/config';
import app from './vite.config.ts';

// A long timeout, because other tests can use both cores.
const patient = { testTimeout: 60_000, hookTimeout: 60_000 };

export default mergeConfig(app, defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false, ...patient } }));
