import { draw } from '../report/table.ts';

export interface Goal {
  sign: '≥' | '≤';
  limit: number;
}

export interface Row {
  work: string;
  value: number;
  /** `× pgbench`, or the unit of an absolute figure. */
  unit: string;
  goal?: Goal | undefined;
  /** The absolute numbers behind the ratio. */
  figures: string;
}

export interface Skipped {
  work: string;
  skipped: string;
}

export const atLeast = (limit: number): Goal => ({ sign: '≥', limit });
export const atMost = (limit: number): Goal => ({ sign: '≤', limit });

const header = ['work', 'measured', 'goal', 'reached', 'absolute'];

/** A Markdown table of the rows. */
export const markdown = (rows: readonly (Row | Skipped)[]): string =>
  draw(
    header,
    rows.map((row) => ('skipped' in row ? [row.work, 'skipped', '', '', row.skipped] : cells(row))),
  );

function cells({ work, value, unit, goal, figures }: Row): string[] {
  const shown = Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
  const isReached = goal && (goal.sign === '≥' ? Number(shown) >= goal.limit : Number(shown) <= goal.limit);
  const goalCells = goal ? [`${goal.sign} ${goal.limit}`, isReached ? 'yes' : 'no'] : ['', ''];
  return [work, `${shown} ${unit}`, ...goalCells, figures];
}
