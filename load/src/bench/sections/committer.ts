import { startCommitter, type Writing } from '../committer/job.ts';
import { inserter } from '../postgres/inserts.ts';
import type { Line, Section } from '../section.ts';
import { parleySettings, type Pace } from '../stage.ts';
import { atLeast } from '../table.ts';

type Kind = Omit<Writing, 'ms'>;

const spaces = ['one', 'many'] as const;
const named = { one: 'one space', many: '1,000 spaces' };
const counts = [32, 1] as const;
const goals = { one: { 32: atLeast(2.3), 1: atLeast(0.7) }, many: { 32: atLeast(1.3), 1: atLeast(0.6) } };

const nameOf = ({ writers, spaces, keyed }: Kind): string =>
  `committer alone, ${named[spaces]}, ${writers} ${writers === 1 ? 'writer' : 'writers'}${keyed ? ', with keys' : ''}`;

const kindsOf = ({ clients }: Pace): Kind[] =>
  spaces.flatMap((where) =>
    counts
      .filter((count) => clients.includes(count))
      .flatMap((writers) => (writers === 32 ? [false, true] : [false]).map((keyed): Kind => ({ writers, spaces: where, keyed }))),
  );

/** Deciding and committing without HTTP, compared with inserting the same rows one by one. */
export const committer: Section = {
  lines: (pace) =>
    kindsOf(pace).map((kind): Line => {
      const line = { work: nameOf(kind), way: nameOf(kind), figure: 'perSecond', title: '' } as const;
      if (kind.keyed) return { ...line, than: nameOf({ ...kind, keyed: false }), unit: '× without', goal: atLeast(0.7) };
      const { spaces, writers } = kind;
      return { ...line, than: `inserts ${spaces} ${writers}`, unit: `× ${inserter}`, goal: goals[spaces][writers as 32 | 1] };
    }),
  async ways(stage) {
    const { ms } = stage.pace;
    const child = await stage.add(startCommitter(stage.build, parleySettings(stage.place)));
    for (const where of spaces) {
      for (const keyed of [false, true]) await child.ask({ writers: 32, spaces: where, keyed, ms: 2 * ms });
    }
    const kinds = kindsOf(stage.pace);
    return Object.fromEntries([
      ...kinds.map((kind) => [nameOf(kind), async () => () => child.ask({ ...kind, ms })] as const),
      ...kinds.map(({ spaces, writers }) => [`inserts ${spaces} ${writers}`, stage.inserts(writers, spaces)] as const),
    ]);
  },
};
