import { cpuCosts } from '../cost.ts';
import { rate, warmed, type Load } from '../load/load.ts';
import { openMeeting, openMeetings, sends, type Meeting } from '../meeting.ts';
import type { ParleyServer } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import { scratch } from '../scratch.ts';
import type { Measure, Pace, Prepare, Stage } from '../stage.ts';
import { atLeast, millis, perSecond, type Row } from '../table.ts';

const wheres = ['one', 'many'] as const;
const nameOf = ({ manySpaces }: Pace, where: 'one' | 'many'): string =>
  `embedded database: send over HTTP, ${where === 'one' ? 'one space' : `${manySpaces.toLocaleString('en')} spaces`}, 32 clients`;

/** Sending over HTTP with the embedded database, compared with PostgreSQL. */
export const embedded: Measure = async (stage) => {
  const { pace, postgres } = stage;
  if ('missing' in postgres) return [{ work: 'embedded database', skipped: postgres.missing }];
  const [ours, theirs] = [await embeddedServer(stage), await stage.serve()];
  const rows: Row[] = [];
  for (const where of wheres) {
    const ways = { embedded: await sending(stage, ours, where), postgres: await sending(stage, theirs, where) };
    const results = await alternate(pace.rounds, ways);
    rows.push({
      work: `${nameOf(pace, where)}: rate`,
      value: ratioOf(results.embedded, rate, results.postgres, rate),
      unit: '× PostgreSQL',
      goal: atLeast(0.5),
      figures: `${told(results.embedded)} against ${told(results.postgres)}`,
    });
  }
  return rows;
};

export const embeddedCosts: Prepare = async (stage) => {
  const server = await embeddedServer(stage);
  const ways = await Promise.all(
    wheres.map(async (where) => [nameOf(stage.pace, where), await sending(stage, server, where)] as const),
  );
  return cpuCosts(Object.fromEntries(ways));
};

const embeddedServer = (stage: Stage): Promise<ParleyServer> => stage.serve({ PARLEY_DATA_DIR: scratch('embedded') });

async function sending({ pace, generator }: Stage, server: ParleyServer, where: 'one' | 'many'): Promise<() => Promise<Load>> {
  const { url, port, probe } = server;
  const meetings: Meeting[] = where === 'one' ? [await openMeeting(url, 5)] : await openMeetings(url, pace.manySpaces);
  return warmed(generator, { port, probe, requests: sends(meetings), clients: 32, ms: pace.ms });
}

const told = (loads: readonly Load[]): string =>
  `${perSecond(medianOf(loads, rate))}, p99 ${millis(medianOf(loads, (l) => l.p99Ms))}`;
