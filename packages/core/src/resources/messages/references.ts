import type { z } from 'zod';
import { messageFields as artifacts } from '../artifacts/message-fields.ts';
import { messageFields as comments } from '../comments/message-fields.ts';
import { messageFields as decisions } from '../decisions/message-fields.ts';
import { messageFields as proposals } from '../proposals/message-fields.ts';
import { messageFields as tasks } from '../tasks/message-fields.ts';
import { id } from '../../kernel/schemas.ts';

/** The only list of what messages refer to. */
export const references = { ...proposals, ...comments, ...artifacts, ...tasks, ...decisions };

type ReferenceName = keyof typeof references;

/** What a message is about: ids, by the names of its fields. */
export type MessageReferences = { readonly [Name in ReferenceName]?: string | undefined };

export const referenceNames = Object.keys(references) as ReferenceName[];

/** The same fields without their descriptions. */
export const plainReferences = Object.fromEntries(referenceNames.map((name) => [name, id.optional()])) as {
  [Name in ReferenceName]: z.ZodOptional<typeof id>;
};
