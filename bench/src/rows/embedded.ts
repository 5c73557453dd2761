import type { Load } from '../load/closed-loop.ts';
import { openMeeting, openMeetings, sends } from '../meeting.ts';
import { startParley, type ParleyServer } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import { scratch } from '../scratch.ts';
import type { Measure } from '../stage.ts';
import { atLeast, millis, perSecond, type Row } from '../table.ts';

/** Sending over HTTP with the embedded database, compared with PostgreSQL. */
export const embedded: Measure = async ({ pace: { rounds, ms, manySpaces }, generator, place, postgres }) => {
  if ('missing' in postgres) return [{ work: 'embedded database', skipped: postgres.missing }];
  const [ours, theirs] = await Promise.all([startParley({ PARLEY_DATA_DIR: scratch('embedded') }), startParley(place)]);
  try {
    const rows: Row[] = [];
    for (const [where, meetings] of [
      ['one space', async (server: ParleyServer) => [await openMeeting(server.url, 5)]],
      [`${manySpaces.toLocaleString('en')} spaces`, (server: ParleyServer) => openMeetings(server.url, manySpaces)],
    ] as const) {
      const load = async (server: ParleyServer) => {
        const requests = sends(await meetings(server));
        return () => generator.ask({ port: server.port, probe: server.probe, requests, clients: 32, ms });
      };
      const ways = { embedded: await load(ours), postgres: await load(theirs) };
      await alternate(1, ways);
      const results = await alternate(rounds, ways);
      rows.push({
        work: `embedded database: send over HTTP, ${where}, 32 clients: rate`,
        value: ratioOf(results.embedded, rate, results.postgres, rate),
        unit: '× PostgreSQL',
        goal: atLeast(0.5),
        figures: `${told(results.embedded)} against ${told(results.postgres)}`,
      });
    }
    return rows;
  } finally {
    await Promise.all([ours.stop(), theirs.stop()]);
  }
};

const rate = ({ perSecond }: Load): number => perSecond;

const told = (loads: readonly Load[]): string =>
  `${perSecond(medianOf(loads, rate))}, p99 ${millis(medianOf(loads, (l) => l.p99Ms))}`;
