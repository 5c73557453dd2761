import { answerEvents, events } from '@parley/core';
import { z } from 'zod';

type Told = Readonly<Record<string, z.ZodObject>>;

/** JSON as text, as it is on the wire: `open` turns the reference into a `contentSchema`. */
const asText = (schema: z.ZodObject) => z.lazy(() => schema).meta({ contentMediaType: 'application/json' });

/** Go's constants share a scope with its types, and a schema may have the name of an event. */
const constantOf = (name: string, event: string): string =>
  `${name}${event.replace(/(?:^|-)(\w)/g, (_, initial: string) => initial.toUpperCase())}`;

/** Each event as its fields are on the wire: `data` is JSON in one line. */
const streamOf = (told: Told, name: string, description: string, fields: Record<string, z.ZodType> = {}) =>
  z
    .union(
      Object.entries(told).map(([event, schema]) =>
        z.object({
          event: z.literal(event).meta({ 'x-enum-varnames': [constantOf(name, event)] }),
          ...fields,
          data: asText(schema),
        }),
      ),
    )
    .meta({ id: name, description });

const sequence = z.string().optional().meta({ description: 'The sequence; `ready`, `context` and `reset` have none' });

export const streamEvent = streamOf(events, 'StreamEvent', 'An event of a space', { id: sequence });
export const answerEvent = streamOf(answerEvents, 'AnswerEvent', 'A piece of an answer');
