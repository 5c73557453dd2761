import { alternate, median } from '../measure/statistics.ts';
import { kinds, type Figure, type Figures, type Measurement, type Way } from './figures.ts';
import { Missing, type Pace, type Stage } from './stage.ts';
import type { Goal, Row, Skipped } from './table.ts';

/** One row of the table, and one figure of a comparison with another build. */
export interface Line {
  work: string;
  way: string;
  figure: Figure;
  /** What is added to `work`; by default the title of the figure. */
  title?: string;
  /** What it is divided by, or only shown beside. */
  than?: string;
  beside?: string;
  /** `× pgbench`, or the unit of an absolute figure. */
  unit?: string;
  goal?: Goal;
  /** What else to say. */
  note?: string;
  /** What is compared with another build: by default the figure, and of a rate the CPU time. */
  cost?: Figure;
  /** One round is enough, and none has to come before: it starts a server of its own. */
  isOnce?: true;
  /** It is only compared with other builds. */
  isOnlyCost?: true;
}

export interface Section {
  /** How often as many rounds as usual. */
  times?: (pace: Pace) => number;
  /** Whether a first round does not count. */
  hasWarmUp?: true;
  /** Other builds are not compared. */
  isNotCompared?: true;
  lines(pace: Pace): readonly Line[];
  /** What can be measured on a stage, by name. */
  ways(stage: Stage): Promise<Readonly<Record<string, Way>>>;
}

/** Figures of a build of which less is better, named with their unit. Each call measures once. */
export type Costs = Record<string, () => Promise<number>>;

/** The measured rows. A row whose ways need what this machine lacks is skipped. */
export async function rowsOf(section: Section, stage: Stage): Promise<(Row | Skipped)[]> {
  const lines = section.lines(stage.pace).filter(({ isOnlyCost }) => !isOnlyCost);
  const prepare = preparing(section, stage);
  const rounds = stage.pace.rounds * (section.times?.(stage.pace) ?? 1);
  const rows = new Map<Line, Row | Skipped>();
  // Lines that are compared with the same are measured in alternating rounds.
  for (const group of new Set(lines.map(otherOf))) {
    const some = lines.filter((line) => otherOf(line) === group);
    try {
      const ways = await prepare([group, ...some.map(({ way }) => way)]);
      const isOnce = some.every((line) => line.isOnce);
      if (section.hasWarmUp && !isOnce) await alternate(1, ways);
      const results = await alternate(isOnce ? 1 : rounds, ways);
      for (const line of some) rows.set(line, rowOf(line, results));
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      for (const line of some) rows.set(line, { work: nameOf(line), skipped: error.message });
    }
  }
  return lines.map((line) => rows.get(line)!);
}

/** What is compared with another build. */
export async function costsOf(section: Section, stage: Stage): Promise<Costs> {
  const prepare = preparing(section, stage);
  const costs: Costs = {};
  for (const line of section.isNotCompared ? [] : section.lines(stage.pace)) {
    const figure = line.cost ?? (line.figure === 'perSecond' ? 'cpuMicros' : line.figure);
    const title = figure === line.figure ? line.title : undefined;
    const { [line.way]: measure } = await prepare([line.way]);
    costs[`${nameOf({ ...line, figure, ...(title !== undefined && { title }) })}, ${kinds[figure].unit}`] = async () =>
      (await measure!())[figure]!;
  }
  return costs;
}

const otherOf = ({ than, beside, way }: Line): string => than ?? beside ?? way;

const nameOf = ({ work, figure, title = kinds[figure].title }: Pick<Line, 'work' | 'figure' | 'title'>): string =>
  title === '' ? work : `${work}: ${title}`;

/** Prepares each way once, when it is needed. */
function preparing(section: Section, stage: Stage): (names: readonly string[]) => Promise<Record<string, Measurement>> {
  let ways: Readonly<Record<string, Way>> | undefined;
  const measurements: Record<string, Measurement> = {};
  return async (names) => {
    ways ??= await section.ways(stage);
    for (const name of names) measurements[name] ??= await ways[name]!();
    return Object.fromEntries(names.map((name) => [name, measurements[name]!]));
  };
}

function rowOf(line: Line, results: Readonly<Record<string, Figures[]>>): Row {
  const { way, figure, than, unit = kinds[figure].unit, goal, note } = line;
  const [ours, other] = [results[way]!, results[otherOf(line)]!];
  const values = ours.map((each) => each[figure]!);
  const ratios = values.map((value, round) => value / other[round]![figure]!);
  const { show } = kinds[figure];
  const spread = `${show(Math.min(...values))} to ${show(Math.max(...values))} in ${values.length} rounds`;
  const shown = other === ours ? spread : `${figuresIn(ours, figure)} against ${figuresIn(other, figure)}`;
  return {
    work: nameOf(line),
    value: median(than === undefined ? values : ratios),
    unit,
    goal,
    figures: [shown, ...(note === undefined ? [] : [note])].join('; '),
  };
}

/** All figures that a row can show, its own first. */
function figuresIn(results: readonly Figures[], own: Figure): string {
  const names = [...new Set<Figure>([own, 'perSecond', 'p99Ms', 'cpuMicros'])].filter((name) => results[0]![name] !== undefined);
  return names.map((name) => kinds[name].show(median(results.map((each) => each[name]!)))).join(', ');
}
