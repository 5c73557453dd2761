import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { events, eventTypes, occurrenceOf, readingOf, type EventType } from '../index.ts';

type Schema = z.core.$ZodType;

const inside = (schema: Schema): Schema => (schema instanceof z.ZodOptional ? inside(schema.unwrap()) : schema);

/** The schema of a field of an event; undefined if it has none. */
function fieldOf({ event }: EventType, path: string): Schema | undefined {
  const body: Schema | undefined = events[event as keyof typeof events];
  return path.split('.').reduce<Schema | undefined>((schema, name) => {
    const object = schema && inside(schema);
    return object instanceof z.ZodObject ? (object.shape as Record<string, Schema>)[name] : undefined;
  }, body);
}

const kinds = Object.entries(eventTypes);

describe('what programs can subscribe to', () => {
  it('are the events that the specification names', () => {
    expect(Object.keys(eventTypes).sort()).toEqual([
      'artifact.changed',
      'decision.changed',
      'delivery.queued',
      'message.created',
      'space.closed',
      'task.changed',
    ]);
  });

  it.each(kinds)('%s tells fields that its event has, and none that a participant wrote', (_, type) => {
    for (const path of Object.values(type.data)) {
      const schema = fieldOf(type, path);
      expect(schema, path).toBeDefined();
      const told = inside(schema!);
      expect(readingOf(told)?.by, path).not.toBe('caller');
      expect(told instanceof z.ZodObject, path).toBe(false);
      if (told instanceof z.ZodArray) expect(readingOf(told.element)?.by, path).toBeUndefined();
      // An id, an instant or a word of the service: a text without a form could be anybody's.
      if (told instanceof z.ZodString) expect(told.format, path).not.toBeNull();
    }
  });

  it.each(kinds)('%s is chosen by fields and values that its event can have', (_, type) => {
    const { when = {}, to, by, filter, data } = type;
    for (const [path, values] of [...Object.entries(when), ...Object.entries(by?.unless ?? {})]) {
      const schema = inside(fieldOf(type, path)!);
      expect((schema as z.ZodEnum).options, path).toEqual(expect.arrayContaining([...values]));
    }
    for (const path of [to, by?.field]) if (path !== undefined) expect(fieldOf(type, path), path).toBeDefined();
    if (filter !== undefined) expect(inside(fieldOf(type, data[filter]!)!)).toBeInstanceOf(z.ZodUUID);
  });
});

const [me, other, spaceId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'space'];
const at = Date.UTC(2026, 0, 31);
const seen = (name: string, event: string, body: object, only?: string) =>
  occurrenceOf(
    { name, type: eventTypes[name]!, only },
    { participantId: me },
    { spaceId, sequence: 7, at, event, json: JSON.stringify(body) },
  );
const told = (...given: Parameters<typeof seen>) => seen(...given)?.data;

describe('a subscriber', () => {
  it('is told references, the space and the sequence, but no text', () => {
    const message = {
      id: 'm',
      senderId: other,
      senderName: 'Ada',
      speaker: 'agent',
      content: 'Hello',
      type: 'text',
      sequence: 7,
    };
    expect(seen('message.created', 'message', message)).toEqual({
      eventId: 'space-7',
      name: 'message.created',
      timestamp: '2026-01-31T00:00:00.000Z',
      data: { spaceId, sequence: 7, messageId: 'm', senderId: other, speaker: 'agent', type: 'text' },
    });
  });

  it('is not told of another kind of event', () => {
    expect(told('message.created', 'artifact', { id: 'm', senderId: other })).toBeUndefined();
  });

  it('is not told of what it did itself, but of what time did in its name', () => {
    expect(told('message.created', 'message', { id: 'm', senderId: me })).toBeUndefined();
    expect(told('task.changed', 'task', { taskId: 't', action: 'claimed', actorId: me })).toBeUndefined();
    expect(told('task.changed', 'task', { taskId: 't', action: 'lapsed', actorId: me })).toMatchObject({ action: 'lapsed' });
    expect(told('decision.changed', 'decision', { decisionId: 'd', action: 'ended', actorId: me })).toMatchObject({
      action: 'ended',
    });
  });

  it('is told of deliveries to it only, while they are queued', () => {
    const queued = { deliveryId: 'd', state: 'queued', participantId: me, senderId: other, attempt: 1 };
    expect(told('delivery.queued', 'delivery', queued)).toMatchObject({ deliveryId: 'd', attempt: 1 });
    expect(told('delivery.queued', 'delivery', { ...queued, participantId: other })).toBeUndefined();
    expect(told('delivery.queued', 'delivery', { ...queued, state: 'claimed' })).toBeUndefined();
  });

  it('is told of one thing only, if it asked for one', () => {
    const change = { action: 'updated', artifact: { id: 'a', version: 2, name: 'Plan' }, actorId: other };
    expect(told('artifact.changed', 'artifact', change, 'a')).toMatchObject({ artifactId: 'a', version: 2 });
    expect(told('artifact.changed', 'artifact', change, 'b')).toBeUndefined();
    expect(told('artifact.changed', 'artifact', { ...change, action: 'locked' })).toBeUndefined();
  });
});
