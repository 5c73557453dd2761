import type { Load } from '../load/closed-loop.ts';
import { requestBytes } from '../load/request.ts';
import { get, invite, openMeeting, sends, type Meeting } from '../meeting.ts';
import { startParley } from '../parley.ts';
import { fill } from '../postgres/fill.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { atLeast, perSecond } from '../table.ts';

const newest = 20;
const clients = 8;

/** Whether a space with many past messages is as fast as one with few. */
export const long: Measure = async ({ pace: { rounds, ms, quick }, generator, place, postgres }) => {
  if ('missing' in postgres) return [{ work: 'a space with a long past', skipped: postgres.missing }];
  const messages = quick ? 100_000 : 1_000_000;
  const server = await startParley(place);
  try {
    const work = async (count: number) => {
      const meeting = await openMeeting(server.url);
      const instantOf = await fill(postgres.url, meeting.spaceId, count);
      const after = encodeURIComponent(instantOf(count - newest).toISOString());
      return {
        poll: [get(meeting, `/messages?timestamp=${after}`)],
        join: [joining(meeting, await invite(server.url, meeting))],
        send: sends([meeting]),
      };
    };
    const long = await work(messages);
    const short = await work(newest);
    const rows = [];
    for (const what of ['poll', 'join', 'send'] as const) {
      // A space can have only a thousand participants.
      const until = what === 'join' ? { ms: 60_000, count: 100 } : { ms };
      const load = (requests: readonly Buffer[]) => () =>
        generator.ask({ port: server.port, probe: server.probe, requests, clients, ...until });
      const ways = { long: load(long[what]), short: load(short[what]) };
      await alternate(1, ways);
      const results = await alternate(rounds, ways);
      rows.push({
        work: `${names[what]}, space with ${messages.toLocaleString('en')} messages: rate`,
        value: ratioOf(results.long, rate, results.short, rate),
        unit: '× empty space',
        goal: atLeast(0.8),
        figures: `${perSecond(medianOf(results.long, rate))} against ${perSecond(medianOf(results.short, rate))}, ${clients} clients`,
      });
    }
    return rows;
  } finally {
    await server.stop();
  }
};

const names = { poll: 'poll of the newest', join: 'join', send: 'send' };

const joining = ({ spaceId }: Meeting, key: string): Buffer =>
  requestBytes({ method: 'POST', path: `/hub/space/${spaceId}/join`, key, body: { name: 'Newcomer' } });

const rate = ({ perSecond }: Load): number => perSecond;
