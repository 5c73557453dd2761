import { draw } from '../report/table.ts';

/** The goal of a figure; `least` is the minimum that is required. */
export interface Goal {
  is: 'at least' | 'at most';
  goal: number;
  least?: number | undefined;
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

export const atLeast = (goal: number, least?: number): Goal => ({ is: 'at least', goal, least });
export const atMost = (goal: number, least?: number): Goal => ({ is: 'at most', goal, least });

const header = ['work', 'measured', 'goal', 'reached', 'absolute'];

/** A Markdown table of the rows. */
export const markdown = (rows: readonly (Row | Skipped)[]): string =>
  draw(
    header,
    rows.map((row) => ('skipped' in row ? [row.work, 'skipped', '', '', row.skipped] : cells(row))),
  );

const cells = ({ work, value, unit, goal, figures }: Row): string[] => [
  work,
  `${short(value)} ${unit}`,
  goal ? `${sign(goal)} ${goal.goal}` : '',
  goal ? verdict(Number(short(value)), goal) : '',
  figures,
];

const sign = ({ is }: Goal): string => (is === 'at least' ? '≥' : '≤');

function verdict(value: number, goal: Goal): string {
  const reaches = (wanted: number) => (goal.is === 'at least' ? value >= wanted : value <= wanted);
  if (reaches(goal.goal)) return 'yes';
  return goal.least !== undefined && reaches(goal.least) ? `the least, ${sign(goal)} ${goal.least}` : 'no';
}

const short = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
