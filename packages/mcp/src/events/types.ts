import { events, eventTypes, id, type EventType } from '@parley/core';
import { z } from 'zod';
import { inputSchemaOf, type ObjectSchema } from '../schema.ts';

/** How events reach a subscriber. */
export type DeliveryMode = 'poll' | 'push' | 'webhook';

/** A kind of event, as `events/list` lists it. */
export interface ListedEventType {
  name: string;
  description: string;
  delivery: readonly DeliveryMode[];
  inputSchema: ObjectSchema & { additionalProperties: false };
  payloadSchema: ObjectSchema;
}

/** What a subscription to a kind of event takes. */
export const argumentsOf = ({ filter }: EventType) =>
  z.strictObject({
    spaceId: id.optional().meta({ description: 'The space. The key of a participant says it; with a user token it is required' }),
    ...(filter !== undefined && { [filter]: id.optional().meta({ description: 'Only events about this one' }) }),
  });

let drawn: Omit<ListedEventType, 'delivery'>[] | undefined;

/** All kinds of events, drawn from what the resources declare. */
export function listedEventTypes(delivery: readonly DeliveryMode[]): ListedEventType[] {
  drawn ??= Object.entries(eventTypes).map(([name, type]) => ({
    name,
    description: type.description,
    inputSchema: { ...inputSchemaOf(argumentsOf(type)), additionalProperties: false },
    payloadSchema: inputSchemaOf(payloadOf(type)),
  }));
  return drawn.map((each) => ({ ...each, delivery }));
}

const payloadOf = ({ event, data }: EventType) =>
  z.object({
    spaceId: id,
    sequence: z.int().meta({ description: 'Its position in the log of the space' }),
    ...Object.fromEntries(Object.entries(data).map(([name, path]) => [name, fieldAt(event as keyof typeof events, path)])),
  });

/** The schema of a field of an event, optional if something on the way to it is. */
function fieldAt(event: keyof typeof events, path: string): z.ZodType {
  let schema: z.ZodType = events[event];
  let isOptional = false;
  for (const name of path.split('.')) {
    if (schema instanceof z.ZodOptional) schema = schema.unwrap() as z.ZodType;
    schema = (schema as z.ZodObject).shape[name] as z.ZodType;
    isOptional ||= schema instanceof z.ZodOptional;
  }
  return isOptional ? schema.optional() : schema;
}
