import { z } from 'zod';

/**
 * Who wrote a text: the participant whose id is in another field of the same object, the owner of the space, if nobody else can, or
 * several participants.
 */
export type TextAuthor = { readonly field: string } | 'owner' | 'participants';

/** What surfaces for models know about a field besides its type. */
export type Reading =
  /** A text of a caller: a `label` is short and stays in its line, a `body` can be long. */
  | { readonly by: 'caller'; readonly as: 'label' }
  | { readonly by: 'caller'; readonly as: 'body'; readonly author: TextAuthor }
  /** Hunks of a text of callers. */
  | { readonly by: 'caller'; readonly as: 'diff' }
  /** A field of an answer that a model does not need, or that another field says too. */
  | { readonly by: 'service'; readonly as: 'ballast' }
  /** An id in the input, for which models can give a name; a resource declares what such names are. */
  | { readonly by: 'service'; readonly as: 'reference'; readonly to: string };

/** Beside the schemas, not in them: JSON Schema, and so `/openapi.json`, has no such keywords. */
const readings = z.registry<Reading>();

/** What was declared about a schema. A schema that was derived with `.meta()` keeps it; one that wraps it, as `.optional()`, has none. */
export const readingOf = (schema: z.core.$ZodType): Reading | undefined => readings.get(schema);

/** A name or a role that a caller chose. */
export const callerLabel = () => z.string().register(readings, { by: 'caller', as: 'label' });

/** A text that a caller wrote. */
export const callerText = (author: TextAuthor) => z.string().register(readings, { by: 'caller', as: 'body', author });

/** Declares the changes of a text that callers wrote. */
export const callerDiff = <Schema extends z.ZodType>(schema: Schema): Schema => {
  readings.add(schema, { by: 'caller', as: 'diff' });
  return schema;
};

/** Declares a field that models are not shown. */
export const ballast = <Schema extends z.ZodType>(schema: Schema): Schema => {
  readings.add(schema, { by: 'service', as: 'ballast' });
  return schema;
};

/** Declares an id that models can give by name. */
export const reference = <Schema extends z.ZodType>(to: string, schema: Schema): Schema => {
  readings.add(schema, { by: 'service', as: 'reference', to });
  return schema;
};
