import type { TagTraits } from './noun.ts';
import { part, type Part } from './nouns.ts';

/** A group of operations. */
export type Tag = keyof Part<'tags'>;

/** The groups of operations, in the order of the specification. */
export const tags: Readonly<Record<Tag, TagTraits>> = part('tags');
