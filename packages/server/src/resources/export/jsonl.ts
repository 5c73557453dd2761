import { createHash } from 'node:crypto';
import { displayName, space as spaceRules } from '@parley/core';
import type { Exported } from '../../engine/exported.ts';
import { dateTime } from '../../engine/present/time.ts';
import { participantView } from '../participants/present.ts';
import { version as release } from '../../version.ts';
import { eventsOf, participantsOf } from './content.ts';

const format = 'parley/1';

/** The lines of an export, several at a time: what each contains is the name of its only field. */
export async function* jsonLines(exported: Exported): AsyncGenerator<string> {
  const { state, env } = exported;
  const digest = createHash('sha256');
  const kinds = Object.entries(env.exportKinds);
  const counts = new Map(['participant', 'event', ...kinds.map(([kind]) => kind)].map((kind) => [kind, 0]));
  const count = (kind: string, more: number) => counts.set(kind, counts.get(kind)! + more);
  const line = (text: string): string => {
    digest.update(text).update('\n');
    return `${text}\n`;
  };
  const told = (kind: string, value: object): string => {
    count(kind, 1);
    return line(JSON.stringify({ [kind]: value }));
  };
  /** Each line of a kind, followed by what belongs to it. */
  async function* linesOf(parent?: string, whole?: object): AsyncGenerator<string> {
    for (const [kind, { of, lines }] of kinds) {
      if (of !== parent) continue;
      for await (const each of lines(exported, whole)) {
        yield told(kind, each);
        yield* linesOf(kind, each);
      }
    }
  }
  yield line(JSON.stringify(headerOf(exported)));
  for (const participant of participantsOf(exported)) {
    const named = { ...participant, displayName: displayName(state, participant) };
    yield told('participant', participantView(named, env.publicUrl));
  }
  for await (const events of eventsOf(exported)) {
    count('event', events.length);
    // The view of an event is JSON already.
    yield events.map(({ event, json }) => line(`{"event":"${event}","data":${json}}`)).join('');
  }
  yield* linesOf();
  yield `${JSON.stringify({ end: format, counts: Object.fromEntries(counts), sha256: digest.digest('hex') })}\n`;
}

function headerOf({ state, viewer, end, now }: Exported) {
  const { spaceId, name, description, agenda, privacy, createdAt, expiresAt } = state.space;
  return {
    format,
    kind: 'space',
    version: release,
    createdAt: dateTime(now),
    space: {
      spaceId,
      name,
      description,
      agenda,
      privacy,
      state: spaceRules.isOver(state.space, now) ? 'closed' : 'open',
      createdAt: dateTime(createdAt),
      expiresAt: dateTime(expiresAt),
    },
    viewer: viewer.participantId,
    sequence: end,
  };
}
