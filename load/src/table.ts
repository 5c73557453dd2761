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

/** A Markdown table that is also readable as plain text. */
export function draw(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = header.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]!.length)));
  const row = (line: readonly string[]) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [row(header), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n');
}

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

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`;
export const micros = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} µs`;
export const millis = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
