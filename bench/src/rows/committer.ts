import { startCommitter, type Writing, type Written } from '../committer/job.ts';
import { parleySettings } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { atLeast, micros, millis, perSecond, type Row } from '../table.ts';

const spaces = ['one', 'many'] as const;
const named = { one: 'one space', many: '1,000 spaces' };
const goals = { one: atLeast(2.5, 1.5), many: atLeast(1.2, 1) };

/** Deciding and committing without HTTP, compared with inserting the same rows one by one. */
export const committer: Measure = async ({ pace: { rounds, fewRounds, ms, clients }, place, postgres }) => {
  if ('missing' in postgres) return [{ work: 'committer alone', skipped: postgres.missing }];
  const { inserts } = postgres;
  const child = startCommitter(parleySettings(place));
  try {
    const ours = (writing: Omit<Writing, 'ms'>) => () => child.ask({ ...writing, ms });
    const theirs = (count: number, where: 'one' | 'many') => () => inserts.rate(count, where, ms);
    for (const where of spaces) {
      for (const keyed of [false, true]) await child.ask({ writers: 32, spaces: where, keyed, ms: 2 * ms });
    }

    const rows: Row[] = [];
    for (const where of spaces) {
      for (const writers of clients) {
        const ways: Record<string, () => Promise<Written | number>> = {
          ours: ours({ writers, spaces: where, keyed: false }),
          theirs: theirs(writers, where),
          ...(writers === 32 && { keyed: ours({ writers, spaces: where, keyed: true }) }),
        };
        const results = await alternate(writers === 32 ? rounds : fewRounds, ways);
        const plain = results['ours'] as Written[];
        const limit = results['theirs'] as number[];
        rows.push({
          work: `committer alone, ${named[where]}, ${writers} ${writers === 1 ? 'writer' : 'writers'}`,
          value: ratioOf(plain, rate, limit, Number),
          unit: `× ${inserts.name}`,
          goal: writers === 32 ? goals[where] : undefined,
          figures: `${told(plain)} against ${perSecond(medianOf(limit, Number))}`,
        });
        const keyed = results['keyed'] as Written[] | undefined;
        if (!keyed) continue;
        rows.push({
          work: `the same with an idempotency key on each write`,
          value: ratioOf(keyed, rate, plain, rate),
          unit: '× without',
          goal: atLeast(0.7),
          figures: told(keyed),
        });
      }
    }
    return rows;
  } finally {
    await child.stop();
  }
};

const rate = ({ perSecond }: Written): number => perSecond;

const told = (written: readonly Written[]): string =>
  `${perSecond(medianOf(written, rate))}, p99 ${millis(medianOf(written, (w) => w.p99Ms))}, ${micros(medianOf(written, (w) => w.cpuMicros))} CPU`;
