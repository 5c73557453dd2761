import { streamViews } from '../../resources/views.ts';
import type { Facts } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { LoggedEvent } from './logged.ts';

const bob = { participantId: 'bob', name: 'Bob', role: 'guest', isOwner: false, isHuman: true, speaker: 'human' as const };
const facts = {
  message: { id: 'm', senderId: 'bob', speaker: 'agent', senderName: 'Bob', isOwner: false, content: 'a\nb', type: 'text' },
  'participant-status': { ...bob, status: 'active', previousStatus: 'muted', actorId: 'owner', revealed: true },
  artifact: {
    action: 'locked',
    artifactId: 'a',
    name: 'Notes',
    version: 2,
    updatedAt: 3,
    lock: { lockedBy: 'bob', expiresAt: 4 },
    actorId: 'bob',
  },
  budget: { limit: 10, used: 8, percent: 80 },
  'space-closed': { reason: 'closed', at: 5 },
} satisfies Partial<Facts>;
type Known = keyof typeof facts;
const logged = (event: Known, body: object = facts[event], publicUrl = 'https://parley.example') =>
  new LoggedEvent({ spaceId: 's', sequence: 7, at: 1, event, body: JSON.stringify(body) }, streamViews({ publicUrl }));
const told = (event: Known) => JSON.parse(logged(event).json);

describe('an event', () => {
  it('of a message is its view, on one line', () => {
    const { json, frame } = logged('message');
    expect(JSON.parse(json)).toEqual({ ...facts.message, timestamp: '1970-01-01T00:00:00.001Z', sequence: 7 });
    expect(frame.toString()).toBe(`event: message\nid: 7\ndata: ${json}\n\n`);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'short'],
    ['Latin', 'long '.repeat(500)],
    ['Cyrillic', 'длинное '.repeat(300)],
    ['Chinese', '长'.repeat(2_000)],
    ['what is escaped', '\u0001'.repeat(100)],
  ])('weighs at least what is kept of it: %s', (_, content) => {
    const { body, json, frame, weight } = logged('message', { ...facts.message, content });
    const bytesOf = (text: string) => text.length * (/[^\u0000-\u00ff]/.test(text) ? 2 : 1);
    const kept = bytesOf(body) + bytesOf(json) + frame.length;
    expect(weight).toBeGreaterThan(kept);
    expect(weight).toBeLessThan(3 * kept + 1_000);
  });

  it.each([true, false])('of a release without speaker classes has the one that it implies: owner %s', (isOwner) => {
    const speaker = isOwner ? 'owner' : 'guest';
    const quoted = '{"speaker":"human","isOwner":true}';
    const { speaker: _, ...message } = facts.message;
    const old = logged('message', { ...message, isOwner, senderName: '"speaker":', content: quoted });
    expect(JSON.parse(old.json)).toMatchObject({ speaker, isOwner, content: quoted });
    const { speaker: __, ...joined } = facts['participant-status'];
    expect(JSON.parse(logged('participant-status', { ...joined, isOwner }).json)).toMatchObject({ participant: { speaker } });
  });

  it('of a budget contains the figures', () => {
    expect(told('budget')).toEqual({ sequence: 7, limit: 10, used: 8, percent: 80 });
  });

  it('of a participant shows the participant as it was then, with the current address of the server', () => {
    const participant = { ...bob, status: 'active', avatarUrl: 'https://parley.example/avatars/bob.svg' };
    const change = { status: 'active', previousStatus: 'muted', actorId: 'owner' };
    expect(told('participant-status')).toEqual({ sequence: 7, participant, ...change });
    expect(logged('participant-status', undefined, 'https://moved.example').json).toContain('https://moved.example/avatars/');
  });

  it('of an artifact contains its summary and never its content', () => {
    const lock = { lockedBy: 'bob', lockExpiresAt: '1970-01-01T00:00:00.004Z' };
    const artifact = { id: 'a', name: 'Notes', version: 2, updatedAt: '1970-01-01T00:00:00.003Z', ...lock };
    expect(told('artifact')).toEqual({ sequence: 7, action: 'locked', artifact, actorId: 'bob' });
  });

  it('of the end of a space says which space, why and when', () =>
    expect(told('space-closed')).toEqual({
      sequence: 7,
      spaceId: 's',
      reason: 'closed',
      closedAt: '1970-01-01T00:00:00.005Z',
    }));

  it('is framed for whom it is', () => {
    const unknown = logged('participant-status', { ...facts['participant-status'], revealed: false });
    const viewers = [true, false].map((isOwner) => ({ participantId: 'x', isOwner }));
    expect([unknown.isPublic, ...viewers.map((viewer) => unknown.isFor(viewer))]).toEqual([false, true, false]);
    expect(viewers.map((viewer) => logged('participant-status').isFor(viewer))).toEqual([true, true]);
  });
});
