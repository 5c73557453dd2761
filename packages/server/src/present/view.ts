import type { schemas } from '@parley/core';
import type { z } from 'zod';

/** What the contract calls by the name of its schema. */
export type View<Schema extends keyof typeof schemas> = (typeof schemas)[Schema] extends z.ZodType
  ? z.output<(typeof schemas)[Schema]>
  : never;
