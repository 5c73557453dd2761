import type { Tag } from '../kernel/resource.ts';
import { all } from './all.ts';

/** The groups of operations, in the order of the specification. */
export const tags: readonly Tag[] = Object.values(all).map(({ tag }) => tag);
