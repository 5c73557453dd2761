import { limits } from '@parley/core/limits/artifacts';
import type { Kind } from '../../input/limits.ts';

export const artifactText: Kind = { name: 'an artifact', setting: 'artifactBytes', bytes: limits.artifactBytes };
