import { commonLimits, type Limits } from '../kernel/limits.ts';
import { part } from './index.ts';

export const defaultLimits: Limits = { ...commonLimits, ...part('limits') };
