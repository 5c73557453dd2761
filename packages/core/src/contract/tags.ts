import type { Tag } from './noun.ts';
import { exported } from './nouns.ts';

/** The groups of operations, in the order of the specification. */
export const tags: readonly Tag[] = exported('tag');
