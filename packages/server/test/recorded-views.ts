import { createHash } from 'node:crypto';
import { answer, openStream, type Member, type Server, type StreamEvent } from '@parley/testing';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { Told } from './recorded-release.ts';

export const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** The events from a position. */
export async function heard(server: Server, member: Member, lastEventId: number): Promise<StreamEvent[]> {
  const stream = await openStream(server, member, { lastEventId });
  await eventually(() => stream.events.some(({ event }) => event === 'context'));
  stream.leave();
  return stream.events.filter(({ id }) => id !== undefined);
}

/** Events are replayed to the same reader from any position. */
export async function hearsTheSame(server: Server, member: Member, all: StreamEvent[]): Promise<void> {
  const last = all.at(-1)!.id!;
  for (const from of [0, all[Math.floor(all.length / 2)]!.id!]) {
    const replayed = (await heard(server, member, from)).filter(({ id }) => id! <= last);
    expect(replayed).toMatchObject(all.filter(({ id }) => id! > from));
  }
}

/** Later releases only add fields. */
export async function isToldTheSame(server: Server, member: Member, told: Told): Promise<void> {
  const later = { ttlRemaining: expect.any(Number), suggestedPollingIntervalMs: expect.any(Number) };
  expect(await answer(200, server, 'getSpace', member)).toMatchObject({ ...told.space, ...later });
  const { messages, cursor, hasMore } = told.messages;
  expect(await answer(200, server, 'listMessages', member)).toMatchObject({ messages, cursor, hasMore });
  const artifacts = told.artifacts.artifacts.map((artifact) => ({ sha256: digest(artifact.content), ...artifact }));
  expect(await answer(200, server, 'listArtifacts', member)).toEqual({ artifacts });
}
