import { correction, type Fact, type Facts, type MessageFact } from '@parley/core';
import type { Environment } from '../../engine/environment.ts';
import type { Erasure } from '../../engine/store/erasures.ts';
import type { EventRow } from '../../engine/store/events.ts';

/** A message as the log stores it. */
export interface StoredMessage extends EventRow {
  readonly fact: MessageFact;
}

type Events = Pick<Environment, 'events'>;

async function storedMessage(spaceId: string, messageId: string, { events }: Events): Promise<StoredMessage | undefined> {
  const sequence = await events.sequenceOf(spaceId, messageId);
  if (sequence === undefined) return undefined;
  const { rows } = await events.after(spaceId, sequence - 1, sequence, { events: 1, bytes: 1 });
  return rows[0] && { ...rows[0], fact: JSON.parse(rows[0].body) as MessageFact };
}

/** A message, or the first one if it is a correction. */
export async function firstOf(spaceId: string, messageId: string, env: Events): Promise<StoredMessage | undefined> {
  const named = await storedMessage(spaceId, messageId, env);
  return named?.fact.replaces === undefined ? named : storedMessage(spaceId, named.fact.replaces, env);
}

/** A message with all that says the same at another time: the first one and its corrections. */
export async function withCorrections(spaceId: string, messageId: string, env: Events): Promise<StoredMessage[]> {
  const first = await firstOf(spaceId, messageId, env);
  const ids = first?.fact.correction?.ids ?? [];
  const all = [first, ...(await Promise.all(ids.map((id) => storedMessage(spaceId, id, env))))];
  return all.filter((each) => each !== undefined);
}

/** What becomes of a message when another one corrects it. */
export const replacing = ({ sequence, body, fact }: StoredMessage, { body: by }: Fact): Erasure => ({
  sequence,
  before: body,
  after: JSON.stringify(correction.replacedBy(fact, by as Facts['message'])),
});
