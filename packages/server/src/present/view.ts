import type { schemas } from '@parley/core';
import type { z } from 'zod';

/** The type of a view, by the name of its schema in the contract. */
export type View<Schema extends keyof typeof schemas> = (typeof schemas)[Schema] extends z.ZodType
  ? z.output<(typeof schemas)[Schema]>
  : never;
