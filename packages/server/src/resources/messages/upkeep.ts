import { message as rules, type Instant, type MessageFact } from '@parley/core';
import { dateTime } from '../../engine/present/time.ts';
import { forEach, type Upkeep, type UpkeepOptions } from '../../engine/schedule/upkeep.ts';
import type { EventRow, eventStore, Portion } from '../../engine/store/events.ts';
import { Outdated } from '../../engine/write/decide.ts';
import type { messageStore } from './queries.ts';

export interface MessageRetention {
  messages: ReturnType<typeof messageStore>;
  events: Pick<ReturnType<typeof eventStore>, 'messagesSince'>;
  /** How long the texts of messages are kept while their space is open; as long as the space if undefined. */
  messagesKeptMs: number | undefined;
}

const spacesAtOnce = 100;
const atOnce: Portion = { events: 200, bytes: 1024 * 1024 };

/** Erases the texts of messages that are older than this server keeps them, whose places stay, and counts what is erased. */
export function messageUpkeep(
  { messages, events, messagesKeptMs }: MessageRetention,
  { committer, meter, sweepMs, now, failed }: UpkeepOptions,
): Upkeep {
  const count = (what: string) => () => meter.count('parley_redactions_total', what);
  const stored = { 'message-redacted': count('message'), 'text-redacted': count('text'), 'messages-expired': count('retention') };
  if (messagesKeptMs === undefined) return { stored };

  /** Portion by portion, the oldest first. */
  async function expire(spaceId: string, expiredTo: Instant, until: Instant): Promise<void> {
    for (let after = expiredTo; ;) {
      const { rows } = await events.messagesSince(spaceId, after, atOnce);
      const old = rows.filter(({ at }) => at <= until);
      const last = old.at(-1);
      if (!last) return;
      await committer.write(spaceId, expiring(old, last));
      after = last.at;
    }
  }

  const expiring = (old: readonly EventRow[], last: EventRow) => ({
    admit: () => undefined,
    decide({ space }: Parameters<Parameters<typeof committer.write>[1]['decide']>[0], _caller: unknown, at: Instant) {
      if (space.end !== undefined || (space.messagesExpiredTo ?? 0) >= last.at) return { outcome: undefined };
      const erasures = old.flatMap(({ sequence, body }) => {
        const fact = JSON.parse(body) as MessageFact;
        if (fact.redacted) return [];
        const after = JSON.stringify(rules.redact(fact, { at: dateTime(at), reason: 'retention' }));
        return [{ sequence, before: body, after }];
      });
      return {
        changes: { space: { ...space, messagesExpiredTo: last.at } },
        ...(erasures.length > 0 && { erasures, events: [rules.expiredThrough(last.sequence, at)] }),
        outcome: undefined,
      };
    },
    isPrepared: true,
    worksWhenFull: true,
    size: atOnce.bytes,
  });

  async function expireAll(isStopped: () => boolean): Promise<void> {
    const until = now() - messagesKeptMs!;
    for (let found = await messages.spacesWithExpired(until, spacesAtOnce); found.length > 0 && !isStopped();) {
      const to = new Map(found.map((each) => [each.spaceId, each.expiredTo]));
      const work = (spaceId: string) => expire(spaceId, to.get(spaceId)!, until).catch(unlessOutdated);
      await forEach(to.keys(), work, failed);
      found = await messages.spacesWithExpired(until, spacesAtOnce, found.at(-1)!.spaceId);
    }
  }

  return { repeated: [{ name: 'expired messages', everyMs: sweepMs, run: expireAll }], stored };
}

/** Another process does the same, or somebody redacted one of them: the next round goes on. */
function unlessOutdated(error: unknown): void {
  if (!(error instanceof Outdated)) throw error;
}
