import { startCommitter, type Writing, type Written } from '../committer/job.ts';
import { cpuCosts } from '../cost.ts';
import { rate } from '../load/load.ts';
import { parleySettings } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Pace, Prepare, Stage } from '../stage.ts';
import { atLeast, micros, millis, perSecond, type Row } from '../table.ts';

type Kind = Omit<Writing, 'ms'>;

const spaces = ['one', 'many'] as const;
const named = { one: 'one space', many: '1,000 spaces' };
const counts = [32, 1] as const;
const goals = { one: { 32: atLeast(2.3), 1: atLeast(0.7) }, many: { 32: atLeast(1.3), 1: atLeast(0.6) } };

/** Deciding and committing without HTTP, compared with inserting the same rows one by one. */
export const committer: Measure = async (stage) => {
  const { pace, postgres } = stage;
  if ('missing' in postgres) return [{ work: 'committer alone', skipped: postgres.missing }];
  const { inserts } = postgres;
  const write = await writing(stage);
  const rows: Row[] = [];
  for (const where of spaces) {
    for (const count of countsOf(pace)) {
      const kind = { writers: count, spaces: where, keyed: false };
      const results = await alternate<string, Written | number>(pace.rounds, {
        ours: write(kind),
        theirs: () => inserts.rate(count, where, pace.ms),
        ...(count === 32 && { keyed: write({ ...kind, keyed: true }) }),
      });
      const plain = results['ours'] as Written[];
      const limit = results['theirs'] as number[];
      rows.push({
        work: nameOf(kind),
        value: ratioOf(plain, rate, limit, Number),
        unit: `× ${inserts.name}`,
        goal: goals[where][count],
        figures: `${told(plain)} against ${perSecond(medianOf(limit, Number))}`,
      });
      const keyed = results['keyed'] as Written[] | undefined;
      if (!keyed) continue;
      rows.push({
        work: 'the same with an idempotency key on each write',
        value: ratioOf(keyed, rate, plain, rate),
        unit: '× without',
        goal: atLeast(0.7),
        figures: told(keyed),
      });
    }
  }
  return rows;
};

export const committerCosts: Prepare = async (stage) => {
  const write = await writing(stage);
  const kinds = spaces.flatMap((where) => [
    ...countsOf(stage.pace).map((count): Kind => ({ writers: count, spaces: where, keyed: false })),
    { writers: 32, spaces: where, keyed: true },
  ]);
  return cpuCosts(Object.fromEntries(kinds.map((kind) => [nameOf(kind), write(kind)])));
};

/** Starts the writers of a build, which have written for a while. */
async function writing(stage: Stage): Promise<(kind: Kind) => () => Promise<Written>> {
  const { ms } = stage.pace;
  const child = await stage.keep(startCommitter(stage.build, parleySettings(stage.place)));
  for (const where of spaces) {
    for (const keyed of [false, true]) await child.ask({ writers: 32, spaces: where, keyed, ms: 2 * ms });
  }
  return (kind) => () => child.ask({ ...kind, ms });
}

const countsOf = ({ clients }: Pace) => counts.filter((count) => clients.includes(count));

const nameOf = ({ writers, spaces, keyed }: Kind): string =>
  `committer alone, ${named[spaces]}, ${writers} ${writers === 1 ? 'writer' : 'writers'}${keyed ? ', with keys' : ''}`;

const told = (written: readonly Written[]): string =>
  `${perSecond(medianOf(written, rate))}, p99 ${millis(medianOf(written, (w) => w.p99Ms))}, ${micros(medianOf(written, (w) => w.cpuMicros))} CPU`;
