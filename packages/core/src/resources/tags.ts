import type { Tag } from '../kernel/resource.ts';
import { declared } from './index.ts';

/** The groups of operations, in the order of the specification. */
export const tags: readonly Tag[] = declared('tag');
