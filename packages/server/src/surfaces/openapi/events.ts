import { answerEvents, events } from '@parley/core';
import { z } from 'zod';

type EventSchemas = Readonly<Record<string, z.ZodObject>>;

/** JSON as text, as sent: `open` turns the reference into a `contentSchema`. */
const asText = (schema: z.ZodObject) => z.lazy(() => schema).meta({ contentMediaType: 'application/json' });

/** In Go, constants and types share one scope, and a schema can have the same name as an event. */
const constantOf = (name: string, event: string): string =>
  `${name}${event.replace(/(?:^|-)(\w)/g, (_, initial: string) => initial.toUpperCase())}`;

/** Each event with its fields as sent: `data` is JSON on one line. */
const streamOf = (schemas: EventSchemas, name: string, description: string, fields: Record<string, z.ZodType> = {}) =>
  z
    .union(
      Object.entries(schemas).map(([event, schema]) =>
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
export const answerEvent = streamOf(answerEvents, 'AnswerEvent', 'A part of a streamed answer');
