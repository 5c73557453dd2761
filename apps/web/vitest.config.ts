import { mergeConfig } from 'vitest/config';
import { testsOf } from '../../packages/testing/levels.ts';
import app from './vite.config.ts';

export default mergeConfig(app, testsOf());
