import { join } from 'node:path';
import { startChild } from '../../process/child.ts';
import type { Writing, Written } from '../committer/writers.ts';
import type { Line } from '../section.ts';
import { parleySettings, type Stage } from '../stage.ts';

const spaces = { one: { name: 'one space', count: 1 }, many: { name: '1,000 spaces', count: 1_000 } };
const wheres = ['one', 'many'] as const;
const goals = { one: { 32: 2.3, 1: 0.7 }, many: { 32: 1.4, 1: 0.6 } };

/** Deciding and committing without HTTP, compared with inserting the same rows one by one. */
export async function committer(stage: Stage): Promise<Line[]> {
  const { ms, clients } = stage.pace;
  const file = join(stage.build, 'load/dist/bench/committer/writers.js');
  const settings = { BENCH_SETTINGS: JSON.stringify(parleySettings({ DATABASE_URL: stage.url })) };
  const child = await stage.add(startChild<Writing, Written>(file, settings));
  const way = (writing: Omit<Writing, 'ms'>) => async () => () => child.ask({ ...writing, ms });
  const lines: Line[] = [];
  for (const where of wheres) {
    for (const keyed of [false, true]) await child.ask({ writers: 32, spaces: where, keyed, ms: 2 * ms });
    for (const writers of ([32, 1] as const).filter((count) => clients.includes(count))) {
      const work = `committer alone, ${spaces[where].name}, ${writers} ${writers === 1 ? 'writer' : 'writers'}`;
      const line = { figure: 'perSecond', title: '' } as const;
      const plain = way({ writers, spaces: where, keyed: false });
      const than = stage.inserts(writers, spaces[where].count);
      lines.push({ ...line, work, way: plain, than, unit: '× pgbench', atLeast: goals[where][writers] });
      if (writers === 1) continue;
      const keyed = way({ writers, spaces: where, keyed: true });
      lines.push({ ...line, work: `${work}, with keys`, way: keyed, than: plain, unit: '× without', atLeast: 0.7 });
    }
  }
  return lines;
}
